"""The typefaces: what they can print, how wide a text is, and where it breaks."""

from __future__ import annotations

import unicodedata
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

import fontpkg_atkinson_hyperlegible as atkinson
import fontpkg_dm_serif_display as dm_serif
import fontpkg_fira_sans as fira
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tally.paper import letters, scripts
from tally.paper.letters import printable
from tally.paper.measures import TEXT
from tally.paper.plain_zero import without_slash
from tally.paper.scripts import Shaped
from tournament.people.names import END_ISOLATE, ISOLATE

rl_config.useA85 = 0  # streams as bytes, not as text: a tenth less work, a fifth smaller

REGULAR = "AtkinsonHyperlegible-Regular"
BOLD = "AtkinsonHyperlegible-Bold"
TYPED = "AtkinsonHyperlegible-Bold-Typed"  # bold with its slashed zero, for what people type sign by sign: a password
SERIF = "DMSerifDisplay-Regular"  # for ceremony: titles and names on what people keep; its figures are lining ones
SECOND = {  # Cyrillic, Greek, Vietnamese: see `letters`
    REGULAR: "FiraSans-Regular",
    BOLD: "FiraSans-Bold",
    TYPED: "FiraSans-Bold",
}


def _register(name: str, root: Any, file: str = "") -> frozenset[str]:
    font = TTFont(name, str(root / "files" / f"{file or name}.ttf"))
    font.face.name = name.encode()  # ReportLab keeps one face a name, and two of ours come from one file
    pdfmetrics.registerFont(font)
    return frozenset(map(chr, font.face.charToGlyph))


_HAS = _register(REGULAR, atkinson.ROOT) & _register(BOLD, atkinson.ROOT)
_register(TYPED, atkinson.ROOT, BOLD)
for _name in (REGULAR, BOLD):
    without_slash(pdfmetrics.getFont(_name).face, _name.partition("-")[2])


@cache
def _fallback_signs() -> frozenset[str]:
    """The signs of the second face, which is read when a text needs it for the first time."""
    return frozenset.intersection(*(_register(name, fira.ROOT) for name in SECOND.values()))


@cache
def _serif_signs() -> frozenset[str]:
    """The signs of the serif, which is read when a sheet needs it for the first time."""
    return _register(SERIF, dm_serif.ROOT)


def for_ceremony(text: str) -> str:
    """The face in which a title or name is set on what people keep: the serif, or bold where the serif lacks letters.

    A name has one face, so that no word of it looks like a stranger; in a script of its own it keeps that one's.
    """
    return SERIF if _serif_signs().issuperset(printable_text(text)) else BOLD


class _AnyFace:
    """The set of signs that one of the faces can draw."""

    def __contains__(self, sign: object) -> bool:
        return sign in _HAS or sign in _fallback_signs() or scripts.can_draw(str(sign))


@lru_cache(maxsize=8192)
def printable_text(text: str) -> str:
    """The text as these fonts can print it: see `letters` for what replaces what."""
    return printable(text, _AnyFace())


def is_respelled(text: str) -> bool:
    """Whether some letters of the text are replaced, so that its owner may want a line to write it on."""
    return letters.respelled(text, _AnyFace())


def lacks_letters(text: str) -> bool:
    """Whether a word of the text cannot be printed, so that it needs another spelling for paper."""
    return letters.lacks_letters(text, _AnyFace())


def leaves_out(text: str) -> bool:
    """Whether the text has a sign that can be seen and is not printed: an emoji."""
    return letters.leaves_out(text, _AnyFace())


def written(name: str) -> str:
    """A name as it is printed where there is a line to write it on besides: "" where no word of it can be printed."""
    shown = printable_text(name)
    return "" if shown == letters.BLANK else shown


def wants_line(name: str) -> bool:
    """Whether there should be a line to write a name on, below it or in its place.

    A line within a name, for one word that cannot be printed, is enough.
    """
    return not written(name) or (is_respelled(name) and not lacks_letters(name))


@lru_cache(maxsize=8192)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """A printable text in pieces of one face each, from left to right: (piece, face).

    A word has one face if that face has all of it. A piece in a script that is shaped is a `Shaped`.
    """
    if font == SERIF:
        return ((text, font),) if _serif_signs().issuperset(text) else runs(text, BOLD)
    if _HAS.issuperset(text):
        return ((text, font),)
    if not is_shaped(text):
        return tuple(_latin_runs(text, font))
    found: list[tuple[str, str]] = []
    for piece, script in scripts.pieces_in_order(text):
        if script is None:
            found += _latin_runs(piece, font)
        else:
            face = scripts.face_of(script, "Regular" if font == REGULAR else "Bold")
            found.append((scripts.shaped(piece, face), face))
    return tuple(found)


def is_shaped(text: str) -> bool:
    """Whether a text has letters that are shaped, which stand as they are shaped: nothing goes between them."""
    return not _HAS.issuperset(text) and any(map(letters.script_of, text))


def _latin_runs(text: str, font: str) -> Iterator[tuple[str, str]]:
    faces = []
    for word in text.split(" "):
        whole = _HAS.issuperset(word), _fallback_signs().issuperset(word)
        faces += [font if whole[0] or (sign in _HAS and not whole[1]) else SECOND[font] for sign in word] + [font]
    for face, pairs in groupby(zip(text, faces, strict=False), key=lambda pair: pair[1]):
        yield "".join(sign for sign, _ in pairs), face


@lru_cache(maxsize=8192)
def placed(text: str, font: str) -> tuple[tuple[str, str, float, int], ...]:
    """The same pieces, each with its distance from the left as a share of the size, and the letters to its left."""
    found, left, before = [], 0.0, 0
    for piece, face in runs(text, font):
        found.append((piece, face, left, before))
        left, before = left + piece_width(piece, face), before + len(piece)
    return tuple(found)


def width_of(text: str, font: str, size: float, spacing: float = 0) -> float:
    """The width of a printed text in points, with `spacing` added between letters unless they are shaped."""
    between = spacing * max(len(text) - 1, 0) if spacing and not is_shaped(text) else 0
    return _width(text, font) * size + between


@lru_cache(maxsize=65536)
def _width(text: str, font: str) -> float:
    return sum(piece_width(piece, face) for piece, face in runs(text, font))


def piece_width(piece: str, face: str) -> float:
    """The width of a piece in one face, as a share of the size."""
    if isinstance(piece, Shaped):
        return piece.width
    return float(pdfmetrics.stringWidth(piece, face, 1))


def fit(text: str, font: str, size: float, width: float, least: float = TEXT) -> tuple[str, float]:
    """The text and size that fit into `width` points: smaller, down to `least`, then with an ellipsis."""
    text = printable_text(text)
    wide = width_of(text, font, size)
    if wide <= width:
        return text, size
    size = max(least, int(size * width / wide * 10) / 10)
    if width_of(text, font, size) <= width:
        return text, size
    end = bisect(range(len(text)), width, key=lambda end: width_of(text[:end] + "…", font, size)) - 1
    return text[: before_marks(text, max(end, 0))].rstrip(" -·,") + "…", size


def before_marks(text: str, end: int) -> int:
    """Where to cut a text at `end`, or before it where that would part a letter from its vowel or mark."""
    while 0 < end < len(text) and (text[end] in letters.JOINERS or unicodedata.category(text[end])[0] == "M"):
        end -= 1
    return end


def unbroken(text: str) -> list[str]:
    """A text as it is printed, in the pieces that stay on one line where they fit."""
    return printable_text(text).replace("-", "-\0").replace(" ", " \0").split("\0")


def wrap(text: str, font: str, size: float, width: float, lines: int) -> list[str]:
    """Break a text into at most `lines` lines: at spaces, after hyphens, and inside a word that is longer than a line.

    A text that is still too long is cut off.
    """
    out = [""]
    for piece in unbroken(text):
        while piece:
            if len(out) == lines or width_of((out[-1] + piece).rstrip(), font, size) <= width:
                out[-1] += piece
                break
            if not out[-1]:
                end = bisect(range(2, len(piece)), width, key=lambda end: width_of(piece[:end], font, size)) + 1
                end = before_marks(piece, end) or end
                out[-1], piece = piece[:end], piece[end:]
            out.append("")
    return [fit(line, font, size, width, size)[0] for line in _isolated_on_each(out)]


def _isolated_on_each(lines: Sequence[str]) -> Iterator[str]:
    """Have a name that is isolated, and broken between two lines, isolated on both of them."""
    begin = ""
    for line in lines:
        whole = begin + line.rstrip()
        begin = ISOLATE if whole.rfind(ISOLATE) > whole.rfind(END_ISOLATE) else ""
        yield whole + END_ISOLATE * bool(begin)

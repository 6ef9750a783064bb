"""The typefaces: what they can print, how wide a text is, and where it breaks."""

from __future__ import annotations

from bisect import bisect
from functools import cache, lru_cache
from itertools import groupby
from typing import Any

import fontpkg_atkinson_hyperlegible as atkinson
import fontpkg_fira_sans as fira
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tally.paper import letters
from tally.paper.letters import printable
from tally.paper.measures import TEXT

rl_config.useA85 = 0  # streams as bytes, not as text: a tenth less work, a fifth smaller

REGULAR = "AtkinsonHyperlegible-Regular"
BOLD = "AtkinsonHyperlegible-Bold"
SECOND = {REGULAR: "FiraSans-Regular", BOLD: "FiraSans-Bold"}  # Cyrillic, Greek, Vietnamese: see `letters`


def _register(name: str, root: Any) -> frozenset[str]:
    pdfmetrics.registerFont(TTFont(name, str(root / "files" / f"{name}.ttf")))
    return frozenset(map(chr, pdfmetrics.getFont(name).face.charToGlyph))


_HAS = frozenset.intersection(*(_register(name, atkinson.ROOT) for name in SECOND))


@cache
def _fallback_signs() -> frozenset[str]:
    """The signs of the second face, which is read when a text needs it for the first time."""
    return frozenset.intersection(*(_register(name, fira.ROOT) for name in SECOND.values()))


class _Either:
    """The set of signs that one of the two faces can draw."""

    def __contains__(self, sign: object) -> bool:
        return sign in _HAS or sign in _fallback_signs()


@lru_cache(maxsize=8192)
def printable_text(text: str) -> str:
    """The text as these fonts can print it: see `letters` for what replaces what."""
    return printable(text, _Either())


def is_respelled(text: str) -> bool:
    """Whether some signs of the text are replaced, so that its owner may want a line to write it on."""
    return letters.respelled(text, _Either())


@lru_cache(maxsize=8192)
def runs(text: str, font: str) -> tuple[tuple[str, str], ...]:
    """A printable text in pieces of one face each: (piece, face). A word has one face if that face has all of it."""
    if _HAS.issuperset(text):
        return ((text, font),)
    faces = []
    for word in text.split(" "):
        whole = _HAS.issuperset(word), _fallback_signs().issuperset(word)
        faces += [font if whole[0] or (sign in _HAS and not whole[1]) else SECOND[font] for sign in word] + [font]
    pieces = groupby(zip(text, faces, strict=False), key=lambda pair: pair[1])
    return tuple(("".join(sign for sign, _ in pairs), face) for face, pairs in pieces)


def width_of(text: str, font: str, size: float, spacing: float = 0) -> float:
    """The width of a printed text in points, with `spacing` added between letters."""
    return _width(text, font) * size + spacing * max(len(text) - 1, 0)


@lru_cache(maxsize=65536)
def _width(text: str, font: str) -> float:
    return sum(float(pdfmetrics.stringWidth(piece, face, 1)) for piece, face in runs(text, font))


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
    return text[: max(end, 0)].rstrip(" -·,") + "…", size


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
                out[-1], piece = piece[:end], piece[end:]
            out.append("")
    return [fit(line, font, size, width, size)[0] for line in out]

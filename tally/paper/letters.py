"""The letters that paper can show, and what stands in the place of the others.

The printed face, Atkinson Hyperlegible, covers the Latin alphabets of western, central and northern Europe; a second
one, Fira Sans, has Cyrillic, Greek and the Latin alphabets of the rest of the world. Hebrew, Arabic, Devanagari and
Thai have faces of their own and are shaped: see `scripts`. No face of Chinese, Japanese and Korean letters that
ReportLab can embed comes as a well-kept package. A name is never guessed: 田中 is Tanaka in Japan and Tian Zhong in
China. Therefore:

1. the letter itself, if one of the faces has it (é, ő, Ł, Ж, Ω, ệ, ש, ع, क, ก);
2. the letter without the mark that all of them lack, by Unicode's own decomposition;
3. a sign that is no letter by AnyAscii ("→" is "->"); emoji, which would be words there, are left out;
4. for a word with a letter that no face has, and for a text of nothing but emoji: a line to write it on.

`lacks_letters` says whose name needs a *name on paper*; `respelled`, when to add a line to write the name on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from anyascii import anyascii

from tournament.people.names import END_ISOLATE, ISOLATE, isolated, not_isolated

BLANK = "_" * 12  # joins into a line that a word can be written on

SCRIPTS = {  # the blocks of Unicode whose letters are shaped, by the script that has them
    "Hebrew": "\u0590-\u05ff\ufb1d-\ufb4f",
    "Arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefe",
    "Devanagari": "\u0900-\u097f\ua8e0-\ua8ff",
    "Thai": "\u0e00-\u0e7f",
}
JOINERS = "\u200c\u200d"  # say which letters are joined; they have a shape in no face
_SHAPED = "".join(SCRIPTS.values())
_LONE_JOINER = re.compile(f"(?<![{_SHAPED}])[{JOINERS}]+|[{JOINERS}]+(?![{_SHAPED}])")
_SCRIPT = re.compile("|".join(f"(?P<{script}>[{blocks}])" for script, blocks in SCRIPTS.items()))

_ISOLATED = re.compile(f"{ISOLATE}([^{ISOLATE}{END_ISOLATE}]*){END_ISOLATE}")
_SILENT = ("Cc", "Cf", "Cs", "Mn", "Me", "Sk")
_LEFT_OUT = (*_SILENT, "Mc", "So", "Co", "Cn")


def script_of(sign: str) -> str | None:
    """The script whose letters are shaped that a sign belongs to, None for all others."""
    found = _SCRIPT.match(sign)
    return found.lastgroup if found else None


def printable(text: str, has: Container[str]) -> str:
    """Replace the signs that no face has; `has` is the set of signs that one of them can draw.

    White space is collapsed. A word that cannot be printed becomes a line to write it on, and so does a text of only
    emoji and invisible signs; an empty text stays empty. A name from right to left that is isolated remains so.
    """
    words = unicodedata.normalize("NFC", text).split()
    shown: list[str] = []
    for word in filter(None, (_word(word, has) for word in words)):
        if word != BLANK or shown[-1:] != [BLANK]:
            shown.append(word)
    return _with_whole_isolates(" ".join(" ".join(shown).split())) or (BLANK if words else "")


def _with_whole_isolates(text: str) -> str:
    """Leave out isolates whose name became a line, or has no letter that is written from right to left."""
    if ISOLATE not in text and END_ISOLATE not in text:
        return text
    pieces = _ISOLATED.split(text)  # every second one is a name
    return "".join(
        isolated(not_isolated(piece)) if place % 2 else not_isolated(piece) for place, piece in enumerate(pieces)
    )


def lacks_letters(text: str, has: Container[str]) -> bool:
    """Whether `printable` leaves a line for a word of the text, so that it needs another spelling for paper."""
    return BLANK in printable(text, has).split()


def leaves_out(text: str, has: Container[str]) -> bool:
    """Whether `printable` leaves out a sign that can be seen: an emoji."""
    return any(unicodedata.category(sign) in ("So", "Co", "Cn") and not _shown(sign, has) for sign in text)


def respelled(text: str, has: Container[str]) -> bool:
    """Whether `printable` replaces letters that a reader of the text would miss."""
    return lacks_letters(text, has) or any(
        sign not in has and unicodedata.category(sign) not in _LEFT_OUT
        for sign in unicodedata.normalize("NFC", text)
        if not sign.isspace()
    )


def _word(word: str, has: Container[str]) -> str:
    """What is printed of a word: "" if all of it is left out."""
    signs = [_shown(sign, has) for sign in word]
    return BLANK if None in signs else _LONE_JOINER.sub("", "".join(filter(None, signs))).strip()


def _shown(sign: str, has: Container[str]) -> str | None:
    """What is drawn for one sign: "" for what is left out, None for a letter that no face has."""
    kind = unicodedata.category(sign)
    if sign in (*JOINERS, ISOLATE, END_ISOLATE) or ((kind[0] not in "CM" or script_of(sign)) and sign in has):
        return sign
    if kind in _SILENT:
        return ""
    parts = unicodedata.normalize("NFKD", sign)
    if parts != sign and all(part in has or unicodedata.category(part) in _SILENT for part in parts):
        return "".join(_shown(part, has) or "" for part in parts)
    if kind in ("Lm", *_LEFT_OUT):
        return ""
    if kind[0] in "LN":
        return None
    return "".join(letter for letter in anyascii(sign) if letter in has)

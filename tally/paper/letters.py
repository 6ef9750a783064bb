"""The letters that paper can show, and what replaces the others.

The printed face, Atkinson Hyperlegible, covers the Latin alphabets of western, central and northern Europe. A second
one, Fira Sans, has Cyrillic, Greek and the Latin alphabets of the rest of the world. No face of Chinese, Japanese and
Korean letters that ReportLab can embed comes as a well-kept package (those there hold PostScript outlines, which it
cannot, or weigh 6 MB and bring matplotlib along), and Arabic or Devanagari want shaping besides. A name that looks
right on one laptop and is a row of boxes on another is worse than a plain spelling, therefore:

1. the letter itself, if one of the faces has it (é, ő, Ł, Ж, Ω, ệ);
2. the letter without the mark that both lack, by Unicode's own decomposition;
3. its sound in Latin letters, and a picture's name, by AnyAscii: 王小明 is "Wang Xiao Ming", 😀 is ":grinning:";
4. a question mark for what has none.

Different names stay different, and `respelled` says when to add a line to write the name on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from anyascii import anyascii

UNKNOWN = "?"

_SILENT = ("Cc", "Cf", "Cs", "Mn", "Me", "Sk")


def printable(text: str, has: Container[str]) -> str:
    """Replace the signs that no face has; `has` is the set of signs that one of them can draw.

    White space is collapsed. A text of only invisible signs becomes "?"; an empty text stays empty.
    """
    words = unicodedata.normalize("NFC", text).split()
    spelled = ("".join(_shown(sign, has) for sign in word).strip() for word in words)
    shown = " ".join(re.sub(r" +(?=[,.;:!?)]+$)", "", word) for word in spelled).split()
    return " ".join(shown) or (UNKNOWN if words else "")


def respelled(text: str, has: Container[str]) -> bool:
    """Whether `printable` replaces signs that a reader of the text would miss."""
    return any(
        sign not in has and unicodedata.category(sign) not in _SILENT
        for sign in unicodedata.normalize("NFC", text)
        if not sign.isspace()
    )


def _shown(sign: str, has: Container[str]) -> str:
    """What is drawn for one sign; "" for joiners, lone accents and others that have no shape of their own."""
    kind = unicodedata.category(sign)
    if kind[0] not in "CM" and sign in has:
        return sign
    if kind in _SILENT:
        return ""
    parts = unicodedata.normalize("NFKD", sign)
    if parts != sign and all(part in has or unicodedata.category(part) in _SILENT for part in parts):
        return "".join(_shown(part, has) for part in parts)
    spelled = "".join(letter for letter in anyascii(sign) if letter in has) or UNKNOWN
    return f" {spelled} " if len(spelled) > 1 and spelled[0].isupper() and not sign.isupper() else spelled

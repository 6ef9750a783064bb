"""Which letters paper can show, and what stands in for the others. Pure.

The printed face, Atkinson Hyperlegible, covers the Latin alphabets of western, central and northern Europe.
The only other faces that arrive with a dependency are ReportLab's Bitstream Vera, which adds not one letter
but İ, and ReportLab's Chinese and Japanese faces, which are not embedded and so depend on whatever the
printer's computer has. A name that looks right on one laptop and is a row of boxes on another is worse than a
plain substitute, therefore:

1. the letter itself, if the face has it (é, ő, Ł);
2. Cyrillic and Greek in Latin letters, as on a passport (Ж is Zh);
3. the letter without the mark the face lacks (ŵ is w, ệ is e), by Unicode's own decomposition;
4. a question mark, one for each sign (王 and 😀 are "?"); the player's number still says whose card it is,
   and the card leaves a line to write the name on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container

UNKNOWN = "?"

_PAIRS: list[str] = """
а a  б b  в v  г g  д d  е e  ё e  ж zh з z  и i  й i  к k  л l  м m  н n  о o  п p  р r  с s  т t  у u  ф f
х kh ц ts ч ch ш sh щ shch ы y  э e  ю yu я ya є ye і i  ї yi ґ g  ў u  ђ dj
ј j  љ lj њ nj ћ c  џ dz
α a  β v  γ g  δ d  ε e  ζ z  η i  θ th ι i  κ k  λ l  μ m  ν n  ξ x  ο o  π p  ρ r  σ s  ς s  τ t  υ y  φ f
χ ch ψ ps ω o
ŋ n  ŧ t  ŀ l  ĸ k  ſ s  ə e  ơ o  ư u  ‐ -  ‑ -  ‒ –  ― —  ′ '  ` '  ʻ ‘  ʼ ’
""".split()  # noqa: SIM905 - a table is easier to read than 150 quoted strings
_STAND_INS = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True)) | {"ъ": "", "ь": ""}
_SILENT = ("Cc", "Cf", "Mn", "Me", "Sk")


def printable(text: str, has: Container[str]) -> str:
    """The text with every sign replaced that a face lacks; `has` is the set of signs the face can draw.

    White space is collapsed. A text of nothing but invisible signs is shown as "?"; an empty one stays empty.
    """
    words = unicodedata.normalize("NFC", text).split()
    shown = " ".join("".join(_shown(sign, has) for sign in word) for word in words).strip()
    return shown or (UNKNOWN if words else "")


def _shown(sign: str, has: Container[str]) -> str:
    """What is drawn for one sign; "" for joiners, stray accents and others that are silent by themselves."""
    kind = unicodedata.category(sign)
    if kind[0] not in "CM" and sign in has:
        return sign
    lower = sign.lower()
    if lower in _STAND_INS:
        stand_in = _STAND_INS[lower]
        return stand_in.capitalize() if sign != lower else stand_in
    if sign == "ẞ":
        return "SS"
    if kind in _SILENT and sign not in has:
        return ""
    parts = unicodedata.normalize("NFKD", sign)
    if parts == sign or kind[0] == "C":
        return "" if kind in _SILENT else UNKNOWN
    return "".join(_shown(part, has) for part in parts).strip()

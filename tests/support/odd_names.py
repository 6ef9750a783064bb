"""Names that paper must bear: long ones, ones without a place to break, and those of all scripts."""

from __future__ import annotations

LONG_NAME = "Margaret-Anne Featherstonehaugh-Worthing"
UNBROKEN_NAME = "Abcdefghijklmnopqrstuvwxyzabcdefghijklmn"
ODD_NAMES = [
    "é",
    "Erzsébet Őrsi",
    "Łukasz Żółć",
    "Женя",
    "王小明",
    "😀",
    "👩‍👩‍👧",
    "e\u0301",
    "\u200d",
    "\ufeff",
    "\x00",
    "\ud800",
    " ",
    "",
    "ŵŷ",
    "ẞ",
    "أحمد",
    "I",
    LONG_NAME,
    UNBROKEN_NAME,
    "W" * 40,
    "i" * 40,
    "王" * 40,
    "-" * 40,
]
ARABIC, HEBREW, POINTED, DEVANAGARI, THAI = "محمد علي", "דוד כהן", "דָוִד", "प्रिया शर्मा", "น้ำฝน ใจดี"
OWN_LETTERS = (ARABIC, HEBREW, POINTED, DEVANAGARI, THAI, "Nguyễn Thị Ệnh", "Женя Иванова", "Ωμέγα Παππάς")

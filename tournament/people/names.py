"""Cleans, shortens and compares people's names, and lists them in a sentence."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby

LONGEST = 40
FORMER = "Former player"  # begins the name of somebody who was erased
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
JOINERS = "\u200c\u200d"  # say which letters and emoji are joined; Persian names have the first one
ROLES = re.compile(r"\(+(organizer|scorer|check-in|announcer)\)+", re.IGNORECASE)  # as a log says who signs
AFTER_LAST = ("jr", "sr", "ii", "iii", "iv")  # tell a parent and a child of the same name apart


def clean_name(text: str) -> str:
    """Return a name without line breaks, control characters and double spaces; it may be empty."""
    visible = "".join(" " if unicodedata.category(char)[0] in "CZ" and char not in JOINERS else char for char in text)
    name = unicodedata.normalize("NFC", re.sub(r"\s+", " ", visible).strip())
    return name if name.strip(JOINERS) else ""


def what_is_no_name(text: str) -> str:
    """Say what a text is that nobody is called: "an address, not a name"; empty for a name."""
    if "@" in text:
        return "an address, not a name"
    return "" if text[:1] not in tuple("=+-") and any(letter.isalpha() for letter in text) else "not a name"


def split_names(text: str) -> list[str]:
    """Return the names in a pasted list, separated by lines, commas, semicolons or tabs, without their numbering."""
    pieces = (clean_name(piece) for line in text.splitlines() for piece in re.split(r"[,;\t]", line))
    names = (re.sub(r"^(\d+\s*[.):]?|[-*•])(\s+|$)", "", piece) for piece in pieces)
    return [name for name in names if name and not name.isdigit()]


def short_name(name: str) -> str:
    """Return first name and initial, which is all that other people see: Margaret Wilson → Margaret W.

    What tells a parent and a child apart stays: Patrick O’Brien III → Patrick O. III.
    """
    name = without_role(name)
    if name.startswith(FORMER):
        return name
    first, others = after_first(name)
    others, after = without_suffix(others)
    last = next((word for word in reversed(others) if word[0].isalpha()), "")
    return (
        " ".join([first, *([f"{last[0]}."] if last else []), *after])
        if last or after
        else (first if any(letter.isalpha() for word in others for letter in word) else name)
    )


def without_role(name: str) -> str:
    """Return a name that a log does not take for an organizer's or a helper's: Bob [scorer] for Bob (scorer)."""
    return ROLES.sub(r"[\1]", name)


def after_first(name: str) -> tuple[str, list[str]]:
    """Split a name after its first word with a letter: an emoji before it is nobody's first name, but goes with it."""
    words = name.split() or [""]
    end = next((at for at, word in enumerate(words, 1) if any(map(str.isalpha, word))), 1)
    return " ".join(words[:end]), words[end:]


def without_suffix(words: list[str]) -> tuple[list[str], list[str]]:
    """Split what follows a first name: Patrick O’Brien III is O’Brien, and III; "Ann Miller 2" is one of two."""
    end = words[-1:]
    if end and (end[0].isdigit() or end[0].rstrip(".").casefold() in AFTER_LAST):
        return words[:-1], end
    return words, []


def folded(name: str) -> str:
    """Return a key that is equal for names that sound alike when read out."""
    return unicodedata.normalize("NFKC", name).casefold()


def same_name(one: str, other: str) -> bool:
    """Return whether two names sound alike when read out."""
    return folded(one) == folded(other)


def joined_names(names: Iterable[str]) -> str:
    """Join the names of people who shared a number, each once: "Dave / Norm"."""
    return " / ".join(dict.fromkeys(names))


def shortened(name: str, longest: int) -> str:
    """Cut a name for a picture, where the text beside it has the whole name: "Margaret W…"."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip(' /.')}…"


def isolated(name: str) -> str:
    """Return a name for a page: one that is written from right to left turns nothing around, not even its own period.

    A text whose names are isolated already stays as it is.
    """
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name)
    return f"{ISOLATE}{name}{END_ISOLATE}" if turns and ISOLATE not in name else name


def not_isolated(text: str) -> str:
    """Return a text without what `isolated` puts around its names."""
    return text.replace(ISOLATE, "").replace(END_ISOLATE, "")


def listed(words: Iterable[object], last: str = "and") -> str:
    """Join words for a sentence: "a, b and c", or with "or"."""
    *first, end = [isolated(str(word)) for word in words] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def listed_runs(numbers: Iterable[int]) -> str:
    """List rising numbers for a sentence, each run of three or more by its ends: "2, 4 and 6 to 10"."""
    words: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        run = [number for _, number in group]
        words += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(words)

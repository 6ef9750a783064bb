"""Prices as people write them: "2", "−4", "their tricks", "6 + the bid", "1 for 3 or 4 tricks, 2 for 5 tricks".

`price_text` writes what `read_price` reads. A form shows prices so, and a club's own game stores them so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from tally.rules.language import OTHERWISE, Amount, Points, SplitPoints
from tally.rules.refusals import Refusal, quoted
from tally.rules.wording import formula_text

LONGEST_PRICE = 120  # letters
MOST_POINTS = 200  # a number in a price; no game known pays more than 96
EXAMPLES = 'such as 2, −4, "their tricks", "6 + the bid" or "1 for 3 or 4 tricks, 2 for 5 tricks"'

_NAMES = (
    (r"(a point for )?every trick( of the deal)?|all( the tricks)?", Amount(all=1)),
    (r"(their |the )?tricks?", Amount(tricks=1)),
    (r"(the |their )?bid", Amount(bid=1)),
)
_TERM = re.compile(r"(?:(\d{1,3})(?:\s*[×x*]\s*|\s+|$))?(.*)")
_SPLIT = re.compile(r"(-?\d{1,3}) \(partner (-?\d{1,3})\)")
_PART = re.compile(r"(otherwise )?(.+?)(?: for (no tricks?|none|[\d\s,or–to-]+?)(?: tricks?)?)?")
_SEVERAL_TRICKS = re.compile(r"(\d{1,2})(?:(?: to |-)(\d{1,2}))?")


class PriceRefused(Refusal):
    """A price that cannot be read."""


def price_text(points: Points) -> str:
    """A price as people write it, for `read_price` to read again."""
    if isinstance(points, Mapping):
        tricks_by_price: dict[str, list[int]] = {}
        for tricks, paid in points.items():
            tricks_by_price.setdefault(price_text(paid), []).append(tricks)
        return ", ".join(
            part
            for price, all_tricks in tricks_by_price.items()
            for part in (
                [f"{price} for {_tricks_text(sorted(set(all_tricks) - {OTHERWISE}))}"] * (all_tricks != [OTHERWISE])
                + [f"otherwise {price}"] * (OTHERWISE in all_tricks)
            )
        )
    if isinstance(points, SplitPoints):
        return f"{points.lone_player} (partner {points.side})".replace("-", "−")
    if isinstance(points, Amount):
        return formula_text(points).replace("a point for every trick of the deal", "every trick")
    return str(points).replace("-", "−")


def read_price(text: str) -> Points:
    """Read a price.

    :raises PriceRefused: when it cannot be read.
    """
    if len(text) > LONGEST_PRICE:
        raise PriceRefused("price", f"Write the points with {LONGEST_PRICE} letters at most.")
    plain = " ".join(text.casefold().replace("−", "-").replace("–", "-").replace("minus ", "-").split())
    parts = [part.strip() for part in re.split(r"[,;]", plain) if part.strip()]
    if len(parts) == 1 and " for " not in plain.replace("a point for every", "") and "otherwise" not in plain:
        return _read_amount(parts[0], text)
    found: dict[int, Points] = {}
    for part in parts:
        for tricks, points in _read_part(part, text).items():
            if tricks in found:
                raise _unreadable(text, "It gives the same number of tricks two different scores.")
            found[tricks] = points
    if not found:
        raise _unreadable(text)
    return found


def _read_part(part: str, text: str) -> dict[int, Points]:
    """One part of a price by tricks: "1 for 3 or 4 tricks", "otherwise 2"."""
    shown = part.replace("a point for every trick", "every trick")
    matched = _PART.fullmatch(shown)
    if matched is None:
        raise _unreadable(text)
    otherwise, amount, tricks = matched.groups()
    if bool(otherwise) == bool(tricks):
        raise _unreadable(text, 'Say for how many tricks each part is, such as "1 for 3 or 4 tricks".')
    points = _read_amount(amount, text)
    return dict.fromkeys([OTHERWISE] if otherwise else _read_tricks(tricks, text), points)


def _read_tricks(words: str, text: str) -> list[int]:
    if words in ("no trick", "no tricks", "none"):
        return [0]
    found: list[int] = []
    for piece in re.split(r" or ", words.strip()):
        matched = _SEVERAL_TRICKS.fullmatch(piece.strip())
        if matched is None:
            raise _unreadable(text)
        first = int(matched[1])
        found += range(first, int(matched[2] or first) + 1)
    if not found or len(set(found)) < len(found):
        raise _unreadable(text)
    return found


def _read_amount(words: str, text: str) -> int | Amount | SplitPoints:
    if split := _SPLIT.fullmatch(words):
        return SplitPoints(lone_player=_number(split[1], text), side=_number(split[2], text))
    total = Amount()
    for sign, term in re.findall(r"([+-]?)\s*([^+-]+)", words):
        total += _read_term(term.strip(), text) * (-1 if sign == "-" else 1)
    if not re.fullmatch(r"[+-]?[^+-]+([+-][^+-]+)*", words):
        raise _unreadable(text)
    return total.points if total == Amount(total.points) else total


def _read_term(term: str, text: str) -> Amount:
    matched = _TERM.fullmatch(term)
    times, name = (matched[1], matched[2]) if matched else (None, term)
    if not name and times:
        return Amount(_number(times, text))
    amount = next((amount for words, amount in _NAMES if re.fullmatch(words, name)), None)
    if amount is None:
        raise _unreadable(text)
    return amount * (_number(times, text) if times else 1)


def _number(digits: str, text: str) -> int:
    if abs(int(digits)) > MOST_POINTS:
        raise PriceRefused("price", f"{quoted(text)} is too much: a hand scores {MOST_POINTS} points at most.")
    return int(digits)


def _unreadable(text: str, why: str = "") -> PriceRefused:
    return PriceRefused(
        "price", f"{quoted(text)} is not an amount of points{f'. {why}' if why else f': write it {EXAMPLES}.'}"
    )


def _tricks_text(tricks: list[int]) -> str:
    """Numbers of tricks: "no trick", "5 tricks", "3 or 4 tricks", "1 to 4 tricks"."""
    if tricks == [0]:
        return "no trick"
    runs = [[taken for _, taken in run] for _, run in groupby(enumerate(tricks), lambda pair: pair[1] - pair[0])]
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 2 else " or ".join(map(str, run)) for run in runs]
    return f"{' or '.join(texts)} tricks"

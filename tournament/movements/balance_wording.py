"""How fair a rotation is, in sentences for players."""

from __future__ import annotations

from collections import Counter

from tournament.movements.balance import Balance
from tournament.movements.pairs import Pair
from tournament.people.names import listed

MAX_NAMED = 4  # more players than this are given as a number
_TIMES = ("never", "once", "twice", "three times", "four times", "five times", "six times")


def describe_balance(balance: Balance) -> list[str]:
    """Return a sentence each on partners, opponents, meetings, sit-outs, the head table and first deals."""
    if not balance.seats:
        return ["No game has been played."]
    repeats, fewest = balance.repeats, balance.fewest
    return [
        _repeats_sentence(balance.partners, balance.pairs, "partner", repeats.partners, fewest.partners)
        or "Nobody has the same partner twice.",
        _repeats_sentence(balance.opponents, balance.pairs, "oppose each other", repeats.opponents, fewest.opponents)
        or "Nobody has the same opponent twice.",
        _repeats_sentence(balance.meetings, balance.pairs, "meet", repeats.meetings, fewest.meetings)
        or "Nobody meets anybody twice, as partner or opponent.",
        _shares_sentence(balance.sit_outs, "sit", "out"),
        _shares_sentence(balance.head_table, "play", "at the head table"),
        _shares_sentence(balance.first_deals, "deal", "first"),
    ]


def balance_in_a_sentence(balance: Balance) -> str:
    """Say what matters most: "Everybody partners everybody once; nobody has the same opponent more than twice."."""
    if not balance.seats:
        return "No game has been played."
    parts = [_partners_part(balance), _opponents_part(balance)]
    if any(balance.sit_outs.values()):
        parts.append(_shares_sentence(balance.sit_outs, "sit", "out").removesuffix("."))
    first, *others = parts
    return f"{'; '.join([first, *(part[0].lower() + part[1:] for part in others)])}."


def _partners_part(balance: Balance) -> str:
    most, all_pairs = max(balance.partners.values()), len(balance.partners) == balance.pairs
    if all_pairs and min(balance.partners.values()) == most:
        return f"Everybody partners everybody {_times_text(most)}"
    return "Nobody has the same partner twice" if most == 1 else _at_most("has the same partner", most)


def _opponents_part(balance: Balance) -> str:
    most = max(balance.opponents.values())
    return "Nobody meets the same opponent twice" if most == 1 else _at_most("meets the same opponent", most)


def _at_most(verb: str, most: int) -> str:
    return f"Nobody {verb} more than {_times_text(most)}"


def _repeats_sentence(counts: Counter[Pair], pairs: int, verb: str, repeats: int, fewest: int) -> str:
    """Return such as "12 of 190 pairs meet twice; the fewest to hope for is 10."; empty without repeats."""
    if not repeats:
        return ""
    pairs_by_times = sorted(Counter(counts.values()).items())
    if len(pairs_by_times) == 1 and len(counts) == pairs:
        text = f"Every two players {verb} {_times_text(pairs_by_times[0][0])}"
    else:
        (times, number), *more = [(times, number) for times, number in pairs_by_times if times > 1]
        meet = verb if number > 1 else _third_person(verb)
        text = listed(
            [f"{number} of {pairs} pairs {meet} {_times_text(times)}", *(f"{n} {_times_text(t)}" for t, n in more)]
        )
        if more or times > 2:
            text += f", which makes {repeats} repeats"
    return text + (", the fewest possible." if repeats == fewest else f"; the fewest to hope for is {fewest}.")


def _shares_sentence(counts: dict[int, int], verb: str, rest: str) -> str:
    """Return such as "Everybody sits out once or twice.", or who has the most and the fewest if they differ by more."""
    low, high = min(counts.values()), max(counts.values())
    does = f"{_third_person(verb)} {rest}"
    if high == 0:
        return f"Nobody {does}."
    if high == low:
        return f"Everybody {does} {_times_text(low)}."
    if high == low + 1:
        if high == 1:
            return f"Nobody {does} more than once."
        return f"Everybody {does} {_times_text(low).removesuffix(' times')} or {_times_text(high)}."
    most, fewest = ([number for number, times in counts.items() if times == wanted] for wanted in (high, low))
    return (
        f"{_players_text(most)} {_third_person(verb) if len(most) == 1 else verb} {rest} {_times_text(high)}, "
        f"{_players_text(fewest).lower()} {'' if low == 0 else 'only '}{_times_text(low)}."
    )


def _players_text(numbers: list[int]) -> str:
    if len(numbers) > MAX_NAMED:
        return f"{len(numbers)} players"
    return f"Player{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


def _third_person(verb: str) -> str:
    """Return the verb for one player: "meets", "opposes each other"."""
    first, space, rest = verb.partition(" ")
    return f"{first}s{space}{rest}"


def _times_text(number: int) -> str:
    return _TIMES[number] if number < len(_TIMES) else f"{number} times"

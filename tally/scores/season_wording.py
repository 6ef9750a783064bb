"""A season's rules and figures as people read them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from tally.rules.wording import counted
from tally.scores.point_labels import signed, total
from tally.scores.results import NightResult
from tally.scores.seasons import Adding, SeasonRules, SeasonStanding, TieBreak, Worth

DECIMALS = 2  # of a figure that is no whole number
TIE_BREAKS = {
    TieBreak.HEAD_TO_HEAD: "head to head",
    TieBreak.BEST_NIGHT: "the best night",
    TieBreak.LONERS: "most loners",
    TieBreak.FEWER_NIGHTS: "fewer nights",
}


def figure(value: Fraction, decimals: int = DECIMALS) -> str:
    """A figure with so many decimals, halves rounded away from zero: 12.33, −0.50."""
    scaled = abs(value) * 10**decimals
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    digits = str(whole).rjust(decimals + 1, "0")
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"−{text}" if value < 0 and whole else text


def decimals_for(values: Iterable[Fraction]) -> int:
    """The decimals of a column: none where all are whole numbers."""
    return 0 if all(value.denominator == 1 for value in values) else DECIMALS


def rule_sentences(rules: SeasonRules, nights: int) -> list[str]:
    """What a season counts, in plain words; `nights` is how many there are so far."""
    return [
        _worth_sentence(rules),
        {
            Adding.SUM: "All nights are added up.",
            Adding.AVERAGE: "The average of a night decides, so that nobody has to come every time.",
            Adding.BEST: _best_sentence(rules.best, nights),
        }[rules.adding],
        *([f"A place needs {counted(rules.least_nights, 'night')}."] if rules.least_nights > 1 else []),
        *([] if rules.with_guests else ["Guests do not count, and are in nobody’s way."]),
        _tie_sentence(rules.tie_breaks),
    ]


def _best_sentence(best: int, nights: int) -> str:
    """How many nights are added up; of how many, where there are more already."""
    of_all = f" of {nights} so far" if nights > best else ""
    are = "is what counts" if best == 1 else "are added up"
    return f"Each player’s best {counted(best, 'night')}{of_all} {are}."


def _worth_sentence(rules: SeasonRules) -> str:
    if rules.worth is Worth.PLACES:
        table = ", ".join(map(total, rules.place_points))
        return f"A night brings points for the place in it: {table}. Ties share what their places bring."
    a_game = " a game" if rules.per_game else ""
    if rules.worth is Worth.FIELD:
        average = "everybody’s average" if rules.with_guests else "the average of everybody but guests"
        return f"A night counts as the points{a_game} above or below {average} that night."
    if rules.per_game:
        return "A night counts as points a game: those made in games that one played, divided by these games."
    return "A night counts as its points."


def _tie_sentence(tie_breaks: Sequence[TieBreak]) -> str:
    if not tie_breaks:
        return "Ties share a place."
    return f"Ties are broken by {', then '.join(TIE_BREAKS[one] for one in tie_breaks)}; else they share a place."


def difference_sentences(results: Collection[NightResult], rules: SeasonRules, variants: Collection[str]) -> list[str]:
    """That nights differ in games or in what was played, or had substitutes, and what the season makes of it.

    :param variants: the names of the games that were played.
    """
    games = sorted({result.games for result in results})
    said = []
    if len(games) > 1:
        said.append(f"The nights had {games[0]} to {games[-1]} games. {_length_sentence(rules)}")
    if len(variants) > 1:
        said.append(f"Not every night was the same game: {', '.join(sorted(variants))}.")
    if shared := sum(result.has_substitutes for result in results):
        place = ", and the place that these bring" if rules.worth is Worth.PLACES else ""
        said.append(f"On {counted(shared, 'night')} a substitute took over: each player counts their own games{place}.")
    return said


def _length_sentence(rules: SeasonRules) -> str:
    """What the season makes of longer nights."""
    if rules.worth is Worth.PLACES:
        return "Places bring the same on each."
    return (
        "Points count a game, so each night weighs the same." if rules.per_game else "Longer nights bring more points."
    )


def tie_break_text(standing: SeasonStanding) -> str:
    """What decided among equals: "head to head: +7"; empty where nothing had to."""
    if standing.tie_break is None:
        return ""
    tie_break, value = standing.tie_break
    match tie_break:
        case TieBreak.HEAD_TO_HEAD:
            shown = signed(int(value))
        case TieBreak.FEWER_NIGHTS:
            shown = counted(int(-value), "night")
        case _:
            shown = figure(value, decimals_for([value]))
    return f"{TIE_BREAKS[tie_break]}: {shown}"

"""A night's rows → its result by regular: the one way in which everything across nights reads a night.

It goes by who an entry belongs to, never by a name. A ghost is nobody. Where a substitute took over a number, the
points are the substitute's, and the one who went has no result; where one person played under two numbers, the points
are those of the number they ended with.
"""

from __future__ import annotations

from collections.abc import Iterable

from tally.loading.many_nights import EntryRow, NightPlay, play_of_nights
from tally.loading.night_totals import totals_results
from tally.loading.result_cache import remember, remembered, states_of
from tally.scores.results import Meeting, NightResult, PlayerResult
from tally.scores.standings import Standing, rank
from tally.scores.tallies import Line, TableGame, Tally, fold_tallies
from tournament.models import Club, Night
from tournament.movements.seats import Seat, Side


def night_result(night: Night) -> NightResult:
    """One night's result, "if it ended now" while it is played."""
    return _results([night])[0]


def club_results(club: Club, nights: Iterable[Night] | None = None) -> list[NightResult]:
    """The results of these nights of a club, or of all, by date: in the same number of queries for few and many.

    A single table and a night in which nothing counts yet have no result.
    """
    chosen = club.nights.all() if nights is None else nights
    own = [night for night in chosen if night.club_id == club.pk and not night.single_table]
    found = _results(night for night in own if night.status != Night.Status.SIGN_UP)
    return sorted((result for result in found if result.games), key=lambda result: (result.date, result.night))


def _results(nights: Iterable[Night]) -> list[NightResult]:
    """Each night's result: those entered as totals, then those that were played, in their order.

    Those of closed nights are as they are remembered, if they are.
    """
    chosen = list(nights)
    entered = totals_results(night for night in chosen if night.totals_only)
    played = [night for night in chosen if not night.totals_only]
    states = states_of(played)
    known = remembered(states)
    fresh = {play.night.pk: _result(play) for play in play_of_nights(n for n in played if n.pk not in known)}
    remember(states, fresh)
    return entered + [known.get(night.pk) or fresh[night.pk] for night in played]


def _result(play: NightPlay) -> NightResult:
    night = play.night
    people = {number: entry for number, entry in play.entries.items() if not entry.is_ghost}
    tallies = {number: tally for number, tally in fold_tallies(play.games, play.sit_outs).items() if number in people}
    counts_loners = night.count_loners or any(tally.loners for tally in tallies.values())
    playing = [people[number] for number in tallies]
    ranked = [row for row in rank(tallies.values()) if _ended_with(people[row.number], playing)]
    return NightResult(
        night=night.pk,
        slug=night.slug,
        name=night.name,
        date=night.date,
        variant=night.variant,
        games=play.begun,
        status=night.status,
        players=tuple(_player(row, tallies[row.number], people[row.number], counts_loners) for row in ranked),
        meetings=tuple(_meeting(game, people) for game in play.games if game.played),
    )


def _ended_with(entry: EntryRow, playing: Iterable[EntryRow]) -> bool:
    """Whether a player ended the night with this number: not one they left while they played on under another."""
    own = [other for other in playing if other.player == entry.player]
    return max(own, key=lambda other: (not other.left, other.number)) is entry


def _player(row: Standing, tally: Tally, entry: EntryRow, counts_loners: bool) -> PlayerResult:
    account = [one for one in tally.account if (one.ours if isinstance(one, Line) else one.credit) is not None]
    return PlayerResult(
        player=entry.player,
        points=row.total,
        games=tally.took_part,
        place=row.place,
        shared=row.shared,
        loners=tally.loners if counts_loners else None,
        left=entry.left,
        game_points=tuple((one.ours if isinstance(one, Line) else one.credit) or 0 for one in account),
        sat_out=tally.took_part - tally.played,
        number=row.number,
    )


def _meeting(game: TableGame, people: dict[int, EntryRow]) -> Meeting:
    def at(*seats: Seat) -> tuple[int | None, int | None]:
        one, other = (people[number].player if (number := game.seats[seat]) in people else None for seat in seats)
        return one, other

    return Meeting(
        game.round, game.table, at(*Side.NS.seats), at(*Side.EW.seats), game.total(Side.NS), game.total(Side.EW)
    )

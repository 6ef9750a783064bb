"""A night's rows → its result by regular: the one way in which everything across nights reads a night.

It goes by who an entry belongs to, never by a name. A ghost is nobody; whoever had a number without a name has a place
in the night and is nobody across nights. Where a substitute took over a number, each person has the games that they
played (`tally.scores.own_games`); where it is not known which those are, all are the substitute's. One person who
played under two numbers has one result.
"""

from __future__ import annotations

from collections.abc import Iterable

from tally.loading.many_nights import NightPlay, play_of_nights
from tally.loading.new_result import new_result
from tally.loading.night_totals import totals_results
from tally.loading.result_cache import remember, remembered, states_of
from tally.scores.own_games import NumberHolders, player_results
from tally.scores.results import Meeting, NightResult
from tally.scores.standings import rank
from tally.scores.tallies import TableGame, fold_tallies
from tournament.models import Club, Night
from tournament.movements.seats import Seat, Side


def night_result(night: Night) -> NightResult:
    """One night's result, "if it ended now" while it is played."""
    return _results([night])[0]


def club_results(club: Club, nights: Iterable[Night] | None = None, *, shown_only: bool = False) -> list[NightResult]:
    """The results of these nights of a club, or of all, by date: in the same number of queries for few and many.

    A single table and a night in which nothing counts yet have no result. With `shown_only`, nor has a night whose
    end not everybody has seen.
    """
    chosen = club.nights.all() if nights is None else nights
    own = [night for night in chosen if night.club_id == club.pk and not night.single_table]
    started = [night for night in own if night.status != Night.Status.SIGN_UP]
    found = _results(night for night in started if night.results_shown or not shown_only)
    return sorted((result for result in found if result.games), key=lambda result: (result.date, result.night))


def _results(nights: Iterable[Night]) -> list[NightResult]:
    """Each night's result: those entered as totals, then those that were played, in their order.

    Those of closed nights are as they are remembered, if they are.
    """
    chosen = list(nights)
    entered = totals_results(night for night in chosen if night.totals_only)
    played = [night for night in chosen if not night.totals_only]
    states = states_of(played)
    known = remembered(played, states)
    fresh = {play.night.pk: _result(play) for play in play_of_nights(n for n in played if n.pk not in known)}
    remember(played, states, fresh)
    return entered + [known.get(night.pk) or fresh[night.pk] for night in played]


def _result(play: NightPlay) -> NightResult:
    night = play.night
    people = {number: holders for number, holders in play.holders.items() if not holders.is_ghost}
    tallies = {number: tally for number, tally in fold_tallies(play.games, play.sit_outs).items() if number in people}
    counts_loners = night.count_loners or any(tally.loners for tally in tallies.values())
    return new_result(
        night,
        games=play.games_started,
        players=player_results(rank(tallies.values()), tallies, people, counts_loners=counts_loners),
        meetings=tuple(_meeting(game, people) for game in play.games if game.played),
    )


def _meeting(game: TableGame, people: dict[int, NumberHolders]) -> Meeting:
    def at(*seats: Seat) -> tuple[int | None, int | None]:
        numbers = [game.seats[seat] for seat in seats]
        one, other = (_person(people[number], game.round) if number in people else None for number in numbers)
        return one, other

    return Meeting(
        game.round, game.table, at(*Side.NS.seats), at(*Side.EW.seats), game.total(Side.NS), game.total(Side.EW)
    )


def _person(holders: NumberHolders, game: int) -> int | None:
    """Who played a game under a number; None for somebody who gave no name."""
    player = holders.player_of(game)
    return None if player in holders.nameless else player

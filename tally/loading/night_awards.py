"""A night's awards, from its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tally.loading.games import LoadedGame
from tally.loading.hands import SIDE_OF_LETTER
from tally.scores.called_hands import CalledHand
from tally.scores.night_awards import AwardKind, NightAward, NightRecords, night_awards
from tally.scores.tallies import Tally
from tournament.models import EarlierPlayer, Night
from tournament.planning.rounds import follows_winners


def all_awards(night: Night, games: Sequence[LoadedGame], tallies: Mapping[int, Tally]) -> tuple[NightAward, ...]:
    """Every award of the night, also those that the organizer does not show."""
    return night_awards(_records(night, games, tallies))


def shown_awards(night: Night, games: Sequence[LoadedGame], tallies: Mapping[int, Tally]) -> tuple[NightAward, ...]:
    """The awards that are shown to everybody at the end."""
    return tuple(award for award in all_awards(night, games, tallies) if award.kind not in awards_off(night))


def awards_off(night: Night) -> frozenset[AwardKind]:
    """The awards that the organizer does not show."""
    return frozenset(kind for kind in AwardKind if kind in night.awards_off)


def _records(night: Night, games: Sequence[LoadedGame], tallies: Mapping[int, Tally]) -> NightRecords:
    several = EarlierPlayer.objects.filter(entry__night=night).values_list("entry__number", flat=True)
    gone = night.entries.gone().values_list("number", flat=True)
    return NightRecords(
        tallies=tallies,
        finished=[game.play for game in games if game.play.played and game.progress.players_are_free],
        called=_called(games),
        left=frozenset(number or 0 for number in gone),
        several=frozenset(number or 0 for number in several),
        winners_move=follows_winners(night),
    )


def _called(games: Sequence[LoadedGame]) -> dict[int, list[CalledHand]]:
    """The hands that were called at each player's tables, by number; not of players with a total from paper."""
    found: defaultdict[int, list[CalledHand]] = defaultdict(list)
    on_paper: set[int] = set()
    for game in games:
        if game.by_paper:
            on_paper.update(game.play.seats.values())
        for hand in game.hands:
            maker = SIDE_OF_LETTER.get(str(hand.record.maker_side))
            if maker is None:
                continue
            for seat, number in game.play.seats.items():
                found[number].append(
                    CalledHand(
                        night=game.night.pk,
                        game=game.row.pk,
                        round=game.number,
                        table=game.play.table,
                        number=hand.number,
                        ours=maker is seat.side,
                        made=hand.made,
                    )
                )
    return {number: hands for number, hands in found.items() if number not in on_paper}

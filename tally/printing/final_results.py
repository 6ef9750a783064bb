"""Sheets of what was scored: filled cards and standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from django.contrib.humanize.templatetags.humanize import ordinal

from tally.loading.awards import AwardText, given_texts, marked_prizes, night_standings
from tally.loading.night_awards import shown_awards
from tally.paper.document import Drawing
from tally.paper.keepsakes import Keepsake, KeptGame, draw_keepsakes
from tally.paper.measures import BETWEEN
from tally.paper.standings import StandingRow, draw_standings
from tally.paper.standings_foot import PrintedAward
from tally.paper.standings_prizes import PrizeRow
from tally.paper.tally_cards import Card, CardRow, draw_tally_cards
from tally.printing.cards import card_back, row_without_seat
from tally.printing.tonight import NOT_STARTED, Tonight, started
from tally.rules.wording import counted
from tally.scores.award_wording import award_rows, without_prizes
from tally.scores.best_partner import BestPartner, best_partners
from tally.scores.point_labels import against
from tally.scores.standings import Standing
from tally.scores.tallies import Line, SitOutLine, Tally, credit_given
from tournament.models import Night
from tournament.people.errors import Refused
from tournament.people.names import listed

MOST_PARTNERS = 3  # of the night, where several are equal


def filled_cards(tonight: Tonight) -> Drawing:
    """Everybody's card with what was scored so far, for the wall or to take home. Carries no keys."""
    return partial(draw_tally_cards, heading=tonight.heading, cards=_filled(tonight), back=card_back(tonight))


def _filled(tonight: Tonight) -> list[Card]:
    counts_loners = tonight.night.count_loners or any(tally.loners for tally in tonight.tallies.values())
    return [
        Card(
            number=number,
            name="" if entry.is_nameless else tonight.result_names[number],
            code="",
            address="",
            total=tally.total,
            rows=tuple(_filled_row(one, tonight.ghost) for one in tally.account),
            loners=tally.loners if counts_loners else None,
        )
        for entry in tonight.wanted
        for number in [entry.number or 0]
        if (tally := tonight.tallies.get(number))
    ]


def has_played(tonight: Tonight) -> None:
    """Check that somebody has played a game.

    :raises Refused: before that.
    """
    started(tonight)
    if not any(tally.has_played for tally in tonight.tallies.values()):
        raise Refused("Nothing is scored yet; keepsakes are for the end of the night.")


def keepsakes(tonight: Tonight) -> Drawing:
    """A card to keep for everybody who played: the place or the points, each game's partner, the partner of the night.

    :raises Refused: for a player without a game.
    """
    ranked = {row.number: row for row in night_standings(tonight.night, tonight.tallies)}
    names = {entry.number or 0: "ghost" if entry.is_ghost else entry.short_names for entry in tonight.entries}
    so_far = "" if _is_complete(tonight) else " so far"
    made = []
    for entry in tonight.wanted:
        number = entry.number or 0
        tally = tonight.tallies.get(number)
        if not tally or not tally.has_played:
            continue
        best, also = _best(ranked[number], tally, len(ranked), so_far)
        partners = [one for one in best_partners(tally, (tonight.ghost,)) if one.points > 0]
        if len(partners) > MOST_PARTNERS:
            partners = []
        if tally.loners:
            also = BETWEEN.join(filter(None, (also, counted(tally.loners, "loner"))))
        made.append(
            Keepsake(
                number,
                tonight.names_to_frame[number],
                best,
                also,
                games=tuple(_kept_games(tally, names)),
                partners=listed([tonight.winner_names[one.number] for one in partners]),
                together=_together(partners) if partners else "",
                partners_are=f"Partner{'s' * (len(partners) > 1)} of the night",
            )
        )
    if not made:
        raise Refused(f"Number {tonight.job.only} has not played a game.")
    return partial(draw_keepsakes, heading=tonight.heading, keepsakes=made)


def _is_complete(tonight: Tonight) -> bool:
    """Whether no game is missing: the night is closed, or something counts at every table of all its games."""
    if tonight.night.status == Night.Status.CLOSED:
        return True
    return len(tonight.rounds) == tonight.length and all(game.play.played for game in tonight.scored)


def _best(standing: Standing, tally: Tally, players: int, so_far: str) -> tuple[str, str]:
    """What is bold below the name of a keepsake, and what is said below that.

    In the upper half it is the place, "2nd of 12"; else the points, and without any the games that were played.
    """
    points = counted(tally.total, "point")
    if tally.total > 0 and standing.place * 2 <= players:
        return f"{'Tied for ' * standing.shared}{ordinal(standing.place)} of {players}", f"{points}{so_far}"
    if tally.total > 0:
        return points, so_far.strip()
    partners = len({line.partner for line in tally.lines if line.ours is not None})
    return counted(tally.played, "game"), f"with {counted(partners, 'partner')}{so_far}"


def _kept_games(tally: Tally, names: Mapping[int, str]) -> Iterator[KeptGame]:
    """Yield the games that were played or sat out."""
    for one in tally.account:
        if isinstance(one, SitOutLine):
            if one.credit is not None:
                yield KeptGame(one.game, one.text)
        elif one.ours is not None and one.theirs is not None:
            yield KeptGame(one.game, names.get(one.partner, ""), against(one.ours, one.theirs))


def _together(best: Sequence[BestPartner]) -> str:
    """What was made with the partners of the night: "9 points together in game 4"; games are named for one partner."""
    points = counted(best[0].points, "point")
    if len(best) > 1:
        return f"{points} together with each"
    games = best[0].games
    return f"{points} together in game{'s' * (len(games) > 1)} {listed(games)}"


def _filled_row(one: Line | SitOutLine, ghost: int | None) -> CardRow:
    if isinstance(one, SitOutLine):
        started = one.credit is not None
        return replace(row_without_seat(one.game, one.text), total=one.running if started else None)
    return CardRow(
        game=one.game,
        table=one.table,
        partner=one.partner,
        opponents=one.opponents,
        us=one.ours,
        them=one.theirs,
        total=None if one.ours is None else one.running,
        signed=one.signed,
        ghost=one.partner == ghost,
    )


def standings(tonight: Tonight, *, with_games: bool = False) -> Drawing:
    """The final standings; games that nobody agreed to are listed at the foot.

    :param with_games: whether every game stands there, also where that takes more than two pages.
    :raises Refused: when the night went back to sign-up a moment ago.
    """
    if not tonight.scored:
        raise Refused(NOT_STARTED)
    tallies, last = tonight.tallies, max(game.number for game in tonight.scored)
    ranked = night_standings(tonight.night, tallies)
    rows = [
        StandingRow(
            place=row.place_text,
            number=row.number,
            name=tonight.result_names[row.number],
            total=row.total,
            too_few_games=row.too_few_games,
            games=_points(tallies[row.number], last),
        )
        for row in ranked
    ]
    open_at: dict[int, list[int]] = {}
    for game in tonight.scored:
        if game.play.played and not game.play.signed:
            open_at.setdefault(game.number, []).append(game.play.table)
    notes = [
        f"Game {number}, table{'s' * (len(tables) > 1)} {listed(tables)}: not confirmed by both sides."
        for number, tables in open_at.items()
    ]
    if too_few := [tonight.result_names[row.number] for row in ranked if row.too_few_games]:
        notes.insert(0, f"Too few games for a prize: {listed(too_few)}.")
    if credit := credit_given(tallies.values()):
        notes.insert(0, f"Each game that somebody sat out counts {counted(credit, 'point')}.")
    closed = tonight.night.status == Night.Status.CLOSED
    prizes = given_texts(tonight.night, tallies, tonight.result_names) if closed else []
    return partial(
        draw_standings,
        heading=tonight.heading,
        rows=rows,
        notes=notes,
        final=closed,
        prizes=[_prize(won) for won in prizes],
        awards=_awards(tonight, [won.title for won in prizes]) if closed else (),
        with_games=with_games,
        marked=marked_prizes(tonight.night),
    )


def _prize(won: AwardText) -> PrizeRow:
    return PrizeRow(
        prize=": ".join(filter(None, (won.title, won.what))),
        winners=listed(won.winners),
        won_with=", ".join(filter(None, (won.won_with, won.each))),
    )


def _awards(tonight: Tonight, prizes: Iterable[str]) -> list[PrintedAward]:
    """The awards that the organizer shows and that no prize was won for, with whole names and the proof."""
    night = tonight.night
    awards = award_rows(shown_awards(night, tonight.scored, tonight.tallies), tonight.winner_names, night.variant)
    return [
        PrintedAward(award.title, tuple(f"{holder.who}, {holder.proof}" for holder in award.holders))
        for award in without_prizes(awards, prizes)
    ]


def _points(tally: Tally, games: int) -> tuple[int | None, ...]:
    """A player's points from game 1, 2, 3 …, credits for sit-outs included; None where there are none."""
    points = {line.game: line.ours for line in tally.lines} | {out.game: out.credit or None for out in tally.sit_outs}
    return tuple(points.get(game) for game in range(1, games + 1))

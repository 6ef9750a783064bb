"""Rows in, pure values out: the bridge between the database and what is computed from a night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q

from tally.loading.rows import UNSIGNED_BEFORE, GameRows, rows_now, rows_of, rows_of_player, rows_when_asked
from tally.models import Dispute, Hand, PaperTotal, Signature
from tally.rules import VARIANTS, Record, read_record, result_buttons, score, sit_out_points
from tally.scores.progress import Progress
from tally.scores.tallies import HandPoints, PaperCount, SatOut, TableGame, Tally, fold_tallies
from tournament.models import Entry, Game, Night, SitOut
from tournament.movements.seats import Seat, Side
from tournament.people.names import listed
from tournament.planning.rounds import decides_seats

MAKERS = {"A": Side.NS, "B": Side.EW}


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The current version of a hand: the row's id, its record and points, and who recorded it when."""

    id: int
    record: Record
    data: dict[str, Any]
    scored: HandPoints
    by: Entry | None
    at: datetime
    key: str

    @property
    def number(self) -> int:
        """1 is the game's first hand."""
        return self.scored.number

    def matches(self, record: dict[str, Any], alone_by: Entry | None) -> bool:
        """Whether the hand has this record, with the same player alone."""
        return self.data == record and self.scored.loner == (alone_by.number if alone_by else None)


@dataclass(frozen=True)
class LoadedGame:
    """One table in one round with everything recorded there."""

    rows: GameRows
    night: Night

    @property
    def row(self) -> Game:
        """The game's own row."""
        return self.rows.game

    @cached_property
    def players(self) -> Mapping[Seat, Entry]:
        """Who sits here, in dealing order."""
        return {seat: place.entry for seat in Seat for place in self.rows.places if place.seat == seat}

    @cached_property
    def hands(self) -> tuple[PlayedHand, ...]:
        """What counts now, by number."""
        return tuple(_load_hand(hand, self.night) for hand in self.rows.hands)

    @cached_property
    def recorded(self) -> frozenset[int]:
        """The numbers of the hands that count."""
        return frozenset(hand.number for hand in self.rows.counted)

    @property
    def newest(self) -> int:
        """The newest hand row, 0 when there is none."""
        return self.rows.versions[-1].pk if self.rows.versions else 0

    @cached_property
    def signatures(self) -> Mapping[Side, Signature]:
        """Each side's answer to the total as it is now."""
        current = [s for s in self.rows.signatures if s.upto == self.newest]
        return {Side(s.side): s for s in current if not self.paper or s.at >= self.paper.at}

    @property
    def rung_at(self) -> datetime | None:
        """When the bell rang for this table."""
        return self.rows.rung_at

    @property
    def paper(self) -> PaperTotal | None:
        """The newest version of its total from paper, which counts unless it was taken back."""
        return self.rows.paper_totals[-1] if self.rows.paper_totals else None

    @cached_property
    def dispute(self) -> Dispute | None:
        """What a phone says of a hand against the hand."""
        return next((dispute for dispute in self.rows.disputes if dispute.settled_at is None), None)

    @property
    def deals(self) -> int | None:
        """The hands of a game at this table; None: as many as there is time for until the bell."""
        return self.night.deals_at(self.row.table)

    @cached_property
    def by_paper(self) -> PaperCount | None:
        """What the total from paper counts in place of the hands."""
        return _paper_count(self.paper, self.night)

    @cached_property
    def play(self) -> TableGame:
        """The game as it counts."""
        return TableGame(
            round=self.row.round.number,
            table=self.row.table,
            hands=tuple(hand.scored for hand in self.hands),
            seats={seat: entry.number or 0 for seat, entry in self.players.items()},
            signed=self.row.signed_at is not None,
            paper=self.by_paper,
        )

    @cached_property
    def progress(self) -> Progress:
        """How far the table is."""
        rung_at = self.rung_at
        return Progress(
            hands=len(self.hands),
            deals=self.deals,
            signed=self.play.signed,
            rung=rung_at is not None,
            hand_since_bell=rung_at is not None and any(at > rung_at for at in self.rows.recorded_at),
            disputed=self.dispute is not None or any(not s.agrees for s in self.signatures.values()),
            paper=self.by_paper is not None,
            settled=bool(self.row.tie_to),
            undecided=rung_at is not None and not self.play.played and decides_seats(self.night, self.number),
        )

    @cached_property
    def confirmed_by_both(self) -> frozenset[int]:
        """The hands for which phones of both sides gave the same result."""
        return _confirmed_by_both(
            self.hands, self.rows.disputes, {entry.pk: seat.side for seat, entry in self.players.items()}
        )

    @property
    def number(self) -> int:
        """The round's number: "Game 3"."""
        return self.row.round.number

    @property
    def rings_at(self) -> datetime | None:
        """When a clock will ring for this table; None: it has, or no clock runs."""
        return None if self.rung_at else self.row.extra_until or self.row.round.rings_at

    @property
    def totals(self) -> dict[Side, int]:
        """Points of both sides."""
        return {side: self.play.total(side) for side in Side}

    def seat_of(self, entry: Entry) -> Seat:
        """Where somebody sits here."""
        return next(seat for seat, player in self.players.items() if player.pk == entry.pk)

    def hand(self, number: int) -> PlayedHand | None:
        """The current version of hand `number`, if it is recorded."""
        return next((hand for hand in self.hands if hand.number == number), None) if number in self.recorded else None

    @property
    def next_hand(self) -> int | None:
        """The first hand that is not recorded; None when all are, or a total from paper counts."""
        if self.by_paper:
            return None
        first = min({*range(1, len(self.recorded) + 2)} - self.recorded)
        return first if self.deals is None or first <= self.deals else None


def night_games(night: Night, which: Q | None = None) -> list[LoadedGame]:
    """The night's games (or those that `which` selects), by round and table, each with its hands. Seven queries."""
    return [_loaded(rows, night) for rows in rows_of(night, which)]


def load_game(game: Game, night: Night) -> LoadedGame:
    """One game, read now."""
    return _loaded(rows_now(game), night)


def load_locked(game: Game, night: Night) -> LoadedGame:
    """One game whose row was just locked and read; the rest is read when it is needed."""
    return _loaded(rows_when_asked(game), night)


def players_games(night: Night, entry: Entry) -> list[LoadedGame]:
    """The games of one player, in order of play."""
    return [_loaded(rows, night) for rows in rows_of_player(entry)]


def _loaded(rows: GameRows, night: Night) -> LoadedGame:
    rows.game.round.night = night
    return LoadedGame(rows, night)


def current_game(games: list[LoadedGame]) -> LoadedGame | None:
    """The game that a player or a table is at: the first that is not signed, unless a later one has begun.

    None when all are signed.
    """
    begun = max((g.number for g in games if g.play.played), default=0)
    unsigned = [g for g in games if not g.play.signed]
    return next((g for g in unsigned if g.number >= begun), unsigned[-1] if unsigned else None)


def _paper_count(total: PaperTotal | None, night: Night) -> PaperCount | None:
    """What a total from paper counts; None where there is none, or it was taken back."""
    if total is None or total.ns is None or total.ew is None:
        return None
    loners = {int(number): count for number, count in total.loners.items()}
    return PaperCount({Side.NS: total.ns, Side.EW: total.ew}, loners, lone_extra(night) if loners else 0)


def lone_extra(night: Night) -> int:
    """What a player who made a hand alone counts beyond the partner's points, by a house rule; mostly 0."""
    return max(
        (
            choice.score.lone_player - choice.score.makers
            for choice in result_buttons(VARIANTS[night.variant], night.house_rules)
            if choice.score.lone_player is not None
        ),
        default=0,
    )


def _confirmed_by_both(
    hands: Sequence[PlayedHand], disputes: Iterable[Dispute], sides: Mapping[int, Side]
) -> frozenset[int]:
    """The hands for which a phone of either side gave the result that counts."""
    found = set()
    for hand in hands:
        same = [
            dispute.entry
            for dispute in disputes
            if dispute.number == hand.number
            and hand.matches(dispute.record, dispute.alone_by)
            and (dispute.at >= hand.at or dispute.key == hand.key)
        ]
        if {sides.get(entry.pk) for entry in (hand.by, *same) if entry} >= set(Side):
            found.add(hand.number)
    return frozenset(found)


def _load_hand(row: Hand, night: Night) -> PlayedHand:
    record = read_record(row.record)
    points = score(record, night.house_rules)
    maker = MAKERS.get(str(record.maker_side), Side.NS)
    scored = HandPoints(
        number=row.number,
        loner=row.alone_by.number if row.alone_by else None,
        points={maker: points.makers, maker.other: points.defenders},
        lone_points=points.lone_player,
    )
    return PlayedHand(
        id=row.pk, record=record, data=row.record or {}, scored=scored, by=row.entry, at=row.at, key=row.key
    )


def night_tallies(night: Night, games: Sequence[LoadedGame]) -> dict[int, Tally]:
    """Everybody's tally by number, from the night's games and sit-outs; a ghost has none."""
    ghosts = {entry.number for game in games for entry in game.players.values() if entry.is_ghost}
    tallies = fold_tallies((game.play for game in games), sit_outs(night))
    return {number: tally for number, tally in tallies.items() if number not in ghosts}


def players_tally(night: Night, entry: Entry, games: Sequence[LoadedGame]) -> Tally | None:
    """One player's tally from their own games; None before the first seat is known."""
    return fold_tallies((game.play for game in games), sit_outs(night, Q(entry=entry))).get(entry.number or 0)


def sit_outs(night: Night, which: Q | None = None) -> list[SatOut]:
    """The night's sit-outs (or those that `which` selects), with tonight's credit once a hand of the round counts."""
    rests = list(
        SitOut.objects.filter(which or Q(), round__night=night).values_list("round", "round__number", "entry__number")
    )
    if not rests:
        return []
    newer = Hand.objects.filter(game=OuterRef("game"), number=OuterRef("number"), pk__gt=OuterRef("pk"))
    hands = Hand.objects.filter(~Exists(newer), game=OuterRef("pk"), record__isnull=False)
    later = PaperTotal.objects.filter(game=OuterRef("game"), version__gt=OuterRef("version"))
    totals = PaperTotal.objects.filter(~Exists(later), game=OuterRef("pk"), ns__isnull=False)
    counts = Q(signed_at__isnull=False) | Exists(hands) | Exists(totals)
    begun = set(Game.objects.filter(counts, round__in={row for row, _, _ in rests}).values_list("round", flat=True))
    credit = sit_out_points(VARIANTS[night.variant], night.house_rules)
    return [SatOut(number, player or 0, credit if row in begun else None) for row, number, player in rests]


def waiting_for(night: Night, game: Game) -> list[LoadedGame]:
    """Earlier games that still hold one of this game's players back: hands to play, not signed, no bell yet."""
    return [other for other in unsigned_before(night, game) if not other.progress.players_are_free]


def unsigned_before(night: Night, game: Game) -> list[LoadedGame]:
    """Earlier games of one of this game's players that are not signed."""
    earlier = {pk for (pk,) in UNSIGNED_BEFORE.rows(game.pk, night.pk, game.round.number)}
    return night_games(night, Q(pk__in=earlier)) if earlier else []


def still_playing(game: LoadedGame, held_by: Sequence[LoadedGame]) -> str:
    """Who of a game's four is still held where, by name: "Table 2 is still playing game 1 with Bob S."."""
    mine = {entry.pk for entry in game.players.values()}
    return "; ".join(
        f"{'Table' if first else 'table'} {other.play.table} is still playing game {other.number} with "
        + listed(entry.short_name for entry in other.players.values() if entry.pk in mine)
        for first, other in ((other is held_by[0], other) for other in held_by)
    )

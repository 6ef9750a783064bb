"""Games of tables with everything recorded there: rows in, pure values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property  # takes no lock

from tally.loading.hands import PlayedHand, confirmed_by_both, load_hand
from tally.loading.paper_counts import paper_count
from tally.loading.rows import GameRows, rows_now, rows_of, rows_of_player, rows_on_demand
from tally.models import Dispute, Hand, PaperTotal, Signature
from tally.scores.progress import Progress
from tally.scores.tallies import PaperCount, TableGame
from tournament.models import Entry, Game, Night, Phone
from tournament.movements.seats import Seat, Side
from tournament.night.round_clocks import NO_CLOCK, ClockState, clock_state
from tournament.planning.rounds import decides_seats


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
        return tuple(load_hand(hand, self.night) for hand in self.rows.hands)

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
        return {Side(s.side): s for s in self._answers}

    @cached_property
    def objecting(self) -> frozenset[Side]:
        """The sides whose own player's phone says that the total is wrong, so that the other side cannot confirm it."""
        own: dict[Side, Signature] = {}
        for answer in self._answers:
            side = Side(answer.side)
            if answer.entry_id in (None, *(self.players[seat].pk for seat in side.seats)):
                own[side] = answer
        return frozenset(side for side, answer in own.items() if not answer.agrees and answer.entry_id)

    @property
    def confirmed_by_organizer(self) -> bool:
        """Whether the organizer confirmed the total for a side, or for both."""
        return self.play.signed and any(answer.entry_id is None for answer in self.signatures.values())

    @property
    def _answers(self) -> list[Signature]:
        """All answers to the total as it is now, oldest first."""
        current = [s for s in self.rows.signatures if s.seen_hand == self.newest]
        return [s for s in current if not self.paper or s.at >= self.paper.at]

    @property
    def rung_at(self) -> datetime | None:
        """When the bell rang for this table."""
        return self.rows.rung_at

    @property
    def paper(self) -> PaperTotal | None:
        """The newest version of its total from paper, which counts unless it was taken back."""
        return self.rows.paper_totals[-1] if self.rows.paper_totals else None

    @property
    def written_last(self) -> Hand | PaperTotal | None:
        """The version of a hand or of its total from paper that was written last.

        While a total counts, that is the total, though the clock may have been set back: no hand is written then.
        """
        if self.by_paper:
            return self.paper
        written: list[Hand | PaperTotal] = [*self.rows.paper_totals[-1:], *self.rows.versions[-1:]]
        return max(written, key=lambda row: row.at, default=None)

    @cached_property
    def dispute(self) -> Dispute | None:
        """A phone's answer for a hand that differs from the recorded one, while nobody has settled it."""
        return next((dispute for dispute in self.rows.disputes if dispute.settled_at is None), None)

    @property
    def deals(self) -> int | None:
        """The hands of this game, and no fewer than were played; None: as many as there is time for until the bell."""
        deals = self.night.deals_at(self.row.table)
        return None if deals is None else max({deals, *self.recorded})

    @cached_property
    def by_paper(self) -> PaperCount | None:
        """What the total from paper counts in place of the hands."""
        return paper_count(self.paper, self.night)

    @property
    def signed(self) -> bool:
        """Whether both sides have agreed to its total."""
        return self.row.signed_at is not None

    @property
    def played(self) -> bool:
        """Whether something counts: a hand, or a total from paper. As `play.played`, without adding anything up."""
        return bool(self.recorded) or self.by_paper is not None

    @cached_property
    def play(self) -> TableGame:
        """The game as it counts."""
        return TableGame(
            round=self.row.round.number,
            table=self.row.table,
            hands=tuple(hand.scored for hand in self.hands),
            seats={seat: entry.number or 0 for seat, entry in self.players.items()},
            signed=self.signed,
            paper=self.by_paper,
        )

    @cached_property
    def progress(self) -> Progress:
        """How far the table is."""
        rung_at = self.rung_at
        return Progress(
            hands=len(self.recorded),
            deals=self.deals,
            signed=self.signed,
            rung=rung_at is not None,
            hand_since_bell=rung_at is not None and any(at > rung_at for at in self.rows.recorded_at),
            disputed=self.dispute is not None or any(not s.agrees for s in self.signatures.values()),
            paper=self.by_paper is not None,
            settled=bool(self.row.tie_to),
            confirmed=any(signature.agrees for signature in self.signatures.values()),
            undecided=rung_at is not None and not self.played and decides_seats(self.night, self.number),
        )

    @cached_property
    def confirmed_by_both(self) -> frozenset[int]:
        """The hands for which phones of both sides gave the same result."""
        return confirmed_by_both(
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
    def clock(self) -> ClockState:
        """What this table's clock shows now."""
        if self.rings_at is None and self.rung_at:
            return NO_CLOCK
        return clock_state(self.row.round, timezone.now(), table_until=self.row.extra_until)

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


def any_played(night: Night, games: Set[int]) -> bool:
    """Whether any of these games of a night, by their ids, has a hand, a total from paper, or an agreed score."""
    return any(game.played or game.signed for game in night_games(night, Q(pk__in=games)))


def load_game(game: Game, night: Night) -> LoadedGame:
    """One game, read now."""
    return _loaded(rows_now(game), night)


def load_locked(game: Game, night: Night) -> LoadedGame:
    """One game whose row was just locked and read; the rest is read when it is needed."""
    return _loaded(rows_on_demand(game), night)


def players_games(night: Night, entry: Entry) -> list[LoadedGame]:
    """The games of one player, in order of play."""
    return [_loaded(rows, night) for rows in rows_of_player(entry)]


def _loaded(rows: GameRows, night: Night) -> LoadedGame:
    rows.game.round.night = night
    return LoadedGame(rows, night)


def current_game(games: list[LoadedGame]) -> LoadedGame | None:
    """The game that a player or a table is at: the first that is not signed, unless a later one has started.

    None when all are signed.
    """
    started = max((g.number for g in games if g.played), default=0)
    unsigned = [g for g in games if not g.signed]
    return next((g for g in unsigned if g.number >= started), unsigned[-1] if unsigned else None)


def phones_at(games: Sequence[LoadedGame]) -> dict[int, int]:
    """How many players of each game have a phone, by the game's id. One query."""
    if not games:
        return {}
    with_phone = set(Phone.objects.active().filter(entry__night=games[0].night).values_list("entry_id", flat=True))
    return {game.row.pk: len(with_phone & {player.pk for player in game.players.values()}) for game in games}


def games_on_paper(games: Sequence[LoadedGame]) -> frozenset[int]:
    """The ids of those games of which no phone tells the score. One query.

    A phone that has only looked up its seat does not: it tells it once there is a hand of the game.
    """
    phones = phones_at(games)
    return frozenset(game.row.pk for game in games if not (game.hands and phones[game.row.pk]))

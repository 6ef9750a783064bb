"""The rows of a night of the sample club, written many at a time, with moments in the past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from django.db.models import Model
from django.utils import timezone

from tally.management.sample_club.evening import Change, Evening, TablePlayed
from tally.management.sample_club.hands import hand_record
from tally.models import Hand, PaperTotal, Signature
from tally.scores.point_labels import against
from tally.scores.prizes import Kind, Prize, PrizeList, as_data
from tournament.models import (
    Bell,
    Club,
    EarlierPlayer,
    Entry,
    Event,
    Game,
    LogEntry,
    Night,
    Phone,
    Place,
    Player,
    Round,
    SitOut,
)
from tournament.models.keys import new_key, new_token
from tournament.movements.seats import Side, players_by_seat
from tournament.night.player_names import mark_apart

STARTS, GAME, HAND = time(19, 0), timedelta(minutes=18), timedelta(seconds=100)
ON_PHONES = 0.7  # of the players
ORGANIZER = "The organizer"
PRIZES = PrizeList((Prize(Kind.HIGH, money="$30"), Prize(Kind.SECOND, money="$20"), Prize(Kind.LOW, money="$5"),
                    Prize(Kind.LONERS, money="$10")))  # fmt: skip
IN_ORDER: tuple[type[Model], ...] = (
    Night, Entry, EarlierPlayer, Phone, Round, Bell, Game, Place, SitOut, Hand, PaperTotal, Signature, LogEntry, Event,
)  # fmt: skip


@contextmanager
def own_moments(*models: type[Model]) -> Iterator[None]:
    """Let rows keep the moments that they were given, where a column would have the moment of writing."""
    columns = [field for model in models for field in model._meta.fields if getattr(field, "auto_now_add", False)]
    for column in columns:
        column.auto_now_add = False  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for column in columns:
            column.auto_now_add = True  # type: ignore[attr-defined]


class NightRows:
    """The rows of one night, made from what was played, and saved by kind."""

    def __init__(self, club: Club, players: Sequence[Player], evening: Evening, on: date, name: str) -> None:
        self.evening, self.players = evening, players
        self.chance = Random(f"{evening.seed} rows")
        self.start = timezone.make_aware(datetime.combine(on, STARTS))
        set_up = self.start - timedelta(minutes=50)
        style = evening.style
        self.night = Night(
            club=club, name=name, date=on, variant=style.variant, movement=style.movement, deals=style.deals,
            games=style.games, bell_by=style.bell_by, minutes=15, count_loners=True, seed=evening.seed,
            prizes=as_data(PRIZES), created_at=set_up, opened_at=self.start,
            status=Night.Status.PLAYING, chart_name="",
        )  # fmt: skip
        self.rows: dict[type[Model], list[Any]] = {model: [] for model in IN_ORDER}
        self.rows[Night].append(self.night)
        self._log(set_up, "set up a night", "desk")
        self.entries = {number: self._entry(number, at) for number, at in enumerate(evening.at_start, 1)}
        self._log(self.start, f"started the night with {len(self.entries)} players", "room desk")

    def play(self, *, open_at: int | None = None) -> None:
        """Make the rows of all games and close the night; with `open_at` it goes on in that game."""
        for number, (seating, tables) in enumerate(self.evening.rounds, 1):
            starts = self.start + (number - 1) * GAME
            for change in self.evening.changes:
                if change.after == number - 1:
                    self._change(change, starts - timedelta(minutes=1))
            if open_at and number > open_at and self.evening.style.follows_winners:
                return
            round_ = self._add(Round(night=self.night, number=number, posted_at=starts - timedelta(minutes=1)))
            for position, out in enumerate(seating.sitting_out, 1):
                self._add(SitOut(round=round_, entry=self.entries[out], position=position))
            if self.evening.style.bell_by != Night.BellBy.DEALS and not (open_at and number >= open_at):
                self._add(Bell(round=round_, rung_at=starts + GAME - timedelta(minutes=3), rung_by=ORGANIZER))
                self._log(starts + GAME - timedelta(minutes=3), f"rang the bell for game {number}", "bell board")
            for nth, played in enumerate(tables, 1):
                self._table(round_, nth, played, starts, open_at)
        if open_at is None:
            self._close()

    def save(self) -> None:
        """Write everything; call it in a transaction."""
        everybody = [entry for entry in self.rows[Entry] if entry.number]
        mark_apart(everybody)
        with own_moments(*IN_ORDER):
            for model in IN_ORDER:
                if model is Signature:
                    self._sign_newest()
                if model is Event:
                    self._address()
                model._default_manager.bulk_create(self.rows[model])

    def _add(self, row: Any) -> Any:
        self.rows[type(row)].append(row)
        return row

    def _entry(self, number: int, person: int, at: datetime | None = None) -> Entry:
        player = self.players[person]
        came = at or self.start - timedelta(seconds=self.chance.randint(60, 2400))
        entry: Entry = self._add(
            Entry(night=self.night, player=player, name=player.name, number=number, key=new_key(), arrived_at=came)
        )
        if at is None:
            self._log(came, f"signed up {entry.short_name}", "desk")
        self._phone(entry, came)
        return entry

    def _phone(self, entry: Entry, at: datetime) -> None:
        if self.chance.random() < ON_PHONES:
            self._add(Phone(entry=entry, token=new_token(), claimed_at=at))

    def _phone_of(self, entry: Entry) -> Phone | None:
        return next((p for p in reversed(self.rows[Phone]) if p.entry is entry and p.retired_at is None), None)

    def _change(self, change: Change, at: datetime) -> None:
        """Note that somebody comes late, leaves, or plays on for somebody else."""
        if change.kind == "late":
            entry = self.entries[change.number] = self._entry(change.number, change.person, at)
            self._log(at, f"added a late arrival: {entry}, who plays from the next game on", "room")
            return
        entry = self.entries[change.number]
        before = str(entry)
        if change.kind == "left":
            entry.left_at = at
            self._log(at, f"noted that {before} is leaving early", "room")
            return
        before_that = {"player": entry.player, "name": entry.name, "last_game": change.after}
        self._add(EarlierPlayer(entry=entry, until=at, **before_that))
        phone = self._phone_of(entry)
        if phone is not None:
            phone.retired_at = at
        entry.player = self.players[change.person]
        entry.name, entry.key = entry.player.name, new_key()
        self._phone(entry, at)
        self._log(at, f"put in a substitute: {entry.short_name} plays on for {before}", "room")

    def _table(self, round_: Round, number: int, played: TablePlayed, starts: datetime, open_at: int | None) -> None:
        """Make one table's game: its seats, and what was recorded and signed there."""
        game: Game = self._add(Game(round=round_, table=number))
        seats = {seat: self.entries[player] for seat, player in players_by_seat(played.table).items()}
        for seat, entry in seats.items():
            self._add(Place(game=game, seat=seat, entry=entry))
        if open_at and round_.number > open_at:
            return
        here = [entry for entry in seats.values() if self._phone_of(entry)]
        if open_at == round_.number:
            if here:
                self._hands(game, played, here, starts, len(played.hands) // 2)
            return
        by: list[Entry | None] = [None, None]
        if played.paper or not here:
            self._paper(game, played, starts + GAME - timedelta(minutes=2))
            signed = starts + GAME - timedelta(seconds=100)
        else:
            signed = self._hands(game, played, here, starts, len(played.hands)) + timedelta(seconds=20)
            by = [here[0], here[-1]]
        game.signed_at, game.winner, game.tie_to = signed, played.winner, played.tie_to
        game.started_at = game.started_at or signed
        points = played.points
        for side, signer in zip(Side, by, strict=True):
            self._add(
                Signature(
                    game=game, side=side, agrees=True, ns=points[Side.NS], ew=points[Side.EW], seen_hand=0, at=signed,
                    entry=signer, phone=self._phone_of(signer) if signer else None,
                )
            )  # fmt: skip
        what = f"confirmed the score of game {round_.number} at table {number}: both sides now agree"
        self._log(signed, what, "board signed", str(by[-1] or ORGANIZER), *seats.values())

    def _hands(self, game: Game, played: TablePlayed, here: list[Entry], starts: datetime, count: int) -> datetime:
        """Make the first hands of a game, one of them now and then as a second version; return when the last came."""
        at = starts
        for number, hand in enumerate(played.hands[:count], 1):
            at = starts + number * HAND + timedelta(seconds=self.chance.randint(-20, 20))
            entry = here[0] if self.chance.random() < 0.8 else here[-1]
            where = f"of game {game.round.number} at table {game.table}"
            wrong = [hand.makers.other] if hand.wrong_first else []
            for version, makers in enumerate([*wrong, hand.makers], 1):
                right = makers is hand.makers
                self._add(
                    Hand(
                        game=game, number=number, version=version, key=new_token(), entry=entry, at=at,
                        phone=self._phone_of(entry), record=hand_record(self.night.variant, makers, hand.result),
                        alone_by=self.entries[hand.loner] if hand.loner and right else None,
                        why="the wrong side was tapped" if version > 1 else "",
                    )
                )  # fmt: skip
                did = f"edited hand {number} {where}" if version > 1 else f"recorded hand {number} {where}"
                self._log(at, did, "board", str(entry), *self._four(played))
                at += timedelta(seconds=8) * bool(wrong)
        game.started_at = starts + HAND
        return at

    def _four(self, played: TablePlayed) -> list[Entry]:
        return [self.entries[number] for number in played.table]

    def _paper(self, game: Game, played: TablePlayed, at: datetime) -> None:
        """Make a game's total as the organizer entered it from a paper card."""
        alone = [hand.loner for hand in played.hands if hand.loner]
        ns, ew = (played.points[side] for side in Side)
        loners = {str(number): alone.count(number) for number in sorted(set(alone))}
        self._add(PaperTotal(game=game, version=1, ns=ns, ew=ew, loners=loners, key=new_token(), at=at))
        where = f"of game {game.round.number} at table {game.table}"
        self._log(at, f"entered the total {where} from paper: nothing yet → {against(ns, ew)}", "board")

    def _close(self) -> None:
        self.night.status, self.night.own_rules = Night.Status.CLOSED, ""
        ended = self.start + len(self.evening.rounds) * GAME
        self.night.closed_at = self.night.revealed_at = ended
        self._log(ended, "closed the night", "room signed board")

    def _log(self, at: datetime, text: str, topics: str, actor: str = ORGANIZER, *told: Entry) -> None:
        self._add(LogEntry(night=self.night, at=at, actor=actor, text=text))
        event: Event = self._add(Event(night=self.night, topics=topics))
        event.told = told  # type: ignore[attr-defined]

    def _sign_newest(self) -> None:
        """Note in each signature the newest hand of its game, now that hands have ids."""
        newest = {hand.game_id: hand.pk for hand in self.rows[Hand]}
        for signature in self.rows[Signature]:
            signature.seen_hand = newest.get(signature.game.pk, 0)

    def _address(self) -> None:
        """Name the phones that each event was for, now that players have ids."""
        for event in self.rows[Event]:
            event.topics = " ".join([*(f"entry-{entry.pk}" for entry in event.told), event.topics])

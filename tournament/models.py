"""The night's rows: who plays, who sits where, when the bell rang. Nothing here is a score."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q

from tournament.keys import new_key, printed_key
from tournament.movements.seats import Side
from tournament.people.names import short_name


def _club_key() -> str:
    return new_key(20)


def _night_slug() -> str:
    return new_key(6).lower()


def _seed() -> int:
    return secrets.randbelow(2**31)


class Club(models.Model):
    """Whoever holds nights. The key is the organizer's sign-in."""

    name = models.CharField(max_length=80)
    key = models.CharField(max_length=40, unique=True, default=_club_key)
    is_demo = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody whom the club knows, night after night."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)

    def __str__(self) -> str:
        return self.name


class Chart(models.Model):
    """A fixed chart in the printed notation; those without a club came with the program."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="charts", null=True, blank=True)
    name = models.CharField(max_length=60)
    players = models.PositiveSmallIntegerField()
    notation = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="one_chart_a_name"),
            models.UniqueConstraint(fields=("name",), condition=Q(club=None), name="one_printed_chart_a_name"),
        )

    def __str__(self) -> str:
        return self.name


class NightSettings(models.Model):
    """What the organizer chooses for a night. Abstract: the columns are the night's own."""

    class Movement(models.TextChoices):
        """Who sits where next; `tournament.movements` says what each is like."""

        AUTOMATIC = "", "The printed chart for 8 or 12 players, else a fair rotation"
        CHART = "chart", "A chart"
        NIGHT = "night", "A fair rotation"
        PERFECT = "perfect", "Everybody partners everybody"
        WINNERS_UP = "winners-up", "Winners move up"
        WINNERS_STAY = "winners-stay", "Winners stay and switch"
        NORTH_STAYS = "north-stays", "North stays"
        TWO_COLORS = "two-colors", "Two colors"
        DRAWN = "drawn", "Drawn each game"

    class BellBy(models.TextChoices):
        """What ends a game: one of four."""

        DEALS = "deals", "Each table plays its hands; the bell is for those that lag"
        HEAD_TABLE = "head-table", "The head table plays its hands, then it rings by itself"
        CLOCK = "clock", "A clock rings it"
        ORGANIZER = "organizer", "The organizer rings it"

    class TieBy(models.TextChoices):
        """How a house settles equal points where the seats follow the winners."""

        LAST = "last", "Whoever scored last has won"
        EXTRA = "extra", "One extra hand, which nobody counts"
        CUT = "cut", "The table cuts the cards"

    class Paper(models.TextChoices):
        """What is in the printer."""

        LETTER = "letter", "Letter"
        A4 = "a4", "A4"

    name = models.CharField(max_length=60)
    variant = models.CharField(max_length=40, default="progressive-cats")
    house_rules = models.JSONField(default=dict, blank=True)
    deals = models.PositiveSmallIntegerField(default=4)  # hands a game, where they are counted: see `deals_at`
    bell_by = models.CharField(max_length=12, choices=BellBy.choices, default=BellBy.DEALS)
    minutes = models.PositiveSmallIntegerField(default=15)  # of a game, where a clock rings
    pause = models.PositiveSmallIntegerField(default=3)  # minutes from the bell to the next game's clock
    tie_by = models.CharField(max_length=5, choices=TieBy.choices, default=TieBy.LAST)
    hidden_games = models.PositiveSmallIntegerField(default=0)  # the last games, whose standings stay a surprise
    count_loners = models.BooleanField(default=False)
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.LETTER)
    large_print = models.BooleanField(default=False)  # nothing on paper under 16 points
    crop_marks = models.BooleanField(default=False)  # where cards are cut: marks, not dotted lines
    wifi_name = models.CharField(max_length=32, blank=True)  # of the hall's network; as long as one may be
    wifi_password = models.CharField(max_length=63, blank=True)
    prizes = models.JSONField(default=dict, blank=True)  # the organizer's list, as `tally.scores.prizes` reads it
    chosen_chart = models.ForeignKey(Chart, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    movement = models.CharField(max_length=12, choices=Movement.choices, blank=True)
    games = models.PositiveSmallIntegerField(default=0)  # 0: as many as the movement has
    even_head_table = models.BooleanField(default=False)  # whether everybody plays there equally often
    seed = models.PositiveIntegerField(default=_seed)  # of every draw of this night
    drawn = models.TextField(blank=True)  # the notation of a fair rotation that was searched for longer, if one was

    # Settings that the club's next night begins with.
    CARRIED_OVER: ClassVar = (
        "name",
        "paper",
        "large_print",
        "crop_marks",
        "bell_by",
        "minutes",
        "pause",
        "tie_by",
        "hidden_games",
        "count_loners",
        "variant",
        "house_rules",
        "deals",
        "wifi_name",
        "wifi_password",
        "prizes",
    )
    # Settings that the desk offers only before the start, and only before the end.
    FIXED_AT_START: ClassVar = ("bell_by", "minutes", "pause", "tie_by", "hidden_games")
    FIXED_AT_END: ClassVar = (*FIXED_AT_START, "count_loners")
    # Settings that a search for a fairer rotation starts from.
    ROTATION_INPUTS: ClassVar = ("movement", "games", "even_head_table", "seed", "drawn")
    # Settings whose values the log leaves out: a password, and a list too long for a line.
    VALUES_NOT_LOGGED: ClassVar = ("wifi_password", "prizes")

    class Meta:
        abstract = True

    def carried_over(self) -> dict[str, Any]:
        """The settings that the club's next night begins with."""
        return {name: getattr(self, name) for name in self.CARRIED_OVER}

    def rotation_inputs(self) -> tuple[object, ...]:
        """What a search for a fairer rotation starts from: its result is for these settings only."""
        return tuple(getattr(self, name) for name in self.ROTATION_INPUTS)

    def deals_at(self, table: int) -> int | None:
        """The hands of a game at this table; None: as many as there is time for until the bell."""
        counted = self.bell_by == self.BellBy.DEALS or (self.bell_by == self.BellBy.HEAD_TABLE and table == 1)
        return self.deals if counted else None


class Night(NightSettings):
    """The event, with its settings. Variant, house rules and chart stay as they were when it was played."""

    class Status(models.TextChoices):
        """A night is signed up for, played, and closed."""

        SIGN_UP = "sign-up", "Sign-up"
        PLAYING = "playing", "Playing"
        CLOSED = "closed", "Closed"

    class Kind(models.TextChoices):
        """A progressive night, where players move, or one table that plays games to a target."""

        PROGRESSIVE = "progressive", "A progressive night"
        SINGLE_TABLE = "single-table", "A single table"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    slug = models.SlugField(max_length=20, unique=True, default=_night_slug)
    date = models.DateField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PROGRESSIVE)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SIGN_UP)
    chart_name = models.CharField(max_length=60, blank=True)
    chart = models.TextField(blank=True)  # the chart's notation as it is played, if one is
    created_at = models.DateTimeField(auto_now_add=True, null=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)  # standings that were a surprise, after that

    def __str__(self) -> str:
        return self.name

    @property
    def single_table(self) -> bool:
        """One table plays games to a target, and nobody moves."""
        return self.kind == self.Kind.SINGLE_TABLE

    @property
    def fixed_settings(self) -> tuple[str, ...]:
        """Settings that the desk no longer offers."""
        match self.status:
            case self.Status.PLAYING:
                return self.FIXED_AT_START
            case self.Status.CLOSED:
                return self.FIXED_AT_END
        return ()


class EntryQuerySet(models.QuerySet["Entry"]):
    """Players of nights."""

    def present(self) -> Self:
        """Players who have not gone home."""
        return self.filter(left_at=None)

    def gone(self) -> Self:
        """Players who went home before the end."""
        return self.exclude(left_at=None)

    def people(self) -> Self:
        """Everybody but the ghost."""
        return self.filter(is_ghost=False)

    def ghosts(self) -> Self:
        """The empty chairs: at most one a night."""
        return self.filter(is_ghost=True)

    def numbered(self) -> Self:
        """Players who have tonight's number."""
        return self.exclude(number=None)


class Entry(models.Model):
    """A player in this night. `key` is what the card's QR holds; it dies with the night."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=16, unique=True, default=new_key)
    arrived_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)  # went home before the end
    is_ghost = models.BooleanField(default=False)  # an empty chair: whoever partners it plays alone

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("number", "id")
        constraints = (
            models.UniqueConstraint(fields=("night", "number"), name="one_player_a_number"),
            models.UniqueConstraint(fields=("night",), condition=Q(is_ghost=True), name="one_ghost_a_night"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.short_name}" if self.number else self.short_name

    @property
    def short_name(self) -> str:
        """First name and initial: all that others see."""
        return short_name(self.name)

    @property
    def printed_key(self) -> str:
        """The key as people type it."""
        return printed_key(self.key)


class PhoneQuerySet(models.QuerySet["Phone"]):
    """Browsers that act for players."""

    def active(self) -> Self:
        """Phones that may write."""
        return self.filter(retired_at=None)


class Phone(models.Model):
    """A browser that acts (or acted) for a player. Only the newest one that is not retired may write."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="phones")
    token = models.CharField(max_length=40, db_index=True)
    claimed_at = models.DateTimeField(auto_now_add=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = PhoneQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry",), condition=Q(retired_at=None), name="one_phone_a_player"),
        )

    def __str__(self) -> str:
        return f"Phone {self.pk} of {self.entry_id}"


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds of nights."""

    def timed(self) -> Self:
        """Rounds whose clock runs, or begins after a pause."""
        return self.exclude(rings_at=None)


class Round(models.Model):
    """Everything between two bells; "Game 3" on screens and cards."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    rings_at = models.DateTimeField(null=True, blank=True)  # when its clock runs: at zero the bell rings
    starts_at = models.DateTimeField(null=True, blank=True)  # and when that clock began, or will after a pause
    warned_at = models.DateTimeField(null=True, blank=True)  # everybody was told that two minutes are left
    next_clock = models.JSONField(null=True, blank=True)  # of the next round, while its seats are taken back

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("night", "number"), name="one_round_a_number"),)

    def __str__(self) -> str:
        return f"Game {self.number}"


class BellQuerySet(models.QuerySet["Bell"]):
    """Rings of the bell."""

    def active(self) -> Self:
        """Rings that were not cancelled."""
        return self.filter(unrung_at=None)

    def cancelled(self) -> Self:
        """Rings that were taken back."""
        return self.exclude(unrung_at=None)


class Bell(models.Model):
    """One ring. `unrung_at` when it was cancelled."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="bells")
    rung_at = models.DateTimeField()
    rung_by = models.CharField(max_length=60)
    unrung_at = models.DateTimeField(null=True, blank=True)

    objects = BellQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("round",), condition=Q(unrung_at=None), name="one_bell_a_round"),
        )

    def __str__(self) -> str:
        return f"Bell of round {self.round_id}"


class GameQuerySet(models.QuerySet["Game"]):
    """Tables of rounds."""

    def unsigned(self) -> Self:
        """Games whose total is not agreed yet."""
        return self.filter(signed_at=None)

    def started(self) -> Self:
        """Games with a first hand."""
        return self.exclude(started_at=None)

    def not_started(self) -> Self:
        """Games without a hand."""
        return self.filter(started_at=None)

    def begun(self) -> Self:
        """Games that have a hand or an agreed total."""
        return self.exclude(started_at=None, signed_at=None)

    def extended(self) -> Self:
        """Games whose bell comes later than that of the other tables."""
        return self.exclude(extra_until=None)


class Game(models.Model):
    """One table in one round. `winner` is the side with more points when it was signed, empty for a tie.

    `tie_to` is who won the extra hand, the cut, or the organizer's word, should the points be equal.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)  # the first hand was recorded
    signed_at = models.DateTimeField(null=True, blank=True)
    winner = models.CharField(max_length=2, blank=True, choices=[(side, side) for side in Side])
    tie_to = models.CharField(max_length=2, blank=True, choices=[(side, side) for side in Side])
    extra_until = models.DateTimeField(null=True, blank=True)  # this table's bell comes later than the others'
    extra_rung_at = models.DateTimeField(null=True, blank=True)  # and when it rang

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("round__number", "table")
        constraints = (models.UniqueConstraint(fields=("round", "table"), name="one_game_a_table"),)

    def __str__(self) -> str:
        return f"Game {self.round_id} table {self.table}"

    @property
    def extra_has_rung(self) -> bool:
        """Whether the table's own bell has rung since its last extra minutes were granted."""
        return bool(self.extra_until and self.extra_rung_at and self.extra_rung_at >= self.extra_until)


class Place(models.Model):
    """A seat in a game, and who has it: N E S W, or at a single table 1, 2, 3 … in dealing order."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="places")
    seat = models.CharField(max_length=1)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="places")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "seat"), name="one_player_a_seat"),
            models.UniqueConstraint(fields=("game", "entry"), name="one_seat_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.seat} of game {self.game_id}"


class SitOut(models.Model):
    """A player without a seat in a round. `position` 1 has sat out longest."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sitouts")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sitouts")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("round", "position")
        constraints = (models.UniqueConstraint(fields=("round", "entry"), name="one_sit_out_a_round"),)

    def __str__(self) -> str:
        return f"Sit-out of entry {self.entry_id} in round {self.round_id}"


class LogEntryQuerySet(models.QuerySet["LogEntry"]):
    """Lines of activity logs."""

    def by(self, actor: object) -> Self:
        """What this actor did."""
        return self.filter(actor=str(actor))


class LogEntry(models.Model):
    """A line of the night's activity log: who did what, and when."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.CharField(max_length=60)
    text = models.CharField(max_length=300)

    objects = LogEntryQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("night", "id"), name="log_of_a_night"),)

    def __str__(self) -> str:
        return f"{self.actor} {self.text}"


class Event(models.Model):
    """A message to the night's open screens. The id is the stream's id, which browsers send back when they reconnect.

    `topics` names the listeners, separated by spaces: "entry-12 board", "bell", "room". `public_text` is empty unless
    one of the topics may be read by anybody.
    """

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="events")
    topics = models.TextField()
    public_text = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = (models.Index(fields=("night", "id"), name="events_of_a_night"),)

    def __str__(self) -> str:
        return f"Event {self.pk}: {self.topics}"


class PhoneCheck(models.Model):
    """A phone's report, usually before the night, that it reaches the laptop."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="phone_checks")
    at = models.DateTimeField(auto_now_add=True)
    phone_name = models.CharField(max_length=60)
    result = models.CharField(max_length=300)

    class Meta:
        indexes = (models.Index(fields=("night", "id"), name="phone_checks_of_a_night"),)

    def __str__(self) -> str:
        return f"{self.phone_name} {self.result}"

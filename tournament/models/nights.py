"""The night, with the settings that the organizer chooses for it."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.db import models

from tournament.models.clubs import Chart, Club
from tournament.models.keys import new_key, printed_key, sealed


def new_night_slug() -> str:
    """A random slug for a night's addresses."""
    return new_key(6).lower()


def new_seed() -> int:
    """A random seed for a night's draws."""
    return secrets.randbelow(2**31)


class NightSettings(models.Model):
    """What the organizer chooses for a night. Abstract: the columns are the night's own."""

    class Movement(models.TextChoices):
        """Who sits where next; `tournament.movements` says what each is like."""

        AUTOMATIC = "", "The printed chart for 8 or 12 players, otherwise a fair rotation"
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

        DEALS = "deals", "Every table plays the same number of hands"
        HEAD_TABLE = "head-table", "The head table plays its hands, then the bell rings by itself"
        CLOCK = "clock", "A clock rings the bell"
        ORGANIZER = "organizer", "The organizer rings the bell"

    class TieBy(models.TextChoices):
        """How a house settles equal points where the seats follow the winners."""

        LAST = "last", "Whoever scored last wins"
        EXTRA = "extra", "One extra hand, which does not count"
        CUT = "cut", "The table cuts the cards"

    class SitOutRule(models.TextChoices):
        """Who sits out next where winners move up; `tournament.movements.winners_up` does it."""

        IN_TURN = "in-turn", "Everybody in turn: nobody sits out twice until everybody has once"
        LAST_TABLE = "last-table", "Losers at the last table, however often they have"

    class Paper(models.TextChoices):
        """What is in the printer."""

        LETTER = "letter", "Letter"
        A4 = "a4", "A4"

    class Theme(models.TextChoices):
        """The set of ornaments on what is printed."""

        PLAIN = "plain", "Plain"
        FALL = "fall", "Fall"
        CHRISTMAS = "christmas", "Christmas"
        ST_PATRICK = "st-patrick", "St. Patrick’s Day"
        VALENTINE = "valentine", "Valentine’s Day"
        SUMMER = "summer", "Summer"

    class MoneyIn(models.TextChoices):
        """How the club writes amounts; `tournament.money.cents` reads and shows them."""

        DOLLARS = "dollars", "$5.00"
        POUNDS = "pounds", "£5.00"
        EUROS = "euros", "€5.00"
        EUROS_BEHIND = "euros-behind", "5,00 €"
        KRONER = "kroner", "5,00 kr"

    class Coin(models.IntegerChoices):
        """The smallest coin that is paid out, in cents."""

        CENT = 1, "1 cent"
        NICKEL = 5, "5 cents"
        DIME = 10, "10 cents"
        QUARTER = 25, "25 cents"
        HALF = 50, "50 cents"
        WHOLE = 100, "100 cents (no coins)"

    name = models.CharField(max_length=60)
    variant = models.CharField(max_length=40, default="progressive-cats")
    house_rules = models.JSONField(default=dict, blank=True)
    house_rules_before = models.JSONField(default=dict, blank=True)  # tonight's answers for other games, by slug
    deals = models.PositiveSmallIntegerField(default=4)  # hands a game, where they are counted: see `deals_at`
    bell_by = models.CharField(max_length=12, choices=BellBy.choices, default=BellBy.DEALS)
    minutes = models.PositiveSmallIntegerField(default=15)  # of a game, where a clock rings
    pause = models.PositiveSmallIntegerField(default=3)  # minutes from the bell to the next game's clock
    tie_by = models.CharField(max_length=5, choices=TieBy.choices, default=TieBy.LAST)
    hidden_games = models.PositiveSmallIntegerField(default=0)  # the standings of so many last games are hidden
    tables_in_row = models.PositiveSmallIntegerField(default=0)  # side by side in the hall; 0: as many as look good
    loner_flash = models.BooleanField(default=True)  # whether the big screen names who has made a loner
    count_loners = models.BooleanField(default=False)
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.LETTER)
    large_print = models.BooleanField(default=False)  # nothing on paper under 16 points
    crop_marks = models.BooleanField(default=False)  # where cards are cut: marks, not dotted lines
    theme = models.CharField(max_length=10, choices=Theme.choices, default=Theme.PLAIN)
    print_options = models.JSONField(default=dict, blank=True)  # by sheet, with which it was printed last
    wifi_name = models.CharField(max_length=32, blank=True)  # of the hall's network; as long as one may be
    wifi_password = models.CharField(max_length=63, blank=True)
    codes_address = models.CharField(max_length=200, blank=True)  # of the site, in the codes that were printed last
    prizes = models.JSONField(default=dict, blank=True)  # the organizer's list, as `tally.scores.prizes` reads it
    awards_off = models.JSONField(default=list, blank=True)  # `tally.scores.night_awards` that are not shown
    money = models.BooleanField(default=False)  # whether the club keeps the night's money here
    currency = models.CharField(max_length=16, choices=MoneyIn.choices, default=MoneyIn.DOLLARS)
    entry_fee = models.PositiveIntegerField(default=0)  # cents, as every amount
    euchre_price = models.PositiveIntegerField(default=0)  # what each of the two pays who were euchred (or set)
    loner_price = models.PositiveIntegerField(default=0)  # what each of the two pays against whom a loner was made
    kept_for_costs = models.PositiveIntegerField(default=0)  # of fees and pots, before the prizes have their shares
    smallest_coin = models.PositiveSmallIntegerField(choices=Coin.choices, default=Coin.QUARTER)
    chosen_chart = models.ForeignKey(Chart, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    movement = models.CharField(max_length=12, choices=Movement.choices, blank=True)
    games = models.PositiveSmallIntegerField(default=0)  # 0: as many as the movement has
    even_head_table = models.BooleanField(default=False)  # whether everybody plays there equally often
    sit_out_rule = models.CharField(max_length=12, choices=SitOutRule.choices, default=SitOutRule.IN_TURN)
    seed = models.PositiveIntegerField(default=new_seed)  # of every draw of this night
    drawn = models.TextField(blank=True)  # the notation of a fair rotation that was searched for longer, if one was

    # Settings of this night only: the next one draws anew, and asks again about games that were only looked at.
    TONIGHT_ONLY: ClassVar = ("house_rules_before", "seed", "drawn")
    # Settings that the desk offers only before the start, and only before the end.
    FIXED_AT_START: ClassVar = ("bell_by", "minutes", "pause", "tie_by", "hidden_games")
    FIXED_AT_END: ClassVar = (*FIXED_AT_START, "count_loners")
    # Settings that are amounts, in cents.
    AMOUNTS: ClassVar = ("entry_fee", "euchre_price", "loner_price", "kept_for_costs")
    # Settings that a search for a fairer rotation starts from.
    ROTATION_INPUTS: ClassVar = ("movement", "games", "even_head_table", "seed", "drawn")
    # Settings whose values the log leaves out: a password, and a list too long for a line.
    VALUES_NOT_LOGGED: ClassVar = ("wifi_password", "prizes", "awards_off")

    class Meta:
        abstract = True

    def carried_over(self) -> dict[str, Any]:
        """The settings that the club's next night starts with: all but those of this night only."""
        names = [field.name for field in NightSettings._meta.fields if field.name not in self.TONIGHT_ONLY]
        return {name: getattr(self, name) for name in names}

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
        """A progressive night, where players move; one table that plays to a target; or totals of a past night."""

        PROGRESSIVE = "progressive", "A progressive night"
        SINGLE_TABLE = "single-table", "A single table"
        TOTALS = "totals", "A night entered as totals"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    slug = models.SlugField(max_length=20, unique=True, default=new_night_slug)
    join_key = models.CharField(max_length=16, unique=True, default=new_key)  # in the QR code of tables and desk
    date = models.DateField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PROGRESSIVE)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SIGN_UP)
    chart_name = models.CharField(max_length=120, blank=True)
    chart = models.TextField(blank=True)  # the chart's notation as it is played, if one is
    # The club's own text when the night was closed; null until then, as an empty text is one, too.
    own_rules = models.TextField(null=True, blank=True)  # noqa: DJ001
    printed_sheets = models.JSONField(default=list, blank=True)  # the slugs of what was printed for this night
    phone_sign_up = models.BooleanField(default=True)  # whether phones may add names before the start
    created_at = models.DateTimeField(auto_now_add=True, null=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    revealed_steps = models.PositiveSmallIntegerField(default=0)  # of the reveal: how many have been shown
    reveal_of = models.PositiveSmallIntegerField(default=0)  # how many steps it had when it started
    revealed_at = models.DateTimeField(null=True, blank=True)  # when the final standings were shown to everybody

    def __str__(self) -> str:
        return self.name

    @property
    def printed_join_key(self) -> str:
        """The key of tables and desk as people type it."""
        return printed_key(self.join_key)

    @property
    def sealed_join_key(self) -> str:
        """The key as QR codes and links have it."""
        return sealed(self.join_key)

    @property
    def single_table(self) -> bool:
        """One table plays games to a target, and nobody moves."""
        return self.kind == self.Kind.SINGLE_TABLE

    @property
    def totals_only(self) -> bool:
        """Only everybody's totals are known, from before the software: no table and no hand."""
        return self.kind == self.Kind.TOTALS

    @property
    def results_shown(self) -> bool:
        """Whether everybody has seen how the night ended: it is closed, and was revealed."""
        return self.status == self.Status.CLOSED and (self.totals_only or self.revealed_at is not None)

    @property
    def reveal_started(self) -> bool:
        """Whether some steps of the reveal have been shown, and not yet all."""
        return self.revealed_steps > 0 and self.revealed_at is None

    def steps_shown(self, of: int) -> int:
        """How many of the reveal's steps everybody has seen; the last one never without its own tap.

        Where it has other steps than when it started, whatever the reason, it starts again: no tap shows what it did
        not name.
        """
        if self.revealed_at:
            return of
        return 0 if self.reveal_of not in (0, of) else min(self.revealed_steps, max(of - 1, 0))

    @property
    def until_a_time(self) -> bool:
        """Whether a single table plays until a time, instead of to the game's own end; most points win."""
        return self.single_table and self.bell_by == self.BellBy.CLOCK

    @property
    def own_rules_text(self) -> str:
        """The club's own rules: those of today, or those that the night was closed with."""
        return self.own_rules or "" if self.keeps_own_rules else self.club.own_rules

    @property
    def keeps_own_rules(self) -> bool:
        """Whether the night is or was closed, so that the club's own rules no longer change what it shows."""
        return self.own_rules is not None or self.status == self.Status.CLOSED

    @property
    def fixed_settings(self) -> tuple[str, ...]:
        """Settings that the desk no longer offers."""
        match self.status:
            case self.Status.PLAYING:
                return self.FIXED_AT_START
            case self.Status.CLOSED:
                return self.FIXED_AT_END
        return ()

"""Changes to the night and its games: opening, seating, starting, signing, closing. Each is one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from django.utils import timezone

from tournament.access import Who
from tournament.clock import clocks_kept, follow_bell, follow_settings, give_next_clock, keep_next_clock, set_clock
from tournament.errors import Refused
from tournament.live import announce, because
from tournament.models import Bell, Chart, Club, Entry, Game, Night, Place, Round, SitOut
from tournament.movements.charts import read_chart, write_chart
from tournament.movements.choices import MOVEMENTS
from tournament.movements.nights import night as fair_night
from tournament.movements.seating import Seating
from tournament.plan import (
    by_number,
    decides_seats,
    fair_rotation,
    follows_winners,
    is_searched,
    plan,
    playing,
    present,
    seatings,
)
from tournament.queries import KeptValues
from tournament.searches import searching_first
from tournament.seats import Side, seated
from tournament.writes import locked, locked_game, write

SEARCH = 1.0  # seconds of a step of a longer search
SEARCH_STANDS_ON = ("status", "movement", "games", "even_head_table", "seed", "drawn")
NOT_LOGGED = ("wifi_password", "prizes")
NAME = "Euchre Night"  # of a club's first night
LIKE_LAST_TIME = (
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


def begin_night(*, club: Club, who: Who, after: int | None = None) -> Night:
    """Another night for signing up to, today, set up like the club's last one: it plays the same game every week.

    `after` is the newest night that a page knew (0: none): if another has begun since, it is that one.
    """
    with write():
        Club.objects.select_for_update().get(pk=club.pk)
        last = club.nights.filter(kind=Night.Kind.PROGRESSIVE).order_by("-pk").first() or Night(pk=0, name=NAME)
        if after is not None and last.pk > after:
            return last
        night = Night.objects.create(
            club=club, date=timezone.localdate(), **{field: getattr(last, field) for field in LIKE_LAST_TIME}
        )
        announce(night.pk, "desk", who=str(who), text="began a night")
    return night


def choose_chart(*, night: Night, chart: Chart, who: Who) -> None:
    """Play by this chart tonight, when the number of players fits it: so many of its games as were chosen, or all.

    :raises Refused: when the night has started.
    """
    with write():
        night = locked(night.pk)
        if night.status != Night.Status.SIGN_UP:
            raise Refused("The night has started; its chart stays.")
        night.chosen_chart = chart
        if night.movement or night.games:  # else the chart is played anyway
            night.movement = Night.Movement.CHART
        night.save(update_fields=["chosen_chart", "movement"])
        announce(night.pk, "desk", who=str(who), text=f"chose the chart {chart.name}")


def add_chart(*, night: Night, name: str, notation: str, who: Who) -> Chart:
    """Keep a pasted chart for the club and choose it for tonight; a chart of the same name is replaced.

    :raises ChartError: when nobody could sit down by it. :raises Refused: when the night has started.
    """
    rotation = read_chart(notation)
    with write():
        chart, _ = Chart.objects.update_or_create(
            club_id=night.club_id, name=name, defaults={"players": rotation.players, "notation": notation}
        )
        choose_chart(night=night, chart=chart, who=who)
    return chart


def choose_movement(
    *, night: Night, movement: str, games: int, even_head_table: bool, who: Who, draw_again: bool = False
) -> None:
    """Play by this movement tonight, `games` games (0: as many as it has). `draw_again` takes another draw of it.

    :raises Refused: when the night has started.
    """
    with write():
        night = locked(night.pk)
        if night.status != Night.Status.SIGN_UP:
            raise Refused("The night has started; its movement stays.")
        night.movement, night.games, night.even_head_table = movement, games, even_head_table
        night.seed += draw_again
        night.drawn = ""
        night.save(update_fields=["movement", "games", "even_head_table", "seed", "drawn"])
        announce(night.pk, "desk", who=str(who), text=f"chose the movement: {night.get_movement_display()}")


def may_search(night: Night) -> bool:
    """Whether a longer search may better tonight's seats: before the start, where a search finds them at all."""
    return night.status == Night.Status.SIGN_UP and is_searched(night, len(playing(night)))


def search_longer(*, night: Night, step: int, who: Who) -> None:
    """One more second of search for a fairer rotation than tonight's, which is kept: it is never worse.

    `step` counts these seconds; each searches somewhere else. Nothing is locked meanwhile, and what somebody else has
    chosen or found in that second stands.

    :raises Refused: when the night has started, or its movement is not one that is searched for.
    """
    if not may_search(night):
        raise Refused("Only a fair rotation can be searched for, and only before the start. Choose it first.")
    before = fair_rotation(night, len(playing(night)))
    better = fair_night(
        before.players,
        len(before.rounds),
        seed=night.seed + step,
        budget=SEARCH,
        head_table=night.even_head_table,
        known=[before],
    )
    with write():
        now = locked(night.pk)
        if any(getattr(now, field) != getattr(night, field) for field in SEARCH_STANDS_ON):
            return
        now.drawn = write_chart(better)
        now.save(update_fields=["drawn"])
        if better != before:
            announce(night.pk, "desk", who=str(who), text="found a fairer rotation")


def set_up(*, night: Night, changed: list[str], who: Who, labels: Mapping[str, str] | None = None) -> None:
    """Save what the organizer decided about the night: its name, date, bell, loners, paper. The log calls each field
    as its page did, by `labels`, and keeps its value before and after.

    While it is played, the games under way follow another bell at once.
    """
    if changed:
        with write():
            before = locked(night.pk)
            night.save(update_fields=changed)
            follow_settings(before, night)
            topics = ("room", "signed") if before.status == Night.Status.PLAYING else ("desk",)
            announce(
                night.pk,
                *topics,
                who=str(who),
                text="changed "
                + "; ".join(_old_and_new(before, night, field, (labels or {}).get(field)) for field in changed),
            )


def _old_and_new(before: Night, night: Night, field: str, label: str | None) -> str:
    """A changed field as the log has it: "Minutes a game: 15 → 12"; of secrets and of what is no word, its name."""
    name = label or field.replace("_", " ")
    if field in NOT_LOGGED:
        return name
    old, new = (_in_words(row, field) for row in (before, night))
    return f"{name}: {old} → {new}"


def _in_words(night: Night, field: str) -> str:
    value = getattr(night, field)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(getattr(night, f"get_{field}_display", lambda: value)() or value) or "nothing"


def game_is_open(night: Night) -> bool:
    """Whether the game and its house rules may still be chosen: before the start, at a single table before a hand."""
    if night.single_table:
        return night.status == Night.Status.PLAYING and not begun_rounds(night)
    return night.status == Night.Status.SIGN_UP


def set_game(
    *, night: Night, variant: str, house_rules: dict[str, object], deals: int, who: Who, name: str = ""
) -> None:
    """Play this variant tonight, by these house rules, with so many hands a game. The caller has checked them.

    A single table takes the game's `name`.

    :raises Refused: when the night has started; what was played stays as it was played.
    """
    with write():
        night = locked(night.pk)
        if not game_is_open(night):
            raise Refused("The night has started; its game and house rules stay.")
        night.variant, night.house_rules, night.deals, night.name = variant, house_rules, deals, name or night.name
        night.save(update_fields=["variant", "house_rules", "deals", "name"])
        announce(night.pk, "desk", who=str(who), text=f"chose the game {variant}, {deals} hands a game")


@searching_first
def open_night(*, night: Night, who: Who) -> None:
    """Close the list, seat everybody as far as the movement knows, and let the first game begin.

    Players without a number get the next ones by arrival. Starting twice is starting once.

    :raises Refused: when it is closed, or the movement does not seat this many players.
    """
    with write():
        night = locked(night.pk)
        if night.status == Night.Status.PLAYING:
            return
        if night.status == Night.Status.CLOSED:
            raise Refused("This night is closed. Begin a new one on the start page.")
        everybody = by_number_then_arrival(night)
        give_numbers(night, everybody)
        people = sum(not entry.is_ghost for entry in everybody)
        night.status, night.opened_at = Night.Status.PLAYING, timezone.now()
        night.save(update_fields=["status", "opened_at"])
        seat_everybody(night)
        announce(night.pk, "room", "desk", who=str(who), text=f"started the night with {people} players")


def by_number_then_arrival(night: Night) -> list[Entry]:
    """Everybody of the night, with those who have no number yet after the others, and the ghost last."""
    return sorted(night.entries.all(), key=lambda entry: (entry.is_ghost, entry.number or 10_000, entry.pk))


def give_numbers(night: Night, in_order: Sequence[Entry]) -> None:
    """Number everybody of the night from 1, in this order; nothing is written where they have these numbers."""
    if [entry.number for entry in in_order] == [*range(1, len(in_order) + 1)]:
        return
    night.entries.update(number=None)
    for number, entry in enumerate(in_order, 1):
        entry.number = number
    Entry.objects.bulk_update(in_order, ["number"])


def seat_everybody(night: Night) -> None:
    """Draw up the night from its first game, anew. Only while no hand has been played.

    :raises Refused: when the movement does not seat those who are here.
    """
    drawn = plan(night, present(night))
    night.chart, night.chart_name = drawn.chart, drawn.name
    night.save(update_fields=["chart", "chart_name"])
    with clocks_kept(night):
        night.rounds.all().delete()
        seat_rounds(night, drawn.rounds, first=1)


def seat_rounds(night: Night, coming: Sequence[Seating], *, first: int) -> None:
    """Keep these rounds, the first of them being the night's game `first`."""
    entries = by_number(night)
    rows = Round.objects.bulk_create(Round(night=night, number=first + i) for i in range(len(coming)))
    games = Game.objects.bulk_create(
        Game(round=row, table=n)
        for row, seating in zip(rows, coming, strict=True)
        for n in range(1, len(seating.tables) + 1)
    )
    tables = [table for seating in coming for table in seating.tables]
    Place.objects.bulk_create(
        Place(game=game, seat=seat, entry=entries[player])
        for game, table in zip(games, tables, strict=True)
        for seat, player in seated(table).items()
    )
    SitOut.objects.bulk_create(
        SitOut(round=row, entry=entries[player], position=position)
        for row, seating in zip(rows, coming, strict=True)
        for position, player in enumerate(seating.bench, 1)
    )
    follow_bell(night)


def seat_next_round(night: Night) -> None:
    """Where seats follow the winners: once every table has signed, everybody's seat in the next game.

    :raises Undecided: while a table has no winner.
    """
    last = night.rounds.last()
    if last is None or not decides_seats(night, last.number) or last.games.filter(signed_at=None).exists():
        return
    winners = [Side(game.winner) if game.winner else None for game in last.games.order_by("table")]
    seating = MOVEMENTS[night.movement].next_round(
        seatings(night), winners, present=present(night), chance=Random(night.seed + last.number)
    )
    seat_rounds(night, [seating], first=last.number + 1)
    give_next_clock(night, last)
    announce(night.pk, "room", who="The movement", text=f"Game {last.number + 1}: everybody has a seat.")


def back_to_sign_up(*, night: Night, who: Who) -> None:
    """Take the start back, for somebody who still came in. Who went home is off the list, and so is a ghost that
    completes no table any more; those after them move up.

    :raises Refused: when a hand has been played.
    """
    with write():
        night = locked(night.pk)
        if night.status != Night.Status.PLAYING or begun_rounds(night):
            raise Refused("Hands have been played; the list of players stays closed.")
        night.rounds.all().delete()
        night.entries.exclude(left_at=None).delete()
        if night.entries.filter(is_ghost=False).count() % 4 != 3:
            night.entries.filter(is_ghost=True).delete()
        give_numbers(night, by_number_then_arrival(night))
        night.status, night.opened_at, night.chart, night.chart_name = Night.Status.SIGN_UP, None, "", ""
        night.save(update_fields=["status", "opened_at", "chart", "chart_name"])
        announce(night.pk, "room", "desk", who=str(who), text="went back to sign-up")


def begun_rounds(night: Night) -> int:
    """The newest round in which a table has begun, or a bell was rung; 0 before the first hand.

    From the first hand on, numbers stay as they are.
    """
    games = Game.objects.filter(round__night=night).exclude(started_at=None, signed_at=None)
    rung = Bell.objects.filter(round__night=night, unrung_at=None)
    numbers = [*games.values_list("round__number", flat=True), *rung.values_list("round__number", flat=True)]
    return max(numbers, default=0)


def start_game(*, game: Game) -> None:
    """The first hand of a game was recorded; says so once. Call inside the hand's transaction."""
    if game.started_at is None:
        game.started_at = timezone.now()
        game.save(update_fields=["started_at"])


def sign_game(*, game: Game, winner: str, who: Who) -> None:
    """Both sides agreed: the game is done, its four players are free. `winner` is a side, or empty for a tie."""
    with write():
        game = locked_game(game)
        now = timezone.now()
        game.signed_at, game.winner, game.started_at = game.signed_at or now, winner, game.started_at or now
        game.save(update_fields=["signed_at", "winner", "started_at"])
        if game.round.rings_at is not None and not game.round.games.filter(signed_at=None).exists():
            set_clock(game.round, None)  # nobody is left to ring for
        announce(
            game.round.night_id,
            *game_topics(game),
            "signed",
            who=str(who),
            text=f"agreed to the score of game {game.round.number} at table {game.table}: now both sides agree",
        )
        seat_next_round(game.round.night)


def reopen_game(*, game: Game, who: Who, why: str = "") -> None:
    """A signed game is open again, to be corrected and agreed once more.

    Where seats follow the winners, seats that nobody has played from are taken back until it is signed; their clock is
    kept.
    """
    with write():
        game = locked_game(game)
        night, topics = game.round.night, [*game_topics(game), "signed"]
        begun = Game.objects.exclude(started_at=None, signed_at=None)
        following = night.rounds.filter(number=game.round.number + 1).exclude(games__in=begun).first()
        if following is not None and follows_winners(night):
            keep_next_clock(night, game.round, following)
            following.delete()
            topics.append("room")
        game.signed_at, game.winner = None, ""
        game.save(update_fields=["signed_at", "winner"])
        announce(
            night.pk,
            *topics,
            who=str(who),
            text=because(f"opened game {game.round.number} at table {game.table} again", why),
        )


def table_topics(game: Game) -> list[str]:
    """Who listens to what happens at a table: its four phones, and the board."""
    return [*_phones(_seated_at.rows(game.pk)), "board"]


def game_topics(game: Game) -> list[str]:
    """Who listens when the players of a game become free: its own phones, those of the next tables, the board."""
    following = _seated_next.rows(game.pk, game.round.night_id, game.round.number + 1)
    return [*_phones(_seated_at.rows(game.pk) + following), "board"]


_seated_at = KeptValues(lambda game: Place.objects.filter(game=game).values_list("entry_id"))
_seated_next = KeptValues(
    lambda game, night, number: Place.objects.filter(
        game__round__night=night,
        game__round__number=number,
        game__places__entry__in=Place.objects.filter(game=game).values("entry_id"),
    ).values_list("entry_id")
)


def _phones(entries: Iterable[tuple[int]]) -> list[str]:
    return [f"entry-{pk}" for (pk,) in sorted(set(entries))]


def close_night(*, night: Night, who: Who) -> None:
    """The night is over: nothing can be recorded any more, and the keys on the cards expire. Twice is once.

    :raises Refused: before it has started.
    """
    with write():
        night = locked(night.pk)
        if night.status == Night.Status.CLOSED:
            return
        if night.status != Night.Status.PLAYING:
            raise Refused("This night is not being played, so there is nothing to close.")
        night.status, night.closed_at = Night.Status.CLOSED, timezone.now()
        night.save(update_fields=["status", "closed_at"])
        for round_ in night.rounds.exclude(rings_at=None):
            set_clock(round_, None)
        night.rounds.update(next_clock=None)
        announce(night.pk, "room", "signed", "board", who=str(who), text="closed the night")


def reopen_night(*, night: Night, who: Who) -> None:
    """Take back a closing; the cards work again.

    :raises Refused: unless it is closed.
    """
    with write():
        night = locked(night.pk)
        if night.status != Night.Status.CLOSED:
            raise Refused("This night is not closed.")
        night.status, night.closed_at, night.revealed_at = Night.Status.PLAYING, None, None
        night.save(update_fields=["status", "closed_at", "revealed_at"])
        announce(night.pk, "room", "signed", "board", who=str(who), text="opened the night again")

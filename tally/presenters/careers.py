"""What a player's page shows: figures, pictures, nights, partners and opponents, and one other person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format

from tally.loading.called_hands import called_hands
from tally.loading.club_names import club_names
from tally.loading.games import players_games
from tally.loading.hidden_standings import standings_hidden
from tally.loading.results import club_results
from tally.loading.tallies import players_tally
from tally.presenters.chosen_game import choose_game
from tally.scores.called_hands import CalledHand, CallKind, count_called
from tally.scores.career_picture import picture_of_place_by_night, picture_of_points_by_night
from tally.scores.careers import TOP_PLACES, Career, NightOfPlayer, career_of
from tally.scores.companions import Companion, GameOfPlayer, companions_of, head_to_head
from tally.scores.point_labels import against
from tally.scores.points_picture import picture_of_points
from tally.scores.results import NightResult
from tournament.models import Entry, Night, Player

FIRST_ROWS = 8  # of a long table; the others open with a tap


@dataclass(frozen=True, slots=True)
class NightRow:
    """One night of a player's list. `number` leads to the tally of that night; None where there is none."""

    night: NightResult
    place: str
    players: int
    points: int
    games: int
    points_a_game: float
    loners: int | None
    left: bool
    number: int | None


@dataclass(frozen=True, slots=True)
class Rows:
    """A table's rows: the first ones, and those that open with a tap."""

    first: Sequence[object]
    others: Sequence[object]

    def __len__(self) -> int:
        return len(self.first) + len(self.others)


def player_context(
    player: Player, *, organizer: bool, game: str = "", other: int = 0, calls: str = ""
) -> dict[str, object]:
    """A player's page, for the organizer or for the player's own phone.

    Nights whose results are still a surprise count for the organizer only.

    :param game: the variant that the page is about; empty for all.
    :param other: the id of somebody whom the player is compared with; 0 for nobody.
    :param calls: the kind of hands to list (see `CallKind`); empty for none.
    """
    club = player.club
    nights = {night.pk: night for night in club.nights.select_related("club")}
    results = club_results(club, nights.values())
    closed = [one for one in results if one.status == Night.Status.CLOSED]
    seen = [one for one in closed if organizer or nights[one.night].results_shown]
    chosen = choose_game(seen, game, all_together=True)
    game = next((choice.slug for choice in chosen.choices if choice.chosen), "")
    career = career_of(chosen.nights, player.pk)
    numbers = {one.night.night: one.result.number for one in career.nights if one.result.number}
    names = club_names(club, whole=organizer)
    own_nights = [nights[one.night.night] for one in career.nights if not one.night.totals_only]
    return {
        "player": player,
        "organizer": organizer,
        "me": None if organizer else player,
        "club": club,
        "choices": chosen.choices,
        "one_game": chosen.one_game,
        "game": game,
        "same_game": f"&game={game}" if game else "",
        "career": career,
        "wins": career.times(1),
        "top_three": career.times(*range(1, TOP_PLACES + 1)),
        "club_nights": len(chosen.nights),
        "best": _row(career.best, numbers) if career.best else None,
        **_calls(called_hands(player, own_nights), calls, nights, numbers, organizer=organizer),
        "tonight": _tonight(player, results, organizer=organizer),
        "nights": _rows([_row(one, numbers) for one in reversed(career.nights)]),
        **_pictures(career, one_game=chosen.one_game),
        **_people(chosen.nights, player.pk, names),
        **_compared(chosen.nights, player.pk, other, names, numbers),
    }


def _row(one: NightOfPlayer, numbers: Mapping[int, int]) -> NightRow:
    result = one.result
    return NightRow(
        night=one.night,
        place=result.place_text,
        players=len(one.night.lines),
        points=result.points,
        games=result.games,
        points_a_game=one.points_a_game,
        loners=result.loners,
        left=result.left,
        number=numbers.get(one.night.night),
    )


def _rows(rows: Sequence[object]) -> Rows:
    return Rows(rows[:FIRST_ROWS], rows[FIRST_ROWS:])


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of a list, with the page that it is on."""

    night: Night
    hand: CalledHand
    address: str


CALLS_LISTED = {
    CallKind.CALLED: "Hands that this side called",
    CallKind.MADE: "Hands called and made",
    CallKind.EUCHRED: "Hands called and euchred",
    CallKind.EUCHRES: "Euchres of the other side",
    CallKind.ALONE: "Hands played alone",
    CallKind.LONERS: "Hands played alone with every trick",
}


def _calls(
    hands: Sequence[CalledHand],
    wanted: str,
    nights: Mapping[int, Night],
    numbers: Mapping[int, int],
    *,
    organizer: bool,
) -> dict[str, object]:
    """How many hands of each kind, and those of the wanted kind, newest first, with the pages they are on."""
    context: dict[str, object] = {
        "recorded": len(hands),
        "called": {k.value: n for k, n in count_called(hands).items()},
    }
    if wanted not in list(CallKind):
        return context
    listed = sorted(
        (hand for hand in hands if wanted in hand.kinds), key=lambda hand: (-hand.night, hand.round, hand.number)
    )
    rows = []
    for hand in listed:
        night = nights[hand.night]
        mine = reverse("player-tally", args=[night.slug, numbers[hand.night]])
        rows.append(HandRow(night, hand, reverse("game", args=[night.slug, hand.game]) if organizer else mine))
    return context | {"calls": wanted, "calls_title": CALLS_LISTED[CallKind(wanted)], "hand_rows": rows}


def _pictures(career: Career, *, one_game: bool) -> dict[str, object]:
    """The lines of places and of points a game, and the same in words."""
    nights = career.nights
    points = picture_of_points_by_night(nights) if one_game else None
    return {
        "place_title": "Place, night by night",
        "place_picture": picture_of_place_by_night(nights),
        "places_text": "Places night by night. " + _words((one.night, str(one.result.place)) for one in nights),
        "points_title": "Points a game, night by night",
        "points_picture": points,
        "points_text": "Points a game, night by night. "
        + _words((one.night, f"{one.points_a_game:.1f}") for one in nights),
        "first": nights[0].night if nights else None,
        "last": nights[-1].night if nights else None,
    }


def _words(values: Iterable[tuple[NightResult, str]]) -> str:
    return "; ".join(f"{date_format(night.date)}: {value}" for night, value in values) + "."


def _tonight(player: Player, results: Sequence[NightResult], *, organizer: bool) -> dict[str, object] | None:
    """The bars of the night that the player is in now, with the place if it may be seen; None without one."""
    entries = Entry.objects.people().filter(player=player, night__status=Night.Status.PLAYING)
    entry = entries.exclude(night__kind=Night.Kind.SINGLE_TABLE).select_related("night__club").order_by("pk").last()
    if entry is None:
        return None
    night = entry.night
    tally = players_tally(night, entry, players_games(night, entry))
    result = next((one.by_player.get(player.pk) for one in results if one.night == night.pk), None)
    return {
        "night": night,
        "entry": entry,
        "points": picture_of_points(tally),
        "total": tally.total if tally else 0,
        "place": result.place_text if result and (organizer or not standings_hidden(night)) else "",
    }


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody whom the player has met."""

    name: str
    companion: Companion


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """One game with or against another person. `number` leads to the player's own tally of the night."""

    game: GameOfPlayer
    together: bool
    score: str
    number: int | None


def _people(nights: Sequence[NightResult], player: int, names: Mapping[int, str]) -> dict[str, object]:
    """Everybody met, partners by points a game, and opponents by how often they were met."""
    met = companions_of(nights, player)
    rows = sorted((PersonRow(names[pk], one) for pk, one in met.items() if pk in names), key=lambda row: row.name)
    partners = [row for row in rows if row.companion.together.enough]
    partners.sort(key=lambda row: -row.companion.together.points_a_game)
    opponents = [row for row in rows if row.companion.against.enough]
    opponents.sort(key=lambda row: -row.companion.against.played)
    return {
        "people": [(row.companion.player, row.name) for row in rows],
        "partners": _rows(partners),
        "opponents": _rows(opponents),
    }


def _compared(
    nights: Sequence[NightResult], player: int, other: int, names: Mapping[int, str], numbers: Mapping[int, int]
) -> dict[str, object]:
    """What the player and one other person have to do with each other; nothing for somebody whom the club lacks."""
    if other not in names or other == player:
        return {}
    compared = head_to_head(nights, player, other)
    rows = [
        MeetingRow(one, one.partner == other, against(one.ours, one.theirs), numbers.get(one.night.night))
        for one in compared.games
    ]
    return {"other": other, "other_name": names[other], "compared": compared, "meetings": _rows(rows)}

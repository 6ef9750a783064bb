"""The club's book of records as its page shows it: each record with who, when, and what proves it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format

from tally.loading.club_names import club_names
from tally.loading.results import club_results
from tally.presenters.chosen_game import choose_game
from tally.scores.club_records import ClubRecord, Feat, RecordKind, club_records, games_by_night
from tally.scores.point_labels import against, total
from tournament.models import Club, Game, Night
from tournament.people.names import listed

MOST_SHOWN = 3  # holders of one record; the others are counted

TITLES = {
    RecordKind.HIGHEST: "Highest night",
    RecordKind.LOWEST: "Lowest night",
    RecordKind.LONERS: "Most loners in a night",
    RecordKind.BIGGEST_GAME: "Biggest game",
    RecordKind.CLOSEST_WIN: "Closest win",
    RecordKind.WIDEST_WIN: "Widest win",
    RecordKind.PLAYED_RUN: "Longest run of nights played",
    RecordKind.TOP_RUN: "Longest run in the top three",
    RecordKind.WON_RUN: "Longest run of nights won",
    RecordKind.MOST_NIGHTS: "Most nights played",
    RecordKind.MOST_WINS: "Most nights won",
}
UNITS = {
    RecordKind.LONERS: ("loner", "loners"),
    **dict.fromkeys((RecordKind.PLAYED_RUN, RecordKind.TOP_RUN, RecordKind.WON_RUN), ("night", "nights")),
    **dict.fromkeys((RecordKind.MOST_NIGHTS, RecordKind.MOST_WINS), ("night", "nights")),
}
PER_GAME = {RecordKind.HIGHEST, RecordKind.LOWEST, RecordKind.CLOSEST_WIN, RecordKind.WIDEST_WIN}
BY_PLAYER = {
    RecordKind.PLAYED_RUN,
    RecordKind.TOP_RUN,
    RecordKind.WON_RUN,
    RecordKind.MOST_NIGHTS,
    RecordKind.MOST_WINS,
}


@dataclass(frozen=True, slots=True)
class HolderRow:
    """Who holds a record, when it was set, and the page that proves it ("" where there is none)."""

    names: str
    when: str
    proof: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record in words, with its first holders and the number of the others."""

    slug: str
    title: str
    value: str
    holders: tuple[HolderRow, ...]
    others: int


def records_context(club: Club, *, organizer: bool, game: str, per_game: bool) -> dict[str, object]:
    """The club's records in one of its games.

    :param organizer: who sees whole names, nights whose standings are still a surprise, and hands.
    :param game: the variant that was chosen; else the one played most often.
    :param per_game: whether nights are compared by points a game.
    """
    results = club_results(club, shown_only=not organizer)
    closed = [one for one in results if one.status == Night.Status.CLOSED]
    chosen = choose_game(closed, game, all_together=False)
    fewest, most = games_by_night(night for night in chosen.nights if night.games)
    return {
        "club": club,
        "choices": chosen.choices,
        "chosen": next((choice.slug for choice in chosen.choices if choice.chosen), ""),
        "nights": len(chosen.nights),
        "per_game": per_game,
        "fewest": fewest,
        "most": most,
        "records": record_rows(
            club_records(chosen.nights, per_game=per_game),
            club_names(club, whole=organizer),
            organizer=organizer,
            per_game=per_game,
        ),
    }


def record_rows(
    records: Iterable[ClubRecord], names: Mapping[int, str], *, organizer: bool, per_game: bool = False
) -> list[RecordRow]:
    """Return records in words, with proofs that the reader may open: hands are the organizer's. One query."""
    every = list(records)
    proofs = _Proofs([feat for record in every for feat in record.feats[:MOST_SHOWN]], organizer=organizer)
    return [
        RecordRow(
            slug=record.kind,
            title=TITLES[record.kind],
            value=value_text(record, per_game=per_game),
            holders=tuple(
                HolderRow(
                    listed(names.get(player, "") for player in feat.players),
                    _when(feat),
                    proofs.address(record.kind, feat),
                    _detail(feat),
                )
                for feat in record.feats[:MOST_SHOWN]
            ),
            others=max(0, len(record.feats) - MOST_SHOWN),
        )
        for record in every
    ]


def value_text(record: ClubRecord, *, per_game: bool) -> str:
    """Return what a record stands at: "87 points", "7.3 points a game", "12 nights"."""
    value = record.value
    if per_game and record.kind in PER_GAME:
        return f"{total_text(value)} points a game"
    one, many = UNITS.get(record.kind, ("point", "points"))
    return f"{total(int(value))} {one if abs(value) == 1 else many}"


def total_text(value: float) -> str:
    """Return a number to a hundredth as people write it."""
    return f"{value:.2f}".replace("-", "−")


def _when(feat: Feat) -> str:
    """Return the day of a feat, or its first and last day: "September 1, 2026 to October 6, 2026"."""
    days = dict.fromkeys((feat.nights[0].date, feat.night.date))
    return " to ".join(date_format(day) for day in days)


def _detail(feat: Feat) -> str:
    """Return the score of a game, the record's side first; empty for other records."""
    if feat.meeting is None:
        return ""
    ns, ew = feat.meeting.ns_points, feat.meeting.ew_points
    ours_first = set(feat.players) <= set(feat.meeting.ns)
    score = against(ns, ew) if ours_first else against(ew, ns)
    return f"{score}, game {feat.meeting.round}, table {feat.meeting.table}"


class _Proofs:
    """The pages that prove feats, read for all of them at once."""

    def __init__(self, every: Sequence[Feat], *, organizer: bool) -> None:
        self._organizer = organizer
        nights = {feat.night.night for feat in every if not feat.night.totals_only}
        rounds = {feat.meeting.round for feat in every if feat.meeting}
        games = Game.objects.filter(round__night__in=nights, round__number__in=rounds)
        self._games = {
            (night, number, table): pk
            for pk, night, number, table in games.values_list("pk", "round__night", "round__number", "table")
        }

    def address(self, kind: RecordKind, feat: Feat) -> str:
        """Return the page that proves a feat."""
        night, player = feat.night, feat.players[0] if feat.players else 0
        if kind in BY_PLAYER and self._organizer:
            return reverse("player-page", args=[player])
        if night.totals_only or kind in BY_PLAYER:
            return reverse("standings", args=[night.slug])
        if feat.meeting and self._organizer:
            game = self._games.get((night.night, feat.meeting.round, feat.meeting.table))
            return reverse("game", args=[night.slug, game]) if game else ""
        if kind in (RecordKind.CLOSEST_WIN, RecordKind.WIDEST_WIN):
            return reverse("standings", args=[night.slug])
        own = night.by_player.get(player)
        return reverse("player-tally", args=[night.slug, own.number]) if own and own.number else ""

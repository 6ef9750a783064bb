"""The sample club: it reads back as nights that were played, and the same seed makes the same club."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from io import StringIO
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from tally.exports.night_json import export_night
from tally.loading.games import load_game
from tally.loading.seasons import LoadedSeason
from tally.management.commands import sample_club as command
from tally.management.sample_club.filling import fill_club, tuesdays
from tally.management.sample_club.people import make_people, who_comes
from tally.management.sample_club.seasons import make_seasons
from tally.models import Hand, PaperTotal
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.recording import record_hand
from tally.scoring.signing import sign_for_both
from tests.support.night import ORGANIZER, sign_in_as_organizer
from tournament.club.cash import cash_lines, newest_count, pots_brought
from tournament.models import CashLine, Club, Entry, Game, Night, Player, Round
from tournament.money.box import Kind, expected, total_of
from tournament.movements.seats import Side
from tournament.night.seating import seat_rounds
from tournament.people.errors import Refused
from tournament.planning.rounds import seatings

LAST = date(2026, 11, 17)
WINNER = ("round__number", "table", "winner")
CASH = ("kind", "cents", "what", "entry__number")
SECRETS = ("code", "key", "phone", "by")


def filled(*, people: int = 24, nights: int = 3, seed: int = 1, still_open: bool = False) -> Club:
    """Make a small sample club."""
    club = Club.objects.create(name=f"Sample {seed}")
    fill_club(club=club, people=people, nights=nights, seed=seed, until=LAST, still_open=still_open)
    return club


def without_secrets(value: Any) -> Any:
    """Return an exported document without codes, keys and ids, which are new in every club."""
    if isinstance(value, dict):
        return {name: without_secrets(one) for name, one in value.items() if name not in SECRETS}
    return [without_secrets(one) for one in value] if isinstance(value, list) else value


def play_again(night: Night) -> Night:
    """Play the hands of a night with the site's own functions, in the same seats."""
    again = Night.objects.get(pk=night.pk)
    again.pk, again.slug, again.join_key, again.status = None, uuid4().hex[:8], uuid4().hex[:8], Night.Status.PLAYING
    again.save(force_insert=True)
    for entry in night.entries.all():
        Entry.objects.create(night=again, player=entry.player, name=entry.name, number=entry.number)
    for number, seating in enumerate(seatings(night), 1):
        drawn = again.rounds.filter(number=number).first()
        if drawn:  # by the movement, after the winners
            assert seatings(again)[-1] == seating or seatings(again)[-1].everybody != seating.everybody
            drawn.delete()
        seat_rounds(again, [seating], first=number)
        for before in Game.objects.filter(round__night=night, round__number=number):
            play_table(before, Game.objects.get(round__night=again, round__number=number, table=before.table))
    return again


def play_table(before: Game, game: Game) -> None:
    """Record at one table what was recorded at another, and sign it."""
    paper = PaperTotal.objects.filter(game=before).last()
    loaded = load_game(game, game.round.night)
    if paper:
        loners = {int(number): count for number, count in paper.loners.items()}
        total = Total(paper.ns or 0, paper.ew or 0, loners, Side(before.winner) if before.tie_to else None)
        expected = state_token(loaded)
        record_total(game=game, total=total, key=uuid4().hex, who=ORGANIZER, expected=expected, sure=True)
        return
    for hand in load_game(before, before.round.night).hands:
        alone = game.round.night.entries.filter(number=hand.scored.loner or 0).first()
        key = uuid4().hex
        record_hand(game=game, number=hand.number, record=hand.data, key=key, who=ORGANIZER, alone_by=alone)
    sign_for_both(load_game(game, game.round.night), ORGANIZER)


@pytest.mark.parametrize(
    ("people", "nights", "seed"), [(16, 1, 1), pytest.param(40, 5, 5, marks=pytest.mark.long, id="five nights")]
)
def test_a_sample_night_stands_as_if_it_had_been_played(db: None, people: int, nights: int, seed: int) -> None:
    for night in filled(people=people, nights=nights, seed=seed).nights.all():
        played, again = export_night(night), export_night(play_again(night))
        for name in ("place", "shared", "number", "total", "games", "sit_out_points"):
            assert [row[name] for row in played["standings"]] == [row[name] for row in again["standings"]]
        assert len(played["standings"]) >= 16
        for one, other in zip(played["rounds"], again["rounds"], strict=True):
            for mine, theirs in zip(one["tables"], other["tables"], strict=True):
                assert mine["totals"] == theirs["totals"]
                assert mine["seats"] == theirs["seats"]
                assert {s["side"] for s in mine["signatures"]} == {s["side"] for s in theirs["signatures"]}
        winners = Game.objects.filter(round__night=night).values_list("round__number", "table", "winner")
        assert set(winners) == set(
            Game.objects.filter(round__night__slug=again["night"]["code"]).values_list(
                "round__number", "table", "winner"
            )
        )


def test_the_same_seed_makes_the_same_club(db: None) -> None:
    one, same, other = filled(nights=1), filled(nights=1), filled(nights=1, seed=2)
    documents = [
        [without_secrets(export_night(night)) for night in club.nights.order_by("date")] for club in (one, same, other)
    ]
    assert documents[0] == documents[1] != documents[2]
    cash = [list(CashLine.objects.filter(night__club=club).order_by("pk").values_list(*CASH)) for club in (one, same)]
    assert cash[0] == cash[1] and len(cash[0]) > 30
    names = [list(club.players.order_by("pk").values_list("name", flat=True)) for club in (one, same)]
    assert names[0] == names[1]


def test_every_moment_of_a_sample_night_is_in_the_past_and_in_order(db: None) -> None:
    for night in filled().nights.all():
        assert night.created_at and night.opened_at and night.closed_at
        assert night.created_at < night.opened_at < night.closed_at < timezone.now()
        assert timezone.localdate(night.opened_at) == night.date
        moments = list(Hand.objects.filter(game__round__night=night).values_list("at", flat=True))
        assert moments and night.opened_at < min(moments) and max(moments) < night.closed_at
        logged = list(night.log_entries.values_list("at", flat=True))
        assert night.created_at <= min(logged) and max(logged) == night.closed_at
        assert not Round.objects.filter(night=night, games__signed_at=None).exists()


def test_people_come_as_they_do_to_a_club() -> None:
    chance = Random(3)
    people = make_people(200, 150, chance)
    nights = [who_comes(people, night, 1, chance) for night in range(150)]
    assert all(16 <= len(night) <= 60 and len(set(night)) == len(night) for night in nights)
    times = Counter(person for night in nights for person in night)
    assert sum(times[at] >= 110 for at in range(200)) >= 8, "a core that nearly always comes"
    assert sum(1 <= times[at] <= 3 for at in range(200)) >= 50, "guests"
    assert any(person.last < 100 and not person.guest for person in people), "somebody who left for good"
    assert any(person.first > 50 and not person.guest for person in people), "a newcomer"
    names = [person.name for person in people]
    assert len(set(names)) == 200 and {"王芳", "Łukasz Nowak", "Bob Miller", "Bob Stone"} <= set(names)


def test_the_nights_are_tuesdays() -> None:
    dates = list(tuesdays(150, date(2026, 11, 20)))
    assert dates[-1] == LAST and len(set(dates)) == 150 and dates == sorted(dates)
    assert {on.weekday() for on in dates} == {1} and timedelta(days=1000) < dates[-1] - dates[0] < timedelta(days=1150)


def test_a_sample_club_has_a_season_a_year_with_standings(db: None) -> None:
    club = filled(people=20, nights=1)
    Night.objects.filter(club=club).update(date=date(2025, 5, 6))
    club.seasons.all().delete()
    make_seasons(club)
    (season,) = club.seasons.all()
    assert (season.name, season.adding, season.best) == ("2025", "best", 1)
    assert len(LoadedSeason(season).standings) >= 16


def test_the_boxes_of_sample_nights_are_counted_and_pay_out_what_came_in(db: None) -> None:
    club = filled(people=20, nights=3, still_open=True)
    *closed, playing = club.nights.order_by("date")
    carried = 0
    for night in closed:
        lines, count = cash_lines(night), newest_count(night)
        assert count and abs((count.cents or 0) - expected(lines, pots_brought(night))) <= 500
        assert total_of(lines, Kind.FLOAT) == 0 and total_of(lines, Kind.ENTRY) >= 500 * 14
        assert {Kind.POT, Kind.HALF, Kind.EXPENSE, Kind.PRIZE, Kind.CARRY} <= {line.kind for line in lines}
        assert -total_of(lines, Kind.PRIZE) <= total_of(lines, Kind.ENTRY, Kind.POT) - night.kept_for_costs
        assert pots_brought(night).get("Perfect hand", 0) == carried
        carried += total_of(lines, Kind.CARRY)
    assert newest_count(playing) is None and total_of(cash_lines(playing), Kind.ENTRY)


def test_the_pages_of_sample_nights_open(db: None) -> None:
    club = filled(people=20, nights=2, still_open=True)
    assert list(club.nights.order_by("date").values_list("status", flat=True)) == ["closed", "playing"]
    organizer = Client()
    sign_in_as_organizer(organizer, club)
    for night in club.nights.all():
        for page in ("board/", "standings/", "log/", "desk/", "players/", "quick/1/", "money/", "print/standings.pdf"):
            assert organizer.get(f"/n/{night.slug}/{page}").status_code == 200, page


def test_only_a_new_club_is_filled(db: None) -> None:
    club = filled(nights=1)
    with pytest.raises(Refused, match="has nights already"):
        fill_club(club=club, people=24, nights=1, seed=1, until=LAST)
    assert club.nights.count() == 1


def test_the_command_prints_the_organizers_link(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "prepare_database", lambda: "")  # it would close this test's connection
    before, out = Club.objects.count(), StringIO()
    call_command("sample_club", "--people", "16", "--nights", "1", stdout=out)
    club = Club.objects.order_by("pk").last()
    assert club and Club.objects.count() == before + 1
    assert out.getvalue() == f"Tuesday Euchre Club: /o/{club.key}/\n"
    assert Player.objects.filter(club=club).count() == 16 and club.nights.get().date <= timezone.localdate()


@pytest.mark.parametrize("wrong", [("--people", "7"), ("--nights", "0"), ("--people", "9999")])
def test_the_command_refuses_clubs_that_cannot_be(db: None, wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="A sample club has"):
        call_command("sample_club", *wrong)
    assert not Club.objects.exists()

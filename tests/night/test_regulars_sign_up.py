"""Regulars are signed up for a night by a tap: who is offered, in which order, and each as who they are."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from itertools import permutations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tally.scores.total_lines import TotalLine
from tally.scoring.night_totals import enter_totals
from tests.support.markup import compact
from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tests.support.regulars import closed_night, past_nights
from tests.support.rosters import names_by_arrival
from tournament.models import Club, Entry, Night, Player
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.last_time import sign_up_last_times_players
from tournament.night.lifecycle import start_night
from tournament.night.numbers import draw_numbers
from tournament.night.removal import remove_player, restore_player
from tournament.night.roster_changes import arrive_late, substitute
from tournament.night.signup import add_ghost, sign_up, sign_up_players
from tournament.people.errors import Refused
from tournament.people.regulars import Regular, likeliest_first, namesakes


def tap(organizer: Client, night: Night, *players: Player, htmx: bool = False) -> str:
    """Tap the names of regulars on the desk; return the page that answers."""
    address, form = f"/n/{night.slug}/desk/regulars/", {"player": [player.pk for player in players]}
    headers = {"HX-Request": "true"} if htmx else {}
    return unescape(organizer.post(address, form, headers=headers, follow=not htmx).content.decode())


def offered(organizer: Client, night: Night) -> list[str]:
    """List the regulars whom the desk offers, each with what tells them apart, in order."""
    page = unescape(organizer.get(f"/n/{night.slug}/desk/").content.decode())
    part = page.partition('<ul class="regulars"')[2].partition("</ul>")[0]
    buttons = re.findall(r"<li[^>]*>\s*<button[^>]*>(.*?)</button>", part, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", button).split()) for button in buttons]


# The order


def test_the_likeliest_are_first() -> None:
    often = Regular(1, "Zoe", lately=9, last_night=date(2026, 11, 10))
    lately = Regular(2, "Yan", lately=3, last_night=date(2026, 11, 17))
    before = Regular(3, "Ann", lately=3, last_night=date(2026, 11, 10))
    long_ago = Regular(4, "Cy", last_night=date(2024, 1, 2))
    never, never_too = Regular(5, "adam"), Regular(6, "Bea")
    gone = Regular(7, "Abe", lately=10, last_night=date(2026, 11, 17), is_gone=True)
    order = [often, lately, before, long_ago, never, never_too, gone]
    for some in permutations(order, 3):
        assert likeliest_first(some) == sorted(some, key=order.index)
    assert likeliest_first(reversed(order)) == order


def test_namesakes_are_those_whose_names_sound_alike() -> None:
    assert namesakes([Regular(1, "Ann"), Regular(2, "Bob"), Regular(3, "ANN")]) == {1, 3}


def test_the_desk_offers_whoever_came_often_and_lately(organizer: Client, empty_night: Night) -> None:
    past_nights(
        empty_night.club,
        {"Once Lately": [1], "Twice Lately": [1, 2], "Always": range(1, 13), "Long Ago": [11, 12], "Twice": [2, 3]},
    )
    empty_night.club.players.create(name="Never Here")
    assert offered(organizer, empty_night) == [
        "Always",
        "Twice Lately",
        "Twice",
        "Once Lately",
        "Long Ago",
        "Never Here",
    ]


def test_neither_the_merged_nor_the_ghost_nor_other_clubs_people_are_offered(
    organizer: Client, empty_night: Night
) -> None:
    club = empty_night.club
    players = past_nights(club, {"Ann Miller": [1], "Anne Miller": [1]})
    Player.objects.filter(pk=players["Anne Miller"].pk).update(merged_into=players["Ann Miller"])
    sign_up(night=empty_night, names=CAST[1:4], who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    Club.objects.create(name="Thursday club").players.create(name="Theo Thursday")
    assert offered(organizer, empty_night) == ["Ann Miller"]


def test_people_who_are_gone_are_found_and_never_offered(organizer: Client, empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1], "Norm Stone": [2]})
    Player.objects.filter(pk=players["Norm Stone"].pk).update(is_active=False)
    assert offered(organizer, empty_night) == ["Ann Miller", "Norm Stone gone, last here Nov 10"]
    page = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert re.findall(r'<li data-words="([^"]*)"\s+class="gone">', page) == ["Norm Stone"]
    tap(organizer, empty_night, players["Norm Stone"])
    assert names_by_arrival(empty_night) == ["Norm Stone"]


def test_two_of_one_name_are_told_apart(organizer: Client, empty_night: Night) -> None:
    club = empty_night.club
    past_nights(club, {"Ann Miller": [1], "Bob Stone": [1]})
    club.players.create(name="ANN MILLER", is_guest=True)
    assert offered(organizer, empty_night) == [
        "Ann Miller last here Nov 17",
        "Bob Stone",
        "ANN MILLER guest, never here",
    ]


def test_a_club_without_regulars_is_offered_nobody(organizer: Client, empty_night: Night) -> None:
    page = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert 'class="regulars"' not in page and "Tap who is here." not in page
    assert "One by one" in page


def test_nobody_is_offered_once_the_night_has_started(organizer: Client, night: Night) -> None:
    past_nights(night.club, {"Zoe New": [1]})
    assert 'id="regulars"' not in organizer.get(f"/n/{night.slug}/desk/").content.decode()


# Signing up


def test_a_tap_signs_a_regular_up_as_who_they_are(organizer: Client, empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1], "Bob Stone": [1]})
    page = tap(organizer, empty_night, players["Bob Stone"])
    assert "✓ Added Bob Stone." in page
    assert empty_night.entries.get().player == players["Bob Stone"]
    assert offered(organizer, empty_night) == ["Ann Miller"]
    assert empty_night.log_entries.get().text == "signed up Bob S."


def test_the_tap_of_a_page_with_scripts_gets_the_list_alone(organizer: Client, empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1]})
    page = tap(organizer, empty_night, players["Ann Miller"], htmx=True)
    assert "<html" not in page and 'id="list"' in page and 'id="start"' in page
    assert f'<li data-player="{players["Ann Miller"].pk}">' in page
    assert '<p id="added" hx-swap-oob="innerHTML">✓ Added Ann Miller.</p>' in page
    assert "✓ Added" not in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()


def test_a_tap_shows_how_as_many_would_move(organizer: Client, empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1]})
    sign_up(night=empty_night, names=CAST[1:8], who=ORGANIZER)
    assert "Add a ghost" in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    page = tap(organizer, empty_night, players["Ann Miller"], htmx=True)
    assert "Tonight: Two tables" in compact(page) and "Add a ghost" not in page


def test_several_are_signed_up_at_once_in_the_order_of_the_taps(empty_night: Night) -> None:
    players = past_nights(empty_night.club, {name: [1] for name in CAST[:4]})
    ids = [players[name].pk for name in (CAST[2], CAST[0], CAST[2])]
    sign_up_players(night=empty_night, player_ids=ids, who=ORGANIZER)
    assert names_by_arrival(empty_night) == [CAST[2], CAST[0]]


def test_tapping_twice_signs_up_once(organizer: Client, empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1]})
    tap(organizer, empty_night, players["Ann Miller"])
    with nothing_changes():
        assert "On the list already." in tap(organizer, empty_night, players["Ann Miller"])
        assert "On the list already." in tap(organizer, empty_night)


def test_namesakes_are_signed_up_by_who_they_are(empty_night: Night) -> None:
    one = empty_night.club.players.create(name="Ann Miller")
    other = empty_night.club.players.create(name="Ann Miller")
    for player in (other, one):
        sign_up_players(night=empty_night, player_ids=[player.pk], who=ORGANIZER)
    assert list(empty_night.entries.order_by("pk").values_list("player", flat=True)) == [other.pk, one.pk]
    assert all(entry.namesake for entry in empty_night.entries.all())


def test_a_pasted_namesake_is_the_other_regular_of_that_name(empty_night: Night) -> None:
    one, other = (empty_night.club.players.create(name="Ann Miller") for _ in range(2))
    for _ in range(3):
        sign_up(night=empty_night, names=["Ann Miller"], who=ORGANIZER, also_same_names=True)
    first, second, third = empty_night.entries.order_by("pk").values_list("player", flat=True)
    assert [first, second] == [one.pk, other.pk] and third not in (one.pk, other.pk)


def test_a_pasted_name_is_that_of_whoever_still_comes(empty_night: Night) -> None:
    empty_night.club.players.create(name="Ann Miller", is_active=False)
    active = empty_night.club.players.create(name="Ann Miller")
    (entry,) = sign_up(night=empty_night, names=["Ann Miller"], who=ORGANIZER)
    assert entry.player == active


def test_after_the_draw_a_regular_gets_the_next_number_and_the_ghost_goes(empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Zoe New": [1]})
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    add_ghost(night=empty_night, who=ORGANIZER)
    (entry,) = sign_up_players(night=empty_night, player_ids=[players["Zoe New"].pk], who=ORGANIZER)
    assert (entry.number, empty_night.entries.ghosts().exists()) == (8, False)


def test_somebody_removed_is_offered_again_and_comes_back_once(organizer: Client, empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1]})
    (entry,) = sign_up_players(night=empty_night, player_ids=[players["Ann Miller"].pk], who=ORGANIZER)
    remove_player(entry=entry, who=ORGANIZER)
    assert offered(organizer, empty_night) == ["Ann Miller"]
    tap(organizer, empty_night, players["Ann Miller"])
    Player.objects.update(name="Anne Miller")
    Entry.objects.update(name="Anne Miller")
    with nothing_changes(), pytest.raises(Refused, match=r"Ann Miller is on the list again\."):
        restore_player(removed=empty_night.removed_players.get(), who=ORGANIZER)


def test_last_times_players_come_without_those_who_are_gone(empty_night: Night) -> None:
    players = past_nights(empty_night.club, {"Ann Miller": [1], "Norm Stone": [1]})
    Player.objects.filter(pk=players["Norm Stone"].pk).update(is_active=False)
    sign_up_last_times_players(night=empty_night, who=ORGANIZER)
    assert names_by_arrival(empty_night) == ["Ann Miller"]


# Gone, and back


def gone(night: Night, name: str = "Norm Gone") -> Player:
    """Return a regular of the night's club who is marked as gone."""
    return night.club.players.create(name=name, is_active=False)


def test_who_was_gone_and_signs_up_comes_again_and_the_desk_says_so(organizer: Client, empty_night: Night) -> None:
    norm = gone(empty_night)
    assert "Added Norm Gone. Norm Gone is no longer marked as gone." in tap(organizer, empty_night, norm)
    norm.refresh_from_db()
    assert norm.is_active
    assert "Norm G. is no longer marked as gone" in empty_night.log_entries.values_list("text", flat=True)
    remove_player(entry=empty_night.entries.get(), who=ORGANIZER)
    assert "no longer marked" not in tap(organizer, empty_night, norm)


def test_typed_names_of_people_who_were_gone_make_them_come_again(organizer: Client, empty_night: Night) -> None:
    gone(empty_night), gone(empty_night, "Yan Old")
    address = f"/n/{empty_night.slug}/desk/names/"
    page = organizer.post(address, {"names": "norm gone\nZoe New\nYan Old"}, follow=True).content.decode()
    assert "Norm Gone and Yan Old are no longer marked as gone." in page.replace("norm gone", "Norm Gone")
    assert empty_night.club.players.active().count() == 3


def test_late_arrivals_and_substitutes_who_were_gone_come_again(night: Night, short_searches: None) -> None:
    late, other = gone(night), gone(night, "Yan Old")
    arrive_late(night=night, name="Norm Gone", who=ORGANIZER)
    assert "added a late arrival" in night.log_entries.latest("pk").text
    substitute(entry=night.entries.get(number=2), name="Yan Old", who=ORGANIZER)
    assert set(night.club.players.active().filter(pk__in=[late.pk, other.pk])) == {late, other}


def test_an_old_night_brings_nobody_back_who_is_gone(empty_night: Night) -> None:
    norm = gone(empty_night)
    lines = [TotalLine("Norm Gone", 40), TotalLine("Bob Stone", 41)]
    enter_totals(club=empty_night.club, name="Old", on=date(2019, 1, 1), games=8, lines=lines, who=ORGANIZER)
    norm.refresh_from_db()
    assert norm.entries.exists() and not norm.is_active


# Refused


@pytest.mark.parametrize("who", ["merged", "of another club", "the ghost", "unknown", "no number"])
def test_nobody_but_a_regular_of_the_club_can_be_signed_up(organizer: Client, empty_night: Night, who: str) -> None:
    club = empty_night.club
    ann = club.players.create(name="Ann Miller")
    other_club = Club.objects.create(name="Thursday club")
    player: object = {
        "merged": club.players.create(name="Anne Miller", merged_into=ann).pk,
        "of another club": other_club.players.create(name="Theo").pk,
        "the ghost": club.players.create(name="Ghost", is_ghost=True).pk,
        "unknown": 10**9,
        "no number": "x",
    }[who]
    with nothing_changes():
        page = organizer.post(f"/n/{empty_night.slug}/desk/regulars/", {"player": [ann.pk, player]})
    assert page.status_code == 409
    assert "not one of the club’s regulars anymore" in page.content.decode()


def test_regulars_are_refused_to_strangers_and_after_the_start(
    organizer: Client, stranger: Client, eight_players: Night
) -> None:
    zoe = past_nights(eight_players.club, {"Zoe New": [1]})["Zoe New"]
    draw_numbers(night=eight_players, order="arrival", who=ORGANIZER)
    phone, address = phone_of(eight_players, 1), f"/n/{eight_players.slug}/desk/regulars/"
    with nothing_changes():
        assert [client.post(address, {"player": zoe.pk}).status_code for client in (stranger, phone)] == [403, 403]
    start_night(night=eight_players, who=ORGANIZER)
    with nothing_changes():
        answer = organizer.post(address, {"player": zoe.pk})
    assert answer.status_code == 409 and "The night has started" in answer.content.decode()


def test_a_full_night_takes_no_regular(empty_night: Night) -> None:
    zoe = empty_night.club.players.create(name="Zoe New")
    sign_up(night=empty_night, names=[f"G{n}" for n in range(MAX_PLAYERS)], who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="At most 133 people"):
        sign_up_players(night=empty_night, player_ids=[zoe.pk], who=ORGANIZER)


def test_a_name_typed_among_the_regulars_is_added_or_refused_with_a_sentence(
    organizer: Client, empty_night: Night
) -> None:
    address, headers = f"/n/{empty_night.slug}/desk/names/", {"HX-Request": "true"}
    answer = organizer.post(address, {"names": "Nora Quinn"}, headers=headers)
    assert answer.status_code == 200 and "<html" not in answer.content.decode()
    assert names_by_arrival(empty_night) == ["Nora Quinn"]
    with nothing_changes():
        again = organizer.post(address, {"names": "nora quinn"}, headers=headers)
    assert again.status_code == 409 and "is signed up already. Somebody else with that name?" in again.content.decode()


def test_the_desk_asks_as_often_for_three_regulars_as_for_thirty(organizer: Client, empty_night: Night) -> None:
    counts = []
    for number in (3, 30):
        closed_night(empty_night.club, date(2026, 1, number))
        past_nights(empty_night.club, {f"Guest {n}": [1] for n in range(number)})
        organizer.get(f"/n/{empty_night.slug}/desk/")
        with CaptureQueriesContext(connection) as queries:
            organizer.get(f"/n/{empty_night.slug}/desk/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Late


def test_player_changes_offer_the_names_of_those_who_may_come_late(
    organizer: Client, night: Night, short_searches: None
) -> None:
    players = past_nights(night.club, {"Zoe New": [1], "Yan Old": [2], CAST[0]: [1], "Norm Gone": [1]})
    Player.objects.filter(name="Norm Gone").update(is_active=False)
    page = organizer.get(f"/n/{night.slug}/changes/?change=arrive").content.decode()
    names = page.partition('<datalist id="likely-names">')[2].partition("</datalist>")[0]
    assert re.findall(r'value="(.*?)"', names) == ["Zoe New", "Yan Old"]
    assert page.count('list="likely-names"') == 1
    arrive_late(night=night, name="zoe new", who=ORGANIZER)
    assert night.entries.get(number=9).player == players["Zoe New"]
    arrive_late(night=night, name="Norm Gone", who=ORGANIZER)
    assert night.entries.get(number=10).player == players["Norm Gone"]

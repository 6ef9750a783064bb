"""A player's name is corrected in one place, and told apart from the other names of the night."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tournament.models import Entry, Night, Player
from tournament.night.lifecycle import back_to_sign_up, close_night
from tournament.night.numbers import draw_numbers
from tournament.night.player_names import rename_player
from tournament.night.removal import remove_player
from tournament.night.roster_changes import arrive_late, substitute
from tournament.night.signup import add_ghost, sign_up

BOBS = ["Bob Stone", "Bob Smith", "Bob Sanders"]


def rename(client: Client, night: Night, entry: int, name: str) -> tuple[int, str]:
    """Post a new name; return the status code and the page."""
    answer = client.post(f"/n/{night.slug}/players/rename/", {"entry": entry, "name": name})
    return answer.status_code, answer.content.decode()


def shown(night: Night) -> list[str]:
    """Return what others see of everybody's names, by arrival."""
    return [entry.short_name for entry in night.entries.order_by("pk")]


# Renaming


def test_a_new_name_is_everywhere_and_the_phone_and_the_card_stay(organizer: Client, night: Night) -> None:
    phone, before = phone_of(night, 1), Entry.objects.get(night=night, number=1)
    assert rename(organizer, night, before.pk, " Anne   Müller ")[0] == 302
    after = Entry.objects.get(pk=before.pk)
    assert (after.name, after.player.name, after.key, after.number) == ("Anne Müller", "Anne Müller", before.key, 1)
    assert "1 Anne M." in phone.get(f"/n/{night.slug}/play/").content.decode()
    assert "Anne M." in organizer.get(f"/n/{night.slug}/").content.decode()
    log = organizer.get(f"/n/{night.slug}/log/").content.decode()
    assert "renamed 1 Ann M. to Anne M." in log and "Müller" not in log


def test_before_the_start_the_desk_renames(organizer: Client, eight_players: Night) -> None:
    entry = eight_players.entries.get(name="Ann Miller")
    page = organizer.get(f"/n/{eight_players.slug}/desk/").content.decode()
    assert f'name="next" value="/n/{eight_players.slug}/desk/"' in page
    assert rename(organizer, eight_players, entry.pk, "Ann Muller")[0] == 302
    assert "Ann Muller" in organizer.get(f"/n/{eight_players.slug}/desk/").content.decode()
    assert eight_players.log_entries.latest("pk").text == "corrected the spelling of Ann M."


def test_the_log_isolates_names_from_right_to_left_and_says_where_only_the_spelling_changed(night: Night) -> None:
    entry = night.entries.get(number=1)
    for name in ("דנה לוי", "דנה לביא"):
        rename_player(entry=entry, name=name, who=ORGANIZER)
    assert [line.text for line in night.log_entries.order_by("-pk")[:2]] == [
        "corrected the spelling of 1 \u2068דנה ל.\u2069",
        "renamed 1 Ann M. to \u2068דנה ל.\u2069",
    ]


def test_the_same_name_again_changes_nothing(eight_players: Night) -> None:
    with nothing_changes():
        rename_player(entry=eight_players.entries.get(name="Ann Miller"), name="Ann Miller ", who=ORGANIZER)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "Write a name"), ("x" * 41, "longer than 40 letters"), ("bob stone", "bob stone is on the list already.")],
)
def test_a_name_that_does_not_do_is_refused(organizer: Client, night: Night, name: str, sentence: str) -> None:
    with nothing_changes():
        status, page = rename(organizer, night, night.entries.get(number=1).pk, name)
    assert status == 409 and sentence in page


def test_a_closed_nights_names_are_corrected_with_the_regulars(organizer: Client, night: Night) -> None:
    close_night(night=night, who=ORGANIZER)
    with nothing_changes():
        status, page = rename(organizer, night, night.entries.get(number=1).pk, "Anne Miller")
    assert status == 409 and "in the club’s list of regulars" in page


def test_neither_the_ghost_nor_a_player_of_another_night_is_renamed(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    ghost = add_ghost(night=empty_night, who=ORGANIZER)
    elsewhere = Night.objects.create(club=empty_night.club, name="Another", date="2026-12-01")
    (stranger,) = sign_up(night=elsewhere, names=["Zoe New"], who=ORGANIZER)
    with nothing_changes():
        assert rename(organizer, empty_night, ghost.pk, "Casper")[0] == 409
        assert rename(organizer, empty_night, stranger.pk, "Zoe Old")[0] == 404


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_new_name_that_is_corrected_to_a_regulars_leaves_the_regulars(empty_night: Night, elsewhere: bool) -> None:
    rita = Player.objects.create(club=empty_night.club, name="Rita Regular")
    (typed,) = sign_up(night=empty_night, names=["Rita Regulr"], who=ORGANIZER)
    if elsewhere:
        other = Night.objects.create(club=empty_night.club, name="Another", date="2026-12-01")
        sign_up(night=other, names=["Rita Regulr"], who=ORGANIZER)
    rename_player(entry=typed, name="Rita Regular", who=ORGANIZER)
    assert empty_night.entries.get().player == rita
    assert Player.objects.filter(name="Rita Regulr").exists() == elsewhere


# Names on paper


def name_for_paper(client: Client, night: Night, entry: int, paper_name: str) -> tuple[int, str]:
    """Post a name on paper; return the status code and the page."""
    answer = client.post(f"/n/{night.slug}/players/rename/", {"entry": entry, "paper_name": paper_name})
    return answer.status_code, answer.content.decode()


def test_the_players_page_sets_what_paper_says(organizer: Client, night: Night) -> None:
    entry = night.entries.get(number=1)
    assert name_for_paper(organizer, night, entry.pk, "  Anna  Paper ")[0] == 302
    entry.refresh_from_db()
    assert (entry.name, entry.player.paper_name) == ("Ann Miller", "Anna Paper")
    assert 'name="paper_name" value="Anna Paper"' in organizer.get(f"/n/{night.slug}/players/").content.decode()
    assert night.log_entries.latest("pk").text == "changed the name on paper of 1 Ann M."
    with nothing_changes():
        assert name_for_paper(organizer, night, entry.pk, "Anna Paper")[0] == 302
    assert name_for_paper(organizer, night, entry.pk, " ")[0] == 302
    assert Entry.objects.get(pk=entry.pk).player.paper_name == ""


def test_a_stranger_sets_nothing(stranger: Client, night: Night) -> None:
    with nothing_changes():
        assert name_for_paper(stranger, night, night.entries.get(number=1).pk, "Anna")[0] == 403


@pytest.mark.parametrize(("name", "sentence"), [("x" * 41, "longer than 40 letters"), ("ann@example.com", "address")])
def test_what_is_no_name_is_none_on_paper(organizer: Client, night: Night, name: str, sentence: str) -> None:
    with nothing_changes():
        status, page = name_for_paper(organizer, night, night.entries.get(number=1).pk, name)
    assert status == 409 and sentence in page


def test_a_closed_night_and_a_ghost_take_no_name_on_paper(organizer: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=CAST[:7], who=ORGANIZER)
    ghost = add_ghost(night=empty_night, who=ORGANIZER)
    with nothing_changes():
        assert name_for_paper(organizer, empty_night, ghost.pk, "Casper")[0] == 409
    empty_night.status = Night.Status.CLOSED
    empty_night.save(update_fields=["status"])
    with nothing_changes():
        status, page = name_for_paper(organizer, empty_night, empty_night.entries.first().pk, "Anna")
    assert status == 409 and "in the club’s list of regulars" in page


# Telling people apart


def test_three_bobs_have_three_short_names(empty_night: Night) -> None:
    sign_up(night=empty_night, names=BOBS, who=ORGANIZER)
    assert shown(empty_night) == ["Bob St.", "Bob Sm.", "Bob Sa."]


def test_whoever_comes_one_by_one_is_told_apart_too(empty_night: Night) -> None:
    for name in BOBS:
        sign_up(night=empty_night, names=[name], who=ORGANIZER)
    assert shown(empty_night) == ["Bob St.", "Bob Sm.", "Bob Sa."]
    assert empty_night.log_entries.latest("pk").text == "signed up Bob Sa."


def test_a_name_is_short_again_when_the_other_bobs_are_gone(empty_night: Night) -> None:
    for entry in sign_up(night=empty_night, names=BOBS, who=ORGANIZER)[1:]:
        remove_player(entry=entry, who=ORGANIZER)
    assert shown(empty_night) == ["Bob S."]


def test_a_renamed_player_is_told_apart(empty_night: Night) -> None:
    first, second = sign_up(night=empty_night, names=["Bob Stone", "Rob Smith"], who=ORGANIZER)
    rename_player(entry=second, name="Bob Smith", who=ORGANIZER)
    assert shown(empty_night) == ["Bob St.", "Bob Sm."]
    assert empty_night.log_entries.latest("pk").text == "renamed Rob S. to Bob Sm."
    rename_player(entry=first, name="Bo Stone", who=ORGANIZER)
    assert shown(empty_night) == ["Bo S.", "Bob S."]


@pytest.mark.usefixtures("short_searches")
def test_late_arrivals_and_substitutes_are_told_apart(night: Night) -> None:
    arrive_late(night=night, name="Bob Smith", who=ORGANIZER)
    substitute(entry=night.entries.get(number=3), name="Bob Sanders", who=ORGANIZER)
    assert [night.entries.get(number=n).short_name for n in (2, 3, 9)] == ["Bob St.", "Bob Sa.", "Bob Sm."]
    texts = list(night.log_entries.order_by("-pk").values_list("text", flat=True)[:2])
    assert texts[0] == "put in a substitute: Bob Sa. plays on for 3 Carla R."


def test_going_back_to_sign_up_forgets_those_who_left(empty_night: Night) -> None:
    entries = sign_up(night=empty_night, names=["Bob Stone", "Bob Smith"], who=ORGANIZER)
    Entry.objects.filter(pk=entries[1].pk).update(left_at="2026-11-24T20:00:00Z")
    Night.objects.update(status=Night.Status.PLAYING)
    back_to_sign_up(night=empty_night, who=ORGANIZER)
    assert shown(empty_night) == ["Bob S."]


def test_people_of_the_same_name_are_told_apart_by_their_numbers(empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Ann Miller", "Ann Miller"], who=ORGANIZER, also_same_names=True)
    assert shown(empty_night) == ["Ann M.", "Ann M."]
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    assert shown(empty_night) == ["Ann M. (1)", "Ann M. (2)"]
    assert [str(entry) for entry in empty_night.entries.all()] == ["1 Ann M.", "2 Ann M."]

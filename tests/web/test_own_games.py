"""Games of the club's own: made with the form, tried, saved, played, changed, exported and imported."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tally.exports.night_json import export_night
from tally.loading.endings import rules_of_last_time
from tally.loading.own_games import own_variants
from tally.models import OwnGame, OwnGameVersion
from tally.paper.document import Job
from tally.printing.catalog import draw
from tally.rules import VARIANTS, find_variant
from tally.rules.own_games import OwnGameRefused, contracts_by_key, keys_of, read_own_game
from tally.scoring.own_games import delete_own_game, keep_own_game, save_own_game
from tally.scoring.versions import read_tonights_record
from tests.support.night import (
    CAST,
    ORGANIZER,
    game_at,
    nothing_changes,
    phone_of,
    play_hands,
    sign_in_as_organizer,
    tap,
)
from tests.support.printed_pages import text_of
from tests.support.strangers import another_clubs_organizer
from tournament.models import Club, Night
from tournament.night.bell import ring_bell
from tournament.night.lifecycle import create_night, start_night
from tournament.night.settings import set_variant
from tournament.night.signup import sign_up
from tournament.people.errors import Refused

OURS: dict[str, Any] = {
    "name": "Fire Hall Euchre",
    "base": "standard",
    "cards": 24,
    "contracts": {"trump": {"made": {"makers": "1 for 3 or 4 tricks, 3 for 5 tricks"}}},
    "notes": ["Low card deals first."],
}
MARCH = "trump__made__makers"


def form_of(html: str) -> dict[str, str]:
    """Return what a browser would send from the game's form."""
    form = html.split('id="own-game"')[1].split("</form>")[0]
    inputs = re.findall(r'<input type="(?:text|number|hidden)" name="([^"]+)"[^>]*? value="([^"]*)"', form)
    sent = {name: unescape(value) for name, value in inputs if name != "csrfmiddlewaretoken"}
    sent |= {name: unescape(text).strip() for name, text in re.findall(r'<textarea name="([^"]+)"[^>]*>([^<]*)<', form)}
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent[name] = chosen[1] if chosen else ""
    sent["keep"] = [unescape(value) for value in re.findall(r'name="keep" value="([^"]*)"[^>]* checked', form)]  # type: ignore[assignment]
    sent |= dict.fromkeys(re.findall(r'<input type="checkbox" name="(\w[^"]*__removed)"[^>]* checked', form), "on")
    return sent


def make(night: Night, **changes: Any) -> OwnGameVersion:
    """Save a game of the night's club."""
    return save_own_game(night=night, description={**OURS, **changes}, who=ORGANIZER)


def choose(night: Night, slug: str, **house_rules: object) -> None:
    """Choose tonight's game."""
    set_variant(night=night, variant=slug, house_rules=house_rules, deals=4, called=slug, who=ORGANIZER)
    night.refresh_from_db()


# The form


@pytest.mark.parametrize(
    "slug", ["standard", "railroad", "pepper-grinnell", "auction-six", "dirty-clubs", "michigan-family"]
)
def test_the_form_as_it_opens_changes_nothing(slug: str, organizer: Client, empty_night: Night) -> None:
    page = organizer.get(f"/n/{empty_night.slug}/games/new/?base={slug}")
    sent = form_of(page.content.decode()) | {"name": "Ours", "save": "1"}
    answer = organizer.post(f"/n/{empty_night.slug}/games/new/", sent)
    assert answer.status_code == 302, answer.content.decode()
    saved = OwnGameVersion.objects.get().description
    assert saved == {"format": "euchre-night-game", "version": 1, "name": "Ours", "base": slug}


@pytest.mark.parametrize(
    ("base", "all_pass"),
    [
        ("pepper-grinnell", 6),
        ("pepper-grinnell", 5),
        ("bid-single-deck", 6),
        ("michigan-family", 12),
        ("pepper-cats", 1),
    ],
)
def test_the_bid_of_a_stuck_dealer_stays(base: str, all_pass: int, organizer: Client, empty_night: Night) -> None:
    version = make(empty_night, base=base, all_pass=all_pass, cards=24, contracts={})
    path = f"/n/{empty_night.slug}/games/{version.game_id}/"
    sent = form_of(organizer.get(path).content.decode())
    assert organizer.post(path, sent | {"save": "1"}).status_code == 302
    assert version.game.versions.last().description["all_pass"] == (all_pass if all_pass > 1 else "stuck")


def test_a_text_with_half_a_sign_is_imported_clean(organizer: Client, empty_night: Night) -> None:
    dirty = {**OURS, "name": "\ud800Fire \x00Hall", "about": "\u202eOurs\u200b", "notes": ["a\x00b\ud800"]}
    hidden = {"trump-alone-defender-alone": {"made": {"makers": "\ud8004\x00"}}}
    dirty["contracts"] = hidden
    page = organizer.post(f"/n/{empty_night.slug}/games/import/", {"text": json.dumps(dirty)})
    assert page.status_code == 200
    saved = organizer.post(
        f"/n/{empty_night.slug}/games/new/", form_of(page.content.decode()) | {"save": "1", "start": json.dumps(dirty)}
    )
    assert saved.status_code == 302
    version = OwnGameVersion.objects.get()
    said = [version.description[key] for key in ("name", "about", "notes")]
    assert said == ["Fire Hall", "Ours", ["a b"]]
    assert version.description["contracts"]["trump-alone-defender-alone"] == {"made": {"makers": "4"}}
    assert organizer.get(f"/n/{empty_night.slug}/games/{version.game_id}/game.json").status_code == 200


def test_what_the_form_has_is_saved_and_opens_again(organizer: Client, empty_night: Night) -> None:
    path = f"/n/{empty_night.slug}/games/new/"
    sent = form_of(organizer.get(path + "?base=standard").content.decode())
    assert sent[MARCH] == "1 for 3 or 4 tricks, 2 for 5 tricks"
    sent |= {"name": "Fire Hall Euchre", MARCH: "1 for 3 or 4, 3 for 5", "cards": "24", "all_pass": "stuck"}
    sent |= {"trump-alone__removed": "on", "end": "target", "end_number": "21", "notes": "Low card deals first."}
    sent["keep"] = []  # type: ignore[assignment]
    assert organizer.post(path, sent | {"save": "1"}).status_code == 302
    version = OwnGameVersion.objects.get()
    assert version.description == {
        "format": "euchre-night-game",
        "version": 1,
        "name": "Fire Hall Euchre",
        "base": "standard",
        "notes": ["Low card deals first."],
        "without_notes": [
            "One card is turned up: order it up, or name another suit in the second round.",
        ],
        "cards": 24,
        "contracts": {"trump": {"made": {"makers": "1 for 3 or 4 tricks, 3 for 5 tricks"}}},
        "removed": ["trump-alone"],
        "all_pass": "stuck",
        "end": {"target": 21},
    }
    again = form_of(organizer.get(f"/n/{empty_night.slug}/games/{version.game_id}/").content.decode())
    assert again | {"start": ""} == sent | {"version": "1"} | {
        "start": "",
        MARCH: "1 for 3 or 4 tricks, 3 for 5 tricks",
        "keep": [],
    }
    assert organizer.post(f"/n/{empty_night.slug}/games/{version.game_id}/", again | {"save": "1"}).status_code == 302
    assert OwnGameVersion.objects.count() == 1, "the same again is no new version"


def test_a_hand_is_tried_and_nothing_is_saved(organizer: Client, empty_night: Night) -> None:
    path = f"/n/{empty_night.slug}/games/new/"
    sent = form_of(organizer.get(path + "?base=standard").content.decode())
    with nothing_changes():
        page = organizer.post(
            path, sent | {"name": "Ours", MARCH: "1 for 3 or 4, 7 for 5", "hand": "A:5"}
        ).content.decode()
    assert "<dd>+7</dd>" in page and 'name="hand" value="A:' in page
    assert "<b>7</b> for all 5" in page, "the sheet is previewed"
    assert form_of(page)[MARCH] == "1 for 3 or 4, 7 for 5", "nothing that was written is lost"


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(organizer: Client, empty_night: Night) -> None:
    path = f"/n/{empty_night.slug}/games/new/"
    sent = form_of(organizer.get(path + "?base=standard").content.decode())
    for wrong, field, sentence in (
        ({"name": "Ours", MARCH: "lots"}, MARCH, "“lots” is not an amount of points"),
        ({"name": "Ours", MARCH: ""}, MARCH, "Write the points, 0 for nothing."),
        ({"name": ""}, "name", "Give the game a name."),
        ({"name": "Ours", "end": "target"}, "end_number", "The number of points is a whole number"),
        ({"name": "Ours", "cards": "16"}, "cards", "Select a valid choice"),
    ):
        with nothing_changes():
            answer = organizer.post(path, sent | wrong | {"save": "1"})
        page = unescape(answer.content.decode()).replace('"lots"', "“lots”")
        assert answer.status_code == 400 and sentence in page and f'<a href="#id_{field}">' in page, (wrong, page)


def test_a_page_that_is_not_complete_is_refused(organizer: Client, empty_night: Night) -> None:
    for start in ("", "{", "[]", '{"base": "nonesuch"}', "[" * 99999):
        with nothing_changes():
            assert organizer.post(f"/n/{empty_night.slug}/games/new/", {"start": start}).status_code == 409
    assert organizer.get(f"/n/{empty_night.slug}/games/new/?base=nonesuch").status_code == 409


def test_two_games_of_a_club_have_two_names(organizer: Client, empty_night: Night) -> None:
    make(empty_night)
    path = f"/n/{empty_night.slug}/games/new/"
    sent = form_of(organizer.get(path + "?base=bald").content.decode()) | {"name": "fire hall EUCHRE", "save": "1"}
    with nothing_changes():
        answer = organizer.post(path, sent)
    assert (
        answer.status_code == 400 and "Your club has a game called fire hall EUCHRE already" in answer.content.decode()
    )


# A night of it


def test_a_small_night_is_played_with_it(organizer: Client, empty_night: Night, stranger: Client) -> None:
    version = make(empty_night)
    sign_up(night=empty_night, names=CAST[:4], who=ORGANIZER)
    rules = f"/n/{empty_night.slug}/rules/"
    assert "Our own games" in organizer.get(rules).content.decode()
    assert organizer.post(rules, {"variant": version.slug, "deals": "4"}).status_code == 302
    assert organizer.post(rules, {"variant": version.slug, "deals": "4", "rule-loner": "5"}).status_code == 302
    empty_night.refresh_from_db()
    assert (empty_night.variant, empty_night.house_rules) == (version.slug, {"loner": 5})
    assert "Fire Hall Euchre" in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    start_night(night=empty_night, who=ORGANIZER)
    empty_night.refresh_from_db()
    phone, game = phone_of(empty_night, 1), game_at(empty_night, 1, 1)
    buttons = set(
        re.findall(r'name="result" value="(\w+:[^"]+)"', phone.get(f"/n/{empty_night.slug}/play/").content.decode())
    )
    assert {"NS:5", "EW:5", "NS:5-alone"} <= buttons
    for hand, result in enumerate(("NS:5", "NS:5-alone", "EW:3-4", "EW:0-2"), 1):
        assert tap(phone, game, hand, result).status_code == 302
    totals = {"NS": 3 + 5 + 2, "EW": 1}
    ring_bell(round_=empty_night.rounds.get(number=1), who=ORGANIZER)
    exported = export_night(Night.objects.get(pk=empty_night.pk))
    assert exported["rounds"][0]["tables"][0]["totals"] == totals
    page = stranger.get(rules).content.decode()
    assert "<b>3</b> for all 5" in page and "Low card deals first." in page
    sheet = text_of(draw(Night.objects.get(pk=empty_night.pk), "rules", Job(), ""))
    assert sheet.startswith("Fire Hall Euchre") and "3 for all 5" in sheet and "24 cards" in sheet
    # The export has the game itself: elsewhere it is the same game.
    assert exported["night"]["variant"] == version.slug
    elsewhere = read_own_game(json.loads(json.dumps(exported["night"]["own_game"])), "own-elsewhere")
    assert dict(contracts_by_key(elsewhere)) == dict(contracts_by_key(own_variants(empty_night.club)[0]))


def test_a_single_table_plays_it(organizer: Client, empty_night: Night) -> None:
    version = make(empty_night)
    assert "Fire Hall Euchre (4 players), to " in organizer.get("/one-table/").content.decode()
    opened = organizer.post("/one-table/", {"variant": version.slug, "names": "Zoe\nYan\nXavier\nWill"})
    assert opened.status_code == 302
    table = Night.objects.get(kind=Night.Kind.SINGLE_TABLE)
    game = game_at(table, 1, 1)
    sent = {"game": game.pk, "hand": 1, "said": "A:5", "key": uuid4().hex}
    assert organizer.post(f"/n/{table.slug}/table/", sent).status_code == 302
    page = organizer.get(f"/n/{table.slug}/table/").content.decode()
    assert table.name == "Fire Hall Euchre" and ">3<" in re.sub(r"\s", "", page)


def test_quick_entry_of_a_paper_total_works_with_it(organizer: Client, eight_players: Night) -> None:
    choose(eight_players, make(eight_players).slug)
    start_night(night=eight_players, who=ORGANIZER)
    assert organizer.get(f"/n/{eight_players.slug}/quick/1/").status_code == 200


# Versions


def test_a_night_that_has_started_keeps_the_rules_that_it_started_with(organizer: Client, eight_players: Night) -> None:
    version = make(eight_players)
    choose(eight_players, version.slug)
    start_night(night=eight_players, who=ORGANIZER)
    play_hands(game_at(eight_players, 1, 1), "NS:5")
    changed = {**OURS, "contracts": {"trump": {"made": {"makers": "9 for 5 tricks"}}}}
    newer = save_own_game(night=eight_players, description=changed, who=ORGANIZER, game=version.game)
    night = Night.objects.get(pk=eight_players.pk)
    assert night.variant == version.slug != newer.slug
    assert export_night(night)["rounds"][0]["tables"][0]["totals"]["NS"] == 3
    later = create_night(club=night.club, who=ORGANIZER)
    assert later.variant == newer.slug, "next week plays the newest version"


def test_a_night_that_has_not_started_gets_the_new_version(empty_night: Night) -> None:
    version = make(empty_night)
    choose(empty_night, version.slug, loner=5, call_for_best=True)
    changed = {**OURS, "removed": ["trump-alone", "trump-alone-defender-alone"]}
    newer = save_own_game(night=empty_night, description=changed, who=ORGANIZER, game=version.game)
    empty_night.refresh_from_db()
    assert empty_night.variant == newer.slug
    assert empty_night.house_rules == {}, "house rules that the game has no more are gone"


def test_house_rules_that_leave_no_contract_together_are_gone(stranger: Client, empty_night: Night) -> None:
    version = make(empty_night, base="railroad", contracts={})
    choose(empty_night, version.slug, jambone=False)
    removed = [key for key in keys_of(VARIANTS["railroad"]) if key != "trump-alone-exposed"]
    changed = {**OURS, "base": "railroad", "contracts": {}, "removed": removed}
    save_own_game(night=empty_night, description=changed, who=ORGANIZER, game=version.game)
    empty_night.refresh_from_db()
    assert empty_night.house_rules == {}
    assert stranger.get(f"/n/{empty_night.slug}/rules/").status_code == 200


def test_a_game_without_a_night_is_deleted_and_one_with_a_night_is_retired(
    organizer: Client, empty_night: Night
) -> None:
    played, other = make(empty_night), make(empty_night, name="Other")
    choose(empty_night, played.slug)
    for version in (played, other):
        path = f"/n/{empty_night.slug}/games/{version.game_id}/delete/"
        assert organizer.post(path).status_code == 302
    assert list(OwnGame.objects.values_list("pk", flat=True)) == [played.game_id]
    assert OwnGame.objects.get().retired_at
    assert own_variants(empty_night.club) == []
    page = organizer.get(f"/n/{empty_night.slug}/rules/").content.decode()
    assert played.slug in page, "tonight's game stays tonight's"
    assert organizer.get(f"/n/{empty_night.slug}/games/{played.game_id}/").status_code == 404
    deleted = [entry.text for entry in empty_night.log_entries.all() if "off the list" in entry.text]
    assert deleted == [f"took the club’s own game {name} off the list" for name in ("Fire Hall Euchre", "Other")]


def test_two_organizers_do_not_undo_each_others_changes(organizer: Client, empty_night: Night) -> None:
    version = make(empty_night)
    path = f"/n/{empty_night.slug}/games/{version.game_id}/"
    mine = form_of(organizer.get(path).content.decode()) | {MARCH: "1 for 3 or 4, 7 for 5", "save": "1"}
    theirs = form_of(organizer.get(path).content.decode()) | {"about": "Theirs.", "save": "1"}
    assert organizer.post(path, theirs).status_code == 302
    with nothing_changes():
        answer = organizer.post(path, mine)
    page = answer.content.decode()
    assert answer.status_code == 400 and "Somebody else has changed this game" in page
    assert form_of(page)[MARCH] == "1 for 3 or 4, 7 for 5", "what was written is still there"
    assert organizer.post(path, form_of(page) | {"save": "1"}).status_code == 302, "and can be saved knowingly"
    assert version.game.versions.count() == 3
    with nothing_changes():
        assert organizer.post(path, {key: value for key, value in mine.items() if key != "version"}).status_code == 400


def test_a_change_of_a_game_that_was_deleted_meanwhile_is_refused(empty_night: Night) -> None:
    version = make(empty_night)
    game = OwnGame.objects.get(pk=version.game_id)
    delete_own_game(night=empty_night, game=version.game, who=ORGANIZER)
    with pytest.raises(OwnGameRefused, match="Somebody has deleted this game"):
        save_own_game(night=empty_night, description={**OURS, "cards": 32}, who=ORGANIZER, game=game)
    delete_own_game(night=empty_night, game=game, who=ORGANIZER)  # twice is once


def delete_while_it_is_chosen(monkeypatch: pytest.MonkeyPatch, view: str, night: Night, game: OwnGame) -> None:
    """Delete a game after the form has been checked and before the choice is written."""

    def deleted_before(slug: str) -> None:
        delete_own_game(night=night, game=game, who=ORGANIZER)
        keep_own_game(slug)

    monkeypatch.setattr(f"tally.views.{view}.keep_own_game", deleted_before)


def test_a_game_that_is_deleted_while_it_is_chosen_is_refused(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = make(empty_night)
    delete_while_it_is_chosen(monkeypatch, "rules", empty_night, version.game)
    answer = organizer.post(f"/n/{empty_night.slug}/rules/", {"variant": version.slug, "deals": "4"})
    assert answer.status_code == 409 and "Somebody has deleted this game" in answer.content.decode()
    assert Night.objects.get(pk=empty_night.pk).variant == empty_night.variant


def test_a_single_table_is_not_opened_with_a_game_that_is_deleted_meanwhile(
    organizer: Client, empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = make(empty_night)
    delete_while_it_is_chosen(monkeypatch, "open_table", empty_night, version.game)
    answer = organizer.post("/one-table/", {"variant": version.slug, "names": "Zoe\nYan\nXavier\nWill"})
    assert answer.status_code == 400 and "Somebody has deleted this game" in answer.content.decode()
    assert not Night.objects.filter(kind=Night.Kind.SINGLE_TABLE).exists()


def test_a_night_whose_game_is_no_more_gets_another_one(
    organizer: Client, stranger: Client, empty_night: Night
) -> None:
    Night.objects.filter(pk=empty_night.pk).update(variant="own-gone", house_rules={"loner": 5})
    rules = f"/n/{empty_night.slug}/rules/"
    with nothing_changes():
        assert "Choose another game" in organizer.get(rules).content.decode()
        assert "can choose another one on the rules page" in stranger.get(rules).content.decode()
        assert stranger.post(rules, {"variant": "bald", "deals": "4"}).status_code == 409
        assert organizer.post(rules, {"variant": "own-gone", "deals": "4"}).status_code == 400
    assert organizer.post(rules, {"variant": "bald", "deals": "4"}).status_code == 302
    empty_night.refresh_from_db()
    assert (empty_night.variant, empty_night.house_rules) == ("bald", {})
    Night.objects.filter(pk=empty_night.pk).update(variant="own-gone", status=Night.Status.PLAYING)
    with nothing_changes():
        assert organizer.post(rules, {"variant": "bald", "deals": "4"}).status_code == 409


def test_as_last_time_is_there_after_the_game_was_changed(organizer: Client, empty_night: Night) -> None:
    version = make(empty_night)
    choose(empty_night, version.slug, loner=5, renege=4)
    open_night_before = Night.objects.create(
        club=empty_night.club,
        name="Before",
        date=empty_night.date.replace(day=1),
        variant=version.slug,
        status=Night.Status.CLOSED,
        house_rules={"loner": 5, "renege": 4},
    )
    changed = {**OURS, "removed": ["trump-alone", "trump-alone-defender-alone"]}
    newer = save_own_game(night=empty_night, description=changed, who=ORGANIZER, game=version.game)
    empty_night.refresh_from_db()
    last = rules_of_last_time(empty_night)
    assert empty_night.variant == newer.slug != open_night_before.variant
    assert last is not None and last["renege"] == 4 and "loner" not in last
    assert 'value="last-time"' in organizer.get(f"/n/{empty_night.slug}/rules/").content.decode()


# Export and import


def test_a_game_travels_as_a_file_to_another_club(organizer: Client, empty_night: Night) -> None:
    version = make(empty_night)
    file = organizer.get(f"/n/{empty_night.slug}/games/{version.game_id}/game.json")
    assert 'filename="fire-hall-euchre.json"' in file["Content-Disposition"]
    assert json.loads(file.content) == {"format": "euchre-night-game", "version": 1, **OURS}
    other_club = Club.objects.create(name="Thursday club")
    theirs = Night.objects.create(club=other_club, name="Theirs", date=empty_night.date)
    client = another_clubs_organizer(theirs)
    sign_in_as_organizer(client, other_club)
    upload = {"file": SimpleUploadedFile("game.json", file.content)}
    with nothing_changes():
        page = client.post(f"/n/{theirs.slug}/games/import/", upload)
    assert page.status_code == 200 and "Nothing is saved yet" in page.content.decode()
    saved = client.post(f"/n/{theirs.slug}/games/new/", form_of(page.content.decode()) | {"save": "1"})
    assert saved.status_code == 302
    (copy,) = own_variants(other_club)
    assert copy.name == "Fire Hall Euchre" and copy.slug != version.slug


def test_a_game_is_imported_from_the_export_of_a_night(organizer: Client, empty_night: Night) -> None:
    version = make(empty_night)
    choose(empty_night, version.slug)
    text = json.dumps(export_night(Night.objects.get(pk=empty_night.pk)))
    page = organizer.post(f"/n/{empty_night.slug}/games/import/", {"text": text}).content.decode()
    assert form_of(page)["name"] == "Fire Hall Euchre"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file, or paste the text"),
        ('{"name": "x",\n}', "This is not JSON, the text of an exported game. Look at line 2."),
        ("[" * 100_000, "This is not JSON"),
        ('{"name": "x", "base": "standard", "notes": [null]}', '"notes" has null'),
        ('{"base": "\\ud800", "name": "x"}', "There is no game called"),
        (
            json.dumps(
                {"name": "x", "base": "progressive-cats", "removed": ["trump-alone"]}
                | {"contracts": {"trump-alone": {"lowest": 2}}}
            ),
            "has no lowest and highest bid",
        ),
        ("[1]", "it has no named fields"),
        (json.dumps({**OURS, "cards": 16}), "16 cards are too few"),
        (json.dumps({**OURS, "base": "whist"}), "There is no game called “whist” here to start from."),
        (json.dumps({"night": {"variant": "standard"}}), "it has no named fields"),
    ],
)
def test_what_is_wrong_with_an_import_is_said(text: str, sentence: str, organizer: Client, empty_night: Night) -> None:
    with nothing_changes():
        answer = organizer.post(f"/n/{empty_night.slug}/games/import/", {"text": text})
    page = unescape(answer.content.decode())
    assert answer.status_code == 400 and sentence in re.sub(r'"(\w+)" here', r"“\1” here", page)
    if text and len(text) < 200:
        assert text.splitlines()[0] in page, "the text is not lost"


def test_a_deeply_nested_import_is_refused_with_a_sentence(organizer: Client, empty_night: Night) -> None:
    for depth in range(100, 1000, 150):
        deep = "[" * depth + "]" * depth
        text = json.dumps({**OURS, "cards": 0}).replace('"cards": 0', f'"cards": {deep}')
        assert organizer.post(f"/n/{empty_night.slug}/games/import/", {"text": text}).status_code == 400


# Who may


def test_another_club_neither_sees_nor_uses_nor_changes_it(empty_night: Night) -> None:
    version = make(empty_night)
    club = Club.objects.create(name="Thursday club")
    theirs = Night.objects.create(club=club, name="Theirs", date=empty_night.date)
    client = Client()
    sign_in_as_organizer(client, club)
    with nothing_changes():
        for path in (f"games/{version.game_id}/", f"games/{version.game_id}/game.json"):
            assert client.get(f"/n/{theirs.slug}/{path}").status_code == 404
            assert client.get(f"/n/{empty_night.slug}/{path}").status_code == 403
        assert client.post(f"/n/{theirs.slug}/games/{version.game_id}/delete/").status_code == 404
        for page in (f"/n/{theirs.slug}/games/", f"/n/{theirs.slug}/rules/", "/one-table/"):
            assert "Fire Hall" not in client.get(page).content.decode()
        chosen = client.post(f"/n/{theirs.slug}/rules/", {"variant": version.slug, "deals": "4"})
        assert chosen.status_code == 400
        table = client.post("/one-table/", {"variant": version.slug, "names": "Zoe\nYan\nXavier\nWill"})
        assert table.status_code == 400


def test_a_record_of_another_game_is_not_accepted(eight_players: Night) -> None:
    version = make(eight_players)
    start_night(night=eight_players, who=ORGANIZER)
    record = {"variant": version.slug, "players": 4, "maker_side": "A", "maker_tricks": 5, "defender_tricks": 0}
    with pytest.raises(Refused, match="a game that is not tonight’s"):
        read_tonights_record(Night.objects.get(pk=eight_players.pk), {**record, "alone": False, "exchange": 0})


def test_another_process_reads_a_new_game_without_a_restart(empty_night: Night) -> None:
    """What this process has read before does not matter: a slug that it does not know is asked for again."""
    assert find_variant("own-notyet") is None
    game = OwnGame.objects.create(club=empty_night.club)
    OwnGameVersion.objects.create(game=game, version=1, slug="own-notyet", description=OURS)
    found = find_variant("own-notyet")
    assert found and found.name == "Fire Hall Euchre" and find_variant("own-notyet") is found


def test_every_game_can_be_the_start_of_one(organizer: Client, empty_night: Night) -> None:
    page = organizer.get(reverse("own-games", args=[empty_night.slug])).content.decode()
    assert set(re.findall(r'<option value="([^"]+)"', page)) == set(VARIANTS)


def test_the_list_and_the_prices_say_what_they_are_on_a_phone_too(organizer: Client, empty_night: Night) -> None:
    version = make(empty_night)
    games = organizer.get(f"/n/{empty_night.slug}/games/").content.decode()
    assert "The rules follow our own changes to Euchre." in games
    form = organizer.get(f"/n/{empty_night.slug}/games/{version.game_id}/").content.decode()
    table = form.split('class="prices"')[1].split("</table>")[0]
    assert table.count('data-end="Made"') == table.count('data-end="Euchred"') == table.count("<textarea") // 2

"""Forms of one kind of night that are posted to another kind: refused with a sentence, and nothing is written."""

from __future__ import annotations

from html import unescape
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from tests.support.night import CAST, ORGANIZER, nothing_changes, phone_of
from tests.support.single_table import current_game, open_table, post_hands
from tests.support.strangers import advance_to, case_name, fill_in
from tests.support.url_table import ORGANIZER_CHANGES, PLAYER_CHANGES, SINGLE_TABLE_CHANGES, URLS, Change
from tournament.models import Club, Game, Night
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.night.single_table import next_game

# What the organizer may change at a single table as well.
OF_ANY_KIND = {"close", "rules", "own-rules", "new-own-game", "own-game", "delete-own-game", "shelf", "choose-print"}
OF_A_NIGHT = [
    change
    for change in ORGANIZER_CHANGES + PLAYER_CHANGES
    if change[0].startswith("/n/") and URLS.get(change[0], ("",))[0] not in OF_ANY_KIND
]


def sentence(page: bytes) -> str:
    """The page's sentence of refusal."""
    return unescape(page.decode()).partition('<div class="problem" role="alert"><p>')[2].partition("</p>")[0]


def open_progressive_night(night: Night, players: int) -> Night:
    """Start the night with the first players of the cast."""
    sign_up(night=night, names=CAST[:players], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=night, who=ORGANIZER)
    return night


@pytest.mark.parametrize("moment", ["playing", "closed"])
@pytest.mark.parametrize("players", [4, 8, 12])
def test_a_progressive_night_refuses_every_form_of_a_single_table(
    empty_night: Night, organizer: Client, players: int, moment: str
) -> None:
    night = open_progressive_night(empty_night, players)
    phone, last = phone_of(night, 1), Game.objects.filter(round__night=night).order_by("-round__number").first()
    if moment == "closed":
        close_night(night=night, who=ORGANIZER)
    values = {"slug": night.slug, "game": last.pk if last else 0, "newest": 0, "fresh": "a-key-of-a-tap"}
    with nothing_changes():
        for path, _, form in SINGLE_TABLE_CHANGES:
            data = {name: text.format(**values) for name, text in form.items()}
            for client in (phone, organizer):
                answer = client.post(path.format(**values), data)
                assert answer.status_code == 409, path
                assert "This night is played at several tables" in sentence(answer.content), path
    for path in ("", "fairness/"):
        assert organizer.get(f"/n/{night.slug}/{path}").status_code == 200, path


@pytest.mark.sample(5)
@pytest.mark.parametrize("change", OF_A_NIGHT, ids=case_name)
def test_a_single_table_refuses_every_form_of_a_progressive_night(
    club: Club, organizer: Client, night: Night, change: Change
) -> None:
    table = open_table(club, "standard", 4)
    post_hands(organizer, table, "A:5")
    path, data = fill_in(advance_to(night, change[1]), change)
    row = current_game(table)
    own = {"game": row.row.pk, "upto": row.newest, "undo": row.newest, "round": 1, "entry": table.entries.all()[0].pk}
    data |= {name: str(value) for name, value in own.items() if name in data}
    path = path.replace(f"/n/{night.slug}/", f"/n/{table.slug}/")
    phone = phone_of(table, 1)
    with nothing_changes():
        for client in (organizer, phone):
            for headers in ({}, {"HX-Request": "true"}):
                answer = client.post(path, data, headers=headers)
                assert answer.status_code in (403, 404, 409), path
                if answer.status_code == 409:
                    assert sentence(answer.content)


def test_a_night_that_was_broken_by_a_single_tables_form_is_mended(empty_night: Night, organizer: Client) -> None:
    night = open_progressive_night(empty_night, 4)
    count = night.rounds.count()
    last = Game.objects.get(round__night=night, round__number=count)
    next_game(game=last, who=ORGANIZER)  # what the address did
    assert night.rounds.count() == count + 1
    table = open_table(night.club, "standard", 4)
    import_module("tally.migrations.0010_rounds_of_another_kind").remove_rounds(apps, connection.schema_editor())
    last.refresh_from_db()
    assert (night.rounds.count(), table.rounds.count(), last.signed_at) == (count, 1, None)
    phone = phone_of(night, 1)
    for path in ("", "fairness/", "board/", "play/", "changes/", "standings/", "screen/", "story/", "print/", "log/"):
        for client in (organizer, phone):
            assert client.get(f"/n/{night.slug}/{path}").status_code in (200, 403), path
    assert organizer.get(f"/n/{night.slug}/").status_code == 200
    assert organizer.get(f"/n/{night.slug}/fairness/").status_code == 200

"""One tap on the rules page fills in the house rules of a named set; nothing changes before Save."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.support.night import nothing_changes
from tests.support.single_table import open_table
from tests.web.test_rules_page import main_of, set_game, text_of
from tournament.models import Club, Night


def tap(client: Client, night: Night, rule_set: str) -> tuple[int, str]:
    """Tap a set, which must change nothing; return the status and the page."""
    with nothing_changes():
        page = client.post(f"/n/{night.slug}/rules/", {"set": rule_set})
    return page.status_code, page.content.decode()


def sets_offered(html: str) -> list[str]:
    return re.findall(r'name="set" value="([^"]+)"', html)


def chosen(html: str, rule: str) -> str:
    """The answer that the form has selected."""
    select = html.split(f'<select name="rule-{rule}"')[1].split("</select>")[0]
    (answer,) = re.findall(r'<option value="([^"]*)" selected', select)
    return str(answer)


def save_as_shown(client: Client, night: Night, html: str) -> None:
    """Press Save on the page as it stands."""
    names = re.findall(r'<select name="rule-([^"]+)"', html)
    form = {"of": night.variant, "variant": night.variant, "deals": "4"}
    numbers = dict(re.findall(r'<input type="text" name="(rule-[^"]+)" value="([^"]*)"', html))
    assert (
        client.post(
            f"/n/{night.slug}/rules/", form | numbers | {f"rule-{name}": chosen(html, name) for name in names}
        ).status_code
        == 302
    )
    night.refresh_from_db()


def test_one_tap_fills_in_an_american_club_and_save_keeps_it(organizer: Client, empty_night: Night) -> None:
    address = set_game(empty_night, "standard", pack=28, sit_out_credit=7)
    assert sets_offered(main_of(organizer, address)) == ["book", "american-club", "british"]
    status, html = tap(organizer, empty_night, "american-club")
    text = text_of(html)
    assert status == 200 and "American club is filled in below and not saved yet. It changes:" in text
    assert "How many cards? 24, 9 to ace, now 28, 8 to ace" in text
    assert "What happens when everybody passes? the dealer must name trump, now the cards are thrown in" in text
    assert chosen(html, "pack") == "24" and chosen(html, "sit_out_credit") == "7"
    assert "It leaves as they are: What does a renege cost? Who gets the points of a renege? How many points" in text
    save_as_shown(organizer, empty_night, html)
    assert empty_night.house_rules == {"pack": 24, "all_pass": "stick-the-dealer", "sit_out_credit": 7}
    assert "American club: tonight’s answers are these already." in text_of(
        tap(organizer, empty_night, "american-club")[1]
    )


def test_as_in_the_book_takes_every_change_back(organizer: Client, empty_night: Night) -> None:
    set_game(empty_night, "pepper-cats", no_trump=False, renege=4, renege_goes_to="others", sit_out_credit=7)
    _, html = tap(organizer, empty_night, "book")
    assert chosen(html, "no_trump") == "True" and chosen(html, "renege_goes_to") == "nobody"
    assert "It leaves as they are" not in text_of(html)
    save_as_shown(organizer, empty_night, html)
    assert empty_night.house_rules == {}


def test_as_last_time_fills_in_the_clubs_last_night_of_the_same_game(
    organizer: Client, club: Club, empty_night: Night
) -> None:
    def night(days: int, slug: str, status: str, **house_rules: object) -> None:
        date = empty_night.date.replace(day=1 + days)
        Night.objects.create(club=club, name="Before", date=date, variant=slug, status=status, house_rules=house_rules)

    address = set_game(empty_night, "standard")
    night(1, "standard", Night.Status.CLOSED, pack=25)
    night(3, "standard", Night.Status.CLOSED, pack=24, loner=7, renege=4)
    night(2, "standard", Night.Status.CLOSED, pack=28)
    night(4, "standard", Night.Status.SIGN_UP, pack=25)
    night(5, "bald", Night.Status.CLOSED, pack=25)
    assert sets_offered(main_of(organizer, address))[-1] == "last-time"
    _, html = tap(organizer, empty_night, "last-time")
    assert "What do all five tricks alone score? 7 points, now 4 points" in text_of(html)
    save_as_shown(organizer, empty_night, html)
    assert empty_night.house_rules == {"pack": 24, "loner": 7, "renege": 4}
    assert sets_offered(main_of(organizer, set_game(empty_night, "railroad"))) == ["book"]


def test_a_single_table_has_sets_with_their_target_and_its_own_last_time(organizer: Client, club: Club) -> None:
    open_table(club, "standard", 4, target=15)
    night = open_table(club, "standard", 4)
    html = main_of(organizer, f"/n/{night.slug}/rules/")
    assert sets_offered(html) == ["book", "american-club", "british", "last-time"]
    _, html = tap(organizer, night, "british")
    assert "How many points end a game? 11 points, now 5 points" in text_of(html)
    assert (chosen(html, "pack"), chosen(html, "target")) == ("25", "11")
    _, html = tap(organizer, night, "last-time")
    assert (chosen(html, "pack"), chosen(html, "target")) == ("32", "15")


def test_a_stranger_may_not_tap_a_set(stranger: Client, empty_night: Night) -> None:
    address = set_game(empty_night, "standard")
    assert tap(stranger, empty_night, "american-club")[0] == 403
    assert not sets_offered(main_of(stranger, address))


def test_no_set_is_filled_in_once_the_night_has_started(organizer: Client, night: Night) -> None:
    night.variant = "standard"
    night.save()
    status, html = tap(organizer, night, "american-club")
    assert status == 409 and "The night has started; its game and house rules stay." in text_of(html)


@pytest.mark.parametrize("rule_set", ["american-club", "last-time", "nonesuch"])
def test_a_set_that_the_game_does_not_have_is_refused(rule_set: str, organizer: Client, empty_night: Night) -> None:
    set_game(empty_night, "hoosier")
    status, html = tap(organizer, empty_night, rule_set)
    assert status == 409 and "has no such set of house rules" in text_of(html)


def choose(client: Client, night: Night, slug: str) -> str:
    """Choose another game, press Save, and return what the page says then."""
    page = client.post(f"/n/{night.slug}/rules/", {"of": night.variant, "variant": slug, "deals": "4"}, follow=True)
    night.refresh_from_db()
    assert page.status_code == 200 and night.variant == slug
    return text_of(page.content.decode())


def test_another_game_is_looked_at_and_no_house_rule_is_lost(organizer: Client, empty_night: Night) -> None:
    set_game(empty_night, "standard", pack=28, renege=4)
    text = choose(organizer, empty_night, "british-euchre")
    assert empty_night.house_rules == {}
    assert "Saved. Tonight’s game is British Euchre. The house rules for Euchre are kept" in text
    assert "those that you had chosen for it before" not in text
    text = choose(organizer, empty_night, "standard")
    assert empty_night.house_rules == {"pack": 28, "renege": 4}
    assert "Its house rules are those that you had chosen for it before." in text and "are kept: choose" not in text
    assert "What does a renege cost? 4 points." in text


def test_answers_that_a_game_does_not_have_any_more_do_not_come_back(organizer: Client, empty_night: Night) -> None:
    set_game(empty_night, "standard")
    empty_night.house_rules_before = {"bald": {"nonesuch": 1}}
    empty_night.save()
    choose(organizer, empty_night, "bald")
    assert empty_night.house_rules == {}


def test_after_save_the_page_says_what_differs_and_only_to_the_organizer(
    organizer: Client, stranger: Client, empty_night: Night
) -> None:
    address = set_game(empty_night, "standard", loner=7)
    data = {"of": "standard", "variant": "standard", "deals": "4", "rule-loner": "5"}
    saved = organizer.post(address, data)
    html = main_of(organizer, saved["Location"])
    assert "Saved. Tonight differs from the standard rules in: What do all five" in text_of(html)
    assert "Saved." not in main_of(stranger, saved["Location"]) and "Saved." not in main_of(organizer, address)
    saved = organizer.post(address, data | {"rule-loner": "4"})
    assert "Saved. Every house rule is standard" in text_of(main_of(organizer, saved["Location"]))

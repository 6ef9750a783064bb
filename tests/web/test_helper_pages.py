"""What helpers see: every link opens, and every form is theirs to send, from their first page to the last."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from datetime import timedelta
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urljoin, urlsplit
from uuid import uuid4

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tally.loading.games import load_game
from tally.scoring.paper_totals import state_token
from tests.support.markup import compact
from tests.support.night import CAST, ORGANIZER, game_at, phone_of, play_hands
from tests.support.strangers import invited_helper
from tournament.access import Who
from tournament.club.cash import pay_entry_fee
from tournament.models import Night, PhoneRequest, Role, SignIn
from tournament.night.bell import ring_bell
from tournament.night.clock import start_clock
from tournament.night.joining import ask_for_name
from tournament.night.lifecycle import back_to_sign_up, close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.phones import pair_phone
from tournament.night.removal import remove_player
from tournament.night.signup import sign_up
from tournament.templatetags.moments import day_and_time
from tournament.web.visitors import may_open

pytestmark = pytest.mark.usefixtures("short_searches")

MOMENTS = ("sign-up", "playing", "rung", "closed", "revealed")

# Addresses whose views decide by themselves, and refuse a POST by helpers who are not in the list.
DECIDE_THEMSELVES = {
    "new-night": set(),
    "open-table": set(),
    "rules": set(),
    "correct": {Role.SCORER},
    "standings": {Role.ANNOUNCER},
    "record": set(),
    "undo": set(),
    "agree": set(),
    "tie": set(),
    "settle": {Role.SCORER},
}

# Pages that each role must come to by links alone, once the night is played.
MUST_REACH = {
    Role.SCORER: {"board", "game", "correct", "quick", "wrong-seats", "log", "seats", "standings"},
    Role.CHECK_IN: {"players", "changes", "desk", "seats", "standings", "screen"},
    Role.ANNOUNCER: {"screen-hall", "screen", "reveal", "seats", "standings"},
}


class PageReader(HTMLParser):
    """Reads where a page leads: the addresses that it opens, and those that its forms and buttons post to."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.opens, self.posts = address, set[str](), set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the addresses of a link, a form, a button, and of what htmx asks for."""
        given = {name: value or "" for name, value in attrs}
        to_post = given.get("method", "").lower() == "post"
        if tag == "a" and not given.get("href", "#").startswith("#"):
            self.opens.add(given["href"])
        if tag == "form":
            (self.posts if to_post else self.opens).add(given.get("action") or self.address)
        if tag == "button" and "formaction" in given:
            self.posts.add(given["formaction"])
        if "hx-get" in given:
            self.opens.add(given["hx-get"])
        if "hx-post" in given:
            self.posts.add(given["hx-post"])

    def paths(self, found: set[str]) -> Iterator[str]:
        """Yield the addresses of this site among those found, as paths."""
        for address in sorted(found):
            parts = urlsplit(urljoin(self.address, address))
            if parts.scheme in ("", "http", "https") and parts.netloc in ("", "testserver"):
                yield parts.path + (f"?{parts.query}" if parts.query else "")

    def refused_forms(self, role: Role) -> list[str]:
        """List the addresses, by name, that forms post to and that refuse a helper with this role."""
        posted = {resolve(urlsplit(path).path).url_name or "" for path in self.paths(self.posts)}
        return sorted(name for name in posted if not may_post(role, name))


def read(answer: HttpResponse, address: str) -> PageReader:
    """Read the page that was answered, or where it redirects to."""
    page = PageReader(address)
    if answer.status_code in (301, 302):
        page.opens.add(answer["Location"])
    elif answer.get("Content-Type", "").startswith("text/html"):
        page.feed(answer.content.decode())
    return page


def primary_buttons(page: str) -> list[str]:
    """Return the words of the page's primary buttons."""
    found = re.findall(r'<(?:button|a class="button)([^>]*)>\s*([^<]+?)\s*<', page.partition("<main")[2])
    return [words for more, words in found if "plain" not in more]


def crawl(browser: Client, role: Role, *first: str) -> tuple[set[str], list[str]]:
    """Open every page that links lead to; return the names of their URLs, and what is wrong with them."""
    waiting, seen = deque((address, "the start") for address in first), set(first)
    names, faults = set[str](), set[str]()
    while waiting:
        address, before = waiting.popleft()
        answer = browser.get(address)
        name = resolve(urlsplit(address).path).url_name or ""
        names.add(name)
        if answer.status_code >= 400:
            faults.add(f"{before} leads to {name}: {answer.status_code}")
        page = read(answer, address)
        faults |= {f"{name} has a form for {other}" for other in page.refused_forms(role)}
        found = [path for path in page.paths(page.opens) if path not in seen]
        if not name.startswith("help-"):  # one chapter after the other: their links are the next ones
            seen |= set(found)
            waiting.extend((path, name) for path in found)
    return names, sorted(faults)


def may_post(role: Role, url_name: str) -> bool:
    """Whether an address takes a POST by a helper with this role."""
    decided = DECIDE_THEMSELVES.get(url_name)
    return may_open(Who(role=role), url_name) if decided is None else role in decided


def advance(night: Night, moment: str) -> None:
    """Take a night that was just opened to one of `MOMENTS`, with something for everybody to do."""
    Night.objects.filter(pk=night.pk).update(money=True, entry_fee=500, bell_by=Night.BellBy.CLOCK)
    night.refresh_from_db()
    pay_entry_fee(entry=night.entries.get(number=2), who=ORGANIZER)
    pair_phone(entry=night.entries.get(number=1), token="phone-that-is-here")
    if moment == "sign-up":
        back_to_sign_up(night=night, who=ORGANIZER)
        sign_up(night=night, names=["Ida Novak"], who=ORGANIZER)
        remove_player(entry=night.entries.get(name="Ida Novak"), who=ORGANIZER)
    if moment in ("sign-up", "playing", "rung"):
        ask_for_name(entry=night.entries.get(name="Ann Miller"), token="phone-that-asks")
    if moment == "playing":
        start_clock(round_=night.rounds.get(number=1), who=ORGANIZER)
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4", "NS:5", "NS:3-4")
    if moment in ("rung", "closed", "revealed"):
        play_hands(game_at(night, 1, 1), "NS:3-4", "EW:3-4", "NS:5")
        ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    if moment in ("closed", "revealed"):
        close_night(night=night, who=ORGANIZER)
    if moment == "revealed":
        Night.objects.filter(pk=night.pk).update(revealed_at=night.opened_at)


@pytest.mark.long
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("role", list(MUST_REACH))
def test_no_page_leads_a_helper_to_a_refusal(night: Night, role: Role, moment: str) -> None:
    advance(night, moment)
    browser = invited_helper(night.club, role)
    names, faults = crawl(browser, role, "/", browser.post("/help-tonight/")["Location"])
    assert not faults
    if moment == "playing":
        assert names >= MUST_REACH[role]


def kind_of(path: str) -> tuple[str, ...]:
    """Return the name of a link's address, and what the link says besides."""
    parts = urlsplit(path)
    return resolve(parts.path).url_name or "", *(name for name, _ in parse_qsl(parts.query))


def post(browser: Client, role: Role, address: str, **form: object) -> HttpResponse:
    """Post a form as a helper; check that the page after it leads only to what opens, and offers what is theirs."""
    answer = browser.post(address, form, follow=True, headers={"Referer": "http://testserver/"})
    at = answer.redirect_chain[-1][0] if answer.redirect_chain else address
    assert answer.status_code in (200, 400, 409), f"{address} ends on {at}: {answer.status_code}"
    page = read(answer, at)
    assert not page.refused_forms(role)
    paths = list(page.paths(page.opens))  # whom a page admits is said by its name: two links of a kind will do
    first, last = ({kind_of(path): path for path in order} for order in (reversed(paths), paths))
    for path in {*first.values(), *last.values()}:
        assert browser.get(path).status_code < 400, f"{address} ends on {at}, which leads to {path}"
    return answer


@pytest.mark.long
def test_all_that_a_scorer_enters_ends_on_a_page_of_theirs(night: Night) -> None:
    advance(night, "playing")
    browser, here = invited_helper(night.club, Role.SCORER), f"/n/{night.slug}"
    one, other = game_at(night, 1, 1), game_at(night, 1, 2)

    def enter(address: str, **form: object) -> str:
        return post(browser, Role.SCORER, f"{here}/{address}", **form).content.decode()

    enter(f"game/{other.pk}/hand/1/", hand=1, game=other.pk, result="NS:3-4", key="a" * 32)
    enter(f"game/{other.pk}/hand/1/", hand=1, game=other.pk, result="?", key="b" * 32)
    hand = other.hands.get()
    enter(f"game/{other.pk}/hand/1/", hand=1, game=other.pk, of=hand.pk, result="NS:5", key="c" * 32)
    enter("board/undo/", act=night.log_entries.acts().order_by("-pk")[0].pk)
    enter(f"game/{other.pk}/hand/1/", withdraw=other.hands.order_by("-pk")[0].pk)
    total = {"ns": "7", "ew": "3", "key": "d" * 32, "shown": state_token(load_game(other, night))}
    assert "Preview" not in enter(f"game/{other.pk}/total/", **total)
    enter(f"game/{other.pk}/total/", **total, sure="1")
    other.refresh_from_db()
    assert other.signed_at
    enter(f"board/sign/{other.pk}/", reopen="1", why="")
    enter(f"board/sign/{one.pk}/", upto=load_game(one, night).newest)
    enter("quick/1/")
    seats = {"number": "1", "one": one.places.all()[0].entry_id, "other": other.places.all()[0].entry_id}
    enter("wrong-seats/", **seats)
    actors = set(night.log_entries.order_by("-pk").values_list("actor", flat=True)[:5])
    assert actors == {"Ruth (scorer)"}


@pytest.mark.long
def test_all_that_the_check_in_does_ends_on_a_page_of_theirs(empty_night: Night) -> None:
    night = empty_night
    Night.objects.filter(pk=night.pk).update(money=True, entry_fee=500)
    browser, here = invited_helper(night.club, Role.CHECK_IN), f"/n/{night.slug}"

    def do(address: str, **form: object) -> str:
        return post(browser, Role.CHECK_IN, f"{here}/{address}", **form).content.decode()

    do("desk/names/", names="\n".join(CAST[:9]))
    do("desk/names/", names=CAST[0])  # asks: the same person?
    entries = {entry.name: entry.pk for entry in night.entries.all()}
    do("desk/remove/", entry=entries[CAST[8]])
    do("desk/remove/undo/", removed=night.removed_players.get().pk)
    do("desk/remove/", entry=night.entries.get(name=CAST[8]).pk)
    do("players/rename/", entry=entries[CAST[0]], name="Anna Miller")
    do("money/fee/", entry=entries[CAST[1]])
    do("money/fee/", entry=entries[CAST[1]], back="1", next=f"{here}/desk/#players")
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    start_night(night=Night.objects.get(pk=night.pk), who=ORGANIZER)
    pair_phone(entry=night.entries.get(number=1), token="phone-that-is-here")
    ask_for_name(entry=night.entries.get(number=1), token="phone-that-asks")
    do("players/let-in/", request=PhoneRequest.objects.get().pk, answer="yes")
    do("players/release/", entry=night.entries.get(number=1).pk)
    for change in (
        {"change": "arrive", "name": "Ida Novak"},
        {"change": "leave", "one": entries[CAST[2]]},
        {"change": "substitute", "one": entries[CAST[3]], "name": "Kay Ito"},
    ):
        page = do("changes/", **change)
        shown = re.findall(r'name="shown" value="([^"]+)"', page)[0]
        assert "✓ Done. You " in do("changes/", **change, sure="1", shown=shown)
    do("money/fee/", entry=night.entries.get(name="Ida Novak").pk)
    assert night.entries.present().count() == 8


def test_a_list_sent_for_by_htmx_comes_back_to_the_desk_after_a_rename(organizer: Client, eight_players: Night) -> None:
    regular = eight_players.club.players.create(name="Nora Never")
    address = f"/n/{eight_players.slug}/desk/regulars/"
    page = organizer.post(address, {"player": regular.pk}, headers={"HX-Request": "true"}).content.decode()
    assert set(re.findall(r'name="next" value="([^"]+)"', page)) == {f"/n/{eight_players.slug}/desk/"}


# The start page, and what a page says once its sign-in has ended


@pytest.mark.parametrize(
    ("moment", "role", "sentence"),
    [
        ("sign-up", Role.CHECK_IN, "Sign-up is open."),
        ("playing", Role.SCORER, "The night is being played."),
        ("closed", Role.ANNOUNCER, "Now you reveal the winners."),
        ("closed", Role.SCORER, "Thank you for helping!"),
        ("revealed", Role.ANNOUNCER, "Thank you for helping!"),
    ],
)
def test_the_start_page_leads_a_helper_to_their_work(night: Night, moment: str, role: Role, sentence: str) -> None:
    advance(night, moment)
    browser = invited_helper(night.club, role)
    page = browser.get("/").content.decode()
    assert f"you help Tuesday club {role.in_a_sentence}" in page and sentence in page
    assert primary_buttons(page) == ["Go to tonight"]
    assert browser.post("/help-tonight/", follow=True).status_code == 200
    browser.post("/sign-out/")
    assert "you help" not in browser.get("/").content.decode()


def test_without_a_night_the_start_page_says_what_a_helper_waits_for(night: Night) -> None:
    browser = invited_helper(night.club, Role.SCORER)
    close_night(night=night, who=ORGANIZER)
    Night.objects.update(closed_at=night.opened_at - timedelta(days=7))
    page = browser.get("/").content.decode()
    assert "When the organizer starts one" in page and "Go to tonight" not in page


def test_the_start_page_says_once_how_the_night_stands_and_offers_a_seat_only_to_who_plays(night: Night) -> None:
    browser = invited_helper(night.club, Role.ANNOUNCER)
    page = browser.get("/").content.decode()
    assert page.count("The night is being played.") == 1 and "My table" not in page
    browser.cookies.update(phone_of(night, 1).cookies)
    card = browser.get("/").content.decode().rpartition("The night is being played.")[2].partition("</article>")[0]
    assert "My table" in card


@pytest.mark.parametrize("role", Role)
def test_who_came_by_an_invitation_comes_back_by_it(night: Night, role: Role) -> None:
    browser = invited_helper(night.club, role)
    assert "open your invitation again" in compact(browser.get("/").content.decode())
    page = compact(browser.post("/sign-out/", follow=True).content.decode())
    assert "Signed out on this browser. To come back, open your invitation again." in page


def test_who_withdrew_their_own_invitation_comes_back_by_another_one(night: Night) -> None:
    browser = invited_helper(night.club, Role.ORGANIZER)
    browser.post("/club/helpers/sign-ins/end-all/")
    page = compact(browser.post("/sign-out/", follow=True).content.decode())
    assert "Your invitation is over: to come back, ask the organizer for another one." in page


def test_who_came_by_the_link_comes_back_by_it(night: Night, organizer: Client) -> None:
    assert "open the sign-in link again" in compact(organizer.get("/").content.decode())
    page = compact(organizer.post("/sign-out/", follow=True).content.decode())
    assert "Signed out on this browser. To come back, open the sign-in link again." in page


def test_the_start_page_says_who_helps_until_when_and_what_they_may_do(night: Night) -> None:
    page = compact(invited_helper(night.club, Role.SCORER, "Sam").get("/").content.decode())
    until = day_and_time(night.club.invitations.get().expires_at)
    assert "<h1>Sam, you help Tuesday club as scorer</h1>" in page
    assert "Enter and correct scores, and see all tables on the board." in page
    assert f"On this phone or computer, until {until}." in page


def test_a_page_whose_sign_in_has_ended_reloads_itself_and_says_so(night: Night, organizer: Client) -> None:
    browser, board = invited_helper(night.club, Role.SCORER), f"/n/{night.slug}/board/"
    live = {"HX-Request": "true", "X-Version": settings.STATIC_URL}
    assert "HX-Refresh" not in browser.get(board, headers=live)
    organizer.post("/club/helpers/sign-ins/end-all/")
    assert browser.get(board, headers=live)["HX-Refresh"] == "true"
    assert "You are signed out" in browser.get(board).content.decode()


def test_a_hand_sent_by_a_helper_who_was_signed_out_meanwhile_is_refused_with_the_way_back(
    night: Night, organizer: Client
) -> None:
    """Who helped may also play tonight."""
    browser, game = invited_helper(night.club, Role.SCORER), game_at(night, 1, 1)
    way_back = end_all(browser, organizer)
    answer = browser.post(f"/n/{night.slug}/game/{game.pk}/hand/1/", {"result": "NS:5", "key": uuid4().hex})
    as_player = "If you play tonight, scan the code on your tally card."
    assert answer.status_code == 403 and f"{way_back} {as_player}" in compact(answer.content.decode())
    assert not game.hands.exists()
    elsewhere = game_at(night, 1, 2).places.first()
    assert elsewhere and elsewhere.entry
    browser.cookies.update(phone_of(night, elsewhere.entry.number or 0).cookies)
    assert "You do not sit in this game." in browser.get(f"/n/{night.slug}/game/{game.pk}/").content.decode()


def test_a_helper_who_was_signed_out_and_mistypes_the_next_invitation_is_told_that(
    night: Night, organizer: Client
) -> None:
    browser = invited_helper(night.club, Role.SCORER)
    end_all(browser, organizer)
    assert "There is no such invitation" in compact(browser.get("/h/ABCDEFGH/").content.decode())


def end_all(browser: Client, organizer: Client) -> str:
    """Sign everybody else out, and return what is the way back now."""
    organizer.post("/club/helpers/sign-ins/end-all/")
    return "Your invitation is over. Ask the organizer for another one."


def end_one(browser: Client, organizer: Client) -> str:
    """Sign the helper out, and return what is the way back now."""
    organizer.post(f"/club/helpers/sign-ins/{SignIn.objects.get(invitation__name='Ruth').pk}/end/")
    return "Open your invitation again, or ask the organizer."


def leave(browser: Client, organizer: Client) -> str:
    """Sign out, and return what is the way back now."""
    browser.post("/sign-out/")
    return "Helpers: open your invitation again, or ask the organizer."


@pytest.mark.parametrize("end", [end_all, end_one, leave])
def test_a_signed_out_helper_who_goes_to_tonight_is_told_the_way_back(
    night: Night, organizer: Client, end: Callable[[Client, Client], str]
) -> None:
    browser = invited_helper(night.club, Role.SCORER)
    way_back = f"This browser is not signed in anymore. {end(browser, organizer)}"
    assert way_back in compact(browser.post("/help-tonight/", follow=True).content.decode())
    assert "not signed in anymore" not in browser.get("/").content.decode(), "it is said once"


@pytest.mark.parametrize("end", [end_all, end_one])
@pytest.mark.parametrize("address", ["/n/{}/board/", "/club/"])
def test_a_signed_out_helper_elsewhere_is_told_the_way_back(
    night: Night, organizer: Client, end: Callable[[Client, Client], str], address: str
) -> None:
    browser = invited_helper(night.club, Role.ORGANIZER)
    way_back = end(browser, organizer)
    page = compact(browser.get(address.format(night.slug)).content.decode())
    assert "<h1>You are signed out</h1>" in page and way_back in page


@pytest.mark.parametrize(
    ("page", "whose"),
    [
        ("board", "This page is for the organizer and helpers."),
        ("desk", "This page is for the organizer and helpers."),
        ("bell/settings", "Only the organizer can open this page."),
    ],
)
def test_whoever_is_not_signed_in_reads_whose_page_it_is_and_their_way_in(
    night: Night, stranger: Client, page: str, whose: str
) -> None:
    refused = compact(stranger.get(f"/n/{night.slug}/{page}/").content.decode())
    assert f"{whose} Open the sign-in link" in refused
    assert ("Helpers: open your invitation." in refused) == ("helpers" in whose)


def test_an_organizer_whose_sign_in_has_ended_is_told_the_link(night: Night, organizer: Client) -> None:
    SignIn.objects.update(ended_at=timezone.now())
    page = compact(organizer.get("/club/").content.decode())
    assert "<h1>You are signed out</h1>" in page and "Open the sign-in link" in page and "invitation" not in page


def test_the_organizer_signs_out_from_the_start_page(night: Night, organizer: Client) -> None:
    assert 'action="/sign-out/"' in organizer.get("/").content.decode()


def test_the_check_in_sees_tonights_code_but_neither_link_nor_money(empty_night: Night, organizer: Client) -> None:
    Night.objects.filter(pk=empty_night.pk).update(money=True, entry_fee=500)
    check_in = invited_helper(empty_night.club, Role.CHECK_IN)
    page = check_in.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert empty_night.printed_join_key in page and "The organizer draws numbers and starts." in page
    assert empty_night.club.key not in page and "Float, expenses" not in page
    assert "Float, expenses" in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    sign_up(night=empty_night, names=list(CAST[:8]), who=ORGANIZER)
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    page = check_in.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert "The organizer starts." in page and "draws numbers" not in page


def test_a_scorers_button_is_what_a_scorer_does_next(night: Night, organizer: Client) -> None:
    browser, board = invited_helper(night.club, Role.SCORER), f"/n/{night.slug}/board/"
    assert "No score is due now." in browser.get(board).content.decode()
    organizer.post(f"/n/{night.slug}/bell/ring/", {"round": 1})
    page = browser.get(board).content.decode()
    assert "Enter scores (2 tables)" in page and f'href="/n/{night.slug}/quick/1/"' in page
    assert "The bell</dd>" not in page and 'id="do-ring"' not in page and 'id="undo"' not in page
    assert "The organizer</b>" in page and ">You<" not in page


def test_the_log_of_the_organizer_and_helpers_has_what_both_did(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:3-4", who=Who(role=Role.SCORER, name="Ruth"))
    page = organizer.get(f"/n/{night.slug}/log/?show=organizer").content.decode()
    assert "Ruth (scorer)</b>" in page and "The organizer</b>" in page

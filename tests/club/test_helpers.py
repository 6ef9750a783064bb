"""Helpers by invitation, browsers that are signed in, and the organizer's link."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.support.accounts import club_log
from tests.support.markup import compact
from tests.support.night import CAST, ORGANIZER, game_at, nothing_changes, play_hands, sign_in_as_organizer
from tests.support.strangers import invited_helper
from tournament.club.log import write_club_log
from tournament.club.sign_ins import MOST_OPEN, SEEN_EVERY, accept_invitation, invite, renew_link, sign_in_by_link
from tournament.models import Club, Event, Invitation, LogEntry, Night, Role, SignIn
from tournament.models.sign_ins import MOST_IDLE, token_hash
from tournament.night.lifecycle import back_to_sign_up, close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.signup import sign_up
from tournament.people.errors import NotAllowed, Refused
from tournament.presenters.members import LOG_LINES
from tournament.web.visitors import SIGN_IN_COOKIE

DAY = timedelta(days=1)
STATIC = {"X-Version": settings.STATIC_URL}  # as a page of this version sends
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
NOTHING_LOST = "can open this page. You are signed in as Ruth"


def test_a_helper_scans_a_code_and_is_signed_in(organizer: Client, stranger: Client, night: Night) -> None:
    organizer.post("/club/helpers/invite/", {"name": "Ruth", "role": "scorer", "lasts": "1"})
    invited = night.club.invitations.get()
    assert (invited.name, invited.role) == ("Ruth", Role.SCORER)
    assert DAY - timedelta(minutes=1) < invited.expires_at - timezone.now() <= DAY
    assert f"/h/{invited.key}/" in organizer.get("/club/helpers/").content.decode()
    assert "Ruth, can you help?" in stranger.get(f"/h/{invited.key}/").content.decode()
    assert stranger.get(f"/n/{night.slug}/board/").status_code == 403  # looking is not accepting
    stranger.post(f"/h/{invited.key.lower()}/")
    assert stranger.get(f"/n/{night.slug}/board/").status_code == 200
    assert stranger.post("/help-tonight/")["Location"] == f"/n/{night.slug}/board/"


def test_the_database_has_no_token_that_signs_in(night: Night, stranger: Client) -> None:
    token = sign_in_by_link(club=night.club, browser="Chrome on Windows")
    row = SignIn.objects.get(token_hash=token_hash(token))
    assert token not in [str(getattr(row, field.attname)) for field in SignIn._meta.concrete_fields]
    stranger.cookies[SIGN_IN_COOKIE] = row.token_hash[:40]
    assert stranger.get("/club/").status_code == 403


def test_the_clubs_key_is_no_cookie_any_more(night: Night, stranger: Client) -> None:
    for name in (SIGN_IN_COOKIE, "organizer"):
        stranger.cookies[name] = night.club.key
    assert stranger.get("/club/").status_code == 403


def test_an_invitation_signs_in_one_browser_at_a_time(night: Night) -> None:
    invited = invite(who=ORGANIZER, club=night.club, name="Ruth", role=Role.SCORER, lasts=DAY)
    first, second = Client(), Client()
    first.post(f"/h/{invited.key}/")
    second.post(f"/h/{invited.key}/")
    assert [browser.get(f"/n/{night.slug}/board/").status_code for browser in (first, second)] == [403, 200]


@pytest.mark.parametrize("over", ["expired", "withdrawn"])
def test_an_invitation_that_is_over_signs_nobody_in_and_out_who_was(night: Night, organizer: Client, over: str) -> None:
    browser = invited_helper(night.club, Role.SCORER)
    invited = night.club.invitations.get()
    if over == "withdrawn":
        organizer.post(f"/club/helpers/{invited.pk}/withdraw/")
    else:
        past = timezone.now() - timedelta(seconds=1)
        Invitation.objects.update(expires_at=past)
        SignIn.objects.exclude(invitation=None).update(expires_at=past)
    assert browser.get(f"/n/{night.slug}/board/").status_code == 403
    with nothing_changes():
        answer = Client().post(f"/h/{invited.key}/")
        assert answer.status_code == 409 and "This invitation is over" in answer.content.decode()
    assert "This invitation is over" in Client().get(f"/h/{invited.key}/").content.decode(), (
        "it asks nobody for help anymore"
    )


@pytest.mark.parametrize("role", ["organizer", "scorer"])
def test_a_withdrawn_organizer_comes_back_by_no_invitation_that_they_made(
    night: Night, organizer: Client, role: str
) -> None:
    helper = invited_helper(night.club, Role.ORGANIZER)
    helper.post("/club/helpers/invite/", {"name": "Dan", "role": role, "lasts": "90"})
    organizer.post("/club/helpers/invite/", {"name": "Sue", "role": role, "lasts": "90"})
    ruth, dan, sue = night.club.invitations.order_by("pk")
    assert "also ends the invitations that Ruth made" in organizer.get("/club/helpers/").content.decode()
    page = organizer.post(f"/club/helpers/{ruth.pk}/withdraw/", follow=True).content.decode()
    assert "Ruth (organizer) can no longer do anything here. Invitations that they made are withdrawn, too." in page
    assert [Client().post(f"/h/{one.key}/").status_code for one in (dan, sue)] == [409, 302]
    assert f"The site withdrew the invitation of {dan}, made by Ruth" in club_log(night.club)


def test_a_browser_that_was_not_seen_for_half_a_year_is_signed_out(night: Night, organizer: Client) -> None:
    SignIn.objects.update(last_seen_at=timezone.now() - MOST_IDLE + timedelta(hours=1))
    assert organizer.get("/club/").status_code == 200  # and seen again now
    SignIn.objects.update(last_seen_at=timezone.now() - MOST_IDLE)
    assert organizer.get("/club/").status_code == 403


def test_when_a_browser_was_here_is_noted_now_and_then(night: Night, organizer: Client) -> None:
    with nothing_changes():
        organizer.get("/club/")
    long_ago = timezone.now() - SEEN_EVERY - timedelta(seconds=1)
    SignIn.objects.update(last_seen_at=long_ago)
    organizer.get("/club/")
    assert SignIn.objects.get().last_seen_at > long_ago + SEEN_EVERY


def test_one_browser_is_signed_out_the_others_stay(night: Night, organizer: Client) -> None:
    scorer, announcer = invited_helper(night.club, Role.SCORER), invited_helper(night.club, Role.ANNOUNCER, "Al")
    row = SignIn.objects.get(invitation__name="Ruth")
    assert "Sign out Ruth (scorer)" in organizer.get("/club/helpers/").content.decode()
    organizer.post(f"/club/helpers/sign-ins/{row.pk}/end/")
    assert scorer.get(f"/n/{night.slug}/board/").status_code == 403
    assert announcer.get(f"/n/{night.slug}/screen/hall/").status_code == 200
    assert organizer.get("/club/").status_code == 200


def test_sign_out_everywhere_leaves_only_this_browser(night: Night, organizer: Client) -> None:
    others = [invited_helper(night.club, Role.ORGANIZER), Client()]
    others[1].get(f"/o/{night.club.key}/")
    assert all(browser.get("/club/").status_code == 200 for browser in others)
    answer = organizer.post("/club/helpers/sign-ins/end-all/", follow=True).content.decode()
    assert "2 browsers were signed out and 1 invitation was withdrawn. This browser stays signed in." in answer
    assert [browser.get("/club/").status_code for browser in (*others, organizer)] == [403, 403, 200]
    assert not Invitation.objects.open(timezone.now()).exists()


def test_signing_out_is_for_this_browser_only(night: Night, organizer: Client) -> None:
    other = Client()
    sign_in_as_organizer(other, Club.objects.create(name="Thursday club"))
    assert "Signed out on this browser" in organizer.post("/sign-out/", follow=True).content.decode()
    assert organizer.get("/club/").status_code == 403
    assert other.get("/club/").status_code == 200


def test_after_a_new_link_the_old_one_opens_nothing(night: Night, organizer: Client) -> None:
    old = night.club.key
    page = organizer.post("/club/helpers/new-link/", follow=True).content.decode()
    night.club.refresh_from_db()
    assert "<details open>" in page and f"/o/{night.club.key}/" in page, "the new one is shown without another tap"
    assert Client().get(f"/o/{old}/").status_code == 403
    assert Client().get(f"/o/{night.club.key}/").status_code == 302
    assert organizer.get("/club/").status_code == 200


def test_an_invited_organizer_never_learns_the_link_and_erases_no_club(empty_night: Night, organizer: Client) -> None:
    """They could open it in another browser, and stay once their invitation is withdrawn."""
    club = empty_night.club
    pages = ["/", "/club/", "/club/helpers/", "/club/data/", "/club/copies/", f"/n/{empty_night.slug}/desk/"]
    assert [page for page in pages if f"/o/{club.key}/" in organizer.get(page).content.decode()] == pages[2::3]
    eve = invited_helper(club, Role.ORGANIZER, "Eve")
    seen = "".join(eve.get(page).content.decode() for page in pages)
    assert "You were invited to help. Whoever signed in by the link" in seen
    assert club.key not in seen and "/club/erase/" not in seen and "new-link" not in seen
    with nothing_changes():
        for answer in (eve.post("/club/helpers/new-link/"), eve.get("/club/erase/")):
            assert answer.status_code == 403
            assert "You were invited to help. Only whoever signed in by the club’s link" in answer.content.decode()


def test_an_invited_organizer_sees_the_code_of_no_invitation_that_ends_without_theirs(
    night: Night, organizer: Client
) -> None:
    """They could open it in another browser, and stay once their own is withdrawn."""
    eve = invited_helper(night.club, Role.ORGANIZER, "Eve")
    for browser, name in ((organizer, "Carl"), (eve, "Dan")):
        browser.post("/club/helpers/invite/", {"name": name, "role": "organizer", "lasts": "1"})
    addresses = [f"/h/{key}/" for key in night.club.invitations.order_by("pk").values_list("key", flat=True)]
    seen, everything = (compact(browser.get("/club/helpers/").content.decode()) for browser in (eve, organizer))
    assert [address in seen for address in addresses] == [True, False, True]
    assert "Whoever made it can show its code." in seen and seen.count('class="invitation-code"') == 2
    assert "Carl (organizer)" in seen and "Withdraw it: Carl (organizer)" in seen
    assert all(address in everything for address in addresses) and "Whoever made it" not in everything


def test_a_link_that_was_renewed_meanwhile_signs_nobody_in(night: Night) -> None:
    club = night.club
    renew_link(who=ORGANIZER, club=Club.objects.get(pk=club.pk))
    with nothing_changes(), pytest.raises(NotAllowed, match="not valid anymore"):
        sign_in_by_link(club=club, browser="Chrome on Windows")


def test_who_opens_an_invitation_that_is_used_is_told_whom_that_signs_out(night: Night) -> None:
    invited_helper(night.club, Role.SCORER)
    page = Client().get(f"/h/{night.club.invitations.get().key}/").content.decode()
    assert "helps on another browser already" in page


def test_the_link_signs_a_browser_in_once(night: Night, organizer: Client) -> None:
    with nothing_changes():
        assert organizer.get(f"/o/{night.club.key}/").status_code == 302


def test_another_clubs_organizer_ends_nothing_here(night: Night) -> None:
    invited_helper(night.club, Role.SCORER)
    neighbor = Client()
    sign_in_as_organizer(neighbor, Club.objects.create(name="Thursday club"))
    row = SignIn.objects.get(invitation__name="Ruth")
    with nothing_changes():
        assert neighbor.post(f"/club/helpers/sign-ins/{row.pk}/end/").status_code == 404
        assert neighbor.post(f"/club/helpers/{row.invitation_id}/withdraw/").status_code == 404


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": "  ", "role": "scorer", "lasts": "1"}, "Write the helper’s name"),
        ({"name": "R" * 25, "role": "scorer", "lasts": "1"}, "more than 24 letters"),
        ({"name": "Ruth", "lasts": "1"}, "Choose one from the list"),
        ({"name": "Ruth", "role": "owner", "lasts": "1"}, "Choose one from the list"),
        ({"name": "Ruth", "role": "scorer", "lasts": "100000"}, "Choose one from the list"),
    ],
)
def test_a_bad_invitation_gets_a_sentence(organizer: Client, form: dict[str, str], sentence: str) -> None:
    with nothing_changes():
        answer = organizer.post("/club/helpers/invite/", form)
        assert answer.status_code == 400 and sentence in answer.content.decode()


def test_a_club_has_only_so_many_open_invitations(club: Club) -> None:
    for number in range(MOST_OPEN):
        invite(who=ORGANIZER, club=club, name=f"Helper {number}", role=Role.SCORER, lasts=DAY)
    with pytest.raises(Refused, match="Withdraw those"):
        invite(who=ORGANIZER, club=club, name="One more", role=Role.SCORER, lasts=DAY)
    Invitation.objects.update(expires_at=timezone.now() - DAY)
    invite(who=ORGANIZER, club=club, name="One more", role=Role.SCORER, lasts=DAY)


def test_a_clock_that_jumps_notes_once_and_signs_nobody_out(night: Night, organizer: Client) -> None:
    SignIn.objects.update(last_seen_at=timezone.now() + timedelta(days=400))  # seen before the clock was set back
    assert organizer.get("/club/").status_code == 200
    assert SignIn.objects.get().last_seen_at <= timezone.now()


def helpers_page(organizer: Client) -> str:
    """Return the page of helpers, without white space around its tags."""
    return compact(organizer.get("/club/helpers/").content.decode())


def test_who_was_let_in_and_shut_out_is_in_the_log_with_no_key(night: Night, organizer: Client) -> None:
    club, old_key = night.club, night.club.key
    browsers = [Client(headers={"User-Agent": agent}) for agent in (FIREFOX, CHROME)]
    organizer.post("/club/helpers/invite/", {"name": "Ruth", "role": "scorer", "lasts": "1"})
    ruth = club.invitations.get()
    for browser in browsers:
        browser.post(f"/h/{ruth.key}/")
    organizer.post(f"/club/helpers/sign-ins/{ruth.sign_ins.get(ended_at=None).pk}/end/")
    browsers[0].post(f"/h/{ruth.key}/")
    browsers[0].post("/sign-out/")
    for _ in range(2):
        organizer.post(f"/club/helpers/{ruth.pk}/withdraw/")
    organizer.post("/club/helpers/new-link/")
    club.refresh_from_db()
    browsers[1].get(f"/o/{club.key}/")
    organizer.post("/club/helpers/sign-ins/end-all/")
    told = [str(line) for line in club.log_entries.order_by("pk")]
    assert told[-10:] == [
        "The organizer invited Ruth (scorer) to help",
        "Ruth (scorer) signed in on Firefox on Linux",
        "Ruth (scorer) signed in on Chrome on Windows, which took over from Firefox on Linux",
        "The organizer signed out Ruth (scorer), Chrome on Windows",
        "Ruth (scorer) signed in on Firefox on Linux",
        "Ruth (scorer) signed out on Firefox on Linux",
        "The organizer withdrew the invitation of Ruth (scorer)",
        "The organizer made a new sign-in link",
        "The organizer signed in by the link on Chrome on Windows",
        "The organizer signed out everywhere else",
    ]
    page = helpers_page(organizer)
    assert all(line in page for line in told[-10:])
    assert not [line for line in told if any(key in line for key in (old_key, club.key, ruth.key))]


def test_an_invitation_says_whether_somebody_has_accepted_it(night: Night, organizer: Client) -> None:
    invited = invite(club=night.club, name="Ruth", role=Role.SCORER, lasts=DAY, who=ORGANIZER)
    page = helpers_page(organizer)
    assert "Not accepted yet." in page and "sign Ruth out" not in page
    Client(headers={"User-Agent": FIREFOX}).post(f"/h/{invited.key}/")
    page = helpers_page(organizer)
    assert "Accepted on Firefox on Linux, " in page and "Withdraw it, and sign Ruth out" in page
    assert "signed out since" not in page
    SignIn.objects.exclude(invitation=None).update(ended_at=timezone.now())
    page = helpers_page(organizer)
    assert re.search(r"Accepted on Firefox on Linux, [^<]+, signed out since\.", page) and "sign Ruth out" not in page


def test_signing_a_helper_out_says_that_the_invitation_still_works(night: Night, organizer: Client) -> None:
    scorer = invited_helper(night.club, Role.SCORER)
    row = SignIn.objects.get(invitation__name="Ruth")
    way_out = f'until you<a href="#invitation-{row.invitation_id}">withdraw it</a>'
    assert way_out in helpers_page(organizer)
    answer = organizer.post(f"/club/helpers/sign-ins/{row.pk}/end/", follow=True).content.decode()
    assert "Their invitation still lets them in, until you withdraw it." in answer
    assert scorer.post(f"/h/{night.club.invitations.get().key}/").status_code == 302
    own = SignIn.objects.get(invitation=None)
    assert (
        "still lets them in"
        not in organizer.post(f"/club/helpers/sign-ins/{own.pk}/end/", follow=True).content.decode()
    )


# What each role may do. `may` lists who may; the others get 403 and change nothing.

PAGES = {
    "board/": {Role.ORGANIZER, Role.SCORER},
    "quick/": {Role.ORGANIZER, Role.SCORER},
    "quick/1/": {Role.ORGANIZER, Role.SCORER},
    "log/": {Role.ORGANIZER, Role.SCORER},
    "wrong-seats/": {Role.ORGANIZER, Role.SCORER},
    "players/": {Role.ORGANIZER, Role.CHECK_IN},
    "changes/": {Role.ORGANIZER, Role.CHECK_IN},
    "screen/hall/": {Role.ORGANIZER, Role.ANNOUNCER},
    "bell/settings/": {Role.ORGANIZER},
    "prizes/": {Role.ORGANIZER},
    "money/": {Role.ORGANIZER},
    "print/": {Role.ORGANIZER},
    "close/": {Role.ORGANIZER},
    "rules/own/": {Role.ORGANIZER},
}


@pytest.mark.parametrize("role", Role)
def test_each_role_opens_its_pages_and_no_others(night: Night, role: Role) -> None:
    play_hands(game_at(night, 1, 1), "NS:3-4")
    browser = invited_helper(night.club, role)
    for page, roles in PAGES.items():
        answer = browser.get(f"/n/{night.slug}/{page}")
        assert answer.status_code in ((200, 302) if role in roles else (403,)), page
        if answer.status_code == 403:
            assert NOTHING_LOST in answer.content.decode(), page


def test_a_refused_helper_reads_whose_page_it_is(night: Night) -> None:
    page = invited_helper(night.club, Role.CHECK_IN).get(f"/n/{night.slug}/wrong-seats/").content.decode()
    assert "Only the organizer or the scorer can open this page. You are signed in as Ruth (check-in)" in page


def test_a_scorer_corrects_a_hand_under_their_own_name(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    scorer = invited_helper(night.club, Role.SCORER)
    answer = scorer.post(
        f"/n/{night.slug}/game/{game.pk}/hand/1/",
        {"game": game.pk, "hand": 1, "of": game.hands.get().pk, "result": "NS:5", "key": "k" * 32},
    )
    assert answer.status_code == 302
    assert night.log_entries.order_by("-pk")[0].actor == "Ruth (scorer)"


def test_a_scorer_rings_no_bell_and_undoes_none(night: Night, organizer: Client) -> None:
    scorer = invited_helper(night.club, Role.SCORER)
    play_hands(game_at(night, 1, 1), "NS:3-4")
    with nothing_changes():
        assert scorer.post(f"/n/{night.slug}/bell/ring/", {"round": 1}).status_code == 403
    organizer.post(f"/n/{night.slug}/bell/ring/", {"round": 1})
    line = night.log_entries.acts().filter(undo__kind="bell").get()
    with nothing_changes():
        assert scorer.post(f"/n/{night.slug}/board/undo/", {"act": line.pk}).status_code == 403
    assert organizer.post(f"/n/{night.slug}/board/undo/", {"act": line.pk}).status_code == 302


def test_a_scorer_is_offered_undo_in_the_bar_for_an_act_of_their_own_alone(night: Night, organizer: Client) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    scorer = invited_helper(night.club, Role.SCORER)
    board = f"/n/{night.slug}/board/"

    def correct(client: Client, result: str) -> None:
        newest = game.hands.order_by("-pk")[0]
        form = {"game": game.pk, "hand": 1, "of": newest.pk, "result": result, "key": result.ljust(32, "k")}
        assert client.post(f"/n/{night.slug}/game/{game.pk}/hand/1/", form).status_code == 302

    correct(organizer, "NS:5")
    page = scorer.get(board).content.decode()
    assert 'id="undo"' not in page and 'aria-label="Undo hand 1 at table 1"' in page, "under Latest it stays"
    assert 'id="undo"' in organizer.get(board).content.decode()
    correct(scorer, "EW:5")
    assert 'id="undo"' in scorer.get(board).content.decode()


def test_the_check_in_signs_people_up_but_starts_nothing(empty_night: Night) -> None:
    desk = invited_helper(empty_night.club, Role.CHECK_IN)
    assert desk.post(f"/n/{empty_night.slug}/desk/names/", {"names": "\n".join(CAST[:8])}).status_code == 302
    assert empty_night.entries.count() == 8
    assert empty_night.log_entries.get().actor == "Ruth (check-in)"
    page = desk.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert empty_night.club.key not in page, "the organizer's link is not for helpers"
    with nothing_changes():
        for path, form in (("start", {}), ("draw", {"order": "random"}), ("settings", {"name": "X"})):
            assert desk.post(f"/n/{empty_night.slug}/desk/{path}/", form).status_code == 403


def test_the_announcer_reveals_the_winners(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:3-4")
    organizer.post(f"/n/{night.slug}/close/")
    announcer = invited_helper(night.club, Role.ANNOUNCER)
    assert announcer.post("/help-tonight/")["Location"] == f"/n/{night.slug}/reveal/"
    assert announcer.get(f"/n/{night.slug}/reveal/").status_code == 200
    assert announcer.post(f"/n/{night.slug}/reveal/", {"step": "1"}).status_code == 302
    assert night.log_entries.order_by("-pk")[0].actor == "Ruth (announcer)"


def test_a_helper_of_one_club_is_a_stranger_in_another(night: Night) -> None:
    elsewhere = Club.objects.create(name="Thursday club")
    for role in Role:
        browser = Client()
        browser.cookies[SIGN_IN_COOKIE] = accept_invitation(
            invitation=invite(who=ORGANIZER, club=elsewhere, name="Ruth", role=role, lasts=DAY), browser="Firefox"
        )
        assert browser.get(f"/n/{night.slug}/board/").status_code == 403


def test_the_page_says_what_this_person_did_not_what_happened_since(night: Night, organizer: Client) -> None:
    desk = invited_helper(night.club, Role.CHECK_IN)
    line = LogEntry.objects.create(night=night, actor="Ruth (check-in)", text="let Zed A. in, who came late")
    organizer.post(f"/n/{night.slug}/bell/ring/", {"round": 1})
    page = desk.get(f"/n/{night.slug}/players/?done=1").content.decode()
    assert line.text in page and "rang the bell" not in page


def test_a_desk_that_was_open_at_the_start_is_loaded_anew(night: Night) -> None:
    desk = invited_helper(night.club, Role.CHECK_IN)
    htmx = {"HX-Request": "true"}
    answer = desk.get(f"/n/{night.slug}/desk/?was=sign-up", headers=htmx)
    assert answer.headers["HX-Refresh"] == "true"
    assert "HX-Refresh" not in desk.get(f"/n/{night.slug}/desk/?was=playing", headers=htmx | STATIC).headers


def test_the_board_of_a_closed_night_is_asked_for_again_at_each_step_of_the_reveal(night: Night) -> None:
    play_hands(game_at(night, 1, 1), "NS:5")
    close_night(night=night, who=ORGANIZER)
    scorer, announcer = invited_helper(night.club, Role.SCORER), invited_helper(night.club, Role.ANNOUNCER)
    board = scorer.get(f"/n/{night.slug}/board/").content.decode()
    listens = re.findall(r"sse:([\w-]+)", board)
    SignIn.objects.filter(role=Role.SCORER).update(ended_at=timezone.now())
    assert announcer.post(f"/n/{night.slug}/reveal/", {"step": "1"}).status_code == 302
    told = Event.objects.filter(night=night).latest("pk").topics.split()
    assert set(told) & set(listens)
    answer = scorer.get(f"/n/{night.slug}/board/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Refresh"]) == (403, "true")


def test_an_organizers_open_desk_leads_to_the_board_at_the_start(night: Night, organizer: Client) -> None:
    address, htmx = f"/n/{night.slug}/desk/?was=", {"HX-Request": "true"} | STATIC
    assert organizer.get(f"{address}sign-up", headers=htmx)["HX-Redirect"] == f"/n/{night.slug}/board/"
    assert "HX-Redirect" not in organizer.get(f"{address}playing", headers=htmx)
    back_to_sign_up(night=night, who=ORGANIZER)
    assert organizer.get(f"{address}playing", headers=htmx)["HX-Refresh"] == "true"


def test_a_scorer_who_waits_for_the_start_is_led_to_the_board_by_it(empty_night: Night, organizer: Client) -> None:
    sign_up(night=empty_night, names=list(CAST[:8]), who=ORGANIZER)
    scorer, seats = invited_helper(empty_night.club, Role.SCORER), f"/n/{empty_night.slug}/"
    htmx = {"HX-Request": "true"} | STATIC
    waiting, sentence = f'hx-get="{seats}?waits=1"', "The board opens here when the night starts."
    page = scorer.get(f"/n/{empty_night.slug}/board/", follow=True).content.decode()
    assert waiting in page and sentence in page
    for other in (organizer, invited_helper(empty_night.club, Role.CHECK_IN), Client()):
        page = other.get(seats).content.decode()
        assert waiting not in page and sentence not in page
    assert scorer.get(f"{seats}?waits=1", headers=htmx).status_code == 200
    draw_numbers(night=empty_night, order="arrival", who=ORGANIZER)
    start_night(night=empty_night, who=ORGANIZER)
    assert scorer.get(f"{seats}?waits=1", headers=htmx)["HX-Redirect"] == f"/n/{empty_night.slug}/board/"
    assert waiting not in scorer.get(seats).content.decode()
    assert "HX-Redirect" not in Client().get(f"{seats}?waits=1", headers=htmx)


def test_when_a_helper_was_here_is_said_no_more_exactly_than_it_is_noted(night: Night, organizer: Client) -> None:
    invited_helper(night.club, Role.SCORER)

    def line() -> str:
        page = re.sub(r"\s+", " ", organizer.get("/club/helpers/").content.decode())
        return page.partition("<b>Ruth (scorer)</b>")[2].partition("</span>")[0]

    assert "here in the last 10 minutes" in line() and "last here" not in line()
    SignIn.objects.exclude(invitation=None).update(last_seen_at=timezone.now() - SEEN_EVERY - timedelta(seconds=1))
    assert "last here about " in line() and "in the last" not in line()


@pytest.mark.parametrize("path", ["/", "/n/{slug}/desk/"])
def test_the_organizers_first_pages_lead_to_the_helpers(night: Night, organizer: Client, path: str) -> None:
    assert 'href="/club/helpers/"' in organizer.get(path.format(slug=night.slug)).content.decode()
    assert 'href="/club/helpers/"' not in invited_helper(night.club, Role.SCORER).get("/").content.decode()


def test_the_desk_of_sign_up_leads_to_the_helpers(empty_night: Night, organizer: Client) -> None:
    assert 'href="/club/helpers/"' in organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()


def test_the_clubs_log_has_pages(organizer: Client, night: Night) -> None:
    for number in range(LOG_LINES + 1):
        write_club_log(night.club, ORGANIZER, f"did act {number}")
    newest, older = (organizer.get(f"/club/helpers/?log={page}").content.decode() for page in ("", 2))
    assert f"did act {LOG_LINES}<" in newest and "did act 0<" not in newest and "?log=2#log" in newest
    assert "did act 0<" in older and f"did act {LOG_LINES}<" not in older and "?log=1#log" in older
    for page in ("0", "9" * 5_000, "x", "\0"):
        assert organizer.get("/club/helpers/", {"log": page}).status_code == 200

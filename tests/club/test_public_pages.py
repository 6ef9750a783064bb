"""Public results pages: off until the club says so, short names only, gone when they are taken back."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tally.pictures import own_places
from tests.support.club_nights import play_nights
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.strangers import another_clubs_organizer
from tournament.club.erasing import erase_player
from tournament.club.merging import merge_regulars, preview_merge
from tournament.club.publishing import publication_of, publish, withdraw
from tournament.models import Club, Night, Player, Publication, Season
from tournament.people.errors import Refused

Subject = Night | Season | Player


@pytest.fixture
def played(club: Club) -> list[Night]:
    """Two nights that everybody has seen the end of; guest 1 has a name of more than one letter."""
    nights = play_nights(club, 2)
    player = guest(club, 1)
    Player.objects.filter(pk=player.pk).update(name="Guest1 Xylander")
    player.entries.update(name="Guest1 Xylander")
    return [Night.objects.get(pk=night.pk) for night in nights]


def guest(club: Club, number: int) -> Player:
    return club.players.get(name__startswith=f"Guest{number} X")


@pytest.fixture
def season(club: Club, played: list[Night]) -> Season:
    return Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31")


@pytest.fixture(params=["night", "season", "player"])
def subject(request: pytest.FixtureRequest, club: Club, played: list[Night], season: Season) -> Subject:
    """What a public page can be about."""
    return {"night": played[0], "season": season, "player": guest(club, 1)}[request.param]


def switch(subject: Subject) -> str:
    match subject:
        case Night():
            return f"/n/{subject.slug}/publish/"
        case Season():
            return f"/club/seasons/{subject.pk}/publish/"
    return f"/club/people/{subject.pk}/publish/"


def own_page(subject: Subject) -> str:
    match subject:
        case Night():
            return f"/n/{subject.slug}/standings/"
        case Season():
            return f"/club/seasons/{subject.pk}/"
    return f"/club/people/{subject.pk}/"


def public(subject: Subject) -> str:
    return f"/p/{publish(subject=subject, who=ORGANIZER).token}/"


# The switch


def test_nothing_is_public_until_the_organizer_says_so(organizer: Client, stranger: Client, subject: Subject) -> None:
    page = organizer.get(own_page(subject)).content.decode()
    assert "Make a public page" in page and "/p/" not in page
    assert organizer.post(switch(subject), {"public": "on"}).status_code == 302
    made = publication_of(subject)
    assert made is not None and len(made.token) >= 30
    page = organizer.get(own_page(subject)).content.decode()
    assert f"http://testserver/p/{made.token}/" in page and 'class="qr"' in page
    assert stranger.get(f"/p/{made.token}/").status_code == 200


def test_a_second_tap_keeps_the_address(organizer: Client, subject: Subject) -> None:
    for _ in range(2):
        organizer.post(switch(subject), {"public": "on"})
    assert Publication.objects.count() == 1


def test_a_page_that_was_taken_back_is_gone_and_comes_back_under_another_address(
    organizer: Client, stranger: Client, subject: Subject
) -> None:
    before = public(subject)
    assert organizer.post(switch(subject), {"public": "off"}).status_code == 302
    assert stranger.get(before).status_code == 404
    assert stranger.get(f"{before}standings.png").status_code == 404
    after = public(subject)
    assert after != before
    assert (stranger.get(before).status_code, stranger.get(after).status_code) == (404, 200)
    for _ in range(2):
        withdraw(subject=subject, who=ORGANIZER)
    assert stranger.get(after).status_code == 404


@pytest.mark.parametrize("said", ["on", "off"])
def test_only_the_clubs_own_organizer_can_switch(stranger: Client, subject: Subject, said: str) -> None:
    if said == "off":
        publish(subject=subject, who=ORGANIZER)
    night = Night.objects.first()
    assert night is not None
    with nothing_changes():
        assert stranger.post(switch(subject), {"public": said}).status_code == 403
    other = another_clubs_organizer(night)
    with nothing_changes():
        assert other.post(switch(subject), {"public": said}).status_code in (403, 404)


def test_a_switch_that_says_nothing_is_refused(organizer: Client, subject: Subject) -> None:
    with nothing_changes():
        assert organizer.post(switch(subject), {}).status_code == 409


def test_the_log_of_a_night_says_that_it_was_made_public(played: list[Night]) -> None:
    address = public(played[0])
    withdraw(subject=played[0], who=ORGANIZER)
    log = " ".join(map(str, played[0].log_entries.all()))
    assert "made the results public" in log and "took the public results back" in log
    assert address.split("/")[2] not in log


# What anybody sees


def test_a_public_page_asks_search_engines_to_leave_it_out(stranger: Client, subject: Subject) -> None:
    response = stranger.get(public(subject))
    assert response["X-Robots-Tag"] == "noindex, nofollow"
    assert response["Referrer-Policy"] == "no-referrer"
    assert response["Cache-Control"] == "private, no-cache"
    assert '<meta name="robots" content="noindex, nofollow">' in response.content.decode()


def test_a_public_page_has_no_control_and_leads_nowhere_else(organizer: Client, subject: Subject) -> None:
    page = organizer.get(public(subject)).content.decode()  # not even for the organizer
    assert not re.findall(r"<(form|button|input|script|iframe)\b", page)
    links = set(re.findall(r'(?:href|src|action)="([^"]*)"', page)) - {"/help/records/#page-at-home"}
    assert all(re.match(r"(/static/|/p/[\w-]+/)", link) for link in links)
    assert "hx-" not in page and "sse" not in page


def test_a_public_page_is_light(stranger: Client, subject: Subject) -> None:
    page = stranger.get(public(subject)).content
    styles = re.findall(r'<link rel="stylesheet" href="/static/\w+/([^"]+)"', page.decode())
    files = [Path(str(finders.find(name))).read_bytes() for name in styles]
    assert len(styles) >= 6 and sum(len(gzip.compress(file)) for file in (page, *files)) < 30_000


def test_a_public_page_has_short_names_only(stranger: Client, subject: Subject) -> None:
    page = stranger.get(public(subject)).content.decode()
    assert "Guest1 X." in page and "Xylander" not in page


def test_a_public_page_of_a_player_names_nobody_else(club: Club, stranger: Client, played: list[Night]) -> None:
    page = stranger.get(public(guest(club, 1))).content.decode()
    assert "Guest1 X." in page and not re.search(r"Guest[2-8]", page)


def test_a_public_page_says_nothing_of_money_and_notes(stranger: Client, subject: Subject) -> None:
    Night.objects.update(
        money=True, entry_fee=500, prizes={"prizes": [{"kind": "high", "what": "A ham", "money": "$20"}]}
    )
    page = stranger.get(public(subject)).content.decode()
    assert "$" not in page and "ham" not in page.replace("gamham", "")


def test_the_organizers_key_and_the_players_keys_are_not_in_it(stranger: Client, subject: Subject) -> None:
    page = stranger.get(public(subject)).content.decode()
    club = subject.club
    keys = [club.key, *(night.join_key for night in club.nights.all()), *(night.slug for night in club.nights.all())]
    assert not [key for key in keys if key in page]


@pytest.mark.parametrize("token", ["x", "x" * 32, "x" * 41, "a.b", "%00", "..", "é"])
def test_another_address_leads_nowhere(stranger: Client, played: list[Night], token: str) -> None:
    public(played[0])
    assert stranger.get(f"/p/{token}/").status_code == 404
    assert stranger.get(f"/p/{token}/standings.png").status_code == 404


def test_nothing_can_be_posted_to_a_public_page(stranger: Client, subject: Subject) -> None:
    address = public(subject)
    with nothing_changes():
        assert stranger.post(address).status_code == 405


# Nothing before the reveal


def test_a_night_nobody_has_seen_the_end_of_cannot_be_made_public(organizer: Client, played: list[Night]) -> None:
    for state in ({"revealed_at": None}, {"status": Night.Status.PLAYING}):
        Night.objects.filter(pk=played[0].pk).update(**state)
        with nothing_changes():
            assert organizer.post(switch(played[0]), {"public": "on"}).status_code == 409
        assert "Make a public page" not in organizer.get(own_page(played[0])).content.decode()


def test_a_night_that_is_opened_again_is_hidden_until_it_is_shown_again(stranger: Client, played: list[Night]) -> None:
    address = public(played[0])
    Night.objects.filter(pk=played[0].pk).update(status=Night.Status.PLAYING)
    for path in (address, f"{address}standings.png", f"{address}podium.png"):
        assert stranger.get(path).status_code == 404
    Night.objects.filter(pk=played[0].pk).update(status=Night.Status.CLOSED)
    assert stranger.get(address).status_code == 200


def test_a_night_whose_end_is_a_surprise_counts_in_no_public_page(
    club: Club, stranger: Client, played: list[Night], season: Season
) -> None:
    pages = [public(season), public(guest(club, 1))]
    assert all("Week 2" in stranger.get(page).content.decode() for page in pages)
    before = stranger.get(f"{pages[0]}standings.png").content
    for state in ({"revealed_at": None}, {"status": Night.Status.PLAYING}):
        Night.objects.filter(pk=played[1].pk).update(**state)
        for page in pages:
            shown = stranger.get(page).content.decode()
            assert "Week 1" in shown and "Week 2" not in shown
        assert stranger.get(f"{pages[0]}standings.png").content != before


# Links between public pages


def test_a_season_leads_to_the_nights_that_are_public_themselves(
    stranger: Client, played: list[Night], season: Season
) -> None:
    address = public(season)
    assert len(re.findall(r'href="/p/', stranger.get(address).content.decode())) == 1, "its own picture"
    night = public(played[1])
    assert f'href="{night}"' in stranger.get(address).content.decode()
    withdraw(subject=played[1], who=ORGANIZER)
    assert f'href="{night}"' not in stranger.get(address).content.decode()


# People who change


def test_who_was_erased_is_a_former_player_in_every_public_page(
    club: Club, stranger: Client, played: list[Night], season: Season
) -> None:
    night, whole = public(played[0]), public(season)
    erase_player(player=guest(club, 1), typed_name="Guest1 Xylander", who=ORGANIZER)
    for page in (night, whole):
        shown = stranger.get(page).content.decode()
        assert "Former player 1" in shown and "Guest1" not in shown


def test_erasing_a_player_takes_their_own_page_back(club: Club, organizer: Client, stranger: Client) -> None:
    play_nights(club, 1)
    player = guest(club, 1)
    address = public(player)
    erase_player(player=player, typed_name="Guest1 X", who=ORGANIZER)
    assert stranger.get(address).status_code == 404
    with pytest.raises(Refused, match="erased"):
        publish(subject=Player.objects.get(pk=player.pk), who=ORGANIZER)
    assert "Public page" not in organizer.get(own_page(player)).content.decode()


def test_a_page_of_somebody_who_was_merged_shows_who_they_are(
    club: Club, stranger: Client, played: list[Night]
) -> None:
    kept, merged = guest(club, 1), club.players.create(name="Gus Xylander")
    addresses = public(kept), public(merged)
    merge_regulars(kept=kept, merged=merged, shown=preview_merge(kept, merged).state_token, who=ORGANIZER)
    for address in addresses:
        assert "Guest1 X." in stranger.get(address).content.decode()
    withdraw(subject=kept, who=ORGANIZER)
    assert [stranger.get(address).status_code for address in addresses] == [404, 404]


# Pictures


@pytest.mark.parametrize("name", ["standings", "podium"])
def test_the_pictures_of_a_public_night_are_public(stranger: Client, played: list[Night], name: str) -> None:
    response = stranger.get(f"{public(played[0])}{name}.png")
    assert (response["Content-Type"], response["X-Robots-Tag"]) == ("image/png", "noindex, nofollow")
    assert Image.open(BytesIO(response.content)).size == (1080, 1350)


def test_a_season_has_no_podium_and_a_player_no_standings(
    club: Club, stranger: Client, played: list[Night], season: Season
) -> None:
    paths = [f"{public(season)}podium.png", f"{public(guest(club, 1))}standings.png"]
    assert [stranger.get(path).status_code for path in paths] == [404, 404]


def test_a_public_player_has_a_picture_on_the_page(club: Club, stranger: Client, played: list[Night]) -> None:
    address = public(guest(club, 1))
    assert f'src="{address}player.png"' in stranger.get(address).content.decode()
    response = stranger.get(f"{address}player.png")
    assert (response["Content-Type"], response["X-Robots-Tag"]) == ("image/png", "noindex, nofollow")
    assert Image.open(BytesIO(response.content)).size == (1080, 1350)


def test_the_picture_of_a_player_goes_with_the_page(club: Club, stranger: Client, played: list[Night]) -> None:
    player = guest(club, 1)
    before = f"{public(player)}player.png"
    assert stranger.get(before).status_code == 200
    withdraw(subject=player, who=ORGANIZER)
    assert stranger.get(before).status_code == 404
    after = f"{public(player)}player.png"
    erase_player(player=player, typed_name="Guest1 Xylander", who=ORGANIZER)
    assert stranger.get(after).status_code == 404
    assert not own_places.own_places_picture.cache_info().currsize, "a picture with the name is remembered"


def test_only_a_public_player_with_a_night_has_such_a_picture(
    club: Club, stranger: Client, played: list[Night], season: Season
) -> None:
    newcomer = club.players.create(name="Nora Never")
    address = public(newcomer)
    assert "player.png" not in stranger.get(address).content.decode()
    for page in (address, public(played[0]), public(season)):
        assert stranger.get(f"{page}player.png").status_code == 404

"""A player's own phone is known again on the next night, by its token: one tap, and it plays for them."""

from __future__ import annotations

import re
from datetime import date
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tournament.access import Who
from tournament.models import Club, Entry, Night, Phone, Player
from tournament.night.joining import release_phone, take_name
from tournament.night.known_phones import known_regular
from tournament.night.lifecycle import close_night, start_night
from tournament.night.phones import pair_phone
from tournament.night.roster_changes import drop_out
from tournament.night.signup import sign_up, sign_up_players
from tournament.web.addresses import join_address

ANN = "Ann Miller"  # number 1, whose phone is `phone_of(night, 1)`


@pytest.fixture
def phone(night: Night) -> Client:
    """The phone with which Ann played a night that is over."""
    client = phone_of(night, 1)
    close_night(night=night, who=ORGANIZER)
    return client


@pytest.fixture
def tonight(night: Night, phone: Client) -> Night:
    """The club's next night, in sign-up."""
    return next_night(night.club)


def next_night(club: Club) -> Night:
    """Create another night of the club."""
    return Night.objects.create(club=club, name="Next week", date=date(2026, 12, 1))


def ann(night: Night) -> Player:
    """Return the regular of that name."""
    return night.club.players.get(name=ANN)


def page_of(client: Client, address: str) -> str:
    """Return a page's text and tags with single spaces."""
    return re.sub(r"\s+", " ", unescape(client.get(address).content.decode()))


def greeted(client: Client, night: Night) -> bool:
    """Whether the list of the table's code greets this phone; the page to sign up and the phone's own say the same."""
    scanned = "<h2>Hello, Ann Miller</h2>" in page_of(client, join_address(night, ""))
    if night.status == Night.Status.SIGN_UP:
        assert scanned == ("<h2>Hello, Ann Miller</h2>" in page_of(client, f"/n/{night.slug}/join/"))
    assert scanned == ("<h2>Hello, Ann Miller</h2>" in page_of(client, f"/n/{night.slug}/play/"))
    return scanned


def join(client: Client, night: Night, player: Player | None = None) -> int:
    """Tap that it is Ann's phone; return the status code."""
    data = {"player": (player or ann(night)).pk}
    return client.post(f"/n/{night.slug}/join/again/", data).status_code


# One tap


def test_a_known_phone_is_greeted_and_signs_its_player_up_with_one_tap(phone: Client, tonight: Night) -> None:
    assert greeted(phone, tonight)
    answer = phone.post(f"/n/{tonight.slug}/join/again/", {"player": ann(tonight).pk})
    assert answer["Location"] == f"/n/{tonight.slug}/play/"
    entry = tonight.entries.get()
    assert (entry.player, entry.phones.active().get().token) == (ann(tonight), "token-of-1")
    assert "Welcome, Ann Miller" in page_of(phone, f"/n/{tonight.slug}/play/")
    assert not greeted(phone, tonight)


def test_a_known_phone_takes_the_name_that_the_organizer_has_put_on_the_list(phone: Client, tonight: Night) -> None:
    (entry,) = sign_up_players(night=tonight, player_ids=[ann(tonight).pk], who=ORGANIZER)
    assert greeted(phone, tonight)
    assert join(phone, tonight) == 302
    assert list(tonight.entries.all()) == [entry] and entry.phones.active().get().token == "token-of-1"


def test_also_once_the_night_has_started(phone: Client, tonight: Night, short_searches: None) -> None:
    sign_up(night=tonight, names=[ANN, "Zoe", "Yan", "Xavier"], who=ORGANIZER)
    start_night(night=tonight, who=ORGANIZER)
    tonight.refresh_from_db()
    assert greeted(phone, tonight)
    assert join(phone, tonight) == 302


def test_a_second_tap_changes_nothing(phone: Client, tonight: Night) -> None:
    join(phone, tonight)
    with nothing_changes():
        assert join(phone, tonight) == 302


def test_the_home_page_offers_to_join_by_name(phone: Client, stranger: Client, tonight: Night) -> None:
    page = page_of(phone, "/")
    assert "Ann Miller: join" in page and f'action="/n/{tonight.slug}/join/again/"' in page
    assert "Add another name" in page
    assert "Ann Miller" not in page_of(stranger, "/") and "Add my name" in page_of(stranger, "/")
    join(phone, tonight)
    assert "Ann Miller: join" not in page_of(phone, "/")


def test_where_several_clubs_play_the_home_page_shows_the_phones_own(phone: Client, tonight: Night) -> None:
    other = next_night(Club.objects.create(name="Thursday club"))
    page = page_of(phone, "/")
    assert "Ann Miller: join" in page and f"/n/{other.slug}/" not in page
    assert f"/n/{tonight.slug}/" not in page_of(Client(), "/")


def test_who_says_it_is_somebody_else_gets_the_usual_list(phone: Client, tonight: Night) -> None:
    sign_up(night=tonight, names=["Zoe New"], who=ORGANIZER)
    address = join_address(tonight, "")
    assert f'href="{address}?not-me=1">That’s not me</a>' in page_of(phone, address)
    page = page_of(phone, f"{address}?not-me=1")
    assert "Hello" not in page and "Zoe N." in page
    take_name(entry=tonight.entries.get(), token="token-of-1")
    later = next_night(tonight.club)
    assert "Hello, Zoe New" in page_of(phone, join_address(later, "")), "from then on it is theirs"


def test_the_phone_is_known_after_a_merge_as_the_regular_who_was_kept(phone: Client, tonight: Night) -> None:
    kept = tonight.club.players.create(name="Anne Miller")
    Entry.objects.filter(player=ann(tonight)).update(player=kept)
    Player.objects.filter(name=ANN).update(merged_into=kept)
    assert known_regular(tonight, "token-of-1") == kept


def test_last_weeks_page_leads_to_tonights_sign_up(phone: Client, night: Night, tonight: Night) -> None:
    page = page_of(phone, f"/n/{night.slug}/play/")
    assert f'href="/n/{tonight.slug}/join/">Sign up as Ann Miller</a>' in page
    assert "December 1, 2026</b>: Next week. Sign-up is open." in page
    Night.objects.filter(pk=tonight.pk).update(date=timezone.localdate())
    assert "<b>Tonight</b>: Next week." in page_of(phone, f"/n/{night.slug}/play/")
    join(phone, tonight)
    page = page_of(phone, f"/n/{night.slug}/play/")
    assert f'href="/n/{tonight.slug}/play/">My table</a>' in page and "You are in." in page


def test_last_weeks_page_leads_into_a_started_night_only_whom_it_has_on_its_list(
    phone: Client, night: Night, tonight: Night, short_searches: None
) -> None:
    sign_up(night=tonight, names=["Zoe", "Yan", "Xavier", "Will"], who=ORGANIZER)
    start_night(night=tonight, who=ORGANIZER)
    assert tonight.slug not in page_of(phone, f"/n/{night.slug}/play/")
    Entry.objects.filter(pk=tonight.entries.get(number=1).pk).update(player=ann(tonight))
    page = page_of(phone, f"/n/{night.slug}/play/")
    assert f'href="/n/{tonight.slug}/play/">Join as Ann Miller</a>' in page


def test_last_weeks_page_shows_nobody_else_the_next_night(
    phone: Client, stranger: Client, organizer: Client, night: Night, tonight: Night
) -> None:
    before = Client()
    before.cookies["phone"] = "an-older-phone"
    Phone.objects.create(entry=night.entries.get(number=2), token="an-older-phone", retired_at=timezone.now())
    for client in (stranger, organizer, before):
        assert tonight.slug not in page_of(client, f"/n/{night.slug}/play/")
    page = page_of(phone, f"/n/{night.slug}/play/")
    assert tonight.join_key not in page and tonight.club.key not in page
    Phone.objects.create(
        entry=sign_up_players(night=tonight, player_ids=[ann(tonight).pk], who=ORGANIZER)[0], token="x"
    )
    assert tonight.slug not in page_of(phone, f"/n/{night.slug}/play/"), "her new phone plays for her now"


def test_a_night_in_play_shows_no_next_night(night: Night) -> None:
    client, later = phone_of(night, 1), next_night(night.club)
    assert later.slug not in page_of(client, f"/n/{night.slug}/play/")


# Who is not known


def test_other_phones_are_not_greeted(phone: Client, stranger: Client, tonight: Night) -> None:
    other = Client()
    other.cookies["phone"] = "token-of-somebody"
    for client in (stranger, other):
        assert not greeted(client, tonight)
        with nothing_changes():
            assert join(client, tonight) == 409


def test_other_clubs_do_not_know_the_phone(phone: Client, tonight: Night) -> None:
    thursday = next_night(Club.objects.create(name="Thursday club"))
    assert not greeted(phone, thursday)
    with nothing_changes():
        assert join(phone, thursday, ann(tonight)) == 409


def test_a_phone_joins_only_as_the_player_that_it_is_known_as(phone: Client, tonight: Night) -> None:
    with nothing_changes():
        assert join(phone, tonight, tonight.club.players.get(name="Bob Stone")) == 409


def test_a_phone_is_known_as_whom_it_played_for_last(phone: Client, tonight: Night) -> None:
    sign_up(night=tonight, names=["Bob Stone"], who=ORGANIZER)
    take_name(entry=tonight.entries.get(), token="token-of-1")
    assert not greeted(phone, tonight), "it plays tonight"
    later = next_night(tonight.club)
    known = known_regular(later, "token-of-1")
    assert known and known.name == "Bob Stone"


def test_a_phone_that_another_one_has_followed_is_not_known(phone: Client, tonight: Night) -> None:
    (entry,) = sign_up_players(night=tonight, player_ids=[ann(tonight).pk], who=ORGANIZER)
    take_name(entry=entry, token="her-new-phone")
    assert not greeted(phone, tonight)
    with nothing_changes():
        assert join(phone, tonight) == 409
    later = next_night(tonight.club)
    assert known_regular(later, "token-of-1") is None
    assert known_regular(later, "her-new-phone") == ann(tonight)


def test_a_name_that_was_given_back_or_released_is_not_known(night: Night) -> None:
    for number, token in ((1, "given-back"), (2, "released"), (3, "replaced"), (4, "kept")):
        pair_phone(entry=night.entries.get(number=number), token=token)
    release_phone(entry=night.entries.get(number=1), who=Who(), token="given-back")
    release_phone(entry=night.entries.get(number=2), who=ORGANIZER)
    pair_phone(entry=night.entries.get(number=3), token="newer")
    later = next_night(night.club)
    tokens = ("given-back", "released", "replaced", "kept", "newer")
    known = {token for token in tokens if known_regular(later, token)}
    assert known == {"kept", "newer"}


def test_whom_the_organizer_took_from_the_phone_tonight_it_gets_from_the_organizer(
    phone: Client, tonight: Night
) -> None:
    join(phone, tonight)
    release_phone(entry=tonight.entries.get(), who=ORGANIZER)
    assert not greeted(phone, tonight)
    with nothing_changes():
        assert join(phone, tonight) == 409


def test_nobody_is_greeted_who_went_home_or_is_not_on_a_started_nights_list(
    phone: Client, tonight: Night, short_searches: None
) -> None:
    sign_up(night=tonight, names=["Zoe", "Yan", "Xavier", "Will", "Vic"], who=ORGANIZER)
    start_night(night=tonight, who=ORGANIZER)
    tonight.refresh_from_db()
    assert not greeted(phone, tonight)
    with nothing_changes():
        assert join(phone, tonight) == 409
    Entry.objects.filter(pk=tonight.entries.get(number=1).pk).update(player=ann(tonight))
    assert greeted(phone, tonight)
    drop_out(entry=tonight.entries.get(number=1), who=ORGANIZER)
    assert not greeted(phone, tonight)


def test_a_closed_night_greets_nobody(phone: Client, tonight: Night) -> None:
    Night.objects.filter(pk=tonight.pk).update(status=Night.Status.CLOSED)
    with nothing_changes():
        assert join(phone, tonight) == 409
    assert "Hello" not in page_of(phone, join_address(tonight, ""))
    assert Phone.objects.filter(entry__night=tonight).count() == 0


def test_only_the_phone_itself_reads_the_whole_name(phone: Client, tonight: Night) -> None:
    sign_up(night=tonight, names=["Bob Stone"], who=ORGANIZER)
    page = page_of(phone, join_address(tonight, ""))
    assert "Ann Miller" in page and "Stone" not in page

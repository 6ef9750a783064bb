"""Pictures to keep: who may have which, and when; what they are made of."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from tally.pictures import own_places, podium, standings
from tally.pictures.card import Card
from tally.presenters.pictures import night_picture, own_picture, player_picture
from tests.support.club_nights import play_nights
from tests.support.night import ORGANIZER, phone_of
from tests.support.strangers import advance_to, another_clubs_organizer
from tournament.club.erasing import erase_player
from tournament.models import Club, Night, Player, Season

NIGHT_PICTURES = ("standings.png", "podium.png")


def size(response: object) -> tuple[int, int]:
    assert response.status_code == 200 and response["Content-Type"] == "image/png"  # type: ignore[attr-defined]
    return Image.open(BytesIO(response.content)).size  # type: ignore[attr-defined]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on the pictures that are drawn from now on, text by text."""
    texts: list[str] = []
    for picture in (standings.standings_picture, podium.podium_picture, own_places.own_places_picture):
        picture.cache_clear()
    for pen in ("text", "figures"):
        draw = getattr(Card, pen)

        def keep(self: Card, x: float, y: float, text: str, *args: object, draw=draw, **more: object) -> float:
            texts.append(text)
            return draw(self, x, y, text, *args, **more)

        monkeypatch.setattr(Card, pen, keep)
    return texts


# Who may have them


@pytest.mark.parametrize("name", NIGHT_PICTURES)
def test_pictures_of_a_night_are_the_organizers_and_after_the_reveal_its_players(
    organizer: Client, stranger: Client, night: Night, name: str
) -> None:
    phone, path = phone_of(night, 2), f"/n/{night.slug}/{name}"
    advance_to(night, "closed")
    assert size(organizer.get(path)) == (1080, 1350)
    assert phone.get(path).status_code == 409
    assert "surprise until the end" in phone.get(path).content.decode()
    Night.objects.filter(pk=night.pk).update(revealed_at=timezone.now())
    assert size(phone.get(path)) == (1080, 1350)
    assert stranger.get(path).status_code == 403
    assert another_clubs_organizer(night).get(path).status_code == 403


def test_ones_own_night_is_for_ones_own_phone_after_the_reveal(
    organizer: Client, stranger: Client, night: Night
) -> None:
    phone, path = phone_of(night, 2), f"/n/{night.slug}/play/picture.png"
    assert phone.get(path).status_code == 409
    advance_to(night, "closed")
    assert phone.get(path).status_code == 409
    Night.objects.filter(pk=night.pk).update(revealed_at=timezone.now())
    assert size(phone.get(path)) == (1080, 1350)
    assert stranger.get(path).status_code == 403
    assert organizer.get(path).status_code == 403


def test_the_picture_of_a_season_is_the_organizers(club: Club, organizer: Client, stranger: Client) -> None:
    play_nights(club, 1)
    season = Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31")
    path = f"/club/seasons/{season.pk}/standings.png"
    assert size(organizer.get(path)) == (1080, 1350)
    assert stranger.get(path).status_code == 403


def test_a_night_without_a_game_has_no_picture_of_ones_own(night: Night) -> None:
    phone = phone_of(night, 2)
    advance_to(night, "closing")
    Night.objects.filter(pk=night.pk).update(revealed_at=timezone.now())
    assert phone.get(f"/n/{night.slug}/play/picture.png").status_code == 409


def test_a_night_that_was_entered_as_totals_has_pictures(organizer: Client, night: Night) -> None:
    advance_to(night, "totals")
    for name in NIGHT_PICTURES:
        assert size(organizer.get(f"/n/{night.slug}/{name}")) == (1080, 1350)


# What is in them


def test_standings_have_places_short_names_and_totals(club: Club, written: list[str]) -> None:
    night_picture(play_nights(club, 1)[0])
    assert {"Week 1", "TUESDAY CLUB", "FINAL STANDINGS"} <= {"".join(written[at]) for at in range(len(written))}
    assert {"Guest1 X.", "September 1, 2026", "8 players · 3 games"} <= set(written)


def test_the_podium_has_nobody_beyond_the_third_place(club: Club, written: list[str]) -> None:
    night = play_nights(club, 1)[0]
    night_picture(night)
    places = dict(zip(written[5::3], written[4::3], strict=False))
    written.clear()
    night_picture(night, podium=True)
    on_it = {text for text in written if text.startswith("Guest")}
    assert on_it and all(places.get(name, "1").removeprefix("T-") in "123" for name in on_it)


def test_ones_own_night_has_the_whole_name_the_place_and_the_best_game(club: Club, written: list[str]) -> None:
    night = play_nights(club, 1)[0]
    own_picture(night, night.entries.get(number=1))
    assert {"Guest1 X", "Place after each game", "best game"} <= set(written)
    assert any(text.endswith(("st", "nd", "rd", "th")) for text in written)


def test_a_name_that_the_typefaces_lack_is_the_one_on_paper(club: Club, written: list[str]) -> None:
    night = play_nights(club, 1)[0]
    Player.objects.filter(name="Guest1 X").update(name="王小明", paper_name="Xiao Ming")
    night.entries.filter(number=1).update(name="王小明")
    Player.objects.filter(name="Guest2 X").update(paper_name="Somebody Else")
    night_picture(night)
    assert {"Xiao M.", "Guest2 X."} <= set(written) and not any("_" in text for text in written)


def test_the_picture_of_a_player_has_a_short_name_and_names_nobody_else(club: Club, written: list[str]) -> None:
    play_nights(club, 2)
    Player.objects.filter(name="Guest1 X").update(name="Guest1 Xylander")
    player_picture(club.players.get(name="Guest1 Xylander"))
    assert {"Guest1 X.", "Place, night by night", "September 1, 2026", "September 8, 2026", "2 NIGHTS"} <= set(written)
    assert not re.search(r"Xylander|Guest[2-8]", " ".join(written))


def test_nights_with_a_surprise_are_not_in_the_picture_of_a_player(club: Club, written: list[str]) -> None:
    nights = play_nights(club, 2)
    Night.objects.filter(pk=nights[1].pk).update(revealed_at=None)
    player_picture(club.players.get(name="Guest1 X"))
    assert "1 NIGHT" in written and "September 8, 2026" not in written


def test_points_of_different_games_are_not_in_the_picture_of_a_player(club: Club, written: list[str]) -> None:
    nights = play_nights(club, 2)
    player_picture(club.players.get(name="Guest1 X"))
    assert "best night" in written
    written.clear()
    Night.objects.filter(pk=nights[1].pk).update(variant="bid-euchre")
    player_picture(club.players.get(name="Guest1 X"))
    assert "best night" not in written and "in a row" in written


# Drawn once, and again when something changed


def test_a_browser_that_has_a_picture_gets_no_second_copy(club: Club, organizer: Client) -> None:
    night = play_nights(club, 1)[0]
    first = organizer.get(f"/n/{night.slug}/standings.png")
    again = organizer.get(f"/n/{night.slug}/standings.png", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "private, no-cache"
    Night.objects.filter(pk=night.pk).update(date=night.date + timedelta(days=1))
    changed = organizer.get(f"/n/{night.slug}/standings.png", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200 and changed["ETag"] != first["ETag"]


def test_erasing_somebody_throws_away_pictures_with_their_name(club: Club) -> None:
    night = play_nights(club, 1)[0]
    before = night_picture(night)
    assert standings.standings_picture.cache_info().currsize
    erase_player(player=club.players.get(name="Guest1 X"), typed_name="Guest1 X", who=ORGANIZER)
    assert not standings.standings_picture.cache_info().currsize
    assert night_picture(Night.objects.get(pk=night.pk)) != before


# Where they are offered


def test_pages_offer_pictures_with_words_for_those_who_do_not_see_them(club: Club, organizer: Client) -> None:
    night = play_nights(club, 1)[0]
    season = Season.objects.create(club=club, name="Fall", first_day="2026-09-01", last_day="2026-12-31")
    page = organizer.get(f"/n/{night.slug}/standings/").content.decode()
    assert f'src="/n/{night.slug}/podium.png" alt="The first three places on a podium."' in page
    assert "Press and hold it to keep it; on a laptop, right-click." in page
    page = organizer.get(f"/club/seasons/{season.pk}/").content.decode()
    assert f'src="/club/seasons/{season.pk}/standings.png" alt="The season standings on a card."' in page
    Night.objects.update(revealed_at=None)
    page = organizer.get(f"/club/seasons/{season.pk}/").content.decode()
    assert "standings.png" not in page and "Not before the standings of a night are revealed" in page


def test_the_phone_offers_its_own_picture_once_everybody_has_seen_the_end(night: Night) -> None:
    phone, picture = phone_of(night, 2), f'src="/n/{night.slug}/play/picture.png"'
    advance_to(night, "closed")
    assert picture not in phone.get(f"/n/{night.slug}/play/").content.decode()
    Night.objects.filter(pk=night.pk).update(revealed_at=timezone.now())
    assert picture in phone.get(f"/n/{night.slug}/play/").content.decode()

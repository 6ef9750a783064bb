"""The pages of a club and of one of its nights' money, with so many regulars, for `check_pages`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.test import Client

from tally.management.sample_club.filling import fill_club
from tests.simulations.night_pages import State, long_names
from tests.support.night import sign_in_as_organizer
from tournament.models import Club, Player, Season

FEWEST = 30  # people of a club that has seasons
ROSTER = "Name,Nickname,Guest\nWilhelmina Featherstonehaugh,Billie,yes\n{known},,\n{near}x,,\nann@example.org,,\n"


def club_pages(people: int) -> Iterator[State]:
    """Fill a club with so many people and twelve nights; yield the name of each page, a browser and its path."""
    club = Club.objects.create(name="Sample club")
    fill_club(club=club, people=max(people, FEWEST), nights=12, seed=3, until=date.today() - timedelta(days=7))
    _lengthen_names(club)
    organizer = Client()
    sign_in_as_organizer(organizer, club)
    night = club.nights.order_by("-date")[0]
    season = Season.objects.filter(club=club).first() or Season()
    players = list(club.players.regulars().filter(entries__night=night).order_by("pk").distinct())
    one, other = players[0].pk, players[1].pk
    for name, path in {
        "club": "/club/",
        "club-regulars": "/club/people/",
        "club-regular": f"/club/people/{one}/edit/",
        "club-import": "/club/people/import/",
        "club-merge": "/club/people/merge/",
        "club-merge-refused": f"/club/people/merge/?keep={one}&merge={other}",
        "club-erase": f"/club/people/{one}/erase/",
        "club-overwrite": "/club/people/overwrite/",
        "club-seasons": "/club/seasons/",
        "club-season-settings": f"/club/seasons/{season.pk}/settings/",
        "club-season": f"/club/seasons/{season.pk}/",
        "club-season-player": f"/club/seasons/{season.pk}/people/{one}/",
        "club-player": f"/club/people/{one}/?with={other}",
        "club-records": "/club/records/",
        "club-story": f"/n/{night.slug}/story/",
        "club-night-money": f"/n/{night.slug}/money/",
        "club-money": "/club/money/",
        "club-old-night": "/club/nights/new-totals/",
        "club-files": "/club/data/",
    }.items():
        yield name, organizer, path
    yield from _previews(club, organizer, players)


def _lengthen_names(club: Club) -> None:
    """Give every third person a long name, in the nights, too."""
    people = list(club.players.regulars().order_by("pk"))[::3]
    for player, name in zip(people, long_names(len(people)), strict=True):
        player.name = name
        player.entries.update(name=name)
    Player.objects.bulk_update(people, ["name"])


def _previews(club: Club, organizer: Client, players: list[Player]) -> Iterator[State]:
    """The previews of a merge and, as the answer to a form, of an import and an old night."""
    alone = Player.objects.create(club=club, name=f"{players[0].name[:30]} Jr")
    yield "club-merge-preview", organizer, f"/club/people/merge/?keep={alone.pk}&merge={players[1].pk}"
    text = ROSTER.format(known=players[0].name, near=players[2].name[:38])
    yield "club-import-preview", Posted(organizer, {"text": text}), "/club/people/import/"
    rows = {f"r-{at}-{field}": value for at, player in enumerate(players[:22])
            for field, value in (("name", player.name), ("points", str(90 - at)))}  # fmt: skip
    night = {"name": "Tuesday", "date": "2019-03-05", "games": "8", "preview": "1", "r-INITIAL_FORMS": "0"}
    night["r-TOTAL_FORMS"] = str(len(players[:22]))
    yield "club-old-night-preview", Posted(organizer, night | rows), "/club/nights/new-totals/"


class Posted(Client):
    """A browser in which opening a page shows the answer to a form."""

    def __init__(self, client: Client, data: dict[str, str]) -> None:
        super().__init__()
        self.cookies, self.data = client.cookies, data

    def get(self, path: str, *args: object, **more: object) -> object:  # type: ignore[override]
        """Answer with what the form leads to; any other address as ever."""
        if path.startswith("/static/"):
            return super().get(path, *args, **more)  # type: ignore[arg-type]
        return super().post(path, self.data)

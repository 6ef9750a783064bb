"""The rail of a night's organizer and helpers: places, each an icon and a word, and the pages of the current one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from tournament.access import Who
from tournament.models import Night, Role
from tournament.web.scoring_pages import ScoringPage, scoring_url
from tournament.web.visitors import may_open

# Pages of a night without the rail: they fill the screen, or are a player's.
WITHOUT_RAIL = frozenset({"screen", "play", "join", "claim", "take-name", "check-phone"})

# The place that each page belongs to, by the name of its URL.
PLACE_OF = {
    **dict.fromkeys(("board", "game", "correct", "total", "sign"), "tables"),
    **dict.fromkeys(("players", "changes", "seats", "wrong-seats"), "players"),
    **dict.fromkeys(("scores", "quick"), "scores"),
    **dict.fromkeys(("standings", "story", "player-tally", "fairness"), "standings"),
    **dict.fromkeys(("prizes", "reveal", "money", "money-line", "money-close"), "prizes"),
    "screen-hall": "screen",
    **dict.fromkeys(("shelf", "print"), "print"),
    "log": "log",
    **dict.fromkeys(("bell-settings", "settings", "desk", "rules", "own-rules", "close", "movement"), "settings"),
    **dict.fromkeys(("own-games", "new-own-game", "import-own-game", "own-game"), "settings"),
}


@dataclass(frozen=True, slots=True)
class Link:
    """A page of a place; `page` is the name of its URL, which says who may open it."""

    label: str
    address: str
    page: str


@dataclass(frozen=True, slots=True)
class RailPlace:
    """One place of the rail. `slug` names its icon, too; `links` are the pages in it, if there are several."""

    slug: str
    label: str
    address: str
    current: bool
    links: tuple[Link, ...] = ()
    new_window: bool = False


def rail_places(night: Night, who: Who, url_name: str, help_address: str) -> list[RailPlace]:
    """List the places that somebody with a role may open, for the page with this URL name; ten for the organizer.

    A place leads to the first of its pages that they may open. There are none before the night starts, where none
    belong, and for whoever has no role.
    """
    started = not (night.single_table or night.totals_only or night.status == Night.Status.SIGN_UP)
    if who.role is None or not started or url_name in WITHOUT_RAIL:
        return []
    slug, here = night.slug, PLACE_OF.get(url_name)
    if url_name == "desk" and not who.organizer:
        here = "players"

    def place(name: str, *links: Link, label: str = "", new_window: bool = False) -> Iterator[RailPlace]:
        """Yield the place, if they may open any page of it."""
        mine = tuple(link for link in links if may_open(who, link.page))
        if mine:
            address = mine[0].address
            several = mine if len(mine) > 1 else ()
            yield RailPlace(name, label or name.capitalize(), address, name == here, several, new_window)

    def scoring_link(label: str, page: ScoringPage) -> Link:
        return Link(label, scoring_url(page, slug), page)

    hall = (scoring_link("In your hall", "screen-hall"),) if who.role == Role.ANNOUNCER else ()
    return [
        *place("tables", scoring_link("Tables", "board")),
        *place("players", *_player_links(night, who)),
        *place("scores", scoring_link("Scores", "scores")),
        *place(
            "standings",
            scoring_link("Standings", "standings"),
            scoring_link("Game by game", "story"),
            Link("How fair is it?", reverse("fairness", args=[slug]), "fairness"),
        ),
        *place("prizes", *_prize_links(night, who)),
        *place("screen", *hall, scoring_link("Big screen", "screen"), new_window=not hall),
        *place("print", scoring_link("Print", "shelf")),
        *place("log", Link("Log", reverse("log", args=[slug]), "log")),
        *place("settings", *_settings_links(night, who), label="" if who.organizer else "Rules"),
        *place("help", Link("Help", help_address, "help")),
    ]


def _player_links(night: Night, who: Who) -> tuple[Link, ...]:
    """Return who sits where, who comes and who goes; on a closed night nobody does anymore.

    For the check-in also the desk, where entry fees are taken; the organizer has it among the settings.
    """
    everybody = Link("Everybody", reverse("players", args=[night.slug]), "players")
    seats = Link("Who sits where", reverse("seats", args=[night.slug]), "seats")
    changes = reverse("changes", args=[night.slug])
    takes_fees = night.money and night.entry_fee and not who.organizer
    fees = (Link("Entry fees", reverse("desk", args=[night.slug]), "desk"),) if takes_fees else ()
    if night.status == Night.Status.CLOSED:
        return (everybody, *fees, seats)
    return (
        everybody,
        *fees,
        Link("Late arrival", f"{changes}?change=arrive", "changes"),
        Link("Leaving early", f"{changes}?change=leave", "changes"),
        Link("Substitute", f"{changes}?change=substitute", "changes"),
        Link("Fix seating", scoring_url("wrong-seats", night.slug), "wrong-seats"),
        seats,
    )


def _prize_links(night: Night, who: Who) -> tuple[Link, ...]:
    """Return the list of prizes and the money, where the night's money is kept; for the announcer the reveal."""
    if who.role == Role.ANNOUNCER:
        return (Link("Reveal", scoring_url("reveal", night.slug), "reveal"),)
    prizes = Link("Prizes", scoring_url("prizes", night.slug), "prizes")
    return (prizes, Link("Money", scoring_url("money", night.slug), "money")) if night.money else (prizes,)


def _settings_links(night: Night, who: Who) -> tuple[Link, ...]:
    """Return what was chosen for tonight, who helps, and the end of the night, or the way back from it.

    For helpers only the rules.
    """
    rules = Link("Game and rules", scoring_url("rules", night.slug), "rules")
    if not who.organizer:
        return (rules,)
    closed = night.status == Night.Status.CLOSED
    bell = Link("Bell and clock", reverse("bell-settings", args=[night.slug]), "bell-settings")
    ending = "Open the night again" if closed else "Close the night"
    return (
        *(() if closed else (bell,)),
        Link("Night settings", reverse("desk", args=[night.slug]), "desk"),
        rules,
        Link("Helpers", reverse("helpers"), "helpers"),
        Link(ending, reverse("close", args=[night.slug]), "close"),
        *((Link("Start next night", reverse("home"), "home"),) if closed else ()),
    )

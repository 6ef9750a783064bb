"""The rail of a night's organizer: ten places, each an icon and a word, and the pages of the place one is at."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournament.models import Night
from tournament.web.scoring_pages import scoring_url

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
    """A page of a place."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class RailPlace:
    """One place of the rail. `slug` names its icon, too; `links` are the pages in it, if there are several."""

    slug: str
    label: str
    address: str
    current: bool
    links: tuple[Link, ...] = ()
    new_window: bool = False


def rail_places(night: Night, url_name: str, help_address: str) -> list[RailPlace]:
    """List the ten places, for the page with this URL name; none before the night starts or where none belong."""
    if night.single_table or night.totals_only or night.status == Night.Status.SIGN_UP or url_name in WITHOUT_RAIL:
        return []
    slug, here = night.slug, PLACE_OF.get(url_name)

    def place(name: str, address: str, *links: Link, new_window: bool = False) -> RailPlace:
        return RailPlace(name, name.capitalize(), address, name == here, links, new_window)

    players, settings = _player_links(night), _settings_links(night)
    standings = (
        Link("Standings", scoring_url("standings", slug)),
        Link("Game by game", scoring_url("story", slug)),
        Link("How fair is it?", reverse("fairness", args=[slug])),
    )
    return [
        place("tables", scoring_url("board", slug)),
        place("players", players[0].address, *players),
        place("scores", scoring_url("scores", slug)),
        place("standings", scoring_url("standings", slug), *standings),
        place("prizes", scoring_url("prizes", slug), *_prize_links(night)),
        place("screen", scoring_url("screen", slug), new_window=True),
        place("print", scoring_url("shelf", slug)),
        place("log", reverse("log", args=[slug])),
        place("settings", settings[0].address, *settings),
        place("help", help_address),
    ]


def _player_links(night: Night) -> tuple[Link, ...]:
    """Return who sits where, who comes and who goes; on a closed night nobody does any more."""
    everybody = Link("Everybody", reverse("players", args=[night.slug]))
    changes, seats = reverse("changes", args=[night.slug]), Link("Who sits where", reverse("seats", args=[night.slug]))
    if night.status == Night.Status.CLOSED:
        return (everybody, seats)
    return (
        everybody,
        Link("Late arrival", f"{changes}?change=arrive"),
        Link("Leaving early", f"{changes}?change=leave"),
        Link("Substitute", f"{changes}?change=substitute"),
        Link("Fix seating", scoring_url("wrong-seats", night.slug)),
        seats,
    )


def _prize_links(night: Night) -> tuple[Link, ...]:
    """Return the list of prizes and the money, where the night's money is kept."""
    if not night.money:
        return ()
    return (
        Link("Prizes", scoring_url("prizes", night.slug)),
        Link("Money", scoring_url("money", night.slug)),
    )


def _settings_links(night: Night) -> tuple[Link, ...]:
    """Return what was chosen for tonight, and the end of the night, or the way back from it."""
    closed = night.status == Night.Status.CLOSED
    bell = Link("Bell and clock", reverse("bell-settings", args=[night.slug]))
    return (
        *(() if closed else (bell,)),
        Link("Night settings", reverse("desk", args=[night.slug])),
        Link("Game and rules", scoring_url("rules", night.slug)),
        Link("Open the night again" if closed else "Close the night", reverse("close", args=[night.slug])),
        *((Link("Start next night", reverse("home")),) if closed else ()),
    )

"""What a night asks of the app that scores: its pages, by name, and what it calls a variant.

The night sends people to its board, to their table or to the standings, but it knows no URL of the app that scores.
That app says at its start which of its URLs each page is (`register_scoring_pages`, from `AppConfig.ready`), and the
night asks for a page by name: `scoring_url("board", night.slug)`, or `{% scoring_url "board" night.slug %}` in a
template. A night knows its variant by a slug only, so that app also registers a function that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args

from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

ScoringPage = Literal[
    "board",  # the organizer's view of every table; slug
    "choose-print",  # print a sheet, and remember it; slug, sheet
    "club-records",  # the club's book of records; no arguments
    "fee",  # take a player's entry fee, or give it back; slug
    "files",  # what the club takes out, and brings in; no arguments
    "paper-look",  # how the club’s paper looks; no arguments
    "game",  # one table's game, hand by hand; slug, the game's id
    "money",  # the night's money: fees, pots, the box; slug
    "new-totals",  # enter a night from before the software; no arguments
    "open-table",  # open a single table; no arguments
    "play",  # a player's phone at their table; slug
    "player-page",  # one regular's nights; the regular's id
    "player-tally",  # one player's points, game by game; slug, number
    "prizes",  # the list of prizes, and who wins them; slug
    "print",  # one printed sheet; slug, sheet
    "quick",  # the scores of one game of the night, typed from paper; slug, number
    "reveal",  # the end of the night, where the organizer reveals the winners; slug
    "rules",  # tonight's game and its house rules; slug
    "scores",  # what is typed from paper, at the first game with a score to come; slug
    "screen",  # the big screen for a projector; slug
    "screen-hall",  # what the big screen shows, and how large the tables are; slug
    "seasons",  # the club’s seasons and their standings; no arguments
    "shelf",  # everything that can be printed; slug
    "single-table",  # the page of a single table; slug
    "standings",  # everybody's points, ranked; slug
    "story",  # the night game by game; slug
    "table-hands",  # every hand of a single table; slug
    "try-it",  # any hand of any game, and what it would pay; no arguments
    "wrong-seats",  # put right who sat where in a game that was played; slug
]
PAGES: tuple[ScoringPage, ...] = get_args(ScoringPage)

_url_names: dict[ScoringPage, str] = {}
_name_variant: Callable[[str], str] = str  # the slug, until an app registers better


def register_scoring_pages(url_names: Mapping[ScoringPage, str]) -> None:
    """Offer the scoring pages: the name of a URL for each of `PAGES`.

    :raises ImproperlyConfigured: when a page is missing, or unknown here.
    """
    missing, unknown = set(PAGES) - url_names.keys(), url_names.keys() - set(PAGES)
    if missing or unknown:
        raise ImproperlyConfigured(
            "The scoring pages do not fit tournament.web.scoring_pages. "
            f"Missing: {', '.join(sorted(missing)) or 'none'}; unknown: {', '.join(sorted(unknown)) or 'none'}."
        )
    _url_names.update(url_names)


def scoring_url(page: ScoringPage, *args: Any) -> str:
    """The path of a scoring page.

    :raises ImproperlyConfigured: when no app has registered this page.
    """
    try:
        name = _url_names[page]
    except KeyError:
        raise ImproperlyConfigured(
            f'No installed app offers the scoring page "{page}". An app that scores calls '
            "tournament.web.scoring_pages.register_scoring_pages in its AppConfig.ready()."
        ) from None
    return reverse(name, args=args)


def register_variant_names(name_variant: Callable[[str], str]) -> None:
    """Offer the names of variants, for an app's `AppConfig.ready`.

    :param name_variant: returns what players call the variant with a slug.
    """
    global _name_variant
    _name_variant = name_variant


def variant_name(slug: str) -> str:
    """What players call a variant; its slug where no app has registered names."""
    return _name_variant(slug)

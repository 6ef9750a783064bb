"""Which of a club's games a page across nights is about: points of different games do not compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tally.scores.results import NightResult
from tournament.web.scoring_pages import variant_name


@dataclass(frozen=True, slots=True)
class GameChoice:
    """One game that nights were played of; `slug` is empty for all games together."""

    slug: str
    label: str
    nights: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """The nights that a page is about, and what else could be chosen, if there is a choice."""

    nights: list[NightResult]
    choices: tuple[GameChoice, ...]
    one_game: bool


def choose_game(nights: Iterable[NightResult], wanted: str, *, all_together: bool) -> ChosenGame:
    """Return the nights of the wanted game, or else of all, or of the game that was played most often.

    :param all_together: whether nights of all games may be shown together, which is then what is shown first.
    """
    every = list(nights)
    played = Counter(night.variant for night in every).most_common()
    slugs = [slug for slug, _ in played]
    first = "" if all_together or not slugs else slugs[0]
    chosen = wanted if wanted in slugs else first
    together = [("", len(every))] if all_together else []
    choices = tuple(
        GameChoice(slug, variant_name(slug) if slug else "All games", count, slug == chosen)
        for slug, count in (*together, *played)
    )
    mine = [night for night in every if chosen in ("", night.variant)]
    return ChosenGame(mine, choices if len(slugs) > 1 else (), bool(chosen) or len(slugs) == 1)

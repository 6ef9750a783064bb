"""The games that clubs have made: rows → variants, and which of them a club is offered.

A version never changes and its slug is never used again, so every process keeps what it has read.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db import connection

from tally.models import OwnGame, OwnGameVersion
from tally.rules import Variant, check_house_rules, house_rules_of, refuse_contradictions
from tally.rules.own_games import OwnGameRefused, build_own_game
from tally.rules.refusals import HouseRuleRefused
from tally.rules.variants import OWN_GAME
from tournament.models import Club

SLUG = re.compile(OWN_GAME + r"[a-z0-9]{1,36}", re.ASCII)  # anything else is no slug that a club's game ever had


class _NoSuchGameError(LookupError):
    """No club has a game with this slug; raised, because it may have one later."""


def find_own_game(slug: str) -> Variant | None:
    """The game with this slug, whichever club made it; always the same object in one process."""
    if not SLUG.fullmatch(slug):
        return None
    try:
        return _read(slug)
    except _NoSuchGameError:
        return None


@lru_cache(maxsize=512)
def _read(slug: str) -> Variant:
    row = OwnGameVersion.objects.filter(slug=slug).first() if _has_database() else None
    try:
        if row is not None:
            return build_own_game(row.description, slug)
    except OwnGameRefused:  # made from a game that this program does not have
        pass
    raise _NoSuchGameError


def forget_own_games() -> None:
    """Read every game anew, where a version that was read was not saved after all."""
    _read.cache_clear()


def _has_database() -> bool:
    """Whether there is a database; asking SQLite for anything would leave an empty file behind."""
    name = str(connection.settings_dict["NAME"])
    in_memory = name.startswith("file:") or name == ":memory:"
    return connection.vendor != "sqlite" or in_memory or Path(name).exists()


def newest_versions(club: Club) -> list[OwnGameVersion]:
    """The newest version of each game that a club has made and not retired, by name."""
    versions = OwnGameVersion.objects.filter(game__club=club, game__retired_at=None).select_related("game")
    newest = {version.game_id: version for version in versions.order_by("version")}
    return sorted(newest.values(), key=lambda version: version.name.casefold())


def own_variants(club: Club) -> list[Variant]:
    """The games that a club has made, to choose from."""
    found = (find_own_game(version.slug) for version in newest_versions(club))
    return [variant for variant in found if variant is not None]


def newest_of(game: OwnGame) -> OwnGameVersion:
    """The version of a game that counts now."""
    return game.versions.order_by("-version")[0]


def newest_version(slug: str, house_rules: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The newest version of a game, with the house rules that still go with it; other games are as they were."""
    row = OwnGameVersion.objects.filter(slug=slug).select_related("game").first() if slug.startswith(OWN_GAME) else None
    variant = find_own_game(newest_of(row.game).slug) if row else None
    if variant is None:
        return slug, house_rules
    return variant.slug, still_answered(variant, house_rules)


def still_answered(variant: Variant, house_rules: dict[str, Any]) -> dict[str, Any]:
    """The house rules of an older version that a game still has; none where they contradict each other now."""
    kept = {name: answer for name, answer in house_rules.items() if _has(variant, name, answer)}
    try:
        refuse_contradictions(variant, kept)
    except HouseRuleRefused:  # each is still a house rule, but not together
        return {}
    return kept


def slugs_of_game(slug: str) -> list[str]:
    """The slugs of all versions of a game; of one that comes with the program, its own."""
    if not slug.startswith(OWN_GAME):
        return [slug]
    return [
        slug,
        *OwnGameVersion.objects.filter(game__versions__slug=slug).exclude(slug=slug).values_list("slug", flat=True),
    ]


def _has(variant: Variant, name: str, answer: object) -> bool:
    """Whether a game has this house rule with this answer."""
    try:
        check_house_rules(variant, {name: answer})
    except HouseRuleRefused:
        return False
    return name in house_rules_of(variant)


def description_of(slug: str) -> dict[str, Any] | None:
    """The description of a club's own game, for an export; None for games that come with the program."""
    row = OwnGameVersion.objects.filter(slug=slug).first() if slug.startswith(OWN_GAME) else None
    return row.description if row else None

"""manage.py variants [SLUG]: the games that can be scored, or one of them explained."""

from __future__ import annotations

import difflib
import json
from argparse import ArgumentParser
from itertools import groupby
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError

from tally.rules import VARIANTS, Variant, explain, find_variant, house_rules_of
from tally.rules.house_rules import resolve
from tally.rules.language import GameEnd
from tally.rules.variants import SOURCES, source_text
from tally.rules.wording import game_end_text
from tournament.management.plain_command import PlainCommand
from tournament.people.names import listed

HEAD = ("Game", "Called", "Players", "Target", "Night")


class Command(PlainCommand):
    """Lists or explains; needs no database."""

    help = (
        "List the games that can be scored, or explain one. The list goes by the source of the rules; of one game it "
        "says the contracts, what they pay, and the house rules that a night may change, with where each answer "
        "comes from."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", nargs="?", help="the game to explain; default: list them all")
        parser.add_argument("--format", choices=["text", "json"], default="text", help="default: text")

    def handle(self, *args: Any, **options: Any) -> None:
        as_json, slug = options["format"] == "json", options["slug"]
        if slug is None:
            ordered = sorted(VARIANTS.values(), key=lambda variant: variant.source)
            output = _json([_summary(variant) for variant in ordered]) if as_json else _list(ordered)
        else:
            variant = _find(slug) or _find_similar(slug)
            output = _json(_explained(variant)) if as_json else explain(variant)
        self.stdout.write(output)


def _find(slug: str) -> Variant | None:
    """The game with this slug; of clubs' own games those in the database, if there is one."""
    try:
        return find_variant(slug)
    except DatabaseError:
        return None


def _find_similar(slug: str) -> Variant:
    """The game whose slug differs only in capitals, spaces or underscores.

    :raises CommandError: if there is none, with the games whose slugs come closest.
    """
    meant = "-".join(slug.lower().replace("_", " ").split())
    if meant in VARIANTS:
        return VARIANTS[meant]
    close = difflib.get_close_matches(meant, VARIANTS, n=3, cutoff=0.5)
    close += [each for each in VARIANTS if meant and meant in each and each not in close][: 3 - len(close)]
    if not close:
        raise CommandError(f'There is no game called "{slug}" here; {settings.COMMAND} variants lists them all.')
    nearest = f"the nearest is {close[0]}" if len(close) == 1 else f"the nearest are {listed(close)}"
    raise CommandError(f'There is no game called "{slug}" here; {nearest}.')


def _list(variants: list[Variant]) -> str:
    """All games in columns, grouped by the source of their rules."""
    rows = {variant.slug: _row(variant) for variant in variants}
    widths = [max(len(row[column]) for row in (HEAD, *rows.values())) for column in range(len(HEAD))]
    lines = [_columns(HEAD, widths)]
    for source, group in groupby(variants, key=lambda variant: variant.source):
        games = list(group)
        seed = f"Seed {source}: " if source in SOURCES else ""
        lines += ["", f"{seed}{source_text(games[0])}", *(_columns(rows[variant.slug], widths) for variant in games)]
    night = sum(variant.table_of_four for variant in variants)
    return "\n".join(
        (
            *lines,
            "",
            f"{len(variants)} games; a progressive night can be played with {night} of them. "
            f"{settings.COMMAND} variants SLUG explains one.",
        )
    )


def _columns(row: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(variant: Variant) -> tuple[str, ...]:
    sizes = " ".join(map(str, variant.table_sizes))
    return variant.slug, variant.name, sizes, _target(_game_end(variant)), "yes" if variant.table_of_four else "no"


def _game_end(variant: Variant) -> GameEnd:
    """How a game ends under the usual house rules, at the usual table."""
    return resolve(variant, {}).end.at_table(variant.players)


def _target(end: GameEnd) -> str:
    if end.deals is not None:
        return f"{end.deals} deals"
    if end.target is None:
        return "none"
    return f"{end.starts} to {end.target}" if end.starts > end.target else str(end.target)


def _summary(variant: Variant) -> dict[str, object]:
    end = _game_end(variant)
    return {
        "slug": variant.slug,
        "name": variant.name,
        "about": variant.about,
        "source": variant.source,
        "players": list(variant.table_sizes),
        "target": end.target,
        "deals": end.deals,
        "night": variant.table_of_four,
    }


def _explained(variant: Variant) -> dict[str, object]:
    rules = [
        {
            "name": rule.name,
            "question": rule.question,
            "mark": rule.origin,
            "answers": list(rule.answers),
            "words": [rule.answer_text(answer) for answer in rule.answers],
            "default": rule.default,
            "any_number": [rule.any_number.low, rule.any_number.high] if rule.any_number else None,
        }
        for rule in house_rules_of(variant).values()
    ]
    resolved = resolve(variant, {})
    return {
        **_summary(variant),
        "ends": game_end_text(resolved),
        "notes": [*resolved.end.notes, *resolved.notes],
        "house_rules": rules,
        "text": explain(variant),
    }


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)

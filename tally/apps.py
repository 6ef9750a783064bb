"""The app that scores."""

from __future__ import annotations

from django.apps import AppConfig

from tally.rules import find_variant
from tally.rules.variants import register_own_games
from tally.views.help_parts import HELP_PARTS, ORGANIZERS_HELP_PARTS
from tournament.help.parts import register_help_parts
from tournament.web.scoring_pages import (
    PAGES,
    register_scoring_pages,
    register_variant_names,
)


class TallyConfig(AppConfig):
    """Offers the night its scoring pages and the names of variants, and Help the parts about them."""

    name = "tally"

    def ready(self) -> None:
        """Register every scoring page under the name of its URL, which is the page's own name, and its part of Help."""
        register_scoring_pages({page: page for page in PAGES})
        register_variant_names(_variant_name)
        # These read models, which are there only now.
        from tally.loading.games import any_played
        from tally.loading.own_games import find_own_game, newest_version
        from tally.loading.stored_results import forget_stored
        from tally.paper.fonts import lacks_letters
        from tally.printing.print_jobs import forget_prints
        from tournament.club.erasing import names_erased
        from tournament.club.names_on_paper import register_lacks_letters
        from tournament.night.bell import register_any_played
        from tournament.night.lifecycle import register_newest_variant

        names_erased.connect(forget_prints)
        names_erased.connect(forget_stored)
        register_lacks_letters(lacks_letters)
        register_own_games(find_own_game)
        register_any_played(any_played)
        register_newest_variant(newest_version)
        register_help_parts(HELP_PARTS, ORGANIZERS_HELP_PARTS)


def _variant_name(slug: str) -> str:
    variant = find_variant(slug)
    return variant.name if variant else slug

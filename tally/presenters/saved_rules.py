"""What the rules page says when the organizer has saved the game and its house rules."""

from __future__ import annotations

from tally.loading.endings import answers_before
from tally.loading.variants import variant_of
from tally.rules import find_variant
from tournament.models import Night


def saved_text(night: Night, saved: str) -> str:
    """What was saved and what is kept, before the list of tonight's house rules; "" when nothing was.

    `saved` is the page's word for it: "answers" to house rules, or another "game".
    """
    if saved not in ("answers", "game"):
        return ""
    sentences = ["Saved."]
    if saved == "game":
        sentences.append(f"Tonight’s game is {variant_of(night).name}.")
        if night.variant in night.house_rules_before:
            sentences.append("Its house rules are those that you had chosen for it before.")
        sentences += [_kept(name) for name in _others_with_answers(night)]
    return " ".join(sentences)


def _kept(name: str) -> str:
    return f"The house rules for {name} are kept: choose it again, and they come back."


def _others_with_answers(night: Night) -> list[str]:
    """The games that were tonight's before, and whose house rules differ from the usual ones."""
    slugs = [slug for slug in night.house_rules_before if slug != night.variant and answers_before(night, slug)]
    return [game.name for slug in slugs if (game := find_variant(slug))]

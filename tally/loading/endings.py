"""How a night's games end, who wins a tie, and which house rules it uses, for the printed rules and the rules page."""

from __future__ import annotations

from collections.abc import Mapping

from tally.loading.own_games import slugs_of_game, still_answered
from tally.loading.variants import variant_of
from tally.rules import (
    HouseRule,
    HouseRuleRefused,
    answers_of,
    check_house_rules,
    find_variant,
    rules_of_night,
    rules_of_table,
)
from tally.rules.house_rules import resolve
from tally.rules.language import RuleValue
from tally.rules.wording import counted
from tournament.models import Night
from tournament.planning.rounds import follows_winners
from tournament.web.dates import time_of_day

AS_MANY = "Until then every table plays as many hands as it can, then finishes the one it is playing."
ONCE, TWICE = 4, 8  # hands, of four players


def endings(night: Night) -> tuple[str, ...]:
    """What rings tonight's bell, and what decides equal points; nothing where a table plays to its own end."""
    if night.until_a_time:
        return (_until_a_time(night),)
    return () if night.single_table else (_bell(night), _tie(night))


def house_rules_used(night: Night) -> Mapping[str, HouseRule]:
    """The house rules that a night or a single table uses, and so asks and prints."""
    variant = variant_of(night)
    if night.until_a_time:
        return {name: rule for name, rule in rules_of_night(variant).items() if name in rules_of_table(variant)}
    return rules_of_table(variant) if night.single_table else rules_of_night(variant)


def _until_a_time(night: Night) -> str:
    """When a single table's game ends, and who wins it."""
    best = "Fewest" if resolve(variant_of(night), {}).end.counts_down else "Most"
    last = night.rounds.order_by("number").last()
    at = last and last.rings_at
    clock = f", at {time_of_day(at)}" if at else ""
    return (
        f"It ends {counted(night.minutes, 'minute')} after its start{clock}, with the hand being played then. "
        f"{best} points win; a tie is nobody’s win."
    )


def rules_of_last_time(night: Night) -> dict[str, RuleValue] | None:
    """The answers of the club's last night, or last single table, with the same game; None if there was none.

    A club's own game is the same in all its versions; answers that it has no more are left out.
    """
    same = slugs_of_game(night.variant)
    others = Night.objects.filter(club=night.club_id, kind=night.kind, variant__in=same).exclude(pk=night.pk)
    last = others.exclude(status=Night.Status.SIGN_UP).order_by("-date", "-pk").first()
    if last is None:
        return None
    variant = variant_of(night)
    return answers_of(
        variant, last.house_rules if last.variant == night.variant else still_answered(variant, last.house_rules)
    )


def answers_before(night: Night, slug: str) -> dict[str, object]:
    """The answers that another game had when it was tonight's; none if it never was, or has other questions now."""
    variant, before = find_variant(slug), night.house_rules_before.get(slug, {})
    try:
        return dict(check_house_rules(variant, before)) if variant else {}
    except HouseRuleRefused:
        return {}


def _bell(night: Night) -> str:
    hands = counted(night.deals, "hand")
    match night.bell_by:
        case Night.BellBy.HEAD_TABLE:
            return f"It ends when the head table has played {hands}: then the bell rings. {AS_MANY}"
        case Night.BellBy.CLOCK:
            return f"It ends after {counted(night.minutes, 'minute')}: then the bell rings. {AS_MANY}"
        case Night.BellBy.ORGANIZER:
            return f"It ends when the organizer rings the bell. {AS_MANY}"
    each = {ONCE: ", so that each player deals once", TWICE: ", so that each player deals twice"}.get(night.deals, "")
    return (
        f"Every table plays {hands}{each}. If a table runs late, the bell ends its game after the hand it is playing."
    )


def _tie(night: Night) -> str:
    if not follows_winners(night):
        return "A tie stays a tie; everybody keeps their points."
    how = {
        Night.TieBy.EXTRA: "one extra hand, which does not count, decides who won.",
        Night.TieBy.CUT: "the table cuts the cards, and the high card wins.",
    }
    won = how.get(Night.TieBy(night.tie_by), "whoever scored last wins.")
    return f"After a tie, {won} In the last game a tie stays a tie."

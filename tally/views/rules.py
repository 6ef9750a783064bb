"""Tonight's game: its rules for everybody to read, and for the organizer to choose before the start."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tally.loading.endings import answers_before, endings, house_rules_used, rules_of_last_time
from tally.loading.variants import table_setup, variant_of
from tally.presenters.game_choices import OF_A_NIGHT, of_a_table, own_games_for
from tally.presenters.saved_rules import saved_text
from tally.presenters.try_it import LONGEST_HAND, points_by_name, try_hand
from tally.rules import (
    HouseRule,
    HouseRuleRefused,
    answers_of,
    find_variant,
    refuse_contradictions,
    summarize_rules,
)
from tally.rules.examples import example_of
from tally.rules.language import AnyNumber, RuleValue
from tally.rules.rule_sets import ChangedAnswer, answers_with, changed_answers, left_alone, rule_sets
from tally.rules.summary import NOTHING_DIFFERS, WHERE_OPEN
from tally.scoring.own_games import keep_own_game
from tournament.access import Who
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.locking import write
from tournament.night.settings import can_change_variant, set_variant
from tournament.people.errors import NotAllowed, Refused
from tournament.web.lookers import for_lookers
from tournament.web.visitors import find_night, is_organizer, who_asks, who_in

MOST_HANDS = 24
WHOLE_NUMBER = re.compile(r"[-−–]?[0-9]{1,9}")
ANOTHER, ANOTHER_NUMBER, NUMBER = "another", "Another number", "-number"


class GameForm(forms.Form):
    """Which game, and how many hands of it; a single table plays each game to its own end."""

    variant = forms.ChoiceField(label="Game")
    deals = forms.IntegerField(
        min_value=1,
        max_value=MOST_HANDS,
        label="Hands a game",
        help_text="4: each player deals once. 8: twice. Where a clock or the organizer rings, "
        "tables play as many as they can.",
    )

    def __init__(self, data: Any, night: Night) -> None:
        super().__init__(data, initial={"variant": night.variant, "deals": night.deals})
        shipped = of_a_table(night.entries.count()) if night.single_table else OF_A_NIGHT
        self.games = [*own_games_for(night), *shipped]
        choice = self.fields["variant"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = self.games
        if night.single_table:
            del self.fields["deals"]


class HouseRulesForm(forms.Form):
    """Every question that the night or table uses and to which there is more than one answer.

    `chosen` is whether its answers were chosen on the page, and not only stay as they are.
    """

    def __init__(self, night: Night, now: dict[str, Any], data: Any = None, *, chosen: bool = True) -> None:
        super().__init__(data, prefix="rule")
        self.variant, self.chosen = variant_of(night), chosen
        self.rules = {name: rule for name, rule in house_rules_used(night).items() if rule.has_choice}
        for name, rule in self.rules.items():
            initial = as_posted(rule, now[name])
            self.fields[name] = forms.ChoiceField(choices=_answers(rule), initial=initial[0], label=rule.question)
            if rule.any_number:
                number = AnotherNumber(rule.any_number, initial=initial[1], label=f"{rule.question} Number")
                self.fields[name + NUMBER] = number

    def questions(self) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
        """Each question's field, with the one for another number where the rule is a number."""
        return [(self[name], self[name + NUMBER] if rule.any_number else None) for name, rule in self.rules.items()]

    def clean(self) -> dict[str, Any]:
        """Every number is within its limits, and two answers may not contradict each other."""
        for name, rule in self.rules.items():
            if rule.any_number and name in self.cleaned_data:
                self._check_number(name, rule.any_number)
        if self.chosen and not self.errors:
            try:
                refuse_contradictions(self.variant, self.answers())
            except HouseRuleRefused as refused:
                raise forms.ValidationError(refused.message) from None
        return self.cleaned_data

    def answers(self) -> dict[str, object]:
        """What differs from the defaults, as the night keeps it."""
        given = {
            name: _answer(rule, self.cleaned_data[name], self.cleaned_data.get(name + NUMBER, ""))
            for name, rule in self.rules.items()
        }
        return {name: answer for name, answer in given.items() if answer != self.rules[name].default}

    def _check_number(self, name: str, limits: AnyNumber) -> None:
        """Refuse a number outside its limits, and one that stands beside another answer."""
        field, written = name + NUMBER, self.cleaned_data[name + NUMBER]
        if self.cleaned_data[name] == ANOTHER and _number(written) not in limits:
            self.add_error(field, f"Write {limits}." if not written else f"“{written}” does not work: write {limits}.")
        elif self.cleaned_data[name] != ANOTHER and written and written != self[field].initial:
            self.add_error(field, f"You wrote “{written}”, too: choose “{ANOTHER_NUMBER}” above it, or take it away.")


class AnotherNumber(forms.CharField):
    """The number that answers a house rule in place of the offered answers, as it was written."""

    def __init__(self, limits: AnyNumber, *, initial: str, label: str) -> None:
        attrs = {"autocomplete": "off"} | ({"inputmode": "numeric"} if limits.low >= 0 else {})
        hint = str(limits)[0].upper() + str(limits)[1:]
        super().__init__(
            required=False,
            max_length=20,
            initial=initial,
            label=label,
            help_text=f"{hint}.",
            widget=forms.TextInput(attrs=attrs),
        )


def as_posted(rule: HouseRule, answer: RuleValue) -> tuple[str, str]:
    """An answer as the form has it: the choice, and the number where that is another one."""
    return (str(answer), "") if rule.offers(answer) else (ANOTHER, str(answer))


def _answer(rule: HouseRule, chosen: str, written: str) -> RuleValue:
    """The answer that a valid form has; a number that says what an offered answer says is that answer."""
    if chosen != ANOTHER:
        return next(answer for answer in rule.answers if str(answer) == chosen)
    number = _number(written) or 0
    text = rule.answer_text(number)
    return next((answer for answer in rule.answers if rule.answer_text(answer) == text), number)


def _number(written: str) -> int | None:
    """A whole number as people write it, with a minus of any kind; None if it is none."""
    return int(written.replace("−", "-").replace("–", "-")) if WHOLE_NUMBER.fullmatch(written) else None


def _answers(rule: HouseRule) -> list[tuple[str, str]]:
    """The answers as choices of a form, the usual one marked."""
    words = {answer: rule.answer_text(answer) for answer in rule.answers}
    another = [(ANOTHER, ANOTHER_NUMBER)] if rule.any_number else []
    return [
        (str(answer), text[:1].upper() + text[1:] + (" (standard)" if answer == rule.default else ""))
        for answer, text in words.items()
    ] + another


@for_lookers
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules sheet as a page; before the start the organizer chooses here."""
    night, filled = find_night(slug, any_kind=True), None
    if find_variant(night.variant) is None and is_organizer(request, night.club) and can_change_variant(night):
        return _choose_again(request, night)
    tapped = request.POST.get("set")
    game_form, house_form = _forms(None if tapped else request, night)
    if request.method == "POST":
        _require_choice(request, night)
        if tapped:
            filled, house_form = _fill_in(night, tapped)
        elif game_form.is_valid() and house_form.is_valid():
            same = game_form.cleaned_data["variant"] == night.variant
            before = answers_before(night, game_form.cleaned_data["variant"])
            _save(night, game_form, house_form.answers() if same else before, who_in(request, night.club))
            return redirect(f"{reverse('rules', args=[night.slug])}?saved={'answers' if same else 'game'}")
    variant = variant_of(night)
    setup = table_setup(night)
    example = example_of(setup)
    context = {
        "night": night,
        "seen": last_event(night.pk),
        "variant": variant,
        "sheet": summarize_rules(
            variant, night.house_rules, endings(night), house_rules_used(night), night.own_rules_text
        ),
        "game_form": game_form,
        "house_form": house_form,
        "rule_sets": rule_sets(variant, rules_of_last_time(night)),
        "filled": filled,
        "saved": saved_text(night, request.GET.get("saved", "")),
        "may_choose": is_organizer(request, night.club) and can_change_variant(night),
        "nothing_differs": NOTHING_DIFFERS,
        "where_open": WHERE_OPEN,
        "who": who_asks(request, night),
        "example": example,
        "example_points": points_by_name(example.pays) if example else [],
        "trial": try_hand(setup, request.GET.get("hand", "")[:LONGEST_HAND]),
    }
    status = 400 if game_form.errors or house_form.errors else 200
    return render(request, "tally/rules/rules.html", context, status=status)


def _choose_again(request: HttpRequest, night: Night) -> HttpResponse:
    """Choose a game for a night or table whose game is no more."""
    form = GameForm(request.POST if request.method == "POST" else None, night)
    if form.is_valid():
        _save(night, form, {}, who_in(request, night.club))
        return redirect("rules", night.slug)
    context = {"night": night, "game_form": form}
    return render(request, "tally/rules/choose_again.html", context, status=400 if form.errors else 200)


def _require_choice(request: HttpRequest, night: Night) -> None:
    """Refuse a choice of the game.

    :raises NotAllowed: for anybody but the organizer.
    :raises Refused: once the night has started.
    """
    if not is_organizer(request, night.club):
        raise NotAllowed("Only the organizer can choose the game.")
    if not can_change_variant(night):
        raise Refused(
            "The night has started; its game and house rules stay."
            if not night.single_table
            else "A hand has been played; this table’s game and house rules stay. Open another table."
        )


def _save(night: Night, game_form: GameForm, house_rules: dict[str, object], who: Who) -> None:
    """Save the game and its house rules.

    :raises Refused: when the game was deleted just now.
    """
    chosen = game_form.cleaned_data["variant"]
    game = find_variant(chosen)
    assert game is not None  # the form has checked it
    with write():
        keep_own_game(chosen)
        set_variant(
            night=night,
            variant=chosen,
            deals=game_form.cleaned_data.get("deals", night.deals),
            house_rules=house_rules,
            name=game.name if night.single_table else "",
            called=game.name,
            who=who,
        )


class Filled(NamedTuple):
    """A set of house rules that was tapped and is not saved yet; `left` are the rules that it leaves as they are."""

    name: str
    changes: tuple[ChangedAnswer, ...]
    left: tuple[HouseRule, ...]


def _fill_in(night: Night, tapped: str) -> tuple[Filled, HouseRulesForm]:
    """The form with the answers of the set that was tapped, and what they change.

    :raises Refused: for a set that this game does not have.
    """
    variant, used = variant_of(night), house_rules_used(night)
    rule_set = next((each for each in rule_sets(variant, rules_of_last_time(night)) if each.slug == tapped), None)
    if rule_set is None:
        raise Refused(f"{variant.name} has no such set of house rules. Load the page again and choose one of its own.")
    now = answers_of(variant, night.house_rules)
    then = answers_with(variant, rule_set, used, now)
    left = tuple(left_alone(variant, rule_set, used).values())
    return Filled(rule_set.name, changed_answers(used, now, then), left), HouseRulesForm(night, then)


def _forms(request: HttpRequest | None, night: Night) -> tuple[GameForm, HouseRulesForm]:
    """The forms as they were sent.

    House rules are only read when the page was made `of` tonight's game: not in the step that chooses another game,
    and not when that step is sent twice.
    """
    variant, data = variant_of(night), request.POST if request and request.method == "POST" else None
    game_form = GameForm(data, night)
    another = data is not None and {data.get("variant"), data.get("of", night.variant)} != {night.variant}
    now: dict[str, Any] = dict(answers_of(variant, night.house_rules))
    as_they_are = {}
    for name, rule in house_rules_used(night).items():
        as_they_are[f"rule-{name}"], as_they_are[f"rule-{name}{NUMBER}"] = as_posted(rule, now[name])
    given = None if data is None else as_they_are | ({} if another else data.dict())
    return game_form, HouseRulesForm(night, now, given, chosen=not another)

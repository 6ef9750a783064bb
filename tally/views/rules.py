"""Tonight's game: its rules for everybody to read, and for the organizer to choose before the start."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tally.loading.endings import endings
from tally.rules import VARIANTS, HouseRule, Variant, answers_of, house_rules_of, summarize_rules
from tally.rules.summary import NOTHING_DIFFERS, WHERE_OPEN
from tally.views.games import OF_A_NIGHT, of_a_table
from tournament.access import ORGANIZER, find_night, is_organizer, who_asks
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.setup import can_change_variant, set_variant
from tournament.people.errors import NotAllowed, Refused

MOST_HANDS = 24


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
        self.games = of_a_table(night.entries.count()) if night.single_table else OF_A_NIGHT
        choice = self.fields["variant"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = self.games
        if night.single_table:
            del self.fields["deals"]


class HouseRulesForm(forms.Form):
    """Every question of a game to which there is more than one answer."""

    def __init__(self, variant: Variant, now: dict[str, Any], data: Any = None) -> None:
        super().__init__(data, prefix="rule")
        self.rules = {name: rule for name, rule in house_rules_of(variant).items() if len(rule.answers) > 1}
        for name, rule in self.rules.items():
            self.fields[name] = forms.ChoiceField(choices=_answers(rule), initial=str(now[name]), label=rule.question)

    def answers(self) -> dict[str, object]:
        """What differs from the defaults, as the night keeps it."""
        given = {
            name: next(a for a in rule.answers if str(a) == self.cleaned_data[name])
            for name, rule in self.rules.items()
        }
        return {name: answer for name, answer in given.items() if answer != self.rules[name].default}


def _answers(rule: HouseRule) -> list[tuple[str, str]]:
    """The answers in words, the usual one marked."""
    words = {answer: rule.answer_text(answer) for answer in rule.answers}
    return [
        (str(answer), text[:1].upper() + text[1:] + (" (usual)" if answer == rule.default else ""))
        for answer, text in words.items()
    ]


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules sheet as a page; before the start the organizer chooses here."""
    night = find_night(slug, any_kind=True)
    may_choose = is_organizer(request, night.club) and can_change_variant(night)
    game_form, house_form = _forms(request, night)
    if request.method == "POST":
        if not is_organizer(request, night.club):
            raise NotAllowed("Only the organizer may choose the game.")
        if not may_choose:
            raise Refused(
                "The night has started; its game and house rules stay."
                if not night.single_table
                else "A hand has been played; this table's game and house rules stay. Open another table."
            )
        if game_form.is_valid() and house_form.is_valid():
            chosen = game_form.cleaned_data["variant"]
            set_variant(
                night=night,
                variant=chosen,
                deals=game_form.cleaned_data.get("deals", night.deals),
                house_rules=house_form.answers() if chosen == night.variant else {},
                name=VARIANTS[chosen].name if night.single_table else "",
                who=ORGANIZER,
            )
            return redirect("rules", night.slug)
    variant = VARIANTS[night.variant]
    return render(
        request,
        "tally/rules/rules.html",
        {
            "night": night,
            "seen": last_event(night.pk),
            "variant": variant,
            "sheet": summarize_rules(variant, night.house_rules, endings(night)),
            "game_form": game_form,
            "house_form": house_form,
            "may_choose": may_choose,
            "nothing_differs": NOTHING_DIFFERS,
            "where_open": WHERE_OPEN,
            "who": who_asks(request, night),
        },
        status=400 if game_form.errors or house_form.errors else 200,
    )


def _forms(request: HttpRequest, night: Night) -> tuple[GameForm, HouseRulesForm]:
    """The forms as they were sent. House rules are asked of tonight's game alone, on a page that was made `of` it: not
    in the step that chooses another game, and not when that step is sent twice."""
    variant, data = VARIANTS[night.variant], request.POST if request.method == "POST" else None
    game_form = GameForm(data, night)
    another = data is not None and {data.get("variant"), data.get("of", night.variant)} != {night.variant}
    now: dict[str, Any] = dict(answers_of(variant, night.house_rules))
    as_they_are = {f"rule-{name}": str(answer) for name, answer in now.items()}
    given = None if data is None else as_they_are | ({} if another else data.dict())
    return game_form, HouseRulesForm(variant, now, given)

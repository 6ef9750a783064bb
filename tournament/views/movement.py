"""Who sits where next: choosing the movement before the start, and how fair it is."""

from __future__ import annotations

from collections import Counter
from copy import copy

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import ORGANIZER, find_night, organizer_only, who_asks
from tournament.http import HtmxHttpRequest
from tournament.live.events import last_event
from tournament.models import Night
from tournament.movements.balance import Balance, count_rotation, count_rounds, meeting_matrix
from tournament.movements.balance_wording import describe_balance
from tournament.movements.catalog import MOVEMENTS
from tournament.movements.rotation_search import MAX_GAMES
from tournament.movements.seating import RoundSeating
from tournament.night.seating import begun_rounds
from tournament.night.setup import can_search, choose_movement, search_longer
from tournament.people.errors import Refused
from tournament.planning.night_plan import describe_plan, fair_rotation, plan_night
from tournament.planning.players import entries_by_number, playing_entries
from tournament.planning.rounds import follows_winners, game_count, seatings
from tournament.views.posted import posted_number, whole_number

SECONDS = 20  # of search for a fairer rotation, if the organizer wants one
SAYS = {
    "": "8 and 12 players play the printed charts; any other number gets a fair rotation for ten games.",
    "chart": "A fixed chart, as it stands in print or as your club wrote it down.",
    "night": "Drawn up for tonight's players and games: no partner twice where counting allows it, and as few people "
    "as possible meet again.",
    "perfect": "Every two players are partners exactly once and opponents exactly twice, if you play all its games. "
    "For 4, 8, 12 … or 5, 9, 13 … players.",
} | {slug: movement.description for slug, movement in MOVEMENTS.items()}


class MovementForm(forms.ModelForm):  # type: ignore[type-arg]
    """The movement, how many games, and what it must do."""

    movement = forms.ChoiceField(choices=Night.Movement.choices, required=False, widget=forms.RadioSelect)
    games = forms.IntegerField(
        min_value=1,
        max_value=MAX_GAMES,
        required=False,
        label="Games tonight",
        help_text="Empty: as many as the chart or the perfect rotation has, else ten.",
    )
    even_head_table = forms.BooleanField(required=False, label="Everybody plays at the head table equally often")

    class Meta:
        model = Night
        fields = ("movement", "games", "even_head_table")

    def clean_games(self) -> int:
        """0 stands for the movement's own number."""
        return self.cleaned_data["games"] or 0


@organizer_only
def movement(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show every movement in a sentence, and choose tonight's."""
    form = MovementForm(request.POST or None, instance=night, initial={"games": night.games or None})
    if request.method == "POST":
        if form.is_valid():
            data = form.cleaned_data
            choose_movement(
                night=night,
                movement=data["movement"],
                games=data["games"],
                who=ORGANIZER,
                even_head_table=data["even_head_table"],
                draw_again="again" in request.POST,
            )
            return redirect("movement", night.slug)
        night.refresh_from_db()
    return _page(request, night, form)


def _page(request: HtmxHttpRequest, night: Night, form: MovementForm) -> HttpResponse:
    seen, players, step = last_event(night.pk), len(playing_entries(night)), whole_number(request.GET.get("step", ""))
    chosen = form["movement"].value() or ""
    return render(
        request,
        "tournament/movement/movement.html",
        {
            "night": night,
            "form": form,
            "players": players,
            "seen": seen,
            "movements": [_choice(night, slug, players) | {"chosen": slug == chosen} for slug in Night.Movement.values],
            "tonight": _choice(night, night.movement, players),
            **_search(night, step),
        },
        status=400 if form.errors else 200,
    )


@require_POST
@organizer_only
def search(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Search one more second for a fairer rotation; htmx asks for the next by itself, a button without it."""
    step = min(posted_number(request, "step") + 1, SECONDS)
    search_longer(night=night, step=step, who=ORGANIZER)
    night.refresh_from_db()
    if request.htmx:
        return render(request, "tournament/movement/_search.html", {"night": night, **_search(night, step)})
    return redirect(f"{reverse('movement', args=[night.slug])}?step={step}")


def _search(night: Night, step: int) -> dict[str, object]:
    """How far the search is and how fair its rotation; one as fair as possible ends the search."""
    if not can_search(night):
        return {}
    if not step:
        return {"searched": True, "step": 0}
    balance = count_rotation(fair_rotation(night, len(playing_entries(night))))
    return {
        "searched": True,
        "step": SECONDS if balance.repeats == balance.fewest else step,
        "seconds": SECONDS,
        "found": describe_balance(balance)[:3],
    }


def _choice(night: Night, slug: str, players: int) -> dict[str, object]:
    """A movement in words: what it is like, what so many players would play by it or why not, what cards can show."""
    follows = slug in MOVEMENTS and MOVEMENTS[slug].follows_winners
    with_it = copy(night)
    with_it.movement = slug
    try:
        says, hint = describe_plan(with_it, players), ""
    except Refused as refusal:
        says, hint = "", str(refusal)
    return {
        "slug": slug,
        "name": Night.Movement(slug).label,
        "sentence": SAYS[slug],
        "says": says,
        "hint": hint,
        "follows": follows,
    }


def fairness(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Show how often players partner and meet, in the whole rotation and in what has been played."""
    night = find_night(slug)
    seen, problem = last_event(night.pk), ""
    rounds: list[RoundSeating] = []
    if night.status == Night.Status.SIGN_UP:
        try:
            rounds = list(plan_night(night, range(1, len(playing_entries(night)) + 1)).rounds)
        except Refused as refusal:
            problem = str(refusal)
    else:
        rounds = seatings(night)
    begun = begun_rounds(night)
    parts = [(f"Games 1 to {begun}, played or begun" if begun > 1 else "Game 1", rounds[:begun])]
    if begun < len(rounds):
        parts.append(
            (
                f"With game {len(rounds)}, which comes next"
                if follows_winners(night) and len(rounds) > 1
                else "The first game"
                if follows_winners(night)
                else "The whole night as it is drawn up",
                rounds,
            )
        )
    context = {
        "night": night,
        "problem": problem,
        "seen": seen,
        "who": who_asks(request, night),
        "views": [shown(night, title, part) for title, part in parts if part],
        "follows": follows_winners(night) and len(rounds) < game_count(night),
    }
    partial = request.htmx
    return render(
        request, "tournament/movement/_fairness.html" if partial else "tournament/movement/fairness.html", context
    )


def shown(night: Night, title: str, rounds: list[RoundSeating]) -> dict[str, object]:
    """Some rounds counted: in sentences, as a picture, and player by player."""
    balance = count_rounds([s.tables for s in rounds], [s.sitting_out for s in rounds])
    names = entries_by_number(night)
    met = Counter(number for pair in balance.meetings for number in pair)
    partners = Counter(number for pair in balance.partners for number in pair)
    people = [
        {
            "number": number,
            "name": names[number].short_name if number in names else "",
            "partners": partners[number],
            "met": met[number],
            "head": balance.head_table[number],
            "deals": balance.first_deals[number],
            "out": balance.sit_outs[number],
        }
        for number in balance.numbers
    ]
    return {
        "title": title,
        "lines": describe_balance(balance),
        "grid": picture(balance),
        "people": people,
        "others": len(people) - 1,
    }


def picture(balance: Balance) -> dict[str, object]:
    """The matrix to draw: a player a row and a column; partners above the diagonal, opponents below, as SVG paths.

    A partner fills the square, an opponent its middle; "again" is what came up more than once.
    """
    paths: dict[str, str] = dict.fromkeys(("partners", "opponents", "partners_again", "opponents_again"), "")
    for row, met in enumerate(meeting_matrix(balance)):
        for column, (partnered, opposed) in enumerate(met):
            kind, times = ("partners", partnered) if column > row else ("opponents", opposed)
            if times:
                corner, side = (f"{column} {row}", "1") if column > row else (f"{column + 0.25} {row + 0.25}", ".5")
                paths[kind + "_again" * (times > 1)] += f"M{corner}h{side}v{side}h-{side}z"
    every = 1 if len(balance.numbers) <= 40 else 5
    numbers = [
        {"at": at, "number": number, "on_top": every > 1 or number < 10 or number % 2 == 0}
        for at, number in enumerate(balance.numbers)
        if number % every == 0
    ]
    return {"size": len(balance.numbers), "numbers": numbers, **paths}

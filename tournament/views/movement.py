"""Who sits where next: choosing the movement before the start, and how fair it is."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.access import Who, find_night, organizer_only, who_asks
from tournament.changes import begun_rounds
from tournament.errors import Refused
from tournament.live import last_event
from tournament.models import Night
from tournament.movements.balance import Balance, count_played, matrix, sentences
from tournament.movements.choices import MOVEMENTS
from tournament.movements.seating import Seating
from tournament.plan import describe, plan, playing, seatings
from tournament.rounds import choose_movement

MOST_GAMES = 20
SAYS = {
    "": "8 and 12 players play the printed charts; any other number gets a fair rotation for ten games.",
    "chart": "A fixed chart, as it stands in print or as your club wrote it down.",
    "night": "Drawn up for tonight's players and games: no partner twice where counting allows it, and as few people "
             "as possible meet again.",
    "perfect": "Every two players are partners exactly once and opponents exactly twice, if you play all its games. "
               "For 4, 8, 12 … or 5, 9, 13 … players.",
} | {slug: movement.says for slug, movement in MOVEMENTS.items()}


class MovementForm(forms.ModelForm):  # type: ignore[type-arg]
    """The movement, how many games, and what it must do."""

    movement = forms.ChoiceField(choices=Night.Movement.choices, required=False, widget=forms.RadioSelect)
    games = forms.IntegerField(min_value=1, max_value=MOST_GAMES, required=False, label="Games tonight",
                               help_text="Empty: as many as the chart has, else ten.")
    even_head_table = forms.BooleanField(required=False, label="Everybody plays at the head table equally often")

    class Meta:
        model = Night
        fields = ("movement", "games", "even_head_table")

    def clean_games(self) -> int:
        """0 stands for the movement's own number."""
        return self.cleaned_data["games"] or 0


@organizer_only
def movement(request: HttpRequest, night: Night) -> HttpResponse:
    """Every movement in a sentence, and the one for tonight."""
    form = MovementForm(request.POST or None, instance=night, initial={"games": night.games or None})
    if request.method == "POST":
        if form.is_valid():
            data = form.cleaned_data
            choose_movement(night=night, movement=data["movement"], games=data["games"], who=Who(organizer=True),
                            even_head_table=data["even_head_table"], draw_again="again" in request.POST)
            return redirect("movement", night.slug)
        night.refresh_from_db()
    players = len(playing(night))
    try:
        says, hint = describe(night, players), ""
    except Refused as refusal:
        says, hint = "", str(refusal)
    choices = [(slug, name, SAYS[slug], slug == night.movement) for slug, name in Night.Movement.choices]
    return render(request, "night/movement.html", {
        "night": night, "form": form, "movements": choices, "says": says, "hint": hint, "players": players,
        "seen": last_event(night.pk)}, status=400 if form.errors else 200)


def fairness(request: HttpRequest, slug: str) -> HttpResponse:
    """Who partners and meets whom, counted: the whole rotation, and what has been played of it."""
    night = find_night(slug)
    problem = ""
    rounds: list[Seating] = []
    if night.status == Night.Status.SIGN_UP:
        try:
            rounds = list(plan(night, range(1, len(playing(night)) + 1)).rounds)
        except Refused as refusal:
            problem = str(refusal)
    else:
        rounds = seatings(night)
    begun = begun_rounds(night)
    views = [("All games" if begun < len(rounds) else "Games played", rounds)]
    if 0 < begun < len(rounds):
        views.insert(0, (f"Games begun so far: {begun}", rounds[:begun]))
    shown = [(title, sentences(balance), picture(balance)) for title, part in views if part
             for balance in [count_played([s.tables for s in part], [s.bench for s in part])]]
    return render(request, "night/fairness.html", {
        "night": night, "problem": problem, "views": shown, "seen": last_event(night.pk),
        "entries": night.entries.order_by("number"), "who": who_asks(request, night)})


def picture(balance: Balance) -> dict[str, object]:
    """The matrix as squares to draw: a player a row and a column; partners above the diagonal, opponents below."""
    cells = [{"x": column, "y": row, "times": times, "kind": kind}
             for row, met in enumerate(matrix(balance)) for column, (partnered, opposed) in enumerate(met)
             for times, kind in [(partnered, "partners") if column > row else (opposed, "opponents")] if times]
    numbers = [{"at": at, "number": number} for at, number in enumerate(balance.numbers)
               if len(balance.numbers) <= 40 or number % 5 == 0]
    return {"size": len(balance.numbers), "cells": cells, "numbers": numbers}

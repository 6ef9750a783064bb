"""Games of the club's own: made from a game that is there, tried, saved, changed, exported and imported."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from tally.loading.own_games import find_own_game, newest_of, newest_versions
from tally.models import OwnGame
from tally.presenters.game_choices import grouped
from tally.presenters.own_game_form import HOW_TO_WRITE, OwnGameForm
from tally.presenters.try_it import LONGEST_HAND, try_hand
from tally.rules import VARIANTS, TableSetup, summarize_rules
from tally.rules.own_games import (
    FORMAT,
    NESTED_TOO_DEEPLY,
    VERSION,
    OwnGameRefused,
    build_own_game,
    clean_description,
    read_own_game,
)
from tally.scoring.own_games import delete_own_game, save_own_game
from tournament.models import Night
from tournament.night.settings import can_change_variant
from tournament.people.errors import Refused
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import organizer_only

LARGEST_FILE = 100_000  # bytes
of_the_organizer = partial(organizer_only, any_kind=True)


class ImportForm(forms.Form):
    """A game as JSON, from a file or pasted; `description` is there once it is valid."""

    file = forms.FileField(label="A file", required=False)
    text = forms.CharField(
        label="Or its text", required=False, widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"})
    )

    def clean(self) -> dict[str, Any]:
        """The text is JSON, and describes a game that can be played."""
        data = super().clean() or {}
        try:
            self.description = clean_description(_imported(self._written(data)))
            read_own_game(self.description, "own-new")
        except OwnGameRefused as refused:
            raise forms.ValidationError(refused.message) from None
        except RecursionError:  # from quoting a value in a message
            raise forms.ValidationError(NESTED_TOO_DEEPLY) from None
        return data

    def _written(self, data: dict[str, Any]) -> str:
        file = data.get("file")
        if file is None:
            return str(data.get("text", ""))
        if file.size > LARGEST_FILE:
            raise forms.ValidationError("This file is too large for a game. Choose one that was exported here.")
        return bytes(file.read()).decode("utf-8-sig", errors="replace")


def _imported(text: str) -> dict[str, Any]:
    """The description in a JSON text: a game's, or that of the night that was played with it."""
    if not text.strip():
        raise OwnGameRefused("format", "Choose a file, or paste the text of an exported game.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" Look at line {error.lineno}." if isinstance(error, json.JSONDecodeError) else ""
        raise OwnGameRefused("format", f"This is not JSON, the text of an exported game.{where}") from None
    night = data.get("night") if isinstance(data, dict) else None
    found = night.get("own_game") if isinstance(night, dict) else data
    if not isinstance(found, dict):
        raise OwnGameRefused("format", "This is not the description of a game: it has no named fields.")
    return found


@of_the_organizer
def own_games(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """The club's own games, a start for another one, and the import."""
    return _list(request, night, ImportForm())


def _list(request: HtmxHttpRequest, night: Night, import_form: ImportForm) -> HttpResponse:
    players = night.entries.count() if night.single_table else None
    games = [(version, find_own_game(version.slug)) for version in newest_versions(night.club)]
    context = {
        "night": night,
        "games": [
            (version, variant, players in variant.table_sizes if players else variant.table_of_four)
            for version, variant in games
            if variant is not None
        ],
        "may_choose": can_change_variant(night),
        "bases": grouped(VARIANTS.values()),
        "import_form": import_form,
    }
    return render(request, "tally/own_games/list.html", context, status=400 if import_form.errors else 200)


@of_the_organizer
def new(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Make a game from another one."""
    if request.method != "POST":
        base = request.GET.get("base", "standard")
        if base not in VARIANTS:
            raise Refused("There is no such game to start from. Choose one from the list.")
        return _edit(request, night, {"base": base})
    return _edit(request, night, _given(request.POST.get("start", "")))


def _given(text: str) -> dict[str, Any]:
    """The description that the page began with.

    :raises Refused: when it is not one of ours.
    """
    try:
        data = clean_description(json.loads(text))
        build_own_game({**data, "name": "-"}, "own-new")
    except (ValueError, TypeError, RecursionError, OwnGameRefused):
        raise Refused("This page is incomplete. Go back to the list of games and start over.") from None
    return dict(data)


@of_the_organizer
def change(request: HtmxHttpRequest, night: Night, pk: int) -> HttpResponse:
    """Change a game; nights that have started keep the version that they started with."""
    game = _find(night, pk)
    return _edit(request, night, newest_of(game).description, game)


def _find(night: Night, pk: int) -> OwnGame:
    """A game of the night's own club."""
    return get_object_or_404(OwnGame, pk=pk, club=night.club, retired_at=None)


def _edit(
    request: HtmxHttpRequest,
    night: Night,
    start: dict[str, Any],
    game: OwnGame | None = None,
    *,
    imported: bool = False,
) -> HttpResponse:
    """The form with what was sent; "Save" saves it, and every other button only looks at it."""
    sent = request.POST if request.method == "POST" and not imported else None
    form, version = OwnGameForm(start, sent), _version(game, sent)
    if sent is not None and form.is_valid() and "save" in sent:
        try:
            save_own_game(night=night, description=form.description, who=request.who, game=game, seen=version)
            return redirect("own-games", night.slug)
        except OwnGameRefused as refused:
            form.add_error("name" if refused.code == "name" else None, refused.message)
            version = _version(game, None)
    shown = form.variant if form.is_bound and not form.errors else build_own_game({**start, "name": "-"}, "own-new")
    hand = request.POST.get("hand", "")[:LONGEST_HAND]
    context = {
        "night": night,
        "form": form,
        "game": game,
        "version": version,
        "imported": imported,
        "action": reverse("own-game", args=[night.slug, game.pk])
        if game
        else reverse("new-own-game", args=[night.slug]),
        "how_to_write": HOW_TO_WRITE,
        "sheet": summarize_rules(shown),
        "hand": hand,
        "trial": try_hand(TableSetup(shown, shown.players, {}), hand),
    }
    return render(request, "tally/own_games/game.html", context, status=400 if form.errors else 200)


def _version(game: OwnGame | None, sent: QueryDict | None) -> int | None:
    """The version of a game that the page changes; None for a new game."""
    if game is None:
        return None
    if sent is not None:
        return whole_number(sent.get("version", ""))
    newest = game.versions.last()
    return newest.version if newest else 0


@require_POST
@of_the_organizer
def delete(request: HtmxHttpRequest, night: Night, pk: int) -> HttpResponse:
    """Take a game off the list; nights that play it keep it."""
    delete_own_game(night=night, game=_find(night, pk), who=request.who)
    return redirect("own-games", night.slug)


@of_the_organizer
def export(request: HtmxHttpRequest, night: Night, pk: int) -> HttpResponse:
    """The description of a game as a file."""
    version = newest_of(_find(night, pk))
    data = {"format": FORMAT, "version": VERSION, **version.description}
    name = slugify(version.name) or "game"
    answer = JsonResponse(data, json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


@of_the_organizer
def import_game(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Look at a game from elsewhere before it is saved."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if not form.is_valid():
        return _list(request, night, form)
    return _edit(request, night, form.description, imported=True)

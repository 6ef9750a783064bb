"""The organizer's list of prizes, and who would win them now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.forms import BaseFormSet
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tally.forms import PrizeForm, PrizeForms, PrizeRulesForm, SitOutPointsForm, chosen_prizes, rules_of
from tally.loading.awards import award_texts, night_awards, prize_list
from tally.loading.games import night_games
from tally.loading.hidden_standings import standings_hidden
from tally.loading.names import result_names
from tally.loading.tallies import night_tallies
from tally.presenters.award_switches import switch_rows
from tally.presenters.prize_money import prize_promise
from tally.scores.night_awards import AwardKind
from tally.scores.prizes import USUAL, Prize, PrizeList, as_data
from tally.scores.tallies import uneven_games
from tally.scoring.announced_prizes import PrizesWouldChange
from tally.scoring.award_switches import switch_awards
from tally.scoring.prizes import RevealStarted, save_prizes
from tally.views.prizes_change import SURE, ask_about_prizes
from tournament.models import Night
from tournament.money.cents import currency_of
from tournament.night.settings import give_points_for_sit_outs
from tournament.people.errors import Refused
from tournament.presenters.saved import saved_sentence
from tournament.web.request import HtmxHttpRequest, posted_number
from tournament.web.visitors import organizer_only


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_only
def prizes(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """The list as a form; a POST stores the whole list. "Draw again" draws new lots once the night is closed."""
    chosen = prize_list(night)
    if "again" in request.POST:
        if night.status != Night.Status.CLOSED:
            messages.error(request, "Lots are drawn when the night is closed.")
        elif posted_number(request, "again") == chosen.draws + 1:  # not the second tap of a double tap
            save_prizes(night=night, chosen=replace(chosen, draws=chosen.draws + 1), who=request.who)
            messages.success(request, "Drawn again.")
        return redirect("prizes", night.slug)
    if "usual" in request.POST:
        if not chosen.prizes:  # not over a list that was written on another screen
            save_prizes(night=night, chosen=replace(chosen, prizes=tuple(map(Prize, USUAL))), who=request.who)
            messages.success(request, saved_sentence(night, ["prizes"], {}))
        return redirect("prizes", night.slug)
    if request.method == "POST":
        return _save(request, night, chosen)
    rows = _rows(night, initial=as_data(chosen)["list"])
    return _page(request, night, rows, PrizeRulesForm(initial=rules_of(chosen)))


def _rows(night: Night, posted: QueryDict | None = None, **more: Any) -> BaseFormSet[PrizeForm]:
    return PrizeForms(posted, prefix="p", form_kwargs={"currency": currency_of(night.currency)}, **more)


def _save(request: HtmxHttpRequest, night: Night, chosen: PrizeList) -> HttpResponse:
    """Store the posted list, and where it says so start the reveal over; show it again with what is wrong."""
    rows, rules = _rows(night, request.POST), PrizeRulesForm(request.POST)
    if not (rows.is_valid() and rules.is_valid()):
        return _page(request, night, rows, rules, status=400)
    written = chosen_prizes(rows, rules, chosen.draws)
    try:
        over, sure = "over" in request.POST, request.POST.get(SURE, "")
        save_prizes(night=night, chosen=written, who=request.who, start_over=over, sure=sure)
    except RevealStarted as started:
        return _page(request, night, rows, rules, started=str(started), status=409)
    except PrizesWouldChange as asked:
        return ask_about_prizes(request, night, asked, back="prizes")
    messages.success(request, saved_sentence(night, ["prizes"], {}))
    return redirect("prizes", night.slug)


def _page(
    request: HtmxHttpRequest,
    night: Night,
    rows: BaseFormSet[PrizeForm],
    rules: PrizeRulesForm,
    started: str = "",
    status: int = 200,
) -> HttpResponse:
    """The list, and who would win now; `started` says that the reveal keeps it from being saved."""
    chosen = prize_list(night)
    tallies = night_tallies(night, games := night_games(night))
    names = result_names(night.entries.with_earlier_players())
    uneven, closed = uneven_games(tallies.values()), night.status == Night.Status.CLOSED
    context = {
        "night": night,
        "rows": rows,
        "rules": rules,
        "chosen": chosen,
        "started": started,
        "uneven": uneven,
        "promise": prize_promise(night) if night.money and not closed else None,
        "sit_outs": SitOutPointsForm(initial={"points": uneven.usual}) if uneven else None,
        "again": chosen.draws + 1,
        "hidden": standings_hidden(night),
        "awards": award_texts(night_awards(night, tallies), names),
        "closed": closed,
        "night_awards": switch_rows(night, games, tallies, names) if closed else [],
    }
    return render(request, "tally/standings/prizes.html", context, status=status)


@require_POST
@organizer_only
def awards(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show the awards that are posted as `shown`, of those that stood `on` the page, and not the others."""
    shown, of = ([kind for kind in AwardKind if kind in request.POST.getlist(name)] for name in ("shown", "on"))
    switch_awards(night=night, shown=shown, of=of, who=request.who, start_over="over" in request.POST)
    messages.success(request, "Awards saved.")
    return redirect(f"{reverse('prizes', args=[night.slug])}#awards")


@require_POST
@organizer_only
def sit_outs(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Give points for each sit-out, those before too, where some have played fewer games than others."""
    form = SitOutPointsForm(request.POST)
    if not form.is_valid():
        raise Refused(form.errors["points"][0])
    points = form.cleaned_data["points"]
    give_points_for_sit_outs(night=night, points=points, who=request.who)
    messages.success(request, f"Each sit-out now scores {points} point{'' if points == 1 else 's'}.")
    return redirect("prizes", night.slug)

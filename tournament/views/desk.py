"""The organizer's desk before the first game: names, numbers, chart, start; and the end of the night."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from tournament.forms import ChartForm, ChooseChartForm, HatForm, NamesForm, NightForm, SwapForm, labels_of
from tournament.laptop.own_club import laptop_serves
from tournament.models import Entry, Night, Role
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.charts import add_chart, choose_chart
from tournament.night.hat_draw import make_hat_cards
from tournament.night.joined_names import remove_added_names
from tournament.night.last_time import sign_up_last_times_players
from tournament.night.lifecycle import back_to_sign_up, close_night, reopen_night, start_night
from tournament.night.movement_choice import choose_movement
from tournament.night.numbers import draw_numbers, swap_numbers
from tournament.night.removal import remove_player, restore_player
from tournament.night.settings import save_settings
from tournament.night.signup import AlreadyHere, add_ghost, sign_up, sign_up_players
from tournament.people.errors import Refused
from tournament.people.names import listed_runs
from tournament.presenters.closing import open_games, unequal_sit_outs
from tournament.presenters.desk import desk_context
from tournament.presenters.log import log_context
from tournament.presenters.regulars import regulars_context
from tournament.presenters.room import wifi_qr
from tournament.presenters.saved import added_sentence, movement_saved, saved_sentence
from tournament.web.addresses import on_a_laptop, site_address
from tournament.web.request import HtmxHttpRequest, posted_number, whole_number
from tournament.web.scoring_pages import ScoringPage, scoring_url
from tournament.web.visitors import organizer_only

NOBODY_ADDED = "Nobody on this list has been added yet."
NAMES_TAKEN = f"Take the name off the list, or check the box if they are different people. {NOBODY_ADDED}"


@partial(organizer_only, also=(Role.CHECK_IN,))
def desk(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show everything before the start on one page; one that was open at the start of the night is loaded anew.

    The organizer is led to the board instead: an answer to *Start the night* that is slow may be overtaken by this one.
    """
    if request.htmx and "codes" in request.GET:
        return HttpResponseClientRefresh()
    if request.htmx and request.GET.get("was", night.status) != night.status:
        if request.who.organizer and night.status == Night.Status.PLAYING:
            return HttpResponseClientRedirect(scoring_url("board", night.slug))
        return HttpResponseClientRefresh()
    return _desk(request, night)


def _desk(request: HtmxHttpRequest, night: Night, status: int = 200, **forms: object) -> HttpResponse:
    is_refresh = request.htmx and request.method == "GET"
    context = {
        **desk_context(night, site_address(request), request.GET.get("find", "")),
        **({} if is_refresh or night.status != Night.Status.SIGN_UP else regulars_context(night)),
        **({} if request.who.organizer else {"primary": "add"}),
        "wifi_qr": wifi_qr(night) if request.who.organizer and on_a_laptop(request) else "",
        "on_laptop": laptop_serves(night.club),
        "names_form": _names_form(focused=request.GET.get("add") == "list"),
        "night_form": NightForm(instance=night),
        "chart_form": ChartForm(auto_id="chart_%s"),
        **forms,
    }
    template = "tournament/desk/_refreshed.html" if is_refresh else "tournament/desk/desk.html"
    return render(request, template, context, status=status)


def _names_form(*, focused: bool) -> NamesForm:
    form = NamesForm()
    form.fields["names"].widget.attrs["autofocus"] = focused
    return form


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def add_names(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Sign up everybody in the list, and ask about people of the same name."""
    form, field = NamesForm(request.POST), "one" if "one" in request.POST else "list"
    if form.is_valid():
        try:
            return _added(request, night, sign_up(night=night, who=request.who, **form.cleaned_data), field)
        except AlreadyHere as error:
            if request.htmx:  # a single name, typed among the regulars
                raise Refused(f"{error} Somebody else with that name? Write it under “Add players”.") from error
            form.add_error("names", f"{error} {NAMES_TAKEN}")
            return _desk(request, night, 400, names_form=form, names_taken=True)
        except Refused as error:
            form.add_error("names", f"{error} {NOBODY_ADDED}" if len(form.cleaned_data["names"]) > 1 else str(error))
    return _desk(request, night, 400, names_form=form)


def _added(request: HtmxHttpRequest, night: Night, entries: Sequence[Entry], field: str = "") -> HttpResponse:
    """Show the list with those who were added; a tap among the regulars gets the list alone.

    :param field: where a name was typed, "one" or "list"; after a single name it has the focus again.
    """
    sentence = added_sentence(entries) if entries else "On the list already."
    if request.htmx:
        context = {**desk_context(night, site_address(request)), "added": f"✓ {sentence}"}
        return render(request, "tournament/desk/_refreshed.html", context)
    messages.success(request, sentence, extra_tags=_ids(entries))
    address = reverse("desk", args=[night.slug])
    return redirect(f"{address}?add={field}" if field and len(entries) == 1 else address)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def sign_up_regulars(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Sign up the regulars whose names were tapped; tapping one twice adds one."""
    player_ids = [whole_number(text) for text in request.POST.getlist("player")]
    return _added(request, night, sign_up_players(night=night, player_ids=player_ids, who=request.who))


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def add_last_time(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Sign up everybody who took part in the club's last night."""
    entries = sign_up_last_times_players(night=night, who=request.who)
    sentence = added_sentence(entries) if entries else "Everybody from last time is on the list."
    messages.success(request, sentence, extra_tags=_ids(entries))
    return redirect("desk", night.slug)


def _ids(entries: Sequence[Entry]) -> str:
    """Whom the Undo beside the message takes off the list again."""
    return " ".join(str(entry.pk) for entry in entries)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def undo_added(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Take those who were just added off the list again, and say where some stay; doing it twice does it once."""
    ids = {whole_number(text) for text in request.POST.get("added", "").split()[:MAX_PLAYERS]}
    remove_added_names(night=night, entry_ids=ids, who=request.who)
    if night.entries.filter(pk__in=ids).exists():
        messages.info(request, "Whoever has a phone or a line in the cash box by now stays on the list.")
    return redirect("desk", night.slug)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def remove(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Remove a player; removing one twice removes one."""
    number = posted_number(request, "entry")
    if not number or Entry.objects.filter(pk=number).exists():
        remove_player(entry=get_object_or_404(Entry, pk=number, night=night), who=request.who)
    return redirect("desk", night.slug)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def undo_removal(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Bring a removed player back; doing it twice brings one back."""
    removed = night.removed_players.filter(pk=posted_number(request, "removed")).first()
    if removed:
        restore_player(removed=removed, who=request.who)
    return redirect("desk", night.slug)


@require_POST
@organizer_only
def ghost(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Add a ghost: one table plays three-handed instead of three players sitting out."""
    add_ghost(night=night, who=request.who)
    messages.success(request, "Added a ghost: one table plays three-handed.")
    return redirect("desk", night.slug)


@require_POST
@organizer_only
def draw(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Draw numbers at random, or by arrival."""
    at_random = request.POST.get("order") == "random"
    draw_numbers(night=night, order="random" if at_random else "arrival", who=request.who)
    messages.success(request, "Numbers drawn at random." if at_random else "Numbers given by arrival.")
    return redirect("desk", night.slug)


@require_POST
@organizer_only
def hat(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Make cards to draw from a hat, for so many players; fewer than before removes the highest numbers."""
    form = HatForm(request.POST)
    if not form.is_valid():
        raise Refused(f"Write how many play, from 4 to {MAX_PLAYERS}.")
    make_hat_cards(night=night, players=form.cleaned_data["players"], who=request.who)
    messages.success(request, f"Cards for {form.cleaned_data['players']} players are ready to print.")
    return redirect(f"{reverse('desk', args=[night.slug])}#hat")


@require_POST
@organizer_only
def swap(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Swap the numbers of two players."""
    form = SwapForm(request.POST)
    if not form.is_valid():
        raise Refused("Choose two numbers from the list to swap.")
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    swap_numbers(night=night, one=one, other=other, who=request.who)
    messages.success(request, f"Swapped numbers {one} and {other}.")
    return redirect("desk", night.slug)


@require_POST
@organizer_only
def settings(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Save the night's name, date, bell and paper."""
    form = NightForm(request.POST, instance=night)
    if not form.is_valid():
        return _desk(request, Night.objects.get(pk=night.pk), 400, night_form=form)
    save_settings(night=night, changed=form.changed_data, who=request.who, labels=labels_of(form))
    messages.success(request, saved_sentence(night, form.changed_data, labels_of(form)))
    return redirect("desk", night.slug)


@require_POST
@organizer_only
def chart(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Choose a chart, or paste one."""
    if "chart" in request.POST:
        chosen = ChooseChartForm(request.POST, night.club)
        if not chosen.is_valid():
            raise Refused("Choose one of the charts in the list.")
        choose_chart(night=night, chart=chosen.cleaned_data["chart"], who=request.who)
        messages.success(request, f"Saved: the chart “{chosen.cleaned_data['chart']}”.")
        return redirect("desk", night.slug)
    form = ChartForm(request.POST, auto_id="chart_%s")
    if form.is_valid():
        try:
            added = add_chart(night=night, who=request.who, **form.cleaned_data)
            messages.success(request, f"Saved: the chart “{added}”, for {added.players} players.")
            return redirect("desk", night.slug)
        except Refused as error:
            form.add_error("notation", str(error))
    return _desk(request, night, 400, chart_form=form)


@require_POST
@organizer_only
def pick_movement(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Choose a movement by its card, for as many games as before."""
    movement = request.POST.get("movement", "?")
    if movement not in Night.Movement.values:
        raise Refused("Choose one of the movements on the desk.")
    choose_movement(
        night=night, movement=movement, games=night.games, even_head_table=night.even_head_table, who=request.who
    )
    night.refresh_from_db()
    messages.success(request, movement_saved(night))
    return redirect(f"{reverse('desk', args=[night.slug])}#seats")


@require_POST
@organizer_only
def start(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Start the night."""
    start_night(night=night, who=request.who)
    return redirect(scoring_url("board", night.slug))


@require_POST
@organizer_only
def back(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Reopen sign-up while no hand has been played."""
    back_to_sign_up(night=night, who=request.who)
    messages.success(request, "Sign-up is open again.")
    return redirect("desk", night.slug)


@partial(organizer_only, any_kind=True)
def close(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Ask whether to close, with what is still open; a POST closes or reopens the night."""
    if request.method == "POST":
        (reopen_night if "reopen" in request.POST else close_night)(night=night, who=request.who)
        ending: ScoringPage = "standings" if night.single_table else "reveal"  # no place on a projector before its time
        return redirect(scoring_url("board" if "reopen" in request.POST else ending, night.slug))
    if night.status == Night.Status.CLOSED and not night.single_table:
        return redirect(scoring_url("reveal", night.slug))
    still_open, unplayed = open_games(night)
    unequal = unequal_sit_outs(night)
    context = {
        "night": night,
        "still_open": still_open,
        "unplayed": unplayed,
        "unplayed_text": listed_runs(unplayed),
        "unequal": unequal,
        "on_laptop": request.who.organizer and laptop_serves(night.club),
    }
    return render(request, "tournament/desk/close.html", context)


@partial(organizer_only, also=(Role.SCORER,), any_kind=True, totals=True)
def log(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show the activity log, newest first, a page at a time."""
    asked = request.GET
    context = log_context(night, asked.get("show", ""), asked.get("find", ""), whole_number(asked.get("page", "")) or 1)
    return render(request, "tournament/desk/log.html", context)

"""Printed sheets, for the organizer only, because cards carry keys: the list of all sheets, and each as PDF or PNG."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.presenters.shelf import shelf_context
from tally.printing.catalog import EVERYTHING, LAST_TIME, SHEETS, Tonight, job_for, prepare, sheets_to_print
from tally.printing.options import OptionsForm, last_options, with_options
from tally.printing.print_jobs import AT_ONCE, Output
from tally.views.print_answers import print_answer
from tournament.forms import PaperForm, labels_of
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.print_choices import remember_print
from tournament.night.settings import save_settings
from tournament.people.errors import Refused
from tournament.presenters.saved import saved_sentence
from tournament.web.addresses import site_address
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import organizer_only


@require_http_methods(["GET", "HEAD", "POST"])
@partial(organizer_only, any_kind=True)
def shelf(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """All sheets with small pictures; a POST saves paper and size of type for the night.

    While pages are counted, the page asks for the words that depend on that.
    """
    form = PaperForm(request.POST or None, instance=night)
    if request.method == "POST":
        if not form.is_valid():
            raise Refused(
                "Choose one of the papers in the list. The name of a Wi-Fi has at most 32 letters, its password 63."
            )
        save_settings(night=night, changed=form.changed_data, who=request.who, labels=labels_of(form))
        messages.success(request, saved_sentence(night, form.changed_data, labels_of(form)))
        return redirect("shelf", night.slug)
    context = shelf_context(night, site_address(request))
    if request.htmx.target == "counting":
        return render(request, "tally/printing/_counted.html", context)
    context |= {"seen": last_event(night.pk), "form": form}
    return render(request, "tally/printing/shelf.html", context)


@require_POST
@partial(organizer_only, any_kind=True)
def choose_print(request: HtmxHttpRequest, night: Night, sheet: str) -> HttpResponse:
    """A button of the shelf: remember what is printed and with which options, and go to its address.

    A card that is printed again is not what the night has printed, and no picture is paper: nothing is remembered of
    them. The desk's button has no options and prints a sheet as last time.
    """
    _check_name(sheet)
    way = request.POST.get("as", "")
    form = OptionsForm(SHEETS[sheet], request.POST) if sheet in SHEETS and way != "last-time" else None
    if form and not form.is_valid():
        raise Refused(next(f"{form[name].label}: {errors[0]}" for name, errors in form.errors.items()))
    if form:
        chosen = form.chosen
    elif sheet in SHEETS:
        chosen = last_options(night, SHEETS[sheet])
    else:
        chosen = {}
    sheets = sheets_to_print(Tonight(night, job_for(night)), sheet)
    if way != "png" and "only" not in chosen:
        printed = [one.slug for one in sheets]
        leads_to = site_address(request) if any(one.with_codes for one in sheets) else ""
        remembered = form.remembered if form else {}
        remember_print(night=night, options=remembered, printed=printed, codes_lead_to=leads_to)
    address = reverse("print-png" if way == "png" else "print", args=[night.slug, sheet])
    return redirect(f"{address}?{urlencode(chosen)}" if chosen else address)


@partial(organizer_only, any_kind=True)
def print_sheet(request: HtmxHttpRequest, night: Night, sheet: str, output: Output = Output.PDF) -> HttpResponse:
    """One sheet, or several for tonight, as the night is printed or as the address says.

    Long jobs are drawn in the background; until they are done a page says how far they are, and reloads itself.
    """
    _check_name(sheet)
    work = prepare(night, sheet, _requested_job(request, night), site_address(request))
    at_once = sheet in SHEETS and night.entries.count() <= AT_ONCE
    back = reverse("shelf", args=[night.slug]), "Printables"
    return print_answer(request, work, f"{sheet}-{night.slug}", output, back, club=night.club_id, at_once=at_once)


def _check_name(sheet: str) -> None:
    """Check that there is such a sheet, or file of several.

    :raises Http404: otherwise.
    """
    if sheet not in (*SHEETS, EVERYTHING, LAST_TIME):
        raise Http404


def _requested_job(request: HtmxHttpRequest, night: Night) -> Job:
    """How to print: as the night has it, except for what the address says.

    For example ?paper=a4&print=large&only=17&game=3&codes=no&together=yes&names=no&photo=yes&backs=yes, or for labels
    ?product=5160&right=0.5&down=-1&outlines=yes.
    """
    asked, usual = request.GET, job_for(night)
    paper = asked.get("paper", "")
    large = {"large": True, "normal": False}.get(asked.get("print", ""), usual.large)
    return with_options(replace(usual, paper=Paper(paper) if paper in list(Paper) else usual.paper, large=large), asked)

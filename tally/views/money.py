"""The night's money: fees, pots, the box and its closing. Off until the organizer wants it."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tally.exports.cash import cash_table
from tally.money_forms import AmountForm, CountForm, LineForm, MoneyForm
from tally.presenters.money import money_context
from tally.rules.euchre_word import euchre_word
from tally.views.prizes_change import asks_about_prizes, unless_prizes_change
from tournament.club.cash import (
    add_line,
    close_box,
    correct_line,
    open_box,
    pay_entry_fee,
    take_back_entry_fee,
    type_count,
)
from tournament.forms import labels_of
from tournament.models import CashLine, Entry, Night, PotCount, Role
from tournament.night.settings import save_settings
from tournament.people.errors import Refused
from tournament.presenters.saved import saved_sentence
from tournament.web.downloads import table_download
from tournament.web.request import HtmxHttpRequest, page_after, posted_number
from tournament.web.visitors import organizer_only


@require_http_methods(["GET", "HEAD", "POST"])
@organizer_only
@asks_about_prizes
def money(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Everything about the night's money; a POST switches it on or off, or saves its settings."""
    if "switch" in request.POST:
        night.money = request.POST["switch"] == "on"
        with unless_prizes_change(request, night):
            save_settings(night=night, changed=["money"], who=request.who, labels={"money": "Keep the night’s money"})
        messages.success(request, f"Money is {'on' if night.money else 'off'}.")
        return redirect("money", night.slug)
    if request.method == "POST":
        form = MoneyForm(request.POST, instance=night, euchre=euchre_word(night.variant))
        if not form.is_valid():
            return _page(request, Night.objects.get(pk=night.pk), status=400, settings=form)
        with unless_prizes_change(request, night):
            save_settings(night=night, changed=form.changed_data, who=request.who, labels=labels_of(form))
        messages.success(request, saved_sentence(night, form.changed_data, labels_of(form)))
        return redirect("money", night.slug)
    return _page(request, night)


def _page(request: HtmxHttpRequest, night: Night, status: int = 200, **forms: object) -> HttpResponse:
    """The page, with forms that have errors in the place of empty ones."""
    if not night.money:
        return render(request, "tally/money/off.html", {"night": night})
    context = {
        "settings": MoneyForm(instance=night, euchre=euchre_word(night.variant)),
        "line_form": LineForm(None, night),
        "count_form": CountForm(None, night),
        **money_context(night),
        **forms,
    }
    return render(request, "tally/money/money.html", context, status=status)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
@asks_about_prizes
def fee(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Take a player's entry fee, or with "back" give it back; the page comes back that had the button."""
    entry = get_object_or_404(Entry, pk=posted_number(request, "entry"), night=night, is_ghost=False)
    with unless_prizes_change(request, night):
        (take_back_entry_fee if "back" in request.POST else pay_entry_fee)(entry=entry, who=request.who)
    return redirect(page_after(request, reverse("money" if request.who.organizer else "desk", args=[night.slug])))


@require_POST
@organizer_only
@asks_about_prizes
def line(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Add a line of cash; the same form twice is one line."""
    form = LineForm(request.POST, night)
    if not form.is_valid():
        return _page(request, night, status=400, line_form=form)
    with unless_prizes_change(request, night):
        add_line(night=night, who=request.who, **form.line)
    return redirect(f"{reverse('money', args=[night.slug])}#{request.POST.get('at', 'box')}")


@require_POST
@organizer_only
@asks_about_prizes
def correct(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Take a line back; with an amount, put the right one in its place."""
    row = get_object_or_404(CashLine, pk=posted_number(request, "line"), night=night)
    form = AmountForm(request.POST, night, "Right amount", required=False)
    if not form.is_valid():
        raise Refused(form.errors["amount"][0])
    with unless_prizes_change(request, night):
        correct_line(line=row, cents=form.cleaned_data["amount"], who=request.who)
    messages.success(request, "Corrected. Both lines stay in the list.")
    return redirect("money", night.slug)


@require_POST
@organizer_only
def counts(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Save what was typed for tables without hands: a field "c-12-euchre" for each player."""
    for entry in night.entries.people():
        for happening in PotCount.Happening.values:
            text = request.POST.get(f"c-{entry.pk}-{happening}")
            if text is None:
                continue
            if text and not (text.isascii() and text.isdigit()):
                raise Refused(f"“{text}” is not a number. Write how often, such as 2.")
            type_count(entry=entry, happening=happening, count=int(text[:4] or 0), who=request.who)
    messages.success(request, "Saved what you counted.")
    return redirect(f"{reverse('money', args=[night.slug])}#pots")


@require_POST
@organizer_only
def close(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Close the box with what was counted, which asks once about a difference; or open it again."""
    if "open" in request.POST:
        open_box(night=night, who=request.who)
        return redirect(f"{reverse('money', args=[night.slug])}#close")
    form = CountForm(request.POST, night)
    if not form.is_valid():
        return _page(request, night, status=400, count_form=form)
    close_box(night=night, cents=form.cleaned_data["amount"], who=request.who)
    return redirect(f"{reverse('money', args=[night.slug])}#close")


@organizer_only
def cash_file(request: HtmxHttpRequest, night: Night, kind: str) -> HttpResponse:
    """Every line of the night's cash as a spreadsheet."""
    return table_download(f"cash-{night.slug}", [cash_table(night)], kind)

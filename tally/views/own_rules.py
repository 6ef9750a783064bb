"""The club's own rules: a text that the rules page shows and the rules sheet prints."""

from __future__ import annotations

from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.models import Night
from tournament.night.settings import LONGEST_OWN_RULES, TooLong, set_own_rules
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import organizer_only


class OwnRulesForm(forms.Form):
    """The text, a paragraph a line."""

    text = forms.CharField(
        label="Our own rules",
        required=False,
        strip=False,
        help_text=f"A paragraph a line, at most {LONGEST_OWN_RULES:,} characters. Kept for next week.",
        widget=forms.Textarea(attrs={"rows": 10}),
    )


@partial(organizer_only, any_kind=True)
def own_rules(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Write the club's own rules; a night that was closed keeps those that it had."""
    form = OwnRulesForm(request.POST if request.method == "POST" else None, initial={"text": night.own_rules_text})
    if form.is_valid():
        try:
            set_own_rules(night=night, text=form.cleaned_data["text"], who=request.who)
            messages.success(request, "Saved: your own rules.")
            return redirect("rules", night.slug)
        except TooLong as refused:
            form.add_error("text", str(refused))
    status = 400 if form.errors else 200
    return render(request, "tally/rules/own_rules.html", {"night": night, "form": form}, status=status)

"""Choosing the movement before the start, and searching longer for a fairer rotation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.forms import MovementForm
from tournament.live.events import last_event
from tournament.models import Night
from tournament.night.movement_choice import choose_movement, search_longer
from tournament.presenters.movement import SEARCH_STEPS, movement_context, movement_initial, search_context
from tournament.presenters.saved import movement_saved
from tournament.web.request import HtmxHttpRequest, posted_number, whole_number
from tournament.web.visitors import organizer_only


@organizer_only
def movement(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show every movement in a sentence, and choose tonight's."""
    form = MovementForm(request.POST or None, instance=night, initial=movement_initial(night))
    if request.method == "POST":
        if form.is_valid():
            choose_movement(night=night, who=request.who, draw_again="again" in request.POST, **form.cleaned_data)
            night.refresh_from_db()
            messages.success(request, movement_saved(night, drawn_again="again" in request.POST))
            return redirect("movement", night.slug)
        night.refresh_from_db()
    seen, step = last_event(night.pk), whole_number(request.GET.get("step", ""))
    context = movement_context(night, form["movement"].value() or "", step)
    return render(
        request,
        "tournament/movement/movement.html",
        {**context, "seen": seen, "form": form},
        status=400 if form.errors else 200,
    )


@require_POST
@organizer_only
def search(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Search one more second for a fairer rotation; htmx asks for the next by itself, a button without it."""
    step = min(posted_number(request, "step") + 1, SEARCH_STEPS)
    search_longer(night=night, step=step, who=request.who)
    night.refresh_from_db()
    if request.htmx:
        return render(request, "tournament/movement/_search.html", {"night": night, **search_context(night, step)})
    return redirect(f"{reverse('movement', args=[night.slug])}?step={step}")

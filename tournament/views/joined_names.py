"""Names that came by phone: those of a flood removed at once, brought back, and the switch of sign-up by phone."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.models import Night, Role
from tournament.night.joined_names import remove_joined_names, restore_names, set_sign_up_by_phone
from tournament.presenters.joined_names import joined_names_context
from tournament.web.request import HtmxHttpRequest, posted_number, whole_number
from tournament.web.visitors import organizer_only


@partial(organizer_only, also=(Role.CHECK_IN,))
def joined_names(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Show the names that came by phone, those of a flood checked; a POST removes the checked ones."""
    if request.method == "POST":
        ids = {whole_number(text) for text in request.POST.getlist("entry")}
        remove_joined_names(night=night, entry_ids=ids, who=request.who)
        return redirect("desk", night.slug)
    if night.status != Night.Status.SIGN_UP:
        return redirect("desk", night.slug)
    return render(request, "tournament/desk/joined_names.html", joined_names_context(night))


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def undo_removal(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Bring back all names of one removal; doing it twice brings them back once."""
    count = restore_names(night=night, batch=posted_number(request, "batch"), who=request.who)
    if count:
        messages.success(request, f"{count} name{' is' if count == 1 else 's are'} back on the list.")
    else:
        messages.info(request, "There was nothing to bring back. Look at the list: the names may be on it again.")
    return redirect("desk", night.slug)


@require_POST
@partial(organizer_only, also=(Role.CHECK_IN,))
def switch(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """Open or close sign-up by phone."""
    is_open = request.POST.get("phones") == "open"
    set_sign_up_by_phone(night=night, is_open=is_open, who=request.who)
    messages.success(request, f"Sign-up by phone is {'open' if is_open else 'closed'}.")
    return redirect("desk", night.slug)

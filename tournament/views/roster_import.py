"""Importing a roster: choose a list, look at what it would do, say yes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import pluralize

from tournament.club.roster_files import MOST_BYTES, table_in_file, table_in_text
from tournament.club.roster_import import (
    RegularsChanged,
    RosterPreview,
    import_roster,
    preview_roster,
    read_signed,
    sign_roster,
)
from tournament.forms import RosterForm
from tournament.models import Club
from tournament.people.errors import Refused
from tournament.people.roster import Roster, read_roster
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import club_only

NO_NAMES = "There is no name in this list. Write one name per line, or a table with a column “Name”."


@club_only
def import_people(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show the form; with a list, what it would do; with the list that was shown, do it."""
    if "signed" in request.POST:
        return _import(request, club)
    form = RosterForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            roster = _roster_in(form)
        except Refused as error:
            form.add_error("file" if form.cleaned_data["file"] else "text", str(error))
        else:
            return _show(request, club, roster, preview_roster(club, roster))
    context = {"club": club, "form": form}
    return render(request, "tournament/club/import.html", context, status=400 if form.errors else 200)


def _roster_in(form: RosterForm) -> Roster:
    """The list that was sent: of the file if there is one, else the pasted one.

    :raises Refused: when it cannot be read, or there is no name in it.
    """
    file, text = form.cleaned_data["file"], form.cleaned_data["text"]
    roster = read_roster(table_in_text(text) if file is None else table_in_file(file.read(MOST_BYTES + 1)))
    if not roster.people and not roster.wrong:
        raise Refused(NO_NAMES)
    return roster


def _import(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Write the list that was shown, or show what it would do now."""
    signed = request.POST["signed"]
    try:
        added = import_roster(club=club, signed=signed, also=[*map(whole_number, request.POST.getlist("also"))])
    except RegularsChanged as error:
        return _show(request, club, read_signed(club, signed)[0], error.preview, problem=str(error))
    messages.success(request, f"Added: {len(added)} {pluralize(len(added), 'person,people')}.")
    return redirect("people")


def _show(
    request: HtmxHttpRequest, club: Club, roster: Roster, preview: RosterPreview, problem: str = ""
) -> HttpResponse:
    """Show what a list would do."""
    context = {
        "club": club,
        "preview": preview,
        "signed": sign_roster(club, roster, preview),
        "can_add": bool(preview.new or preview.doubtful),
        "problem": problem,
    }
    return render(request, "tournament/club/import_preview.html", context, status=409 if problem else 200)

"""How a club's paper looks: its name, motto, color and logo, and a picture of a sheet's head with them."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tally.paper.club_look import PALETTE, accent_of
from tally.paper.document import Job
from tally.paper.fonts import lacks_letters, leaves_out
from tally.printing.catalog import job_for
from tally.printing.club_looks import look_of
from tally.printing.head_picture import draw_head_picture
from tally.printing.own_process import BusyError, ProcessFailedError, in_own_process
from tally.printing.uploaded_logo import MOST_BYTES, checked_logo
from tournament.club.club_names import possible_club_name
from tournament.club.paper_look import set_logo, set_paper_look
from tournament.club.rights import FOR_MEMBERS
from tournament.models import Club, Night, PaperLook
from tournament.people.errors import Refused
from tournament.web.large_files import takes_large_files
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only, night_to_print

OWN = "own"
USUAL = next(iter(PALETTE.values()))
UNNAMED = "Tuesday euchre"  # what a club's first night is called in the picture
SECONDS = 10  # for a picture, which takes one, and four on a slow laptop


class PaperLookForm(forms.Form):
    """What a club calls itself on paper, and in which color."""

    name = forms.CharField(
        label="Name", max_length=80, help_text="At the head of full pages, unless the night is called the same."
    )
    motto = forms.CharField(
        label="Motto", max_length=60, required=False, help_text="At the foot of full pages; up to 60 letters."
    )
    color = forms.ChoiceField(
        label="Color",
        choices=[*((value, name) for name, value in PALETTE.items()), (OWN, "Another one")],
        widget=forms.RadioSelect,
    )
    own_color = forms.CharField(
        label="If another one, which?", required=False, max_length=7, widget=forms.TextInput(attrs={"type": "color"})
    )
    logo = forms.FileField(
        label="Logo",
        required=False,
        allow_empty_file=True,
        help_text="A PNG or an SVG, up to 1 MB. On white paper, dark and simple shapes look best.",
        widget=forms.FileInput(attrs={"accept": ".png,.svg,image/png,image/svg+xml"}),
    )

    def clean_name(self) -> str:
        """A name that can be seen."""
        try:
            return possible_club_name(self.cleaned_data["name"])
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from None

    def clean(self) -> dict[str, Any]:
        """Check the color and the logo as paper needs them: `accent` and `picture` are what is stored."""
        data = super().clean() or {}
        picked = "own_color" in self.changed_data and "color" not in self.changed_data  # who picks a color means it
        own = picked or data.get("color") == OWN
        data["accent"] = data.get("own_color" if own else "color", "")
        try:
            accent_of(data["accent"])
        except Refused as refused:
            self.add_error("own_color" if own else "color", str(refused))
        data["picture"] = b""
        if data.get("logo"):
            try:
                data["picture"] = checked_logo(data["logo"].read(MOST_BYTES + 1))
            except Refused as refused:
                self.add_error("logo", str(refused))
        return data


@takes_large_files
@club_only
def paper_look(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show and change how the club's paper looks, or take away its logo; `?night=` is where somebody came from."""
    night = night_to_print(request, club)
    row = PaperLook.objects.filter(club=club).first() or PaperLook()
    if request.method == "POST" and "remove" in request.POST:
        set_logo(club=club, logo=b"", who=request.who)
        messages.success(request, "The logo is gone.")
        return redirect(request.get_full_path())
    form = PaperLookForm(request.POST or None, request.FILES or None, initial=_initial(club, row))
    if request.who.invited:
        form.fields["name"].disabled = True
        form.fields["name"].help_text = f"Only {FOR_MEMBERS} change it."
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        set_paper_look(club=club, name=data["name"], motto=data["motto"], accent=data["accent"], who=request.who)
        if data["picture"]:
            set_logo(club=club, logo=data["picture"], who=request.who)
        messages.success(request, "Saved. The sheets look so from now on.")
        for text in (data["name"], data["motto"]):
            if lacks_letters(text):
                messages.warning(request, f"No typeface here has the letters of “{text}”: the sheets leave it out.")
            elif leaves_out(text):
                messages.warning(request, f"Emoji are not printed: the sheets leave them out of “{text}”.")
        return redirect(request.get_full_path())
    context = {"club": club, "form": form, "has_logo": bool(row.logo), "head": _state_token(club)}
    context |= {"night": night, "shown_night": night or _newest_night(club)}
    return render(request, "tally/printing/paper_look.html", context, status=400 if form.errors else 200)


def _initial(club: Club, row: PaperLook) -> dict[str, str]:
    color = row.accent or USUAL
    known = color in PALETTE.values()
    return {"name": club.name, "motto": row.motto, "color": color if known else OWN, "own_color": color}


def _state_token(club: Club) -> str:
    """A hash of what the picture of the head shows, so that a browser asks for a new one."""
    job, night = _sample(club)
    return sha256(repr((job, night)).encode() + job.look.logo).hexdigest()[:24]


def _sample(club: Club) -> tuple[Job, str]:
    """How the newest night is printed, with its ornaments, and what it is called."""
    night = _newest_night(club)
    if night is None:
        return Job(look=look_of(club, UNNAMED)), UNNAMED
    usual = job_for(night)
    return Job(usual.paper, look=usual.look), night.name


def _newest_night(club: Club) -> Night | None:
    """The newest night that has sheets, which one with totals alone has not."""
    return club.nights.exclude(kind=Night.Kind.TOTALS).order_by("-date", "-pk").first()


@require_safe
@club_only
def head_picture(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """The head and foot of a sheet as a picture."""
    job, night = _sample(club)
    try:
        png = in_own_process(SECONDS, draw_head_picture, job, night)
    except (ProcessFailedError, BusyError):
        raise Http404 from None
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})

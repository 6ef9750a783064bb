"""Everything as one file: a club, a season or a night to take out; and the way in, with a preview before it."""

from __future__ import annotations

import lzma
import re
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tally.archive.importing import ImportOutdated, import_archive, plan_import
from tally.archive.plans import ImportPlan, plan_sentences
from tally.archive.reading import Archive, read_archive
from tally.archive.writing import club_archive, night_archive, season_archive
from tally.views.erasing_club import remember_file
from tournament.models import Club, Night
from tournament.people.errors import Refused
from tournament.web.large_files import takes_large_files
from tournament.web.overwriting import offer_to_overwrite
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import club_only, organizer_only

SALT, A_DAY = "archive import of club", 86_400
MOST_BYTES, MOST_SIGNED = 60_000_000, 2_400_000  # of the file; of what its preview sends back, where Django has a limit
TOO_LARGE = f"This file is too large for this page. Import it where the program runs: {settings.COMMAND} import FILE."
TAMPERED = "This preview is not from this site, or it is older than a day. Import the file again."


class ArchiveForm(forms.Form):
    """A file that was exported here or elsewhere."""

    file = forms.FileField(
        label="The file",
        help_text="A club, a season or a night that was exported as one file (.json).",
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
        allow_empty_file=True,
        error_messages={"required": "Choose a file first."},
    )


class _Packed:
    """Packs the bytes of a file into few, to be signed."""

    def dumps(self, content: bytes) -> bytes:
        return lzma.compress(content, preset=2)

    def loads(self, packed: bytes) -> bytes:
        return lzma.decompress(packed)


@club_only
def club_file(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Everything of the club. Whoever has downloaded it may erase the club."""
    text = club_archive(club)
    return remember_file(_download(text, "club"), club, text)


@club_only
def season_file(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """A season with its nights."""
    return _download(season_archive(get_object_or_404(club.seasons, pk=pk)), f"season-{pk}")


@partial(organizer_only, any_kind=True, totals=True)
def night_file(request: HtmxHttpRequest, night: Night) -> HttpResponse:
    """A night with everything that was recorded."""
    return _download(night_archive(night), f"night-{night.slug}")


def _download(text: str, name: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@takes_large_files
@club_only
def import_file(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show the form; with a file, what it would do; with the file that was shown, do it."""
    if "signed" in request.POST:
        return _import(request, club)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            content = _content_of(form)
            archive = read_archive(content)
            return _show(request, club, archive, plan_import(archive, club), sign_file(club, content))
        except Refused as refused:
            form.add_error("file", str(refused))
    context = {"club": club, "form": form}
    return render(request, "tally/club/import.html", context, status=400 if form.errors else 200)


def _content_of(form: ArchiveForm) -> bytes:
    """The bytes that were sent.

    :raises Refused: when they are too many.
    """
    content: bytes = form.cleaned_data["file"].read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    return content


def sign_file(club: Club, content: bytes) -> str:
    """A file as a text that nobody can change unnoticed.

    :raises Refused: when it is too long for a form.
    """
    signed = signing.dumps(content, salt=f"{SALT} {club.pk}", serializer=_Packed)
    if len(signed) > MOST_SIGNED:
        raise Refused(TOO_LARGE)
    return signed


def _import(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Write the file that was shown, or show what it would do now.

    :raises Refused: when this site did not sign it for this club, or longer than a day ago.
    """
    signed = request.POST["signed"]
    try:
        content: Any = signing.loads(signed, salt=f"{SALT} {club.pk}", serializer=_Packed, max_age=A_DAY)
    except signing.BadSignature as error:
        raise Refused(TAMPERED) from error
    archive = read_archive(content)
    former = {int(number) for number in request.POST.getlist("former") if re.fullmatch(r"\d{1,9}", number)}
    try:
        done = import_archive(archive=archive, club=club, shown=request.POST.get("shown", ""), former=former)
    except ImportOutdated as outdated:
        return _show(request, club, archive, outdated.plan, signed, problem=str(outdated))
    messages.success(request, f"Imported. {plan_sentences(done.plan)[0]}")
    return redirect("files") if done.overwritten else offer_to_overwrite(request)


def _show(
    request: HtmxHttpRequest, club: Club, archive: Archive, plan: ImportPlan, signed: str, problem: str = ""
) -> HttpResponse:
    """Show what a file would do."""
    other_club = archive.club_name if archive.club_name != club.name else ""
    context = {"club": club, "plan": plan, "signed": signed, "problem": problem, "other_club": other_club}
    return render(request, "tally/club/import_preview.html", context, status=409 if problem else 200)

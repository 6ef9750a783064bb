"""Merging two regulars who are one person: choose them, look at what changes, say yes; and undo."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.club.merging import (
    MergeOutdated,
    MergePreview,
    both_played,
    look_alike,
    merge_regulars,
    preview_merge,
    undo_merge,
)
from tournament.models import Club, PlayerMerge
from tournament.web.request import HtmxHttpRequest, whole_number
from tournament.web.visitors import club_only


@club_only
def merge_people(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Show whom to choose; with two people, what merging them would change; with yes, do it."""
    asked = request.POST if request.method == "POST" else request.GET
    two = [club.players.regulars().filter(pk=whole_number(asked.get(name, ""))).first() for name in ("keep", "merge")]
    kept, merged = two
    if kept is None or merged is None or kept == merged:
        return _choose(request, club, same=kept is not None and kept == merged)
    if request.method != "POST":
        return _show(request, club, preview_merge(kept, merged))
    try:
        merge_regulars(kept=kept, merged=merged, shown=asked.get("shown", ""), who=request.who)
    except MergeOutdated as error:
        return _show(request, club, error.preview, problem=str(error))
    messages.success(request, f"{merged} is {kept} now. You can undo it below.")
    return redirect("edit-person", kept.pk)


@require_POST
@club_only
def undo(request: HtmxHttpRequest, club: Club, merge: int) -> HttpResponse:
    """Make two people of one again."""
    row = get_object_or_404(PlayerMerge.objects.select_related("kept", "merged"), pk=merge, kept__club=club)
    undo_merge(merge=row, who=request.who)
    messages.success(request, f"{row.merged} and {row.kept} are two people again.")
    return redirect("people")


def _choose(request: HtmxHttpRequest, club: Club, *, same: bool) -> HttpResponse:
    """Show whom to choose, those whose names look alike first."""
    context = {
        "club": club,
        "regulars": sorted(club.players.regulars(), key=lambda player: player.name.casefold()),
        "alike": look_alike(club)[:50],
        "keep": whole_number(request.GET.get("keep", "")),
        "merge": whole_number(request.GET.get("merge", "")),
        "problem": "Choose two people, not one twice." if same else "",
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "tournament/club/merge.html", context, status=status)


def _show(request: HtmxHttpRequest, club: Club, preview: MergePreview, problem: str = "") -> HttpResponse:
    """Show what merging would change, or why it cannot be."""
    problem = both_played(preview) if preview.together else problem
    context = {"club": club, "preview": preview, "problem": problem}
    return render(request, "tournament/club/merge_preview.html", context, status=409 if problem else 200)

"""Help: the organizer's manual and the reference pages. Needs no night, no sign-in and no Internet."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.help.chapters import CHAPTERS, CLUB, MANUAL, REFERENCE, Chapter
from tournament.help.parts import part_about
from tournament.presenters.help_search import MOST_LETTERS, find_in_help
from tournament.web.lookers import for_lookers
from tournament.web.visitors import organizers_club


def help_url(request: HttpRequest) -> str:
    """The address of the part of Help about the page of this request, or of its contents."""
    name = request.resolver_match.url_name or "" if request.resolver_match else ""
    return address_of_part(part_about(name, lambda: organizers_club(request) is not None))


def address_of_part(part: str | None) -> str:
    """The address of a part of Help, "chapter" or "chapter#section"; None: of its contents."""
    if part is None:
        return reverse("help")
    chapter, _, anchor = part.partition("#")
    return reverse("help-chapter", args=[chapter]) + (f"#{anchor}" if anchor else "")


@for_lookers
def contents(request: HttpRequest) -> HttpResponse:
    """All chapters and their sections."""
    return render(request, "tournament/help/contents.html", {"manual": MANUAL, "club": CLUB, "reference": REFERENCE})


@for_lookers
def search(request: HttpRequest) -> HttpResponse:
    """The parts of Help that answer a few words."""
    words = request.GET.get("q", "").strip()[:MOST_LETTERS]
    return render(request, "tournament/help/search.html", {"words": words, "found": find_in_help(words)})


@for_lookers
def chapter(request: HttpRequest, slug: str) -> HttpResponse:
    """One chapter, with its own contents and the way to the next."""
    if slug not in CHAPTERS:
        raise Http404
    return render(
        request,
        "tournament/help/chapter.html",
        {"chapter": CHAPTERS[slug], "previous": _beside(slug, -1), "next": _beside(slug, +1)},
    )


@for_lookers
def booklet(request: HttpRequest) -> HttpResponse:
    """The manual of a night on one page, to print."""
    return render(request, "tournament/help/booklet.html", {"title": "the manual", "chapters": MANUAL})


@for_lookers
def club_booklet(request: HttpRequest) -> HttpResponse:
    """What goes beyond one night on one page, to print."""
    return render(request, "tournament/help/booklet.html", {"title": "beyond one night", "chapters": CLUB})


@for_lookers
def reference_booklet(request: HttpRequest) -> HttpResponse:
    """The whole reference on one page, to print."""
    return render(request, "tournament/help/booklet.html", {"title": "the reference", "chapters": REFERENCE})


def _beside(slug: str, step: int) -> Chapter | None:
    chapters: Sequence[Chapter] = list(CHAPTERS.values())
    at = [each.slug for each in chapters].index(slug) + step
    return chapters[at] if 0 <= at < len(chapters) else None

"""The club's seasons: their list, their standings, a player's nights in one, and its settings. For the organizer."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tally.loading.seasons import LoadedSeason
from tally.presenters.publishing import publishing_context
from tally.presenters.season_form import SeasonForm
from tally.presenters.seasons import changed_sentence, comparison, player_context, season_context
from tally.printing.print_jobs import Output
from tally.printing.season_sheet import player_season_work, season_work
from tally.printing.season_treasurer import season_treasurer_work
from tally.views.print_answers import print_answer
from tournament.club.seasons import delete_season, save_season, saved_season
from tournament.live.events import last_event
from tournament.models import Club, Night, Player, Season
from tournament.people.errors import Refused
from tournament.presenters.club_money import has_kept_money
from tournament.web.addresses import site_address
from tournament.web.lookers import for_lookers
from tournament.web.request import HtmxHttpRequest
from tournament.web.visitors import ClubReader, club_only, club_reader


@club_only
def seasons(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """All seasons of the club, newest first."""
    return render(request, "tally/club/seasons.html", {"club": club, "seasons": club.seasons.all()})


@for_lookers
def season(request: HtmxHttpRequest, pk: int) -> HttpResponse:
    """A season's standings: for the organizer with tonight "if it ended now"; for players those that everybody saw."""
    row = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    club, reader = row.club, club_reader(request, row.club)
    if not reader.organizer:
        context = season_context(LoadedSeason(row, shown_only=True)) | {"club": club, "me": reader.me}
        return render(request, "tally/club/season_for_players.html", context)
    tonight = row.nights().filter(status=Night.Status.PLAYING).last()
    seen = last_event(tonight.pk) if tonight else 0
    loaded = LoadedSeason(row)
    context = season_context(loaded) | {"keeps_money": has_kept_money(row)}
    context |= {"club": club, "organizer": True, "tonight": tonight, "tonight_seen": seen}
    if not request.htmx:
        context["any_shown"] = loaded.any_shown
        context |= publishing_context(row, site_address(request))
    return render(request, "tally/club/_season.html" if request.htmx else "tally/club/season.html", context)


@for_lookers
def season_player(request: HtmxHttpRequest, pk: int, player: int) -> HttpResponse:
    """One player's nights in a season: what stands behind the figure, for the organizer and the club's players."""
    loaded, person, reader = _players_season(request, pk, player)
    context = player_context(loaded, person) | {"club": reader.club, "me": reader.me, "organizer": reader.organizer}
    return render(request, "tally/club/season_player.html", context)


@for_lookers
def season_player_sheet(request: HtmxHttpRequest, pk: int, player: int, output: Output = Output.PDF) -> HttpResponse:
    """The same on paper, for the same people.

    :raises Refused: for somebody who has no night in the season yet.
    """
    loaded, person, _ = _players_season(request, pk, player)
    standing = next((one for one in loaded.standings if one.player == person.pk), None)
    if standing is None:
        raise Refused("There is no night of this player in the season yet. Print it after the first one.")
    back = reverse("season-player", args=[pk, player]), loaded.names[standing.player]
    work, file = player_season_work(loaded, standing), f"season-{pk}-player-{player}"
    patience = 0  # lookers have two threads
    return print_answer(request, work, file, output, back, club=loaded.row.club_id, patience=patience)


def _players_season(request: HtmxHttpRequest, pk: int, player: int) -> tuple[LoadedSeason, Player, ClubReader]:
    """A season as its reader may see it, and one of the club's players."""
    row = get_object_or_404(Season.objects.select_related("club"), pk=pk)
    reader = club_reader(request, row.club)
    person = get_object_or_404(row.club.players.filter(is_nameless=False), pk=player)
    return LoadedSeason(row, shown_only=not reader.organizer), person, reader


@club_only
def season_sheet(request: HtmxHttpRequest, club: Club, pk: int, output: Output = Output.PDF) -> HttpResponse:
    """The season's standings on paper."""
    row = get_object_or_404(club.seasons, pk=pk)
    return print_answer(request, season_work(LoadedSeason(row)), f"season-{pk}", output, _back_to(row), club=club.pk)


@club_only
def treasurer_sheet(request: HtmxHttpRequest, club: Club, pk: int, output: Output = Output.PDF) -> HttpResponse:
    """What the season's nights brought, on paper."""
    row = get_object_or_404(club.seasons, pk=pk)
    if not has_kept_money(row):
        messages.info(request, "No night of this season has kept its money here.")
        return redirect("season", row.pk)
    file = f"season-{pk}-treasurer"
    return print_answer(request, season_treasurer_work(row), file, output, _back_to(row), club=club.pk)


def _back_to(row: Season) -> tuple[str, str]:
    return reverse("season", args=[row.pk]), row.name


@require_http_methods(["GET", "HEAD", "POST"])
@club_only
def new_season(request: HtmxHttpRequest, club: Club) -> HttpResponse:
    """Make a new season: this year's, until the form says something else."""
    today = timezone.localdate()
    last = club.seasons.first()
    fresh = Season(club=club, name=str(today.year), first_day=today.replace(month=1, day=1))
    fresh.last_day = today.replace(month=12, day=31)
    if last is not None:  # a club rarely changes its rules
        for name in ("worth", "adding", "best", "place_points", "least_nights", "with_guests", "per_game"):
            setattr(fresh, name, getattr(last, name))
        fresh.tie_breaks = list(last.tie_breaks)
    return _edit(request, club, fresh)


@require_http_methods(["GET", "HEAD", "POST"])
@club_only
def season_settings(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """Change a season's days, rules and nights."""
    return _edit(request, club, get_object_or_404(club.seasons, pk=pk))


def _edit(request: HtmxHttpRequest, club: Club, row: Season) -> HttpResponse:
    """The form of a season: a POST shows what it would be, and with the token of that preview it is saved."""
    form = SeasonForm(request.POST or None, instance=row)
    context: dict[str, object] = {"club": club, "season": row, "form": form}
    if request.method == "POST" and form.is_valid():
        if request.POST.get("save") == form.token:
            try:
                save_season(season=row, exceptions=form.exceptions)
            except Refused as error:
                form.add_error("name", str(error))
            else:
                messages.success(request, f"Saved: {row.name}.")
                return redirect("season", row.pk)
        else:
            context |= _preview(row, form) | {"cancel": request.path}
    return render(request, "tally/club/season_settings.html", context, status=400 if form.errors else 200)


def _preview(row: Season, form: SeasonForm) -> dict[str, object]:
    """What the standings would be with a valid form, beside what they are.

    :raises Gone: when it was deleted in the meantime.
    """
    then = LoadedSeason(row, form.exceptions)
    now = LoadedSeason(saved_season(row)) if row.pk else None
    moves = comparison(now, then)
    return {"moves": moves, "changed": changed_sentence(moves), "nights": then.results, "previewed": True}


@require_POST
@club_only
def remove_season(request: HtmxHttpRequest, club: Club, pk: int) -> HttpResponse:
    """Delete a season; its nights stay."""
    row = get_object_or_404(club.seasons, pk=pk)
    delete_season(season=row)
    messages.success(request, f"Deleted: {row.name}. Its nights are still there.")
    return redirect("seasons")

"""Joining by name: the table's QR code opens tonight's names, and a player taps their own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.forms import JoinForm
from tournament.models import Entry, Night, Player
from tournament.models.keys import new_token
from tournament.night.joining import NameTaken, ask_for_name, release_phone, take_name
from tournament.night.known_phones import join_again as join_known
from tournament.night.known_phones import known_regular
from tournament.presenters.joining import name_context, names_context
from tournament.web.guessing import client_network, note_wrong_code, read_code
from tournament.web.hall_network import joined_at
from tournament.web.request import posted_number
from tournament.web.scoring_pages import scoring_url
from tournament.web.visitors import PHONE_COOKIE, find_night, give_cookie, phone_cookie, who_asks


def night_with_code(key: str) -> Night | None:
    """The progressive night whose tables have this code."""
    nights = Night.objects.filter(kind=Night.Kind.PROGRESSIVE).select_related("club")
    return nights.filter(join_key=key).first()


def names(request: HttpRequest, night: Night) -> HttpResponse:
    """Show tonight's names to a phone that has scanned the table's code."""
    find = request.GET.get("find", "")
    context = {**names_context(night, find), "who": who_asks(request, night), "form": JoinForm()}
    context["known"] = hello_again(request, night)
    page = render(request, "tournament/door/names.html", context)
    if night.status != Night.Status.CLOSED:  # a second try comes from the same phone
        give_cookie(page, PHONE_COOKIE, phone_token(request))
    return page


def take(request: HttpRequest, key: str, entry: int) -> HttpResponse:
    """Ask whether this phone is this player's; a POST takes the name, gives it back, or asks the organizer for it."""
    night = night_with_code(read_code(request, key))
    if night is None:
        note_wrong_code(request, key)
        raise Http404
    player = get_object_or_404(Entry.objects.people(), pk=entry, night=night)
    token, status = phone_token(request), 200
    if request.method == "POST":
        try:
            return _post(request, night, player, token)
        except NameTaken:
            status = 409
    context = name_context(player, token)
    if context["mine"] and night.status != Night.Status.CLOSED:
        return to_table(night, token)
    page = render(request, "tournament/door/take_name.html", {"night": night, **context}, status=status)
    if night.status != Night.Status.CLOSED:
        give_cookie(page, PHONE_COOKIE, token)
    return page


def _post(request: HttpRequest, night: Night, player: Entry, token: str) -> HttpResponse:
    """Do what the page's button says, and lead to the page that comes next."""
    if "release" in request.POST:
        release_phone(entry=player, who=who_asks(request, night), token=token)
        return redirect("claim", night.sealed_join_key)
    if "ask" in request.POST:
        ask_for_name(entry=player, token=token)
        answer = redirect("take-name", night.sealed_join_key, player.pk)
        give_cookie(answer, PHONE_COOKIE, token)
        return answer
    take_name(entry=player, token=token, reached=joined_at(request))
    return to_table(night, token)


@require_POST
def join_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a phone that is known play for its player tonight."""
    night, token = find_night(slug), phone_cookie(request)
    join_known(
        night=night,
        player_id=posted_number(request, "player"),
        token=token,
        who=who_asks(request, night),
        network=client_network(request),
        reached=joined_at(request),
    )
    return to_table(night, token)


def hello_again(request: HttpRequest, night: Night) -> Player | None:
    """The regular whom this phone is greeted as, unless its owner says that it is somebody else."""
    return None if "not-me" in request.GET else known_regular(night, phone_cookie(request))


def phone_token(request: HttpRequest) -> str:
    """This phone's token, or a new one."""
    return phone_cookie(request) or new_token()


def to_table(night: Night, token: str) -> HttpResponse:
    """Lead a phone that plays for somebody now to that player's table."""
    response = redirect(scoring_url("play", night.slug))
    give_cookie(response, PHONE_COOKIE, token)
    return response

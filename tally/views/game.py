"""One game's hands: seen by its players and the organizer, each hand correctable in two taps."""

from __future__ import annotations

from uuid import uuid4

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tally.forms import HandForm, read_result, result_of
from tally.loading.games import LoadedGame, load_game, night_games
from tally.loading.ties import may_be_decided, tie_of, went_to
from tally.models import Hand
from tally.presenters.results import dispute_context, every_bid, recorded_result, scoring_buttons
from tally.rules import read_record
from tally.scoring.corrections import correct_hand
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tally.views.loners import asks_who_went_alone, loner_context
from tally.views.total import total_context
from tournament.access import Who, find_night, require_seat, who_asks
from tournament.http import HtmxHttpRequest
from tournament.models import Entry, Game, Night
from tournament.movements.seats import Seat, Side, dealer
from tournament.people.errors import Refused
from tournament.people.names import clean_name
from tournament.planning.rounds import decides_seats
from tournament.views.posted import posted_number


def game(request: HtmxHttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every hand of a game, with its versions."""
    night, who, loaded, us = _enter(request, slug, pk)
    context = (
        _context(night, who, loaded, us)
        | scoring_buttons(night, us)
        | {"others_here": _others_here(night, loaded) if who.organizer else ()}
    )
    return render(request, "tally/game/game.html", context)


def _others_here(night: Night, loaded: LoadedGame) -> list[dict[str, object]]:
    """The other games of this table that have begun, or come before this one: the way to any hand, newest first."""
    return [
        total_context(game)
        for game in reversed(night_games(night, Q(table=loaded.play.table)))
        if game.row.pk != loaded.row.pk and (game.play.played or game.number < loaded.number)
    ]


def _enter(request: HtmxHttpRequest, slug: str, pk: int) -> tuple[Night, Who, LoadedGame, Side]:
    """
    :raises NotAllowed: for anybody but the four players and the organizer. :raises Http404: for another night's game.
    """
    night = find_night(slug)
    row = get_object_or_404(Game.objects.select_related("round"), pk=pk, round__night=night)
    who = who_asks(request, night)
    require_seat(who, row)
    loaded = load_game(row, night)
    us = loaded.seat_of(who.entry).side if who.entry in loaded.players.values() and who.entry else Side.NS
    return night, who, loaded, us


def _sits(who: Who, loaded: LoadedGame) -> bool:
    """Whether this phone plays here; the organizer may play at another table, or not at all."""
    return who.entry in loaded.players.values() and not who.watches_only


def _context(night: Night, who: Who, loaded: LoadedGame, us: Side) -> dict[str, object]:
    versions = Hand.objects.filter(game=loaded.row).select_related("entry").order_by("number", "version")
    history: dict[int, list[dict[str, object]]] = {}
    for row in versions:
        history.setdefault(row.number, []).append(
            {"row": row, "result": row.record and recorded_result(night, read_record(row.record), us)}
        )
    hands = [
        {
            "hand": hand,
            "result": recorded_result(night, hand.record, us),
            "dealer": loaded.players[dealer(hand.number)],
            "history": history.get(hand.number, [])[:-1],
        }
        for hand in loaded.hands
    ]
    tie = tie_of(loaded)
    names = {side: [loaded.players[seat] for seat in side.seats] for side in Side}
    return (
        total_context(loaded)
        | dispute_context(night, loaded, us)
        | {
            "night": night,
            "who": who,
            "us": us,
            "hands": hands,
            "we": names[us],
            "they": names[us.other],
            "ours": loaded.play.total(us),
            "theirs": loaded.play.total(us.other),
            "tie": tie,
            "went_to": went_to(loaded, tie.winner) if tie and tie.winner else "",
            "may_extend": night.status == Night.Status.PLAYING
            and not loaded.play.signed
            and (loaded.rung_at or loaded.rings_at),
            "objected": loaded.progress.disputed,
            "follows": decides_seats(night, loaded.number),
            "sits": _sits(who, loaded),
            "may_decide": who.organizer and may_be_decided(loaded),
            "next_hand": loaded.next_hand,
            "may_correct": (
                night.status == Night.Status.PLAYING
                and not loaded.play.paper
                and (who.organizer or not loaded.play.signed)
            ),
        }
    )


def correct(request: HtmxHttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Correct a hand or take it back; the old version stays on record. The organizer may also record the next hand."""
    night, who, loaded, us = _enter(request, slug, pk)
    problem = ""
    if request.method == "POST":
        try:
            if "result" in request.POST and asks_who_went_alone(
                request, night, read_result(night, request.POST["result"])
            ):
                return render(
                    request,
                    "tally/phone/loner.html",
                    loner_context(request, night, loaded.row) | {"back": request.path},
                )
            _correct(request, night, who, loaded, number)
            return redirect("play" if _sits(who, loaded) else "board", slug)
        except Refused as refusal:
            problem = str(refusal)
            loaded = load_game(loaded.row, night)
    hand = loaded.hand(number)
    context = _context(night, who, loaded, us) | {
        "hand": hand,
        "number": number,
        "problem": problem,
        **scoring_buttons(night, us, request.GET.get("bid", "")),
        "others": tuple(
            loaded.play.total(side) - (hand.scored.points.get(side, 0) if hand else 0) for side in (us, us.other)
        ),
        "every_bid": every_bid(night, us) if who.organizer else (),
        "was": hand and recorded_result(night, hand.record, us),
        "value": hand and result_of(night, hand.data),
        "dealer": loaded.players[dealer(number)] if number else loaded.players[Seat.N],
    }
    return render(request, "tally/game/correct.html", context, status=409 if problem else 200)


def _correct(request: HtmxHttpRequest, night: Night, who: Who, loaded: LoadedGame, number: int) -> None:
    why = clean_name(request.POST.get("why", ""))[:200]
    if "withdraw" in request.POST:
        undo_hand(game=loaded.row, hand=posted_number(request, "withdraw"), key=uuid4().hex, who=who, why=why)
        return
    form = HandForm(request.POST)
    if not form.is_valid():
        raise Refused("Tap what really happened in this hand.")
    data = form.cleaned_data
    alone_by = Entry.objects.filter(pk=data["alone_by"] or 0).first()
    record = read_result(night, data["result"])
    if who.organizer and "of" not in request.POST:  # for a table without a phone
        record_hand(game=loaded.row, number=number, record=record, key=data["key"], who=who, alone_by=alone_by)
        return
    correct_hand(
        game=loaded.row,
        of=posted_number(request, "of"),
        key=data["key"],
        who=who,
        alone_by=alone_by,
        record=record,
        why=why,
    )

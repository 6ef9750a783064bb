"""A single table: any game to its target, every hand entered tap by tap on one phone, or on several."""

from __future__ import annotations

from uuid import uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tally.loading.single_table import LoadedTable, load_table, table_games
from tally.presenters.single_table import hand_text, question_buttons, rare_buttons, result_sentence, series_text
from tally.rules import VARIANTS, ask
from tally.scoring.single_table import begin_next_game, correct_at_table, record_at_table, require_turn, undo_at_table
from tally.scoring.versions import HandTaken
from tally.views.games import grouped
from tournament.access import ORGANIZER, Who, find_night, organizers_club, who_asks
from tournament.addresses import card_address, qr_svg, site_address
from tournament.forms import NamesForm
from tournament.http import HtmxHttpRequest
from tournament.live.events import last_event
from tournament.models import Game, Night
from tournament.night.signup import AlreadyHere
from tournament.night.single_table import open_single_table
from tournament.people.errors import NotAllowed, Refused
from tournament.views.posted import posted_number, whole_number

MID_QUESTION = 999_999_999_999  # newer than any event: nothing that happens meanwhile takes a question away


class TableForm(NamesForm):
    """Which game, and who sits round the table."""

    variant = forms.ChoiceField(
        label="Game",
        choices=[
            (group, [(slug, f"{v.name} ({', '.join(map(str, v.table_sizes))} players)") for slug, v in games])
            for group, games in grouped(VARIANTS.values())
        ],
        help_text="Its house rules can be chosen at the table, until the first hand.",
    )
    field_order = ("variant", "names")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        del self.fields["also_same_names"]
        self.fields["names"].label = "Players"
        self.fields[
            "names"
        ].help_text = "One a line, in the order in which they deal, clockwise. Partners sit opposite each other."

    def clean(self) -> dict[str, object]:
        """The game must be one for so many players."""
        data = super().clean() or {}
        variant, names = VARIANTS.get(str(data.get("variant"))), data.get("names")
        if variant and isinstance(names, list) and len(names) not in variant.table_sizes:
            sizes = " or ".join(map(str, variant.table_sizes))
            self.add_error("names", f"{variant.name} is for {sizes} players; this list has {len(names)}.")
        return data


def begin(request: HtmxHttpRequest) -> HttpResponse:
    """Choose a game, write the names, and play."""
    club = organizers_club(request)
    if club is None:
        raise NotAllowed("Only the organizer can open a table. Open the sign-in link that the laptop shows.")
    form = TableForm(request.POST or None, initial={"variant": "standard"})
    if request.method == "POST" and form.is_valid():
        variant = VARIANTS[form.cleaned_data["variant"]]
        try:
            night = open_single_table(
                club=club, name=variant.name, variant=variant.slug, names=form.cleaned_data["names"], who=ORGANIZER
            )
            return redirect("single-table", night.slug)
        except AlreadyHere as error:
            form.add_error("names", f"{error} Add a letter or a nickname.")
        except Refused as error:
            form.add_error("names", str(error))
    return render(request, "tally/single_table/begin.html", {"form": form}, status=400 if form.errors else 200)


def table(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """The table's one page. A tap is posted here: it brings the next question, or is the hand."""
    night = find_night(slug, any_kind=True)
    if not night.single_table:
        return redirect("seats", night.slug)
    who = who_asks(request, night)
    if request.method == "POST":
        return _tapped(request, night, who)
    seen = whole_number(request.GET.get("seen", ""))
    if request.htmx and seen and seen >= last_event(night.pk):
        return HttpResponse(status=204)
    games = table_games(night)
    asked = next((g for g in games if g.number == whole_number(request.GET.get("game", ""))), games[-1])
    return _page(request, night, who, asked, of=whole_number(request.GET.get("of", "")))


def _tapped(request: HtmxHttpRequest, night: Night, who: Who) -> HttpResponse:
    row = get_object_or_404(Game.objects.select_related("round"), pk=posted_number(request, "game"), round__night=night)
    of, number = posted_number(request, "of"), posted_number(request, "hand")
    said, key = request.POST.get("said", "")[:80], request.POST.get("key", "")
    try:
        _require_player(who)
        game = load_table(night, row)
        answer = ask(game.setup, said)
        if not isinstance(answer, dict):
            if not of:
                require_turn(game, number)
            return _page(request, night, who, game, of=of, said=said, number=number)
        if of:
            correct_at_table(game=row, of=of, record=answer, key=key, who=who)
        else:
            record_at_table(game=row, number=number, record=answer, key=key, who=who)
    except NotAllowed:
        raise
    except HandTaken as taken:
        return _page(
            request,
            night,
            who,
            load_table(night, row),
            problem=(f"{taken} If yours is right, correct it: it stands under “Hands”."),
        )
    except Refused as refusal:
        return _page(request, night, who, load_table(night, row), problem=str(refusal))
    return _done(request, night, who)


def _done(request: HtmxHttpRequest, night: Night, who: Who) -> HttpResponse:
    """After a change: the page at once for htmx, by a redirect without it."""
    if request.htmx:
        return _page(request, night, who, table_games(night)[-1])
    return redirect("single-table", night.slug)


def _page(
    request: HtmxHttpRequest,
    night: Night,
    who: Who,
    game: LoadedTable,
    *,
    of: int = 0,
    said: str = "",
    number: int = 0,
    problem: str = "",
) -> HttpResponse:
    """The page at its next question. `number` is the hand that the first tap was for: it stays the same one when
    somebody else records it meanwhile, so that nothing is recorded twice."""
    seen = last_event(night.pk)
    night.refresh_from_db()
    hand = next((h for h in game.hands if h.id == of), None)
    number = hand.number if hand else number or game.next_hand
    question = ask(game.setup, said)
    assert not isinstance(question, dict)
    last = game.hands[-1] if game.hands else None
    context = {
        "night": night,
        "who": who,
        "game": game,
        "hand": number,
        "of": hand,
        "said": said,
        "problem": problem,
        "seen": MID_QUESTION if said or hand else seen,
        "key": uuid4().hex,
        "may_score": _may_score(night, who),
        "was": hand and hand_text(game, hand),
        "dealer": game.dealer(number),
        "last": last,
        "last_words": last and hand_text(game, last, letters=10),
        "question": question_buttons(game, question),
        "rare": rare_buttons(game) if hand and not said else [],
        "result": result_sentence(game),
        "series": series_text(table_games(night)) if game.over else "",
    }
    partial = request.htmx
    name = "tally/single_table/_single_table.html" if partial else "tally/single_table/single_table.html"
    return render(request, name, context, status=409 if problem else 200)


@require_POST
def undo(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Take back the last hand."""
    night, who, row = _changed(request, slug)
    undo_at_table(game=row, hand=posted_number(request, "undo"), key=uuid4().hex, who=who)
    return _done(request, night, who)


@require_POST
def another(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Begin the next game, whether this one has been won or is broken off."""
    night, who, row = _changed(request, slug)
    begin_next_game(game=row, seen_hand=posted_number(request, "upto"), who=who)
    return _done(request, night, who)


def _changed(request: HtmxHttpRequest, slug: str) -> tuple[Night, Who, Game]:
    night = find_night(slug, any_kind=True)
    who = who_asks(request, night)
    _require_player(who)
    row = get_object_or_404(Game.objects.select_related("round"), pk=posted_number(request, "game"), round__night=night)
    return night, who, row


def _may_score(night: Night, who: Who) -> bool:
    """Whether this phone's pages show buttons."""
    return night.status == Night.Status.PLAYING and (who.organizer or bool(who.entry and not who.watches_only))


def _require_player(who: Who) -> None:
    if not who.organizer and who.entry is None:
        raise NotAllowed(
            "This phone is not signed in as a player of this table. Scan a player's square on the "
            "laptop, or type the code below it."
        )


def hands(request: HtmxHttpRequest, slug: str) -> HttpResponse:
    """Every hand of every game, the phones' codes for the organizer, and the way to correct anything."""
    night = find_night(slug, any_kind=True)
    if not night.single_table:
        return redirect("seats", night.slug)
    who = who_asks(request, night)
    games = table_games(night)
    rows = [
        {
            "game": game,
            "result": result_sentence(game),
            "hands": [
                {"hand": hand, "words": hand_text(game, hand), "dealer": game.dealer(hand.number)}
                for hand in game.hands
            ],
        }
        for game in reversed(games)
    ]
    site = site_address(request)
    cards = [(entry, qr_svg(card_address(entry, site))) for entry in games[0].players] if who.organizer else []
    return render(
        request,
        "tally/single_table/hands.html",
        {
            "night": night,
            "who": who,
            "games": rows,
            "cards": cards,
            "site": site,
            "seen": last_event(night.pk),
            "now": games[-1],
            "rare": rare_buttons(games[-1]),
            "key": uuid4().hex,
            "may_correct": _may_score(night, who),
        },
    )

"""Telling a table's phones that a hand or the total changed, or that a hand with two answers stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tally.loading.games import LoadedGame, load_game
from tally.models import Hand, PaperTotal
from tally.scores.point_labels import against, signed
from tally.scoring.versions import writer
from tournament.access import Who
from tournament.live.events import tell
from tournament.models import Entry
from tournament.movements.seats import Side
from tournament.people.names import isolated

NOT_TYPED = "\u2060"  # invisible; `clean_name` takes it out of what somebody types
WRONG_SEATS = f"wrong seats{NOT_TYPED}"  # why a version was written that changes who scored, and not what
SENT_AGAIN = f"sent again{NOT_TYPED}"  # why one was written that a phone kept, whoever had entered it


def tell_table(before: LoadedGame, written: Hand | PaperTotal) -> None:
    """Tell the other players, each as their side sees it, what just changed the score. Call inside its transaction."""
    after = load_game(before.row, before.night)
    _tell_each(after, lambda reader: changed_score_text(after, written, reader))


def tell_kept_hand(game: LoadedGame, number: int, who: Who) -> None:
    """Tell the other players that `who` kept a hand as it was. Call inside its transaction."""
    keeper: Entry | None = writer(who)["entry"]
    by = isolated(keeper.short_name) if keeper else "The organizer"

    def text(reader: Entry) -> str:
        if reader == keeper:
            return ""
        return f"{by} kept hand {number} at {_points(game, number, reader)}: {_score(game, reader)}."

    _tell_each(game, text)


def tell_sent_again(before: LoadedGame, who: Who) -> None:
    """Tell the others that a phone sent newer versions of hands than the server had. Call inside its transaction."""
    after = load_game(before.row, before.night)
    _tell_each(after, lambda reader: "" if reader == who.entry else _sent_again_text(after, reader))


def tell_decided(game: LoadedGame, side: Side) -> None:
    """Tell the side that objects that the organizer confirmed the score. Call inside its transaction."""
    _tell_each(
        game,
        lambda reader: (
            f"The organizer confirmed the score of game {game.number}: {_score(game, reader)}."
            if game.seat_of(reader).side is side
            else ""
        ),
    )


def _tell_each(game: LoadedGame, text_for: Callable[[Entry], str]) -> None:
    """Send each player the text for them; nothing to whom it is empty for."""
    for side in Side:
        texts = {game.players[seat].pk: text_for(game.players[seat]) for seat in side.seats}
        for text in set(filter(None, texts.values())):
            tell(game.night.pk, *(f"notice-{pk}" for pk in texts if texts[pk] == text), text=text)


def changed_score_text(game: LoadedGame, written: Hand | PaperTotal, reader: Entry) -> str:
    """What to tell `reader` of the newest change, of a hand or of the total from paper; empty: nothing."""
    if isinstance(written, PaperTotal):
        if written.why == WRONG_SEATS and _is_as_before(game.rows.paper_totals):
            return f"The organizer fixed the seating of game {game.number}."
        change = f"entered the total of game {game.number}:"
        if written.ns is None:
            change = f"took back the total of game {game.number}: now"
        return f"The organizer {change} {_score(game, reader)}."
    return _changed_hand_text(game, written, reader)


def _is_as_before(totals: Sequence[PaperTotal]) -> bool:
    """Whether the newest version of a total has the points of the one before it."""
    return len(totals) > 1 and (totals[-2].ns, totals[-2].ew) == (totals[-1].ns, totals[-1].ew)


def _changed_hand_text(game: LoadedGame, hand: Hand, reader: Entry) -> str:
    """Who changed this hand, and the new score, as `reader` sees it; empty: nothing to tell."""
    if hand.entry_id == reader.pk:
        return ""
    if hand.why == SENT_AGAIN:
        return _sent_again_text(game, reader)
    if not _concerns_the_table(game, hand):
        return ""
    by, name = isolated(hand.entry.short_name) if hand.entry else "The organizer", f"hand {hand.number}"
    if hand.entry is None:
        name += f" of game {game.number}"  # a player changes only the game at the table
    if game.hand(hand.number) is None:
        return f"{by} took out {name}: now {_score(game, reader)}."
    if any(answer.key == hand.key and answer.entry_id == reader.pk for answer in game.rows.disputes):
        return f"{by} agrees with you on {name}: {_score(game, reader)}."
    return f"{by} changed {name} to {_points(game, hand.number, reader)}: now {_score(game, reader)}."


def _sent_again_text(game: LoadedGame, reader: Entry) -> str:
    """The score after phones sent hands again, which others may have entered: in nobody's name."""
    return f"Phones sent hands again: now {_score(game, reader)}."


def _points(game: LoadedGame, number: int, reader: Entry) -> str:
    """What a hand scored, as `reader` sees it: "+2 us"."""
    hand, us = game.hand(number), game.seat_of(reader).side
    ours, theirs = (hand.scored.points.get(side, 0) if hand else 0 for side in (us, us.other))
    return " and ".join([f"{signed(ours)} us"] * bool(ours) + [f"{signed(theirs)} them"] * bool(theirs)) or "no points"


def _score(game: LoadedGame, reader: Entry) -> str:
    us = game.seat_of(reader).side
    return against(game.play.total(us), game.play.total(us.other))


def _concerns_the_table(game: LoadedGame, hand: Hand) -> bool:
    """Whether others must hear of this version of a hand.

    They need not when somebody takes back a hand that nobody else has tapped, or records anew one that was taken back.
    """
    earlier = [other for other in game.rows.versions if other.number == hand.number and other.pk < hand.pk]
    if not earlier or earlier[-1].record == hand.record:
        return False
    old = earlier[-1]
    if hand.entry_id is None:
        return True
    if hand.record is not None:
        return old.record is not None
    tapped = {answer.entry_id for answer in game.rows.disputes if answer.number == hand.number and answer.at >= old.at}
    return not {old.entry_id, *tapped} <= {hand.entry_id}

"""What the two pages of a single table show: the one that asks for a hand, and the one with every hand."""

from __future__ import annotations

from uuid import uuid4

from tally.loading.single_table import LoadedTable, table_games
from tally.presenters.single_table import (
    hand_text,
    hickeys_score,
    question_buttons,
    rare_buttons,
    result_sentence,
    rubber_score,
    rubber_sentence,
    series_text,
)
from tally.rules import ask, plays_rubbers
from tournament.access import Who
from tournament.live.events import last_event
from tournament.models import Night

MID_QUESTION = 999_999_999_999  # newer than any event: nothing that happens meanwhile takes a question away


def table_page_context(
    night: Night, who: Who, game: LoadedTable, *, of: int = 0, path: str = "", number: int = 0
) -> dict[str, object]:
    """The page at its next question, after the taps of `path`.

    `of` is the row of a hand that is corrected. `number` is the hand that the first tap was for: it stays the same
    one when somebody else records it meanwhile, so that nothing is recorded twice.
    """
    seen = last_event(night.pk)
    night.refresh_from_db()
    hand = next((hand for hand in game.hands if hand.id == of), None)
    number = hand.number if hand else number or game.next_hand
    question = ask(game.setup, path)
    assert not isinstance(question, dict)
    last = game.hands[-1] if game.hands else None
    games = [each for each in table_games(night) if each.number <= game.number]
    return {
        "night": night,
        "who": who,
        "game": game,
        "hand": number,
        "of": hand,
        "path": path,
        "seen": MID_QUESTION if path or hand else seen,
        "key": uuid4().hex,
        "may_score": may_score(night, who),
        "was": hand and hand_text(game, hand),
        "dealer": game.dealer(number),
        "last": last,
        "last_text": last and hand_text(game, last, letters=10),
        "question": question_buttons(game, question),
        "rare": rare_buttons(game) if hand and not path else [],
        "result": result_sentence(game),
        "hickeys": hickeys_score(game),
        "target": None if night.until_a_time else game.setup.rulebook.variant.end.target,
        "rings_at": None if game.over else game.row.round.rings_at,
        "series": series_text(games) if game.over else "",
        "rubber": plays_rubbers(game.setup.variant, night.house_rules)
        and {
            "score": rubber_score(games),
            "won": rubber_sentence(games),
        },
        "back_to": 0 if last else game.number - 1,
    }


def hands_page_context(night: Night, who: Who, games: list[LoadedTable]) -> dict[str, object]:
    """Every hand of every game, the newest game first."""
    rows = [
        {
            "game": game,
            "result": result_sentence(game),
            "hands": [
                {"hand": hand, "text": hand_text(game, hand), "dealer": game.dealer(hand.number)} for hand in game.hands
            ],
        }
        for game in reversed(games)
    ]
    return {
        "night": night,
        "who": who,
        "games": rows,
        "seen": last_event(night.pk),
        "now": games[-1],
        "rare": rare_buttons(games[-1]),
        "rubber_won": plays_rubbers(games[0].setup.variant, night.house_rules) and rubber_sentence(games),
        "key": uuid4().hex,
        "may_correct": may_score(night, who),
    }


def may_score(night: Night, who: Who) -> bool:
    """Whether this phone's pages show buttons."""
    return night.status == Night.Status.PLAYING and (who.organizer or bool(who.entry and not who.watches_only))

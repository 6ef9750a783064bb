"""The example hands are played as the rules say, card by card, and paid by tonight's scorer or not shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tally.rules import VARIANTS, HandResult, TableSetup, answers_of, house_rules_of, points_of, read_record, score
from tally.rules.cards import Card, read_card
from tally.rules.entries.examples import EXAMPLES
from tally.rules.examples import Example, ShownExample, Trick, example_of
from tally.rules.house_rules import resolve
from tally.rules.language import EACH_ALIKE, Deal, Variant
from tests.support.card_play import JOKER, may_play, pack_of, suit_of, winner

PLAYED = [(example, slug) for example in EXAMPLES for slug in example.games]
NO_JOKER: dict[str, dict[str, Any]] = {"british-euchre": {"pack": 24}, "railroad": {"joker": False}}
EVERY = pytest.mark.parametrize(("example", "slug"), PLAYED, ids=[slug for _, slug in PLAYED])


def written(card: Card) -> str:
    """The card as the checker writes it."""
    return f"{card.rank}{card.suit}" if card.suit else JOKER


def shown(slug: str, players: int = 0, **house_rules: Any) -> ShownExample | None:
    return example_of(TableSetup(VARIANTS[slug], players or VARIANTS[slug].players, house_rules))


def entry(slug: str) -> Variant:
    """The entry with the usual house rules."""
    return resolve(VARIANTS[slug], answers_of(VARIANTS[slug], {}))


def deal_of(example: Example, slug: str) -> Deal:
    return next(deal for deal in entry(slug).deals if deal.players == example.players)


def problems_of_play(example: Example, *, left_bower_stays: bool) -> list[str]:
    """What is wrong with the play: a suit not followed, a trick that another card wins, a wrong lead."""
    hands = {seat: [written(card) for card in example.hand(seat)] for seat in range(example.players)}
    problems, leader = [], example.tricks[0].led
    for number, trick in enumerate(example.tricks, 1):
        cards = [written(card) for card in trick.cards]
        if trick.led != leader:
            problems.append(f"trick {number}: the winner of the last one does not lead")
        for seat, card in trick.by_seat().items():
            legal = may_play(hands[seat], cards[0], example.trump, left_bower_stays=left_bower_stays)
            if seat != trick.led and written(card) not in legal:
                problems.append(f"trick {number}: {written(card)} does not follow {cards[0]}")
            hands[seat].remove(written(card))
        best = winner(cards, example.trump, left_bower_stays=left_bower_stays)
        leader = (trick.led + best) % example.players
        if leader != trick.won:
            problems.append(f"trick {number}: {cards[best]} wins")
    return problems


@EVERY
def test_every_card_follows_suit_and_the_best_card_wins(example: Example, slug: str) -> None:
    assert problems_of_play(example, left_bower_stays=VARIANTS[slug].left_bower_stays) == []


@EVERY
def test_the_cards_are_those_of_the_pack(example: Example, slug: str) -> None:
    deal, pack = deal_of(example, slug), pack_of(deal_of(example, slug))
    used = Counter(written(card) for seat in range(example.players) for card in example.hand(seat))
    used.update(filter(None, (*example.left_out, example.laid_away)))
    assert not used - pack, "a card is there too often"
    assert [len(example.hand(seat)) for seat in range(example.players)] == [deal.tricks] * deal.players
    if not deal.kitty and not deal.undealt:
        assert used == pack
    assert all(len(trick.cards) == deal.players for trick in example.tricks) and len(example.tricks) == deal.tricks


@EVERY
def test_the_player_who_may_leads_and_the_maker_has_the_cards_of_the_call(example: Example, slug: str) -> None:
    dealer = example.players - 1
    assert example.tricks[0].led == 0, (
        "the dealer’s left leads where a card is turned up, and it is the bidder elsewhere"
    )
    if example.bid is None:
        assert example.maker == dealer and read_card(example.turned_up) in example.hand(dealer)
        assert suit_of(example.turned_up, example.trump) == example.trump
        assert example.laid_away != example.turned_up
    else:
        assert example.maker == 0
    trumps = [card for card in example.hand(example.maker) if suit_of(written(card), example.trump) == example.trump]
    assert len(trumps) * 5 >= 2 * len(example.tricks), "nobody bids without trumps"
    if example.called:
        (partner,) = example.partners
        of_suit = [card for card in pack_of(deal_of(example, slug)) if card[-1] == example.called[-1]]
        assert read_card(example.called) in example.hand(partner) and f"A{example.called[-1]}" in of_suit


@EVERY
def test_the_points_are_those_of_the_tricks_played(example: Example, slug: str) -> None:
    rules = {} if any(not card.suit for trick in example.tricks for card in trick.cards) else NO_JOKER.get(slug, {})
    found = shown(slug, example.players, **rules)
    assert found and found.example is example
    won = Counter(trick.won for trick in example.tricks)
    setup = TableSetup(VARIANTS[slug], example.players, {})
    maker = next(party for party, seats in setup.parties.items() if example.maker in seats)
    side = {*setup.parties[maker], *example.partners}
    tricks = sum(won[seat] for seat in side)
    record = {
        "variant": slug,
        "players": example.players,
        "maker_side": maker,
        "bid": example.bid,
        "maker_tricks": tricks,
        "defender_tricks": len(example.tricks) - tricks,
        "trump": example.trump,
        "extras": dict(example.facts)
        or ({"tricks_by_player": [won[seat] for seat in range(example.players)]} if isinstance(maker, int) else {}),
    }
    if isinstance(maker, int) and VARIANTS[slug].sides == EACH_ALIKE:
        record["extras"] = dict(example.facts)
    assert found.pays.points == points_of(setup.rulebook, HandResult(maker, score(read_record(record))))
    assert f"took {tricks} of {len(example.tricks)} tricks" in found.pays.happened


def test_a_trick_can_be_said_as_a_sentence() -> None:
    found = shown("standard")
    assert found and len(found.said) == 5
    assert found.said[4] == (
        "Trick 5: Maker leads the jack of spades, Left the jack of clubs, Partner the king of diamonds, "
        "Right the queen of clubs. Maker wins."
    )


def test_the_checker_finds_a_revoke_a_wrong_winner_and_a_wrong_lead() -> None:
    right = EXAMPLES[0]
    assert problems_of_play(right, left_bower_stays=False) == []

    def with_trick(number: int, trick: str) -> Example:
        played = list(right.played)
        played[number] = trick
        return Example(games=right.games, maker=right.maker, trump=right.trump, played=tuple(played))

    assert "trick 5: JS wins" in problems_of_play(with_trick(4, "3 JS JC KD QC 0"), left_bower_stays=False)
    assert any(
        "does not lead" in each for each in problems_of_play(with_trick(1, "1 KC AC 9C JD 1"), left_bower_stays=False)
    )
    swapped = with_trick(0, "0 AH AC 10H QH 0")
    swapped = Example(
        games=right.games, maker=3, trump="S", played=(swapped.played[0], "0 KC KH 9C JD 0", *swapped.played[2:])
    )
    assert any("AC does not follow AH" in each for each in problems_of_play(swapped, left_bower_stays=False))


def test_every_family_has_an_example() -> None:
    without = [slug for slug in VARIANTS if shown(slug) is None]
    assert set(without) == {"auction-six", "auction-seven", "double-hasenpfeffer-cats-six"}, (
        "too many seats for a phone"
    )


@pytest.mark.parametrize(
    ("slug", "house_rules"),
    [
        ("powers-double-deck", {"minimum_bid": 3}),
        ("standard", {"pack": 28}),
        ("pfeffer", {"no_trump": False}),
    ],
)
def test_a_house_rule_that_allows_the_example_keeps_it(slug: str, house_rules: dict[str, Any]) -> None:
    assert shown(slug, **house_rules)


def test_a_house_rule_changes_what_the_example_pays() -> None:
    usual, tonight = shown("pepper-cats"), shown("pepper-cats", set="six")
    assert usual and tonight
    assert usual.pays.points == {"A": -4, "B": 2} and tonight.pays.points == {"A": -6, "B": 2}
    assert "The makers lose 6" in tonight.pays.why


@pytest.mark.parametrize(
    ("slug", "players", "house_rules"),
    [
        ("progressive", 4, {"reading": "P2"}),  # five tricks, not six
        ("dirty-clubs", 5, {}),  # another table
    ],
)
def test_an_example_that_cannot_be_is_not_shown(slug: str, players: int, house_rules: dict[str, Any]) -> None:
    assert shown(slug, players, **house_rules) is None


def test_an_example_whose_bid_is_not_allowed_tonight_is_not_shown() -> None:
    setup = TableSetup(VARIANTS["double-hasenpfeffer-cats"], 4, {})
    low = next(example for example in EXAMPLES if "double-hasenpfeffer-cats" in example.games)
    assert low.bid == 7 and example_of(setup)
    assert shown("buck", minimum_bid=4) and not shown("michigan-family", minimum_bid=5)


def test_no_answer_of_any_house_rule_breaks_an_example() -> None:
    for slug, variant in VARIANTS.items():
        for name, rule in house_rules_of(variant).items():
            for answer in () if name in ("sit_out_credit", "renege", "target") else rule.answers:
                found = shown(slug, **{name: answer})
                assert found is None or found.pays.payments


@pytest.mark.parametrize(
    ("text", "name", "red"),
    [("JS", "jack of spades", False), ("10H", "ten of hearts", True), ("AD", "ace of diamonds", True)],
)
def test_a_card_has_a_name_and_a_color(text: str, name: str, red: bool) -> None:
    assert (read_card(text).name, read_card(text).red) == (name, red)


def test_the_joker_has_no_suit() -> None:
    assert (read_card("joker").name, read_card("joker").suit) == ("joker", "")


def test_a_trick_knows_who_played_what() -> None:
    assert Trick(2, (read_card("AS"), read_card("9S"), read_card("KS")), 2).by_seat()[1] == read_card("KS")

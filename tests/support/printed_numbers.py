"""Compares every number on the filled cards and the standings, read back from their PDFs, with the night's export.

    python -m tests.simulations.check_paper --numbers 200

plays so many random nights (movements, ties, substitutes, paper totals, players who leave early or arrive late, ghosts,
4 to 20 games, large print) and compares them. `tests.support.tagged_numbers` compares the numbers
on all other sheets; the expected ones come from `tests.support.exported_numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import uuid4

import pypdfium2

from tally.paper.document import Job
from tally.paper.measures import Paper
from tests.support.exported_numbers import ExpectedCard, expected_cards
from tests.support.paper_checks import Word, read_words
from tests.support.tagged_numbers import Exported, compare_cards, compare_season, compare_sheets, read_parts

ROW_TOLERANCE = 5.2  # points between the middles of a row and of its words; rows are at least 12 apart


# --- Numbers on paper -------------------------------------------------------------------------------------


def read_cards(pdf: bytes, job: Job) -> Iterator[tuple[int, dict[int, tuple[Any, ...]], int]]:
    """Yield number, lines by game and total of every filled card, in printing order."""
    for page in pypdfium2.PdfDocument(pdf):
        wide, high = page.get_size()
        words, across, down = list(read_words(page)), wide / 2, high if job.large else high / 2
        for foot in (0,) if job.large else (down, 0):
            for left in (0, across):
                inside = [word for word in words if left < word.left < left + across and foot < word.foot < foot + down]
                if inside:
                    yield _card(inside, job.scale)


def _card(words: Sequence[Word], scale: float) -> tuple[int, dict[int, tuple[Any, ...]], int]:
    head = next(word for word in words if word.text == "Against")
    names = sorted((word for word in words if abs(_middle(word) - _middle(head)) < 3 * scale), key=lambda one: one.left)
    assert [name.text for name in names] == ["Game", "Table", "With", "Against", "Us", "Them", "Total"]
    rows = [word for word in words if word.top < head.foot and word.text.isdigit() and _column(word, names) == 0]
    foot = next(word for word in words if word.text == "Total" and word.top < head.foot)
    lines = {int(row.text): _line(_beside(words, row, scale), names) for row in rows}
    total = next(word for word in _beside(words, foot, scale) if foot.right < word.left)
    number = next(word for word in words if word.size == 24 * scale)
    return int(number.text), lines, _number(total.text)


def _line(words: Sequence[Word], names: Sequence[Word]) -> tuple[Any, ...]:
    """Read a row of a card as a line of `ExpectedCard`."""
    if sits_out := [word for word in words if word.text[0] in "so+" and word.text != "="]:
        credit = next((int(word.text) for word in sits_out if word.text.startswith("+")), 0)
        total = [word.text for word in words if _column(word, names) == 6]
        return "sits out", credit, _number(total[0]) if total else None
    cells = ["".join(word.text for word in words if _column(word, names) == column) for column in range(7)]
    partner = cells[2] if cells[2] == "ghost" else int(cells[2])
    scored = (_number(cell) if cell else None for cell in cells[4:])
    return int(cells[1]), partner, frozenset(map(int, cells[3].split("·"))), *scored


class Ranked(NamedTuple):
    """A row of the standings; `games` is empty when the paper is too narrow for them."""

    place: int
    shared: bool
    number: int
    total: int
    games: tuple[int | None, ...]


def read_standings(pdf: bytes, job: Job) -> Iterator[Ranked]:
    """Yield every row of the standings, in order."""
    for page in pypdfium2.PdfDocument(pdf):
        words = list(read_words(page))
        heads = [word for word in words if word.text == "No."]
        if not heads:
            continue
        names = [word for word in words if abs(word.foot - heads[0].foot) < 3 * job.scale]
        games = sorted((word for word in names if word.text.isdigit()), key=lambda word: int(word.text))
        total = next(word for word in names if word.text == "Total")
        below = [word for word in words if word.top < heads[0].foot]
        for row in (word for word in below if word.text.isdigit() and abs(word.right - heads[0].right) < 4 * job.scale):
            yield _ranked(row, _beside(below, row, job.scale), games, total, job.scale)


def _ranked(number: Word, words: Sequence[Word], games: Sequence[Word], total: Word, scale: float) -> Ranked:
    def under(head: Word) -> Word:
        return next(word for word in words if abs(word.right - head.right) < 4 * scale)

    place = "".join(word.text for word in sorted(words, key=lambda one: one.left) if word.right < number.left)
    points = [under(game).text for game in games]
    return Ranked(
        int(place.removeprefix("T-")),
        place.startswith("T-"),
        int(number.text),
        _number(under(total).text),
        tuple(None if text == "–" else _number(text) for text in points),
    )


def _beside(words: Sequence[Word], row: Word, scale: float) -> list[Word]:
    return [word for word in words if abs(_middle(word) - _middle(row)) < ROW_TOLERANCE * scale]


def _middle(word: Word) -> float:
    return (word.foot + word.top) / 2


def _column(word: Word, names: Sequence[Word]) -> int:
    """Return the index of the column heading that a word is under."""
    center = word.left + word.right
    return min(range(len(names)), key=lambda index: abs(names[index].left + names[index].right - center))


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


# --- Comparing the two ------------------------------------------------------------------------------------


def compare_with_export(night: Any, job: Job, document: dict[str, Any] | None = None) -> int:
    """Draw both sheets of a night, compare every number with its export or `document`, and return their count.

    :raises AssertionError: with the player whose paper differs.
    """
    from tally.exports.night_json import export_night
    from tally.printing.catalog import draw

    document = document or export_night(night)
    people, compared = expected_cards(document), 0
    printed = {number: (lines, total) for number, lines, total in read_cards(draw(night, "filled-cards", job, ""), job)}
    assert sorted(printed) == sorted(people)
    for number, (lines, total) in printed.items():
        assert (lines, total) == people[number][:2], f"{number}'s card"
        compared += sum(map(len, lines.values())) + 1
    last = max(round_["number"] for round_ in document["rounds"])
    ranked = list(read_standings(draw(night, "standings", job, ""), job))
    assert [row[:4] for row in ranked] == [
        (one["place"], one["shared"], one["number"], one["total"]) for one in document["standings"]
    ]
    for row in ranked:
        lines = people[row.number].games
        points = [lines.get(game, (None,) * 6) for game in range(1, last + 1)]
        made = tuple(line[1] or None if line[0] == "sits out" else line[3] for line in points)
        assert row.games in ((), made), f"{row.number}'s line"
        compared += 4 + len(row.games)
    return compared + _loners(night, people)


def _loners(night: Any, people: dict[int, ExpectedCard]) -> int:
    """Compare the loners passed to the drawing; `test_printed_cards` checks that it fills a ring for each."""
    from tally.printing.catalog import prepare

    if not night.count_loners:
        return 0
    ((_, drawing),) = prepare(night, "filled-cards", Job(), "")[2]
    drawn = {card.number: card.loners for card in drawing.keywords["cards"]}  # type: ignore[attr-defined]
    assert drawn == {number: card.loners for number, card in people.items()}
    return len(drawn)


# --- Random nights ----------------------------------------------------------------------------------------

RESULTS = ("NS:3-4", "EW:3-4", "NS:5", "EW:5", "NS:5-alone", "EW:5-alone", "NS:0-2", "EW:0-2")
HOUSE_RULES = ({}, {"loner": "5-4"}, {"euchre": -2}, {"sit_out_credit": 2}, {"sit_out_credit": 7, "euchre": -4})
PRIZES = {
    "list": [
        {"kind": kind, "what": "", "money": money}
        for kind, money in (("high", "$40"), ("second", "$20"), ("low", "$7"), ("loners", "$9.50"), ("door", "$5"))
    ]
}
JOBS = [Job(paper, large) for paper in Paper for large in (False, True)]


class Plan(NamedTuple):
    """The random settings of a night."""

    movement: str
    players: int
    games: int
    hands: int
    house: dict[str, Any]


def random_plan(chance: Random) -> Plan:
    """Draw the settings of a night."""
    movement = chance.choice(["night", "winners-up", "winners-stay", "two-colors", "drawn", "north-stays", "perfect"])
    players = chance.choice([8, 12, 13, 16]) if movement == "perfect" else chance.randint(4, 18)
    return Plan(
        movement,
        players,
        chance.randint(4, 7 if chance.random() < 0.8 else 20),
        chance.randint(1, 3),
        chance.choice(HOUSE_RULES),
    )


def play_plan(plan: Plan, chance: Random, name: str = "By chance", club: Any = None) -> Any:
    """Play a night with these settings: players come and go, sides tie, tables write totals or nothing at all.

    It is the next week's night of `club`, or the first of a club of its own.
    """
    from tests.support.movement_nights import open_guest_night
    from tournament.models import Club, Night
    from tournament.people.errors import Refused
    from tournament.planning import night_plan, shipped

    club = club or Club.objects.create(name=f"{name} {uuid4().hex}")
    week = club.nights.count()
    empty = Night.objects.create(
        club=club,
        name=f"{name} {week + 1}",
        date=date(2026, 6, 12) + timedelta(weeks=week),
        count_loners=True,
        prizes=PRIZES,
    )
    with patch.object(shipped, "SEARCH_SECONDS", 0.01), patch.object(night_plan, "REPLAN_SECONDS", 0.01):
        night = open_guest_night(
            empty,
            plan.players,
            plan.movement,
            plan.games,
            deals=plan.hands,
            variant="standard",
            house_rules=plan.house,
            ghost=plan.players % 4 == 3,
        )
        for number in range(1, plan.games + 1):
            with suppress(Refused):  # too few players would be left
                change_roster(night, chance)
            play_round(night, number, chance, last=number == plan.games)
    night.refresh_from_db()
    return night


def change_roster(night: Any, chance: Random) -> None:
    """Let a player be substituted, leave or arrive between two games, or change nothing, which is likeliest."""
    from tests.support.night import ORGANIZER
    from tournament.night.roster_changes import arrive_late, drop_out, substitute

    entry = chance.choice(list(night.entries.present().people()))
    match chance.randrange(8):
        case 0:
            substitute(entry=entry, name=f"Stand{uuid4().hex[:3]} In", who=ORGANIZER)
        case 1:
            drop_out(entry=entry, who=ORGANIZER)
        case 2:
            arrive_late(night=night, name=f"Late{uuid4().hex[:3]} Y", who=ORGANIZER)


def play_round(night: Any, number: int, chance: Random, *, last: bool) -> None:
    """Let every table play its hands or write a total; in the last game some do neither, or do not sign."""
    from tally.loading.games import load_game
    from tally.scoring.paper_total_checks import Total
    from tally.scoring.paper_totals import record_total, state_token
    from tests.support.movement_nights import games_of, sign_both_sides
    from tests.support.night import ORGANIZER
    from tournament.movements.seats import Side

    for game in games_of(night, number):
        choice = chance.random()
        if last and choice < 0.25:
            continue
        if choice > 0.85:
            loaded, (ns, ew) = load_game(game, night), chance.choice([(4, 1), (3, 3), (1, 4)])
            lone = next(
                player
                for seat in (Side.EW if ew > ns else Side.NS).seats
                if not (player := loaded.players[seat]).is_ghost
            )
            total = Total(ns, ew, {} if ns == ew else {lone.number or 0: 1}, Side.NS if ns == ew else None)
            record_total(
                game=game, total=total, key=uuid4().hex, who=ORGANIZER, expected=state_token(loaded), sure=True
            )
            continue
        record_random_hands(game, night.deals, chance)
        if not (last and choice < 0.5):
            sign_both_sides(game)


def record_random_hands(game: Any, hands: int, chance: Random) -> None:
    """Record random hands one after the other, loners with their lone player."""
    from tally.forms import read_result
    from tally.loading.games import load_game
    from tally.scoring.recording import record_hand
    from tests.support.night import ORGANIZER
    from tournament.movements.seats import Side

    loaded = load_game(game, game.round.night)
    for number in range(1, hands + 1):
        result = chance.choice(RESULTS)
        alone = chance.choice([loaded.players[seat] for seat in Side(result[:2]).seats]) if "alone" in result else None
        record_hand(
            game=game,
            number=number,
            record=read_result(game.round.night, result),
            key=uuid4().hex,
            who=ORGANIZER,
            alone_by=None if alone is None or alone.is_ghost else alone,
        )


def compare_hat_cards(players: int, job: Job) -> int:
    """Compare cards from the hat, with the movement on their backs, with the seats of the night once it has started.

    :raises AssertionError: with what differs.
    """
    from tally.exports.night_json import export_night
    from tally.printing.catalog import draw
    from tests.support.night import ORGANIZER
    from tournament.models import Club, Night
    from tournament.night.hat_draw import make_hat_cards
    from tournament.night.lifecycle import start_night
    from tournament.planning import night_plan, shipped

    club = Club.objects.create(name=f"Hat {uuid4().hex}")
    night = Night.objects.create(club=club, name="From a hat", date=date(2026, 6, 12), games=5, deals=1)
    with patch.object(shipped, "SEARCH_SECONDS", 0.01), patch.object(night_plan, "REPLAN_SECONDS", 0.01):
        make_hat_cards(night=night, players=players, who=ORGANIZER)
        night.refresh_from_db()
        cards = read_parts(draw(night, "tally-cards", replace(job, backs=True), ""))
        start_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return compare_cards(cards, Exported(export_night(night)))


def check_nights(nights: int) -> int:
    """Compare so many random nights, each in one of the four print settings; return how many differ.

    A club plays three of them, which are a season, and is followed by a hat.
    """
    from tournament.models import Club

    compared = wrong = 0
    for seed in range(nights):
        chance, job = Random(seed), JOBS[seed % len(JOBS)]
        plan = random_plan(chance)
        if seed % 3 == 0:
            club = Club.objects.create(name=f"By chance {uuid4().hex}")
        try:
            night = play_plan(plan, chance, club=club)
            compared += compare_with_export(night, job) + compare_sheets(night, job)
            if seed % 3 == 2:
                compared += compare_season(club, job) + compare_hat_cards(chance.randint(4, 18), job)
        except AssertionError as error:
            wrong += 1
            print(f"night {seed}, {plan}: {error}")
    print(f"{compared} numbers of {nights} nights compared with the export, {wrong} nights differ.")
    return wrong

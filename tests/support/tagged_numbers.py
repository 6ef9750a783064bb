"""Compares the numbers on sheets with tagged text, read back from their PDFs by its tags, with the night's export.

    compare_sheets(night, job)

compares every sheet of `SHEETS` that the night has. Tags say what stands under which heading and in which row; nothing
is taken from the code that draws. People are told by the first word of their names, so each must have another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tally.paper.document import Job
from tests.support.exported_numbers import ExpectedCard, expected_cards
from tests.support.tag_checks import check_tags

CARD = ("Game", "Table", "With", "Against")  # the first column names of a card's games
CHART = ("Game", "North", "East", "South", "West")
SEATS = "NESW"
STARTS = ("", "Table", "Seat")
SEAT_NAMES = {"North": 0, "East": 1, "South": 2, "West": 3}
DEALS = "deals first"  # what is read of the mark in a game, and the line below the games that says what it means
MOST_PARTNERS = 3  # where more are equal, nobody is the partner of the night
TITLES = {"high": "HIGH", "second": "SECOND", "low": "LOW", "loners": "MOST LONERS", "door": "DOOR PRIZE"}
FRAMED = {**TITLES, "high": "HIGH SCORE", "second": "SECOND PLACE", "low": "LOW SCORE"}  # on certificates


@dataclass
class Part:
    """What stands under a heading: its paragraphs, and the rows of its tables by their column names."""

    head: str
    lines: list[str] = field(default_factory=list)
    tables: dict[tuple[str, ...], list[list[str]]] = field(default_factory=dict)


def read_parts(pdf: bytes) -> list[Part]:
    """Read a file in the order of its tags."""
    found = [Part("")]
    for one in check_tags(pdf).all("H1", "H2", "H3", "P", "Table"):
        match one.role:
            case "P":
                found[-1].lines.append(one.said)
            case "Table":
                heads, *rows = ([cell.said for cell in row.kids] for row in one.all("TR"))
                found[-1].tables.setdefault(tuple(heads), []).extend(rows)
            case _:
                found.append(Part(one.said))
    return found


class Exported:
    """A night's export as sheets show it."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document, self.people = document, expected_cards(document)
        self.seats = {
            (round_["number"], table["table"]): tuple(table["seats"][seat] for seat in SEATS)
            for round_ in document["rounds"]
            for table in round_["tables"]
        }
        self.outs = {round_["number"]: set(round_["sitouts"]) for round_ in document["rounds"]}
        self.ghosts = {player["number"] for player in document["players"] if player["ghost"]}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Numbers by the first word of a name."""
        return {
            name.split()[0]: player["number"]
            for player in self.document["players"]
            for name in (player["name"], *player["earlier_names"])
        }

    def dealer(self, game: int, table: int) -> int:
        """Who deals first at a table: North, or a ghost's partner."""
        north, _, south, _ = self.seats[game, table]
        return south if north in self.ghosts else north

    def games(self, number: int) -> dict[int, tuple[Any, ...]]:
        """A player's games, also of one who never got to play."""
        return self.people[number].games if number in self.people else {}

    def earlier_names(self, number: int) -> list[str]:
        """Who had a number before a substitute took it over."""
        return next(one["earlier_names"] for one in self.document["players"] if one["number"] == number)

    def named(self, text: str) -> list[int]:
        """The numbers of those whose names stand in a text."""
        found = [self.numbers.get(word) or self._shortened(word) for word in re.findall(r"\w+…?", text)]
        return [number for number in dict.fromkeys(found) if number]

    def _shortened(self, word: str) -> int:
        """The number of the name that an ellipsis shortens; 0 for another word."""
        start = word.removesuffix("…")
        whole = self.numbers.get(start, 0)
        return whole or next(
            (self.numbers[name] for name in self.numbers if start != word and name.startswith(start)), 0
        )


def compare_sheets(night: Any, job: Job) -> int:
    """Compare every sheet that the closed night has; return how many numbers that were.

    :raises AssertionError: with what differs.
    """
    from tally.exports.night_json import export_night
    from tally.printing.catalog import SHEETS as CATALOG
    from tally.printing.catalog import Tonight, reason_not_printable

    night = copy(night)
    night.status = "closed"
    exported = Exported(export_night(night))
    has = [slug for slug in SHEETS if not reason_not_printable(CATALOG[slug], Tonight(night, job))]
    return sum(compare_sheet(night, slug, job, exported) for slug in has)


def compare_sheet(night: Any, slug: str, job: Job, exported: Exported) -> int:
    """Compare one sheet; cards have their backs.

    :raises AssertionError: with what differs.
    """
    from tally.printing.catalog import draw

    compared = SHEETS[slug](read_parts(draw(night, slug, replace(job, backs=slug == "tally-cards"), "")), exported)
    assert compared, slug
    return compared


# --- Seats ------------------------------------------------------------------------------------------------


def compare_cards(parts: Sequence[Part], exported: Exported) -> int:
    """Compare the seats on cards to write on, who deals first, and the movement below them or on their backs."""
    seen, compared = set[int](), compare_movement(parts, exported)
    for part in parts:
        for heads, rows in part.tables.items():
            if heads[:4] != CARD:
                continue
            number = int(part.head.split()[0])
            seen.add(number)
            compared += _compare_dealer(part, rows, number, exported)
            for game, *cells in rows:
                if game == "Total":
                    continue
                line = exported.games(number).get(int(game.split()[0]))
                assert _seat(cells) == (_expected_seat(line)), f"{number}'s card, game {game}: {cells}, not {line}"
                compared += len(cells)
    here = {player["number"] for player in exported.document["players"] if not player["ghost"]}
    assert seen == here, f"cards of {seen}, not {here}"
    return compared


def _compare_dealer(part: Part, rows: Sequence[Sequence[str]], number: int, exported: Exported) -> int:
    """Compare the games marked on a card as those in which its player deals first, where it says what the mark means.

    Only a card with other words in that place may not say it: who the ghost is, or how winners move.
    """
    marked = {int(game.split()[0]) for game, *_ in rows if DEALS in game}
    deals = {
        int(game)
        for game, *cells in rows
        for game in game.split()[:1]
        if cells[0].isdigit() and exported.dealer(int(game), int(cells[0])) == number
    }
    if DEALS not in part.lines and any(re.search("ghost|Winners", line) for line in part.lines):
        deals = set()
    assert marked == deals and bool(deals) == (DEALS in part.lines), f"{number}'s card: deals in {marked}, not {deals}"
    return len(deals)


def _seat(cells: Sequence[str]) -> Any:
    """A game on a card: table, partner and opponents, or "out"; None where nothing is known or nobody is here."""
    if cells[0].startswith("sits out"):
        return "out"
    if not cells[0].isdigit():
        return None
    return int(cells[0]), cells[1], frozenset(map(int, re.findall(r"\d+", cells[2])))


def _expected_seat(line: tuple[Any, ...] | None) -> Any:
    if line is None or line[0] == "sits out":
        return line and "out"
    return line[0], str(line[1]), line[2]


def compare_movement(parts: Sequence[Part], exported: Exported) -> int:
    """Compare each table that says of all games who sits at which table, and who sits out."""
    compared = 0
    for part in parts:
        for heads, rows in part.tables.items():
            if len(heads) < 2 or not heads[1].startswith("Table "):
                continue
            for game, *cells in rows:
                for head, cell in zip(heads[1:], cells, strict=True):
                    numbers = tuple(map(int, re.findall(r"\d+", cell)))
                    if head == "Sits out":
                        assert set(numbers) == exported.outs[int(game)], f"game {game}: {cell} sit out"
                    else:
                        table = int(head.removeprefix("Table "))
                        four = exported.seats.get((int(game), table))
                        wanted = (four[0], four[2], four[1], four[3]) if four else ()  # partners beside each other
                        assert numbers == wanted, f"game {game}, {head}: {cell}, not {wanted}"
                    compared += len(numbers)
    return compared


def compare_board(parts: Sequence[Part], exported: Exported) -> int:
    """Compare everybody's table in every game on the wall board."""
    compared = 0
    for part in parts:
        for heads, rows in part.tables.items():
            for name, *cells in rows:
                number = int(name.split()[0])
                for game, cell in zip(heads[1:], cells, strict=True):
                    if game.isdigit():
                        line = exported.games(number).get(int(game), ("",))
                        wanted = "–" if line[0] == "sits out" else str(line[0])
                        assert cell == wanted, f"{name}, game {game}: {cell}"
                        compared += 1
    return compared


def compare_starts(parts: Sequence[Part], exported: Exported) -> int:
    """Compare table and seat in game 1 of everybody on the list for the door, who sits out, and who comes later."""
    found = {}
    for part in parts:
        for name, *cells in part.tables.get(STARTS, ()):
            (number,) = exported.named(name)
            assert number not in found, f"{name} is listed twice"
            found[number] = (int(cells[0]), SEAT_NAMES[cells[1]]) if len(cells) == 2 else cells[0]
    seated = {
        number: (table, seat)
        for (game, table), four in exported.seats.items()
        if game == 1
        for seat, number in enumerate(four)
    }
    out = dict.fromkeys(exported.outs[1], "sits out")
    here = {player["number"] for player in exported.document["players"] if not player["ghost"]}
    wanted = {number: (seated | out).get(number, "comes later") for number in here}
    assert found == wanted, f"{found}, not {wanted}"
    return 2 * len(found)


def compare_charts(parts: Sequence[Part], exported: Exported) -> int:
    """Compare who sits where on the charts of the tables."""
    found = {}
    for part in parts:
        for game, *cells in part.tables.get(CHART, ()):
            if cells != ["no game here"]:
                found[int(game), int(part.head.split()[1])] = tuple(int(cell.split()[0]) for cell in cells)
    assert found == exported.seats, f"{found}, not {exported.seats}"
    return 4 * len(found)


def compare_slips(parts: Sequence[Part], exported: Exported) -> int:
    """Compare table, game, the four and who deals on slips: North, or a ghost's partner. A blank one has no game."""
    found = {}
    for part in parts:
        if where := re.fullmatch(r"Table (\d+) Game (\d+)", part.head):
            players = {line[0]: int(line.split()[1]) for line in part.lines if re.match(r"[NESW] \d", line)}
            found[int(where[2]), int(where[1])] = tuple(players[seat] for seat in SEATS)
            (dealer,) = (line for line in part.lines if "deals first" in line)
            assert dealer.split()[0] == str(exported.dealer(int(where[2]), int(where[1]))), f"{part.head}: {dealer}"
    assert found == exported.seats, f"{found}, not {exported.seats}"
    return 7 * len(found)


# --- Results ----------------------------------------------------------------------------------------------


def compare_keepsakes(parts: Sequence[Part], exported: Exported) -> int:
    """Compare each game, place, points, loners and the partners of the night on keepsakes."""
    rows = {row["number"]: row for row in exported.document["standings"]}
    seen, compared = set[int](), 0
    for part in parts:
        if not part.tables:
            continue
        (number,), text = exported.named(part.head), part.lines[0]
        seen.add(number)
        card, (games,) = exported.people[number], part.tables.values()
        assert [_kept(row, exported) for row in games] == _kept_games(card), f"{number}'s keepsake: {games}"
        for wanted in _kept_texts(card, rows[number], len(rows)):
            assert _says(text, wanted), f"{number}'s keepsake: no “{wanted}” in “{text}”"
        assert card.loners or "loner" not in text, f"{number}'s keepsake: {text}"
        _compare_partners(part, card, exported)
        compared += 3 * len(games) + 4
    wanted = {number for number, card in exported.people.items() if any(len(one) == 4 for one in _kept_games(card))}
    assert seen == wanted, f"keepsakes of {seen}, not {wanted}"
    return compared


def _kept(row: Sequence[str], exported: Exported) -> tuple[Any, ...]:
    game, partner, score = row
    if partner.startswith("sat out"):
        return int(game), "sat out"
    us, them = re.split("–| to ", score)
    return int(game), *(exported.named(partner) or ["ghost"]), _number(us), _number(them)


def _kept_games(card: ExpectedCard) -> list[tuple[Any, ...]]:
    """The games of a card that were scored or sat out."""
    lines: list[tuple[Any, ...]] = []
    for game, line in sorted(card.games.items()):
        if line[0] == "sits out" and line[2] is not None:
            lines.append((game, "sat out"))
        elif line[0] != "sits out" and line[3] is not None:
            lines.append((game, line[1], line[3], line[4]))
    return lines


def _kept_texts(card: ExpectedCard, row: dict[str, Any], people: int) -> list[str]:
    """Patterns for what a keepsake says of a whole night: points, place in the upper half; or else games."""
    texts = [f"{card.loners} loner"] * (card.loners > 0)
    if card.total <= 0:
        return [*texts, f"{sum(len(one) == 4 for one in _kept_games(card))} game"]
    texts.append(f"{card.total} point")
    if row["place"] * 2 <= people:
        texts.append(f"{'Tied for ' * row['shared']}{row['place']}(st|nd|rd|th) of {people}")
    return texts


def _compare_partners(part: Part, card: ExpectedCard, exported: Exported) -> None:
    """Compare the partners of most points, of equals those of fewest against, and the games with the only one."""
    said = [line for line in part.lines if "of the night" in line]
    games: dict[int, dict[int, tuple[int, int]]] = {}  # (ours, theirs) by partner and game
    for game, *line in _kept_games(card):
        if len(line) == 3 and line[0] != "ghost":
            games.setdefault(line[0], {})[game] = (line[1], line[2])
    made = {
        partner: (sum(us for us, _ in scores.values()), -sum(them for _, them in scores.values()))
        for partner, scores in games.items()
    }
    most = max(made.values(), default=(0, 0))
    best = [partner for partner in made if made[partner] == most]
    if most[0] <= 0 or not said:
        assert not said and (most[0] <= 0 or len(best) > MOST_PARTNERS), f"{part.head}: {said}, not {games}"
        return
    names, _, rest = said[0].partition(f" {most[0]} point")
    assert set(exported.named(names)) == set(best) and rest, f"{part.head}: {said}, not {games}"
    if len(best) == 1:
        in_games = [int(one) for one in re.findall(r"\d+", rest)]
        assert in_games == sorted(games[best[0]]), f"{part.head}: {said}, not {games}"


def compare_certificates(parts: Sequence[Part], exported: Exported) -> int:
    """Compare the winner and score of each certificate; who tied for first and so for second has one, not two."""
    found = [
        (part.head, *exported.named(part.lines[0]), _score(" ".join(part.lines[1:2]))) for part in parts if part.lines
    ]
    awards = exported.document["prizes"]
    first = next((award["winners"] for award in awards if award["kind"] == "high"), None)
    wanted = [
        (FRAMED[award["kind"]], winner, _won_with(award))
        for award in awards
        if award["kind"] != "second" or award["winners"] != first
        for winner in award["winners"]
    ]
    assert found == wanted, f"{found}, not {wanted}"
    return 2 * len(found)


def compare_prizes(parts: Sequence[Part], exported: Exported) -> int:
    """Compare the money, winners, score and shares of each prize."""
    found, wanted = {}, {}
    for part in parts:
        if part.head in TITLES.values():
            (text,) = part.lines
            money, *shares = re.findall(r"\$[\d.]*\d", text)
            found[part.head] = (money, set(exported.named(text)), _score(text), set(shares))
    for award in exported.document["prizes"]:
        if award["winners"]:
            shares = set(award["shares"]) if len(award["winners"]) > 1 else set()
            wanted[TITLES[award["kind"]]] = (award["money"], set(award["winners"]), _won_with(award), shares)
    assert found == wanted, f"{found}, not {wanted}"
    return 4 * len(found)


def _won_with(award: dict[str, Any]) -> int | None:
    """What a prize was won with; a door prize is drawn."""
    return None if award["kind"] == "door" else award["score"]


def _score(text: str) -> int | None:
    """The points or loners that a text tells."""
    score = re.search(r"(−?\d+) (point|loner)", text)
    return _number(score[1]) if score else None


def _says(text: str, pattern: str) -> bool:
    """Whether a text has a pattern that begins with a whole number."""
    return re.search(rf"(?<![\w−]){pattern}", text) is not None


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def compare_season(club: Any, job: Job, documents: Sequence[dict[str, Any]] = ()) -> int:
    """Compare each player's season of all nights of a club with their exports or `documents`.

    Place, games and points of each night, how many nights there are, all points, and those of the best night. Where a
    substitute took over a number, the points of both are its total.

    :raises AssertionError: with what differs.
    """
    from tally.exports.night_json import export_night
    from tally.loading.seasons import LoadedSeason
    from tally.paper.document import compose
    from tally.printing.season_sheet import player_season_work
    from tournament.models import Season

    documents = documents or [export_night(night) for night in club.nights.all()]
    nights = {document["night"]["name"]: Exported(document) for document in documents}
    days = [night.date for night in club.nights.order_by("date")]
    row, _ = Season.objects.get_or_create(club=club, name="Season", first_day=days[0], last_day=days[-1])
    season = LoadedSeason(row)
    points: dict[tuple[str, int], list[int]] = {}
    for standing in season.standings:
        title, _, drawings = player_season_work(season, standing)
        _, *parts = read_parts(compose(title, job, drawings))
        rows = [row for part in parts for table in part.tables.values() for row in table]
        for _, name, place, games, made in rows:
            (number,) = nights[name].named(parts[0].head)
            (row,) = (one for one in nights[name].document["standings"] if one["number"] == number)
            assert place == f"{'T-' * row['shared']}{row['place']}", f"{parts[0].head}, {name}: place {place}"
            if not nights[name].earlier_names(number):
                assert int(games) == row["games"], f"{parts[0].head}, {name}: {games} games"
            points.setdefault((name, number), []).append(_number(made))
        own = [_number(row[-1]) for row in rows]
        text = " ".join(line for part in parts for line in part.lines)
        for wanted in (f"{len(own)} night", f"{sum(own)} points", f"{max(own)} best night"):
            assert _says(text, wanted.replace("-", "−")), f"{parts[0].head}: no “{wanted}” in “{text}”"
    totals = {
        (name, number): card.total for name, exported in nights.items() for number, card in exported.people.items()
    }
    added = {key: sum(made) for key, made in points.items()}
    assert added == {key: total for key, total in totals.items() if key in added or total}, f"{added}, not {totals}"
    return 3 * sum(map(len, points.values())) + 3 * len(season.standings)


SHEETS: dict[str, Callable[[Sequence[Part], Exported], int]] = {
    "tally-cards": compare_cards,
    "tally-cards-with-movement": compare_cards,
    "program": compare_cards,
    "where-you-start": compare_starts,
    "rotation": compare_movement,
    "wall-board": compare_board,
    "wall-board-large": compare_board,
    "table-charts": compare_charts,
    "named-slips": compare_slips,
    "keepsakes": compare_keepsakes,
    "certificates": compare_certificates,
    "prizes": compare_prizes,
    "prizes-to-read-out": compare_prizes,
}

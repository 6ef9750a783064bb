"""What the pages of a single table show: questions with their buttons, hands in a line, who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.text import Truncator

from tally.loading.single_table import LoadedTable, TableHand
from tally.rules import (
    Call,
    HandResult,
    Party,
    Question,
    RenegeButton,
    ResultButton,
    Score,
    Tap,
    fold_rubber,
    hickeys_of,
    label_of,
    points_of,
    tricks_text,
)
from tally.rules.language import EACH_ALIKE, OWN_TRICKS
from tally.rules.taps import CALL, OWN, PARTNERS, RENEGE, RESULT, TRICKS, WHO
from tally.rules.wording import counted
from tally.scores.point_labels import signed
from tally.scores.point_labels import total as plain
from tournament.models import Entry
from tournament.people.names import isolated

FEW_BUTTONS = 8  # buttons; up to this many are two abreast


@dataclass(frozen=True, slots=True)
class Button:
    """A button's large and small print.

    `made`: whether the contract was made, None where the tap does not decide that. `roomy`: there are so few buttons
    that each has room for a name in large letters.
    """

    path: str
    large: str
    small: str = ""
    made: bool | None = None
    roomy: bool = False

    @property
    def wide(self) -> bool:
        """Whether its label is text where most buttons have a number."""
        return len(self.large) > (8 if self.small or self.roomy else 3)


@dataclass(frozen=True, slots=True)
class Group:
    """The buttons of one side or player."""

    names: str
    total: int | None
    buttons: list[Button]


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question as the page shows it: in two columns, in a row a player, or as one list."""

    title: str
    layout: str
    groups: list[Group]


def names_of(entries: Iterable[Entry], most: int = 14) -> str:
    """Names in a line: "Ann & Ben", "Ann, Ben & Cat". A name is cut at `most` letters, at fewer with many names."""
    everybody = tuple(entries)
    most = min(most, {1: 14, 2: 11}.get(len(everybody), 9))
    names = [isolated(Truncator(entry.short_name).chars(most)) for entry in everybody]
    return " & ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def question_buttons(game: LoadedTable, question: Question) -> ShownQuestion:
    """A question with its buttons."""
    name = {party: names_of(entries) for party, entries in game.names.items()}
    by_party: dict[Party | None, list[Tap]] = {}
    for tap in question.taps:
        by_party.setdefault(tap.party if question.kind in (CALL, RESULT) else None, []).append(tap)
    groups = [_group(game, question, name, party, taps) for party, taps in by_party.items()]
    layout = "list" if len(groups) == 1 else "columns" if len(groups) == 2 else "rows"
    return ShownQuestion(_title(game, question, name), layout, groups)


def _group(
    game: LoadedTable, question: Question, name: Mapping[Party, str], party: Party | None, taps: list[Tap]
) -> Group:
    usual = [_button(game, question, tap, name) for tap in taps if not (tap.call and tap.call.rare and not tap.result)]
    if party is None:
        return Group("", None, usual)
    return Group(name[party], game.state.totals[party], usual)


def rare_buttons(game: LoadedTable) -> list[Button]:
    """Buttons for what happens rarely: rare bids of each player or side, that everybody passed, and a renege."""
    found = [
        Button(f"{party}:{call.slug}", f"{names_of(entries)}: {_call_text(call)}")
        for party, entries in game.names.items()
        for call in game.setup.calls
        if call.rare
    ]
    passed = [Button("passed", "Everybody passed")] if game.setup.may_pass else []
    return [*found, *passed, *(_renege_button(game, party) for party in game.names)]


def _renege_button(game: LoadedTable, party: Party) -> Button:
    """That a side or player reneged, with the price unless a question follows."""
    choices = game.setup.reneges[party]
    price = "…" if len(choices) > 1 else _renege_price(game, choices[0])
    return Button(f"{party}:renege", f"{names_of(game.names[party])} reneged: {price}")


def _renege_price(game: LoadedTable, choice: RenegeButton) -> str:
    """What a renege brings: "−2", "others +2", or "nothing"."""
    points = points_of(game.setup.rulebook, HandResult(None, choice.score))
    own = points.pop(choice.party)
    others = next(iter(points.values()))
    return signed(own) if own else f"others {signed(others)}" if others else "nothing"


def _title(game: LoadedTable, question: Question, name: Mapping[Party, str]) -> str:
    who = name[question.party] if question.party is not None else ""
    if question.kind == WHO:
        return "Who won the bid?"
    if question.kind == CALL:
        return f"What did {who} bid?" if who else ""
    if question.kind == PARTNERS and question.call:
        return f"{who}: {_call_text(question.call)}. With whom?"
    if question.kind == TRICKS and question.call:
        return f"{who}: {_call_text(question.call)}, and took …"
    if question.kind == RENEGE:
        return f"{who} reneged. " + ("What is fair?" if game.setup.rulebook.renege.agreed else "Was it a lone hand?")
    return f"How many did {who} take?" if question.kind == OWN else ""


def _button(game: LoadedTable, question: Question, tap: Tap, name: Mapping[Party, str]) -> Button:
    if question.kind == WHO and tap.party is not None:
        return Button(tap.path, name[tap.party], plain(game.state.totals[tap.party]))
    if question.kind == PARTNERS:
        others = names_of(game.players[seat] for seat in tap.partners) if tap.partners else "Nobody"
        return Button(tap.path, others, roomy=len(question.taps) <= FEW_BUTTONS)
    if question.kind == OWN:
        rest = f"{name[question.rest_of]} {tap.rest}" if question.rest_of is not None and tap.rest is not None else ""
        return Button(tap.path, "dropped out" if tap.dropped else str(tap.took), rest)
    if tap.renege is not None:
        small = {True: "a lone hand", False: "no lone hand", None: ""}[tap.renege.alone]
        return Button(tap.path, _renege_price(game, tap.renege), small, roomy=len(question.taps) <= FEW_BUTTONS)
    if tap.result is not None:
        return _result_button(game, tap.path, tap.result)
    assert tap.call is not None
    return Button(tap.path, _call_text(tap.call))


def _result_button(game: LoadedTable, path: str, choice: ResultButton) -> Button:
    points = _points_text(game, choice.score)
    if not choice.played:
        return Button(path, "no play", points, made=choice.made)
    took = tricks_text(choice.tricks)
    if choice.bid is not None:
        return Button(path, took if choice.made else f"{took}: set", points, made=choice.made)
    if not choice.made:
        if choice.tricks == (0, 0):
            return Button(path, "no trick, alone" if choice.alone else "no trick", points, made=False)
        return Button(path, "euchred alone" if choice.alone else "euchred", points, made=False)
    words = f"all {took}" + (", alone" if choice.alone else "") if choice.march else f"{took} tricks"
    return Button(path, signed(choice.score.makers), words, made=True)


def _points_text(game: LoadedTable, score: Score) -> str:
    """The makers' points, and the others' where all of them get the same."""
    others = (
        ""
        if game.setup.counts_own_tricks or game.setup.variant.sides == OWN_TRICKS
        else (f"others {signed(score.defenders)}" if score.defenders else "")
    )
    each = " each" if others and game.setup.variant.sides == EACH_ALIKE and game.setup.players > 2 else ""
    makers = signed(score.makers) if score.makers or not others else ""
    return ", ".join(filter(None, (makers, others + each)))


def _call_text(call: Call) -> str:
    if call.bid is not None:
        return call.label
    if "no_partner" in call.facts:
        return "nobody holds it"
    return ", ".join((("alone",) if call.alone else ()) + tuple(fact.replace("_", " ") for fact in call.facts)) or (
        "called it"
    )


def hand_text(game: LoadedTable, hand: TableHand, letters: int = 14) -> str:
    """A recorded hand in a line: who bid what, took how many, and everybody's points that are not 0.

    Names are cut at `letters` letters.
    """
    name = {party: names_of(entries, letters) for party, entries in game.names.items()}
    taken = hickeys_of(HandResult(hand.record.maker_side, hand.score), game.names)
    scored = ", ".join(
        f"{name[party]} {signed(worth)}{_and_hickeys(taken.get(party, 0))}"
        for party, worth in hand.points.items()
        if worth
    )
    record = hand.record
    if record.reneged is not None:
        where = " in a lone hand" if record.alone else ""
        return f"{name[record.reneged]} reneged{where}: {_renege_scored(hand, name)}"
    if record.maker_side is None:
        return f"Everybody passed{f': {scored}' if scored else ''}"
    did = (
        f"bid {label_of(game.setup.calls, record)}"
        if record.bid is not None
        else ("went alone" if record.alone else "called it")
    )
    took = f", took {tricks_text(record.maker_tricks)}" if record.maker_tricks else ""
    if record.bid is None and not hand.score.made:
        took = ", euchred"
    return f"{name[record.maker_side]} {did}{took}: {scored or 'no points'}"


def _renege_scored(hand: TableHand, name: Mapping[Party, str]) -> str:
    """What a renege brought: "−2" to whoever reneged, or everybody else's points."""
    own = hand.points[hand.record.reneged] if hand.record.reneged is not None else 0
    if own:
        return signed(own)
    return ", ".join(f"{name[party]} {signed(worth)}" for party, worth in hand.points.items() if worth) or "no points"


def _and_hickeys(taken: int) -> str:
    return "" if not taken else " and a hickey" if taken == 1 else f" and {taken} hickeys"


def result_sentence(game: LoadedTable) -> str:
    """Who has won and how, or why nobody has at the target; empty while the game goes on."""
    state, name = game.state, {party: names_of(entries) for party, entries in game.names.items()}
    if state.over:
        if len(state.winners) == len(state.totals):
            return f"{plain(state.totals[state.winners[0]])} all: a tie."
        won = " and ".join(name[party] for party in state.winners)
        plural = len(state.winners) > 1 or len(game.names[state.winners[0]]) > 1
        verb = "tie" if state.tied else "win" if plural else "wins"
        best = plain(state.totals[state.winners[0]])
        others = [plain(total) for party, total in state.totals.items() if party not in state.winners]
        against = f", {best} to {others[0]}" if len(others) == 1 and not state.tied else f" with {best}"
        words = f"{won} {verb}{against}{_why_with_fewer_points(game)}."
        words += " A shut-out: it counts as two games." if state.worth - state.lapped > 1 else ""
        words += " The points above the target win the next game too." if state.lapped else ""
        words += "".join(
            f" {name[party]} took {counted(state.hickeys[party], 'hickey')}."
            for party in state.hickeys
            if party not in state.winners
        )
        words += " At 0 or below, the game pays double." if state.pays_double else ""
        return words + "".join(
            f" {name[party]} take {counted(extra, 'point')} on to the next game."
            for party, extra in state.carried.items()
        )
    if game.row.signed_at and game.endless:
        most = max(state.totals.values())
        leaders = [name[party] for party, total in state.totals.items() if total == most]
        return f"Ended by its players; {' and '.join(leaders)} had the most, {plain(most)}."
    if game.row.signed_at:
        return "Stopped early."
    target = game.setup.rulebook.variant.end.target
    if game.setup.rulebook.variant.end.on_offense and target and not game.until_a_time:
        there = [name[party] for party, total in state.totals.items() if total >= target]
        return "".join(f"{who}: {target} reached, but only a bid made or a set wins." for who in there[:1])
    return ""


def _why_with_fewer_points(game: LoadedTable) -> str:
    """Why the winners have won though somebody stands better; "" where nobody does."""
    state, end = game.state, game.setup.rulebook.variant.end
    best = (min if end.counts_down else max)(state.totals.values())
    if state.tied or state.totals[state.winners[0]] == best:
        return ""
    made = game.hands[state.hands - 1].record.maker_side in state.winners
    return ", as they made their bid" if made else ", as they set the last bid"


def rubber_sentence(games: list[LoadedTable]) -> str:
    """Who has won the rubber, and how; empty while it goes on."""
    rubber = fold_rubber(game.state for game in games)
    if not rubber.winners:
        return ""
    names = " and ".join(names_of(games[0].names[party]) for party in rubber.winners)
    best, *others = sorted(rubber.won.values(), reverse=True)
    verb = "win" if len(games[0].names[rubber.winners[0]]) > 1 else "wins"
    return f"{names} {verb} the rubber, {counted(best, 'game')} to {' and '.join(map(str, others))}."


def rubber_score(games: list[LoadedTable]) -> str:
    """The games that each has won in the rubber, in the order of the sides: "1–0"."""
    return "–".join(str(won) for won in fold_rubber(game.state for game in games).won.values())


def hickeys_score(game: LoadedTable) -> str:
    """The hickeys that each side has taken, in the order of the sides: "1–0"; empty in games that count none."""
    return "–".join(str(game.state.hickeys[party]) for party in game.state.totals if party in game.state.hickeys)


def series_text(games: list[LoadedTable]) -> str:
    """How many games each winner has won, and how many nobody: "Ann & Cat 2, Ben & Dan 1; 1 shared"."""
    won: dict[Party, int] = {}
    for game in games:
        for party in () if game.state.tied else game.state.winners:
            won[party] = won.get(party, 0) + game.state.worth
    counts = sorted(won.items(), key=lambda item: -item[1])
    text = ", ".join(f"{names_of(games[0].names[party])} {count}" for party, count in counts) or "none"
    shared = sum(game.state.tied for game in games)
    return f"{text}; {shared} tied" if shared else text

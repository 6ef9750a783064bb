"""What the pages of a single table show: questions with their buttons, hands in a line, who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.text import Truncator

from tally.loading.single_table import LoadedTable, TableHand
from tally.presenters.results import label_of
from tally.rules import Call, Party, Question, ResultButton, Score, Tap
from tally.rules.language import EACH_ALIKE, OWN_TRICKS
from tally.rules.taps import CALL, OWN, PARTNERS, RESULT, TRICKS, WHO
from tally.rules.wording import counted
from tally.scores.point_labels import signed
from tally.scores.point_labels import total as plain
from tournament.models import Entry

A_FEW = 8  # buttons that stand two abreast


@dataclass(frozen=True, slots=True)
class Button:
    """A button's large and small print; `made` is None where the tap decides nothing.

    `roomy`: there are so few buttons that each has room for a name in large letters.
    """

    path: str
    large: str
    small: str = ""
    made: bool | None = None
    roomy: bool = False

    @property
    def wide(self) -> bool:
        """Whether it has words where most buttons have a number."""
        return len(self.large) > (8 if self.small or self.roomy else 3)


@dataclass(frozen=True, slots=True)
class Group:
    """The buttons of one side or player."""

    names: str
    total: int | None
    buttons: list[Button]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the page shows it: in two columns, in a row a player, or as one list."""

    title: str
    layout: str
    groups: list[Group]


def names_of(entries: Iterable[Entry], most: int = 14) -> str:
    """Ann & Ben; Ann, Ben & Cat. One of more than `most` letters is cut, the sooner the more there are."""
    everybody = tuple(entries)
    most = min(most, {1: 14, 2: 11}.get(len(everybody), 9))
    names = [Truncator(entry.short_name).chars(most) for entry in everybody]
    return " & ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def question_buttons(game: LoadedTable, question: Question) -> Asked:
    """A question with its buttons."""
    name = {party: names_of(entries) for party, entries in game.names.items()}
    by_party: dict[Party | None, list[Tap]] = {}
    for tap in question.taps:
        by_party.setdefault(tap.party if question.kind in (CALL, RESULT) else None, []).append(tap)
    groups = [_group(game, question, name, party, taps) for party, taps in by_party.items()]
    layout = "list" if len(groups) == 1 else "columns" if len(groups) == 2 else "rows"
    return Asked(_title(game, question, name), layout, groups)


def _group(
    game: LoadedTable, question: Question, name: Mapping[Party, str], party: Party | None, taps: list[Tap]
) -> Group:
    usual = [_button(game, question, tap, name) for tap in taps if not (tap.call and tap.call.rare and not tap.result)]
    if party is None:
        return Group("", None, usual)
    return Group(name[party], game.state.totals[party], usual)


def rare_buttons(game: LoadedTable) -> list[Button]:
    """What happens once in a long while: rare bids of everybody, and that all have passed."""
    found = [
        Button(f"{party}:{call.slug}", f"{names_of(entries)}: {_called(call)}")
        for party, entries in game.names.items()
        for call in game.setup.calls
        if call.rare
    ]
    return [*found, *([Button("passed", "Everybody passed")] if game.setup.may_pass else [])]


def _title(game: LoadedTable, question: Question, name: Mapping[Party, str]) -> str:
    who = name[question.party] if question.party is not None else ""
    if question.kind == WHO:
        return "Who won the bid?"
    if question.kind == CALL:
        return f"What did {who} bid?" if who else ""
    if question.kind == PARTNERS and question.call:
        return f"{who}: {_called(question.call)}. With whom?"
    if question.kind == TRICKS and question.call:
        return f"{who}: {_called(question.call)}, and took …"
    return f"How many did {who} take?" if question.kind == OWN else ""


def _button(game: LoadedTable, question: Question, tap: Tap, name: Mapping[Party, str]) -> Button:
    if question.kind == WHO and tap.party is not None:
        return Button(tap.path, name[tap.party], plain(game.state.totals[tap.party]))
    if question.kind == PARTNERS:
        others = names_of(game.players[seat] for seat in tap.partners) if tap.partners else "Nobody"
        return Button(tap.path, others, roomy=len(question.taps) <= A_FEW)
    if question.kind == OWN:
        rest = f"{name[question.rest_of]} {tap.rest}" if question.rest_of is not None and tap.rest is not None else ""
        return Button(tap.path, "dropped out" if tap.dropped else str(tap.took), rest)
    if tap.result is not None:
        return _result(game, tap.path, tap.result)
    assert tap.call is not None
    return Button(tap.path, _called(tap.call))


def _result(game: LoadedTable, path: str, choice: ResultButton) -> Button:
    pays = _pays(game, choice.score)
    if not choice.played:
        return Button(path, "no play", pays, made=choice.made)
    took = _took(choice.tricks)
    if choice.bid is not None:
        return Button(path, took if choice.made else f"{took}: set", pays, made=choice.made)
    if not choice.made:
        return Button(path, "euchred", pays, made=False)
    words = f"all {took}" + (", alone" if choice.alone else "") if choice.march else f"{took} tricks"
    return Button(path, signed(choice.score.makers), words, made=True)


def _took(tricks: tuple[int, int]) -> str:
    low, high = tricks
    return str(low) if low == high else f"{low} or {high}" if high == low + 1 else f"{low}–{high}"


def _pays(game: LoadedTable, score: Score) -> str:
    """The makers' points, and what the others get where that is the same for all of them."""
    others = (
        ""
        if game.setup.counts_own_tricks or game.setup.variant.sides == OWN_TRICKS
        else (f"others {signed(score.defenders)}" if score.defenders else "")
    )
    each = " each" if others and game.setup.variant.sides == EACH_ALIKE and game.setup.players > 2 else ""
    makers = signed(score.makers) if score.makers or not others else ""
    return ", ".join(filter(None, (makers, others + each)))


def _called(call: Call) -> str:
    if call.bid is not None:
        return call.label
    if "no_partner" in call.facts:
        return "nobody holds it"
    return ", ".join((("alone",) if call.alone else ()) + tuple(fact.replace("_", " ") for fact in call.facts)) or (
        "called it"
    )


def hand_text(game: LoadedTable, hand: TableHand, letters: int = 14) -> str:
    """A recorded hand in a line: who bid what, took how many, and everybody's points that are not 0.

    Of names with more `letters` the rest is cut.
    """
    name = {party: names_of(entries, letters) for party, entries in game.names.items()}
    scored = ", ".join(f"{name[party]} {signed(worth)}" for party, worth in hand.points.items() if worth)
    record = hand.record
    if record.maker_side is None:
        return f"Everybody passed{f': {scored}' if scored else ''}"
    did = (
        f"bid {label_of(game.setup.calls, record)}"
        if record.bid is not None
        else ("went alone" if record.alone else "called it")
    )
    took = f", took {_took(record.maker_tricks)}" if record.maker_tricks else ""
    if record.bid is None and not hand.score.made:
        took = ", euchred"
    return f"{name[record.maker_side]} {did}{took}: {scored or 'no points'}"


def result_sentence(game: LoadedTable) -> str:
    """Who has won and how, or that nobody has though the target is reached; empty while the game goes on."""
    state, name = game.state, {party: names_of(entries) for party, entries in game.names.items()}
    if state.over:
        won = " and ".join(name[party] for party in state.winners)
        plural = len(state.winners) > 1 or len(game.names[state.winners[0]]) > 1
        verb = "share the game" if state.tied else "win" if plural else "wins"
        best = plain(state.totals[state.winners[0]])
        others = [plain(total) for party, total in state.totals.items() if party not in state.winners]
        against = f", {best} to {others[0]}" if len(others) == 1 and not state.tied else f" with {best}"
        words = f"{won} {verb}{against}."
        words += " A shut-out: it counts as two games." if state.worth - state.lapped > 1 else ""
        words += " The points above the target win the next game too." if state.lapped else ""
        return words + "".join(
            f" {name[party]} take {counted(extra, 'point')} on to the next game."
            for party, extra in state.carried.items()
        )
    if game.row.signed_at and game.endless:
        most = max(state.totals.values())
        leaders = [name[party] for party, total in state.totals.items() if total == most]
        return f"Ended by its players; {' and '.join(leaders)} had most, {plain(most)}."
    if game.row.signed_at:
        return "Broken off."
    target = game.setup.rulebook.variant.end.target
    if game.setup.rulebook.variant.end.on_offense and target:
        there = [name[party] for party, total in state.totals.items() if total >= target]
        return "".join(f"{who}: {target} reached, but only a bid made or a set wins." for who in there[:1])
    return ""


def series_text(games: list[LoadedTable]) -> str:
    """Games won by everybody who has won one: "Ann & Cat 2, Ben & Dan 1"."""
    won: dict[Party, int] = {}
    for game in games:
        for party in game.state.winners:
            won[party] = won.get(party, 0) + game.state.worth
    return ", ".join(
        f"{names_of(games[0].names[party])} {count}" for party, count in sorted(won.items(), key=lambda item: -item[1])
    )

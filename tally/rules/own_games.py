"""A club's own game: a description of what it changes in a game that is there → a `Variant`.

The description is JSON, as a club saves, exports and imports it (Help, "A club's own game", has every key):

    {"format": "euchre-night-game", "version": 1, "name": "Fire Hall Euchre", "base": "standard", "cards": 24,
     "contracts": {"trump-alone": {"made": {"makers": "1 for 3 or 4 tricks, 5 for 5 tricks"}}}, "end": {"target": 15}}

It names only what differs, so that what the other game gains later is gained here too, house rules included. A house
rule of which no answer changes anything anymore is no longer asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from itertools import islice, product
from typing import Any, NamedTuple, TypeAlias

from tally.rules.contradictions import refuse_contradictions
from tally.rules.house_rules import NO_RULES, house_rules_of, open_in, resolve
from tally.rules.language import (
    JACK_UP,
    NINE_UP,
    NO_NUMBER,
    REDEAL,
    SEVEN_UP,
    TEN_UP,
    AllPass,
    Contract,
    HouseRule,
    Numbers,
    Pack,
    Pay,
    Points,
    RuleValue,
    Variant,
    dealer_must_bid,
)
from tally.rules.prices import MOST_POINTS, PriceRefused, read_price
from tally.rules.refusals import Refusal, number, quoted
from tally.rules.rulebook import NEEDS_FACT, TwoContractsError, is_bid, may_be_stuck_with, open_rulebook
from tally.rules.variants import VARIANTS
from tally.rules.wording import bid_text
from tournament.people.names import clean_name

Data: TypeAlias = Mapping[str, Any]

FORMAT, VERSION = "euchre-night-game", 1
KEYS = (
    "format",
    "version",
    "name",
    "base",
    "about",
    "notes",
    "without_notes",
    "cards",
    "contracts",
    "removed",
    "all_pass",
    "end",
)
CONTRACT_KEYS = ("made", "set", "lowest", "highest")
SIDES = ("makers", "defenders")
LONGEST_NAME, LONGEST_ABOUT, LONGEST_NOTE, MOST_NOTES = 40, 160, 400, 12
MOST_TARGET, MOST_DEALS, MOST_ANSWERS = 1000, 100, 500
NESTED_TOO_DEEPLY = "This is nested too deeply to be the description of a game."
THROW_IN, STUCK = "throw-in", "stuck"

# The packs that a club may choose, by the number of cards.
PACKS = {
    16: Pack(JACK_UP),
    20: Pack(TEN_UP),
    21: Pack(TEN_UP, jokers=1),
    24: Pack(NINE_UP),
    25: Pack(NINE_UP, jokers=1),
    28: Pack("8 " + NINE_UP),
    32: Pack(SEVEN_UP),
    33: Pack(SEVEN_UP, jokers=1),
    36: Pack("6 " + SEVEN_UP),
    40: Pack(TEN_UP, copies=2),
    48: Pack(NINE_UP, copies=2),
    64: Pack(SEVEN_UP, copies=2),
}


class OwnGameRefused(Refusal):
    """A description of a game that cannot be played; `code` is the key of the description that is wrong."""


class NamedContract(NamedTuple):
    """A contract of a game under its usual house rules, by the key that descriptions use."""

    key: str
    contract: Contract


def contracts_by_key(variant: Variant) -> tuple[NamedContract, ...]:
    """The contracts of a game under its usual house rules, in the order of its pay table."""
    usual = resolve(variant, {}).contracts
    return tuple(NamedContract(*pair) for pair in zip(_keys(usual), usual, strict=True) if pair[1] is not None)  # type: ignore[arg-type]


def keys_of(variant: Variant) -> list[str]:
    """The keys of all contracts that some house rule leaves in the game."""
    keys: dict[str, None] = {}
    _mapped(variant.contracts, lambda contracts: keys.update(dict.fromkeys(_keys(contracts))))
    return list(keys)


def read_own_game(data: object, slug: str) -> Variant:
    """Read the description of a club's own game, checked as a whole.

    :raises OwnGameRefused: with a sentence that says what to change.
    """
    data = clean_description(data)
    variant = build_own_game(data, slug)
    assert isinstance(data, dict)
    _check_contracts(variant, moved_bids="contracts" in data)
    try:
        refuse_contradictions(variant, NO_RULES)
    except Refusal as refused:
        raise OwnGameRefused("all_pass", refused.message) from None
    return variant


def build_own_game(data: object, slug: str) -> Variant:
    """Read a description that was checked before: each change by itself, and not how they go together.

    :raises OwnGameRefused: with a sentence that says what to change.
    """
    read = _description(clean_description(data))
    base = VARIANTS[read["base"]]
    variant = replace(
        base,
        slug=slug,
        name=read["name"],
        about=read.get("about") or base.about,
        source=f"our own changes to {base.name}",
    )
    if "cards" in read:
        variant = _with_pack(variant, read["cards"])
    variant = _with_contracts(variant, read["contracts"], read["removed"], base.name)
    if "all_pass" in read:
        variant = _with_all_pass(variant, _all_pass(read["all_pass"], is_bid(resolve(variant, {}))))
    variant = _with_notes(_with_end(variant, read["end"]), read["notes"], read["without_notes"])
    slim: Variant = _without_idle_rules(variant, {})
    return replace(slim, decided=frozenset(house_rules_of(base)) - frozenset(house_rules_of(slim)))


# ---- The description


def _description(data: object) -> dict[str, Any]:
    """The description with clean texts, its form checked."""
    if not isinstance(data, dict):
        raise OwnGameRefused("format", "This is not the description of a game: it has no named fields.")
    _only(data, KEYS, "A game")
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise OwnGameRefused("format", f'This is not a game of this program: "format" is not "{FORMAT}", version 1.')
    read: dict[str, Any] = {"name": _text(data.get("name"), "name", LONGEST_NAME)}
    if not read["name"]:
        raise OwnGameRefused("name", "Give the game a name.")
    if any(read["name"].casefold() == variant.name.casefold() for variant in VARIANTS.values()):
        raise OwnGameRefused("name", f"There is a game called {read['name']} already. Give yours another name.")
    base = data.get("base")
    if not isinstance(base, str) or base not in VARIANTS:
        raise OwnGameRefused("base", f"There is no game called {quoted(base)} here to start from.")
    read["base"] = base
    if data.get("about") is not None:
        read["about"] = _text(data["about"], "about", LONGEST_ABOUT)
    for key in ("notes", "without_notes"):
        read[key] = [_text(note, key, LONGEST_NOTE) for note in _list(data, key)]
        if len(read[key]) > MOST_NOTES:
            raise OwnGameRefused(key, f"A game has at most {MOST_NOTES} notes of its own; put some together.")
    read["removed"] = _list(data, "removed")
    contracts, end = data.get("contracts", {}), data.get("end", {})
    if not isinstance(contracts, dict) or not all(isinstance(change, dict) for change in contracts.values()):
        raise OwnGameRefused("contracts", 'Write the changed contracts as {"contract": {"made": …}}.')
    if not isinstance(end, dict):
        raise OwnGameRefused("end", 'Write the end of a game as {"target": 10} or {"deals": 12}.')
    return (
        read | {"contracts": contracts, "end": end} | {key: data[key] for key in ("cards", "all_pass") if key in data}
    )


def clean_description(data: Any) -> Any:
    """JSON with clean texts, names of fields too: no control characters, halves of a sign or double spaces.

    What is saved, shown and exported is the clean description.

    :raises OwnGameRefused: when it is nested too deeply.
    """
    try:
        return _clean(data)
    except RecursionError:
        raise OwnGameRefused("format", NESTED_TOO_DEEPLY) from None


def _clean(data: Any) -> Any:
    if isinstance(data, str):
        return clean_name(data)
    if isinstance(data, dict):
        return {clean_name(str(key)): _clean(value) for key, value in data.items()}
    return [_clean(each) for each in data] if isinstance(data, list) else data


def _text(value: object, key: str, longest: int) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise OwnGameRefused(key, f"{quoted(value)} is not text.")
    if len(value) > longest:
        raise OwnGameRefused(key, f"{quoted(value)} is longer than {longest} letters. Shorten it.")
    return value


def _list(data: Data, key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise OwnGameRefused(key, f'"{key}" is a list, such as ["…"].')
    if None in value:
        raise OwnGameRefused(key, f'"{key}" has null where a text belongs. Write the text, or leave it out.')
    return value


def _only(data: Data, keys: tuple[str, ...], what: str) -> None:
    for key in data:
        if key not in keys:
            raise OwnGameRefused(str(key), f"{what} has no field {quoted(key)}; it has {', '.join(keys)}.")


def _whole_number(value: object, low: int, high: int, key: str, what: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise OwnGameRefused(key, f"{what} is a whole number from {low} to {high}; not {quoted(value)}.")
    return value


# ---- Changes


def _mapped(part: Any, change: Callable[[Any], Any]) -> Any:
    """Change a part of an entry, under every answer where a house rule decides it.

    A rule whose answers have become the same is gone.
    """
    if not isinstance(part, HouseRule):
        return change(part)
    answers = {answer: _mapped(meaning, change) for answer, meaning in part.answers.items()}
    if answers == part.answers:
        return part
    mapped = replace(part, answers=answers)
    first, *others = answers.values()
    numbers = part.any_number
    if numbers is not None:
        once = numbers.meaning
        mapped = replace(mapped, any_number=replace(numbers, meaning=lambda n: _mapped(once(n), change)))
        others += [_mapped(once(n), change) for n in (numbers.low, numbers.high)]
    return first if all(other == first for other in others) else mapped


def _with_pack(variant: Variant, cards: object) -> Variant:
    pack = PACKS.get(cards) if type(cards) is int else None
    if pack is None:
        known = ", ".join(map(str, PACKS))
        raise OwnGameRefused("cards", f"A deck has {known} cards; not {quoted(cards)}.")
    for rule in _rules_in(variant.deals):
        packs = {answer: _packs(variant, rule.name, answer) for answer in rule.answers}
        if len(set(packs.values())) > 1:  # the pack is this rule's answer, also in the notes
            answer = next((answer for answer, found in packs.items() if found == {pack}), rule.default)
            variant = _fix(variant, rule.name, answer)
    deals: Any = _mapped(variant.deals, lambda deals: tuple(replace(deal, pack=pack) for deal in deals))
    changed = replace(variant, deals=deals)
    for deal in resolve(changed, {}).deals:
        if deal.undealt < 0:
            needed = deal.players * deal.tricks + deal.kitty
            raise OwnGameRefused(
                "cards",
                f"{pack.cards} cards are too few: {number(deal.players)} players need {needed}. Choose a larger deck.",
            )
    return changed


def _packs(variant: Variant, name: str, answer: Any) -> frozenset[Pack]:
    return frozenset(deal.pack for deal in resolve(variant, {name: answer}).deals)


def _rules_in(part: object) -> list[HouseRule]:
    return list({rule.name: rule for rule in open_in(part)}.values())


def _fix(part: Any, name: str, answer: Any) -> Any:
    """Return an entry, or a part of one, with one house rule answered for good."""
    if isinstance(part, HouseRule):
        if part.name == name:
            return _fix(part.meaning(answer), name, answer)
        return replace(part, answers={each: _fix(meaning, name, answer) for each, meaning in part.answers.items()})
    if isinstance(part, tuple):
        return tuple(item for item in (_fix(each, name, answer) for each in part) if item != "")
    if isinstance(part, Mapping):
        return {key: _fix(value, name, answer) for key, value in part.items()}
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{each.name: _fix(getattr(part, each.name), name, answer) for each in fields(part)})
    return part


def _without_idle_rules(part: Any, given: Mapping[str, RuleValue]) -> Any:
    """Return an entry, or a part of one, without the house rules of which no answer changes anything in it.

    `given` are the answers under which this part stands. A rule with only one answer stays: sheets explain it.
    """
    if isinstance(part, HouseRule):
        if part.name in given:
            return _without_idle_rules(part.meaning(given[part.name]), given)
        offered = (*part.answers, *_limits(part))
        meanings = {each: _without_idle_rules(part.meaning(each), {**given, part.name: each}) for each in offered}
        first, *others = meanings.values()
        if others and all(other == first for other in others):
            return first
        return replace(part, answers={answer: meanings[answer] for answer in part.answers})
    if isinstance(part, tuple):
        return tuple(item for item in (_without_idle_rules(each, given) for each in part) if item != "")
    if isinstance(part, Mapping):
        return {key: _without_idle_rules(value, given) for key, value in part.items()}
    if is_dataclass(part) and not isinstance(part, type):
        return replace(
            part, **{each.name: _without_idle_rules(getattr(part, each.name), given) for each in fields(part)}
        )
    return part


def _limits(rule: HouseRule) -> tuple[int, ...]:
    """The least and the most of the numbers that may answer a house rule, if any may."""
    return (rule.any_number.low, rule.any_number.high) if rule.any_number else ()


def _with_contracts(variant: Variant, changes: Data, removed: list[Any], base: str) -> Variant:
    known: dict[str, None] = {}

    def change_all(contracts: tuple[Any, ...]) -> tuple[Any, ...]:
        keys = _keys(contracts)
        known.update(dict.fromkeys(keys))
        pairs = list(zip(keys, contracts, strict=True))
        changed = [
            (key, _changed(contract, key, changes.get(key) or _shared(pairs, key, changes), variant))
            for key, contract in pairs
        ]  # also those that are removed: what is wrong with them is said, and the form can put them back
        return tuple(None if key in removed else contract for key, contract in changed)

    changed: Any = _mapped(variant.contracts, change_all)
    for key in (*changes, *removed):
        if not isinstance(key, str) or key not in known:
            raise OwnGameRefused(
                "contracts", f"{base} has no contract called {quoted(key)}; it has {', '.join(known)}."
            )
    return _without_removed(replace(variant, contracts=changed), variant)


def _without_removed(variant: Variant, base: Variant) -> Variant:
    """Answer no, also in the notes, to a house rule that brought contracts in of which none is left."""
    written: Any = base.contracts
    removing = (
        {each.name: each for each in written if isinstance(each, HouseRule)} if isinstance(written, tuple) else {}
    )
    left = {rule.name for rule in open_in(variant.contracts)}
    for name in removing.keys() - left:
        answer = next((answer for answer, meaning in removing[name].answers.items() if meaning is None), None)
        variant = variant if answer is None else _fix(variant, name, answer)
    return variant


def _shared(pairs: list[tuple[str, Any]], key: str, changes: Data) -> Data:
    """The changes to other contracts that go for this one, too: it is not in the game unless a house rule brings it in.

    Its price goes with theirs where the same house rules decided both: a lone maker gets as much for all five tricks
    when a defender plays alone.
    """
    contracts, shared = dict(pairs), dict[str, Any]()
    hidden = _as_written(contracts[key])
    if hidden is None or resolve(contracts[key], {}) is not None:
        return shared
    for other, change in changes.items():
        shown = _as_written(contracts.get(other))
        for end in ("made", "set"):
            pay = getattr(hidden, end)
            if shown and end in change and any(open_in(pay)) and getattr(shown, end) == pay:
                shared[end] = change[end]
    return shared


def _as_written(contract: Any) -> Contract | None:
    """A contract with its house rules open, where a rule may remove it as it is when it is there."""
    if isinstance(contract, HouseRule):
        return next((found for each in contract.answers.values() if (found := _as_written(each))), None)
    return contract  # type: ignore[no-any-return]


def _changed(contract: Any, key: str, change: Data | None, variant: Variant) -> Any:
    if not change:
        return contract
    _only(change, CONTRACT_KEYS, f"The contract {key}")
    most = min(deal.tricks for deal in resolve(variant, {}).deals)

    def change_one(contract: Contract | None) -> Contract | None:
        if contract is None:
            return None
        for end in ("made", "set"):
            prices = change.get(end, {})
            if not isinstance(prices, dict):
                raise OwnGameRefused("contracts", f'Write what {key} pays as {{"makers": …, "defenders": …}}.')
            _only(prices, SIDES, f'"{end}" of {key}')
            for side, price in prices.items():
                points = _price(price, key, most)
                set_price = partial(_paid, side=side, points=points)
                contract = replace(contract, **{end: _mapped(getattr(contract, end), set_price)})
        if "lowest" in change or "highest" in change:
            contract = replace(contract, bids=_mapped(contract.bids, lambda bids: _bids(bids, change, key, most)))
        return contract

    return _mapped(contract, change_one)


def _paid(pay: Pay, side: str, points: Points) -> Pay:
    return replace(pay, makers=points) if side == "makers" else replace(pay, defenders=points)


def _price(price: object, key: str, most: int) -> Points:
    try:
        points = read_price(str(price) if type(price) is int else _text(price, "contracts", 1000))
    except PriceRefused as refused:
        raise OwnGameRefused("contracts", f"{_contract_name(key)}: {refused.message}") from None
    if isinstance(points, Mapping) and max(points) > most:
        raise OwnGameRefused(
            "contracts",
            f"{_contract_name(key)}: a hand has {most} tricks, and {quoted(price)} speaks of {max(points)}.",
        )
    return points


def _bids(bids: Any, change: Data, key: str, most: int) -> Numbers:
    if not isinstance(bids, Numbers):
        raise OwnGameRefused("contracts", f"{_contract_name(key)} has no lowest and highest bid.")
    low = _whole_number(change.get("lowest", bids.low), 1, most, "contracts", "The lowest bid")
    if "highest" not in change and bids.high is None:
        return Numbers(low, None)
    high = _whole_number(change.get("highest", bids.high), 1, most, "contracts", "The highest bid")
    if low > high:
        raise OwnGameRefused("contracts", f"The lowest bid, {low}, is above the highest, {high}. Change one of them.")
    return Numbers(low, high)


def _with_all_pass(variant: Variant, all_pass: AllPass) -> Variant:
    """Return a game with another rule for when everybody passes, and without what no stuck dealer can do then."""

    def possible(contract: Contract | None) -> Contract | None:
        if contract is None or not NEEDS_FACT.keys() & set(contract.when):
            return contract
        bids = resolve(contract, {}).bids
        if isinstance(bids, Numbers):
            return contract
        return contract if any(may_be_stuck_with(all_pass, bid) for bid in bids) else None

    def all_possible(contracts: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(_mapped(contract, possible) for contract in contracts)

    contracts: Any = _mapped(variant.contracts, all_possible)
    return replace(variant, all_pass=all_pass, contracts=contracts)


def _all_pass(value: object, bid: bool) -> AllPass:
    if value == THROW_IN:
        return REDEAL
    if value == STUCK:
        return dealer_must_bid(1) if bid else AllPass(text="the dealer must name trump", dealer_least=1)
    if type(value) is int and bid:
        return dealer_must_bid(_whole_number(value, 1, 99, "all_pass", "The bid of a stuck dealer"))
    choices = f'"{THROW_IN}" or "{STUCK}"' + (", or the lowest bid of a stuck dealer, such as 3" if bid else "")
    raise OwnGameRefused("all_pass", f"When everybody passes: {choices}; not {quoted(value)}.")


def _with_end(variant: Variant, end: Data) -> Variant:
    if not end:
        return variant
    _only(end, ("target", "deals", "starts"), "The end of a game")
    if len(end) > 1:
        raise OwnGameRefused("end", "A game ends at a target or after a number of deals. Choose one of them.")
    counts_down = resolve(variant, {}).end.counts_down
    (kind, value), *_ = end.items()
    if counts_down != (kind == "starts"):
        how = 'counts down: "starts" is the number to change' if counts_down else 'counts up: "target" is its number'
        raise OwnGameRefused("end", f"This game {how}.")
    if kind == "deals":
        deals = _whole_number(value, 1, MOST_DEALS, "end", "The number of deals")
        changed = replace(variant.end, target=None, deals=deals, deals_each=None, on_offense=False, laps=False)
        return replace(variant, end=changed)
    points = _whole_number(value, 1, MOST_TARGET, "end", "The number of points")
    if kind == "starts":
        return replace(variant, end=replace(variant.end, starts=points))
    return replace(variant, end=replace(variant.end, target=points, deals=None, deals_each=None))


def _with_notes(variant: Variant, notes: list[str], without: list[str]) -> Variant:
    def kept(note: Any) -> Any:
        return _mapped(note, lambda text: "" if text in without else text)

    left = tuple(note for note in map(kept, variant.notes) if note != "")
    at_end = tuple(note for note in map(kept, variant.end.notes) if note != "")
    own = tuple(note for note in notes if note)
    return replace(variant, notes=(*left, *own), end=replace(variant.end, notes=at_end))


# ---- Keys of contracts


def _keys(contracts: tuple[Any, ...]) -> list[str]:
    """A key for each contract, from what it is and not from its place, so that it stays when the entry grows."""
    keys: list[str] = []
    for contract in contracts:
        usual = _first_contract(contract)
        key = _key(usual) if usual is not None else "none"
        keys.append(key if key not in keys else next(k for n in range(2, 99) if (k := f"{key}-{n}") not in keys))
    return keys


def _first_contract(contract: Any) -> Contract | None:
    """The contract itself, with its usual house rules; where a rule may remove it, as it is when it is there."""
    if isinstance(contract, HouseRule):
        return next((found for each in contract.answers.values() if (found := _first_contract(each))), None)
    return resolve(contract, {}) if contract is not None else None


def _key(contract: Contract) -> str:
    bids = contract.bids
    if isinstance(bids, Numbers):
        name = "bid"
    elif bids == NO_NUMBER:
        name = "trump"
    else:
        name = str(bids[0]) if isinstance(bids[0], str) else f"bid-{bids[0]}"
    parts = [name]
    if all(alone for alone, _ in contract.play) and not contract.unplayed:
        parts.append("alone")
    parts += [fact.replace("_", "-") for fact in contract.when]
    if contract.partners:
        parts.append(f"with-{contract.partners}")
    return "-".join(parts)


def _contract_name(key: str) -> str:
    """A contract for a sentence: "Trump alone"."""
    return bid_text(key).capitalize()


# ---- How the changes go together


def _check_contracts(variant: Variant, *, moved_bids: bool) -> None:
    """Refuse a game in which a bid means two things, pays nothing or too much, or in which nothing can be bid."""
    for answers in _answers_to_check(variant) if moved_bids else [()]:
        for deal in resolve(variant, dict(answers)).deals:
            try:
                open_rulebook.__wrapped__(variant, deal.players, answers)
            except TwoContractsError as two:
                bid = bid_text(two.key.bid)
                raise OwnGameRefused(
                    "contracts",
                    f"Two contracts would be a bid of {bid}, and nobody could say which was played. "
                    "Change the lowest or the highest bid of one of them.",
                ) from None
    for players in variant.table_sizes:
        rulebook = open_rulebook.__wrapped__(variant, players, ())
        if rulebook is None or not any(not line.contract.rare for line in rulebook.lines.values()):
            raise OwnGameRefused("removed", "No contract is left. Keep at least one that players can bid.")
        for key, line in rulebook.lines.items():
            good = -1 if rulebook.variant.end.counts_down else 1
            best = max((good * score.makers for score in line.scores if score.made), default=0)
            most = max(max(abs(score.makers), abs(score.defenders)) for score in line.scores)
            name = "Naming trump" if key.bid is None else f"A bid of {bid_text(key.bid)}"
            if best <= 0 and line.contract.unplayed != "set":
                how = " alone" if key.alone else ""
                raise OwnGameRefused("contracts", f"{name}{how} scores the makers nothing when made. Give it points.")
            if most > MOST_POINTS:
                raise OwnGameRefused(
                    "contracts", f"{name} scores up to {most}: more than {MOST_POINTS}. Lower its points."
                )


def _answers_to_check(variant: Variant) -> Iterator[tuple[tuple[str, Any], ...]]:
    """The answers to house rules that decide which contracts there are, together."""
    contracts: Any = variant.contracts
    parts: list[object] = [contracts] if isinstance(contracts, HouseRule) else []
    for contract in contracts if isinstance(contracts, tuple) else ():
        if isinstance(contract, HouseRule):
            parts.append(replace(contract, answers=dict.fromkeys(contract.answers)))
        inside = [contract] if isinstance(contract, Contract) else []
        inside += [each for each in getattr(contract, "answers", {}).values() if isinstance(each, Contract)]
        parts += [part for each in inside for part in (each.bids, each.play)]
    rules = {rule.name: rule for part in parts for rule in open_in(part)}
    known = house_rules_of(variant)
    names = sorted(name for name in rules if name in known)
    combinations = product(*(tuple(known[name].answers) for name in names))
    for combination in islice(combinations, MOST_ANSWERS):
        pairs = zip(names, combination, strict=True)
        yield tuple((name, answer) for name, answer in pairs if answer != known[name].default)

"""The form of a club's own game: the description of a game → fields with their values, and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django import forms

from tally.rules import VARIANTS, Variant
from tally.rules.house_rules import resolve
from tally.rules.language import Contract, Numbers, Points
from tally.rules.own_games import (
    FORMAT,
    LONGEST_ABOUT,
    LONGEST_NAME,
    PACKS,
    SIDES,
    STUCK,
    THROW_IN,
    VERSION,
    OwnGameRefused,
    build_own_game,
    clean_description,
    contracts_by_key,
    read_own_game,
)
from tally.rules.pay_table import PayRow, pay_table
from tally.rules.prices import PriceRefused, price_text, read_price
from tally.rules.rulebook import is_bid, open_rulebook
from tally.rules.summary import pack_text, sentence
from tally.rules.wording import game_end_text

ENDS = ("made", "set")
FIELD_OF_CODE = {"name": "name", "about": "about", "notes": "notes", "cards": "cards", "all_pass": "all_pass"}
FIELD_OF_CODE |= {"end": "end_number"}
PRICE = {"rows": 2, "maxlength": 200, "spellcheck": "false"}
HOW_TO_WRITE = (
    "Write a number, such as 2 or −4, or in words: “their tricks”, “the bid”, “6 + the bid”, “minus the bid”, "
    "“1 for 3 or 4 tricks, 2 for 5 tricks”, “−6 for no trick, otherwise their tricks”. Write 0 for nothing."
)


@dataclass(frozen=True, slots=True)
class ContractFields:
    """A contract as a part of the form: its row of the pay table, and the fields that change it."""

    row: PayRow
    removed: forms.BoundField
    made: tuple[forms.BoundField, forms.BoundField] | None
    set: tuple[forms.BoundField, forms.BoundField] | None
    bids: tuple[forms.BoundField, forms.BoundField] | None


class OwnGameForm(forms.Form):
    """A game as it differs from another one; `description` and `variant` are there once it is valid.

    `start` is the description that the page began with. What it says beyond the form's fields stays.
    """

    start = forms.CharField(widget=forms.HiddenInput)
    name = forms.CharField(label="Name", required=False, widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME}))
    about = forms.CharField(
        label="In one sentence",
        required=False,
        help_text="What the list of games says about it. Without one, it is that of the other game.",
        widget=forms.TextInput(attrs={"maxlength": LONGEST_ABOUT}),
    )
    cards = forms.ChoiceField(label="Pack", required=False)
    all_pass = forms.ChoiceField(label="When everybody passes", required=False)
    end = forms.ChoiceField(
        label="End of a game", required=False, help_text="On a night with a bell, the bell ends it."
    )
    end_number = forms.IntegerField(label="Points or deals", required=False)
    keep = forms.MultipleChoiceField(label="Notes", required=False, widget=forms.CheckboxSelectMultiple)
    notes = forms.CharField(
        label="Our own notes",
        required=False,
        help_text="A paragraph a line; they stand on the rules page and on the sheet.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, start: dict[str, Any], data: Any = None) -> None:
        self.base, self.given = VARIANTS[start["base"]], start
        self.usual = resolve(self.base, {})
        super().__init__(data, initial=self._initial())
        self._offer("cards", [("", f"As in {self.base.name}"), *_packs(self.usual)])
        self._offer("all_pass", [("", f"As in {self.base.name}: {self.usual.all_pass.text}"), *self._all_pass()])
        kind, label = ("starts", "Counts down from") if self.usual.end.counts_down else ("target", "To so many points")
        deals = [] if kind == "starts" else [("deals", "After so many deals")]
        self._offer("end", [("", f"As in {self.base.name}: {game_end_text(self.usual)}"), (kind, label), *deals])
        self._offer("keep", [(note, note) for note in (*self.usual.notes, *self.usual.end.notes)])
        self.contracts = contracts_by_key(self.base)
        self._add_contracts()

    def description_data(self) -> str:
        """The description that the page began with, for its hidden field."""
        return json.dumps(self.given)

    def table(self) -> list[ContractFields]:
        """The contracts with their fields, in the order of the pay table."""
        rows = pay_table(self.base)
        return [self._fields_of(key, row) for (key, _), row in zip(self.contracts, rows, strict=True)]

    def clean(self) -> dict[str, Any]:
        """Every price can be read, and the game can be played."""
        data = self.cleaned_data
        prices = {name: self._price(name) for name in self.fields if name.split("__")[-1] in SIDES}
        if self.errors:
            return data
        try:
            self.description = clean_description(self._described(prices))
            self.variant = read_own_game(self.description, "own-new")
        except OwnGameRefused as refused:
            self.add_error(FIELD_OF_CODE.get(refused.code), refused.message)
        return data

    # ---- From the description

    def _initial(self) -> dict[str, Any]:
        given = self.given
        without = given.get("without_notes", [])
        kind, number = next(iter(given.get("end", {}).items()), ("", None))
        return {
            "start": self.description_data(),
            "name": given.get("name", ""),
            "about": given.get("about", ""),
            "cards": str(given.get("cards", "")),
            "all_pass": STUCK if given.get("all_pass") == 1 else str(given.get("all_pass", "")),
            "end": kind,
            "end_number": number,
            "keep": [note for note in (*self.usual.notes, *self.usual.end.notes) if note not in without],
            "notes": "\n".join(given.get("notes", [])),
        }

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField | forms.MultipleChoiceField)
        field.choices = choices

    def _all_pass(self) -> list[tuple[str, str]]:
        stuck = "The dealer must bid at least the lowest bid" if is_bid(self.usual) else "The dealer must name trump"
        numbers = [(str(bid), f"The dealer must bid at least {bid}") for bid in self._bids_of_a_stuck_dealer()]
        return [(THROW_IN, "The cards are thrown in"), (STUCK, stuck), *numbers]

    def _bids_of_a_stuck_dealer(self) -> list[int]:
        """Every number that may be the lowest bid of a stuck dealer, and always the one that the page began with."""
        if not is_bid(self.usual):
            return []
        rulebooks = [open_rulebook(self.base, players) for players in self.base.table_sizes]
        bids = {bid for rulebook in rulebooks if rulebook for bid in rulebook.bids if isinstance(bid, int)}
        bids |= set(range(2, self.usual.tricks + 1)) | {now for now in [self.given.get("all_pass")] if type(now) is int}
        return sorted(bids - {1})  # at least 1 is the lowest bid, whatever it is

    def _add_contracts(self) -> None:
        """Add the fields of every contract, with the prices that the description has."""
        whole = {
            "name": "-",
            **{key: value for key, value in self.given.items() if key not in ("removed", "name", "all_pass")},
        }
        now = dict(contracts_by_key(build_own_game(whole, "own-new")))
        for (key, contract), row in zip(self.contracts, pay_table(self.base), strict=True):
            self.fields[f"{key}__removed"] = forms.BooleanField(
                label="Not in our game", required=False, initial=key in self.given.get("removed", [])
            )
            for end in ENDS:
                for side in SIDES:
                    if contract.unplayed in ("", end):
                        price = price_text(getattr(getattr(now[key], end), side))
                        label = f"{row.call}, {'made' if end == 'made' else 'not made'}: {side}"
                        self.fields[f"{key}__{end}__{side}"] = forms.CharField(
                            initial=price,
                            label=label,
                            error_messages={"required": "Write the points, 0 for nothing."},
                            widget=forms.Textarea(attrs=PRICE | {"aria-label": label}),
                        )
            if isinstance(contract.bids, Numbers):
                for name, bid in zip(("lowest", "highest"), self._bids(now[key]), strict=True):
                    self.fields[f"{key}__{name}"] = forms.IntegerField(label=f"{name.capitalize()} bid", initial=bid)

    def _bids(self, contract: Contract) -> tuple[int, int]:
        bids = contract.bids
        assert isinstance(bids, Numbers)
        return bids.low, bids.high or self.usual.tricks

    def _fields_of(self, key: str, row: PayRow) -> ContractFields:
        made, failed = (
            (self[f"{key}__{end}__makers"], self[f"{key}__{end}__defenders"])
            if f"{key}__{end}__makers" in self.fields
            else None
            for end in ENDS
        )
        bids = (self[f"{key}__lowest"], self[f"{key}__highest"]) if f"{key}__lowest" in self.fields else None
        return ContractFields(row, self[f"{key}__removed"], made, failed, bids)

    # ---- To the description

    def _price(self, name: str) -> Points:
        try:
            return read_price(self.cleaned_data.get(name, "0"))
        except PriceRefused as refused:
            self.add_error(name, refused.message)
            return 0

    def _described(self, prices: dict[str, Points]) -> dict[str, Any]:
        """The description of a valid form, with only what differs."""
        data = self.cleaned_data
        notes = [line for line in data["notes"].splitlines() if line.strip()]
        all_pass = data["all_pass"]
        shown = {key for key, _ in self.contracts}
        hidden = [key for key in self.given.get("removed", []) if key not in shown]
        changes: dict[str, Any] = {
            "about": data["about"],
            "notes": notes,
            "without_notes": [note for note, _ in self.fields["keep"].choices if note not in data["keep"]],  # type: ignore[attr-defined]
            "cards": int(data["cards"]) if data["cards"] else None,
            "contracts": self._changed_contracts(prices),
            "removed": [*hidden, *(key for key, _ in self.contracts if data[f"{key}__removed"])],
            "all_pass": int(all_pass) if all_pass.isdecimal() else all_pass,
            "end": {data["end"]: data["end_number"]} if data["end"] else {},
        }
        head = {"format": FORMAT, "version": VERSION, "name": " ".join(data["name"].split()), "base": self.base.slug}
        return head | {key: value for key, value in changes.items() if value not in ("", None, [], {})}

    def _changed_contracts(self, prices: dict[str, Points]) -> dict[str, Any]:
        before = self.given.get("contracts", {})
        changed = {key: change for key, change in before.items() if key not in dict(self.contracts)}
        for key, contract in self.contracts:
            fixed, change = before.get(key, {}), dict[str, Any]()
            for end in ENDS:
                for side in SIDES:
                    price = prices.get(f"{key}__{end}__{side}")
                    stays = side in fixed.get(end, {})  # a price that is fixed though it is the usual one
                    if price is not None and (stays or price != getattr(getattr(contract, end), side)):
                        change.setdefault(end, {})[side] = price_text(price)
            if isinstance(contract.bids, Numbers):
                for name, usual in zip(("lowest", "highest"), self._bids(contract), strict=True):
                    bid = self.cleaned_data[f"{key}__{name}"]
                    if name in fixed or bid != usual:
                        change[name] = bid
            if change:
                changed[key] = change
        return changed


def _packs(usual: Variant) -> list[tuple[str, str]]:
    """The packs with enough cards for every table."""
    needed = max(deal.players * deal.tricks + deal.kitty for deal in usual.deals)
    return [(str(cards), sentence(pack_text(pack)).rstrip(".")) for cards, pack in PACKS.items() if cards >= needed]

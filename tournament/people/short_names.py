"""Short names that tell the people of one night apart: Bob St., Bob Sm. and Bob Sa. instead of three times Bob S.

Others see a first name and the initial of the last name. Where that could be two people, each shows as few more letters
as tell them apart; people who have the whole name in common are told apart by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.people.names import after_first, folded, short_name, without_role, without_suffix


@dataclass(frozen=True, slots=True)
class ShortName:
    """What others see of a name; `shared` when it is somebody else's, too."""

    text: str
    shared: bool = False


def short_names(names: Sequence[str]) -> list[ShortName]:
    """Return a short name for each name, in their order, each as short as tells the names apart."""
    forms = {folded(name): list(forms_of(name)) for name in names}
    chosen = _unmistakable(forms)
    for name in sorted(forms.keys() - chosen.keys(), key=lambda name: (len(forms[name]), name)):
        taken = {_key(forms[other][at]) for other, at in chosen.items()}  # each form of `name` may begin another's
        chosen[name] = next((at for at, form in enumerate(forms[name]) if _key(form) not in taken), 0)
    keys = [_key(forms[name][chosen[name]]) for name in map(folded, names)]
    return [
        ShortName(_form(name, chosen[folded(name)]), shared=keys.count(key) > 1)
        for name, key in zip(names, keys, strict=True)
    ]


def _form(name: str, at: int) -> str:
    """This form of a name, as its owner writes it."""
    forms = list(forms_of(name))
    return forms[min(at, len(forms) - 1)]


def _unmistakable(forms: dict[str, list[str]]) -> dict[str, int]:
    """Which form of each name is the first that is no form of any other name, for those that have one."""
    owners: dict[str, set[str]] = {}
    for name, possible in forms.items():
        for form in possible:
            owners.setdefault(_key(form), set()).add(name)
    found = {
        name: next((at for at, form in enumerate(possible) if owners[_key(form)] == {name}), None)
        for name, possible in forms.items()
    }
    return {name: at for name, at in found.items() if at is not None}


def forms_of(name: str) -> Iterator[str]:
    """Every form of a name, the most discreet first: Ruth B., Ruth Ba. … Ruth Baker, Ruth A. B., Ruth Ann Baker."""
    name = without_role(name)
    yield short_name(name)
    first, others = after_first(name)
    others, number = without_suffix(others)
    last = next((word for word in reversed(others) if word[0].isalpha()), "")
    for letters in range(2, len(last) + 1):
        yield " ".join([first, _cut(last, letters), *number])
    middle = others[: -(others[::-1].index(last) + 1)] if last else []
    for letters in range(1, max(map(len, middle), default=0) + 1):
        yield " ".join([first, *(_cut(word, letters) for word in middle), f"{last[0]}.", *number])
    yield name


def _cut(word: str, letters: int) -> str:
    """The first letters of a word with a period, or the whole word without one."""
    return word if letters >= len(word) else f"{word[:letters]}."


def _key(form: str) -> str:
    """What is heard of a form: "Bob Sand" and "Bob Sand." sound alike."""
    return folded(form.replace(".", ""))

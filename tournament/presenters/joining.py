"""Tonight's names by their first letter, and where one of them stands for a phone that taps it."""

from __future__ import annotations

import unicodedata

from tournament.models import Entry, Night, Phone
from tournament.night.joining import needs_organizer
from tournament.people.names import folded

MANY_NAMES = 24  # more than a phone shows at once or twice: they stand under their letters


def names_context(night: Night, find: str = "") -> dict[str, object]:
    """The page of tonight's names, without numbers from the hat that have none yet: those need their card.

    :param find: what the names, or their numbers, begin with; for browsers without JavaScript.
    """
    everybody = [entry for entry in night.entries.people().present() if not entry.is_nameless]
    with_phone = set(Phone.objects.active().filter(entry__night=night).values_list("entry", flat=True))
    found = [entry for entry in everybody if matches(entry.short_name, entry.number, find)]
    many = len(everybody) >= MANY_NAMES
    letters: dict[str, list[tuple[Entry, bool]]] = {}
    for entry in sorted(found, key=lambda entry: (folded(entry.short_name), entry.number or 0, entry.pk)):
        letter = first_letter(entry.short_name) if many else ""
        letters.setdefault(letter, []).append((entry, entry.pk in with_phone))
    return {"night": night, "letters": sorted(letters.items()), "find": find, "count": len(everybody)}


def name_context(player: Entry, token: str) -> dict[str, object]:
    """One name: free, taken, asked for, or kept out, and whether this phone is somebody else's."""
    tonight = Phone.objects.active().filter(entry__night=player.night_id, token=token).select_related("entry").first()
    return {
        "player": player,
        "mine": tonight is not None and tonight.entry_id == player.pk,
        "other": tonight.entry if tonight and tonight.entry_id != player.pk else None,
        "needs_organizer": needs_organizer(player, token),
        "here": player.phones.active().exists(),
        "asked": player.phone_requests.filter(token=token).last(),
    }


def matches(name: str, number: int | None, find: str) -> bool:
    """Whether a word of a name begins with these letters, or the number is this one."""
    wanted = plain(find)
    return not wanted or wanted == str(number) or any(word.startswith(wanted) for word in words_from(name))


def words_from(name: str) -> list[str]:
    """The rest of a name from each of its words on: "ann miller", "miller"."""
    words = plain(name).split()
    return [" ".join(words[i:]) for i in range(len(words))]


def plain(text: str) -> str:
    """A text in lower case and without accents, as people type it."""
    letters = unicodedata.normalize("NFKD", folded(text.strip()))
    return "".join(char for char in letters if not unicodedata.combining(char))


def first_letter(name: str) -> str:
    """The letter under which a name is looked up; "#" for one that begins with none."""
    letter = plain(name)[:1].upper()
    return letter if letter.isalpha() else "#"

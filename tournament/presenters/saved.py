"""What a form of settings has saved, in words: "Saved: 14 minutes a game"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.formats import date_format

from tournament.models import Entry, Night
from tournament.night.settings import display_value
from tournament.people.names import listed

NOTHING_NEW = "Nothing to save: everything is as it was."


def saved_sentence(night: Night, changed: Iterable[str], labels: Mapping[str, str]) -> str:
    """Say which settings were saved, each as it is now.

    :param changed: the names of the fields.
    :param labels: what the page calls each field, for those without words of their own here.
    """
    parts = [_setting_in_words(night, name, labels.get(name, name.replace("_", " "))) for name in changed]
    return f"Saved: {'; '.join(parts)}." if parts else NOTHING_NEW


def added_sentence(entries: Sequence[Entry]) -> str:
    """Say who was signed up: up to three by name, and all who were marked as gone."""
    added = f"{len(entries)} players" if len(entries) > 3 else listed(entry.name for entry in entries)
    back = [entry.name for entry in entries if entry.was_gone]
    no_longer = f" {listed(back)} {'is' if len(back) == 1 else 'are'} no longer marked as gone." if back else ""
    return f"Added {added}.{no_longer}"


def movement_saved(night: Night, *, drawn_again: bool = False) -> str:
    """Say which movement was saved, and for how many games."""
    games = f", {_count(night.games, 'game')}" if night.games else ""
    movement = Night.Movement(night.movement)
    chosen = "the movement for your number of players" if movement is Night.Movement.AUTOMATIC else movement.label
    return f"Saved: {chosen}{games}{', redrawn' if drawn_again else ''}."


def _setting_in_words(night: Night, name: str, label: str) -> str:
    match name:
        case "name":
            return f"the night is called “{night.name}”"
        case "date":
            return date_format(night.date, "DATE_FORMAT")
        case "minutes":
            return f"{_count(night.minutes, 'minute')} a game"
        case "pause":
            return f"{_count(night.pause, 'minute')} between games"
        case "deals":
            return f"{_count(night.deals, 'hand')} a game"
        case "hidden_games" if night.hidden_games:
            last = "game" if night.hidden_games == 1 else _count(night.hidden_games, "game")
            return f"the standings of the last {last} stay hidden"
        case "hidden_games":
            return "no standings are hidden"
        case "count_loners":
            return "loners are counted" if night.count_loners else "loners are not counted"
        case "paper":
            return f"{night.get_paper_display()} paper"
        case "wifi_password":
            return "the Wi-Fi password"
        case "prizes":
            return f"{_count(len(night.prizes.get('list', ())), 'prize')}"
    return f"{label}: {display_value(night, name)}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

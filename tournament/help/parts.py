"""Which part of Help is about which page.

Help knows no URL of the app that scores: that app adds its own pages at its start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

# The part of Help about each page, by the name of its URL. An app that scores adds its own pages.
_parts: dict[str, str] = {
    "home": "start",
    "code": "phone#open-your-card",
    "claim": "phone#open-your-card",
    "take-name": "phone#open-your-card",
    "join": "phone#open-your-card",
    "seats": "phone#your-seat",
    "fairness": "before#fairness",
    "check-phone": "before#test-phone",
    "desk": "before",
    "add-names": "before#sign-up",
    "joined-names": "before#flood",
    "chart": "before#charts",
    "settings": "before#settings",
    "movement": "before#movement",
    "bell-settings": "night#bell",
    "players": "night#player-changes",
    "changes": "night#player-changes",
    "log": "night#log",
    "close": "closing#close-the-night",
    "club": "regulars",
    "people": "regulars#list-of-regulars",
    "helpers": "helpers",
    "invite-helper": "helpers#invite",
    "accept-invitation": "helpers#invite",
    "copies": "safe-copies#how-copies",
    "go-back": "safe-copies#go-back",
    "keeping-data": "files#keep-data",
    "add-person": "regulars#list-of-regulars",
    "import-people": "regulars#import-a-list",
    "merge-people": "regulars#merge-two-people",
    "erase-person": "regulars#erase-a-person",
    "overwrite-erased": "regulars#erase-a-person",
    "edit-person": "regulars#rename-a-regular",
    "club-money": "money#treasurer",
    "help-tonight": "helpers#what-helpers-do",
    "account_login": "helpers#members",
    "account_confirm_login_code": "helpers#members",
    "my-clubs": "helpers#members",
    "start-club": "helpers#members",
    "mfa_index": "helpers#members",
    "members": "helpers#members",
    "invite-member": "helpers#members",
}
_organizers_parts: dict[str, str] = {}  # where the organizer sees another page at the same address


def register_help_parts(parts: Mapping[str, str], organizers: Mapping[str, str]) -> None:
    """Add pages to Help, for an app's `AppConfig.ready`.

    :param parts: the part of Help about each page, "chapter" or "chapter#section", by the name of its URL.
    :param organizers: the same for the organizer, where that is another part.
    """
    _parts.update(parts)
    _organizers_parts.update(organizers)


def part_about(url_name: str, is_organizer: Callable[[], bool]) -> str | None:
    """Return the part of Help about a page, "chapter" or "chapter#section"; None when Help has none.

    :param is_organizer: called only where the organizer sees another part, as it asks the database.
    """
    if url_name in _organizers_parts and is_organizer():
        return _organizers_parts[url_name]
    return _parts.get(url_name)


def registered_parts() -> list[tuple[str, str]]:
    """Return every page with its part of Help, those of the organizer too."""
    return [*_parts.items(), *_organizers_parts.items()]

"""Which part of Help is about which page.

Help knows no URL of the app that scores: that app adds its own pages at its start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

# The part of Help about each page, by the name of its URL. An app that scores adds its own pages.
_parts: dict[str, str] = {
    "home": "players",
    "organizer-link": "start#sign-in",
    "new-night": "start#next-week",
    "code": "phone#open-your-card",
    "claim": "phone#open-your-card",
    "take-name": "phone#open-your-card",
    **dict.fromkeys(("join", "join-again"), "phone#open-your-card"),
    "seats": "phone#your-seat",
    "fairness": "before#fairness",
    "check-phone": "before#check-room",
    "check-room": "before#check-room",
    "use-address": "before#check-room",
    "desk": "before",
    **dict.fromkeys(("add-names", "sign-up-regulars", "add-last-time", "undo-added"), "before#sign-up"),
    **dict.fromkeys(("remove", "undo-removal"), "before#sign-up"),
    **dict.fromkeys(("joined-names", "undo-joined-removal", "phone-sign-up"), "before#flood"),
    **dict.fromkeys(("draw", "swap"), "before#numbers"),
    "hat": "before#hat",
    "ghost": "before#ghost",
    **dict.fromkeys(("start", "back"), "before#start-the-night"),
    "chart": "before#charts",
    "settings": "before#settings",
    **dict.fromkeys(("movement", "pick-movement", "search"), "before#movement"),
    **dict.fromkeys(("bell-settings", "ring", "unring"), "night#bell"),
    **dict.fromkeys(("clock", "extra"), "night#clock"),
    **dict.fromkeys(("players", "changes", "rename-player"), "night#player-changes"),
    **dict.fromkeys(("release-phone", "release-all-phones", "let-in"), "night#player-changes"),
    "log": "night#log",
    "close": "closing#close-the-night",
    "club": "regulars#our-club",
    "people": "regulars#list-of-regulars",
    "helpers": "helpers",
    **dict.fromkeys(("invite-helper", "accept-invitation", "withdraw-invitation"), "helpers#invite"),
    **dict.fromkeys(("end-sign-in", "sign-out-everywhere", "sign-out"), "helpers#signed-in"),
    "new-link": "helpers#new-link",
    **dict.fromkeys(("copies", "make-copy"), "safe-copies#how-copies"),
    "second-place": "safe-copies#copies-on-a-stick",
    "laptop": "laptop#this-laptop",
    "stop-laptop": "laptop#stop",
    "go-back": "safe-copies#go-back",
    "keeping-data": "files#keep-data",
    **dict.fromkeys(("add-person", "remove-person"), "regulars#list-of-regulars"),
    "import-people": "regulars#import-a-list",
    **dict.fromkeys(("merge-people", "undo-merge"), "regulars#merge-two-people"),
    "erase-person": "regulars#erase-a-person",
    "overwrite-erased": "regulars#erase-a-person",
    "edit-person": "regulars#rename-a-regular",
    "club-money": "money#treasurer",
    "help-tonight": "helpers#what-helpers-do",
    **dict.fromkeys(("account_login", "account_request_login_code"), "accounts#sign-in-by-email"),
    **dict.fromkeys(("account_confirm_login_code", "account_logout"), "accounts#sign-in-by-email"),
    **dict.fromkeys(("mfa_login_webauthn", "mfa_list_webauthn", "mfa_add_webauthn"), "accounts#passkeys"),
    **dict.fromkeys(("mfa_edit_webauthn", "mfa_remove_webauthn"), "accounts#passkeys"),
    **dict.fromkeys(("mfa_index", "end-session", "end-sessions"), "accounts#your-account"),
    **dict.fromkeys(("account_email", "account_email_verification_sent"), "accounts#another-email"),
    "delete-account": "accounts#delete-your-account",
    **dict.fromkeys(("my-clubs", "start-club", "open-club", "leave-club"), "accounts#my-clubs"),
    **dict.fromkeys(("answer-offer", "answer-invitation"), "accounts#my-clubs"),
    **dict.fromkeys(("members", "invite-member", "withdraw-member-invitation", "link-off"), "helpers#members"),
    **dict.fromkeys(("change-role", "remove-member", "hand-over-club", "end-hand-over"), "helpers#members"),
}
# Where the organizer sees, or wants to know, something else at the same address.
_organizers_parts: dict[str, str] = {"home": "start", "seats": "night#who-sits-where"}


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

"""Everybody who asks for an address in `access_matrix`: what they are to the night, in words, and their cookies."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from tests.support.accounts import ANN, account, browser_of
from tests.support.night import token_of_organizer
from tests.support.strangers import helper_token, phone_of_another_night
from tournament.club.sign_ins import sign_out_browser
from tournament.models import Club, Entry, Game, Invitation, Membership, Night, Role, SignIn
from tournament.models.sign_ins import token_hash
from tournament.night.phones import pair_phone
from tournament.web.visitors import PHONE_COOKIE, SIGN_IN_COOKIE

NOBODY = frozenset[str]()
PLAYER = frozenset({"players", "regular"})
REGULAR = frozenset({"regular"})


@dataclass(frozen=True)
class Reader:
    """Somebody with a browser.

    `words` say what they are to this night: "organizer", "scorer", "check-in", "announcer", "seat" (plays the game of
    the addresses), "players" (has or had a phone of this night), "regular" (their phone plays for a regular of the
    club), "elsewhere" (organizes another club), "account" (is signed in with an account).
    `own` is the player of their phone.
    """

    name: str
    words: frozenset[str] = NOBODY
    sign_in: str = ""
    phone: str = ""
    own: Entry | None = None
    session: str = ""  # of an account
    cookies: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        given = {SIGN_IN_COOKIE: self.sign_in, PHONE_COOKIE: self.phone, settings.SESSION_COOKIE_NAME: self.session}
        object.__setattr__(self, "cookies", {name: value for name, value in given.items() if value})

    def __str__(self) -> str:
        return self.name


def readers_of_another_club() -> list[Reader]:
    """Make another club, with an organizer and a scorer."""
    club = Club.objects.create(name="Thursday club")
    return [
        Reader("another club’s organizer", frozenset({"elsewhere"}), token_of_organizer(club)),
        Reader("another club’s scorer", NOBODY, helper_token(club, Role.SCORER)),
    ]


def readers_with_accounts(club: Club) -> list[Reader]:
    """Sign people in with accounts: a member of each role, and somebody who belongs to no club."""
    readers = [Reader("somebody with an account", frozenset({"account"}), session=_session_of(ANN))]
    for role in Role:
        email = f"{role}@club.example"
        session = _session_of(email)
        Membership.objects.create(account=account(email), club=club, role=role, name="Ruth")
        readers.append(Reader(f"a member: {role}", frozenset({"account", str(role)}), session=session))
    return readers


def _session_of(email: str) -> str:
    return browser_of(email).cookies[settings.SESSION_COOKIE_NAME].value


def readers_of(night: Night, game: Game | None) -> list[Reader]:
    """Sign everybody in, and pair the players' phones, while this night is open. The game is that of the addresses."""
    club = night.club
    ended, expired = helper_token(club, Role.ORGANIZER), helper_token(club, Role.ORGANIZER)
    sign_out_browser(sign_in=SignIn.objects.get(token_hash=token_hash(ended)))
    past = timezone.now() - timedelta(minutes=1)
    SignIn.objects.filter(token_hash=token_hash(expired)).update(expires_at=past)
    Invitation.objects.filter(sign_ins__token_hash=token_hash(expired)).update(expires_at=past)
    scorer = helper_token(club, Role.SCORER)
    return [
        Reader("the organizer", frozenset({"organizer"}), token_of_organizer(club)),
        Reader("nobody"),
        Reader("the scorer", frozenset({"scorer"}), scorer),
        Reader("the check-in", frozenset({"check-in"}), helper_token(club, Role.CHECK_IN)),
        Reader("the announcer", frozenset({"announcer"}), helper_token(club, Role.ANNOUNCER)),
        Reader("somebody who was signed out", sign_in=ended),
        Reader("a helper whose invitation expired", sign_in=expired),
        *_phones(night, game, scorer),
    ]


def _phones(night: Night, game: Game | None, scorer: str) -> list[Reader]:
    """Phones: of the game's player and of another table's, one that was replaced, one of another night."""
    people = list(night.entries.people().exclude(number__in=(1, 2)).order_by("number"))
    seated = set(game.places.values_list("entry_id", flat=True)) if game else set()
    here = [entry for entry in people if entry.pk in seated]
    player = here[0] if here else people[0]
    words = PLAYER | {"seat"} if here else PLAYER
    pair_phone(entry=player, token="token-of-player")
    replaced = night.entries.get(number=2)
    pair_phone(entry=replaced, token="token-of-replaced")
    pair_phone(entry=replaced, token="the-newer-phone")
    other = phone_of_another_night(night).cookies[PHONE_COOKIE].value
    readers = [
        Reader("a player", words, phone="token-of-player", own=player),
        Reader("a player who keeps the scores", words | {"scorer"}, scorer, "token-of-player", player),
        Reader("a phone that was replaced", frozenset({"players"}), phone="token-of-replaced", own=replaced),
        Reader("a phone of another night", REGULAR, phone=other),
    ]
    for neighbor in [entry for entry in people if entry.pk not in seated and entry != player][:1]:
        pair_phone(entry=neighbor, token="token-of-neighbor")
        readers.append(Reader("a player of another table", PLAYER, phone="token-of-neighbor", own=neighbor))
    return readers

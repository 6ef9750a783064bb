"""Erasing a whole club, once its file has been taken out: everything goes, and there is no way back."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Count
from django.utils import timezone

from tally.archive.writing import club_archive
from tally.loading.own_games import forget_own_games
from tally.loading.result_cache import forget_results
from tally.models import Hand
from tournament.access import Who
from tournament.club.erasing import names_erased
from tournament.club.first_club import first_club
from tournament.club.overwriting import has_file, overwrite_deleted
from tournament.club.owned_rows import delete_with_all
from tournament.club.rights import lock_club_for, require_owner
from tournament.live.events import tell_gone
from tournament.models import CashLine, Club, LogEntry, Night, Phone, PhoneCheck, Publication
from tournament.night.locking import write
from tournament.people.errors import Refused
from tournament.people.names import clean_name, listed

CHANGED = (
    "Something of {club} has changed since this file was made, so the file does not have all of it. Nothing was "
    "erased. Download everything again first."
)
IN_PLAY = "{nights} {is_} being played. Close {it} first, then erase the club."
WRONG_NAME = "Type the club’s name exactly as it is here, {club}, to erase it."


@dataclass(frozen=True, slots=True)
class Contents:
    """How much a club has: what goes when it is erased."""

    nights: int
    people: int
    hands: int
    seasons: int
    games: int  # of the club's own
    cash_lines: int
    phones: int
    phone_checks: int
    log_lines: int
    public_pages: int
    sign_ins: int
    invitations: int
    members: int


@dataclass(frozen=True, slots=True)
class ErasedClub:
    """What was erased, and what is there now.

    `fresh` is the new, empty club of a laptop that had no other one. `overwritten` is whether the bytes of the
    database are free of what was erased.
    """

    contents: Contents
    fresh: Club | None
    overwritten: bool


class FileOutdated(Refused):
    """The file that was taken out is not what the club is now."""


def state_of(text: str) -> str:
    """A token of a club's state: its whole file, as a hash. The same rows have the same one."""
    return sha256(text.encode()).hexdigest()


def contents_of(club: Club) -> Contents:
    """Count what goes with a club."""
    phones = Phone.objects.filter(entry__night__club=club).exclude(token="").aggregate(n=Count("token", distinct=True))
    hands = Hand.objects.filter(game__round__night__club=club)
    live, now = Publication.objects.live(), timezone.now()
    return Contents(
        nights=club.nights.count(),
        people=club.players.regulars().count(),
        hands=hands.values("game", "number").distinct().count(),
        seasons=club.seasons.count(),
        games=club.own_games.filter(retired_at=None).count(),
        cash_lines=CashLine.objects.filter(night__club=club).count(),
        phones=phones["n"],
        phone_checks=PhoneCheck.objects.filter(night__club=club).count(),
        log_lines=LogEntry.objects.filter(night__club=club).count(),
        public_pages=sum(live.filter(**{f"{way}__club": club}).count() for way in ("night", "season", "player")),
        sign_ins=club.sign_ins.active(now).count(),
        invitations=club.invitations.open(now).count() + club.member_invitations.open(now).count(),
        members=club.memberships.count(),
    )


def nights_in_play(club: Club) -> list[Night]:
    """The nights that have to be closed before the club is erased."""
    return list(club.nights.filter(status=Night.Status.PLAYING).order_by("date", "pk"))


def erase_club(*, club: Club, state: str, typed_name: str, who: Who | str) -> ErasedClub:
    """Erase a club with all that it has. There is no way back but the file.

    :param state: the token of the whole file that was taken out before.
    :raises NotAllowed: when whoever asks may not anymore, or an account owns the club that is not theirs.
    :raises FileOutdated: when the club has changed since that file was made.
    :raises Refused: while a night is played, and unless the club's name was typed.
    """
    with write():
        club = lock_club_for(who, club.pk)
        require_owner(club, who)
        nights = list(club.nights.select_for_update().order_by("pk"))
        _require_may_be_erased(club, typed_name)
        if state_of(club_archive(club)) != state:
            raise FileOutdated(CHANGED.format(club=club.name))
        contents = contents_of(club)
        for night in nights:
            tell_gone(night.pk)
        delete_with_all(Club, [club.pk])
        fresh = first_club() if has_file() and not Club.objects.filter(is_demo=False).exists() else None
    forget_results()
    forget_own_games()
    names_erased.send(sender=Club, club_id=club.pk)
    return ErasedClub(contents, fresh, overwrite_deleted())


def _require_may_be_erased(club: Club, typed_name: str) -> None:
    """Let through a club that rests, for somebody who has typed its name.

    :raises Refused: otherwise.
    """
    if playing := nights_in_play(club):
        several = len(playing) > 1
        is_, it = ("are", "them") if several else ("is", "it")
        raise Refused(IN_PLAY.format(nights=listed(playing), is_=is_, it=it))
    if clean_name(typed_name) != clean_name(club.name):
        raise Refused(WRONG_NAME.format(club=club.name))

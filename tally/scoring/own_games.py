"""A club makes a game of its own, changes it and takes it off its list. Every change is a new version."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tally.loading.own_games import newest_of, newest_version, newest_versions
from tally.models import OwnGame, OwnGameVersion
from tally.rules.own_games import OwnGameRefused, clean_description, read_own_game
from tally.rules.variants import OWN_GAME
from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Club, Night
from tournament.night.locking import lock_club, write
from tournament.people.errors import Refused

MOST_OWN_GAMES = 50


class OwnGameGone(Refused):
    """A club's own game that was deleted when somebody chose it."""


def save_own_game(
    *, night: Night, description: dict[str, Any], who: Who, game: OwnGame | None = None, seen: int | None = None
) -> OwnGameVersion:
    """Save a new game of the night's club, or a new version of one; the log of this night says so.

    Nights that have not started get the new version. All others keep the version that they started with.

    :param seen: the version that was changed; None: whichever is the newest.
    :raises OwnGameRefused: for a description that cannot be played, a name that the club has already, or when somebody
        else has changed or deleted the game since.
    """
    description = clean_description(description)
    read_own_game(description, "own-new")
    with write():
        club = lock_club(night.club_id)
        _refuse_same_name(club, description["name"], game)
        done = "changed" if game else "made"
        if game is None:
            game = OwnGame.objects.create(club=club)
        elif (newest := _newest_unchanged(game, seen)).description == description:
            return newest
        game.retired_at = None
        game.save(update_fields=["retired_at"])
        before = list(game.versions.values_list("slug", flat=True))
        row = OwnGameVersion.objects.create(game=game, version=len(before) + 1, description=description)
        for other in Night.objects.filter(club=club, variant__in=before, status=Night.Status.SIGN_UP):
            other.variant, other.house_rules = newest_version(other.variant, other.house_rules)
            other.save(update_fields=["variant", "house_rules"])
        announce(night.pk, "desk", actor=str(who), text=f"{done} the club’s own game {row.name}")
    return row


def delete_own_game(*, night: Night, game: OwnGame, who: Who) -> None:
    """Take a game off the club's list: for good if no night has it, else those nights keep it."""
    with write():
        if _locked(game) is None:
            return
        name = newest_of(game).name
        if Night.objects.filter(variant__in=game.versions.values("slug")).exists():
            game.retired_at = timezone.now()
            game.save(update_fields=["retired_at"])
        else:
            game.delete()
        announce(night.pk, "desk", actor=str(who), text=f"took the club’s own game {name} off the list")


def keep_own_game(slug: str) -> None:
    """Keep a game from being deleted until this transaction ends, so that a night can choose it.

    :raises OwnGameGone: when it was deleted.
    """
    if slug.startswith(OWN_GAME):
        game = OwnGame.objects.filter(versions__slug=slug).first()
        if game is None or _locked(game) is None:
            raise OwnGameGone("Somebody has deleted this game. Choose another one.")


def _locked(game: OwnGame) -> OwnGame | None:
    """A game, locked until this transaction ends; None if it was deleted."""
    return OwnGame.objects.select_for_update().filter(pk=game.pk).first()


def _newest_unchanged(game: OwnGame, seen: int | None) -> OwnGameVersion:
    """The newest version of a game, if it is the one that was seen."""
    if _locked(game) is None:
        raise OwnGameRefused("version", "Somebody has deleted this game. Make a new one, and save it there.")
    newest = newest_of(game)
    if seen not in (None, newest.version):
        raise OwnGameRefused(
            "version",
            "Somebody else has changed this game since you opened this page, and nothing was saved. What you "
            "wrote is still here: save again to replace their change.",
        )
    return newest


def _refuse_same_name(club: Club, name: str, game: OwnGame | None) -> None:
    others = [version for version in newest_versions(club) if game is None or version.game_id != game.pk]
    if any(version.name.casefold() == name.casefold() for version in others):
        raise OwnGameRefused("name", f"Your club has a game called {name} already. Give this one another name.")
    if game is None and len(others) >= MOST_OWN_GAMES:
        raise OwnGameRefused("name", f"Your club has {MOST_OWN_GAMES} games of its own. Delete one that nobody plays.")

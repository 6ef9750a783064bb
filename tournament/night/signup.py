"""The list of players before the start: sign up, add a ghost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tournament.access import Who
from tournament.live.events import announce
from tournament.models import Entry, Night, Player
from tournament.models.entries import NAMELESS
from tournament.movements.rotation_search import MAX_PLAYERS
from tournament.night.locking import lock_club, lock_night_in_sign_up, write
from tournament.night.player_names import TOLD_APART, checked_name, club_players, mark_apart, welcome_back
from tournament.people.errors import Refused
from tournament.people.names import folded, listed, same_name

GHOST = "Ghost"
NO_REGULAR = "Somebody among these is not one of the club’s regulars anymore. Reload the page, and look for the name."


class AlreadyHere(Refused):
    """A name is signed up already, or is twice in a list; `names` are those to ask about."""

    def __init__(self, names: Sequence[str], *, here: bool = True) -> None:
        are = "is" if len(names) == 1 else "are"
        super().__init__(f"{listed(names)} {are} {'signed up already' if here else 'more than once in this list'}.")
        self.names = tuple(names)


def sign_up(*, night: Night, names: Sequence[str], who: Who, also_same_names: bool = False) -> list[Entry]:
    """Add players to a night, in order of arrival.

    :param also_same_names: whether people of the same name are different players.
    :raises AlreadyHere: when a name is there already, or twice in `names`, unless `also_same_names`.
    :raises Refused: when the night has started or is full, or a name is empty or over 40 letters.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        if names:
            _require_no_free_card(night)
            remove_ghost(night)
        entries = _new_entries(night, names, also_same_names)
        _announce(night, entries, who)
    return entries


def sign_up_players(*, night: Night, player_ids: Iterable[int], who: Who) -> list[Entry]:
    """Add the club's regulars to a night, each as who they are; those who are on the list already stay as they are.

    :raises Refused: when the night has started or is full, or somebody is no regular of the club.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        wanted = list(dict.fromkeys(player_ids))
        players = Player.objects.regulars().filter(club_id=night.club_id).in_bulk(wanted)
        if len(players) < len(wanted):
            raise Refused(NO_REGULAR)
        here = set(night.entries.filter(player__in=players).values_list("player_id", flat=True))
        coming = [players[pk] for pk in wanted if pk not in here]
        if not coming:
            return []
        _require_no_free_card(night)
        remove_ghost(night)
        there = list(night.entries.all())
        _require_room(there, len(coming))
        entries = _append(there, [Entry(night=night, player=player, name=player.name) for player in coming])
        _announce(night, entries, who)
    return entries


def _require_no_free_card(night: Night) -> None:
    """Check that every number from the hat has a name: one player more would change the seats on all printed cards.

    :raises Refused: else.
    """
    free = list(night.entries.filter(is_nameless=True).order_by("number").values_list("number", flat=True))
    if free:
        raise Refused(
            f"Tonight’s cards are drawn from a hat, and without a name yet: {listed(free)}. Whoever drew one gives "
            "their name by scanning it, or here, where the list has its number. For one more player, make a card more "
            "first, and print again."
        )


def _announce(night: Night, entries: Sequence[Entry], who: Who) -> None:
    if entries:
        names = ", ".join(entry.short_name for entry in entries)
        welcome_back(night, entries, who)
        announce(night.pk, "desk", actor=str(who), text=f"signed up {names}")


def add_ghost(*, night: Night, who: Who) -> Entry:
    """Add an empty chair with the highest number, so that 4n + 3 players all have a seat; its partner plays alone.

    The ghost is removed again as soon as a player signs up or is removed.

    :raises Refused: when the night has started, has a ghost, or a ghost would complete no table.
    """
    with write():
        lock_club(night.club_id)
        night = lock_night_in_sign_up(night)
        entries = list(night.entries.all())
        if any(entry.is_ghost for entry in entries):
            raise Refused("There is already a ghost, and a night has room for only one.")
        if len(entries) % 4 != 3:
            raise Refused(
                f"A ghost fills out a table of three; with {len(entries)} players no table has three. Those "
                "without a seat sit out in turn."
            )
        ghost = new_ghost(night)
        announce(night.pk, "room", "desk", actor=str(who), text="added a ghost: one table plays three-handed")
    return ghost


def new_ghost(night: Night) -> Entry:
    """Add the ghost. Call it inside the transaction of the change that it belongs to."""
    there = list(night.entries.all())
    _require_room(there, 1)
    players = Player.objects.filter(club_id=night.club_id, is_ghost=True)
    player = players.first() or Player.objects.create(club_id=night.club_id, name=GHOST, is_ghost=True)
    (ghost,) = _append(there, [Entry(night=night, player=player, name=GHOST, is_ghost=True)])
    return ghost


def remove_ghost(night: Night) -> bool:
    """Remove the ghost before the list changes, as the number of full tables changes; return whether it was there."""
    return bool(night.entries.ghosts().delete()[0])


def add_entry(*, night: Night, name: str, also_same_names: bool = False) -> Entry:
    """Add a late arrival with the next number. Call inside the transaction of the change that seats them.

    :param also_same_names: whether people of the same name are different players.
    :raises AlreadyHere: when the name is there already, unless `also_same_names`.
    :raises Refused: when the night is full, or the name is empty or over 40 letters.
    """
    (entry,) = _new_entries(night, [name], also_same_names)
    return entry


def add_nameless(night: Night, count: int) -> None:
    """Add numbers without a name. Call it inside the transaction of the change that it belongs to.

    Each has a player of its own, who is one of the club's regulars once they give their name.

    :raises Refused: when the night has no room for them.
    """
    remove_ghost(night)
    there = list(night.entries.all())
    _require_room(there, count)
    players = Player.objects.bulk_create(
        Player(club_id=night.club_id, name=NAMELESS, is_nameless=True) for _ in range(count)
    )
    _append(
        there, [Entry(night=night, player=player, name=NAMELESS, is_new=True, is_nameless=True) for player in players]
    )


def _new_entries(night: Night, names: Sequence[str], also_same_names: bool) -> list[Entry]:
    """Add entries; a namesake of somebody here is another regular of that name, or a new player."""
    names = [checked_name(name) for name in names]
    there = list(night.entries.all())
    here = [entry.name for entry in there if not entry.is_nameless]
    _require_room(there, len(names))
    twice = [name for i, name in enumerate(names) if any(same_name(name, other) for other in here + names[:i])]
    if twice and not also_same_names:
        first = {folded(name): name for name in reversed(here + names)}
        asked = dict.fromkeys(first[folded(name)] for name in twice)  # each once, as it was written first
        raise AlreadyHere(list(asked), here=any(same_name(name, other) for name in twice for other in here))
    known = _regulars_by_name(night, there)
    players: list[Player | None] = []
    for name in names:
        players.append(next((player for player in known[folded(name)] if player not in players), None))
    newcomers = iter(
        Player.objects.bulk_create(
            Player(club_id=night.club_id, name=name) for name, player in zip(names, players, strict=True) if not player
        )
    )
    return _append(
        there,
        [
            Entry(night=night, player=player or next(newcomers), name=name, is_new=player is None)
            for name, player in zip(names, players, strict=True)
        ],
    )


def _regulars_by_name(night: Night, there: Sequence[Entry]) -> dict[str, list[Player]]:
    """The club's regulars who are not on the list, by name.

    Of those who share one, whoever still comes is first, then whoever has been known for longer. A name that was
    merged away leads to who was kept.
    """
    here = [entry.player_id for entry in there]
    found: dict[str, list[Player]] = defaultdict(list)
    regulars = Player.objects.regulars().filter(club_id=night.club_id).exclude(pk__in=here)
    for player in regulars.order_by("-is_active", "pk"):
        found[folded(player.name)].append(player)
    for name, player in club_players(night.club_id).items():
        if not found[name] and player.pk not in here:
            found[name].append(player)
    return found


def _require_room(there: Sequence[Entry], more: int) -> None:
    """Refuse more players than a night has room for."""
    if len(there) + more > MAX_PLAYERS:
        raise Refused(f"At most {MAX_PLAYERS} people can play in one night; {len(there)} are signed up.")


def _append(there: Sequence[Entry], new: Sequence[Entry]) -> list[Entry]:
    """Save new entries, told apart from those that are there; after the draw, they get the next numbers."""
    last = max((entry.number or 0 for entry in there), default=0)
    for number, entry in enumerate(new, last + 1):
        entry.number = number if last else None
    Entry.objects.bulk_update((entry for entry in mark_apart([*there, *new]) if entry.pk), TOLD_APART)
    return Entry.objects.bulk_create(new)

"""The rows of a game, for `tally.loading.games` to turn into values: in few queries, whose SQL is compiled once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Model, Prefetch, Q
from django.utils import timezone
from django.utils.functional import cached_property  # takes no lock

from tally.models import Dispute, Hand, PaperTotal, Signature
from tournament.models import Bell, Entry, Game, Night, Place
from tournament.models.compiled_queries import CompiledQuery, CompiledValues
from tournament.night.locking import SEATS_CHANGED
from tournament.people.errors import Refused


class GameRows:
    """All rows of one game, oldest first; `read` gets the rows of one kind by its name, when they are needed.

    :param seated: gets seats and players' ids without the rows, where that costs less.
    """

    def __init__(
        self,
        game: Game,
        read: Callable[[str], Sequence[Any]],
        seated: Callable[[], Iterable[tuple[str, int]]] | None = None,
    ) -> None:
        self.game = game
        self._read = read
        self._seated = seated

    @cached_property
    def places(self) -> Sequence[Place]:
        """Who sits where."""
        return self._read("places")

    @cached_property
    def seated(self) -> dict[str, int]:
        """The id of the player in each seat."""
        return dict(self._seated() if self._seated else ((place.seat, place.entry_id) for place in self.places))

    @cached_property
    def versions(self) -> Sequence[Hand]:
        """Every version of every hand."""
        return self._read("hands")

    @cached_property
    def hands(self) -> list[Hand]:
        """The current version of every hand that was not taken back, by number.

        Who recorded it and who went alone are people of this table: no query reads them again.
        """
        here: dict[int | None, Entry] = {place.entry_id: place.entry for place in self.places}
        for hand in self.versions:
            if hand.entry_id in here:
                hand.entry = here[hand.entry_id]
            if hand.alone_by_id in here:
                hand.alone_by = here[hand.alone_by_id]
        return self.counted

    @cached_property
    def counted(self) -> list[Hand]:
        """The current version of every hand, without its people."""
        return current(self.versions)

    @cached_property
    def signatures(self) -> Sequence[Signature]:
        """Both sides' answers to every total that it has had."""
        return self._read("signatures")

    @cached_property
    def disputes(self) -> Sequence[Dispute]:
        """The second answers of phones for hands that another phone recorded."""
        return self._read("disputes")

    @cached_property
    def paper_totals(self) -> Sequence[PaperTotal]:
        """Every version of its total from paper."""
        return self._read("paper_totals")

    @cached_property
    def bells(self) -> Sequence[Bell]:
        """The bell of its round, unless it was canceled."""
        return self._read("bells")

    @cached_property
    def rung_at(self) -> datetime | None:
        """When the bell rang for this table, later if it got extra minutes; None: it has not."""
        rung_at, until = next((bell.rung_at for bell in self.bells), None), self.game.extra_until
        if rung_at is None or until is None or until <= rung_at:
            return rung_at
        return until if until <= timezone.now() else None

    @property
    def recorded_at(self) -> list[datetime]:
        """When each hand that counts was first recorded; a correction does not change that."""
        first: dict[int, datetime | None] = {}
        for hand in self.versions:
            first[hand.number] = None if hand.record is None else first.get(hand.number) or hand.at
        return [at for at in first.values() if at]


def current(versions: Sequence[Hand]) -> list[Hand]:
    """The current version of every hand that was not taken back, by number."""
    newest = {hand.number: hand for hand in versions}
    return [hand for _, hand in sorted(newest.items()) if hand.record is not None]


def rows_on_demand(game: Game) -> GameRows:
    """The rows of a locked game: only what the change needs is read."""
    return GameRows(game, lambda name: _OF_GAME[name].all(game.pk))


def rows_now(game: Game) -> GameRows:
    """The rows of a game as they are now; changes made afterward do not show in them.

    :raises Refused: when the game was removed because seats were redrawn.
    """
    row, read = _GAME.first(game.pk), {name: query.all(game.pk) for name, query in _OF_GAME.items()}
    if row is None or not read["places"]:
        raise Refused(SEATS_CHANGED)
    return GameRows(row, read.__getitem__)


def rows_of_player(entry: Entry) -> list[GameRows]:
    """The rows of all games of a player, in order of play, without a seat that was redrawn while they were read."""
    found = _by_game(_GAMES.all(entry.pk), _OF_PLAYER, entry.pk)
    return [rows for rows in found if entry.pk in rows.seated.values()]


def _by_game(games: Sequence[Game], queries: dict[str, CompiledQuery[Any]], this: int) -> list[GameRows]:
    read = {name: query.by("round_id" if name == "bells" else "game_id", this) for name, query in queries.items()}
    return [
        GameRows(
            game,
            lambda name, game=game: read[name].all(  # type: ignore[misc]
                game.round_id if name == "bells" else game.pk
            ),
            lambda game=game: read["places"].values(game.pk, "seat", "entry_id"),  # type: ignore[misc]
        )
        for game in games
    ]


def rows_of(night: Night, which: Q | None = None) -> list[GameRows]:
    """The rows of all games of a night, or of those that `which` selects, by round and table: seven queries.

    Without games whose seats were redrawn while they were read.
    """
    return [rows for rows in _rows_of(night, which) if rows.seated]


def _rows_of(night: Night, which: Q | None) -> list[GameRows]:
    if which is None:
        return _by_game(_GAMES_OF_NIGHT.all(night.pk), _OF_NIGHT, night.pk)
    games = Game.objects.filter(which, round__night=night).order_by("round__number", "table")
    found = games.select_related("round").prefetch_related(
        Prefetch("places", queryset=Place.objects.select_related("entry")),
        Prefetch("hands", queryset=Hand.objects.order_by("pk")),
        Prefetch("signatures", queryset=Signature.objects.order_by("pk")),
        Prefetch("disputes", queryset=Dispute.objects.select_related("entry", "alone_by").order_by("pk")),
        Prefetch("paper_totals", queryset=PaperTotal.objects.order_by("version")),
        Prefetch("round__bells", queryset=Bell.objects.active()),
    )
    return [
        GameRows(
            game,
            lambda name, game=game: list(
                getattr(  # type: ignore[misc]
                    game.round if name == "bells" else game, name
                ).all()
            ),
        )
        for game in found
    ]


def rows_of_table(night: Night) -> tuple[tuple[Entry, ...], list[tuple[Game, list[Hand]]]]:
    """A single table's players by number; its games in order of play, each with every version of its hands."""
    versions: dict[int, list[Hand]] = defaultdict(list)
    for hand in _HANDS_OF_TABLE.all(night.pk):
        versions[hand.game_id].append(hand)
    games = _GAMES_OF_NIGHT.all(night.pk)
    return tuple(_PLAYERS.all(night.pk)), [(game, versions[game.pk]) for game in games]


def time_over_at(night: Night) -> dict[int, datetime]:
    """When the time of a single table's games was over, by the id of their round."""
    return {bell.round_id: bell.rung_at for bell in _BELLS.all(night.pk)}


def _queries(path: str, of_round: str) -> dict[str, CompiledQuery[Any]]:
    """Queries for what belongs to the games at this path: from the game's row, and from its round's row."""

    def of(model: type[Model], *related: str) -> CompiledQuery[Any]:
        return CompiledQuery(
            lambda this: model._default_manager.filter(**{f"game__{path}": this}).order_by("pk"), *related
        )

    return {
        "places": of(Place, "entry"),
        "hands": of(Hand),
        "signatures": of(Signature),
        "disputes": of(Dispute, "entry", "alone_by"),
        "paper_totals": of(PaperTotal),
        "bells": CompiledQuery(lambda this: Bell.objects.active().filter(**{f"round__{of_round}": this})),
    }


_OF_GAME, _OF_PLAYER = _queries("pk", "games__pk"), _queries("places__entry", "games__places__entry")
_OF_NIGHT = _queries("round__night", "night")
_GAME = CompiledQuery(lambda pk: Game.objects.filter(pk=pk).order_by(), "round")
_GAMES = CompiledQuery(
    lambda entry: Game.objects.filter(places__entry=entry).order_by("round__number", "table"), "round"
)
_PLAYERS = CompiledQuery(lambda night: Entry.objects.filter(night=night).order_by("number"))
_GAMES_OF_NIGHT = CompiledQuery(
    lambda night: Game.objects.filter(round__night=night).order_by("round__number", "table"), "round"
)
_BELLS = CompiledQuery(lambda night: Bell.objects.active().filter(round__night=night))
_HANDS_OF_TABLE = CompiledQuery(lambda night: Hand.objects.filter(game__round__night=night).order_by("pk"))
UNSIGNED_BEFORE = CompiledValues(
    lambda game, night, number: Place.objects.filter(
        entry__in=Place.objects.filter(game=game).values("entry"),
        game__round__number__lt=number,
        game__round__night=night,
        game__signed_at=None,
    ).values_list("game")
)  # a player of this game sits there, too

"""Compiled queries return exactly what the Django ORM returns, for any argument and any rows."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from itertools import product
from uuid import uuid4

import pytest
from django.db.models import Model, Q
from django.utils import timezone

import tally
import tournament
from tally.forms import read_result
from tally.loading import rows
from tally.loading.games import LoadedGame, load_game, load_locked, night_games, players_games
from tally.models import Dispute, Hand
from tally.scoring.corrections import correct_hand
from tally.scoring.paper_total_checks import Total
from tally.scoring.paper_totals import record_total, state_token
from tally.scoring.recording import record_hand
from tally.scoring.undo import undo_hand
from tests.support.movement_nights import open_guest_night
from tests.support.night import ORGANIZER, game_at, play_hands, player_actor
from tournament.models import Game, LogEntry, Night, Phone, Place, SignIn
from tournament.models.compiled_queries import CompiledInsert, CompiledQuery, CompiledValues
from tournament.movements.seats import Side
from tournament.night.bell import ring_bell
from tournament.night.locking import lock_game


@pytest.fixture
def recorded(empty_night: Night, short_searches: None) -> Night:
    """Ten players, two of them sitting out; the first two games have every kind of row."""
    night = open_guest_night(empty_night, 10, deals=4)
    night.count_loners, night.house_rules = True, {}
    night.save()
    first, second = game_at(night, 1, 1), game_at(night, 1, 2)
    play_hands(first, "NS:3-4", "EW:5")
    four = {place.seat: place.entry for place in first.places.select_related("entry")}
    one, other = (player_actor(night, four[seat].number or 0) for seat in "NE")
    play_hands(first, "passed", first=3, who=one)
    record_hand(
        game=first, number=4, record=read_result(night, "NS:5-alone"), key=uuid4().hex, who=one, alone_by=four["S"]
    )
    record_hand(game=first, number=4, record=read_result(night, "NS:5"), key=uuid4().hex, who=other)
    record_hand(game=first, number=3, record=read_result(night, "passed"), key=uuid4().hex, who=other)
    correct_hand(
        game=first,
        of=Hand.objects.get(game=first, number=1).pk,
        record=read_result(night, "EW:3-4"),
        key=uuid4().hex,
        who=ORGANIZER,
    )
    play_hands(second, "NS:3-4", "NS:3-4")
    undo_hand(game=second, hand=Hand.objects.get(game=second, number=2).pk, key=uuid4().hex, who=ORGANIZER)
    ring_bell(round_=second.round, who=ORGANIZER)
    record_total(
        game=game_at(night, 2, 1),
        total=Total(7, 5, {}),
        key=uuid4().hex,
        who=ORGANIZER,
        expected=state_token(load_game(game_at(night, 2, 1), night)),
    )
    Phone.objects.create(entry=four["N"], token="token-of-an-old-phone", retired_at=timezone.now())
    return night


def compiled() -> Iterator[tuple[str, CompiledValues]]:
    """Yield every compiled query of the program with its name."""
    for package in (tournament, tally):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" in module.name or module.name.endswith(("wsgi", "asgi", "settings")):
                continue
            yield from (
                (f"{module.name}.{name}", one)
                for name, one in vars(import_module(module.name)).items()
                if isinstance(one, CompiledValues)
            )
    for name, queries in (("_OF_GAME", rows._OF_GAME), ("_OF_PLAYER", rows._OF_PLAYER), ("_OF_NIGHT", rows._OF_NIGHT)):
        yield from ((f"tally.loading.rows.{name}.{kind}", one) for kind, one in queries.items())


def arguments(night: Night, name: str) -> list[object]:
    """Return values for a query's argument by its name, with one that matches nothing."""
    games = list(Game.objects.filter(round__night=night).values_list("pk", flat=True))[:5]
    phones = list(Phone.objects.all())
    return {
        "slug": [night.slug, "no-such"],
        "night": [night.pk, 0],
        "game": [*games, 0],
        "pk": [*games, *night.events.order_by("-pk").values_list("pk", flat=True)[:1], 0],
        "this": [night.pk, *games, *night.entries.values_list("pk", flat=True), 0],
        "number": [1, 2, 99],
        "after": [0, 1],
        "entry": [*night.entries.values_list("pk", flat=True), 0],
        "hashed": [*SignIn.objects.values_list("token_hash", flat=True), "none"],
        "phone": [*(phone.pk for phone in phones), 0],
        "token": [*(phone.token for phone in phones), "none"],
        "key": [*Hand.objects.values_list("key", flat=True), *Dispute.objects.values_list("key", flat=True), "none"],
    }[name]


def loaded_values(row: Model | None, related: tuple[str, ...]) -> object:
    """Return everything that was loaded of a row and its related rows."""
    if row is None:
        return None
    direct = {path.partition("__")[0] for path in related}
    below = {
        name: tuple(path.partition("__")[2] for path in related if path.startswith(f"{name}__")) for name in direct
    }
    assert direct == set(row._state.fields_cache), "related rows are loaded"
    columns = {field.attname: row.__dict__[field.attname] for field in row._meta.concrete_fields}
    return (
        type(row),
        row._state.db,
        row._state.adding,
        columns,
        {name: loaded_values(getattr(row, name), below[name]) for name in direct},
    )


def test_every_compiled_query_reads_what_the_orm_reads(recorded: Night) -> None:
    found = dict(compiled())
    assert len(found) >= 20, sorted(found)
    with_results = set()
    for place, query in found.items():
        for values in product(*(arguments(recorded, name) for name in signature(query._build).parameters)):
            plain = query._build(*values)
            if isinstance(query, CompiledQuery):
                compiled_rows = [loaded_values(row, query._related) for row in query.all(*values)]
                plain = plain.select_related(*query._related) if query._related else plain
                assert compiled_rows == [loaded_values(row, query._related) for row in plain], place
                assert (query.first(*values) is None) == (not compiled_rows)
            else:
                compiled_rows = query.rows(*values)
                assert sorted(compiled_rows) == sorted(plain), place
            with_results |= {place} if compiled_rows else set()
    assert with_results == set(found), "each query found something"


def values_of(game: LoadedGame) -> dict[str, object]:
    """Return everything that a loaded game knows."""
    return {
        name: getattr(game, name)
        for name in (
            "row",
            "players",
            "hands",
            "newest",
            "signatures",
            "rung_at",
            "paper",
            "dispute",
            "deals",
            "by_paper",
            "play",
            "progress",
            "confirmed_by_both",
            "number",
            "rings_at",
            "totals",
            "next_hand",
        )
    }


def test_a_game_is_the_same_however_it_is_read(recorded: Night) -> None:
    games = {game.row.pk: values_of(game) for game in night_games(recorded)}
    assert any(game["dispute"] for game in games.values()) and any(game["confirmed_by_both"] for game in games.values())
    assert [values_of(game) for game in night_games(recorded, Q())] == [*games.values()]
    for pk, game in games.items():
        row = Game.objects.get(pk=pk)
        assert values_of(load_locked(lock_game(row), recorded)) == values_of(load_game(row, recorded)) == game
    for entry in recorded.entries.all():
        mine = players_games(recorded, entry)
        assert [game.row.pk for game in mine] == list(
            Game.objects.filter(places__entry=entry).order_by("round__number").values_list("pk", flat=True)
        )
        assert [values_of(game) for game in mine] == [games[game.row.pk] for game in mine]
        assert not mine or mine[0].play.total(Side.NS) >= 0


def test_a_compiled_insert_writes_what_the_orm_writes(empty_night: Night) -> None:
    values = {"night_id": empty_night.pk, "actor": "Ann M.", "text": "100 % of “it”"}
    made, plain = CompiledInsert(LogEntry).create(**values), LogEntry.objects.create(**values)
    stored = LogEntry.objects.get(pk=made.pk)
    assert (stored.night_id, stored.actor, stored.text) == (plain.night_id, plain.actor, plain.text)
    assert stored.at == made.at and plain.pk == made.pk + 1
    assert made._state.db == plain._state.db and not made._state.adding


def test_rows_by_column_are_made_when_they_are_asked_for(recorded: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = game_at(recorded, 1, 1), game_at(recorded, 1, 2)
    query = CompiledQuery(lambda night: Place.objects.filter(game__round__night=night).order_by("pk"), "entry")
    by_game = query.by("game_id", recorded.pk)
    made: list[str] = []
    monkeypatch.setattr(Place, "from_db", classmethod(lambda cls, *row: made.append("place") or cls(*row[2])))
    seats = list(by_game.values(first.pk, "seat", "entry_id"))
    assert not made and by_game.values(0, "seat") == []
    assert seats == [(place.seat, place.entry_id) for place in first.places.order_by("pk")]
    made.clear()
    assert [place.pk for place in by_game.all(first.pk)] == [place.pk for place in first.places.order_by("pk")]
    assert made.count("place") == 8, "four by the compiled query, four by Django; none of the other games"
    assert by_game.all(0) == []
    same = {place.entry_id: place.entry for place in by_game.all(first.pk)}
    assert all(same.get(place.entry_id, place.entry) is place.entry for place in by_game.all(second.pk)), "made once"

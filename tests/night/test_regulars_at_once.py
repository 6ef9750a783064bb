"""Two changes of a club at once, such as a name and a list of players: no deadlock, and nothing is lost unsaid."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from django.db import connection, connections

from tally.archive import erasing
from tally.archive.erasing import Contents, contents_of, state_of
from tally.archive.writing import club_archive
from tally.scoring.night_totals import TotalLine, correct_totals, enter_totals, newest_version
from tests.support.night import CAST, ORGANIZER
from tournament.access import Who
from tournament.club import merging
from tournament.club.merging import preview_merge
from tournament.club.regulars import change_regular
from tournament.club.seasons import save_season
from tournament.models import Club, Entry, Night, Player, RemovedPlayer, Season
from tournament.night import lifecycle, player_names
from tournament.night.charts import add_chart
from tournament.night.joined_names import remove_added_names, remove_joined_names, restore_names
from tournament.night.known_phones import join_again
from tournament.night.lifecycle import start_night
from tournament.night.phones import join_night
from tournament.night.player_names import is_known_elsewhere, nights_of
from tournament.night.removal import remove_player, restore_player
from tournament.night.roster_changes import arrive_late, substitute
from tournament.night.signup import add_ghost, sign_up, sign_up_players
from tournament.people.errors import Gone, Refused

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
    pytest.mark.usefixtures("short_searches"),
]
ANN = CAST[0]
Change = Callable[[Night, Entry], object]


def run(change: Callable[..., object], *args: object) -> None:
    """Make a change in this thread, and close what it opened."""
    try:
        change(*args)
    finally:
        connections.close_all()


def wait_for(other: Future[None]) -> None:
    """Wait until another thread has made its change, or waits for what this transaction has locked."""
    waiting = "SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    with connection.cursor() as cursor:
        while not other.done():
            cursor.execute(waiting)
            if cursor.fetchone() is not None:
                return
            time.sleep(0.01)


def rename_ann_during(change: Change, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rename Ann; once her row has the new name, and before her nights are locked, somebody else makes a change."""
    ann = night.entries.get(name=ANN)
    with ThreadPoolExecutor(1) as somebody:
        changes: list[Future[None]] = []

        def nights(*players: Player) -> list[Night]:
            changes.append(somebody.submit(run, change, night, ann))
            wait_for(changes[0])
            return nights_of(*players)

        monkeypatch.setattr(player_names, "nights_of", nights)
        change_regular(
            player=ann.player, name="Ann Moore", paper_name="", is_guest=False, is_active=True, who=ORGANIZER
        )
        changes[0].result()
    assert Player.objects.filter(name="Ann Moore").exists() or not Entry.objects.filter(pk=ann.pk).exists()


@pytest.fixture
def listed(empty_night: Night) -> Night:
    """A night in sign-up with Ann, whom the club knows by it alone, and six more; two names were removed."""
    one, two = sign_up(night=empty_night, names=["Wrong One", "Wrong Two"], who=ORGANIZER)
    remove_player(entry=one, who=ORGANIZER)
    remove_added_names(night=empty_night, entry_ids=[two.pk], who=ORGANIZER)
    join_night(night=empty_night, name=ANN, token="anns-phone", who=Who())
    sign_up(night=empty_night, names=CAST[1:7], who=ORGANIZER)
    earlier = Night.objects.create(club=empty_night.club, name="Earlier", date="2026-11-17")
    join_night(night=earlier, name="Rita Regular", token="ritas-phone", who=Who())
    return empty_night


def _remove_added(night: Night, ann: Entry) -> None:
    ann.phones.all().delete()
    remove_added_names(night=night, entry_ids=[ann.pk], who=ORGANIZER)


LISTING: dict[str, Change] = {
    "add a name": lambda night, ann: sign_up(night=night, names=["Zoe New"], who=ORGANIZER),
    "add a regular": lambda night, ann: sign_up_players(
        night=night, player_ids=[Player.objects.get(name="Rita Regular").pk], who=ORGANIZER
    ),
    "join": lambda night, ann: join_night(night=night, name="Zoe New", token="zoes", who=Who()),
    "join again": lambda night, ann: join_again(
        night=night, player_id=Player.objects.get(name="Rita Regular").pk, token="ritas-phone", who=Who()
    ),
    "remove": lambda night, ann: remove_player(entry=ann, who=ORGANIZER),
    "remove names that joined": lambda night, ann: remove_joined_names(night=night, entry_ids=[ann.pk], who=ORGANIZER),
    "remove names that were added": _remove_added,
    "undo a removal": lambda night, ann: restore_player(
        removed=RemovedPlayer.objects.get(name="Wrong One"), who=ORGANIZER
    ),
    "undo a removal of many": lambda night, ann: restore_names(night=night, batch=1, who=ORGANIZER),
    "add the ghost": lambda night, ann: add_ghost(night=night, who=ORGANIZER),
    "add a chart": lambda night, ann: add_chart(night=night, name="One table", notation="1  1-2 vs 3-4", who=ORGANIZER),
}


@pytest.mark.parametrize("change", LISTING.values(), ids=LISTING)
def test_a_list_changes_before_the_start_while_a_regular_is_renamed(
    listed: Night, monkeypatch: pytest.MonkeyPatch, change: Change
) -> None:
    rename_ann_during(change, listed, monkeypatch)


PLAYING: dict[str, Change] = {
    "arrive late": lambda night, ann: arrive_late(night=night, name="Zoe New", who=ORGANIZER),
    "substitute": lambda night, ann: substitute(entry=ann, name="Zoe New", who=ORGANIZER),
}


@pytest.mark.parametrize("change", PLAYING.values(), ids=PLAYING)
def test_a_roster_changes_while_a_regular_is_renamed(
    night: Night, monkeypatch: pytest.MonkeyPatch, change: Change
) -> None:
    rename_ann_during(change, night, monkeypatch)


def test_old_totals_are_corrected_while_a_regular_is_renamed(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    settings: dict[str, Any] = {"name": "Old night", "on": date(2026, 3, 3), "games": 8}
    night = enter_totals(club=club, lines=[TotalLine(ANN, 60)], who=ORGANIZER, **settings)
    expected, added = newest_version(night), [TotalLine("Zoe New", 50)]

    def correct(night: Night, _ann: Entry) -> None:
        correct_totals(night=night, amounts={}, added=added, expected=expected, who=ORGANIZER, **settings)

    rename_ann_during(correct, night, monkeypatch)


@pytest.mark.parametrize("change", ["add a name", "join", "remove"])
def test_a_night_starts_while_its_list_changes(listed: Night, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    """The other change holds the club and waits for the night; it is refused, for the list is closed by then."""
    sign_up(night=listed, names=["Zoe Quinn"], who=ORGANIZER)
    with ThreadPoolExecutor(1) as somebody:
        changes: list[Future[None]] = []

        def forget(night: Night) -> None:
            changes.append(somebody.submit(run, LISTING[change], listed, listed.entries.get(name=ANN)))
            wait_for(changes[0])

        monkeypatch.setattr(lifecycle, "forget_joins", forget)
        start_night(night=listed, who=ORGANIZER)
        with pytest.raises(Refused):
            changes[0].result()
    assert Night.objects.get(pk=listed.pk).status == Night.Status.PLAYING


def test_a_season_is_saved_before_its_club_is_erased_or_not_at_all(
    listed: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever erases has the file with everything first; what comes after that is refused, and not lost."""
    club = listed.club
    season = Season(club=club, name="2026", first_day=date(2026, 1, 1), last_day=date(2026, 12, 31))
    state = state_of(club_archive(club))
    with ThreadPoolExecutor(1) as somebody:
        saved: list[Future[None]] = []

        def contents(club: Club) -> Contents:
            saved.append(somebody.submit(run, lambda: save_season(season=season, exceptions={listed.pk: False})))
            wait_for(saved[0])
            return contents_of(club)

        monkeypatch.setattr(erasing, "contents_of", contents)
        erasing.erase_club(club=club, state=state, typed_name=club.name, who=ORGANIZER)
        with pytest.raises(Gone):
            saved[0].result()
    assert not Club.objects.exists()


def test_a_merge_is_previewed_while_a_regular_of_both_nights_is_renamed(
    empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kept one's night is the older one; the preview looks at the other one's first."""
    other = Night.objects.create(club=empty_night.club, name="Another", date="2026-12-01")
    kept, ann = sign_up(night=empty_night, names=["Kay Kept", ANN], who=ORGANIZER)
    merged, _ = sign_up(night=other, names=["May Merged", ANN], who=ORGANIZER)
    with ThreadPoolExecutor(1) as somebody:
        changes: list[Future[None]] = []

        def rename() -> None:
            change_regular(
                player=ann.player, name="Ann Moore", paper_name="", is_guest=False, is_active=True, who=ORGANIZER
            )

        def nights(*players: Player) -> list[Night]:
            locked = nights_of(*players)
            if not changes:
                changes.append(somebody.submit(run, rename))
                wait_for(changes[0])
            return locked

        monkeypatch.setattr(merging, "nights_of", nights)
        preview_merge(kept.player, merged.player)
        changes[0].result()
    assert Player.objects.filter(name="Ann Moore").exists()


def test_a_name_that_is_forgotten_is_not_signed_up_for_another_night(
    empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    (zoe,) = sign_up(night=empty_night, names=["Zoe New"], who=ORGANIZER)
    other = Night.objects.create(club=empty_night.club, name="Another", date="2026-12-01")
    with ThreadPoolExecutor(1) as somebody:
        signing: list[Future[None]] = []

        def sign_up_there() -> list[Entry]:
            return sign_up(night=other, names=["Zoe New"], who=ORGANIZER)

        def is_known(player: Player) -> bool:
            known = is_known_elsewhere(player)
            signing.append(somebody.submit(run, sign_up_there))
            wait_for(signing[0])
            return known

        monkeypatch.setattr(player_names, "is_known_elsewhere", is_known)
        remove_player(entry=zoe, who=ORGANIZER)
        signing[0].result()
    assert other.entries.get().player.name == "Zoe New"

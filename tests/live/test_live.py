"""Live events: their format, their replay, and the stream of a running server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack, suppress
from threading import Thread, get_ident
from uuid import uuid4

import pytest
from django.db import connections, transaction

from tally.forms import read_result
from tally.loading.games import load_game
from tally.scoring.corrections import correct_hand
from tally.scoring.recording import record_hand
from tests.support.hall_server import Hall
from tests.support.http_visitor import open_one_table, paired_visitor, press_results
from tests.support.night import ORGANIZER, game_at, phone_of, play_hands, run_in_thread
from tests.support.streams import count_database_connections, events_in, join_as, listening, newest_slug
from tournament.live import events
from tournament.live.events import Missed, announce, last_event, missed
from tournament.live.hub import AsgiMessage, hub, notices_of
from tournament.live.in_process import InProcess
from tournament.live.messages import GONE_MESSAGE, messages, text_for
from tournament.live.stored_events import MOST_REPLAYED
from tournament.models import Entry, Event, LogEntry, Night, Phone
from tournament.night.bell import ring_bell
from tournament.night.joining import answer_request, ask_for_name, release_all_phones, release_phone
from tournament.night.phones import pair_phone
from tournament.night.roster_changes import substitute
from tournament.night.signup import sign_up
from tournament.server import application

Published = list[tuple[int, bytes]]


def make_event(night: Night, topics: str, text: str = "something") -> Event:
    """Create a row as `announce` writes it."""
    return Event.objects.create(night=night, topics=topics, public_text=text_for(topics.split(), text))


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Published:
    """The messages that the hub was asked to send."""
    sent: Published = []
    monkeypatch.setattr(hub, "publish", lambda night_id, message, *_: sent.append((night_id, message)))
    monkeypatch.setattr(events, "broker", InProcess)
    return sent


# Format


def test_an_event_is_one_message_per_topic_with_escaped_text(empty_night: Night) -> None:
    event = make_event(empty_night, "bell-7 unbell", "<b> & more")
    assert (
        messages([event])
        == (
            f"id: {event.pk}\nevent: bell-7\ndata: <p>&lt;b&gt; &amp; more</p>\n\n"
            f'id: {event.pk}\nevent: unbell\ndata: <p class="brief">&lt;b&gt; &amp; more</p>\n\n'
        ).encode()
    )


@pytest.mark.parametrize("topic", ["board", "signed", "room", "game-7", "entry-7"])
def test_texts_of_the_organizers_log_are_not_sent_to_streams(empty_night: Night, topic: str) -> None:
    event = make_event(empty_night, topic, "entered the total 11–7. Why: Bob Stone lost the card")
    assert messages([event]) == f"id: {event.pk}\nevent: {topic}\ndata: news\n\n".encode()


def test_a_notice_is_sent_to_its_own_player_alone(night: Night) -> None:
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4")
    since = last_event(night.pk)
    edited = load_game(game, night).newest
    correct_hand(game=game, of=edited, record=read_result(night, "EW:5"), key=uuid4().hex, who=ORGANIZER)
    own, other = (phone_of(night, game_at(night, 1, table).places.all()[0].entry.number or 0) for table in (1, 2))
    told = [missed(night.slug, since, phone.cookies["phone"].value) for phone in (own, other)]
    texts = [found.messages.decode() for found in (*told, missed(night.slug, since), missed(night.slug, 0)) if found]
    assert [text.count("changed hand 1") for text in texts] == [1, 0, 0, 0]
    assert "0–2" in texts[0] or "2–0" in texts[0]


def test_a_phone_that_plays_for_nobody_anymore_hears_no_notices(night: Night) -> None:
    entry, since = night.entries.get(number=1), last_event(night.pk)

    def ended_by(act: Callable[[], object]) -> set[int]:
        nonlocal since
        act()
        events = list(night.events.filter(pk__gt=since).order_by("pk"))
        since = events[-1].pk
        assert all(b"phone-" not in messages([event]) for event in events), "nobody listens to it"
        return {pk for event in events for pk, notice in notices_of(event).items() if notice is None}

    assert ended_by(lambda: pair_phone(entry=entry, token="first")) == set()
    assert ended_by(lambda: pair_phone(entry=entry, token="second")) == {entry.pk}
    asked = ask_for_name(entry=entry, token="third")
    assert ended_by(lambda: answer_request(request=asked, let_in=True, who=ORGANIZER)) == {entry.pk}
    assert ended_by(lambda: release_phone(entry=entry, who=ORGANIZER)) == {entry.pk}
    other = night.entries.get(number=2)
    pair_phone(entry=entry, token="fourth")
    pair_phone(entry=other, token="fifth")
    since = last_event(night.pk)
    assert ended_by(lambda: release_all_phones(night=night, who=ORGANIZER)) == {entry.pk, other.pk}
    pair_phone(entry=entry, token="sixth")
    since = last_event(night.pk)
    assert ended_by(lambda: pair_phone(entry=other, token="sixth")) == {entry.pk}, "it plays for the other one now"
    asked = ask_for_name(entry=other, token="seventh")
    pair_phone(entry=entry, token="seventh")
    since = last_event(night.pk)
    assert ended_by(lambda: answer_request(request=asked, let_in=True, who=ORGANIZER)) == {entry.pk, other.pk}
    pair_phone(entry=entry, token="eighth")
    since = last_event(night.pk)
    assert ended_by(lambda: substitute(entry=entry, name="Zoe New", who=ORGANIZER)) == {entry.pk}


def test_a_phone_of_last_weeks_night_is_told_as_tonights_player(night: Night) -> None:
    last = Night.objects.create(club=night.club, name="Last week", date="2026-11-17")
    me = night.entries.get(number=1)
    before = Entry.objects.create(night=last, player=me.player, name=me.name)
    for entry in (before, me):
        Phone.objects.create(entry=entry, token="a-phone-of-both-nights")
    found = missed(night.slug, 0, "a-phone-of-both-nights")
    assert found and found.reader == me.pk


def test_each_topic_of_many_events_is_sent_once_with_its_newest_text(empty_night: Night) -> None:
    rows = [
        make_event(empty_night, topics, text)
        for topics, text in (
            ("desk-1 unbell", "first"),
            ("desk-2 unbell", "second"),
            ("bell unbell", "third"),
            ("desk-1", "fourth"),
        )
    ]
    sent = events_in(messages(rows))
    assert sorted(sent) == [
        (rows[1].pk, "desk-2", "<p>second</p>"),
        (rows[2].pk, "bell", "<p>third</p>"),
        (rows[2].pk, "unbell", '<p class="brief">third</p>'),
        (rows[3].pk, "desk-1", "<p>fourth</p>"),
    ]
    assert [number for number, _, _ in sent] == sorted(number for number, _, _ in sent), "the newest id comes last"


def test_a_name_cannot_break_out_of_an_event(empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Eve\n\nevent: bell\ndata: x"], who=ORGANIZER)
    found = missed(empty_night.slug, 0)
    assert found and [topic for _, topic, _ in events_in(found[1])] == ["desk"]
    assert found[1].count(b"\n\n") == 1


# Replay


def test_replay_has_every_event_after_a_given_one(empty_night: Night) -> None:
    rows = [make_event(empty_night, f"game-{n}") for n in range(3)]
    for after, expected in ((0, rows), (rows[0].pk, rows[1:]), (rows[2].pk, []), (rows[2].pk + 99, [])):
        found = missed(empty_night.slug, after)
        assert found and found[0] == empty_night.pk
        assert [number for number, _, _ in events_in(found[1])] == [row.pk for row in expected]


def test_replay_has_events_of_one_night_only(empty_night: Night) -> None:
    other = Night.objects.create(club=empty_night.club, name="Another", date="2026-12-01")
    make_event(other, "room")
    assert missed(empty_night.slug, 0) == (empty_night.pk, b"", None, 0)
    assert missed(empty_night.slug, 7) == (empty_night.pk, b"", None, 7), "the page knows event 7"
    assert missed("nosuchnight", 0) is None


def test_last_event_is_the_newest_id_of_the_night(empty_night: Night) -> None:
    assert last_event(empty_night.pk) == 0
    rows = [make_event(empty_night, "room") for _ in range(2)]
    assert last_event(empty_night.pk) == rows[1].pk


@pytest.mark.parametrize(("count", "everything"), [(MOST_REPLAYED - 1, False), (MOST_REPLAYED + 1, True)])
def test_a_page_that_missed_more_than_500_events_refreshes_everything(
    empty_night: Night, count: int, everything: bool
) -> None:
    Event.objects.bulk_create(Event(night=empty_night, topics="board") for _ in range(count))
    found = missed(empty_night.slug, 0)
    assert found and MOST_REPLAYED == 500
    sent = events_in(found[1])
    assert ("room" in {topic for _, topic, _ in sent}) is everything
    assert {number for number, _, _ in sent} == {last_event(empty_night.pk)}, "the replay ends at the newest event"


@pytest.mark.django_db(transaction=True)
def test_replay_leaves_no_database_connection_open(empty_night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []
    kind = type(connections["default"])
    close = kind.close
    monkeypatch.setattr(kind, "close", lambda self: (closed.append(get_ident()), close(self))[1])
    ended: list[tuple[object, bool]] = []
    thread = Thread(target=lambda: ended.append((missed(empty_night.slug, 0), get_ident() in closed)))
    thread.start()
    thread.join(60)
    assert ended and ended[0][1], "the thread closed its connection"


def test_an_event_that_comes_while_the_replay_is_read_is_sent_once(
    empty_night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that connects while a bell rings is fetched once."""
    sent: list[bytes] = []
    bell = make_event(empty_night, "bell")

    def missed_during_the_bell(slug: str, after: int, token: str) -> Missed:
        hub.publish(empty_night.pk, messages([bell]), event_id=bell.pk)
        return Missed(empty_night.pk, messages([bell]), None, bell.pk)

    async def send(message: AsgiMessage) -> None:
        sent.append(message.get("body", b""))

    async def receive() -> AsgiMessage:
        await asyncio.sleep(0.1)
        return {"type": "http.disconnect"}

    monkeypatch.setattr(application, "missed", missed_during_the_bell)
    monkeypatch.setitem(application._nights, empty_night.slug, empty_night.pk)
    scope = {"type": "http", "method": "GET", "path": f"/live/{empty_night.slug}/", "headers": [], "query_string": b""}
    run_in_thread(application.application(scope, receive, send))
    assert [event[0] for event in events_in(b"".join(sent))] == [bell.pk]


# Announcing


@pytest.mark.django_db(transaction=True)
def test_a_change_is_announced_after_its_commit(empty_night: Night, published: Published) -> None:
    with transaction.atomic():
        announce(empty_night.pk, "game-1", "board", actor="Ann M.", text="did it")
        assert not published
    ((night_id, message),) = published
    assert (night_id, [topic for _, topic, _ in events_in(message)]) == (empty_night.pk, ["game-1", "board"])
    assert Event.objects.get().topics == "game-1 board"
    assert str(LogEntry.objects.get()) == "Ann M. did it"


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_announces_nothing(empty_night: Night, published: Published) -> None:
    with suppress(ZeroDivisionError), transaction.atomic():
        announce(empty_night.pk, "bell", actor="Ann M.", text="nearly")
        raise ZeroDivisionError
    assert (published, Event.objects.count(), LogEntry.objects.count()) == ([], 0, 0)


@pytest.mark.django_db(transaction=True)
def test_a_refused_hand_announces_nothing_and_a_saved_one_is_announced_once(night: Night, published: Published) -> None:
    published.clear()
    game = game_at(night, 1, 1)
    with suppress(ValueError):
        record_hand(game=game, number=1, record={}, key="a-key-of-a-tap", who=ORGANIZER)
    assert not published
    play_hands(game, "NS:5")
    assert [topic for _, message in published for _, topic, _ in events_in(message)] == [
        *(f"entry-{place.entry_id}" for place in game.places.order_by("entry_id")),
        "board",
    ]


@pytest.mark.django_db(transaction=True)
def test_the_head_tables_bell_is_announced_with_its_hand(night: Night, published: Published) -> None:
    Night.objects.update(bell_by=Night.BellBy.HEAD_TABLE)
    play_hands(game_at(night, 1, 1), *["NS:3-4"] * 4)
    assert [topic for _, message in published[-2:] for _, topic, _ in events_in(message)][-2:] == ["bell", "board"]


def test_a_very_long_text_is_cut_to_its_column(empty_night: Night) -> None:
    announce(empty_night.pk, "desk", actor="x", text="a" * 999)
    assert len(Event.objects.get().public_text) == len(LogEntry.objects.get().text) == 300


# Refreshing: what htmx requests after an event

HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("", '<div id="seats"'),
        ("standings/", '<div id="standings"'),
        ("tally/1/", '<div id="tally"'),
        ("play/", '<main id="page"'),
    ],
)
def test_htmx_gets_a_part_of_the_page_and_browsers_the_whole_page(night: Night, path: str, part: str) -> None:
    phone = phone_of(night, 1)
    whole = phone.get(f"/n/{night.slug}/{path}").content.decode()
    fragment = phone.get(f"/n/{night.slug}/{path}", headers=HTMX).content.decode()
    assert whole.startswith("<!doctype html>") and part in whole
    assert "<html" not in fragment and part in fragment[:400]
    assert f"/live/{night.slug}/?after={last_event(night.pk)}" in whole


def test_a_phone_that_is_up_to_date_gets_nothing_and_one_that_is_behind_gets_the_page(night: Night) -> None:
    phone, page = phone_of(night, 1), f"/n/{night.slug}/play/"
    seen = last_event(night.pk)
    assert phone.get(f"{page}?seen={seen}", headers=HTMX).status_code == 204
    assert phone.get(f"{page}?seen={seen - 1}", headers=HTMX).status_code == 200
    assert phone.get(f"{page}?seen={seen}").status_code == 200, "a reload is always answered"
    play_hands(game_at(night, 1, 1), "NS:5")
    answer = phone.get(f"{page}?seen={seen}", headers=HTMX)
    assert f'name="seen" value="{last_event(night.pk)}"' in answer.content.decode()


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "٣", "9" * 5000])
def test_any_value_for_the_newest_event_seen_is_accepted(night: Night, seen: str) -> None:
    assert phone_of(night, 1).get(f"/n/{night.slug}/play/", {"seen": seen}, headers=HTMX).status_code in (200, 204)


# The stream of a running server


def test_a_running_server_streams_and_replays_without_a_database_connection_per_stream(hall: Hall) -> None:
    path = f"/live/{newest_slug(hall)}/"
    with listening(hall, path) as stream:
        assert stream.response.status == 200
        assert stream.response.headers["content-type"] == "text/event-stream"
        assert stream.response.headers["cache-control"] == "no-store"
        stream.wait_for(len)  # the replay, where a later event on this topic would take the first one's place
        join_as(hall, "Ann Miller")
        events = stream.wait_for(lambda events: len(events) >= 3)
        assert stream.received.startswith(b"retry: 1000\n\n")
        set_up, signed_up, paired = events
        assert (set_up[1], set_up[2]) == ("desk", "<p>set up a night</p>")
        assert (signed_up[1], signed_up[2]) == ("desk", "<p>signed up Ann M.</p>")
        assert paired[1].startswith("entry-") and paired[0] > signed_up[0]
        join_as(hall, "Bob Stone")
        everything = stream.wait_for(lambda events: len(events) == 5)[1:]
    check_replays(hall, path, everything)
    for wrong in ("/live/nosuch/", "/live/"):
        with listening(hall, wrong) as stream:
            assert (stream.response.status, stream.response.headers["content-length"]) == (404, "0")
    with listening(hall, "/live/nosuch/?after=1") as stream:  # a page of a night that is gone
        assert stream.ended.wait(10) and stream.received == GONE_MESSAGE, "it need not ask again"
    before = count_database_connections(hall)
    with ExitStack() as many:
        open_streams = [many.enter_context(listening(hall, path)) for _ in range(40)]
        join_as(hall, "Carla Reyes")
        for stream in open_streams:
            stream.wait_for(lambda events: "<p>signed up Carla R.</p>" in [data for _, _, data in events])
        assert count_database_connections(hall) - before < 12, "pages and replays open a few connections, streams none"


def test_a_running_server_sends_a_notice_to_its_own_players_phone_alone(hall: Hall) -> None:
    organizer, codes = open_one_table(hall, ("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O'Hara"))
    path = f"/live/{organizer.url.split('/n/')[1].split('/')[0]}/"
    ann, bob = (paired_visitor(hall, codes[number]) for number in (1, 2))
    with listening(hall, path, Cookie=f"phone={ann.cookies['phone']}") as own, listening(hall, path) as strangers:
        press_results(ann, "NS:5")
        bob.follow("Refresh").press("Undo")
        (notice,) = notices_in(own.wait_for(notices_in))
        assert notice[2] == "<p>Bob S. took out hand 1: now 0–0.</p>"
        press_results(ann, "EW:5")
        later = own.wait_for(lambda events: events[-1][0] > notice[0])
        assert later[-1] in strangers.wait_for(lambda events: later[-1] in events)
        assert not notices_in(events_in(strangers.received))
    with listening(hall, path, Cookie=f"phone={ann.cookies['phone']}") as again:
        assert notices_in(again.wait_for(notices_in)) == [notice]


def notices_in(events: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """List those of some events that one player alone is told."""
    return [event for event in events if event[1].startswith("notice-")]


def check_replays(hall: Hall, path: str, everything: list[tuple[int, str, str]]) -> None:
    """Check replays after the second of four events; the header overrides the address."""
    seen = everything[1][0]
    for address, headers in (
        (f"{path}?after={seen}", {}),
        (path, {"Last_Event_ID": str(seen)}),
        (f"{path}?after=0", {"Last_Event_ID": str(seen)}),
    ):
        with listening(hall, address, **headers) as stream:
            assert stream.wait_for(len) == everything[2:]
    for address, headers in (
        (path, {}),
        (f"{path}?after=x", {}),
        (path, {"Last_Event_ID": "²"}),
        (f"{path}?after={'9' * 30}", {}),
        (f"{path}?after=-1", {}),
    ):
        with listening(hall, address, **headers) as stream:
            newest_of_each_topic = [everything[1], everything[2], everything[3]]
            assert stream.wait_for(len) == newest_of_each_topic


def test_the_bells_text_is_sent_to_every_page(night: Night) -> None:
    before = last_event(night.pk)
    ring_bell(round_=night.rounds.get(number=1), who=ORGANIZER)
    found = missed(night.slug, before)
    assert found and [(topic, data) for _, topic, data in events_in(found[1])] == [
        ("bell", "<p>The bell! Tables still at game 1 finish this hand and confirm the score.</p>"),
        ("board", "news"),
    ]

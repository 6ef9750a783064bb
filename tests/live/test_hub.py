"""The hub sends events to every open stream of the night in order; a stalled stream delays no other."""

from __future__ import annotations

import asyncio
from threading import Thread

from tests.support.night import run_in_thread
from tournament.live.hub import QUEUE, AsgiMessage, Hub, Stream
from tournament.live.messages import GONE_MESSAGE
from tournament.models import Event


class FakeConnection:
    """The server's end of a stream: it records what is written. While `clear` is not set, writing waits."""

    def __init__(self, hub: Hub, night_id: int = 1) -> None:
        self.written: list[bytes] = []
        self.closed = False
        self.clear = asyncio.Event()
        self.clear.set()
        self.stream = Stream(self.send)
        hub.subscribe(night_id, self.stream)

    async def send(self, message: AsgiMessage) -> None:
        await self.clear.wait()
        assert not self.closed, "nothing may be sent after the end"
        self.closed = not message.get("more_body", False)
        self.written += [message["body"]] if message.get("body") else []


async def replay_to(*connections: FakeConnection) -> None:
    """Send every connection its replay."""
    for connection in connections:
        await connection.stream.catch_up(b"replay")


async def run_loop(times: int = 5) -> None:
    """Let the event loop run its pending callbacks."""
    for _ in range(times):
        await asyncio.sleep(0)


def test_the_hub_sends_to_every_stream_of_the_night_and_to_no_other() -> None:
    async def run() -> None:
        hub = Hub()
        first, second, other = FakeConnection(hub), FakeConnection(hub), FakeConnection(hub, night_id=2)
        await replay_to(first, second, other)
        thread = Thread(target=hub.publish, args=(1, b"news"))
        thread.start()
        thread.join()
        await run_loop()
        hub.heartbeat()
        assert first.written == second.written == [b"replay", b"news", b": still here\n\n"]
        assert other.written == [b"replay", b": still here\n\n"]

    run_in_thread(run())


def test_a_notice_reaches_its_reader_alone_also_during_the_replay() -> None:
    async def run() -> None:
        hub = Hub()
        reader, stranger, early = FakeConnection(hub), FakeConnection(hub), FakeConnection(hub)
        await reader.stream.catch_up(b"replay", 7)
        await replay_to(stranger)
        hub.publish(1, b"", {7: b"for 7", 8: b"for 8"})
        hub.publish(1, b"news", {8: b"news for 8"})
        await run_loop()
        await early.stream.catch_up(b"replay", 8)
        assert reader.written == [b"replay", b"for 7", b"news"]
        assert stranger.written == [b"replay", b"news"]
        assert early.written == [b"replay", b"for 8", b"news for 8"]

    run_in_thread(run())


def test_the_stream_of_a_phone_that_another_one_replaced_ends() -> None:
    async def run() -> None:
        hub = Hub()
        replaced, stranger, early = FakeConnection(hub), FakeConnection(hub), FakeConnection(hub)
        await replaced.stream.catch_up(b"replay", 7)
        await replay_to(stranger)
        hub.publish(1, b"news", {7: None})
        hub.publish(1, b"", {7: b"for the other phone"})
        await run_loop()
        await early.stream.catch_up(b"replay", 7)
        await run_loop()
        assert (replaced.written, replaced.closed) == ([b"replay"], True)
        assert (stranger.written, stranger.closed) == ([b"replay", b"news"], False)
        assert (early.written, early.closed) == ([b"replay"], True), "it was replaced while its replay was read"

    run_in_thread(run())


def test_nothing_is_written_to_a_stream_that_has_ended_and_the_others_go_on() -> None:
    async def run() -> None:
        hub = Hub()
        ended, other = FakeConnection(hub), FakeConnection(hub)
        await replay_to(ended, other)
        await ended.stream.end()
        hub.publish(1, b"news")
        await run_loop()
        assert (ended.written, other.written) == ([b"replay"], [b"replay", b"news"])

    run_in_thread(run())


def test_what_a_broker_carries_has_its_notice_for_its_reader_alone() -> None:
    async def run() -> None:
        hub = Hub()
        reader, stranger = FakeConnection(hub), FakeConnection(hub)
        await reader.stream.catch_up(b"replay", 7)
        await replay_to(stranger)
        hub._hear(Event(id=1, night_id=1, topics="notice-7", public_text="for 7"))
        assert reader.written == [b"replay", b"id: 1\nevent: notice-7\ndata: <p>for 7</p>\n\n"]
        assert stranger.written == [b"replay"]

    run_in_thread(run())


def test_events_during_the_replay_follow_it() -> None:
    async def run() -> None:
        hub = Hub()
        connection = FakeConnection(hub)
        hub.publish(1, b"first")
        await run_loop()
        assert connection.written == []
        connection.clear.clear()
        replaying = asyncio.ensure_future(connection.stream.catch_up(b"replay"))
        hub.publish(1, b"second")
        await run_loop()
        connection.clear.set()
        await replaying
        hub.publish(1, b"third")
        await run_loop()
        assert connection.written == [b"replay", b"first", b"second", b"third"]

    run_in_thread(run())


def test_an_event_that_the_replay_has_is_not_sent_again() -> None:
    """A page that connects while a bell rings would be fetched twice."""

    async def run() -> None:
        hub = Hub()
        stranger, reader, replaced = FakeConnection(hub), FakeConnection(hub), FakeConnection(hub)
        hub.publish(1, b"3", event_id=3)
        hub.publish(1, b"4", {7: b"4 for 7", 8: None}, event_id=4)
        hub.publish(1, b"5", {7: b"5 for 7"}, event_id=5)
        hub.publish(1, b"no event's")
        await run_loop()
        await stranger.stream.catch_up(b"replay", None, newest=4)
        await reader.stream.catch_up(b"replay", 7, newest=4)
        await replaced.stream.catch_up(b"replay", 8, newest=4)
        await run_loop()
        assert stranger.written == [b"replay", b"5", b"no event's"]
        assert reader.written == [b"replay", b"5 for 7", b"no event's"]
        assert (replaced.written, replaced.closed) == ([b"replay"], True)

    run_in_thread(run())


def test_a_stalled_stream_is_ended_and_the_others_continue() -> None:
    async def run() -> None:
        hub = Hub()
        stalled, healthy = FakeConnection(hub), FakeConnection(hub)
        await replay_to(stalled, healthy)
        stalled.clear.clear()
        for news in (b"one", b"two"):
            hub.publish(1, news)
            await run_loop()
        assert healthy.written == [b"replay", b"one", b"two"]
        assert (stalled.written, stalled.closed) == ([b"replay"], False)
        stalled.clear.set()
        await run_loop()
        assert (stalled.written, stalled.closed) == ([b"replay"], True), "the browser reconnects and gets a replay"

    run_in_thread(run())


def test_pages_of_a_night_that_is_gone_are_told_so_before_the_end() -> None:
    async def run() -> None:
        hub = Hub()
        gone, other = FakeConnection(hub), FakeConnection(hub, night_id=2)
        await replay_to(gone, other)
        hub.end_night(1)
        await run_loop()
        assert (gone.written, gone.closed) == ([b"replay", GONE_MESSAGE], True)
        assert (other.written, other.closed) == ([b"replay"], False)

    run_in_thread(run())


def test_a_finished_stream_has_sent_its_end() -> None:
    """A server calls an answer that is left without its end an error."""

    async def run() -> None:
        connection = FakeConnection(Hub())
        await connection.stream.finish()
        assert connection.closed

    run_in_thread(run())


def test_a_stream_whose_replay_takes_too_long_is_ended() -> None:
    async def run() -> None:
        hub = Hub()
        connection = FakeConnection(hub)
        for number in range(QUEUE + 1):
            hub.publish(1, str(number).encode())
        await run_loop()
        assert connection.closed and connection.written == []
        await replay_to(connection)
        hub.publish(1, b"later")
        await run_loop()
        assert connection.written == [], "nothing more is sent to it"

    run_in_thread(run())


def test_unsubscribing_twice_and_publishing_to_nobody_do_nothing() -> None:
    async def run() -> None:
        hub = Hub()
        connection = FakeConnection(hub)
        hub.unsubscribe(1, connection.stream)
        hub.unsubscribe(1, connection.stream)
        hub.publish(1, b"news")
        hub.heartbeat()
        await run_loop()
        assert connection.written == []

    run_in_thread(run())
    Hub().publish(1, b"a night without streams")

"""The hub: what is told reaches every open stream of the night, in order; a stalled one holds nobody up."""

from __future__ import annotations

import asyncio
from threading import Thread

from tests.support.night import run_apart
from tournament.live.hub import QUEUE, AsgiMessage, Hub, Stream


class Line:
    """The server's end of a stream: what was written to it. While `clear` is not set, writing has to wait."""

    def __init__(self, hub: Hub, night_id: int = 1) -> None:
        self.written: list[bytes] = []
        self.closed = False
        self.clear = asyncio.Event()
        self.clear.set()
        self.stream = Stream(self.send)
        hub.subscribe(night_id, self.stream)

    async def send(self, said: AsgiMessage) -> None:
        await self.clear.wait()
        assert not self.closed, "nothing may follow the end"
        self.closed = not said.get("more_body", False)
        self.written += [said["body"]] if said.get("body") else []


async def caught_up(*lines: Line) -> None:
    """Every line has had its replay."""
    for line in lines:
        await line.stream.catch_up(b"replay")


async def turn(times: int = 5) -> None:
    """Let the loop do what it has to do."""
    for _ in range(times):
        await asyncio.sleep(0)


def test_the_hub_sends_to_every_stream_of_the_night_and_to_no_other() -> None:
    async def run() -> None:
        hub = Hub()
        mine, too, other = Line(hub), Line(hub), Line(hub, night_id=2)
        await caught_up(mine, too, other)
        thread = Thread(target=hub.publish, args=(1, b"news"))
        thread.start()
        thread.join()
        await turn()
        hub.heartbeat()
        assert mine.written == too.written == [b"replay", b"news", b": still here\n\n"]
        assert other.written == [b"replay", b": still here\n\n"]

    run_apart(run())


def test_what_is_told_during_the_replay_follows_it() -> None:
    async def run() -> None:
        hub = Hub()
        line = Line(hub)
        hub.publish(1, b"first")
        await turn()
        assert line.written == []
        line.clear.clear()
        replaying = asyncio.ensure_future(line.stream.catch_up(b"replay"))
        hub.publish(1, b"second")
        await turn()
        line.clear.set()
        await replaying
        hub.publish(1, b"third")
        await turn()
        assert line.written == [b"replay", b"first", b"second", b"third"]

    run_apart(run())


def test_a_stalled_stream_is_ended_and_the_others_go_on() -> None:
    async def run() -> None:
        hub = Hub()
        stalled, lively = Line(hub), Line(hub)
        await caught_up(stalled, lively)
        stalled.clear.clear()
        for news in (b"one", b"two"):
            hub.publish(1, news)
            await turn()
        assert lively.written == [b"replay", b"one", b"two"]
        assert (stalled.written, stalled.closed) == ([b"replay"], False)
        stalled.clear.set()
        await turn()
        assert (stalled.written, stalled.closed) == ([b"replay"], True), "it connects again and replays"

    run_apart(run())


def test_a_stream_whose_replay_takes_too_long_is_ended() -> None:
    async def run() -> None:
        hub = Hub()
        line = Line(hub)
        for number in range(QUEUE + 1):
            hub.publish(1, str(number).encode())
        await turn()
        assert line.closed and line.written == []
        await caught_up(line)
        hub.publish(1, b"later")
        await turn()
        assert line.written == [], "nothing is sent to it any more"

    run_apart(run())


def test_leaving_twice_or_sending_to_nobody_does_nothing() -> None:
    async def run() -> None:
        hub = Hub()
        line = Line(hub)
        hub.unsubscribe(1, line.stream)
        hub.unsubscribe(1, line.stream)
        hub.publish(1, b"news")
        hub.heartbeat()
        await turn()
        assert line.written == []

    run_apart(run())
    Hub().publish(1, b"nobody has ever listened")

"""A proxy between phones and the hall, or the hall and PostgreSQL, that can cut connections or hold them up."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress


class FlakyProxy:
    """Forwards `port` to the hall's port, or to a Unix socket at that path, in a thread of its own.

    It has three modes. "open" passes everything on. "cut" aborts every connection, old or new. "stalled" keeps
    connections open but holds everything up until the mode is "open" again, as in a dead spot.
    """

    def __init__(self, to: int | str) -> None:
        self.to, self.port, self.mode = to, 0, "open"
        self._writers: set[asyncio.StreamWriter] = set()
        self._forgotten: set[asyncio.StreamWriter] = set()
        self._loop, ready = asyncio.new_event_loop(), threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        ready.wait(10)

    def switch(self, mode: str) -> None:
        """Switch to another mode now."""
        self._loop.call_soon_threadsafe(self._switch, mode)

    def forget(self) -> None:
        """Swallow what comes on the connections that are open now, and close none, as a router does that was restarted.

        New ones are passed on.
        """
        self._loop.call_soon_threadsafe(lambda: self._forgotten.update(self._writers))

    def close(self) -> None:
        """Stop the proxy and its thread."""

        async def end() -> None:
            tasks = asyncio.all_tasks() - {asyncio.current_task()}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._loop.stop()

        asyncio.run_coroutine_threadsafe(end(), self._loop)
        self._thread.join(10)

    def _switch(self, mode: str) -> None:
        self.mode = mode
        if mode == "cut":
            for writer in self._writers:
                writer.transport.abort()
        if mode == "stalled":
            self._gate.clear()
        else:
            self._gate.set()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)

        async def start() -> None:
            self._gate = asyncio.Event()
            self._gate.set()
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()

        self._loop.create_task(start())
        self._loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        with suppress(OSError, asyncio.CancelledError):
            await self._gate.wait()
            if self.mode != "cut":
                hall_reader, hall_writer = await self._connect()
                self._writers.add(hall_writer)
                await asyncio.gather(self._pump(reader, hall_writer), self._pump(hall_reader, writer))
                self._writers.discard(hall_writer)
        self._writers.discard(writer)
        writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.to, str):
            return await asyncio.open_unix_connection(self.to)
        return await asyncio.open_connection("127.0.0.1", self.to)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._gate.wait()
                if writer in self._forgotten:
                    continue
                writer.write(data)
                await writer.drain()
        writer.close()

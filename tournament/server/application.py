"""The ASGI application: event streams under `/live/…`, and Django in two pools of threads for everything else.

Pages that people only look at have a pool of their own: thirty people who reload the seats hold all of its threads, and
a tap finds one of the other pool. In each pool nights take turns, so that no club waits for another club's crowd.

Measured, a hand is answered in a third of the time that Django needs under ASGI, and an event reaches the last of 400
phones in about twice the time that a bare socket server needs.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import closing
from functools import partial
from io import BytesIO
from string import punctuation
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, quote

from a2wsgi.wsgi import build_environ
from django.core.handlers.wsgi import WSGIRequest
from django.db import Error
from django.http import HttpResponse, parse_cookie
from django.urls import get_resolver

from tournament.file_versions import program_version
from tournament.server.pages import application as django

# After pages: models may be imported only once Django is set up.
from django.contrib.auth.middleware import AuthenticationMiddleware  # isort: skip
from django.contrib.sessions.middleware import SessionMiddleware  # isort: skip
from tournament.night.ticker import run_tick  # isort: skip
from tournament.limits.addresses import network_of  # isort: skip
from tournament.live.broker import broker  # isort: skip
from tournament.live.hub import Send, Stream, hub  # isort: skip
from tournament.live.events import missed, was_given  # isort: skip
from tournament.live.messages import GONE_MESSAGE  # isort: skip
from tournament.live.open_streams import open_streams  # isort: skip
from tournament.live.own_connection import own_connection  # isort: skip
from tournament.models.keys import is_token  # isort: skip
from tournament.live.outages import is_outage, log_outage  # isort: skip
from tournament.people.errors import Refused  # isort: skip
from tournament.server.address_watch import AddressWatch  # isort: skip
from tournament.server.email_sender import start_email_sender  # isort: skip
from tournament.server.fair_threads import FairThreads  # isort: skip
from tournament.server.folder_lock import claim_database  # isort: skip
from tournament.server.open_files import raise_limit, warn_if_few  # isort: skip
from tournament.web.large_files import may_send_large_file  # isort: skip
from tournament.web.lookers import only_looks  # isort: skip
from tournament.web.metrics import count_request  # isort: skip
from tournament.web.request import whole_number  # isort: skip
from tournament.web.request_ids import begin_request  # isort: skip
from tournament.web.visitors import PHONE_COOKIE, SIGN_IN_COOKIE  # isort: skip

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

HEARTBEAT = 15.0  # seconds
TICK = 1.0  # seconds between two checks of the clocks
THREADS = 4
LOOKER_THREADS = 2
TURN = 0.0005  # seconds that a thread computes while another wants to go on; a tap wants to after each of its queries
BODY_TIMEOUT = 20.0  # seconds for a request to arrive whole
MOST_BYTES = 2_000_000  # of a request
FILE_TIMEOUT, MOST_OF_FILE = 600.0, 64_000_000  # of one with a file for its club, from who organizes it
TOO_LONG = b"This is too much at once: at most 2 MB, and 64 MB of a file. Nothing was changed. Go back, and send less."
STREAM_START: dict[str, Any] = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ],
}
RETRY_LATER = b"retry: 5000\n\n"  # while events cannot be heard; the replay says 1000 again
_nights: dict[str, int] = {}  # ids by slug of nights that have had a stream; the next one needs one query less
_threads = FairThreads(THREADS, "page")
_looker_threads = FairThreads(LOOKER_THREADS, "looker")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a connection, as ASGI servers ask for it."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith("/live/"):
        await _stream(scope, receive, send)
    else:
        await _page(scope, receive, send)


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    """Pass a request to Django once all of it has arrived, and send the answer once all of it is there.

    So a phone that stalls or reads slowly holds no thread, and half of a request that was cut off is never taken for
    the whole.
    """
    try:
        most, patience = await _limits(scope)
        async with asyncio.timeout(patience):
            body = await _whole_body(receive, most)
    except TimeoutError:
        return await _plain(send, 408)
    except OverflowError:
        return await _plain(send, 413, TOO_LONG)
    except ConnectionError:
        return None
    arrived, looks = monotonic(), only_looks(scope["method"], scope["path"])
    threads = _looker_threads if looks else _threads
    start, content = await asyncio.wrap_future(threads.submit(_owner(scope), partial(_answer, scope, body)))
    count_request(scope["path"], start["status"], monotonic() - arrived, looks=looks)
    await send(start)
    await send({"type": "http.response.body", "body": content})
    return None


def _answer(scope: Scope, body: bytes) -> tuple[dict[str, Any], bytes]:
    """Return Django's answer to a request: the message that begins it, and its content.

    Runs in a thread, and comes back to the event loop once. A thread that waits for the loop to send each part takes a
    fifth longer when a hundred phones ask at once.
    """
    start: dict[str, Any] = {"type": "http.response.start"}

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        start["status"] = int(status[:3])
        start["headers"] = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]

    answer = django(_environ(scope, body), start_response)  # type: ignore[arg-type]
    with closing(answer):
        return start, b"".join(answer)


def _environ(scope: Scope, body: bytes = b"") -> Any:
    """Return a request as Django reads it."""
    if not scope["query_string"].isascii():  # as somebody typed it; a browser has escaped it
        scope = {**scope, "query_string": quote(scope["query_string"], safe=punctuation).encode()}
    return build_environ(scope, BytesIO(body))  # type: ignore[arg-type]


async def _limits(scope: Scope) -> tuple[int, float]:
    """Return how many bytes of a request are read, and for how many seconds."""
    if whole_number(_header(scope, b"content-length")) <= MOST_BYTES:
        return MOST_BYTES, BODY_TIMEOUT
    welcome = await asyncio.to_thread(_may_send_large_file, scope)
    return (MOST_OF_FILE, FILE_TIMEOUT) if welcome else (MOST_BYTES, BODY_TIMEOUT)


def _may_send_large_file(scope: Scope) -> bool:
    """Ask before anything is read. Runs in a thread, and closes the connection it opened."""
    with own_connection():
        try:
            request = WSGIRequest(_environ(scope))
            for middleware in (SessionMiddleware, AuthenticationMiddleware):  # who has an account may, too
                middleware(lambda _: HttpResponse()).process_request(request)
            return may_send_large_file(request)
        except Error:  # an outage is said by the page itself
            return False


async def _whole_body(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        body += message.get("body", b"")
        if len(body) > most:
            raise OverflowError
        if not message.get("more_body"):
            return bytes(body)


async def _plain(send: Send, status: int, sentence: bytes = b"") -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(sentence))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})


def settle() -> None:
    """Load all that pages are made with, and let the garbage collector pass over it from now on.

    A page that is under way while it looks through everything waits for it: 70 ms, and 20 without the program itself.
    """
    _ = get_resolver().url_patterns
    program_version()  # while its files are those that are running: an update may replace them any time
    gc.collect()
    gc.freeze()


async def _lifespan(receive: Receive, send: Send) -> None:
    async def beat() -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            hub.heartbeat()

    address = AddressWatch()

    async def tick() -> None:
        while True:
            await asyncio.to_thread(run_tick)
            await asyncio.to_thread(address.look)
            await asyncio.sleep(TICK)

    await receive()
    try:
        claim_database()
        carrier = broker()
    except Refused as refusal:
        return await send({"type": "lifespan.startup.failed", "message": str(refusal)})
    warn_if_few(raise_limit())
    sys.setswitchinterval(TURN)
    await asyncio.to_thread(settle)
    tasks = [asyncio.create_task(beat()), asyncio.create_task(tick())]
    tried = asyncio.Event()
    tasks.append(asyncio.create_task(hub.listen(carrier, tried)))
    await tried.wait()
    email_sender = start_email_sender()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    if email_sender:
        await asyncio.to_thread(email_sender.stop)
    for task in tasks:
        task.cancel()
    await send({"type": "lifespan.shutdown.complete"})
    return None


async def _stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Stream `/live/NIGHT/?after=EVENT`: every event of a night after the given one, then each as it happens."""
    slug, start = _slug(scope), _stream_start(scope)
    try:
        if slug not in _nights and (found := await asyncio.to_thread(missed, slug, _after(scope))):
            _nights[slug] = found.night_id
    except Error as error:
        if not is_outage(error):
            raise
        log_outage(error)
        return await _plain(send, 503)
    if scope["method"] != "GET" or slug not in _nights:
        if scope["method"] == "GET" and b"after=" in scope["query_string"]:  # a page, which would ask again and again
            await send(start)
            return await send({"type": "http.response.body", "body": GONE_MESSAGE})
        return await _plain(send, 404)
    if not hub.hears:
        await send(start)
        return await send({"type": "http.response.body", "body": RETRY_LATER})  # what it missed comes when it is back
    night_id, stream = _nights[slug], Stream(send)
    address = _address(scope)
    owner = await _owner_of_stream(scope, address)
    with open_streams.one_more(address, owner, partial(hub.end, night_id, stream)):
        await _events(scope, receive, partial(send, start), night_id, stream)
    return None


async def _events(
    scope: Scope, receive: Receive, send_head: Callable[[], Awaitable[None]], night_id: int, stream: Stream
) -> None:
    """Send a stream its head, what its page missed, and what the hub says until the page goes."""
    hub.subscribe(night_id, stream)
    try:
        await send_head()
        try:
            await hub.follow(night_id)
            replay = await asyncio.to_thread(missed, _slug(scope), _after(scope), _phone(scope))
        except ConnectionError:
            return await stream.finish()  # the broker is away
        except Error as error:
            if not is_outage(error):
                raise
            log_outage(error)
            return await stream.finish()  # the page reconnects
        if replay is None:  # the night was deleted
            _nights.pop(_slug(scope), None)
            await stream.catch_up(GONE_MESSAGE)
            return await stream.finish()
        await stream.catch_up(b"retry: 1000\n\n" + replay.messages, replay.reader, replay.newest)
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        hub.unsubscribe(night_id, stream)
    return None


def _stream_start(scope: Scope) -> dict[str, Any]:
    """Return what begins the answer to a stream, with its request's id, which is also on each line that it logs."""
    known = begin_request(_header(scope, b"x-request-id"))
    return STREAM_START | {"headers": [*STREAM_START["headers"], (b"x-request-id", known.encode())]}


async def _owner_of_stream(scope: Scope, address: str) -> str:
    """Return whose stream it is, for sharing an address's streams: a phone's token, empty for a stranger.

    Where there are many, a token is looked up first: whoever makes some up must not pass for many phones.
    """
    token = _phone(scope)
    if not (token and open_streams.is_crowded(address)):
        return token
    try:
        return token if is_token(token) and await asyncio.to_thread(was_given, token) else ""
    except Error as error:
        if not is_outage(error):
            raise
        return ""


def _slug(scope: Scope) -> str:
    return str(scope["path"]).removeprefix("/live/").strip("/")


def _owner(scope: Scope) -> str:
    """Return in whose turn a request is served: that of its night, where streams have shown that there is one.

    All else, such as addresses that somebody made up, is served in the turn of the address that it comes from.
    """
    night = str(scope["path"]).removeprefix("/n/").partition("/")[0]
    return night if night in _nights else _address(scope)


def _address(scope: Scope) -> str:
    """Return the address that a request comes from; behind a proxy, the one that it passes on."""
    address = str((scope.get("client") or [""])[0])
    return network_of(address) or address


def _phone(scope: Scope) -> str:
    """Return the token of the phone that asks, or of a browser that is signed in; empty for a stranger."""
    cookies = parse_cookie(_header(scope, b"cookie"))
    return cookies.get(PHONE_COOKIE) or cookies.get(SIGN_IN_COOKIE) or ""


def _header(scope: Scope, wanted: bytes) -> str:
    return next((value for name, value in scope["headers"] if name == wanted), b"").decode("latin1")


def _after(scope: Scope) -> int:
    """Return the last event that the page has: from the browser's header when it reconnects, else from the URL."""
    header = _header(scope, b"last-event-id")
    asked = parse_qs(scope["query_string"].decode("latin1")).get("after", [""])[0]
    return whole_number(header) or whole_number(asked)

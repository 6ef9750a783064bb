"""Connections that say nothing are closed, and many of them keep nobody out: against a real server, over sockets."""

from __future__ import annotations

import asyncio
import http.client
import os
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event as Flag
from threading import Thread
from typing import Any

import pytest

from tests.support.certificates import make_certificate
from tests.support.few_files import LAPTOP, OTHER_PHONE, PHONE, SmallHall, connect, open_silent
from tests.support.night import phone_of, token_of_organizer
from tests.support.streams import join_as, listening, newest_slug
from tournament.live.events import Missed, was_given
from tournament.live.hub import hub
from tournament.live.open_streams import OpenStreams
from tournament.models import Night
from tournament.server import application as asgi
from tournament.server import both_schemes, connection
from tournament.server.connection import Connection
from tournament.server.hall import hall_server, open_socket
from tournament.server.no_room import SENTENCE
from tournament.server.open_connections import AN_ADDRESS, EVERYBODY, OpenConnections
from tournament.server.open_files import ENOUGH, WANTED, connections_in, warn_if_few
from tournament.settings import BASE_DIR

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 and ulimit are needed")
GET = b"GET / HTTP/1.1\r\nHost: hall\r\n\r\n"
SLOW = GET.replace(b"/", b"/slow", 1)
SHORT = 0.1  # seconds
PHONES, EACH = 133 + 15, 6  # a large hall with its big screens; connections of a browser


class Server:
    """The hall's own server in a thread, with another application: one that is `asked`, and told to `answer`."""

    def __init__(self, application: Callable[..., Any] | None = None) -> None:
        self.asked, self.answer = Flag(), Flag()
        self.sock = open_socket(LAPTOP, 0)
        self.port = self.sock.getsockname()[1]
        self.uvicorn = hall_server()
        self.uvicorn.config.app, self.uvicorn.config.lifespan = application or self.page, "off"
        self.uvicorn.config.interface, self.uvicorn.config.timeout_keep_alive = "asgi3", 600
        self.thread = Thread(target=self.uvicorn.run, args=([self.sock],), daemon=True)

    async def page(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer `/` at once, and every other address once `answer` is set."""
        self.asked.set()
        while scope["path"] != "/" and not self.answer.is_set():
            await asyncio.sleep(0.01)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


@contextmanager
def serving(application: Callable[..., Any] | None = None) -> Iterator[Server]:
    """Run the server inside the block."""
    server = Server(application)
    server.thread.start()
    try:
        yield server
    finally:
        server.answer.set()
        server.uvicorn.should_exit = True
        server.thread.join(60)


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> OpenConnections:
    """Connections that are counted from zero, with room for six in all and for four of an address."""
    counted = OpenConnections(6, 4)
    for room in (connection, both_schemes):
        monkeypatch.setattr(room, "connections", counted)
    return counted


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set how long the server waits for a request. At first that is longer than any computer is busy."""

    def wait(seconds: float) -> None:
        monkeypatch.setattr(connection, "HEAD_SECONDS", seconds)

    wait(600)
    return wait


def wait_for_end(phone: socket.socket, *, begins: bytes = b"", says: bytes = b"") -> bytes:
    """Wait until the server closes, saying something again and again, and return what it sent until then."""
    phone.settimeout(0.02 if says else 60)
    received = b""
    with suppress(OSError):
        phone.sendall(begins)
    for _ in range(3000):
        try:
            if not (chunk := phone.recv(65536)):
                return received
            received += chunk
        except TimeoutError:
            with suppress(OSError):
                phone.sendall(says)
        except ConnectionError:
            return received
    raise AssertionError("the server did not close the connection")


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until the server has done something."""
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until, "the server did not do it"
        time.sleep(0.005)


def ask(port: int, path: str = "/", source: str = LAPTOP) -> tuple[int, http.client.HTTPMessage, str]:
    """Open a page as a new visitor."""
    visitor = http.client.HTTPConnection(LAPTOP, port, timeout=60, source_address=(source, 0))
    with closing(visitor):
        visitor.request("GET", path)
        answer = visitor.getresponse()
        return answer.status, answer.headers, answer.read().decode()


# Silence


def test_a_connection_that_says_nothing_is_closed(patience: Callable[[float], None]) -> None:
    patience(SHORT)
    with serving() as server, connect(server.port) as phone:
        assert wait_for_end(phone) == b""


def test_a_head_that_is_never_finished_is_not_waited_for(patience: Callable[[float], None]) -> None:
    patience(SHORT)
    with serving() as server, connect(server.port) as phone:
        assert wait_for_end(phone, begins=GET[:20], says=b"a") == b""


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(SLOW + GET[:20], id="half of the next one"),
        pytest.param(
            SLOW.replace(b"GET", b"POST").replace(b"hall", b"hall\r\nContent-Length: 9999"), id="its own body"
        ),
    ],
)
def test_what_follows_an_answer_and_never_ends_is_not_waited_for(
    patience: Callable[[float], None], request_: bytes
) -> None:
    with serving() as server, connect(server.port) as phone:
        phone.sendall(request_)
        assert server.asked.wait(60)
        patience(SHORT)
        server.answer.set()
        assert wait_for_end(phone, says=b"a").endswith(b"\r\n\r\nok")


def test_a_phone_that_waits_for_its_answer_is_never_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[Connection] = []
    close_unless_asked = Connection._close_unless_asked

    def note(self: Connection) -> None:
        close_unless_asked(self)
        ends.append(self)

    monkeypatch.setattr(Connection, "_close_unless_asked", note)
    with serving() as server, connect(server.port) as phone:
        phone.sendall(SLOW)
        assert server.asked.wait(60)
        (waiting,) = ends
        assert waiting._closing is None, "nothing ends it"
        server.answer.set()
        answer = b""
        while not answer.endswith(b"ok") and (part := phone.recv(100)):  # head and content may come one by one
            answer += part
        assert answer.endswith(b"\r\n\r\nok")


def test_requests_one_after_the_other_and_at_once_are_all_answered(connections: OpenConnections) -> None:
    with serving() as server:
        visitor = http.client.HTTPConnection(LAPTOP, server.port, timeout=60)
        with closing(visitor):
            for _ in range(3):
                visitor.request("GET", "/")
                assert visitor.getresponse().read() == b"ok"
        with connect(server.port) as phone:
            phone.sendall(3 * GET + GET.replace(b"Host", b"Connection: close\r\nHost"))
            assert wait_for_end(phone).count(b"\r\n\r\nok") == 4
    assert len(connections) == 0


def test_what_asks_for_another_protocol_is_answered_and_counted_out(connections: OpenConnections) -> None:
    upgrade = b"Connection: Upgrade, close\r\nUpgrade: websocket\r\nHost"
    with serving() as server, connect(server.port) as phone:
        phone.sendall(GET.replace(b"Host", upgrade))
        assert wait_for_end(phone).startswith(b"HTTP/1.1 ")
    assert len(connections) == 0


# Room


@pytest.mark.parametrize("says", [b"", GET[:20]])
def test_silent_connections_make_room_for_whoever_asks(connections: OpenConnections, says: bytes) -> None:
    with serving() as server, ExitStack() as stack:
        silent = [stack.enter_context(connect(server.port)) for _ in range(connections.everybody)]
        for phone in silent:
            phone.sendall(says)
        for count in (1, 2):
            asking = stack.enter_context(connect(server.port))
            asking.sendall(GET)
            assert asking.recv(100).startswith(b"HTTP/1.1 200")
            assert wait_for_end(silent[count - 1]) == b"", "the longest silent"
        assert len(connections) == connections.everybody


def test_an_address_with_many_connections_makes_room_from_its_own(connections: OpenConnections) -> None:
    with serving() as server, ExitStack() as stack:
        other = stack.enter_context(connect(server.port, OTHER_PHONE))
        first, *_ = [stack.enter_context(connect(server.port, PHONE)) for _ in range(connections.an_address)]
        assert ask(server.port, source=PHONE)[0] == 200
        assert wait_for_end(first) == b""
        other.sendall(GET)
        assert other.recv(100).startswith(b"HTTP/1.1 200"), "it was silent for longer, and is still there"


def test_who_finds_no_room_gets_a_sentence_and_a_stream_that_comes_back(connections: OpenConnections) -> None:
    with serving() as server, ExitStack() as stack:
        for number in range(connections.an_address):
            busy = stack.enter_context(connect(server.port, PHONE))
            busy.sendall(GET.replace(b"/", b"/slow%d" % number, 1))
        wait_until(lambda: not connections._silent)
        status, headers, page = ask(server.port, source=PHONE)
        assert (status, headers["Retry-After"], headers["Connection"]) == (503, "5", "close")
        assert page == f"{SENTENCE}\n" and "Nothing that you entered is lost." in page and "X-Night" not in headers
        status, headers, page = ask(server.port, "/live/abcdef/", source=PHONE)
        assert (status, headers["Content-Type"]) == (200, "text/event-stream"), "an error would end the stream for good"
        assert page == f"retry: 5000\n: {SENTENCE}\n\n"
        assert ask(server.port, source=OTHER_PHONE)[0] == 200, "whoever comes from elsewhere is let in"


def test_the_laptop_itself_has_all_the_room_that_there_is(connections: OpenConnections) -> None:
    with serving() as server, ExitStack() as stack:
        for number in range(connections.everybody - 1):
            busy = stack.enter_context(connect(server.port))
            busy.sendall(GET.replace(b"/", b"/slow%d" % number, 1))
        assert ask(server.port)[0] == 200


def test_a_large_hall_behind_one_router_has_room_with_every_connection_in_use() -> None:
    hall = OpenConnections()
    hall.limit(connections_in(WANTED))
    assert (hall.everybody, hall.an_address) == (EVERYBODY, AN_ADDRESS)
    assert min(hall.an_address, OpenStreams().an_address) > PHONES * EACH
    assert hall.everybody > 4 * hall.an_address, "and one address leaves room for the others"
    hall.limit(connections_in(256))
    assert PHONES - 15 < hall.an_address < hall.everybody < 200


# With a certificate

HELLO = b"\x16\x03\x01"  # how a handshake begins that never goes on


@pytest.fixture(params=["uvloop", "asyncio"])
def secure(
    request: pytest.FixtureRequest, settings: Any, tmp_path: Path, connections: OpenConnections
) -> Iterator[Server]:
    """A hall with HTTPS of its own, on either of the loops that it may have."""
    files = make_certificate(tmp_path)
    settings.CERTIFICATE, settings.CERTIFICATE_KEY = str(files.certificate), str(files.key)
    settings.ADDRESS = "https://localhost:8000"
    server = Server()
    server.uvicorn.config.loop = request.param
    server.thread.start()
    yield server
    server.answer.set()
    server.uvicorn.should_exit = True
    server.thread.join(60)


def ask_securely(port: int, source: str = LAPTOP) -> bytes:
    """Open a page as a new visitor who takes any certificate, and return how the answer begins."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with connect(port, source) as plain, context.wrap_socket(plain) as phone:
        phone.sendall(GET)
        return phone.recv(12)


@pytest.mark.sample(5)
@pytest.mark.parametrize("says", [b"", HELLO, GET[:20]])
def test_handshakes_that_do_not_go_on_are_counted_and_make_room(
    says: bytes, secure: Server, connections: OpenConnections
) -> None:
    with ExitStack() as stack:
        other = stack.enter_context(connect(secure.port, OTHER_PHONE))
        silent = []
        for _ in range(connections.an_address):
            silent.append(stack.enter_context(connect(secure.port, PHONE)))
            silent[-1].sendall(says)
            wait_until(lambda: len(connections) == 1 + len(silent))
        time.sleep(0.3)  # until each has been looked at again
        assert len(connections) == 1 + len(silent), "still counted"
        assert ask_securely(secure.port, PHONE) == b"HTTP/1.1 200"
        assert wait_for_end(silent[0]) == b"", "it made room"
        other.settimeout(0.05)
        with pytest.raises(TimeoutError):
            other.recv(1)
        wait_until(lambda: len(connections) == len(silent))


def test_a_connection_with_tls_is_counted_once(secure: Server, connections: OpenConnections) -> None:
    for _ in range(3 * connections.everybody):
        assert ask_securely(secure.port, PHONE) == b"HTTP/1.1 200"
    wait_until(lambda: len(connections) == 0)


# A hall that may open 256 files


@pytest.mark.long
def test_three_hundred_silent_connections_at_256_files_shut_nobody_out(tmp_path: Path) -> None:
    with SmallHall.opened(tmp_path) as hall, ExitStack() as stack:
        with listening(hall, f"/live/{newest_slug(hall)}/") as stream:
            open_silent(stack, hall, 300)
            assert ask(hall.port)[0] == 200
            open_silent(stack, hall, 300, PHONE, GET[:20])
            assert [ask(hall.port, source=source)[0] for source in (LAPTOP, PHONE, OTHER_PHONE)] == [200, 200, 200]
            join_as(hall, "Ann Miller")
            assert stream.wait_for(lambda events: "<p>signed up Ann M.</p>" in [data for _, _, data in events])
        log = (tmp_path / "server.log").read_text()
        assert log.count("only 256 files at once, enough for about 64 phones") == 1
        assert "Traceback" not in log and "GET /" not in log, "a hall’s terminal has no line for each request"


@pytest.mark.parametrize(
    ("limits", "files"),
    [("-Sn 256", WANTED), ("-n 256", 256), ("-n 1500", 1500), ("-Sn 2000", WANTED)],
)
def test_the_limit_of_open_files_is_raised_as_far_as_the_computer_allows(limits: str, files: int) -> None:
    program = (
        "import resource; from tournament.server.open_files import raise_limit; "
        "print(raise_limit(), raise_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    run = subprocess.run(
        ["sh", "-c", f'ulimit {limits} && exec "$@"', "sh", sys.executable, "-c", program],
        cwd=BASE_DIR,
        env=os.environ | {"PYTHONPATH": str(BASE_DIR)},
        check=True,
        capture_output=True,
    )
    assert run.stdout.split() == [b"%d" % files] * 3


def test_few_files_are_said_and_enough_are_not(caplog: pytest.LogCaptureFixture) -> None:
    warn_if_few(ENOUGH)
    assert not caplog.records
    warn_if_few(ENOUGH - 1)
    assert "ulimit -n 4096" in caplog.text


# Streams


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> OpenStreams:
    """Streams that are counted from zero, four of an address, of a night that needs no database."""
    counted = OpenStreams(4)
    monkeypatch.setattr(asgi, "open_streams", counted)
    monkeypatch.setattr(asgi, "missed", lambda *_: Missed(1, b": here\n\n", None, 0))
    monkeypatch.setattr(asgi, "_nights", {"abcdef": 1})
    monkeypatch.setattr(asgi, "was_given", lambda token: not token.startswith("made-up"))
    return counted


def open_stream(stack: ExitStack, server: Server, phone: str, source: str = PHONE) -> socket.socket:
    """Open a stream as a phone with this cookie, and wait until it has begun."""
    cookie = f"Cookie: theme=dark; phone={phone}\r\n" if phone else ""
    stream = stack.enter_context(connect(server.port, source))
    stream.sendall(f"GET /live/abcdef/ HTTP/1.1\r\nHost: hall\r\n{cookie}\r\n".encode())
    received = b""
    while b": here" not in received:
        received += (chunk := stream.recv(4096))
        assert chunk, received
    return stream


def hears(stream: socket.socket) -> bool:
    """Whether a stream receives the next heartbeat."""
    while chunk := stream.recv(4096):
        if b"still here" in chunk:
            return True
        if b"0\r\n\r\n" in chunk:
            return False
    return False


def beat() -> None:
    """Let the hub send a heartbeat now."""
    assert hub._loop
    hub._loop.call_soon_threadsafe(hub.heartbeat)


@pytest.mark.parametrize("flooder", ["a-phone-without-end", ""])
def test_a_phone_that_opens_streams_without_end_takes_them_from_itself(streams: OpenStreams, flooder: str) -> None:
    with serving(asgi.application) as server, ExitStack() as stack:
        ann, bob = (open_stream(stack, server, phone) for phone in ("anns-phone", "bobs-phone"))
        elsewhere = open_stream(stack, server, flooder, OTHER_PHONE)
        flood = [open_stream(stack, server, flooder) for _ in range(9)]
        assert len(streams) == 4 + 1
        beat()
        assert hears(ann) and hears(bob) and hears(elsewhere)
        assert [hears(stream) for stream in flood] == [*[False] * 7, True, True], "the oldest of the flood ended"
        carla = open_stream(stack, server, "carlas-phone")
        beat()
        assert hears(ann) and hears(bob) and hears(carla) and not hears(flood[7])


def test_made_up_phones_take_no_streams_from_a_phone_with_two_pages(streams: OpenStreams) -> None:
    with serving(asgi.application) as server, ExitStack() as stack:
        ann = [open_stream(stack, server, "anns-phone") for _ in range(2)]
        flood = [open_stream(stack, server, f"made-up-{number}") for number in range(9)]
        beat()
        assert all(map(hears, ann))
        assert [hears(stream) for stream in flood] == [*[False] * 7, True, True], "the oldest of the flood ended"


def test_only_tokens_that_were_given_are_known(night: Night) -> None:
    phone_of(night, 1)
    given = [token_of_organizer(night.club), "token-of-1"]
    assert [was_given(token) for token in (*given, "made-up", night.club.key)] == [True, True, False, False]


def test_streams_that_closed_or_ended_are_forgotten(streams: OpenStreams) -> None:
    with serving(asgi.application) as server:
        with ExitStack() as stack:
            for phone in ("ann", "bob", "", "", "", "ann"):
                open_stream(stack, server, phone)
            assert len(streams) == 4
            for phone in ("ann", "bob"):
                open_stream(stack, server, phone, LAPTOP)
        wait_until(lambda: not streams._streams)

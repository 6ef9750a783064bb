"""One night's crowd makes no other night wait for it: nights take turns, and none holds every thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future

import pytest

from tests.support.crowds import LIMIT, Ask, answered_in_order, scope_of
from tournament.server import application as asgi
from tournament.server.fair_threads import FairThreads


class Gate:
    """Work that holds its thread until the gate opens."""

    def __init__(self) -> None:
        self.held, self._open = threading.Semaphore(0), threading.Event()

    def wait(self) -> None:
        """Hold the thread."""
        self.held.release()
        assert self._open.wait(LIMIT)

    def open(self) -> None:
        """Let all of them go on."""
        self._open.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    """A gate that opens after the test, whatever happens."""
    made = Gate()
    yield made
    made.open()


def served(order: list[str], who: str) -> Callable[[], None]:
    """Return work that notes who was served."""
    return lambda: order.append(who)


def finish(futures: list[Future[None]]) -> None:
    """Wait until all work is done."""
    for future in futures:
        future.result(LIMIT)


def test_nights_take_turns_however_much_one_of_them_sends(gate: Gate) -> None:
    threads, order = FairThreads(1, "test"), list[str]()
    waiting = [threads.submit("first", gate.wait)]
    assert gate.held.acquire(timeout=LIMIT)
    for who in (*["crowd"] * 5, "quiet", "other", "quiet"):
        waiting.append(threads.submit(who, served(order, who)))
    gate.open()
    finish(waiting)
    assert order == ["crowd", "quiet", "other", "crowd", "quiet", "crowd", "crowd", "crowd"]


def test_the_requests_of_one_night_are_served_in_their_order(gate: Gate) -> None:
    threads, order = FairThreads(1, "test"), list[str]()
    waiting = [threads.submit("night", gate.wait)]
    waiting += [threads.submit("night", served(order, str(number))) for number in range(9)]
    gate.open()
    finish(waiting)
    assert order == [str(number) for number in range(9)]


def test_a_thread_is_left_for_the_others_while_one_night_holds_all_that_it_may(gate: Gate) -> None:
    threads, order = FairThreads(4, "test"), list[str]()
    crowd = [threads.submit("crowd", gate.wait) for _ in range(20)]
    for _ in range(3):
        assert gate.held.acquire(timeout=LIMIT), "it may hold all but one"
    for who in ("quiet", "other"):
        threads.submit(who, served(order, who)).result(LIMIT)
    assert order == ["quiet", "other"] and not gate.held.acquire(blocking=False)
    gate.open()
    finish(crowd)


def test_work_that_fails_or_is_given_up_keeps_no_thread(gate: Gate) -> None:
    threads, order = FairThreads(1, "test"), list[str]()
    held = threads.submit("night", gate.wait)
    assert gate.held.acquire(timeout=LIMIT)
    failing, given_up = threads.submit("night", lambda: 1 // 0), threads.submit("night", served(order, "given up"))
    later = threads.submit("night", served(order, "later"))
    assert given_up.cancel()
    gate.open()
    finish([held, later])
    with pytest.raises(ZeroDivisionError):
        failing.result(LIMIT)
    with pytest.raises(CancelledError):
        given_up.result(LIMIT)
    assert order == ["later"]


# The application


@pytest.fixture
def nights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nights that have had streams."""
    monkeypatch.setattr(asgi, "_nights", {"crowded": 1, "quiet": 2})


@pytest.mark.usefixtures("nights")
@pytest.mark.parametrize(
    ("path", "owner"),
    [
        ("/n/crowded/play/hand/", "crowded"),
        ("/n/quiet/", "quiet"),
        ("/n/madeup/", "10.0.0.7"),  # a new name for each request gets no turn for each
        ("/club/", "10.0.0.7"),
        ("/", "10.0.0.7"),
    ],
)
def test_a_request_is_served_in_the_turn_of_its_night_or_of_its_address(path: str, owner: str) -> None:
    assert asgi._owner(scope_of(Ask("GET", path)) | {"client": ("10.0.0.7", 5)}) == owner


@pytest.mark.usefixtures("nights")
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "play/hand/"), ("GET", "play/"), ("GET", ""), ("GET", "screen/")]
)
def test_a_quiet_night_is_answered_while_a_crowd_waits_at_another(
    monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    crowd, one = Ask(method, f"/n/crowded/{path}"), Ask(method, f"/n/quiet/{path}")
    answered = answered_in_order(monkeypatch, crowd=crowd, count=100, one=one)
    assert answered[0] == one.path and len(answered) == 101

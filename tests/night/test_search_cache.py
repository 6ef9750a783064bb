"""A search runs once: its result is cached, and concurrent callers wait for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, get_ident
from time import sleep

import pytest

from tournament.planning.search_cache import cached_search


def test_concurrent_callers_wait_for_the_search_and_share_its_result() -> None:
    barrier, searching_threads = Barrier(4), []

    def search(seed: int) -> int:
        searching_threads.append(get_ident())
        sleep(0.1)  # long enough for the other three to call meanwhile
        return seed + 1

    def call(_: int) -> int:
        barrier.wait()
        return cached_search(search, 7)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(call, range(4))) == [8] * 4
    assert len(searching_threads) == 1


def test_a_failed_search_runs_again_at_the_next_call() -> None:
    results = iter([ZeroDivisionError(), 8])

    def search() -> int:
        result = next(results)
        if isinstance(result, Exception):
            raise result
        return result

    with pytest.raises(ZeroDivisionError):
        cached_search(search)
    assert cached_search(search) == cached_search(search) == 8

"""Searches: made once, kept, and never twice at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, get_ident
from time import sleep

import pytest

from tournament.planning.search_cache import cached_search


def test_whoever_asks_while_the_search_runs_waits_and_finds_what_it_found() -> None:
    together, searched = Barrier(4), []

    def search(seed: int) -> int:
        searched.append(get_ident())
        sleep(0.1)  # so long that the other three have asked meanwhile
        return seed + 1

    def asks(_: int) -> int:
        together.wait()
        return cached_search(search, 7)

    with ThreadPoolExecutor(4) as pages:
        assert list(pages.map(asks, range(4))) == [8] * 4
    assert len(searched) == 1


def test_a_search_that_fails_is_made_again_by_the_next_who_asks() -> None:
    results = iter([ZeroDivisionError(), 8])

    def search() -> int:
        result = next(results)
        if isinstance(result, Exception):
            raise result
        return result

    with pytest.raises(ZeroDivisionError):
        cached_search(search)
    assert cached_search(search) == cached_search(search) == 8

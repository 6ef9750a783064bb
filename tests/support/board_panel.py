"""The panel beside the tables of the board, driven in a browser."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.support.screens import tap
from tests.support.waiting import wait_until


def open_table(page: Page, table: int) -> None:
    """Open a table in the panel."""
    page.locator(".tile a", has_text=f"Table {table}").click()
    expect(page.locator("#panel h1")).to_contain_text(f"Table {table}")


def enter_hand(page: Page) -> None:
    """Enter the next hand of the table in the panel: the first result."""
    page.get_by_role("link", name=re.compile("^Enter hand")).click()
    tap(page.locator("#panel button[name=result]").first)


def undo_hand(page: Page, left: int, table: int = 1) -> None:
    """Take back the hand that was entered last at a table, so that as many are `left`."""
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#undo", has_text=f"hand {left + 1} at table {table}").click()
    open_table(page, table)
    expect(page.locator("#panel tbody tr")).to_have_count(left)


def hold_posts(page: Page) -> list[Route]:
    """Hold what forms of a table send from now on, and list it."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fallback()

    page.route(lambda address: "/game/" in address, hold)
    return held


def is_at_board(page: Page, board_path: str) -> bool:
    """Whether the page never left the board."""
    return urlsplit(page.url).path == board_path


def hold_next(page: Page) -> list[Route]:
    """Hold what a table is asked next, and list it."""
    held: list[Route] = []
    page.route(lambda address: "/game/" in address, lambda route: held.append(route), times=1)
    return held


def hold_hand(page: Page) -> tuple[list[Route], int]:
    """Enter a hand at table 1, and hold it on its way.

    Returns what is held, also of what is sent later, and how many hands the table had before.
    """
    open_table(page, 1)
    before = page.locator("#panel tbody tr").count()
    held = hold_posts(page)
    enter_hand(page)
    wait_until(page, lambda: held)
    return held, before

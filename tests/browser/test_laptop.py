"""The laptop's own browser: it keeps no start code, its pages have no faults, and the last one outlives the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.support.hall_server import Hall
from tests.support.screens import LAPTOP, PHONE, Screens, click_and_load
from tests.support.waiting import wait_here_until
from tournament.laptop.served_at import ask_for_way_in

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="a second start asks where the database is a file"),
]


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_laptops_pages_have_no_faults_and_the_last_one_stays(
    screens: Screens, hall: Hall, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Path(hall.env["EUCHRE_DATA"]) / "night.sqlite3"
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(database))
    way_in = ask_for_way_in()
    assert way_in and way_in.sign_in.startswith(hall.url)
    code = way_in.sign_in.split("/")[-2]
    page = screens.open(way_in.sign_in.removeprefix(hall.url), size)
    assert page.url == f"{hall.url}/laptop/" and page.evaluate("history.length") == 2, "of the empty page and this one"
    assert code not in page.content() and code not in page.evaluate("document.referrer")
    with page.expect_response(lambda response: "/laptop/?shown=" in response.url) as asked:
        pass
    assert asked.value.status in (200, 204), "the part about the room asks again"
    click_and_load(page.get_by_role("button", name="Make a copy now"))
    assert page.url == f"{hall.url}/laptop/"
    page.get_by_text("Go back to a copy").click()
    screens.check_unrolled(page, "This laptop")
    click_and_load(page.get_by_role("link", name="Stop Euchre Night"))
    assert code not in page.evaluate("document.referrer")
    screens.check_unrolled(page, "Stop")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    click_and_load(page.get_by_role("button", name="Stop Euchre Night"))
    screens.check_unrolled(page, "Everything is saved")
    assert hall.process
    wait_here_until(lambda: hall.process and hall.process.poll() is not None, 30)
    hall.process = None
    assert page.get_by_role("heading", name="Everything is saved").is_visible()
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Atkinson"), "it has its styles"
    assert [address for address in sent if "/static/" not in address] == [f"{hall.url}/laptop/stop/"]
    assert not page.locator("main a, main button, header, footer").count(), "nothing would answer"
    assert screens.problems == []

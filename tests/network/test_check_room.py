"""Each cause that Check the room names, provoked in a network of its own: both sides are right in ten seconds.

A phone that gets no page shows what its browser shows; what that means stands on the laptop's page, beside the code.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Error, Page, expect

from tests.support import answering_proxy
from tests.support.chromium import CHROMIUM_FLAGS
from tests.support.databases import on_a_laptop
from tests.support.networks import PORT, LaptopInNetwork, Networks, Place, hall_in, require_networks
from tournament.web.hall_network import web_address

pytestmark = [pytest.mark.long, on_a_laptop]
SOON = 10.0  # seconds after the scan, on both sides
LAPTOP, PHONE, ROUTER = "192.168.77.5", "192.168.77.37", "192.168.77.1"


@pytest.fixture
def networks(tmp_path: Path) -> Iterator[Networks]:
    """Places and cables, all of which are gone afterward."""
    require_networks()
    made = Networks(tmp_path)
    try:
        yield made
    finally:
        made.close()


class Room:
    """The organizer's page on the laptop, and a phone."""

    def __init__(self, browser: Browser, laptop: LaptopInNetwork, stack: ExitStack) -> None:
        self.chromium: BrowserType = browser.browser_type
        self.stack = stack
        self.page = self.browser_in(laptop.place)
        self.page.goto(laptop.url + laptop.organizer_path)
        self.page.get_by_role("link", name="Check the room").click()
        expect(self.page.get_by_role("heading", name="Check the room")).to_be_visible()
        self.scanned = 0.0

    def browser_in(self, place: Place) -> Page:
        """Open a browser in a place."""
        browser = self.chromium.launch(executable_path=place.chromium(), args=CHROMIUM_FLAGS)
        self.stack.callback(browser.close)
        return browser.new_page(viewport={"width": 360, "height": 640})

    def code(self, host: str = LAPTOP) -> str:
        """Return what stands in the code on the organizer's page for one of the laptop's addresses."""
        link = self.page.locator(f'a[href^="{web_address("http", host, PORT)}/"]').first
        return link.get_attribute("href") or ""

    def scan(self, phone: Page, host: str = LAPTOP) -> str:
        """Let the phone open the code's address; return what its browser shows instead of a page, if it gets none."""
        address = self.code(host)
        assert address.startswith(f"{web_address('http', host, PORT)}/n/"), address
        self.scanned = time.monotonic()
        try:
            phone.goto(address, timeout=SOON * 1000, wait_until="domcontentloaded")
        except Error as error:
            return str(error)
        return ""

    def nothing_comes(self) -> None:
        """Say on the laptop that a phone has scanned, and nothing comes; the ten seconds begin anew."""
        expect(self.page.locator("#finding-why")).to_have_count(0)
        self.page.get_by_role("link", name="I scanned, and nothing comes").click()
        self.scanned = time.monotonic()

    def left(self) -> float:
        """Return the milliseconds that are left of the ten seconds."""
        return max(1.0, SOON - (time.monotonic() - self.scanned)) * 1000

    def laptop_says(self, name: str, sentence: str) -> None:
        """Check that a line of the list says this in time."""
        expect(self.page.locator(f"#finding-{name}")).to_contain_text(re.compile(sentence), timeout=self.left())

    def explains(self, shows: str, means: str) -> None:
        """Check that the laptop's page explains what the phone shows."""
        explained = self.page.locator("details", has=self.page.locator("summary", has_text=shows))
        expect(explained).to_contain_text(means)


@contextmanager
def room(networks: Networks, browser: Browser, laptop: Place, *options: str) -> Iterator[Room]:
    """Start the server on the laptop, with these options, and open the organizer's page there."""
    with ExitStack() as stack:
        yield Room(browser, stack.enter_context(hall_in(networks, laptop, *options)), stack)


def on_one_wifi(
    networks: Networks, *, isolated: bool = False, phone_address: str = f"{PHONE}/24"
) -> tuple[Place, Place]:
    """Make a laptop and a phone on one access point, which may keep its guests apart."""
    laptop, phone, wifi = networks.place("laptop"), networks.place("phone"), networks.place("wifi")
    wifi.ip("link", "add", "air", "type", "bridge")
    wifi.ip("link", "set", "air", "up")
    for place, address in ((laptop, f"{LAPTOP}/24"), (phone, phone_address)):
        _, port = networks.cable(place, address, wifi, "")
        wifi.ip("link", "set", port, "master", "air")
        if isolated:
            wifi.ip("link", "set", "dev", port, "type", "bridge_slave", "isolated", "on")
    return laptop, phone


def behind_a_router(networks: Networks, kind: str) -> tuple[Place, Place]:
    """Make a phone in a network of its own, whose router answers or passes on what is meant for the laptop."""
    laptop, phone, router = networks.place("laptop"), networks.place("phone"), networks.place("router")
    networks.cable(laptop, f"{LAPTOP}/24", router, f"{ROUTER}/24")
    networks.cable(phone, "10.99.0.37/24", router, "10.99.0.1/24")
    phone.ip("route", "add", "default", "via", "10.99.0.1")
    router.nft(
        "add table ip hall",
        "add chain ip hall to_proxy { type nat hook prerouting priority -100; }",
        f"add rule ip hall to_proxy tcp dport {PORT} redirect to :9000",
    )
    networks.start(router, sys.executable, str(answering_proxy.__file__), kind, "9000", LAPTOP, str(PORT))
    return laptop, phone


def test_a_phone_on_the_same_wifi_comes_and_both_sides_say_so(networks: Networks, browser: Browser) -> None:
    laptop, phone = on_one_wifi(networks)
    with room(networks, browser, laptop) as here:
        expect(here.page.locator("#finding-phone")).to_contain_text("No phone has connected yet.")
        screen = here.browser_in(phone)
        assert here.scan(screen) == ""
        expect(screen.locator("h1")).to_have_text("✓ This phone reaches the laptop")
        here.laptop_says("phone", rf"A phone connected at .* through {LAPTOP}\.")
        here.laptop_says("firewall", "It lets phones in")
        expect(screen.locator("#live")).to_contain_text("✓ They arrive in", timeout=here.left())
        expect(screen.locator(".problem:visible")).to_have_count(0)
        expect(here.page.locator("#finding-why")).to_have_count(0)


def test_a_phone_that_comes_by_ipv6_counts_and_all_codes_lead_there(networks: Networks, browser: Browser) -> None:
    laptop, phone = on_one_wifi(networks)
    for place, address in ((laptop, "fd00:77::5/64"), (phone, "fd00:77::37/64")):
        place.ip("addr", "add", address, "dev", "eth0", "nodad")
    with room(networks, browser, laptop, "--host", "::") as here:
        screen = here.browser_in(phone)
        here.page.get_by_text("Show its code").click()
        assert here.scan(screen, "fd00:77::5") == ""
        expect(screen.locator("h1")).to_have_text("✓ This phone reaches the laptop")
        here.laptop_says("phone", r"A phone connected at .* through fd00:77::5\.")
        expect(screen.locator("#live")).to_contain_text("✓ They arrive in", timeout=here.left())
        expect(screen.locator(".problem:visible")).to_have_count(0)
        expect(here.page.locator(".room-address").first).to_contain_text("fd00:77::5", timeout=here.left())
        expect(here.page.locator("#room")).not_to_contain_text("fe80:")
        here.page.get_by_role("link", name="Desk").click()
        expect(here.page.locator(".join-words")).to_contain_text("http://[fd00:77::5]:8000/j")


def test_no_route(networks: Networks, browser: Browser) -> None:
    laptop, phone = on_one_wifi(networks, phone_address="10.99.0.37/24")
    with room(networks, browser, laptop) as here:
        assert re.search("ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE", here.scan(here.browser_in(phone)))
        here.nothing_comes()
        here.laptop_says("why", "sees no phone in its network.*another network or on mobile data")
        here.explains("site can’t be reached", "no Wi-Fi, another one, or an old code")


def test_isolated_guests(networks: Networks, browser: Browser) -> None:
    laptop, phone = on_one_wifi(networks, isolated=True)
    with room(networks, browser, laptop) as here:
        assert re.search("ERR_ADDRESS_UNREACHABLE|Timeout", here.scan(here.browser_in(phone)))
        here.nothing_comes()
        here.laptop_says("why", "sees no phone in its network.*keeps its guests apart")
        expect(here.page.locator("#help-why")).to_contain_text("client isolation")
        here.explains("stays white", "guests that the Wi-Fi keeps apart")


def test_a_blocked_port(networks: Networks, browser: Browser) -> None:
    laptop, phone = on_one_wifi(networks)
    laptop.nft(
        "add table inet firewall",
        "add chain inet firewall to_me { type filter hook input priority 0; }",
        f'add rule inet firewall to_me iifname != "lo" tcp dport {PORT} drop',
    )
    with room(networks, browser, laptop) as here:
        screen = here.browser_in(phone)
        address = here.code()
        here.scanned = time.monotonic()
        with pytest.raises(Error, match="Timeout"):
            screen.goto(address, timeout=SOON * 600, wait_until="commit")  # it loads on and on
        here.nothing_comes()
        here.laptop_says("why", rf"sees a device in its network \({PHONE}\).*firewall keeps port {PORT} closed")
        expect(here.page.locator("#help-why")).to_contain_text(f"sudo ufw allow {PORT}/tcp")
        here.explains("stays white", "this laptop’s firewall keeps it out")


@contextmanager
def scanned_through(networks: Networks, browser: Browser, kind: str) -> Iterator[tuple[Room, Page]]:
    """Let a phone scan the code through this kind of router, and get the page."""
    laptop, phone = behind_a_router(networks, kind)
    with room(networks, browser, laptop) as here:
        screen = here.browser_in(phone)
        assert here.scan(screen) == ""
        yield here, screen


def test_a_portal_that_answers_instead(networks: Networks, browser: Browser) -> None:
    with scanned_through(networks, browser, "portal") as (here, screen):
        expect(screen.locator("h1")).to_have_text("Welcome, guest. Sign in to use our Wi-Fi.")
        here.nothing_comes()
        here.laptop_says("why", "sees no phone in its network")
        here.explains("A sign-in page of the hotel", "The Wi-Fi answers instead of this laptop")


def test_a_proxy_that_answers_instead_once_the_page_is_there(networks: Networks, browser: Browser) -> None:
    with scanned_through(networks, browser, "halfway") as (here, screen):
        expect(screen.locator("#proxy")).to_be_visible(timeout=here.left())
        expect(screen.locator("#proxy")).to_contain_text(
            "Something between this phone and the laptop answers in its place"
        )
        expect(screen.locator("h1")).to_have_text("✗ This phone got the page, and nothing more")
        expect(screen.locator(".problem:visible")).to_have_count(1)
        here.laptop_says("why", rf"A phone \({ROUTER}\) has fetched the page, but its report does not arrive")


def test_a_proxy_that_says_that_it_is_one(networks: Networks, browser: Browser) -> None:
    with scanned_through(networks, browser, "honest") as (here, screen):
        expect(screen.locator("#proxy")).to_be_visible(timeout=here.left())
        here.laptop_says("phone", "a proxy or a filter stands between")


def test_a_proxy_that_holds_live_messages_back(networks: Networks, browser: Browser) -> None:
    with scanned_through(networks, browser, "silent") as (here, screen):
        expect(screen.locator("#no-live")).to_be_visible(timeout=here.left())
        here.laptop_says("phone", "live messages do not reach it")


def test_while_a_night_is_played_a_phone_without_a_card_proves_itself_by_the_code(
    networks: Networks, browser: Browser
) -> None:
    laptop, phone = on_one_wifi(networks)
    with room(networks, browser, laptop) as here:
        here.page.get_by_role("link", name="Desk").click()
        here.page.locator("textarea[name=names]").fill("Ann\nBen\nCleo\nDora")
        for button in ("Add to the list", "Number by arrival", "Start the night"):
            here.page.get_by_role("button", name=button).click()
        here.page.wait_for_url("**/board/")
        here.page.goto(here.page.url.replace("/board/", "/room/"))
        screen = here.browser_in(phone)
        assert here.scan(screen) == ""
        expect(screen.locator("#live")).to_contain_text("✓ They arrive in", timeout=here.left())
        screen.wait_for_load_state("networkidle")
        expect(screen.locator("#desk")).to_have_text("✓ The laptop shows it now.")
        expect(screen.get_by_role("button", name="Tell the laptop")).to_be_hidden()
        expect(screen.locator("#done")).to_contain_text("This phone is done.")
        here.laptop_says("phone", rf"A phone connected at .* through {LAPTOP}\.")


def test_of_two_addresses_the_one_that_a_phone_reached_stands_in_all_codes(
    networks: Networks, browser: Browser
) -> None:
    laptop, _ = on_one_wifi(networks)
    hall = networks.place("hall-phone")
    networks.cable(laptop, "10.20.0.5/24", hall, "10.20.0.44/24")
    laptop.ip("route", "add", "default", "via", ROUTER)
    with room(networks, browser, laptop) as here:
        here.scanned = time.monotonic()
        here.laptop_says("network", rf"2 addresses: 10\.20\.0\.5.*{LAPTOP}")
        screen = here.browser_in(hall)
        assert re.search("ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE", here.scan(screen))
        here.page.get_by_text("Show its code").click()
        screen = here.browser_in(hall)  # in the other, the page of the error may come late, and interrupt this one
        assert here.scan(screen, "10.20.0.5") == ""
        expect(screen.locator("h1")).to_have_text("✓ This phone reaches the laptop")
        here.laptop_says("phone", r"through 10\.20\.0\.5")
        expect(here.page.locator(".room-address").first).to_contain_text("10.20.0.5", timeout=here.left())
        expect(here.page.locator(".room-address").first).to_contain_text("all codes lead here.")
        here.page.get_by_role("link", name="Desk").click()
        expect(here.page.locator(".join-words")).to_contain_text("http://10.20.0.5:8000/j")
    with room(networks, browser, laptop) as again:
        again.page.get_by_role("link", name="Desk").click()
        expect(again.page.locator(".join-words")).to_contain_text("http://10.20.0.5:8000/j")  # the next start, too

"""manage.py night: one command that starts the night."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from argparse import SUPPRESS, ArgumentParser
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper
from django.urls import reverse

from tally.management.demo_night import demo_night
from tournament.club.sign_ins import renew_link, sign_out_everywhere
from tournament.copies.places import Copy, forget_unreadable_choices
from tournament.copies.restoring import restore_at_next_start
from tournament.data_folder import FROM_SHORTCUT
from tournament.laptop.browser import open_browser
from tournament.laptop.not_started import UNEXPECTED, Problem, show_name_not_found, show_problem
from tournament.laptop.phone_problems import OTHER_PORT, phone_problems
from tournament.laptop.served_at import WayIn
from tournament.laptop.start_codes import start_codes
from tournament.management.plain_command import PlainCommand
from tournament.models import Club, Night
from tournament.people.errors import Refused
from tournament.server.cannot_start import CannotStart
from tournament.server.certificate import Certificate, addresses_of, hall_certificate
from tournament.server.due_erasures import KEEPS_EVERYTHING, erase_all_due
from tournament.server.error_log import log_errors_to
from tournament.server.folder_lock import claim_database, claim_database_or_find_night, release_database
from tournament.server.hall import (
    USUAL_PORT,
    address_without_names,
    go_on_from_chosen_copy,
    keep_secret_key,
    lead_phones_to,
    open_free_socket,
    open_socket,
    own_address,
    prepare_database,
    prepare_folder,
    require_whole_database,
    serve,
    tonight,
)
from tournament.server.hosting import require_settings
from tournament.server.log_lines import without_keys
from tournament.web.addresses import card_address, is_hall, join_address, organizer_address
from tournament.web.dates import long_date

log = logging.getLogger(__name__)
STARTER = "Whoever started the night"  # who makes a new link, in the club's log


class Command(PlainCommand):
    """Sets everything up, prints the addresses, and serves until it is stopped."""

    help = (
        "Start tonight's euchre night, or go on with it; --demo shows one in play. Stop on its page This laptop, or "
        "with Ctrl+C."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default="0.0.0.0",
            help="address to listen on (default: all that this computer has in IPv4; :: for those in IPv6, too)",
        )
        parser.add_argument("--port", type=int, help=f"default: {USUAL_PORT}; the demo takes the next one that is free")
        parser.add_argument(
            "--new-link", action="store_true", help="a new sign-in link for the organizer; everybody is signed out"
        )
        parser.add_argument(
            "--no-browser", action="store_true", help="do not open the organizer's page in this computer's browser"
        )
        parser.add_argument(
            FROM_SHORTCUT,
            metavar="FOLDER",
            help=SUPPRESS,  # how a shortcut starts it: with the data in this folder; problems are shown in the browser
        )
        parser.add_argument(
            "--demo", action="store_true", help="twelve players in the middle of game 3, to look around beside a night"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["from_shortcut"]:
                self._print_nothing()
                self._run_by_shortcut(options)
            else:
                self._run(options)
        except Refused as refusal:
            raise CommandError(str(refusal)) from None

    def _run_by_shortcut(self, options: dict[str, Any]) -> None:
        """Start the night; what keeps it from starting is shown in the browser, where a safe copy may be chosen.

        :raises Refused: once it has been shown.
        """
        copy: Copy | None = None
        while True:
            try:
                if copy:
                    restore_at_next_start(copy.file)
                self._run(options)
                return
            except Exception as error:
                release_database()
                copy = error.copy if isinstance(error, CannotStart) else None
                if not show_problem(_problem_of(error)):
                    raise

    def _print_nothing(self) -> None:
        """Print nothing where nobody reads it; the organizer’s link would stand in a log of the desktop."""
        nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the process ends
        sys.stdout, self.stdout = nowhere, OutputWrapper(nowhere)
        if sys.stderr is None:  # Windows, without a terminal
            sys.stderr, self.stderr = nowhere, OutputWrapper(nowhere)

    def _run(self, options: dict[str, Any]) -> None:
        """Start the night, or lead to the one that runs.

        :raises Refused: when neither is possible.
        """
        require_settings(options["host"])
        certificate = hall_certificate()
        prepare_folder()
        if way_in := self._claim(options):
            self._lead_to(way_in, options)
            return
        with _open_socket(**options) as sock:
            self._start(options, sock, certificate)

    def _start(self, options: dict[str, Any], sock: socket, certificate: Certificate | None) -> None:
        """Make everything ready, and serve.

        :raises Refused: when that is not possible.
        """
        lost = [*filter(None, [keep_secret_key()]), *forget_unreadable_choices()]
        restored = go_on_from_chosen_copy()
        require_whole_database()
        copy = prepare_database(self._say)
        erased = [] if options["demo"] else self._erase_due()
        night = demo_night() if options["demo"] else tonight()
        if options["new_link"]:
            sign_out_everywhere(club=night.club, who=STARTER)
            night.club = renew_link(club=night.club, who=STARTER)
        settings.DEMO = options["demo"]
        address = lead_phones_to(sock, remember=not options["demo"], certificate=certificate)
        phone_problems.say("files", *lost)
        if options["from_shortcut"]:
            _say_other_port(sock.getsockname()[1], address)
        if restored:
            self.stdout.write(f"The night goes on from the copy {restored[0]}; what was here before is {restored[1]}")
        if copy:
            self.stdout.write(f"The database was brought up to date; a copy of it before is {copy}")
        for line in erased:
            self.stdout.write(f"As chosen under Keeping data – {line}")
        for sentence in phone_problems.sentences():
            self.stdout.write(f"Please note: {sentence}")
        if options["demo"] and not options["port"] and (port := sock.getsockname()[1]) != USUAL_PORT:
            self.stdout.write(f"Port {USUAL_PORT} is taken, so the demo has port {port}.")
        self._welcome(night, address)
        if is_hall() and not options["no_browser"]:
            start = reverse("open-laptop", args=[start_codes.new()])
            link = organizer_address(night.club, address)
            way_in = WayIn(own_address(sock) + start, link, address_without_names(sock) + start)
            Thread(target=self._open, args=[way_in], daemon=True).start()  # some browsers take seconds
        serve(sock)
        self.stdout.write("Stopped. Everything is saved; the same command goes on with the night.")

    def _claim(self, options: dict[str, Any]) -> WayIn | None:
        """Claim the database, or return the way into the night that runs; what changes a night needs the database."""
        if options["demo"] or options["new_link"]:
            claim_database()
            return None
        return claim_database_or_find_night()

    def _lead_to(self, way_in: WayIn, options: dict[str, Any]) -> None:
        """Open the page of the night that runs already."""
        self._say("The night is running already, and goes on.")
        if options["no_browser"]:
            self._say(f"The organizer's page: {way_in.link}")
        else:
            self._open(way_in)

    def _open(self, way_in: WayIn) -> None:
        """Open the laptop's page in its browser, or what to do when its name is not found; else say what to open."""
        name = urlsplit(way_in.sign_in).hostname or ""
        if way_in.by_number == way_in.sign_in or addresses_of(name):
            opened = open_browser(way_in.sign_in)
        else:
            opened = show_name_not_found(name, way_in.by_number)
        if not opened:
            self._say(f"No browser could be opened. Open {way_in.link}")

    def _say(self, text: str) -> None:
        """Write a line at once, before the work that it is about."""
        self.stdout.write(text)
        self.stdout.flush()

    def _erase_due(self) -> list[str]:
        """Erase what this laptop's clubs have chosen not to keep; the night starts, whatever comes of it."""
        lines = []
        try:
            for line in erase_all_due(Club.objects.filter(is_demo=False)):
                if not line.endswith(KEEPS_EVERYTHING):
                    lines.append(line)  # those before a failure stay
        except Refused as refusal:
            lines.append(str(refusal))
        return lines

    def _welcome(self, night: Night, address: str) -> None:
        link = address + reverse("organizer-link", args=[night.club.key])
        lines = [
            f"\n  {night.name}, {long_date(night.date)} ({night.get_status_display().lower()})\n",
            f"  Everybody     {address}/",
            f"  Organizer     {link}",
        ]
        if night.status == Night.Status.SIGN_UP:
            target, caption = join_address(night, address), "Players scan this and tap their name"
            lines.append(f"  Players join  {address}/j/{night.sealed_join_key}")  # without a code's capitals
        elif night.status == Night.Status.CLOSED:
            target, caption = f"{address}/n/{night.slug}/standings/", "The final standings, for every phone"
            lines.append("  The night is closed. Start the next one on the organizer's page.")
        else:
            target, caption = f"{address}/n/{night.slug}/", "Where to sit, for every phone"
        player = night.entries.order_by("number").first()
        if night.club.is_demo and player:
            target, caption = card_address(player, address), f"The phone of {player.name}"
            lines += [
                f"  {player.name}'s phone  {address}/j/{player.key}",
                f"  Standings     {address}/n/{night.slug}/standings/",
            ]
        self.stdout.write("\n".join(lines))
        self.stdout.write(f"\n  {caption}:\n")
        try:
            segno.make(target, micro=False).terminal(out=sys.stdout, compact=True, border=2)
        except UnicodeEncodeError:
            self.stdout.write("  (this terminal cannot draw the code)")
        self.stdout.write(
            "  Phones must be on the same Wi-Fi as this computer. Stop on the page This laptop, or with Ctrl+C here: "
            "nothing is lost.\n"
        )
        self.stdout.flush()


def _problem_of(error: Exception) -> Problem:
    """Return what the page says of a start that failed; a fault of the program goes to the file of errors, too."""
    if isinstance(error, CannotStart):
        return Problem(error.by_shortcut, error.copy.made_at if error.copy else None)
    if isinstance(error, Refused | CommandError):
        return Problem(str(error))
    log_errors_to(settings.ERROR_FILE)
    log.error("The night could not be started.", exc_info=error)
    return Problem(UNEXPECTED, details=without_keys("".join(traceback.format_exception(error))))


def _open_socket(*, host: str, port: int | None, demo: bool, from_shortcut: str | None = None, **others: Any) -> socket:
    """Open the server's socket: at the port that is asked for, or the usual one, or for some starts the next free one.

    A night that a shortcut starts must not fail for a port, which nobody could choose there. Where a setting says what
    codes lead to, that has a port, too.

    :raises Refused: when it cannot be opened.
    """
    if port is None and (demo or (from_shortcut and not settings.WANTED_ADDRESS)):
        return open_free_socket(host)
    return open_socket(host, USUAL_PORT if port is None else port)


def _say_other_port(port: int, address: str) -> None:
    """Say on the laptop's page and on the board that codes from before lead nowhere, if the usual port was taken."""
    if port != USUAL_PORT:
        phone_problems.say(
            OTHER_PORT,
            f"Another program on this laptop has port {USUAL_PORT}, at which phones usually find Euchre Night. They "
            f"find it at {urlsplit(address).netloc} now. Codes from before, on paper and on phones, lead nowhere: "
            "print again what has codes on it, and let phones scan again. Or stop Euchre Night, restart this laptop, "
            "and start Euchre Night again.",
        )

"""Start a night's server on one laptop: data folder, secret key, database, address, server."""

from __future__ import annotations

import errno
import os
import socket
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from ipaddress import IPv6Address
from pathlib import Path
from threading import Timer
from types import FrameType
from urllib.parse import urlsplit

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.formats import date_format

from tournament.access import ORGANIZER
from tournament.club.first_club import first_club
from tournament.copies.keeper import keep_copies
from tournament.copies.making import Damaged, copy_database, require_whole
from tournament.copies.places import Copy, chosen_for_next_start, copies_in, places, sticks
from tournament.copies.restoring import require_ours, restore, restore_at_next_start
from tournament.laptop.phone_problems import phone_problems
from tournament.laptop.running import RunningNight, note_running
from tournament.laptop.served_at import remove_served_at, write_served_at
from tournament.live.hub import hub
from tournament.live.outages import is_disk_full
from tournament.models import Club, Night
from tournament.night.charts import load_charts
from tournament.night.evenings import is_tonight
from tournament.night.lifecycle import create_night
from tournament.night.ticker import note_clock_in
from tournament.people.errors import Refused
from tournament.probes.addresses import note_listening
from tournament.secret_key import read_secret_key, write_secret_key
from tournament.server.both_schemes import BothSchemes
from tournament.server.cannot_start import CannotStart
from tournament.server.certificate import Certificate, problems
from tournament.server.connection import Connection
from tournament.server.error_log import log_errors_to
from tournament.server.network_name import NAME, NetworkName, announced_name
from tournament.server.open_connections import connections
from tournament.server.open_files import connections_in, raise_limit
from tournament.web.addresses import is_hall
from tournament.web.hall_network import NO_NETWORK, host_for_codes, host_for_name, lead_codes_to, web_address

USUAL_PORT = 8000
OTHER_FOLDER = "Choose another folder with EUCHRE_DATA=/path/to/folder before the command."
NO_RIGHT = (
    "If it is on a USB stick or another disk, put that in, and see that it is not write-protected. Else sign in to "
    "this laptop as the person who made the shortcut."
)
DISK_FULL = (
    "This laptop’s disk is full. Delete what you do not need, such as old downloads, and empty the trash; then start "
    "Euchre Night."
)
KEY_LOST = (
    "The file {file} was empty or could not be read, and has been made anew. Codes on paper still open their pages; "
    "whoever has the night in a calendar must add it again."
)
RESTART = "Restart this laptop, which ends what is left of other programs."
EVERYWHERE = {"0.0.0.0": NO_NETWORK, "::": "::1"}  # all addresses of this laptop → its own for itself
NO_SUCH_ADDRESS = {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL}
STOPS_AFTER = 2.0  # seconds that the page which says so has to load
names: list[NetworkName] = []  # the one that leads to this laptop while the night is served, if there is one
BACKLOG = 4096  # connections that may wait: a whole hall reconnects at once


def prepare_folder() -> None:
    """Create the data folder.

    :raises Refused: when it cannot be written to.
    """
    folder: Path = settings.DATA_DIR
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError
    except OSError as error:
        raise _why_no_folder(error) from None


def keep_secret_key() -> str:
    """Keep the site's key in its file, where no start before has kept one. Return what to say if one was lost.

    Another start may have kept one after this process has read the settings: that one counts.

    :raises Refused: when it cannot be written.
    """
    file: Path = settings.SECRET_KEY_FILE
    if os.environ.get("EUCHRE_SECRET_KEY"):
        return ""
    if kept := read_secret_key(file):
        settings.SECRET_KEY = kept
        return ""
    if file.is_dir():
        raise Refused(f"The folder {file} is where a file is to be. Move it away, and start Euchre Night again.")
    was_there = file.exists()
    try:
        write_secret_key(file, settings.SECRET_KEY)
    except OSError as error:
        raise _why_no_folder(error) from None
    return KEY_LOST.format(file=file) if was_there else ""


def _why_no_folder(error: OSError) -> Refused:
    """Return the sentence for a data folder that cannot be written to."""
    if is_disk_full(error):
        return Refused(DISK_FULL)
    return CannotStart(
        f"The folder {settings.DATA_DIR} cannot be written to, and the night is kept there.",
        in_terminal=OTHER_FOLDER,
        by_shortcut=NO_RIGHT,
    )


def go_on_from_chosen_copy() -> tuple[Path, Path | None] | None:
    """Put the safe copy that the organizer chose on the page of copies in the database's place, once.

    Return the copy, and where what was here before is kept.

    :raises Refused: when it cannot be used; the next start goes on with what is here.
    """
    copy = chosen_for_next_start() if connection.vendor == "sqlite" else None
    if copy is None:
        return None
    try:
        return copy, restore(copy, Path(settings.DATABASES["default"]["NAME"]))
    except Refused as refusal:
        raise CannotStart(
            str(refusal),
            in_terminal="The next start goes on with what is here.",
            by_shortcut="If it is on a USB stick, put that in now. The next start goes on with what is here; choose "
            "the copy again on the page This laptop.",
        ) from None
    finally:
        restore_at_next_start(None)


def require_whole_database() -> None:
    """Check the database's file before anything is written to it.

    :raises Refused: when it is damaged and there is a safe copy to go on from.
    """
    file = Path(settings.DATABASES["default"]["NAME"])
    if connection.vendor != "sqlite" or not file.is_file():
        return
    try:
        require_whole(file)
    except Damaged as damage:
        newest = _newest_whole_copy()
        if newest is None:
            return  # what can be done without one is said when the database is opened
        raise CannotStart(
            f"{damage} The last safe copy is of {date_format(timezone.localtime(newest.made_at), 'DATETIME_FORMAT')}.",
            in_terminal=f'To go on from it: {settings.COMMAND} restore "{newest.file}"',
            by_shortcut="Press the button to go on from it. Phones then send again the hands that it does not have. "
            "The damaged file is kept beside it, and nothing is deleted.",
            copy=newest,
        ) from None
    except Refused:
        return  # why it cannot be read is said when it is opened


def _newest_whole_copy() -> Copy | None:
    """Return the newest safe copy that can be gone on from, of all places and the USB sticks that are in."""
    found = {copy for place in {*places(), *map(Path, sticks())} for copy in copies_in(place)}
    for copy in sorted(found, key=lambda copy: copy.made_at, reverse=True):
        with suppress(Refused):
            require_ours(copy.file)
            return copy
    return None


def prepare_database(say: Callable[[str], object] | None = None) -> str:
    """Bring the database up to date and load the charts. Return the path of the copy that was made of an older one.

    :param say: what tells whoever waits that an older one is brought up to date.
    :raises Refused: when it cannot be used.
    """
    name = settings.DATABASES["default"]["NAME"]
    _keep_private(Path(name))
    try:
        executor = MigrationExecutor(connection)
        applied = {key for key in executor.loader.applied_migrations if key[0] in executor.loader.migrated_apps}
        unknown = applied - executor.loader.disk_migrations.keys()
        if unknown:
            raise CannotStart(
                f"The database {name} was made by a newer Euchre Night than this one.",
                in_terminal=f"Update the program. Or else: {OTHER_FOLDER}",
                by_shortcut="Install the newest Euchre Night on this laptop.",
            )
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if pending and applied and say:
            steps = "one step" if len(pending) == 1 else f"{len(pending)} steps"
            say(f"The database is being brought up to date, in {steps}. It takes a moment.")
        copy = _copy_of(Path(name)) if pending and applied and connection.vendor == "sqlite" else ""
        if pending:
            call_command("migrate", verbosity=0, interactive=False)
        load_charts()
    except (DatabaseError, sqlite3.Error) as error:
        raise why_not(Path(name), error) from None
    finally:
        connection.close()
    return copy


def _keep_private(path: Path) -> None:
    """Let only the owner read an SQLite database, which holds everybody's keys. Its log gets the same rights."""
    if connection.vendor != "sqlite":
        return
    with suppress(OSError):  # why it cannot be used is said when it is opened
        path.touch(mode=0o600)
        for file in (path, *path.parent.glob(f"{path.name}-*")):
            file.chmod(file.stat().st_mode & ~0o077)


def _copy_of(path: Path) -> str:
    copy = path.with_name(f"{path.stem}-before-{timezone.now():%Y%m%d-%H%M%S}{path.suffix}")
    copy_database(path, copy)
    return str(copy)


def why_not(file: Path, error: Exception) -> Refused:
    """Return the sentence for a database that cannot be used."""
    reason = str(error).strip().splitlines()[0]
    move = (
        f"In the file manager go to the folder {file.parent} (type that into its address line), and move the file "
        f"{file.name} to the desktop: the next start makes a new, empty one."
    )
    if is_disk_full(error):
        return Refused(DISK_FULL)
    if "not a database" in reason or "malformed" in reason:
        what = "is not a database" if "not a database" in reason else "is damaged"
        return CannotStart(
            f"The file {file} {what}, and there is no safe copy on this laptop.",
            in_terminal=f"Go on from a copy elsewhere with {settings.COMMAND} restore FILE, or move the file away, "
            "and a new one is made.",
            by_shortcut="If you have a USB stick with safe copies, put it in and start Euchre Night again: it offers "
            f"the newest one. If not: {move}",
        )
    if "readonly" in reason or "unable to open" in reason:
        return CannotStart(
            f"The database {file} cannot be written to.",
            in_terminal=f"Give yourself the right to. Or else: {OTHER_FOLDER}",
            by_shortcut=NO_RIGHT,
        )
    if "already exists" in reason:
        return CannotStart(
            f"The database {file} holds tables of another program.",
            in_terminal=f"Move it away. Or else: {OTHER_FOLDER}",
            by_shortcut=move,
        )
    return CannotStart(f"The database {file} cannot be used: {reason}.", in_terminal=RESTART, by_shortcut=RESTART)


def tonight() -> Night:
    """Return the night to go on with: the newest progressive one that is not closed, else a new one like the last.

    On the evening of a night that is closed no other is made: the organizer starts one.
    """
    club = Club.objects.filter(is_demo=False).order_by("pk").first() or first_club()
    progressive = Night.objects.filter(club__is_demo=False, kind=Night.Kind.PROGRESSIVE)
    open_nights = progressive.exclude(status=Night.Status.CLOSED)
    if night := open_nights.order_by("-pk").first():
        return night
    last = progressive.filter(club=club).order_by("-pk").first()
    return last if last and is_tonight(last.date, timezone.now()) else create_night(club=club, who=ORGANIZER)


class PortTakenError(CannotStart):
    """A port on which something listens already."""


def plain_host(host: str) -> str:
    """Return an address of IPv6 as it is usually written, such as :: for [::0]; anything else as it is."""
    try:
        return str(IPv6Address(host.removeprefix("[").removesuffix("]")))
    except ValueError:
        return host


def open_socket(host: str, port: int) -> socket.socket:
    """Open the server's listening socket.

    :raises PortTakenError: when something listens on the port.
    :raises Refused: when there is no such port or address on this computer, or the port needs more rights.
    """
    host = plain_host(host)
    if is_hall() and ":" in host and host not in ("::", "::1"):
        raise Refused(
            f"Phones find this laptop by an address of IPv4, such as 192.168.1.5, and {host} is one of IPv6. Leave "
            "--host out, and phones reach it by every address of IPv4 that it has; with --host :: by IPv6, too."
        )
    try:
        return _listen(host, port)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        raise _why_not_open(host, port, error) from None


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; any error of the system goes on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    if host == "::":
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # Windows would leave IPv4 out
    if os.name == "posix":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(BACKLOG)
    except (OSError, OverflowError, TypeError, ValueError):
        sock.close()
        raise
    return sock


def open_free_socket(host: str) -> socket.socket:
    """Open the server's listening socket on the usual port, or on the next one that is free.

    :raises Refused: when none of them is, or this computer does not have the address.
    """
    for port in range(USUAL_PORT, USUAL_PORT + 20):
        with suppress(PortTakenError):
            return open_socket(host, port)
    return open_socket(host, USUAL_PORT)


def _why_not_open(host: str, port: int, error: Exception) -> Refused:
    """Return the sentence for a port or an address that cannot be listened on."""
    if not 0 <= port <= 65535:
        return Refused(f"There is no port {port}; choose one from 1024 to 65535, as in --port 8001.")
    if isinstance(error, socket.gaierror) or not isinstance(error, OSError) or error.errno in NO_SUCH_ADDRESS:
        return Refused(
            f"This computer does not have the address {host}. Leave --host out, and phones reach it by every address "
            "that it has."
        )
    if error.errno == errno.EACCES and port < 1024:
        return Refused(
            f"Port {port} needs the rights of an administrator, as all ports below 1024 do. Use port {USUAL_PORT}: "
            f"{settings.COMMAND} night --port {USUAL_PORT}"
        )
    return PortTakenError(
        f"Port {port} is taken, perhaps by a night that is running already.",
        in_terminal="Stop the other one, or choose another port: "
        f"{settings.COMMAND} night --port {_free_port(host, port)}",
        by_shortcut=RESTART,
    )


def _free_port(host: str, taken: int) -> int:
    """Return the next port after one that is taken at which nothing listens now; near the end the usual ones."""
    after: list[int] = [*range(taken + 1, min(taken + 51, 65536)), *range(USUAL_PORT, USUAL_PORT + 50)]
    for port in after:
        with suppress(OSError):
            _listen(host, port).close()
            return port
    return USUAL_PORT


def lead_phones_to(sock: socket.socket, *, remember: bool, certificate: Certificate | None = None) -> str:
    """Let codes lead to this socket, announce the laptop's name, and return the address that phones type.

    :param remember: whether sheets printed from the command line show it, too.
    """
    host, port = sock.getsockname()[:2]
    beyond_this_laptop = host in EVERYWHERE
    note_listening(by_ipv6=host == "::")
    if beyond_this_laptop:
        host = host_for_codes()
    phone_problems.forget()
    phone_problems.say("settings", *settings.SETTINGS_FILE_PROBLEMS)
    name = _announce_name(port, host_for_name() if ":" in host else host) if beyond_this_laptop else ""
    address = _codes_address(name or host, port, certificate)
    if certificate:
        phone_problems.say("certificate", *problems(certificate, address, beyond_this_laptop=beyond_this_laptop))
    moves = beyond_this_laptop and not settings.WANTED_ADDRESS
    lead_codes_to(address, host=host if moves else "", name=name, remember=remember)
    for announced in names:
        announced.follow()
    return address


def _codes_address(host: str, port: int, certificate: Certificate | None) -> str:
    """Return what stands in codes: the address of a setting, of the certificate's name, or of the laptop."""
    if settings.WANTED_ADDRESS:
        return str(settings.WANTED_ADDRESS)
    return web_address("https", certificate.name, port) if certificate else web_address("http", host, port)


def _announce_name(port: int, host: str) -> str:
    """Announce the laptop's name and return it; empty without one: the night starts all the same."""
    try:
        name = announced_name(port, host)
    except Refused as refusal:
        phone_problems.say(NAME, str(refusal))
        return ""
    if name is None:
        return ""
    names.append(name)
    return name.host


def own_address(sock: socket.socket) -> str:
    """Return the address for this laptop's own browser; the one for which it has a certificate, if it has one."""
    return str(settings.ADDRESS) if settings.CERTIFICATE else address_without_names(sock)


def address_without_names(sock: socket.socket) -> str:
    """Return the address at which this laptop finds its night, whether or not anybody knows the certificate's name."""
    host, port = sock.getsockname()[:2]
    return web_address("https" if settings.CERTIFICATE else "http", EVERYWHERE.get(host, host), port)


class _Server(uvicorn.Server):
    """A server that closes the event streams when it stops.

    Uvicorn would wait for them, then cut them off with an error.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections; with a certificate, those of plain http are led to https."""
        if not (self.config.ssl and sockets):
            await super().startup(sockets)
            return
        await super().startup([])
        protocol = partial(
            Connection, config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        self.servers = [BothSchemes(sock, protocol, self.config.ssl) for sock in sockets]  # type: ignore[misc]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        remove_served_at()
        hub.close()
        super().handle_exit(sig, frame)

    def stop_soon(self) -> None:
        """Stop in two seconds, in which the page that says so is loaded. A start from now on waits for the end."""
        remove_served_at()
        Timer(STOPS_AFTER, self._stop).start()

    def _stop(self) -> None:
        hub.close()
        self.should_exit = True


def hall_server() -> _Server:
    """Prepare the server. The settings are the fastest ones that were measured.

    In a hall no proxy is in front, and nobody else may say whence and how a request came.
    """
    connections.limit(connections_in(raise_limit()))
    config = uvicorn.Config(
        "tournament.server.application:application",
        http=Connection,
        ws="none",
        loop="auto",
        backlog=BACKLOG,
        log_level="warning",
        access_log=False,
        proxy_headers=settings.HTTPS,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=5,  # seconds without a request, after an answer
        server_header=False,
        date_header=False,
        ssl_certfile=settings.CERTIFICATE or None,
        ssl_keyfile=settings.CERTIFICATE_KEY or None,
    )
    return _Server(config)


def serve(sock: socket.socket) -> None:
    """Serve until it is stopped: by Ctrl+C, or in a hall on the page of the laptop."""
    server = hall_server()
    server.config.load()
    # After uvicorn and Django have set up their loggers, as each drops what it finds.
    log_errors_to(settings.ERROR_FILE)
    keeper = None
    if connection.vendor == "sqlite":
        note_clock_in(settings.CLOCK_FILE)
        keeper = keep_copies(Path(settings.DATABASES["default"]["NAME"]))
    if is_hall():
        night = RunningNight(own_address(sock), server.stop_soon, port=sock.getsockname()[1])
        asked_at = address_without_names(sock)
        own = [split_domain_port(urlsplit(address).netloc)[0] for address in (night.address, asked_at)]
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *own]
        note_running(night)
        if connection.vendor == "sqlite":  # then this process has the lock
            write_served_at(night.address, night.token, asked_at=asked_at)
    with suppress(KeyboardInterrupt):  # uvicorn has shut down by then, and passes Ctrl+C on
        server.run([sock])
    remove_served_at()
    note_running(None)
    while names:
        names.pop().close()
    if keeper:
        keeper.copy_if_changed()

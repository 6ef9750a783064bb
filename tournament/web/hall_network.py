"""Where phones find a laptop in its network, and whether they still do."""

from __future__ import annotations

import socket
from contextlib import closing

from django.conf import settings

NO_NETWORK = "127.0.0.1"


def network_host() -> str:
    """This laptop's address on its network, NO_NETWORK without one. Connecting a datagram socket sends nothing."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.168.255.255", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return NO_NETWORK


def network_problem() -> str:
    """Why phones do not find the laptop where its codes lead to; empty while they do, and for a hosted site."""
    told = settings.NETWORK_HOST
    now = network_host() if told else ""
    if now == told:
        return ""
    if now == NO_NETWORK:
        return "This laptop is in no network, and no phone can reach it. Connect it to the hall’s Wi-Fi."
    return (
        f"This laptop’s address has changed from {told} to {now}, and no phone finds it. Go back to the Wi-Fi from "
        "before; or stop the night, start it again, and let all phones scan again."
    )

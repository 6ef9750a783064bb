"""The text of a QR code that joins a Wi-Fi."""

from __future__ import annotations

import re


def wifi_code(name: str, password: str) -> str:
    r"""Return the text of a QR code that joins a phone: `WIFI:T:WPA;S:name;P:password;;`, or an open network's.

    A backslash escapes `\ ; , " :`. Source: the format of ZXing's "Barcode contents", which Android and iOS read.
    """
    name, password = (re.sub(r'([\\;,":])', r"\\\1", text) for text in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"

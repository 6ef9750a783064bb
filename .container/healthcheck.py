"""Asks the site in this container whether it works; ends with 0 if it does, and else says what is wrong."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request

HOST = os.environ.get("EUCHRE_HOSTS", "").split(",")[0].strip() or "localhost"  # a site answers to its own names only
PORT = os.environ.get("PORT", "8000")


def main() -> int:
    """Return 0 if the site works, else 1."""
    request = urllib.request.Request(f"http://127.0.0.1:{PORT}/health/", headers={"Host": HOST})
    try:
        with urllib.request.urlopen(request, timeout=8) as answer:
            return int(answer.status != 200)
    except urllib.error.HTTPError as error:
        print(error.read(2000).decode(errors="replace"))
    except OSError as error:
        print(error)
    return 1


if __name__ == "__main__":
    sys.exit(main())

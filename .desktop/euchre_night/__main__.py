"""What the app runs: the night, as a shortcut does, and, as its own Python, what the program starts beside it."""

from __future__ import annotations

import runpy
import sys


def main(arguments: list[str]) -> None:
    """Start the night, unless the program asks for one of its own modules by `-m`.

    In a packed app `sys.executable` is the app itself, so what the program starts as `python -m …` arrives here.
    """
    if arguments[:1] == ["-m"]:
        sys.argv = arguments[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        return
    from tournament import command
    from tournament.data_folder import FROM_SHORTCUT, data_folder

    sys.argv = [sys.argv[0], "night", FROM_SHORTCUT, str(data_folder())]
    command.main()


if __name__ == "__main__":
    main(sys.argv[1:])

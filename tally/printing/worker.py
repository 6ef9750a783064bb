"""python -m tally.printing.worker FILE: draws one job in its own process, so that no phone has to wait.

The job comes through standard input, pickled by `tally.printing.print_jobs`. FILE.progress says how far it is,
"sheet 2 of 5, page 12". The finished PDF is FILE, which appears only when it is complete. If the job cannot be drawn,
FILE.refused has a sentence for people. There is no Django here and no database: only values.
"""

from __future__ import annotations

import os
import pickle
import sys
from functools import partial
from pathlib import Path

from tally.paper.document import Document, Drawing, compose
from tournament.people.errors import Refused

BROKEN = "This could not be printed. Print its sheets one by one; the laptop’s window shows what went wrong."


def work(file: Path) -> None:
    """Draw the job on standard input into a file."""
    title, job, drawings = pickle.load(sys.stdin.buffer)
    progress = file.with_suffix(".progress")
    begun: list[Drawing] = []

    def begin(drawing: Drawing, document: Document) -> None:
        begun.append(drawing)
        drawing(document)

    def write_progress(pages: int) -> None:
        progress.write_text(f"{len(begun)} {len(drawings)} {pages}", encoding="ascii")

    counted: list[tuple[str, Drawing]] = [(name, partial(begin, drawing)) for name, drawing in drawings]
    try:
        pdf = compose(title, job, counted, write_progress)
    except Exception as error:
        known = isinstance(error, Refused)
        file.with_suffix(".refused").write_text(str(error) if known else BROKEN, encoding="utf-8")
        if not known:
            raise
        return
    part = file.with_suffix(".part")
    part.write_bytes(pdf)
    part.replace(file)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    work(Path(sys.argv[1]))

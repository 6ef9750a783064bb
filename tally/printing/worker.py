"""python -m tally.printing.worker FILE: draws one job in its own process, so that no phone has to wait.

The job comes through standard input, pickled by `tally.printing.print_jobs`. FILE.progress says how far it is,
"sheet 2 of 5, page 12". The finished PDF is FILE, which appears only when it is complete; if its name ends with .png,
its pages as pictures, and with .counts, how many pages each sheet has, and the job's title, which says what that is the
count of. If the job cannot be drawn, FILE.refused has a sentence for people.
There is no Django here and no database: only values.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from functools import partial
from pathlib import Path

from tally.paper.document import Document, Drawing, compose
from tally.paper.page_count import page_counts
from tally.printing.page_images import require_few, write_images
from tournament.people.errors import Refused

BROKEN = "This could not be printed. Print its sheets one by one; the laptop’s window shows what went wrong."


def work(file: Path) -> None:
    """Draw the job on standard input into a file."""
    title, job, drawings = pickle.load(sys.stdin.buffer)
    progress, part = file.with_suffix(".progress"), file.with_suffix(".part")
    begun: list[Drawing] = []

    def begin(drawing: Drawing, document: Document) -> None:
        begun.append(drawing)
        drawing(document)

    def write_progress(pages: int) -> None:
        progress.write_text(f"{len(begun)} {len(drawings)} {pages}", encoding="ascii")

    def lives(pages: int) -> None:
        progress.touch()

    counted: list[tuple[str, Drawing]] = [(name, partial(begin, drawing)) for name, drawing in drawings]
    try:
        match file.suffix:
            case ".counts":
                pages = page_counts(job, [drawing for _, drawing in drawings], lives)
                names = [name for name, _ in drawings]
                part.write_text(json.dumps({"of": title, "pages": dict(zip(names, pages, strict=True))}), "ascii")
            case ".png":
                require_few(sum(page_counts(job, [drawing for _, drawing in drawings], lives)))
                name = drawings[0][0] if len(drawings) == 1 else "page"
                write_images(compose(title, job, counted, lives), part, name, write_progress)
            case _:
                part.write_bytes(compose(title, job, counted, write_progress))
    except Exception as error:
        known = isinstance(error, Refused)
        file.with_suffix(".refused").write_text(str(error) if known else BROKEN, encoding="utf-8")
        if not known:
            raise
        return
    part.replace(file)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    work(Path(sys.argv[1]))

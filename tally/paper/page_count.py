"""How many pages a drawing has: the drawing itself tells, on a document that throws away what is drawn on it.

So no count is written down a second time, to be wrong once a sheet looks different. It takes half as long as drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from tally.paper.document import Document, Drawing, Job
from tally.paper.measures import Canvas
from tournament.people.errors import Refused


def page_counts(job: Job, drawings: Iterable[Drawing], progress: Callable[[int], None] | None = None) -> list[int]:
    """Count the pages of each sheet; 0 for one that is refused. May run in any process, as `compose`.

    `progress` is called after every page, with how many its sheet has so far.
    """
    return [_count(job, drawing, progress) for drawing in drawings]


def _count(job: Job, drawing: Drawing, progress: Callable[[int], None] | None) -> int:
    document = _PageCounter(job, progress)
    try:
        drawing(document)
    except Refused:
        return 0
    return document.pages


class _NoTags:
    """Tags that nobody reads: whatever is called does nothing, and may lie in anything."""

    def __getattr__(self, name: str) -> _NoTags:
        return self

    def __call__(self, *args: object, **named: object) -> _NoTags:
        return self

    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None: ...


class _PageCounter(Document):
    """A document that only counts its pages. What takes long and moves nothing is left out: codes, forms, tags."""

    def __init__(self, job: Job, progress: Callable[[int], None] | None) -> None:
        super().__init__("", job, progress)
        without: Any = _NoTags()
        self.tags = self.canvas.tags = without
        self.pages = 0

    @contextmanager
    def page(self, label: str = "", **shape: Any) -> Iterator[Canvas]:
        self.pages += 1
        self.canvas.saveState()
        yield self.canvas
        self.canvas.restoreState()
        self.canvas._code = []
        if self._progress:
            self._progress(self.pages)

    def form(self, name: str, box: tuple[float, float, float, float], drawing: Callable[[Canvas], None]) -> str:
        return name

    def stamp(self, name: str, x: float = 0.0, y: float = 0.0) -> None: ...

    def qr(self, content: str, x: float, y: float, *args: Any, **named: Any) -> None: ...

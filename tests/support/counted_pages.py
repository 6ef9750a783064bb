"""The pages of the shelf, counted where it is asked for: what another process counts comes later."""

from __future__ import annotations

from collections.abc import Callable

from tally.paper.document import Drawing, Job
from tally.paper.page_count import page_counts
from tally.printing.print_jobs import Counted


def count_at_once(name: str, of: str, job: Job, drawings: Callable[[], list[tuple[str, Drawing]]]) -> Counted:
    """Count the pages of each sheet in this process, in place of `count_pages`."""
    counted = drawings()
    pages = page_counts(job, [drawing for _, drawing in counted])
    return Counted(dict(zip([slug for slug, _ in counted], pages, strict=True)), is_current=True)

"""The head and foot of a sheet as a picture. No Django: a process of its own draws it, as PDFium is for one thread."""

from __future__ import annotations

from functools import partial
from io import BytesIO

import pypdfium2

from tally.paper.document import Job, compose
from tally.paper.sample_head import draw_sample_head

DOTS = 130  # an inch
TITLE = "How a sheet looks"


def draw_head_picture(job: Job, night: str) -> bytes:
    """A PNG of a sheet's head and foot, printed so, for a night of this name."""
    pdf = compose(TITLE, job, [(TITLE, partial(draw_sample_head, night=night))])
    file = BytesIO()
    pypdfium2.PdfDocument(pdf)[0].render(scale=DOTS / 72).to_pil().convert("RGB").save(file, "PNG", optimize=True)
    return file.getvalue()

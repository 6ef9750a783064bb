"""Spreadsheets to download."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse


def csv_download(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Answer with a CSV file of this name, which spreadsheets open with its letters right."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(head)
    writer.writerows(rows)
    return response

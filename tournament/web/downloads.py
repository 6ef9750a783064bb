"""Spreadsheets to download."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse

from tournament.spreadsheets.tables import Table
from tournament.spreadsheets.writing import write_csv, write_workbook

CSV, WORKBOOK = "csv", "xlsx"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class SpreadsheetKind:
    """The end of a spreadsheet's address, which says how it is written: "csv" or "xlsx"."""

    regex = f"{CSV}|{WORKBOOK}"

    def to_python(self, value: str) -> str:
        """Return what stands in the address."""
        return value

    def to_url(self, value: str) -> str:
        """Return what stands in the address."""
        return value


def table_download(name: str, tables: Sequence[Table], kind: str) -> HttpResponse:
    """Answer with a file of this name: the first table as CSV, or all of them in a workbook."""
    if kind == WORKBOOK:
        response = HttpResponse(write_workbook(tables), content_type=XLSX)
    else:
        response = HttpResponse(write_csv(tables[0]), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response

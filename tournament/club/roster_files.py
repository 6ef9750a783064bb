"""Opens a list: a CSV file, an XLSX workbook or pasted lines become a table of text.

Whatever is broken in a file ends in a sentence.
"""

from __future__ import annotations

import codecs
import warnings
from collections.abc import Callable
from io import BytesIO
from itertools import islice
from zipfile import ZipFile

from openpyxl import load_workbook

from tournament.people.errors import Refused
from tournament.people.roster import MOST_COLUMNS, MOST_ROWS, table_of

MOST_BYTES = 1_000_000
MOST_UNPACKED = 20_000_000  # a workbook is packed; a thousand rows of names unpack to far less
ZIP, OLE, PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"
TOO_LARGE = f"This is too much for a list: at most {MOST_BYTES // 1_000_000} MB."
NO_WORKBOOK = "This workbook cannot be read. Open it in your spreadsheet program and save it as .xlsx or .csv."
OLD_WORKBOOK = "This is an old Excel file, or it has a password. Save it as .xlsx or .csv, without a password."
NO_TEXT = "This file is neither a table (.csv, .xlsx) nor a text with names."
TOO_MANY_ROWS = f"That is more than {MOST_ROWS:,} rows. Import them in parts."


def table_in_text(text: str) -> list[list[str]]:
    """Return the cells of a text by row.

    :raises Refused: when it is too long, or no table.
    """
    if len(text) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    if text.count("\n") > 3 * MOST_ROWS:
        raise Refused(TOO_MANY_ROWS)
    try:
        return _limited(table_of(text))
    except ValueError as error:
        raise Refused(str(error)) from error


def table_in_file(content: bytes, of_text: Callable[[str], list[list[str]]] = table_in_text) -> list[list[str]]:
    """Return the cells of a CSV file, or of a workbook's first sheet, by row.

    :param of_text: makes a table of a text.
    :raises Refused: when it is too large, or no table can be read from it.
    """
    if len(content) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    if content.startswith(ZIP):
        return _limited(_workbook_table(content))
    if content.startswith(OLE):
        raise Refused(OLD_WORKBOOK)
    return of_text(_decoded(content))


def _limited(table: list[list[str]]) -> list[list[str]]:
    """The table, without empty rows at its end.

    :raises Refused: when it has too many rows.
    """
    while table and not any(cell.strip() for cell in table[-1]):
        table.pop()
    if len(table) > MOST_ROWS:
        raise Refused(TOO_MANY_ROWS)
    return [row[:MOST_COLUMNS] for row in table]


def _decoded(content: bytes) -> str:
    """The text of a file: in UTF-8, UTF-16 with its mark, or as older Windows programs write it."""
    if content.startswith(PDF):
        raise Refused(NO_TEXT)
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Refused(NO_TEXT)


def _workbook_table(content: bytes) -> list[list[str]]:
    """The cells of a workbook's first sheet as people see them."""
    try:
        with ZipFile(BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_UNPACKED:
                raise Refused(TOO_LARGE)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which do not matter here
            workbook = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
            rows = workbook.worksheets[0].iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True)
            return [[_cell_text(value) for value in row] for row in islice(rows, MOST_ROWS + 1)]
    except Refused:
        raise
    except Exception as error:  # a broken workbook fails anywhere: in the archive, its XML, a style, a date
        raise Refused(NO_WORKBOOK) from error


def _cell_text(value: object) -> str:
    """A cell as people see it; a whole number has no decimals."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

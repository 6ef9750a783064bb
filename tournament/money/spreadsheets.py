"""Cells of a spreadsheet that no program takes for a formula."""

from __future__ import annotations

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe_cell(text: str) -> str:
    """A text for a cell: with an apostrophe before it where a spreadsheet would compute it."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text

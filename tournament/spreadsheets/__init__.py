"""Tables to take out: what a table is, and how it is written as CSV and as a workbook (XLSX)."""

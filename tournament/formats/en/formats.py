"""American English: November 22, 2026, 4:37 PM."""

from __future__ import annotations

DATE_FORMAT = "F j, Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "F j, Y, g:i A"

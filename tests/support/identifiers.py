"""Internal names that no page or printed sheet may show: house rules' identifiers, seed numbers, JSON constants."""

from __future__ import annotations

import re

IDENTIFIER = re.compile(r"\w_\w|\bP\d\b|\b0\d\d\b|\bseed\b|\boffence\b|\b(true|false|redeal|skunk|None)\b")

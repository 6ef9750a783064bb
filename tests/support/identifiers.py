"""What no page and no printed sheet may show: identifiers of house rules, seed numbers, JSON constants."""

from __future__ import annotations

import re

IDENTIFIER = re.compile(r"\w_\w|\bP\d\b|\b0\d\d\b|\bseed\b|\boffence\b|\b(true|false|redeal|skunk|None)\b")

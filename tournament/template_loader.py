"""Load templates without their indentation, which is for people who read them and not for the hall's Wi-Fi."""

from __future__ import annotations

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader


class Loader(FilesystemLoader):
    """Replace each line break, and the indentation after it, with one space.

    A browser shows both alike, except in <pre>, whose lines stay. With DEBUG on, templates stay as they are, so that an
    error names its line.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template, on one line."""
        contents: str = super().get_contents(origin)
        if settings.DEBUG:
            return contents
        parts = re.split(r"(<pre>.*?</pre>)", contents, flags=re.DOTALL)  # every other part is a <pre>
        parts[::2] = [re.sub(r"\s*\n\s*", " ", part) for part in parts[::2]]
        return "".join(parts)

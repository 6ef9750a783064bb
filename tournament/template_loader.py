"""Load templates without their indentation, which is for people who read them and not for the hall's Wi-Fi."""

from __future__ import annotations

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader


class Loader(FilesystemLoader):
    """Replace each line break, and the indentation after it, with one space.

    A browser shows both alike. With DEBUG on, templates stay as they are, so that an error names its line.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template, on one line."""
        contents: str = super().get_contents(origin)
        return contents if settings.DEBUG else re.sub(r"\s*\n\s*", " ", contents)

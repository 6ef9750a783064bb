"""Load templates without their indentation, which is for people who read them and not for the hall's Wi-Fi."""

from __future__ import annotations

import re

from django.conf import settings
from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

CODE_BLOCK = re.compile(r"(<pre>.*?</pre>)", re.DOTALL)
COMMENT_OR_LOAD = re.compile(r"\{#.*?#\}\s*|(\{% load .*?%\})\s+")
LINE_BREAK = re.compile(r"\s*\n\s*")


class Loader(FilesystemLoader):
    """Replace each line break, and the indentation after it, with one space.

    A browser shows both alike, except in <pre>, whose lines stay. A template's last line break is dropped, so that a
    part of a sentence can be a template. With DEBUG on, all lines stay as they are, so that an error names its line.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template, on one line."""
        contents: str = super().get_contents(origin).strip()
        if settings.DEBUG:
            return contents
        parts = CODE_BLOCK.split(contents)  # every other part is a <pre>
        parts[::2] = [LINE_BREAK.sub(" ", COMMENT_OR_LOAD.sub(r"\1", part)) for part in parts[::2]]
        return "".join(parts)

"""Versions of files by their contents: of the program, and of the static files, which have theirs in their addresses.

Scripts are modules that import each other by relative paths. With the version in front, all of a page's files come from
one version, and a browser may store them for good: a second page takes 2 requests, where asking for each file whether
it changed takes 18 (measured on the board), each of which bad Wi-Fi may delay. Django's `ManifestStaticFilesStorage`
does as much, but needs `collectstatic` before every start.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from django.conf import settings


def files_version(folders: Iterable[Path], pattern: str = "*") -> str:
    """Return a short hash of the names and contents of all files in these folders whose names match a pattern."""
    digest = blake2b(digest_size=5)
    for folder in folders:
        for path in sorted(path for path in folder.rglob(pattern) if path.is_file()):
            for part in (path.relative_to(folder).as_posix().encode(), path.read_bytes()):
                digest.update(len(part).to_bytes(8) + part)
    return digest.hexdigest()


@cache
def program_version() -> str:
    """Return the version of the Python files, which takes 30 ms once. A server asks for it as it starts."""
    return files_version(settings.PROGRAM_FOLDERS, "*.py")

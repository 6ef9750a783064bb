"""Reads the configuration as Briefcase itself does, for each system that it packs for.

`.desktop/check` runs it where Briefcase is installed.
"""

from __future__ import annotations

from pathlib import Path

from briefcase.config import DraftAppConfig, GlobalConfig, parse_config
from briefcase.console import Console

PACKED_FOR = (("windows", "app"), ("macOS", "app"), ("linux", "system"))


def check() -> None:
    """Read it, and print what Briefcase takes the app for."""
    for platform, kind in PACKED_FOR:
        site, apps = parse_config(Path(__file__).with_name("pyproject.toml"), platform, kind, Console())
        project = GlobalConfig(**site)
        for config in apps.values():
            app = DraftAppConfig(**config)
            print(f"{platform} {kind}: {app.formal_name} {project.version}, {app.bundle_identifier}, {app.module_name}")


if __name__ == "__main__":
    check()

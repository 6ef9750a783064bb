"""Makes the app's icons from the site's own, in the forms that Briefcase looks for: python .desktop/icons.py"""

from __future__ import annotations

from pathlib import Path

from tournament.laptop.shortcuts import drawn_icon

HERE = Path(__file__).resolve().parent
SIZES = (16, 32, 64, 128, 256, 512, 1024)  # in dots
ON_LINUX = SIZES[:6]
ON_WINDOWS = [(size, size) for size in (16, 32, 48, 64, 256)]


def make(folder: Path) -> None:
    """Write every icon to a folder."""
    folder.mkdir(exist_ok=True)
    for size in ON_LINUX:
        drawn_icon(size).save(folder / f"euchre-night-{size}.png")
    drawn_icon(1024).save(folder / "euchre-night.icns", append_images=[drawn_icon(size) for size in SIZES[:-1]])
    drawn_icon(256).save(
        folder / "euchre-night.ico", sizes=ON_WINDOWS, append_images=[drawn_icon(size) for size, _ in ON_WINDOWS]
    )


if __name__ == "__main__":
    make(HERE / "icons")

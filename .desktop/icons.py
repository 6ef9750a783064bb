"""Makes the app's icons from the site's own, in the forms that Briefcase looks for: python .desktop/icons.py"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

HERE = Path(__file__).resolve().parent
DRAWING = HERE.parent / "tournament" / "static" / "tournament" / "bell.svg"
SIZES = (16, 32, 64, 128, 256, 512, 1024)  # in dots
ON_LINUX = SIZES[:6]
ON_WINDOWS = [(size, size) for size in (16, 32, 48, 64, 256)]


def drawn(size: int) -> Image.Image:
    """Return the drawing as a picture of this size."""
    svg = DRAWING.read_text("utf-8")
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))))


def make(folder: Path) -> None:
    """Write every icon to a folder."""
    folder.mkdir(exist_ok=True)
    for size in ON_LINUX:
        drawn(size).save(folder / f"euchre-night-{size}.png")
    drawn(1024).save(folder / "euchre-night.icns", append_images=[drawn(size) for size in SIZES[:-1]])
    drawn(256).save(
        folder / "euchre-night.ico", sizes=ON_WINDOWS, append_images=[drawn(size) for size, _ in ON_WINDOWS]
    )


if __name__ == "__main__":
    make(HERE / "icons")

"""Draws the pictures kept in `tests/render/pictures`: `python tools/make_pictures.py [NAME ...]`; look at them."""

from __future__ import annotations

import io
import sys
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
from pictured import PICTURES, kept
from PIL import Image

from burgundy_env.render import png


def main(names: list[str]) -> None:
    """Write the pictures of these names, or all."""
    for name in names or PICTURES:
        with Image.open(io.BytesIO(png(PICTURES[name].svg, PICTURES[name].pixels))) as image:
            # 256 colours make the files a third as large; the test allows for what that changes.
            image.convert("RGB").quantize(256, kmeans=2, dither=Image.Dither.NONE).save(kept(name), optimize=True)
        print(f"{kept(name)}: {kept(name).stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])

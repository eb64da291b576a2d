"""Draws the kept pictures of tests/pictures anew: `python tests/make_pictures.py [NAME ...]`; look at them after."""

from __future__ import annotations

import io
import sys

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

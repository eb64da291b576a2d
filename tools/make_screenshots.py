"""Takes the screens kept in tests/render/screenshots: `python tools/make_screenshots.py [NAME ...]`; look at them."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
from browser import browser
from lab import UNTRUSTED, first_picture, lab
from programs import path_of
from screenshots import KEPT, NOTEBOOK, SCREENSHOTS, taken


def main(names: list[str]) -> None:
    """Take the screens of these names, or all; that of the notebook needs JupyterLab."""
    path = path_of("chromium")
    if path is None:
        sys.exit("a Chromium is needed")
    KEPT.mkdir(exist_ok=True)
    with browser(path) as chromium, tempfile.TemporaryDirectory() as folder:
        for one in SCREENSHOTS:
            if not names or one.name in names:
                one.file.write_bytes(taken(chromium, one, Path(folder)))
                print(f"{one.file}: {one.file.stat().st_size // 1024} KB")
        if not names or NOTEBOOK.stem in names:
            with lab(Path(folder)) as jupyter, jupyter.opened(chromium, UNTRUSTED, 1440, 900) as page:
                NOTEBOOK.write_bytes(first_picture(page).data)
            print(f"{NOTEBOOK}: {NOTEBOOK.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main(sys.argv[1:])

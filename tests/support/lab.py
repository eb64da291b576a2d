"""A real JupyterLab for the tests of notebooks: a server with a home of its own, and its screen in Chromium."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import nbformat
from browser import PATIENCE
from nbformat.sign import NotebookNotary

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "first_game.ipynb"
TRUSTED, UNTRUSTED = "trusted.ipynb", "untrusted.ipynb"
PICTURES = ".jp-Notebook .jp-OutputArea-output img"
# It would ask whether to show news, over the notebook, and hold back cells until one has scrolled to them.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}


class Lab(NamedTuple):
    """A server with the first notebook under two names, of which one is trusted."""

    url: str

    def trusts(self, name: str) -> bool:
        """Whether all cells of a notebook are trusted."""
        with urlopen(f"{self.url}api/contents/{name}") as answer:
            cells = json.load(answer)["content"]["cells"]
        return all(cell["metadata"].get("trusted", False) for cell in cells if cell["cell_type"] == "code")

    @contextmanager
    def opened(self, chromium: Any, name: str, width: int, height: int) -> Iterator[Any]:
        """The notebook on a screen of this size, as it is before anybody runs it."""
        context = chromium.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(f"{self.url}lab/tree/{name}?reset")
        page.wait_for_selector(PICTURES)
        # Cells come to the page one after the other.
        page.wait_for_function("() => document.querySelector('.jp-Notebook .jp-Cell:last-child img')?.complete")
        yield page
        context.close()


@contextmanager
def lab(folder: Path) -> Iterator[Lab]:
    """JupyterLab with the first notebook in `folder`, where it also keeps all it writes."""
    for name in ("notebooks", "data"):
        (folder / name).mkdir()
    for name, chosen in SETTINGS.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(chosen))
    notebook, notebooks = nbformat.read(NOTEBOOK, as_version=4), folder / "notebooks"
    nbformat.write(notebook, notebooks / UNTRUSTED)
    notebook.metadata["title"] = "trusted"  # trust is of a content, whatever the file is called
    nbformat.write(notebook, notebooks / TRUSTED)
    places = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "RUNTIME")}
    environment = {**os.environ, **places, "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    notary = NotebookNotary(data_dir=places["JUPYTER_DATA_DIR"])
    notary.sign(notebook)
    notary.store.close()
    options = ("--no-browser", "--allow-root", "--ServerApp.port=0", "--IdentityProvider.token=")
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={notebooks}"],
            env=environment, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    try:
        yield Lab(_address(folder, server))
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # its kernels, too
        server.wait()


def _address(folder: Path, server: subprocess.Popen[bytes]) -> str:
    """Where the server answers, once it does."""
    for _ in range(PATIENCE // 50):
        for file in folder.glob("runtime/jpserver-*.json"):
            try:
                url: str = json.loads(file.read_text())["url"]
                urlopen(f"{url}api").close()
            except (OSError, ValueError):
                break  # it is still being written, or not listened to
            return url
        if server.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"JupyterLab does not answer: {(folder / 'log').read_text()}")


class Screen(NamedTuple):
    """What is seen of a notebook, and the box in which its first picture lies."""

    data: bytes
    box: tuple[int, int, int, int]


_SCROLLED = """selector => {
    const picture = document.querySelector(selector);
    picture.scrollIntoView({ block: "start" });
    const { left, top, right, bottom } = picture.getBoundingClientRect();
    const panel = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    return [left, Math.max(top, panel.top), right, Math.min(bottom, panel.bottom)];
}"""


def first_picture(page: Any) -> Screen:
    """The screen when one has scrolled to the first picture, made smaller."""
    from PIL import Image

    for _ in range(3):  # cells below and above it may still grow
        box = page.evaluate(_SCROLLED, PICTURES)
        page.wait_for_timeout(500)
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    smaller = whole.resize((whole.width // 2, whole.height // 2), Image.Resampling.BOX)
    data = io.BytesIO()
    smaller.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    left, top, right, bottom = (round(side / 2) for side in box)
    return Screen(data.getvalue(), (left, top, right, bottom))

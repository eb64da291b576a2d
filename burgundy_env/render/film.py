"""A recorded game as an animated GIF, a frame for every action."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .raster import check_installed, pixels
from .svg import WIDE, picture

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..records import Record

_COLOURS = 128
_END_SECONDS = 4.0
# GIF counts time in hundredths of a second, and viewers slow down what is faster than two of them.
_FASTEST = 50.0

Watch = Callable[[Iterable[int]], Iterable[int]]


def film(
    record: Record,
    path: str | os.PathLike[str],
    *,
    every: int = 1,
    fps: float = 2.0,
    width: int = 800,
    theme: str = "light",
    until: int | None = None,
    watch: Watch = iter,
) -> int:
    """Write the game as a GIF; returns how many frames it has.

    `every`: draw one action out of so many. `until`: the first actions only. `watch` is handed the numbers
    of the frames as they are drawn, as `tqdm` is.
    """
    check_installed()
    from PIL.Image import Dither

    if every < 1:
        raise ValueError(f"every: at least 1, not {every}")
    if not 0 < fps <= _FASTEST:
        raise ValueError(f"fps: above 0 and at most {_FASTEST:g}, not {fps:g}")
    numbers = watch(range(_frames(record, every, until)))
    drawn = [frame for _, frame in zip(numbers, _draw(record, every, until, width, theme), strict=True)]
    palette = _common_palette(drawn)
    frames = [image.quantize(palette=palette, dither=Dither.NONE) for image in drawn]
    times = [max(20, round(1000 / fps))] * len(frames)
    times[-1] = max(times[-1], round(1000 * _END_SECONDS))
    frames[0].save(path, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return len(frames)


def _frames(record: Record, every: int, until: int | None) -> int:
    """The position before the first action, then every so many actions, and the end in any case."""
    actions = len(record) if until is None else until
    return 1 + -(-actions // every)


def _draw(record: Record, every: int, until: int | None, width: int, theme: str) -> Iterator[Image]:
    from PIL import Image

    names = [name.removeprefix("human:") for name in record.players]
    last = len(record) if until is None else until
    before: dict[str, Any] | None = None
    for number, (game, note) in enumerate(_told(record)):
        if number > last:
            return
        if number % every == 0 or number == last:
            svg = picture(game, theme, WIDE, names=names, note=note, before=before)
            yield Image.fromarray(pixels(svg, width))
            before = game.to_json()


def _told(record: Record) -> Iterator[tuple[Any, str]]:
    """The positions of a game, each with what led to it in words."""
    note = f"{record.config}"
    for step in record.steps():
        yield step.game, note
        seat = step.game.active or 0
        note = f"{record.players[seat].removeprefix('human:')}: {step.action}. {step.game.explain(step.action)}"
    yield record.game(), note


def _common_palette(frames: list[Image]) -> Image:
    """One palette for all frames, so that what doesn't change doesn't flicker."""
    from PIL import Image
    from PIL.Image import Dither

    width, height = frames[0].size
    some = frames[:: max(1, len(frames) // 6)][:8]
    sheet = Image.new("RGB", (width, height * len(some)))
    for i, frame in enumerate(some):
        sheet.paste(frame, (0, i * height))
    return sheet.quantize(_COLOURS, dither=Dither.NONE)

"""A recorded game as an animated GIF, a frame for every action."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from ..store import write_whole
from ..telling.game import described
from ..telling.pending import capital
from ..telling.seats import person
from ..telling.tiles import ORDER
from .facts import tiles_in_view
from .raster import check_installed, pixels
from .svg import WIDE, picture

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..game import Game
    from ..records import Record

_COLOURS = 192  # a GIF has 256, and what does not change is left out with one of them
_SAMPLES = 8  # positions that the palette is made of
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
    key: bool = False,
    watch: Watch = iter,
) -> int:
    """Write the game as a GIF; returns how many frames it has.

    `every`: draw one action out of so many. `until`: the first actions only. `key`: below, what the
    tiles do that come into view. `watch` is handed the numbers
    of the frames as they are drawn, as `tqdm` is.

    >>> from burgundy_env import Game, Record
    >>> game = Game.new({"players": 2}, seed=7)
    >>> game.push("start h19")
    >>> film(Record.of(game), "game.gif", width=300)
    2
    """
    check_installed()
    from PIL.Image import Dither

    if every < 1:
        raise ValueError(f"every: at least 1, not {every}")
    if not 0 < fps <= _FASTEST:
        raise ValueError(f"fps: above 0 and at most {_FASTEST:g}, not {fps:g}")
    told = [one for i, one in enumerate(_told(record)) if until is None or i <= until]
    told = [*told[:-1:every], told[-1]]
    drawing = _Drawing(record, width, theme, _in_view(told) if key else ())
    # A whole game in full colours would fill the memory, so a few positions give the palette of all.
    sampled = {i: drawing.frame(told, i) for i in range(0, len(told), -(-len(told) // _SAMPLES))}
    palette = _palette([*sampled.values()])
    frames: list[Image] = []
    for i in watch(range(len(told))):
        frame = sampled.pop(i, None) or drawing.frame(told, i)
        frames.append(frame.quantize(palette=palette, dither=Dither.NONE))
    times = [max(20, round(1000 / fps))] * len(frames)
    times[-1] = max(times[-1], round(1000 * _END_SECONDS))
    gif = BytesIO()
    frames[0].save(gif, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    write_whole(path, gif.getvalue())
    return len(frames)


class _Told(NamedTuple):
    """A position, and what led to it in words."""

    game: Game
    note: str


class _Drawing:
    """How the positions of a film are drawn."""

    def __init__(self, record: Record, width: int, theme: str, key: Sequence[str]) -> None:
        self._names = [person(name) for name in record.players]
        self._width, self._theme, self._key = width, theme, key

    def frame(self, told: Sequence[_Told], number: int) -> Image:
        """One of the positions in full colours; what is new since the frame before is marked."""
        from PIL import Image

        earlier = told[number - 1].game.to_json() if number else None
        names, note = self._names, told[number].note
        svg = picture(
            told[number].game, self._theme, WIDE, names=names, note=note, before=earlier, key=self._key, fonts=False
        )
        return Image.fromarray(pixels(svg, self._width))


def _told(record: Record) -> Iterator[_Told]:
    """The positions of a game."""
    note = capital(described(record.config, record.seed))
    for step in record.steps():
        yield _Told(step.game, note)
        seat = step.game.active or 0
        note = f"{person(record.players[seat])}: {step.action}. {step.game.explain(step.action)}"
    yield _Told(record.game(), note)


def _in_view(told: Iterable[_Told]) -> list[str]:
    """Every kind of tile that comes into view; a film has the same key in all its frames."""
    tiles = {tile for one in told for tile in tiles_in_view(one.game.to_json())}
    return sorted(tiles, key=lambda name: (ORDER.get(name, len(ORDER)), name))


def _palette(frames: Sequence[Image]) -> Image:
    """One palette for all frames, so that what doesn't change doesn't flicker."""
    from PIL import Image
    from PIL.Image import Dither, Quantize

    width, height = frames[0].size
    sheet = Image.new("RGB", (width, height * len(frames)))
    for i, frame in enumerate(frames):
        sheet.paste(frame, (0, i * height))
    # The commonest colours alone would leave none for a few small goods tiles.
    return sheet.quantize(_COLOURS, method=Quantize.MAXCOVERAGE, dither=Dither.NONE)

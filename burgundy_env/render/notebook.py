"""Pictures in notebooks: as wide as the column at most, and seen before a notebook is run or trusted.

Of what JupyterLab takes, only an image within HTML is fitted into its column; SVG as such is cut off
there, and in a notebook that is not trusted it is not shown at all.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..safe import markup
from ..telling import tiles as words
from .facts import Document, ruleset, tiles_in_view
from .svg import picture, turn_picture

if TYPE_CHECKING:
    from ..game import Game

Bundle = dict[str, str]


class Shown:
    """An SVG as the last line of a cell, such as `Shown(points_chart(game))`.

    >>> from burgundy_env import Game
    >>> from burgundy_env.render import picture
    >>> sorted(Shown(picture(Game.new(seed=7)))._repr_mimebundle_())
    ['text/html', 'text/plain']
    """

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:
        return {"text/html": image(self.svg), "text/plain": "<a picture>"}


def bundle(game: Game) -> Bundle:
    """What a notebook shows of a game: its picture, and below it what the tiles in view do."""
    return {"text/html": image(picture(game, "auto")) + key(game.to_json()), "text/plain": repr(game)}


def turn_drawn(game: Game, turn: Sequence[str]) -> Shown:
    """A position with a turn drawn on it."""
    return Shown(turn_picture(game, turn, "auto"))


def analysis(told: str, drawn: Shown | None) -> str:
    """What a notebook shows of an analysis: what it says, and a picture."""
    text = f'<pre style="white-space:pre-wrap">{markup(told)}</pre>'
    return text if drawn is None else text + image(drawn.svg)


def image(svg: str) -> str:
    """An SVG as HTML that fits its column."""
    told = re.search(r"<desc[^>]*>([^<]*)</desc>", svg) or re.search(r'aria-label="([^"]*)"', svg)
    source = base64.b64encode(svg.encode()).decode()
    return (
        f'<img alt="{told[1] if told else ""}" style="max-width:100%;height:auto" '
        f'src="data:image/svg+xml;base64,{source}">'
    )


def key(doc: Document) -> str:
    """What the tiles in view do, to be opened."""
    entries = "".join(
        f"<li><b>{markup(words.spoken(tile))}</b>: {markup(words.does(tile, ruleset(doc)))}</li>"
        for tile in tiles_in_view(doc)
    )
    return f"<details><summary>What the tiles do</summary><ul>{entries}</ul></details>"

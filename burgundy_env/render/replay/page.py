"""The page itself: the data of the story put into the template, with its style and script."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from ...safe import json_line, markup
from ..fonts import FONTS, face
from ..svg.glyphs import definitions
from ..svg.palette import style
from .story import Watch, story

if TYPE_CHECKING:
    from ...records import Record


def page(record: Record, *, watch: Watch = iter, analysis: Mapping[str, Any] | None = None) -> str:
    """A record as one HTML file. `watch` is handed the numbers of the positions as they are told, as `tqdm` is.

    `analysis`: what `burgundy analyse` found out about the game, which the page then shows beside it.
    """
    told = story(record, watch, analysis)
    heading = " against ".join(party["name"] for party in told["parties"])
    title = f"The Castles of Burgundy: {', '.join(told['players'])}"
    return Template(_file("page.html")).substitute(
        title=markup(title),
        heading=markup(heading[:1].upper() + heading[1:]),
        about=markup(told["about"]),
        style=face() + _file("page.css").replace("$fonts", FONTS) + "".join(map(_looks, ("light", "dark"))),
        glyphs=definitions(),
        data=json_line(told),
        script=_file("page.js"),
    )


def _looks(theme: str) -> str:
    return style(theme, f"burgundy-{theme}")


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")

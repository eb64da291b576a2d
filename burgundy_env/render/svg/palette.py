"""What the classes of the marks look like, in light and in dark.

Colours are a help only: each colour of the game also has its emblem, each seat and goods type its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...telling.scores import groups
from ..modules import DRAWINGS

THEMES = ("light", "dark", "auto")


class Shade(NamedTuple):
    """The looks of one colour of the game."""

    tile: str
    rim: str
    ink: str  # on a tile
    empty: str
    edge: str  # of an empty space
    print: str  # number and emblem on an empty space


class Theme(NamedTuple):
    """All colours of a picture."""

    table: str
    panel: str
    edge: str
    inset: str
    ink: str
    muted: str
    active: str  # the frame around whoever decides
    glow: str  # what was done last
    colours: Mapping[str, Shade]


LIGHT = Theme(
    table="#efe4cd",
    panel="#fffaf0",
    edge="#d8c7a3",
    inset="#f4ead6",
    ink="#2a2018",
    muted="#675843",
    active="#b3261e",
    glow="#d9480f",
    colours={
        "building": Shade("#dfba80", "#99702f", "#3a2708", "#f8ecd6", "#cfae78", "#6e4c16"),
        "monastery": Shade("#f3cf36", "#a58100", "#382d00", "#fcf3c4", "#d3b53e", "#665200"),
        "ship": Shade("#2c69ad", "#173f70", "#ffffff", "#dbe8f6", "#8fb3da", "#1d4c80"),
        "livestock": Shade("#477f2c", "#2a5416", "#ffffff", "#e0eed5", "#9cc184", "#34611d"),
        "castle": Shade("#86193f", "#550a25", "#ffffff", "#f3dce4", "#cf93a8", "#7a1739"),
        "mine": Shade("#636a74", "#3d434b", "#ffffff", "#e6e8eb", "#aeb4bc", "#474d56"),
        "none": Shade("#94653f", "#6a4527", "#ffffff", "#efe6da", "#cdb79c", "#5d452c"),
    },
)
DARK = Theme(
    table="#14110d",
    panel="#231d17",
    edge="#453a2d",
    inset="#2e2720",
    ink="#f4ebdb",
    muted="#bcad95",
    active="#ff8a65",
    glow="#ffb74d",
    colours={
        "building": Shade("#d9b478", "#f5dcae", "#2c1d05", "#41331d", "#7d6237", "#f0d7a6"),
        "monastery": Shade("#ecc830", "#fff0a8", "#2e2500", "#433a12", "#8a7620", "#f7e48c"),
        "ship": Shade("#2f70b8", "#92c1f2", "#ffffff", "#1b2f45", "#3f6a98", "#b2d3f6"),
        "livestock": Shade("#477f2c", "#a4d586", "#ffffff", "#23351a", "#4f7a38", "#bfe2a9"),
        "castle": Shade("#93204a", "#ef9db8", "#ffffff", "#42182a", "#8a3d5a", "#f5b6ca"),
        "mine": Shade("#636a74", "#c3c9d1", "#ffffff", "#31353b", "#666d77", "#d5d9de"),
        "none": Shade("#8a5f3c", "#d8b393", "#ffffff", "#3a2f25", "#77604a", "#ead3bd"),
    },
)

# The same in both themes, as their own ink and rim set them off. Seats are told apart with any eyes, and
# carry their number; the last one is the Châteauma.
SEATS = (("#0b62a4", "#ffffff"), ("#e8a317", "#2a1c00"), ("#0a7d5f", "#ffffff"), ("#b4487f", "#ffffff"))
CHATEAUMA = ("#4a4038", "#ffffff")
GOODS = (
    ("#8c4a1d", "#ffffff"), ("#b3373f", "#ffffff"), ("#1f6f8b", "#ffffff"),
    ("#5c6e1e", "#ffffff"), ("#6b4596", "#ffffff"), ("#dba514", "#2e2200"),
)  # fmt: skip


def seat_colours(players: int, chateauma: bool) -> list[str]:
    """What lines of charts that stand for seats are drawn in."""
    return [fill for fill, _ in SEATS[:players]] + ["#8b7b6b"] * chateauma


# Sources of points have the colour of tiles only where it means them; all others have colours that no tile has, by
# their place among the sources, so that each has the same in every picture. Fill and ink.
_LIKE_TILES = {"livestock": "livestock", "monasteries": "monastery", "watchtowers": "building"}
_SOURCES = (
    ("#0f766e", "#ffffff"), ("#f97316", "#2a1c00"), ("#7e57c2", "#ffffff"), ("#14b8a6", "#00201c"),
    ("#e879a6", "#3a0a20"), ("#38bdf8", "#06283a"), ("#a3e635", "#1c2a00"), ("#9f1ac0", "#ffffff"),
    ("#7c4a21", "#ffffff"), ("#fda4af", "#3f0a14"), ("#1e3a8a", "#ffffff"), ("#a8a29e", "#1c1917"),
    ("#c2410c", "#ffffff"), ("#67e8f9", "#06303a"), ("#4c1d95", "#ffffff"), ("#bef0c8", "#0b3016"),
    ("#f0abfc", "#3b0764"), ("#155e75", "#ffffff"),
)  # fmt: skip
_LEFT_OVER = ("#cfc8bb", "#2a2018")


def source_looks() -> dict[str, tuple[str, str]]:
    """Fill and ink of each source of points that charts tell apart."""
    looks, free = {}, iter(_SOURCES * 2)
    for group in groups():
        if group in _LIKE_TILES:
            shade = LIGHT.colours[_LIKE_TILES[group]]
            looks[group] = shade.tile, shade.ink
        else:
            looks[group] = _LEFT_OVER if group == "left_over" else next(free)
    return looks


def style(theme: str, scope: str) -> str:
    """The style sheet of a picture whose outermost element has the class `scope`."""
    if theme not in THEMES:
        raise ValueError(f"theme: {theme!r} is unknown; there are {', '.join(THEMES)}")
    rules = _rules(DARK if theme == "dark" else LIGHT, scope)
    if theme == "auto":
        rules += f"@media (prefers-color-scheme:dark){{{_rules(DARK, scope)}}}"
    return rules


def _rules(theme: Theme, scope: str) -> str:
    looks = {
        "table": _fill(theme.table),
        "panel": _fill(theme.panel, theme.edge),
        "inset": _fill(theme.inset, theme.edge),
        "ink": _fill(theme.ink),
        "muted": _fill(theme.muted),
        "edge": f"fill:none;stroke:{theme.edge};stroke-width:1.2",
        "chip": _fill(theme.ink),
        "chip-ink": _fill(theme.panel),
        "active": f"fill:none;stroke:{theme.active};stroke-width:3",
        "alert": _fill(theme.active),
        "glow": f"fill:none;stroke:{theme.glow};stroke-width:4",
        "night": "fill:#2b2521;stroke:#0c0a08",
        "night-ink": "fill:#f4ebdb",
        "night-muted": "fill:#c9bca8",
        "night-slot": "fill:#3a322b;stroke:#6b5f52",
        "shadow": "fill:#000;fill-opacity:.28",
        "die": f"fill:#fdfbf6;stroke:{'#8d8271' if theme is LIGHT else '#fdfbf6'};stroke-width:1.2",
        "pip": "fill:#1d1712",
        "white": "fill:#fdfbf6;stroke:#5b5247;stroke-width:.8",
        "used": "opacity:.42",
        "gone": f"fill:none;stroke:{theme.muted};stroke-dasharray:3 3",
        "silver": "fill:#cfd4da;stroke:#6f7780",
        "silver-ink": "fill:#2d3339",
        "region": f"fill:none;stroke:{theme.ink};stroke-width:2.2;stroke-linecap:round",
        "river": "fill:none;stroke:#4a90d9;stroke-width:9;stroke-linecap:round;stroke-opacity:.55",
        "landing": "fill:#4a90d9;stroke:#ffffff;stroke-width:1.2",
    }
    for drawing in DRAWINGS.values():
        looks |= drawing.looks
    for name, shade in theme.colours.items():
        looks[f"t-{name}"] = f"fill:{shade.tile};stroke:{shade.rim};stroke-width:1.6"
        looks[f"i-{name}"] = _fill(shade.ink)
        looks[f"e-{name}"] = f"fill:{shade.empty};stroke:{shade.edge};stroke-width:1.2"
        looks[f"p-{name}"] = _fill(shade.print)
    for seat, (fill, ink) in enumerate((*SEATS, CHATEAUMA)):
        name = "c" if seat == len(SEATS) else str(seat)
        looks[f"s{name}"] = f"fill:{fill};stroke:{'#ffffff' if theme is LIGHT else '#f4ebdb'};stroke-width:1.4"
        looks[f"s{name}-ink"] = _fill(ink)
    for kind, (fill, ink) in enumerate(GOODS, 1):
        looks[f"g{kind}"] = f"fill:{fill};stroke:{'#3b2b1a' if theme is LIGHT else '#e8d9bf'};stroke-width:.8"
        looks[f"g{kind}-ink"] = _fill(ink)
    return "".join(f".{scope} .{name}{{{look}}}" for name, look in looks.items())


def _fill(colour: str, stroke: str = "") -> str:
    return f"fill:{colour}" + (f";stroke:{stroke}" if stroke else "")

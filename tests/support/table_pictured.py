"""The full-screen table as docs/play.md shows it, in the middle of a game."""

from __future__ import annotations

import re
from pathlib import Path

from burgundy_agents import make
from table_pilot import drive, press
from textual.pilot import Pilot

from burgundy_env import Game
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.table.play import Manner, PlayScreen

KEPT = Path(__file__).resolve().parents[2] / "docs" / "play.svg"


def drawn() -> str:
    """The screen at the beginning of phase C, as SVG."""
    sitting = Sitting(Game.new({"players": 2, "duchies": [1, 5]}, seed=7), ["human:Anna", "heuristic"], {})
    agents = [make("heuristic", seed=seat) for seat in (1, 2)]
    while sitting.game.to_json()["phase"] < "C" or sitting.deciding != 0:
        sitting.push(agents[sitting.game.active or 0].act(sitting.game))
    svg = ""

    async def script(pilot: Pilot[int]) -> None:
        nonlocal svg
        await press(pilot, "down", "right")
        svg = pilot.app.export_screenshot(title="burgundy play")

    drive(PlayScreen(sitting, Manner(pace=0)), script)
    return _clean(svg)


def _clean(svg: str) -> str:
    """Without a font from the network, and the same each time it is drawn."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code, monospace", "'DejaVu Sans Mono', Menlo, Consolas, monospace")
    return re.sub(r"terminal-\d+-", "t-", svg).rstrip() + "\n"

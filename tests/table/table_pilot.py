"""A table without a terminal: Textual's pilot presses the keys and moves the mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from burgundy_env import Game
from burgundy_env.table.screen import TableApp, TableScreen

Script = Callable[[Pilot[int]], Awaitable[None]]


class First:
    """An agent that thinks for no time at all."""

    def act(self, game: Game) -> str:
        return game.legal_actions()[0]


def drive(screen: TableScreen, script: Script, size: tuple[int, int] = (100, 40)) -> TableApp:
    """Put a screen up and let a script use it."""

    async def main() -> TableApp:
        app = TableApp(lambda: screen)
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await script(pilot)
        return app

    return asyncio.run(main())


async def settled(pilot: Pilot[int]) -> None:
    """Until nothing is on its way any more."""
    for _ in range(2):
        await pilot.pause()


async def click(pilot: Pilot[int], screen: TableScreen, spot: str) -> None:
    """Click the middle of a spot."""
    box = screen.boxes()[spot]
    await pilot.click(offset=(int(box.x + box.width / 2), int(box.y)))
    await settled(pilot)


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys, one after the other."""
    await pilot.press(*keys)
    await settled(pilot)


async def until(pilot: Pilot[int], done: Callable[[], bool]) -> None:
    """Wait for something that takes a moment."""
    for _ in range(1000):
        if done():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came")


def shown(screen: Any, widget: str) -> str:
    """The text of a part of the screen as it is drawn."""
    region = screen.query_one(widget).region
    lines = [strip.crop(region.x, region.right).text for strip in _strips(screen)[region.y : region.bottom]]
    return "\n".join(lines)


def picture(screen: Any) -> str:
    """All that is on the screen."""
    return "\n".join(strip.text for strip in _strips(screen))


def _strips(screen: Any) -> list[Any]:
    strips: list[Any] = screen._compositor.render_strips()
    return strips


def begun(actions: list[str], config: Any = None, seed: int = 3) -> Game:
    """A game after some actions."""
    game = Game.new(config or {"players": 2}, seed)
    for action in actions:
        game.push(action)
    return game

"""How fast `burgundy serve` answers while much goes on: python benchmarks/serve.py [--seconds 20] [--json]

50 games are played by programs that act like people, while a page in Chromium is clicked at: from the click to what
it draws. Then 200 games stand idle, 20 have agents that think, and a person's moves are timed. Every server is new,
on a folder of its own. Chromium, playwright and psutil are needed (the extra `test` has the second).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np
from websockets.asyncio.client import connect

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
from browser import browser
from programs import path_of
from served import Served

GOING, IDLE, THINKING = 50, 200, 20
PACE = 3.0  # seconds that a person thinks between actions, on average
THINKER = "turn:ms=1000"
TWO: dict[str, Any] = {"players": 2, "duchies": [1, 3], "seats": [{"name": "Anna"}, {"name": "Ben"}]}
WITH_AGENT = {**TWO, "seats": [{"name": "Anna"}, {"agent": THINKER}]}
# The time from a press to the drawing that follows the table's change, as the page itself sees it.
TIMER = """() => { window.took = []; let since = 0;
  document.addEventListener('pointerup', () => { since = performance.now(); }, true);
  new MutationObserver(() => { if (!since) return; const then = since; since = 0;
    requestAnimationFrame(() => setTimeout(() => window.took.push(performance.now() - then), 0));
  }).observe(document.querySelector('#log'), {childList: true}); }"""


class Seat:
    """Somebody at a table, without a browser."""

    def __init__(self, socket: Any, seed: int) -> None:
        self.socket, self.dice = socket, random.Random(seed)
        self.view: dict[str, Any] = {}

    async def look(self) -> dict[str, Any]:
        """The next position that is told."""
        while True:
            told = json.loads(await self.socket.recv())
            if told["is"] == "table":
                self.view = told
                return self.view

    async def act(self) -> float:
        """Take an action; seconds until the position behind it is here."""
        choices = self.view["choices"]
        began = time.perf_counter()
        await self.socket.send(
            json.dumps({"do": "act", "at": self.view["at"], "action": self.dice.choice(choices)["action"]})
        )
        await self.look()
        return time.perf_counter() - began


@asynccontextmanager
async def seated(served: Served, wish: dict[str, Any], seed: int) -> Any:
    """A new game, and somebody at it."""
    ident, key = await asyncio.to_thread(served.begin, wish)
    line = f"ws://127.0.0.1:{served.port}/live/{ident}"
    async with connect(line, origin=served.address, max_size=None, open_timeout=60) as socket:
        seat = Seat(socket, seed)
        await socket.send(json.dumps({"do": "sit", "key": key}))
        await seat.look()
        yield seat


async def play(seat: Seat, until: float, took: list[float]) -> None:
    """Act like a person as long as the game and the time last; agents are waited for."""
    while time.monotonic() < until and not seat.view["over"]:
        await asyncio.sleep(seat.dice.uniform(0.5, 1.5) * PACE)
        while not seat.view["choices"] and not seat.view["over"] and time.monotonic() < until:
            try:
                await asyncio.wait_for(seat.look(), 1.0)
            except TimeoutError:
                continue
        if seat.view["choices"]:
            took.append(await seat.act())


# --- what is measured --------------------------------------------------------------------------------------


async def clicks(served: Served, seconds: float) -> dict[str, Any]:
    """From click to drawn answer, with so many games going on."""
    took: list[float] = []
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(seated(served, TWO, seed)) for seed in range(GOING)]
        until = time.monotonic() + seconds
        playing = [asyncio.create_task(play(seat, until, took)) for seat in seats]
        drawn = await asyncio.to_thread(_clicked, served, seconds)
        await asyncio.gather(*playing)
    return {"games": GOING, "moves of the games": told(took), **drawn}


def alone(served: Served, seconds: float) -> dict[str, Any]:
    """The same with nobody else there. On a busy machine compare what it takes of the processor."""
    return _clicked(served, seconds)


def _clicked(served: Served, seconds: float) -> dict[str, Any]:
    """Click what is lit for a while: seconds until it is drawn, and of the processor."""
    import psutil

    path = path_of("chromium")
    if path is None:
        sys.exit("a Chromium is needed")
    with browser(path) as chromium:
        page = chromium.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script("localStorage.setItem('burgundy.settings', JSON.stringify({pace: 0, moves: false}))")
        page.goto(served.link(TWO))
        page.wait_for_selector(".spot.act")
        page.evaluate(TIMER)
        parts = {"page": _tree(psutil.Process(), "chrom"), "server": [psutil.Process(served.process.pid)]}
        before = {name: _spent(part) for name, part in parts.items()}
        until, dice = time.monotonic() + seconds, random.Random(1)
        while time.monotonic() < until:
            log = page.text_content("#log")
            end = page.query_selector("#dock .primary")
            spots = page.query_selector_all(".spot.act")
            if end is not None and (dice.random() < 0.5 or not spots):
                end.click()
            elif spots:
                box = dice.choice(spots).bounding_box()
                page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                way = page.query_selector(".ask .option")
                if way is not None:
                    way.click()
            else:
                page.query_selector("#dock button").click()
            page.wait_for_timeout(400)
            if page.text_content("#log") == log:
                page.keyboard.press("Escape")
        found = [one / 1000 for one in page.evaluate("window.took")]
        spent = {
            name: round(1000 * (_spent(part) - before[name]) / max(len(found), 1), 1) for name, part in parts.items()
        }
    return {
        "click to drawn answer": told(found),
        "processor, ms a click": spent,
    }


def _tree(process: Any, name: str) -> list[Any]:
    return [one for one in process.children(recursive=True) if name in one.name()]


def _spent(processes: Sequence[Any]) -> float:
    """Seconds of the processor."""
    times = [one.cpu_times() for one in processes if one.is_running()]
    return float(sum(one.user + one.system for one in times))


def first_page(served: Served) -> dict[str, Any]:
    """How much the first page is, and when it can be used: the lobby, then a game."""
    path = path_of("chromium")
    assert path is not None
    sizes: list[int] = []
    usable: dict[str, list[float]] = {"lobby": [], "game": []}
    with browser(path) as chromium:
        for _ in range(7):
            for name, link, ready in (
                ("lobby", served.address, "#begin"),
                ("game", served.link(TWO), ".spot.act"),
            ):
                context = chromium.new_context(viewport={"width": 1440, "height": 900})
                page = context.new_page()
                came: list[int] = []
                page.on("response", lambda answer, came=came: came.append(_size(answer)))
                page.on(
                    "websocket", lambda one, came=came: one.on("framereceived", lambda said: came.append(len(said)))
                )
                began = time.perf_counter()
                page.goto(link, wait_until="commit")
                page.wait_for_selector(ready)
                usable[name].append(time.perf_counter() - began)
                sizes.append(sum(came))
                context.close()
    return {"bytes": max(sizes), **{f"{name} usable": told(took) for name, took in usable.items()}}


def _size(answer: Any) -> int:
    """Bytes of an answer; none of one that came when the page was gone."""
    from playwright.sync_api import Error

    with contextlib.suppress(Error):
        return len(answer.body())
    return 0


async def crowd(served: Served, seconds: float) -> dict[str, Any]:
    """A person's moves, with idle games and such in which agents think."""
    took: list[float] = []
    async with AsyncExitStack() as stack:
        for seed in range(IDLE):
            await stack.enter_async_context(seated(served, TWO, seed))
        thinking = [await stack.enter_async_context(seated(served, WITH_AGENT, seed)) for seed in range(THINKING)]
        person = await stack.enter_async_context(seated(served, TWO, 999))
        until = time.monotonic() + seconds
        others: list[float] = []
        tasks = [asyncio.create_task(play(seat, until, others)) for seat in thinking]
        while time.monotonic() < until and not person.view["over"]:
            took.append(await person.act())
            await asyncio.sleep(0.2)
        held = memory(served)
        await asyncio.gather(*tasks)
    return {"idle": IDLE, "thinking": THINKING, "a person's move": told(took), "memory, MB": held}


def memory(served: Served) -> dict[str, float]:
    """What the server and the processes that think hold, each page of memory counted once."""
    import psutil

    server = psutil.Process(served.process.pid)
    whole = [server, *server.children(recursive=True)]
    return {
        "in all": round(sum(one.memory_full_info().pss for one in whole) / 1e6, 1),
        "server": round(server.memory_full_info().pss / 1e6, 1),
        "processes": len(whole),
    }


def told(took: Sequence[float]) -> dict[str, Any]:
    """Some times in milliseconds."""
    if not took:
        return {"count": 0}
    ms = np.array(took) * 1000
    return {"count": len(ms), "median": round(float(np.median(ms)), 1), "p95": round(float(np.percentile(ms, 95)), 1),
            "worst": round(float(ms.max()), 1)}  # fmt: skip


def main() -> None:
    """Measure all of it, or what is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=["page", "alone", "clicks", "crowd", []], help="default: all")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each (default: 20)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found: dict[str, Any] = {}
    for name in args.what or ("page", "alone", "clicks", "crowd"):
        with tempfile.TemporaryDirectory() as folder:
            served = Served(Path(folder) / "games")
            try:
                if name == "page":
                    found[name] = first_page(served)
                elif name == "alone":
                    found[name] = alone(served, args.seconds)
                else:
                    found[name] = asyncio.run({"clicks": clicks, "crowd": crowd}[name](served, args.seconds))
            finally:
                served.kill()
        if not args.json:
            print(name, json.dumps(found[name], indent=1), flush=True)
    if args.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()

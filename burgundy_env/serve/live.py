"""What pages and the server say to each other over a table's WebSocket: JSON objects, each checked first."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from burgundy_env import safe
from burgundy_env.render.svg import GROUNDS
from burgundy_env.serve.guard import MOST_BYTES, Allowance
from burgundy_env.serve.showing import Memory, key_of, points_now
from burgundy_env.serve.table import Refused, Table, Viewer

PATIENCE = 20.0  # seconds for the first message
LONGEST_ACTION = 64  # letters of an action

Opening = Callable[[object], Awaitable[Table]]  # by the key that a page has


async def live(socket: WebSocket, opening: Opening) -> None:
    """A page at a table, from its coming to its going."""
    await socket.accept()
    viewer: Viewer | None = None
    table: Table | None = None
    try:
        hello = await asyncio.wait_for(received(socket), PATIENCE)
        if hello.get("do") != "sit":
            raise Refused("a page sits down first")
        table = await opening(hello.get("key"))
        viewer = Viewer(table.seats_for(hello.get("key")), Memory(*layout_of(hello)))
        await table.welcome(viewer)
        await socket.send_text(safe.json_line({"is": "links", "links": table.links(viewer)}))
        sender = asyncio.create_task(send_all(socket, viewer))
        try:
            await _listen(socket, table, viewer)
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender
    except (Refused, TimeoutError) as error:
        why = str(error) or "nothing was said in time"
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(safe.json_line({"is": "bye", "why": why}))
            await socket.close(1008)
    except WebSocketDisconnect:
        pass
    finally:
        if table is not None and viewer is not None:
            table.leave(viewer)


async def send_all(socket: WebSocket, viewer: Viewer) -> None:
    """Say what a page is to be told, as long as it listens."""
    while (message := await viewer.queue.get()) is not None:
        await socket.send_text(safe.json_line(message))


async def _listen(socket: WebSocket, table: Table, viewer: Viewer) -> None:
    allowance = Allowance()
    while True:
        try:
            message = await received(socket)
            if not allowance.spend():
                raise Flood("too much was said at once; reload the page to go on")
            if viewer not in table.viewers:
                raise Flood("the page did not keep up with the game; reload it")
            await _do(table, viewer, message)
        except Flood:
            raise
        except Refused as error:
            viewer.tell({"is": "no", "why": str(error)})


class Flood(Refused):
    """A page says more than any person could; it is sent away."""


async def received(socket: WebSocket) -> dict[str, Any]:
    """The next message of a page, an object."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str):
        raise Refused("a message is text, one JSON object")
    return _read(text)


def _read(text: str) -> dict[str, Any]:
    if len(text) > MOST_BYTES:
        raise Flood("a message is too long")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("a message is one JSON object") from None
    if not isinstance(message, dict):
        raise Refused("a message is one JSON object")
    return message


def layout_of(message: dict[str, Any]) -> tuple[str, bool]:
    """How a page lays the table."""
    ground = message.get("ground", next(iter(GROUNDS)))
    if not isinstance(ground, str) or ground not in GROUNDS:
        raise Refused(f"ground: one of {', '.join(GROUNDS)}")
    return ground, message.get("narrow") is True


async def _do(table: Table, viewer: Viewer, message: dict[str, Any]) -> None:
    what, at = message.get("do"), message.get("at")
    if what == "act":
        action = message.get("action")
        if not isinstance(action, str) or len(action) > LONGEST_ACTION:
            raise Refused("action: its text, as 'd1 take 3.2'")
        await table.act(viewer, at, action)
    elif what == "undo":
        await table.take_back(viewer, at, whole_turn=False)
    elif what == "reset":
        await table.take_back(viewer, at, whole_turn=True)
    elif what == "redo":
        await table.redo(viewer, at)
    elif what == "retry":
        await table.retry()
    elif what == "hint":
        table.hint(viewer, at)
    elif what == "lay":
        await table.lay(viewer, *layout_of(message))
    elif what == "key":
        viewer.tell({"is": "key", "tiles": await table.compute(lambda: key_of(table.sitting.game))})
    elif what == "points":
        sitting = table.sitting
        viewer.tell({"is": "points", **await table.compute(lambda: points_now(sitting.game, sitting.called))})
    else:
        await table.do(viewer, message)

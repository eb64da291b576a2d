"""What a page that studies and the server say to each other: JSON objects over a WebSocket, each checked first."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from burgundy_env import safe
from burgundy_env.observations import encoder
from burgundy_env.serve.analysing import Analyst
from burgundy_env.serve.finding import Opinion
from burgundy_env.serve.guard import Allowance
from burgundy_env.serve.live import LONGEST_ACTION, PATIENCE, Flood, layout_of, received, send_all
from burgundy_env.serve.shelf import Shelf
from burgundy_env.serve.showing import Memory, Message, Shown, key_of, points_now
from burgundy_env.serve.studies import LONGEST_CHANGE, Node, Study
from burgundy_env.serve.table import Refused, Viewer
from burgundy_env.serve.thinking import Thinkers
from burgundy_env.sitting.seats import SeatError

MOST_PAGES = 8  # at one study
_LONGEST_TURN = 60  # actions
_MOST_AGENTS = 2
_DIGITS = 4


@dataclass(frozen=True)
class Room:
    """What desks share."""

    shelf: Shelf
    thinkers: Thinkers
    run: Callable[[Callable[[], Any]], Awaitable[Any]]
    agents: Collection[str]  # who may be asked what they think
    # Studies are read one at a time: that takes half a second of a long game, and nobody shall have one twice.
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def study(self, ident: str) -> Study:
        """A study by its name."""
        async with self.reading:
            found: Study = await self.run(lambda: self.shelf.study(ident))
            return found


class Desk:
    """A page at a study, and the position it looks at."""

    def __init__(self, room: Room, ident: str, study: Study, viewer: Viewer) -> None:
        self.room, self.ident, self.study, self.viewer = room, ident, study, viewer
        self.node = study.node(0)
        self.judging = False
        self.analyst = Analyst(study, room.thinkers, room.run, viewer.tell)
        self._asked: asyncio.Task[None] | None = None

    async def show(self, node: Node, tree: bool = False) -> None:
        """Look at a position; judge it where that is wanted."""
        before = self.study.nodes[node.parent].game if node.parent in self.study.nodes else None
        self.node = node

        def shown() -> Message:
            then = None if before is None or node.is_change else before.to_json()
            made = Shown(self.study.standing(node), then)
            seats = tuple(range(node.game.config.players))
            return made.message(self.viewer.memory, seats, {"undo": False, "redo": False})

        message = await self.room.run(shown)
        if tree:
            self.tell_tree()
        self.viewer.tell({**message, "at": str(node.number), "thinks": "", "trouble": "", "log": None})
        self._drop_opinions()
        self.analyst.judge(node if self.judging else None)

    def tell_tree(self) -> None:
        """All positions there are, in short."""
        study = self.study
        self.viewer.tell({
            "is": "study", "about": study.about, "names": study.called, "trunk": study.trunk, "lost": study.lost,
            "nodes": study.told(), "solo": study.record.config.solo, "agents": sorted(self.room.agents),
        })  # fmt: skip

    async def do(self, message: dict[str, Any]) -> None:
        """What a page wants."""
        what = message.get("do")
        if not isinstance(what, str) or what not in _DOING:
            raise Refused(f"do: one of {', '.join(_DOING)}")
        async with self.study.one_at_a_time:
            await _DOING[what](self, message)

    # --- going about ----------------------------------------------------------------------------------------

    async def go(self, message: dict[str, Any]) -> None:
        """Look at another position."""
        await self.show(self.study.node(message.get("node")))

    async def act(self, message: dict[str, Any]) -> None:
        """Play an action, or several, from a position."""
        node, turn = self.study.node(message.get("node")), message.get("turn")
        if (
            not isinstance(turn, list)
            or not 0 < len(turn) <= _LONGEST_TURN
            or not all(isinstance(action, str) and len(action) <= LONGEST_ACTION for action in turn)
        ):
            raise Refused("turn: a list of actions, as ['d1 take 3.2', 'end']")
        again = message.get("again") is True
        if again:
            await self._grow(lambda: self.study.act(node, turn[0], again=True))
        else:
            await self._grow(lambda: self.study.play(node, turn))

    async def change(self, message: dict[str, Any]) -> None:
        """What if: the position changed in words."""
        node, step = self.study.node(message.get("node")), message.get("step")
        if not isinstance(step, str) or not 0 < len(step) <= LONGEST_CHANGE:
            raise Refused("step: a change in words, as 'p0 dice 3 5'")
        await self._grow(lambda: self.study.change(node, step))

    async def cut(self, message: dict[str, Any]) -> None:
        """Cut a branch off."""
        left = self.study.cut(self.study.node(message.get("node")))
        await self.room.run(lambda: self.room.shelf.save(self.ident, self.study))
        there = self.node.number if self.node.number in self.study.nodes else left
        await self.show(self.study.node(there), tree=True)

    async def _grow(self, step: Callable[[], Node]) -> None:
        many = len(self.study.nodes)

        def grown() -> Node:
            node = step()
            if len(self.study.nodes) != many:
                self.room.shelf.save(self.ident, self.study)
            return node

        await self.show(await self.room.run(grown), tree=len(self.study.nodes) != many)

    async def lay(self, message: dict[str, Any]) -> None:
        """Lay the table in another way."""
        self.viewer.memory.lay(*layout_of(message))
        await self.show(self.node)

    # --- finding out ------------------------------------------------------------------------------------------

    async def judge(self, message: dict[str, Any]) -> None:
        """Judge the positions one looks at, or let that be."""
        self.judging = message.get("on") is True
        self.analyst.judge(self.node if self.judging else None)

    async def review(self, message: dict[str, Any]) -> None:
        """Judge the record's turns, or let that be."""
        self.analyst.review(message.get("on") is True)

    async def compare(self, message: dict[str, Any]) -> None:
        """Ask agents what they think of the position."""
        names = message.get("agents")
        if not isinstance(names, list) or len(names) > _MOST_AGENTS or not all(isinstance(one, str) for one in names):
            raise Refused(f"agents: a list of at most {_MOST_AGENTS} names")
        if unknown := [name for name in names if name not in self.room.agents]:
            raise Refused(f"{unknown[0][:60]!a}: nobody of that name may be asked; --agent allows an agent of yours")
        if self.node.game.is_over:
            raise Refused("the game is over here; there is nothing to decide")
        self._drop_opinions()
        self._asked = asyncio.get_running_loop().create_task(self._ask(self.node, names))

    async def _ask(self, node: Node, names: list[str]) -> None:
        for name in names:
            try:
                found = await self.room.thinkers.find(node.game, Opinion(name), lambda: None)
            except SeatError as error:
                found = {"why": safe.line(error)}
            self.viewer.tell({"is": "opinion", "node": node.number, "name": name, **found})

    def _drop_opinions(self) -> None:
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None

    async def fields(self, message: dict[str, Any]) -> None:
        """What the seat to decide sees, as numbers by name."""
        game = self.node.game
        seat = game.active if game.active is not None else 0

        def told() -> list[Message]:
            flat = encoder("flat", game.config)
            seen, order = flat.encode(game, seat), game.to_json()["order"]
            return [
                {"name": field.name, "shape": list(field.shape), "meaning": field.meaning,
                 "seat": _owner(field.name, seat, order),
                 "values": [round(float(one), _DIGITS) for one in flat.view(seen, field.name).reshape(-1)]}
                for field in flat.fields
            ]  # fmt: skip

        self.viewer.tell(
            {"is": "fields", "node": self.node.number, "seat": seat, "fields": await self.room.run(told)}
        )

    async def key(self, message: dict[str, Any]) -> None:
        """What the tiles in view do."""
        game = self.node.game
        self.viewer.tell({"is": "key", "tiles": await self.room.run(lambda: key_of(game))})

    async def points(self, message: dict[str, Any]) -> None:
        """Where everybody's points come from."""
        game, names = self.node.game, self.study.called
        self.viewer.tell({"is": "points", **await self.room.run(lambda: points_now(game, names))})

    async def position(self, message: dict[str, Any]) -> None:
        """The position as a document, without what nobody can see."""
        document = await self.room.run(self.node.game.to_json)
        document.pop("hidden", None)
        self.viewer.tell({"is": "position", "position": document})

    def close(self) -> None:
        """The page has gone."""
        self._drop_opinions()
        self.analyst.close()


def _owner(name: str, seat: int, order: Sequence[int]) -> int | None:
    """Of which seat a field of the observation tells: opponents are counted from who sees it, as they move."""
    block = name.partition(".")[0]
    if block == "self":
        return seat
    place = block.removeprefix("opponent")
    if place == block or int(place) >= len(order):
        return None
    return order[(order.index(seat) + int(place)) % len(order)]


_DOING: dict[str, Callable[[Desk, dict[str, Any]], Awaitable[None]]] = {
    "go": Desk.go, "act": Desk.act, "change": Desk.change, "cut": Desk.cut, "lay": Desk.lay, "judge": Desk.judge,
    "review": Desk.review, "compare": Desk.compare, "fields": Desk.fields, "key": Desk.key, "points": Desk.points,
    "position": Desk.position,
}  # fmt: skip


async def at_desk(socket: WebSocket, room: Room) -> None:
    """A page at a study, from its coming to its going."""
    await socket.accept()
    ident, desk = socket.path_params["ident"], None
    try:
        hello = await asyncio.wait_for(received(socket), PATIENCE)
        if hello.get("do") != "open":
            raise Refused("a page opens a study first")
        study = await room.study(ident)
        if room.shelf.looked_at(ident) >= MOST_PAGES:
            raise Refused(f"{MOST_PAGES} pages look at this study already; close one of them")
        desk = Desk(room, ident, study, Viewer((), Memory(*layout_of(hello))))
        room.shelf.look(ident, 1)
        node = hello.get("node")
        there = node if isinstance(node, int) and node in study.nodes else 0
        await desk.show(study.node(there), tree=True)
        sender = asyncio.create_task(send_all(socket, desk.viewer))
        try:
            await _listen(socket, desk)
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender
    except (Refused, TimeoutError, OSError) as error:
        why = str(error) or "nothing was said in time"
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(safe.json_line({"is": "bye", "why": why}))
            await socket.close(1008)
    except WebSocketDisconnect:
        pass
    finally:
        if desk is not None:
            desk.close()
            room.shelf.look(ident, -1)


async def _listen(socket: WebSocket, desk: Desk) -> None:
    allowance = Allowance()
    while True:
        try:
            message = await received(socket)
            if not allowance.spend():
                raise Flood("too much was said at once; reload the page to go on")
            if desk.viewer.queue.full():
                raise Flood("the page did not keep up; reload it")
            await desk.do(message)
        except Flood:
            raise
        except (Refused, OSError) as error:
            desk.viewer.tell({"is": "no", "why": safe.line(error)})

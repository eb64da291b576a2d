"""A game that people look at in browsers: who decides for which seats, what they may do, and its agents."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from burgundy_env import safe
from burgundy_env.game import IllegalAction
from burgundy_env.serve import guard
from burgundy_env.serve.keeping import Games, Kept
from burgundy_env.serve.lobby import called
from burgundy_env.serve.showing import Memory, Message, Shown, hinted
from burgundy_env.sitting.seats import SeatError
from burgundy_env.sitting.sitting import Sitting

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from burgundy_env.serve.thinking import Thinkers

MOST_VIEWERS = 16
SETTLING = 1.0  # seconds from an action until the disk is waited for
_QUEUED = 400  # messages that wait for a page: a whole game of agents is fewer
Result = TypeVar("Result")


class Refused(ValueError):
    """What was asked for can't be; the message says why. The game is unchanged."""


class Viewer:
    """A page that looks at a table, and the seats it decides for."""

    def __init__(self, seats: tuple[int, ...], memory: Memory) -> None:
        self.seats, self.memory = seats, memory
        self.queue: asyncio.Queue[Message | None] = asyncio.Queue(_QUEUED)

    def tell(self, message: Message | None) -> bool:
        """Put a message where the page fetches it; False if it does not keep up."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True


class Table:
    """One game. What changes it is done one after the other, and saved before anybody is told."""

    def __init__(self, kept: Kept, sitting: Sitting, thinkers: Thinkers, workers: Executor) -> None:
        self.kept, self.sitting = kept, sitting
        self.viewers: set[Viewer] = set()
        self.thinkers, self._workers = thinkers, workers
        self._one_at_a_time = asyncio.Lock()
        self._agents: asyncio.Task[None] | None = None
        self._trouble = ""  # why an agent does not go on
        self._hint: asyncio.Task[list[Message]] | None = None  # for this position
        self._compiles = False  # whether the agent that is asked waits for the engine to be compiled
        self._shown: Shown | None = None
        self._settling: asyncio.Task[None] | None = None

    @classmethod
    def opened(cls, games: Games, kept: Kept, thinkers: Thinkers, workers: Executor) -> Table:
        """A table that is kept; this reads and replays its record."""
        record = games.record(kept.ident)
        names = [place.name for place in kept.places]
        sitting = Sitting.of(record, names, {}, games.record_file(kept.ident), [*map(called, names)])
        return cls(kept, sitting, thinkers, workers)

    @property
    def at(self) -> str:
        """What tells this position from all others of the game: whoever acts says at which they do."""
        told = "\n".join(f"{done.seat} {done.action}" for done in self.sitting.moments)
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()

    def seats_for(self, key: object) -> tuple[int, ...]:
        """The seats that a key is for: the host's for all that are not played elsewhere. Refused if it fits none."""
        persons = [(seat, place) for seat, place in enumerate(self.kept.places) if place.key]
        if guard.same(key, self.kept.host):
            return tuple(seat for seat, place in persons if not place.elsewhere)
        for seat, place in persons:
            if guard.same(key, place.key):
                return (seat,)
        raise Refused("this link leads to no seat of this game; ask whoever began it for another")

    def links(self, viewer: Viewer) -> list[Message]:
        """For the host: the keys of the seats, to hand out."""
        own = {seat for seat, place in enumerate(self.kept.places) if place.key and not place.elsewhere}
        if not own <= set(viewer.seats) or (not own and viewer.seats):
            return []
        return [{"seat": seat, "key": place.key} for seat, place in enumerate(self.kept.places) if place.key]

    # --- coming and going -----------------------------------------------------------------------------------

    async def welcome(self, viewer: Viewer) -> None:
        """A page comes and is shown the game."""
        if len(self.viewers) >= MOST_VIEWERS:
            raise Refused(f"{MOST_VIEWERS} pages look at this game already; close one of them")
        async with self._one_at_a_time:
            self.viewers.add(viewer)
            await self._show([viewer])
        self._let_agents_play()

    async def lay(self, viewer: Viewer, ground: str, narrow: bool) -> None:
        """A page lays the table in another way."""
        async with self._one_at_a_time:
            viewer.memory.lay(ground, narrow)
            await self._show([viewer])

    def leave(self, viewer: Viewer) -> None:
        """A page has gone."""
        self.viewers.discard(viewer)
        if not self.viewers:
            self._drop_hint()

    # --- what people do -------------------------------------------------------------------------------------

    async def act(self, viewer: Viewer, at: object, action: str) -> None:
        """Take an action for the seat to decide."""

        def push() -> None:
            self.refuse_if_past(at)
            if self.sitting.deciding not in viewer.seats:
                raise Refused(self._not_yours())
            try:
                self.sitting.push(action)
            except IllegalAction as error:
                raise Refused(str(error)) from None

        await self.change(push)

    async def take_back(self, viewer: Viewer, at: object, whole_turn: bool) -> None:
        """Undo the last action of a seat that still decides, or all that can be."""

        def undo() -> None:
            self.refuse_if_past(at)
            if not self._may_take_back(viewer):
                raise Refused(
                    "nothing can be undone: only your own actions of this turn, as long as no dice have been rolled "
                    "and no tiles drawn since"
                )
            self.sitting.take_back()
            while whole_turn and self._may_take_back(viewer):
                self.sitting.take_back()

        await self.change(undo)

    async def redo(self, viewer: Viewer, at: object) -> None:
        """Do again what was undone."""

        def redo() -> None:
            self.refuse_if_past(at)
            if self.sitting.deciding not in viewer.seats or not self.sitting.can_redo:
                raise Refused("there is nothing to do again")
            self.sitting.redo()

        await self.change(redo)

    async def retry(self) -> None:
        """Ask an agent again that has failed."""
        self._trouble = ""
        self._let_agents_play()

    def hint(self, viewer: Viewer, at: object) -> None:
        """Look for the best turns, for a page that decides; it is told when they are found."""
        self.refuse_if_past(at)
        seat = self.sitting.deciding
        if seat is None or seat not in viewer.seats:
            raise Refused(self._not_yours())
        if self._hint is None:
            self._hint = asyncio.get_running_loop().create_task(self._best_turns(viewer, seat))
        self._hint.add_done_callback(partial(self._tell_hint, viewer, self.at))

    async def _best_turns(self, viewer: Viewer, seat: int) -> list[Message]:
        game = self.sitting.game
        lines = await self.thinkers.hint(game, seat, lambda: self._say_compiles([viewer]))
        return await self._run(lambda: hinted(game, lines))

    def _tell_hint(self, viewer: Viewer, at: str, found: asyncio.Task[list[Message]]) -> None:
        if found.cancelled():
            return
        error = found.exception()
        if error is not None:
            self._drop_hint()
            viewer.tell({"is": "no", "why": safe.line(error)})
        elif at == self.at:
            viewer.tell({"is": "hint", "at": at, "lines": found.result()})

    def _drop_hint(self) -> None:
        """It is for another position, or nobody wants it any more."""
        if self._hint is not None:
            self._hint.cancel()
            self._hint = None

    async def do(self, viewer: Viewer, message: Message) -> None:
        """What only some tables do."""
        raise Refused("do: one of act, undo, redo, reset, retry, hint, lay, key, points")

    async def compute(self, work: Callable[[], Result]) -> Result:
        """Something that only looks at the game."""
        async with self._one_at_a_time:
            return await self._run(work)

    def _may_take_back(self, viewer: Viewer) -> bool:
        """A turn that was ended is over: only who still decides takes back."""
        undoing = self.sitting.undoing
        return undoing is not None and undoing == self.sitting.deciding and undoing in viewer.seats

    def refuse_if_past(self, at: object) -> None:
        """Whoever acts says at which position."""
        if at != self.at:
            raise Refused("the game has gone on since; look at it again")

    def _not_yours(self) -> str:
        seat = self.sitting.deciding
        return "the game is over" if seat is None else f"{self.sitting.who(seat)} decides now, not you"

    # --- one change after the other ---------------------------------------------------------------------------

    async def change(self, change: Callable[[], None]) -> None:
        """Do something to the game, one after the other, and show what came of it."""
        async with self._one_at_a_time:
            before = self.sitting.game

            def work() -> None:
                change()
                self._shown = Shown(self.sitting, before.to_json())

            await self._run(work)
            self._drop_hint()
            await self._show(self.viewers)
        self._settle()
        self._let_agents_play()

    async def put(self, sitting: Sitting, before: Message | None = None) -> None:
        """Another position takes the place of what was shown; `before`: the one that it followed from."""
        async with self._one_at_a_time:

            def work() -> None:
                self.sitting = sitting
                self._shown = Shown(sitting, before)

            await self._run(work)
            self._drop_hint()
            await self._show(self.viewers)

    async def _run(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._workers, work)

    async def _show(self, viewers: Iterable[Viewer]) -> None:
        """Tell pages what is new for them."""
        if self._shown is None:
            self._shown = await self._run(lambda: Shown(self.sitting, None))
        shown = self._shown
        waiting = list(viewers)

        def messages() -> list[Message]:
            return [self.message_for(shown, viewer) for viewer in waiting]

        for viewer, message in zip(waiting, await self._run(messages), strict=True):
            if not viewer.tell(message):
                self.viewers.discard(viewer)

    def message_for(self, shown: Shown, viewer: Viewer) -> Message:
        """What a page is told of a position."""
        sitting = self.sitting
        may = {"undo": self._may_take_back(viewer), "redo": sitting.can_redo}
        told = shown.message(viewer.memory, viewer.seats, may)
        deciding = sitting.deciding
        agent = deciding is not None and not self.kept.places[deciding].key
        return {**told, "at": self.at, "thinks": self._thinks(agent), "trouble": self._troubles()}

    def _thinks(self, agent: bool) -> str:
        """What an agent that is to decide is at; empty if none is."""
        if not agent or self._trouble:
            return ""
        return "compiles" if self._compiles else "thinks"

    def _troubles(self) -> str:
        saving = f"{self.sitting.trouble}; the game goes on unsaved." if self.sitting.trouble else ""
        return " ".join(filter(None, [self._trouble, saving]))

    # --- agents -------------------------------------------------------------------------------------------------

    def _let_agents_play(self) -> None:
        """Where an agent decides, ask it, as long as somebody looks on."""
        if (self._agents is None or self._agents.done()) and self.agent_decides():
            self._agents = asyncio.get_running_loop().create_task(self._play_agents())

    def agent_decides(self) -> bool:
        """Whether somebody is to be asked who is no person."""
        seat = self.sitting.deciding
        return bool(seat is not None and not self.kept.places[seat].key and self.viewers and not self._trouble)

    async def _play_agents(self) -> None:
        while self.agent_decides():
            at, game, seat = self.at, self.sitting.game, self.sitting.deciding
            assert seat is not None
            try:
                action = await self.thinkers.decide(game, seat, self.kept.places[seat].name, self._wait_for_engine)
            except SeatError as error:
                self._compiles = False
                self._trouble = safe.line(error)
                async with self._one_at_a_time:
                    await self._show(self.viewers)
                return
            self._compiles = False
            await self._agent_acts(at, action)

    def _wait_for_engine(self) -> None:
        """The engine is compiled for the first time on this machine: say why it takes so long."""
        self._compiles = True
        self._say_compiles(self.viewers)

    def _say_compiles(self, viewers: Iterable[Viewer]) -> None:
        for viewer in list(viewers):
            viewer.tell({"is": "compiles", "at": self.at})

    async def _agent_acts(self, at: str, action: str) -> None:
        async with self._one_at_a_time:
            before = self.sitting.game

            def work() -> None:
                if at == self.at:
                    self.sitting.push(action)
                    self._shown = Shown(self.sitting, before.to_json())

            await self._run(work)
            await self._show(self.viewers)
        self._settle()

    # --- the disk -------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """See that a power cut leaves what was done, too; nobody waits for it."""
        if self._settling is None or self._settling.done():
            self._settling = asyncio.get_running_loop().create_task(self._settle_all())

    async def _settle_all(self) -> None:
        while not self.sitting.is_settled:
            await asyncio.sleep(SETTLING)
            await self._run(self.sitting.settle)


def begun(games: Games, kept: Kept, sitting: Sitting) -> None:
    """Keep a new game: it is one once its record is there."""
    games.keep(kept)
    sitting.file = games.record_file(kept.ident)
    sitting.save()
    sitting.settle()

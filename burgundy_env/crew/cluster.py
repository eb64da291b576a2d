"""The cores of a Ray cluster: handing out pieces there, and giving to others what somebody could not finish.

On each core of each node is a hand (`hand.py`). Its steps: it arrives, and is refused where its machine would play
other games; it begins the work there is; it does pieces. The first hand of a node goes ahead, so that what has to be
compiled there is compiled once; the others wait for it.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic

from ..safe import line
from .alike import Machine
from .crew import CrewError, Found, Piece, Tell, Work
from .ray import connect, explained, imported

_LOOK_EVERY = 2.0  # seconds between looks for nodes that came or went
_WAIT = 0.25  # seconds, for what is done
_ALONE = 5.0  # seconds between two looks at the first hand of a node: whether it compiles
_PATIENCE = 20.0  # seconds after which it is told that no core is free
_TRIES = 3  # hands that may be lost over the same piece, or in a row on a node before they arrive
ARRIVING, BEGINNING, IDLE, WORKING = "arriving", "beginning", "idle", "working"


@dataclass(eq=False)
class _Task(Generic[Piece]):
    """A piece, and how many hands were lost over it."""

    piece: Piece
    lost: int = 0


@dataclass(eq=False)
class _Hand:
    """A core, as it is seen from here."""

    actor: Any
    node: _Node
    step: str = ARRIVING
    answer: Any = None  # what it is to say next
    begun: int = 0  # the number of the work it has begun
    task: _Task[Any] | None = None
    since: float = field(default_factory=time.monotonic)


@dataclass(eq=False)
class _Node:
    """A machine of the cluster."""

    id: str
    name: str
    cores: int
    hands: list[_Hand] = field(default_factory=list)
    is_alike: bool = False
    is_open: bool = False  # it has compiled what is needed
    may_be_open: bool = False  # so it seemed, once: or the compiler is yet to begin
    refused: str | None = None
    failed: int = 0  # hands in a row that were lost before they could do anything
    told: float = 0.0

    @property
    def first(self) -> _Hand | None:
        """Who goes ahead, if anybody does yet."""
        return next((hand for hand in self.hands if hand.begun), None)


class Cluster:
    """The cores of a Ray cluster, all of them or at most so many."""

    def __init__(self, address: str | None, most: int | None, tell: Tell) -> None:
        """`address`: HOST:PORT; without it RAY_ADDRESS, a cluster that runs on this machine, or one started here."""
        self._ray, self._tell, self._most = imported(), tell, most
        self._is_ours = connect(self._ray, address, most)
        self._own = Machine.here()
        self._nodes: dict[str, _Node] = {}
        self._seen = self._began = time.monotonic()
        self._number, self._has_warned = 0, False
        self._seek(at_once=True)

    @property
    def hands(self) -> int:
        """The cores there are now."""
        cores = sum(node.cores for node in self._nodes.values() if node.refused is None)
        return max(1, cores if self._most is None else min(cores, self._most))

    def do(self, work: Work[Piece, Found], pieces: Iterable[Piece]) -> Generator[tuple[Piece, Found], None, None]:
        """Do all pieces; they come out as they are done."""
        self._number += 1
        content, tasks = self._kept(work), _Tasks(pieces)
        self._began = time.monotonic()
        try:
            while tasks or self._at_work():
                self._seek()
                self._hire()
                self._occupy(content, tasks)
                for hand in self._heard():
                    done = self._answered(hand, tasks)
                    if done is not None:
                        yield done
                self._look_after()
        finally:
            for hand in self._at_work():  # what they are at may take long
                self._dismiss(hand)

    def close(self) -> None:
        """All hands go; a cluster that was started here ends."""
        for hand in self._all():
            self._dismiss(hand)
        if self._is_ours:
            self._ray.shutdown()

    # --- nodes ------------------------------------------------------------------------------------------

    def _seek(self, at_once: bool = False) -> None:
        """Note the nodes that have come and gone."""
        now = time.monotonic()
        if not at_once and now - self._seen < _LOOK_EVERY:
            return
        self._seen = now
        there = {node["NodeID"]: node for node in self._ray.nodes() if node["Alive"]}
        for key in self._nodes.keys() - there.keys():
            self._tell(f"{self._nodes[key].name} is gone; what it had begun is given to others")
            self._nodes[key].refused = "is gone"
        for key, node in there.items():
            if key not in self._nodes:
                name = f"{line(node['NodeManagerHostname'])} ({node['NodeManagerAddress']}, {key[:6]})"
                self._nodes[key] = _Node(key, name, int(node["Resources"].get("CPU", 0)))

    def _hire(self) -> None:
        """Have hands on all cores."""
        for node in self._nodes.values():
            wanted = node.cores if node.refused is None else 0
            while len(node.hands) < wanted and (self._most is None or len(self._all()) < self._most):
                self._engage(node)

    def _engage(self, node: _Node) -> None:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        from .hand import Hand

        there = NodeAffinitySchedulingStrategy(node.id, soft=False)
        options = {"num_cpus": 1, "max_concurrency": 2, "max_restarts": 0, "scheduling_strategy": there}
        hand = _Hand(self._ray.remote(Hand).options(**options).remote(), node)
        hand.answer = hand.actor.arrive.remote()
        node.hands.append(hand)

    def _refuse(self, node: _Node, why: str) -> None:
        node.refused = why
        self._tell(f"{node.name} does not take part: {why}")
        for hand in list(node.hands):
            self._dismiss(hand)

    def _look_after(self) -> None:
        """Tell what somebody waits for; see that anybody is left."""
        now = time.monotonic()
        for node in self._nodes.values():
            first = None if node.is_open else node.first
            if first is not None and now - max(first.since, node.told) > _ALONE:
                node.told = now
                self._tell_compiling(node, first)
        if not any(node.refused is None and node.cores for node in self._nodes.values()):
            reasons = "; ".join(f"{node.name}: {node.refused}" for node in self._nodes.values() if node.refused)
            raise CrewError(f"no node of the cluster can play ({reasons or 'none has a core'})")
        arrived = any(hand.step != ARRIVING for hand in self._all())
        if not (arrived or self._has_warned) and now - self._began > _PATIENCE:
            self._has_warned = True
            self._tell("waiting for a core of the cluster: all seem to be taken by others (`ray status` tells)")

    def _tell_compiling(self, node: _Node, first: _Hand) -> None:
        """Let the other hands of a node follow, unless the first one compiles what they need, too."""
        try:
            at = self._ray.get(first.actor.compiling.remote(), timeout=_ALONE)
        except TimeoutError:  # the compiler leaves other threads little time
            self._tell(f"{node.name} does not answer yet: it compiles, or has too much to do")
        except self._ray.exceptions.RayError:
            return  # it is lost: its answer says so
        else:
            node.is_open, node.may_be_open = at is None and node.may_be_open, at is None
            if at is not None:
                self._tell(f"{node.name} compiles the engine once: kernel {min(at)} of {at[1]}")

    # --- hands ------------------------------------------------------------------------------------------

    def _all(self) -> list[_Hand]:
        return [hand for node in self._nodes.values() for hand in node.hands]

    def _at_work(self) -> list[_Hand]:
        return [hand for hand in self._all() if hand.step == WORKING]

    def _occupy(self, content: Any, tasks: _Tasks[Any]) -> None:
        """Give those who are free something to do."""
        for hand in self._all():
            if hand.step != IDLE or not (hand.node.is_open or hand.node.first in (hand, None)):
                continue
            if hand.begun != self._number:
                hand.step, hand.answer, hand.begun = BEGINNING, hand.actor.begin.remote(content), self._number
            elif (task := tasks.take()) is not None:
                hand.step, hand.task, hand.since = WORKING, task, time.monotonic()
                hand.answer = hand.actor.do.remote(task.piece)

    def _heard(self) -> list[_Hand]:
        """Those who have something to say."""
        waited = {hand.answer: hand for hand in self._all() if hand.answer is not None}
        if not waited:
            time.sleep(_WAIT)
            return []
        self._ray.wait(list(waited), timeout=_WAIT)
        ready, _ = self._ray.wait(list(waited), num_returns=len(waited), timeout=0)
        return [waited[answer] for answer in ready]

    def _answered(self, hand: _Hand, tasks: _Tasks[Any]) -> tuple[Any, Any] | None:
        """A piece that is done, with what was found; None if it is none."""
        errors = self._ray.exceptions
        step, answer, task = hand.step, hand.answer, hand.task
        if hand not in hand.node.hands:
            return None  # its node was refused meanwhile
        hand.answer = hand.task = None
        try:
            found = self._ray.get(answer)
        except errors.RayTaskError as error:
            cause = error.cause if isinstance(error.cause, Exception) else error
            if step != WORKING:
                self._refuse(hand.node, explained(cause))
            elif isinstance(cause, MemoryError | errors.ObjectStoreFullError | errors.OutOfDiskError):
                self._lost(hand, task, explained(cause), tasks)
            else:
                raise cause from None
            return None
        except errors.RayError as error:
            self._lost(hand, task, explained(error), tasks)
            return None
        hand.step, hand.node.failed = IDLE, 0
        if step == ARRIVING and not hand.node.is_alike:
            unlike = "; ".join(self._own.differences(found))
            hand.node.is_alike = True
            if unlike:
                self._refuse(hand.node, unlike)
        if step != WORKING or task is None:
            return None
        hand.node.is_open = True
        return task.piece, found

    def _lost(self, hand: _Hand, task: _Task[Any] | None, why: str, tasks: _Tasks[Any]) -> None:
        """A process has ended, or its machine has, or can't keep what was found."""
        node = hand.node
        self._dismiss(hand)
        node.failed += 1
        if task is None:
            if node.refused is None and node.failed >= _TRIES:
                self._refuse(node, f"no process stays alive there ({why})")
            return
        task.lost += 1
        if task.lost >= _TRIES:
            raise CrewError(
                f"{task.lost} processes of the cluster were lost over one piece, the last on {node.name}: {why}; "
                "what was done before is kept"
            )
        self._tell(f"{node.name}: a process was lost ({why}); another does its piece")
        tasks.give_back(task)

    def _dismiss(self, hand: _Hand) -> None:
        hand.node.hands.remove(hand)
        hand.step, hand.answer, hand.task = IDLE, None, None
        with contextlib.suppress(self._ray.exceptions.RayError):
            self._ray.kill(hand.actor)

    def _kept(self, work: Work[Any, Any]) -> Any:
        """The work where all hands can read it: it may be large."""
        try:
            return self._ray.put(self._ray.cloudpickle.dumps(work))
        except self._ray.exceptions.RayError as error:
            raise CrewError(f"the work can't be put before the cluster: {explained(error)}") from None


class _Tasks(Generic[Piece]):
    """What is left to do."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._new: Iterator[Piece] = iter(pieces)
        self._again: deque[_Task[Piece]] = deque()
        self._look()

    def __bool__(self) -> bool:
        return bool(self._again)

    def take(self) -> _Task[Piece] | None:
        """The next one, if there is any."""
        task = self._again.popleft() if self._again else None
        self._look()
        return task

    def give_back(self, task: _Task[Piece]) -> None:
        """Somebody else is to do it, and first."""
        self._again.appendleft(task)

    def _look(self) -> None:
        """Have one at hand, so that it is known whether there are more."""
        if not self._again:
            self._again.extend(_Task(piece) for piece in [next(self._new, _NONE)] if piece is not _NONE)


_NONE: Any = object()

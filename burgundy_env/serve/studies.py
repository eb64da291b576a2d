"""A game or position that is studied: what was played, and beside it a tree of what might have been.

The record is the trunk. A branch is an action that was not played, or a change of the position in words (other dice,
say); behind it goes on whatever one likes. What chance brings on a branch is not what the record's seed would have
brought: everything hidden is dealt anew before it.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from burgundy_env import safe
from burgundy_env.analysis.review import Entry
from burgundy_env.analysis.turns import turns_of
from burgundy_env.editing import changed
from burgundy_env.game import Game, IllegalAction
from burgundy_env.position.values import PositionError
from burgundy_env.records import Record
from burgundy_env.serve.lobby import called
from burgundy_env.serve.showing import Standing
from burgundy_env.serve.table import Refused
from burgundy_env.sitting.sitting import Moment, moment
from burgundy_env.telling.log import Aftermath, when

FORMAT = "burgundy-study/1"
MOST_BRANCHES = 600  # actions and changes beside the record's
MOST_ACTIONS = 4000  # of a record: more than four times the longest game
LONGEST_CHANGE = 600  # letters


@dataclass(frozen=True)
class Node:
    """A position of the tree, and the step that led to it."""

    number: int
    parent: int | None
    game: Game = field(repr=False)
    step: str = ""  # an action, or a change in words
    deal: int | None = None  # by what hidden things were dealt anew before it; None on the trunk
    is_change: bool = False
    done: Moment | None = None  # the step as it is told

    def to_dict(self) -> dict[str, Any]:
        """A branch as it is written."""
        kind = "change" if self.is_change else "action"
        return {"node": self.number, "from": self.parent, kind: self.step, "deal": self.deal}


class Study:
    """A record, and the branches that grow from it."""

    def __init__(self, record: Record) -> None:
        if len(record) > MOST_ACTIONS:
            raise Refused(f"the record has {len(record)} actions; more than {MOST_ACTIONS} are no game")
        self.record = record
        self.called = [called(name) for name in record.players]
        self.nodes: dict[int, Node] = {0: Node(0, None, record.game(0))}
        for number, step in enumerate(record.steps(), 1):
            done = moment(step.game, step.action, step.after, step.events, self.called)
            self.nodes[number] = Node(number, number - 1, step.after, step.action, done=done)
        self.trunk = len(self.nodes)  # how many positions the record has
        self._next = self.trunk
        self.one_at_a_time = asyncio.Lock()  # for what pages want of it
        self.turns = list(turns_of(record))
        self.reviewed: dict[int, Entry] = {}  # what the turns of the record cost, as far as that was asked for
        self.lost = 0  # branches that were read and can't be any more

    # --- reading and writing ------------------------------------------------------------------------------

    @classmethod
    def read(cls, text: str) -> Study:
        """A study, a record or a position, by what it says it is; Refused says what is wrong with it."""
        try:
            document = _document(text)
            if document is not None and str(document.get("format", "")).startswith("burgundy-study"):
                return cls._of_document(document)
            if document is not None and str(document.get("format", "")).startswith("burgundy-position"):
                return cls(Record.of(Game.from_json(document, secrets.randbits(48))))
            return cls(Record.parse(text, "what was given", repair=True))
        except Refused:
            raise
        except (ValueError, RecursionError) as error:
            raise Refused(safe.line(error)[:1000] or "this is neither a record nor a position") from None

    @classmethod
    def _of_document(cls, document: Mapping[str, Any]) -> Study:
        lines, branches = document.get("record"), document.get("branches", [])
        if document["format"] != FORMAT or not isinstance(lines, list) or not isinstance(branches, list):
            raise Refused(f"a study has the format {FORMAT}, a record as a list of its lines, and branches")
        study = cls(Record.parse("\n".join(json.dumps(line) for line in lines), "the study's record"))
        if len(branches) > MOST_BRANCHES:
            raise Refused(f"the study has {len(branches)} branches; {MOST_BRANCHES} are the most")
        study._grow(branches)
        return study

    def _grow(self, branches: Sequence[object]) -> None:
        """Branches as they were written; one that can't be any more falls with all that grew from it."""
        numbers = {number: number for number in self.nodes}
        for branch in branches:
            try:
                assert isinstance(branch, dict)
                parent, deal = self.nodes[numbers[branch["from"]]], int(branch["deal"]) & (1 << 62) - 1
                if "change" in branch:
                    node = self._changed(parent, str(branch["change"])[:LONGEST_CHANGE], deal)
                else:
                    node = self._acted(parent, str(branch["action"]), deal)
                numbers[int(branch["node"])] = node.number
            except (AssertionError, KeyError, TypeError, ValueError):
                self.lost += 1

    def to_dict(self) -> dict[str, Any]:
        """The study as it is written."""
        lines = [json.loads(line) for line in self.record.lines()]
        return {"format": FORMAT, "record": lines, "branches": [node.to_dict() for node in self.branches()]}

    def record_of(self, node: Node) -> str:
        """The game that led to a position, as a record."""
        lines = Record.of(node.game, self.record.players).lines()
        return "".join(f"{line}\n" for line in lines)

    # --- looking --------------------------------------------------------------------------------------------

    @property
    def about(self) -> str:
        """What is studied, in a line."""
        names = ", ".join(self.called)
        return f"{names}: {self.trunk - 1} actions" if self.trunk > 1 else f"a position: {names}"

    def node(self, number: object) -> Node:
        """A position by its number."""
        if isinstance(number, bool) or not isinstance(number, int) or number not in self.nodes:
            raise Refused("there is no such position in this study; it may have been cut off meanwhile")
        return self.nodes[number]

    def branches(self) -> Iterator[Node]:
        """All that is not on the trunk, what grew first in front."""
        return (node for number, node in self.nodes.items() if number >= self.trunk)

    def after(self, node: Node) -> list[Node]:
        """What follows a position, the trunk's in front."""
        return [each for each in self.nodes.values() if each.parent == node.number]

    def standing(self, node: Node) -> Standing:
        """A position as it is shown, with the step that led to it."""
        moments = [node.done] if node.done is not None else []
        return Standing(node.game, self.called, moments=moments)

    def told(self) -> list[dict[str, Any]]:
        """The whole tree in short."""
        return [_told(node) for node in self.nodes.values()]

    # --- growing ------------------------------------------------------------------------------------------

    def act(self, node: Node, action: str, again: bool = False) -> Node:
        """The position after an action: one that is there, or a new one. `again`: a new one, by other luck."""
        there = [each for each in self.after(node) if not each.is_change and each.step == action]
        if there and not again:
            return there[0]
        return self._acted(node, action, secrets.randbits(48))

    def play(self, node: Node, turn: Sequence[str]) -> Node:
        """The position after several actions, as far as chance lets them be."""
        for number, action in enumerate(turn):
            if number and action not in node.game.legal_actions():
                break
            node = self.act(node, action)
        return node

    def change(self, node: Node, step: str) -> Node:
        """The position changed in words, as `p0 dice 3 5`."""
        there = [each for each in self.after(node) if each.is_change and each.step == step]
        return there[0] if there else self._changed(node, step, secrets.randbits(48))

    def cut(self, node: Node) -> int:
        """Cut off a branch with all that grew from it; the position that it grew from."""
        if node.number < self.trunk or node.parent is None:
            raise Refused("what was played can't be cut off, only branches can")
        gone = {node.number}
        for number, each in self.nodes.items():
            if each.parent in gone:
                gone.add(number)
        for number in gone:
            del self.nodes[number]
        return node.parent

    def _acted(self, node: Node, action: str, deal: int) -> Node:
        game = node.game.copy()
        game.redetermine(deal)
        events = len(game.events)
        try:
            game.push(action)
        except IllegalAction as error:
            raise Refused(safe.line(error)) from None
        done = moment(node.game, action, game, game.events[events + 1 :], self.called)
        return self._kept(node, game, action, deal, done, False)

    def _changed(self, node: Node, step: str, deal: int) -> Node:
        try:
            game = Game.from_json(changed(node.game.to_json(), step), deal)
        except PositionError as error:
            raise Refused(safe.line(error)) from None
        seat = node.game.active if node.game.active is not None else 0
        told = f"What if: {step}"
        done = Moment(seat, "skip", told, told, (), when(game.to_json()), Aftermath([], "", []))
        return self._kept(node, game, step, deal, done, True)

    def _kept(self, node: Node, game: Game, step: str, deal: int, done: Moment, is_change: bool) -> Node:
        if len(self.nodes) - self.trunk >= MOST_BRANCHES:
            raise Refused(f"{MOST_BRANCHES} steps beside the record are the most; cut some branches off first")
        made = Node(self._next, node.number, game, step, deal, is_change, done)
        self.nodes[self._next] = made
        self._next += 1
        return made


def _document(text: str) -> dict[str, Any] | None:
    """The one JSON object that a text is; None if it is more or less than that."""
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _told(node: Node) -> dict[str, Any]:
    done = node.done
    if done is None:
        return {"node": 0, "from": None}
    seat = None if node.is_change else done.seat
    return {"node": node.number, "from": node.parent, "seat": seat, "note": done.note, "when": done.when,
            "step": node.step}  # fmt: skip

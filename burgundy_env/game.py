"""One game, as pleasant to use as a chess board."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import data as component_data
from .config import ConfigError, GameConfig
from .data import Data
from .engine import batch
from .engine.actions import ACTIONS, IDS, STRINGS
from .engine.layout import (
    CHATEAUMA_SCORES,
    E_ACTION,
    FINAL_SOURCES,
    GOODS,
    HEXES,
    LONGEST_STEP,
    MODULE_SCORES,
    PLAYER_SCORES,
    ROUNDS,
    SCORE_NAMES,
    SEATS,
    STAGE_OVER,
    STAGES,
    STATE,
    TAPE_END,
    TAPE_NEXT,
    TAPE_READ,
    TAPE_RECORD,
    TAPE_REPLAY,
    TAPE_TROUBLE,
    TILE_IDS,
    new_tape,
)
from .engine.redeal import redeal
from .engine.rules.setup import count_supplies
from .engine.tables import tables_for
from .modules.sizes import PHASE_LETTERS
from .position.checks import check
from .position.dealing import deal_hidden, deal_unseen
from .position.events import event, tape_row
from .position.reading import read
from .position.values import PositionError
from .position.writing import position

Config = GameConfig | Mapping[str, Any] | str | None
DataSource = Data | str | os.PathLike[str] | None
_WORD = (1 << 64) - 1


class IllegalAction(ValueError):
    """The action can't be taken now; the message says why and what can. The game is unchanged."""


class ChanceMismatch(ValueError):
    """A scripted chance event can't happen at this point of the game. The game is unchanged."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    ranking: tuple[int, ...]  # seats, best first
    winners: tuple[int, ...]
    totals: tuple[int, ...]  # victory points by seat
    decided_by: str  # "points", "empty hexes", "turn order", "chateauma", which wins ties; "solo"
    # The solo game, which is won (then `winners` is (0,)) when no hex is empty:
    rounds: int | None = None
    empty_hexes: int | None = None


class Game:
    """A game of The Castles of Burgundy.

    >>> game = Game.new({"players": 2, "duchies": [1, 1]}, seed=7)
    >>> game.push("start h19")
    >>> game.active
    0
    """

    __slots__ = ("_count", "_ids", "_origin", "_state", "_tables", "_tape", "config", "data", "seed")

    config: GameConfig
    data: Data
    seed: int | None
    _count: int
    _ids: np.ndarray[Any, Any]
    _origin: dict[str, Any] | None
    _state: np.ndarray[Any, Any]
    _tables: np.ndarray[Any, Any]
    _tape: np.ndarray[Any, Any]

    # --- beginning -----------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        config: Config = None,
        seed: int | None = None,
        *,
        data: DataSource = None,
        chance: Sequence[Mapping[str, Any]] | None = None,
    ) -> Game:
        """A game before its first decision. Equal seeds give equal games; none gives a random one.

        `chance`: the events of a setup, as a record lists them, to be followed instead of the seed.
        """
        game = cls._blank(config, data)
        game.seed = secrets.randbits(63) if seed is None else _checked_seed(seed)
        game._state["rng"] = _mixed(game.seed)
        tape = game._tape if chance is None else _script([], chance)
        game._count = batch.new_game(game._tables, game._state, 0, tape, game._ids)
        if chance is not None:
            _check_played(tape)
            game._append(tape)
        return game

    @classmethod
    def from_json(
        cls, document: Mapping[str, Any] | str, seed: int | None = None, *, data: DataSource = None
    ) -> Game:
        """The game at a position (`burgundy-position/1`, a dict or its text).

        `seed` decides chance from here on, and deals what the document leaves hidden.
        """
        if isinstance(document, str):
            document = _parsed(document)
        loaded = _loaded(data)
        config, state, complete = read(document, loaded)
        game = cls._blank(config, loaded)
        game._state = state
        game.seed = secrets.randbits(63) if seed is None else _checked_seed(seed)
        state["rng"] = _mixed(game.seed)
        s, t = state[0], game._tables[0]
        check(config, s, t)
        if not complete:
            deal_hidden(config, s, t)
        deal_unseen(config, s, t)
        count_supplies(s)
        game._count = batch.list_legal(game._tables, state, 0, game._ids)
        if game._count == 0 and s.stage != STAGE_OVER:
            raise PositionError("pending: nothing can be done about the last entry; leave it out")
        game._origin = game.to_json()
        return game

    @classmethod
    def _blank(cls, config: Config, data: DataSource) -> Game:
        game = object.__new__(cls)
        game.data = _loaded(data)
        game.config = _with_data(GameConfig.of(config), game.data)
        game._tables = tables_for(game.config, game.data)
        game._state = np.zeros(1, STATE)
        game._tape = new_tape(2 * LONGEST_STEP, TAPE_RECORD)
        game._ids = batch.id_buffer()
        game._count = 0
        game._origin = None
        game.seed = None
        return game

    def __init__(self) -> None:
        raise TypeError("a game begins with Game.new(config, seed) or Game.from_json(document, seed)")

    def copy(self) -> Game:
        """An independent game at the same point, with the same future for the same actions."""
        twin = object.__new__(Game)
        twin.config, twin.data, twin.seed = self.config, self.data, self.seed
        twin._tables, twin._origin = self._tables, self._origin
        twin._state, twin._tape = self._state.copy(), self._tape.copy()
        twin._ids, twin._count = self._ids.copy(), self._count
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        directory = self.data.directory
        return _unpickled, (self.config, directory, self.seed, self._origin, self._state.tobytes(), self._tape)

    # --- playing -------------------------------------------------------------------------------------

    @property
    def active(self) -> int | None:
        """The seat to decide; None when the game is over."""
        active = int(self._state["active"][0])
        return None if active < 0 else active

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._state["stage"][0] == STAGE_OVER)

    def legal_actions(self) -> list[str]:
        """The legal actions in notation, in the order of their ids."""
        return [STRINGS[number] for number in self._ids[: self._count].tolist()]

    def legal_ids(self) -> list[int]:
        """The legal actions as ids, rising."""
        ids: list[int] = self._ids[: self._count].tolist()
        return ids

    def action_mask(self) -> np.ndarray:
        """A fresh array with a 1 for each legal id, 0 elsewhere."""
        mask = np.zeros(ACTIONS, np.int8)
        mask[self._ids[: self._count]] = 1
        return mask

    def push(self, action: str | int) -> None:
        """Take an action, in notation or by id; raise IllegalAction, changing nothing, if it is not legal."""
        number = IDS.get(action, -1) if isinstance(action, str) else _checked_id(action)
        tape = self._tape
        if len(tape) - tape[0, TAPE_NEXT] < LONGEST_STEP:
            self._tape = tape = np.concatenate([tape, np.zeros_like(tape)])
        count = batch.step(self._tables, self._state, 0, tape, number, self._ids)
        if count == batch.ILLEGAL:
            raise IllegalAction(self._refusal(action))
        self._count = count

    def push_scripted(self, action: str | int, chance: Sequence[Mapping[str, Any]]) -> None:
        """Take an action and let chance fall as the events say: replays without a seed, and planners.

        The events are those that `events` would list after the action, in the same order.
        """
        number = IDS.get(action, -1) if isinstance(action, str) else _checked_id(action)
        if number not in self.legal_ids():
            raise IllegalAction(self._refusal(action))
        script = _script([[E_ACTION, int(self._state["active"][0]), 0, number]], chance)
        state, ids = self._state.copy(), self._ids.copy()
        count = batch.step(self._tables, state, 0, script, number, ids)
        _check_played(script)
        self._state, self._ids, self._count = state, ids, count
        self._append(script)

    def redetermine(self, seed: int) -> None:
        """Deal everything hidden anew, future dice included; nothing visible changes.

        Hidden is what nobody can know who has seen and counted all that lay open: the order of what will be
        drawn, which goods lie on the piles of the phases to come, and what modifier A's tiles are.
        """
        before = self.to_json()["hidden"] if self._origin is not None else {}
        redeal(self._tables, self._state, 0, _mixed(_checked_seed(seed)), self._tape)
        if self._origin is not None:
            self._origin = _with_hidden(self._origin, before, self.to_json()["hidden"])

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` actions there are, chance going on as seeded."""
        if depth < 0:
            raise ValueError(f"depth: a number of actions, 0 or more, not {depth}")
        states = np.repeat(self._state, depth + 1)
        ids = np.zeros((depth + 1, len(self._ids)), np.int16)
        return int(batch.perft(self._tables, states, new_tape(), ids, depth))

    def explain(self, action: str | int) -> str:
        """A sentence that says what a legal action does, workers spent included."""
        from .telling.explain import explain

        number = IDS.get(action, -1) if isinstance(action, str) else _checked_id(action)
        if number not in self.legal_ids():
            raise IllegalAction(self._refusal(action))
        return explain(self._state[0], self._tables[0], STRINGS[number])

    # --- looking -------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The position as a `burgundy-position/1` document."""
        return position(self.config, self._state[0], self._tables[0])

    @property
    def events(self) -> list[dict[str, Any]]:
        """All that happened, actions and chance, as the lines of a game record."""
        end = int(self._tape[0, TAPE_NEXT])
        return [event(row) for row in self._tape[1:end].tolist()]

    @property
    def origin(self) -> dict[str, Any] | None:
        """The position the game was set up from; None if it was begun anew."""
        return self._origin

    def scores(self) -> list[dict[str, Any]]:
        """Per seat the total, were the game to end now, and a breakdown by source that adds up to it.

        While playing, `vp` is what the seat has already; final scoring is in the total only.
        """
        out = np.zeros(len(SCORE_NAMES), np.int16)
        scores = []
        for p in range(self.config.seats):
            total = int(batch.score(self._tables, self._state, 0, p, out))
            points = dict(zip(SCORE_NAMES, out.tolist(), strict=True))
            names = CHATEAUMA_SCORES if p == self.config.players else PLAYER_SCORES
            names = tuple(n for n in names if MODULE_SCORES.get(n) in (None, *self.config.modules))
            vp = total - sum(points[name] for name in FINAL_SOURCES)
            scores.append({"seat": p, "total": total, "vp": vp, "breakdown": {name: points[name] for name in names}})
        return scores

    def outcome(self) -> Outcome | None:
        """Ranking, winner and how a tie was broken; None while the game goes on."""
        if not self.is_over:
            return None
        if self.config.solo:
            return self._solo_outcome()
        seats = self.config.seats
        ranking, totals = np.zeros(SEATS, np.int8), np.zeros(SEATS, np.int16)
        batch.rank(self._tables, self._state, 0, ranking, totals)
        order = ranking[:seats].tolist()
        covered = [int(bits).bit_count() for bits in self._state["occupied"][0]]
        decided = decided_by(self.config.players, order, totals.tolist(), covered)
        return Outcome(tuple(order), (order[0],), tuple(totals[:seats].tolist()), decided)

    def _solo_outcome(self) -> Outcome:
        s = self._state[0]
        empty = HEXES - int(s.occupied[0]).bit_count()
        rounds = int(s.phase) * ROUNDS + int(s.round_number) + 1
        return Outcome((0,), () if empty else (0,), (int(s.vp[0]),), "solo", rounds, empty)

    def __eq__(self, other: object) -> bool:
        """Whether both are at the same position with the same future; how they got there doesn't matter."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self._state.copy(), other._state.copy()
        mine["source"] = theirs["source"] = 0
        mine["unseen"] = theirs["unseen"] = 0  # what never comes to light has no future
        # Field by field: the record has padding, and NumPy leaves that undefined when it copies.
        return self.config == other.config and bool((mine == theirs).all())

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        s = self._state[0]
        whose = "over" if self.is_over else f"seat {self.active} to decide"
        where = f"phase {PHASE_LETTERS[s.phase]} round {s.round_number + 1}, {STAGES[s.stage]}, {whose}"
        return f"<Game {self.config} seed={self.seed}: {where}>"

    def __str__(self) -> str:
        from .render import draw

        return draw(self.to_json(), colour=False, data_dir=self.data.directory)

    def _repr_svg_(self) -> str:
        from .render import picture

        return picture(self, theme="auto")

    # --- refusing, replaying -------------------------------------------------------------------------

    def _refusal(self, action: str | int) -> str:
        name = action if isinstance(action, str) else f"{STRINGS[action]} (id {action})"
        if self.is_over:
            return f"{name!r} can't be played: the game is over"
        kind = "is not legal here" if name in IDS or not isinstance(action, str) else "is no action"
        legal = self.legal_actions()
        shown = ", ".join(legal[:40]) + (f" and {len(legal) - 40} more" if len(legal) > 40 else "")
        s = self._state[0]
        where = f"seat {self.active} in phase {PHASE_LETTERS[s.phase]} round {s.round_number + 1}"
        return f"{name!r} {kind}; {where} may play: {shown}"

    def _append(self, script: np.ndarray) -> None:
        """Write what happened while a script was played on the game's own tape."""
        rows = script[1 : script[0, TAPE_NEXT]]
        first = int(self._tape[0, TAPE_NEXT])
        if len(self._tape) - first < len(rows) + LONGEST_STEP:
            self._tape = np.concatenate([self._tape, np.zeros_like(self._tape)])
        self._tape[first : first + len(rows)] = rows
        self._tape[0, TAPE_NEXT] = first + len(rows)


def decided_by(players: int, ranking: Sequence[int], totals: Sequence[int], covered: Sequence[int]) -> str:
    """What put the first of the ranking before the second; `covered`: how many hexes each seat has covered."""
    first, second = ranking[0], ranking[1]
    if totals[first] != totals[second]:
        return "points"
    if first == players:
        return "chateauma"
    return "turn order" if covered[first] == covered[second] else "empty hexes"


def _script(rows: list[list[int]], chance: Sequence[Mapping[str, Any]]) -> np.ndarray:
    """A tape that replays the rows and then the chance events; what happens is written before them."""
    for i, document in enumerate(chance):
        try:
            rows = [*rows, tape_row(document)]
        except ValueError as error:
            raise ChanceMismatch(f"chance event {i}: {error}") from None
    script = new_tape(LONGEST_STEP + len(rows), TAPE_REPLAY)
    script[LONGEST_STEP:, :4] = np.array(rows, np.int16).reshape(-1, 4)
    script[0, TAPE_READ], script[0, TAPE_END] = LONGEST_STEP, len(script)
    return script


def _check_played(script: np.ndarray) -> None:
    """Refuse a script that asked for something else than what could happen."""
    end, trouble, reached = (int(script[0, i]) for i in (TAPE_END, TAPE_TROUBLE, TAPE_READ))
    if trouble >= end:
        raise ChanceMismatch("chance events: those given are too few; more has to be decided here")
    if trouble:
        raise ChanceMismatch(f"chance event {event(script[trouble].tolist())} can't happen here")
    if reached < end:
        raise ChanceMismatch(f"chance event {event(script[reached].tolist())} is left over; nothing asks for it here")


def _with_hidden(origin: dict[str, Any], before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The position a game was set up from, as it must have been where `before` is now hidden as `after`."""
    hidden = {**origin["hidden"]}
    for group in ("black", "goods"):
        counts = {
            name: hidden[group].get(name, 0) - before[group].get(name, 0) + after[group].get(name, 0)
            for name in (*map(str, range(1, GOODS + 1)), *TILE_IDS)
        }
        hidden[group] = {name: count for name, count in counts.items() if count}
    return {**origin, "hidden": hidden}


def _checked_seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise TypeError(f"a seed is an integer, not {seed!r}")
    return int(seed)


def _mixed(seed: int) -> np.uint64:
    """A generator's first word: neighbouring seeds must not give neighbouring streams."""
    word = (seed ^ 0x9E3779B97F4A7C15) & _WORD
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = ((word ^ (word >> shift)) * factor) & _WORD
    return np.uint64(word ^ (word >> 31))


def _checked_id(action: object) -> int:
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        raise TypeError(f"an action is its string or its id, not {action!r}")
    if not 0 <= action < ACTIONS:
        raise IllegalAction(f"{action} is no action; ids are 0 to {ACTIONS - 1}")
    return int(action)


def _loaded(data: DataSource) -> Data:
    return data if isinstance(data, Data) else component_data.load(data)


def _with_data(config: GameConfig, data: Data) -> GameConfig:
    """The config with the hash of the data it runs on, where they are not the package's own."""
    own = None if data.directory is None else data.hash
    if config.data not in (None, own):
        raise ConfigError(f"data: the config wants component data {config.data}, in use are {data.hash}")
    return replace(config, data=own)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except PositionError:
        raise
    except (ValueError, RecursionError) as error:  # ValueError: also numbers of thousands of digits
        raise PositionError(f"the text is no JSON: {error}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a document; Python would keep the last of two values quietly."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise PositionError(f"key {twice!r} is there twice in one object; must be there once")
    return found


def _unpickled(
    config: GameConfig,
    directory: str | None,
    seed: int | None,
    origin: dict[str, Any] | None,
    state: bytes,
    tape: np.ndarray,
) -> Game:
    game = Game._blank(config, directory)
    game.seed, game._origin, game._tape = seed, origin, tape
    game._state = np.frombuffer(state, STATE).copy()
    game._count = batch.list_legal(game._tables, game._state, 0, game._ids)
    return game

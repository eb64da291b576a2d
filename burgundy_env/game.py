"""One game, as pleasant to use as a chess board."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np

from . import data as component_data
from .config import ConfigError, GameConfig
from .data import Data
from .engine import batch
from .engine.actions import ACTIONS, IDS, STRINGS
from .engine.layout import E_ACTION, FINAL_SOURCES, SOURCES, STAGE_OVER, STAGES, STATE, new_tape
from .engine.play import Play, duplicate
from .engine.rules.setup import count_supplies
from .engine.seeds import mixed
from .engine.tables import tables_for
from .hooks import hook
from .modules.sizes import PHASE_LETTERS
from .outcome import Outcome, decided_by, outcome_of, scores_of, winners_of
from .position.checks import check
from .position.dealing import deal_hidden, deal_unseen
from .position.document import parsed, with_hidden
from .position.events import events_of
from .position.reading import read
from .position.script import Chance, ChanceMismatch, check_played, script_of
from .position.values import PositionError
from .position.writing import position

__all__ = [
    "ChanceMismatch", "Config", "DataSource", "Game", "IllegalAction", "Outcome", "Play", "decided_by", "inside",
    "loaded", "told_from", "winners_of",
]  # fmt: skip

Config = GameConfig | Mapping[str, Any] | str | None
DataSource = Data | str | os.PathLike[str] | None


DEEPEST = 1000  # perft: nobody will live to see the count of a tenth of it


class IllegalAction(ValueError):
    """The action can't be taken now; the message says why and what can. The game is unchanged.

    >>> game = Game.new({"players": 2, "duchies": [1, 5]}, seed=7)
    >>> game.push("d1 workers")
    Traceback (most recent call last):
    burgundy_env.game.IllegalAction: 'd1 workers' is not legal here; seat 0 in phase A round 1 may play: start h2, ...
    """


class Game:
    """A game of The Castles of Burgundy.

    >>> game = Game.new({"players": 2, "duchies": [1, 1]}, seed=7)
    >>> game.push("start h19")
    >>> game.active
    1
    """

    __slots__ = ("_origin", "_play", "config", "data", "seed")

    config: GameConfig
    data: Data
    seed: int | None
    _origin: dict[str, Any] | None
    _play: Play

    # --- beginning -----------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        config: Config = None,
        seed: int | None = None,
        *,
        data: DataSource = None,
        chance: Chance | None = None,
    ) -> Game:
        """A game before its first decision. Equal seeds give equal games; none gives a random one.

        `chance`: the events of a setup, as a record lists them, to be followed instead of the seed.

        >>> Game.new("base2p", seed=7) == Game.new({"players": 2}, seed=7)
        True
        >>> Game.new({"players": 1, "chateauma": "hard"}).config.seats
        2
        """
        game = cls._blank(config, data)
        game.seed, play = _seed(seed), game._play
        play.state["rng"] = mixed(game.seed)
        if chance is None:
            play.begin()
        else:
            script = script_of(chance)
            play.begin(script)
            check_played(script)
            play.append(script)
        return game

    @classmethod
    def from_json(
        cls, document: Mapping[str, Any] | str, seed: int | None = None, *, data: DataSource = None
    ) -> Game:
        """The game at a position (`burgundy-position/1`, a dict or its text).

        `seed` decides chance from here on, and deals what the document leaves hidden.

        >>> document = Game.new(seed=7).to_json()
        >>> del document["hidden"]
        >>> Game.from_json(document, seed=1).legal_actions()
        ['start h2', 'start h3', 'start h7', 'start h19']
        """
        if isinstance(document, str):
            document = parsed(document)
        components = loaded(data)
        config, state, complete = read(document, components)
        game = cls._blank(config, components)
        game.seed, play = _seed(seed), game._play
        play.state = state
        state["rng"] = mixed(game.seed)
        s, t = state[0], play.tables[0]
        check(config, s, t)
        if not complete:
            deal_hidden(config, s, t)
        deal_unseen(config, s, t)
        count_supplies(s)
        if play.list_legal() == 0 and s.stage != STAGE_OVER:
            raise PositionError("pending: nothing can be done about the last entry; leave it out")
        game._origin = game.to_json()
        return game

    @classmethod
    def _blank(cls, config: Config, data: DataSource) -> Game:
        game = object.__new__(cls)
        game.data = loaded(data)
        game.config = _with_data(GameConfig.of(config), game.data)
        game._play = Play(tables_for(game.config, game.data))
        game.seed = game._origin = None
        return game

    def __init__(self) -> None:
        raise TypeError("a game begins with Game.new(config, seed) or Game.from_json(document, seed)")

    def copy(self) -> Game:
        """An independent game at the same point, with the same future for the same actions.

        >>> game = Game.new(seed=7)
        >>> trial = game.copy()
        >>> trial.push("start h19")
        >>> trial == game
        False
        """
        twin = object.__new__(Game)
        twin.config, twin.data, twin.seed = self.config, self.data, self.seed
        twin._play, twin._origin = self._play.copy(), self._origin
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        play, source = self._play, self.data if self.data.version else self.data.directory
        return _unpickled, (self.config, source, self.seed, self._origin, play.state.tobytes(), play.tape)

    # --- playing -------------------------------------------------------------------------------------

    @property
    def active(self) -> int | None:
        """The seat to decide; None when the game is over.

        >>> Game.new(seed=7).active
        0
        """
        active = int(self._play.state["active"][0])
        return None if active < 0 else active

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> Game.new(seed=7).is_over
        False
        """
        return bool(self._play.state["stage"][0] == STAGE_OVER)

    def legal_actions(self) -> list[str]:
        """The legal actions in notation, in the order of their ids.

        >>> Game.new(seed=7).legal_actions()
        ['start h2', 'start h3', 'start h7', 'start h19']
        """
        return [STRINGS[number] for number in self._play.legal_ids()]

    def legal_ids(self) -> list[int]:
        """The legal actions as ids, rising.

        >>> Game.new(seed=7).legal_ids()
        [1, 2, 6, 18]
        """
        return self._play.legal_ids()

    def action_mask(self) -> np.ndarray:
        """A fresh array with a 1 for each legal id, 0 elsewhere.

        >>> mask = Game.new(seed=7).action_mask()
        >>> mask.shape, mask.nonzero()[0].tolist()
        ((1104,), [1, 2, 6, 18])
        """
        play, mask = self._play, np.zeros(ACTIONS, np.int8)
        mask[play.ids[: play.count]] = 1
        return mask

    def push(self, action: str | int) -> None:
        """Take an action, in notation or by id; raise IllegalAction, changing nothing, if it is not legal.

        >>> game = Game.new(seed=7)
        >>> game.push("start h19")
        >>> game.push(18)  # the same of the other seat, by id
        >>> "d1 workers" in game.legal_actions()
        True
        """
        number = IDS.get(action, -1) if isinstance(action, str) else _checked_id(action)
        if not self._play.step(number):
            raise IllegalAction(self._refusal(action))

    def push_scripted(self, action: str | int, chance: Chance) -> None:
        """Take an action and let chance fall as the events say: replays without a seed, and planners.

        The events are those that `events` would list after the action, in the same order; what follows by itself
        may be among them.

        >>> game, again = Game.new(seed=7), Game.new(seed=7)
        >>> before = len(game.events)
        >>> game.push("start h19")
        >>> again.push_scripted("start h19", game.events[before + 1 :])
        >>> again == game
        True
        """
        number, play = self._legal_id(action), self._play
        script = script_of(chance, [[E_ACTION, int(play.state["active"][0]), 0, number]])
        state, ids = duplicate(play.state), play.ids.copy()
        count = batch.step(play.tables, state, 0, script, number, ids)
        check_played(script)
        play.state, play.ids, play.count = state, ids, count
        play.append(script)

    def redetermine(self, seed: int) -> None:
        """Deal everything hidden anew, future dice included; nothing visible changes.

        Hidden is what nobody can know who has seen and counted all that lay open: the order of what will be
        drawn, which goods lie on the piles of the phases to come, and what modifier A's tiles are.

        >>> game = Game.new(seed=7)
        >>> other = game.copy()
        >>> other.redetermine(seed=1)
        >>> other == game, other.legal_actions() == game.legal_actions()
        (False, True)
        """
        before = self.to_json()["hidden"] if self._origin is not None else {}
        self._play.redeal(_checked_seed(seed))
        self.seed = None  # it tells how the true game goes on
        if self._origin is not None:
            self._origin = with_hidden(self._origin, before, self.to_json()["hidden"])

    def view(self, seed: int) -> Play:
        """Tables and state as arrays, to plan with the engine's kernels: a copy for you alone.

        As after `redetermine`, whatever is hidden has been dealt anew from the seed; what happened is not told.
        docs/agents.md says which kernels go on from there.

        >>> view = Game.new(seed=7).view(seed=1)
        >>> view.step(18)
        True
        >>> view.legal_ids()
        [1, 2, 6, 18]
        """
        return self._play.view(_checked_seed(seed))

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` actions there are, chance going on as seeded.

        >>> Game.new({"players": 2, "duchies": [1, 5]}, seed=7).perft(2)
        16
        """
        if not 0 <= depth <= DEEPEST:
            raise ValueError(f"depth: a number of actions from 0 to {DEEPEST}, not {depth}")
        play = self._play
        states = np.repeat(play.state, depth + 1)
        ids = np.zeros((depth + 1, len(play.ids)), np.int16)
        return int(batch.perft(play.tables, states, new_tape(), ids, depth))

    def explain(self, action: str | int, *, short: bool = False) -> str:
        """A sentence that says what a legal action does, workers spent included.

        `short`: as a line of a list in which a heading says by which die.

        >>> game = Game.new(seed=7)
        >>> game.explain("start h19")
        'Put your start castle on h19; it has no effect and scores nothing.'
        """
        from .telling.explain import explain, note

        tell, points = note if short else explain, self.points(action)
        return tell(self._play.state[0], self._play.tables[0], STRINGS[self._legal_id(action)], points)

    # --- looking -------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The position as a `burgundy-position/1` document.

        >>> document = Game.new(seed=7).to_json()
        >>> document["format"], document["phase"], document["players"][0]["silver"]
        ('burgundy-position/1', 'A', 1)
        """
        return position(self.config, self._play.state[0], self._play.tables[0])

    @property
    def events(self) -> list[dict[str, Any]]:
        """All that happened, actions, chance and in the end the final scoring, as the lines of a game record.

        >>> game = Game.new(seed=7)
        >>> game.push("start h19")
        >>> game.events[0], game.events[-1]
        ({'chance': 'first_player', 'where': [], 'result': 0}, {'seat': 0, 'action': 'start h19'})
        """
        told = events_of(self._play.happened())
        return [*told, *_final_events(self.scores())] if told and self.is_over else told

    @property
    def origin(self) -> dict[str, Any] | None:
        """The position the game was set up from; None if it was begun anew.

        >>> game = Game.new(seed=7)
        >>> game.origin is None, Game.from_json(game.to_json(), seed=1).origin["phase"]
        (True, 'A')
        """
        return deepcopy(self._origin)

    def scores(self) -> list[dict[str, Any]]:
        """Per seat the total, were the game to end now, and a breakdown by source that adds up to it.

        While playing, `vp` is what the seat has already; final scoring is in the total only.

        >>> game = Game.new({"players": 2, "duchies": [1, 5]}, seed=7)
        >>> score = game.scores()[0]
        >>> score["total"], score["breakdown"]["leftover_silver"], score["breakdown"]["leftover_goods"]
        (4, 1, 3)
        """
        return scores_of(self.config, self._play)

    def points(self, action: str | int) -> dict[str, int]:
        """What a legal action would score at once for its seat, by source as in `scores()`; {} for nothing.

        What chance brings afterwards, and the decisions that the action opens, are not in it.

        >>> from burgundy_agents import make
        >>> game, agent = Game.new({"players": 2, "duchies": [1, 5]}, seed=7), make("reflex", seed=1)
        >>> while not (scored := game.points(action := agent.act(game))):
        ...     game.push(action)
        >>> action, scored
        ('d2 place h18', {'livestock': 2})
        """
        return _by_source(self._play.points(np.array([self._legal_id(action)], np.int16)))[0]

    def points_all(self) -> dict[str, dict[str, int]]:
        """The same for every legal action.

        >>> Game.new(seed=7).points_all()
        {'start h2': {}, 'start h3': {}, 'start h7': {}, 'start h19': {}}
        """
        ids = self._play.ids[: self._play.count]
        return dict(zip(self.legal_actions(), _by_source(self._play.points(ids)), strict=True))

    def outcome(self) -> Outcome | None:
        """Ranking, winner and how a tie was broken; None while the game goes on.

        >>> from burgundy_agents import make
        >>> game, agent = Game.new({"players": 2, "duchies": [1, 5]}, seed=7), make("reflex", seed=1)
        >>> game.outcome() is None
        True
        >>> while not game.is_over:
        ...     game.push(agent.act(game))
        >>> game.outcome().totals
        (178, 209)
        """
        return outcome_of(self.config, self._play) if self.is_over else None

    def __eq__(self, other: object) -> bool:
        """Whether both are at the same position with the same future; how they got there doesn't matter."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = duplicate(self._play.state), duplicate(other._play.state)
        mine["source"] = theirs["source"] = 0
        mine["unseen"] = theirs["unseen"] = 0  # what never comes to light has no future
        # Field by field: the record has padding, and NumPy leaves that undefined when it copies.
        return self.config == other.config and bool((mine == theirs).all())

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        s = self._play.state[0]
        whose = "over" if self.is_over else f"seat {self.active} to decide"
        where = f"phase {PHASE_LETTERS[s.phase]} round {s.round_number + 1}, {STAGES[s.stage]}, {whose}"
        return f"<Game {self.config} seed={self.seed}: {where}>"

    def __str__(self) -> str:
        return str(hook("text")(self.to_json(), colour=False, data_dir=self.data.directory))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        shown: dict[str, str] = hook("notebook")(self)
        return shown

    # --- refusing ------------------------------------------------------------------------------------

    def _legal_id(self, action: str | int) -> int:
        number = IDS.get(action, -1) if isinstance(action, str) else _checked_id(action)
        if number not in self._play.legal_ids():
            raise IllegalAction(self._refusal(action))
        return number

    def _refusal(self, action: str | int) -> str:
        name = action if isinstance(action, str) else f"{STRINGS[action]} (id {action})"
        if self.is_over:
            return f"{name!r} can't be played: the game is over"
        kind = "is not legal here" if name in IDS or not isinstance(action, str) else "is no action"
        legal = self.legal_actions()
        shown = ", ".join(legal[:40]) + (f" and {len(legal) - 40} more" if len(legal) > 40 else "")
        s = self._play.state[0]
        where = f"seat {self.active} in phase {PHASE_LETTERS[s.phase]} round {s.round_number + 1}"
        return f"{name!r} {kind}; {where} may play: {shown}"


# --- for those who play the true game ----------------------------------------------------------------


def inside(game: Game) -> Play:
    """The game's own tables, state, tape and legal ids: for environments, the arena and tests.

    Whoever decides for a seat never gets these: `game.view(seed)` is for agents.
    """
    return game._play


def told_from(config: GameConfig, data: Data, state: np.ndarray, seed: int) -> Game:
    """A game at a state that a kernel has played, told from here on; `seed` is what it began with there."""
    game = Game._blank(config, data)
    game.seed, play = seed, game._play
    play.state[:] = state
    play.list_legal()
    game._origin = game.to_json()
    return game


# --- what is given -----------------------------------------------------------------------------------


def loaded(data: DataSource) -> Data:
    """The component data from what a user may give."""
    return data if isinstance(data, Data) else component_data.load(data)


def _seed(seed: int | None) -> int:
    return secrets.randbits(63) if seed is None else _checked_seed(seed)


def _checked_seed(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)):
        raise TypeError(f"a seed is an integer, not {seed!r}")
    return int(seed)


def _checked_id(action: object) -> int:
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        raise TypeError(f"an action is its string or its id, not {action!r}")
    if not 0 <= action < ACTIONS:
        raise IllegalAction(f"{action} is no action; ids are 0 to {ACTIONS - 1}")
    return int(action)


def _with_data(config: GameConfig, data: Data) -> GameConfig:
    """The config with the hash of the data it runs on, where they are not the package's own."""
    own = None if data.directory is None else data.hash
    if config.data not in (None, own):
        raise ConfigError(f"data: the config wants component data {config.data}, in use are {data.hash}")
    return replace(config, data=own)


def _by_source(rows: np.ndarray) -> list[dict[str, int]]:
    """Points by the name of their source, those that are none left out."""
    found: list[dict[str, int]] = [{} for _ in rows]
    for row, source in np.argwhere(rows).tolist():
        found[row][SOURCES[source]] = int(rows[row, source])
    return found


def _final_events(scores: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the final scoring gave each seat, or team."""
    gave = [{name: vp for name, vp in entry["breakdown"].items() if vp and name in FINAL_SOURCES} for entry in scores]
    return [{"final": number, "points": points} for number, points in enumerate(gave)]


def _unpickled(
    config: GameConfig,
    source: DataSource,
    seed: int | None,
    origin: dict[str, Any] | None,
    state: bytes,
    tape: np.ndarray,
) -> Game:
    game = Game._blank(config, source)
    game.seed, game._origin, play = seed, origin, game._play
    play.state, play.tape = np.frombuffer(state, STATE).copy(), tape
    play.list_legal()
    return game

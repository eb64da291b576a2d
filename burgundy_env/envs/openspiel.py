"""The game for OpenSpiel, as a Python game with perfect information: importing this file registers it.

>>> import burgundy_env.envs.openspiel
>>> game = pyspiel.load_game("python_burgundy(players=2,observation=compact)")

Chance is sampled: whenever an action lets something be drawn or rolled, a chance node follows it. Its outcomes are so
many seeds (`outcomes`), each of which deals all that is hidden anew before the action is carried out. The root is
such a node, too. So a state knows nothing that nobody at the table knows, its clones neither; its history, seeds
among it, tells it whole; and searches meet the same successors under the same outcome.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ..config import GameConfig
from ..engine.actions import ACTIONS, STRINGS
from ..engine.layout import PHASES, ROUNDS, SCORE_NAMES, SEATS, STAGE_OVER
from ..engine.play import Play
from ..game import Game, inside
from ..observations import Encoder, encoder
from .rewards import WIN, reward_seats

NAME = "python_burgundy"
_LONGEST = 2000  # actions of a game
_SEEDS = 1 << 62
_USUAL = {"players": 2, "modules": "", "chateauma": "", "observation": "compact", "outcomes": 100}
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="The Castles of Burgundy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,  # alone against the Châteauma nobody loses what one wins
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=SEATS,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_USUAL,
)


class BurgundyGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel tells no types
    """The game of a config. `modules`: names with + between, or all; `chateauma`: its level, against players=1."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_USUAL, **(params or {})}
        modules = given["modules"]
        self.config = GameConfig.of({
            "players": given["players"],
            "modules": modules if modules == "all" else [name for name in modules.split("+") if name],
            "chateauma": given["chateauma"] or None,
        })  # fmt: skip
        self.encoder: Encoder = encoder(given["observation"], self.config)
        self.outcomes = int(given["outcomes"])
        if not 2 <= self.outcomes <= 100_000:
            raise ValueError(f"outcomes: a number from 2 to 100000, not {self.outcomes}")
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.outcomes,
            num_players=self.config.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=_LONGEST,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self, state: Any = None) -> BurgundyState:
        """Before the setup, which the first outcome of chance decides."""
        return BurgundyState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        """What the encoder writes."""
        return Observer(self.encoder)


class Position:
    """What of a state OpenSpiel does not know, and copies with it."""

    def __init__(self, play: Play | None = None, waiting: int | None = None, seed: int = 0) -> None:
        """`waiting`: the action that waits for chance; `seed`: made of all outcomes so far."""
        self.play, self.waiting, self.seed = play, waiting, seed

    def deal(self, outcome: int) -> int:
        """The seed of what chance deals now: other ones in each game, the same ones in its clones."""
        self.seed = (self.seed * 1_000_003 + outcome + 1) % _SEEDS
        return self.seed

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return Position(None if self.play is None else self.play.copy(), self.waiting, self.seed)


class BurgundyState(pyspiel.State):  # type: ignore[misc]
    """A position, or one in which chance is to decide how an action ends."""

    def __init__(self, game: BurgundyGame) -> None:
        super().__init__(game)
        self.position = Position()

    # --- what OpenSpiel asks -------------------------------------------------------------------------

    def current_player(self) -> int:
        """Who decides."""
        play = self.position.play
        if play is None or self.position.waiting is not None:
            chance: int = pyspiel.PlayerId.CHANCE
            return chance
        if play.state["stage"][0] == STAGE_OVER:
            nobody: int = pyspiel.PlayerId.TERMINAL
            return nobody
        return int(play.state["active"][0])

    def _legal_actions(self, player: int) -> list[int]:
        play = self.position.play
        return [] if play is None else play.legal_ids()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Seeds, each with the same chance."""
        count = self.get_game().outcomes
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        here = self.position
        if self.current_player() != pyspiel.PlayerId.CHANCE:
            assert here.play is not None
            self._take(here.play, action)
        elif here.play is None:
            seed = here.deal(action)
            here.play = inside(Game.new(self.get_game().config, seed)).view(seed)  # whose tape remembers nothing
        else:
            assert here.waiting is not None
            here.play.redeal(here.deal(action))
            here.play.step(here.waiting)
            here.waiting = None

    def _take(self, play: Play, action: int) -> None:
        """Carry out an action, or wait for chance where it needs some."""
        twin = play.copy()
        before = int(twin.state["rng"][0])
        if not twin.step(action):
            raise ValueError(f"{self._action_to_string(self.current_player(), action)} is not legal here")
        if int(twin.state["rng"][0]) == before:
            self.position.play = twin
        else:
            self.position.waiting = action

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else STRINGS[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 to who wins, -1 to who comes last, evenly between."""
        play, players = self.position.play, self.get_game().config.players
        if play is None or not self.is_terminal():
            return [0.0] * players
        parties = self.get_game().config.parties
        out = np.zeros(self.get_game().config.seats)
        reward_seats(
            play.tables, play.state, 0, WIN, np.zeros(SEATS, np.int16), np.zeros(parties, np.int16),
            np.zeros(parties, np.int8), np.zeros((parties, len(SCORE_NAMES)), np.int16), out,
        )  # fmt: skip
        found: list[float] = out[:players].tolist()
        return found

    def __str__(self) -> str:
        """Phase, round, who decides, points; the history tells the rest."""
        here = self.position
        if here.play is None:
            return "before the setup"
        state = here.play.state[0]
        phase, number = min(int(state["phase"]), PHASES - 1), min(int(state["round_number"]), ROUNDS - 1)
        when = f"phase {'ABCDE'[phase]}, round {number + 1}"
        points = " ".join(map(str, state["vp"][: self.get_game().config.seats].tolist()))
        what = "" if here.waiting is None else f", {STRINGS[here.waiting]} waits for chance"
        who = "over" if state["stage"] == STAGE_OVER else f"seat {int(state['active'])} decides"
        return f"{when}, {who}{what}, points {points}, move {len(self.history())}"


class Observer:
    """Writes what a player sees into `tensor`."""

    def __init__(self, encodes: Encoder) -> None:
        self._encoder = encodes
        self.tensor = np.zeros(encodes.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(encodes.shape)}

    def set_from(self, state: BurgundyState, player: int) -> None:
        """What lies open in a state, from the seat of a player; nothing before the setup."""
        play = state.position.play
        if play is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._encoder.write(play, np.array([player])).ravel()

    def string_from(self, state: BurgundyState, player: int) -> str:
        """The state in words."""
        return str(state)


pyspiel.register_game(TYPE, BurgundyGame)

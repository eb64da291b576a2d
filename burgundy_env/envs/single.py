"""Burgundy-v0: you play one seat, others play the rest, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from ..config import GameConfig
from ..engine.actions import ACTIONS
from ..game import Config, DataSource, Game, IllegalAction, inside, loaded
from ..observations import encoder
from .common import (
    ON_ILLEGAL,
    Payer,
    Place,
    action_id,
    action_space,
    one_of,
    wanted_seat,
)
from .opponents import Opponents, read_opponents
from .rendering import FPS, RENDER_MODES, check_render_mode, picture
from .rewards import ILLEGAL_REWARD

Observation = np.ndarray[Any, Any]
OPTIONS = ("seat", "position")


class BurgundyEnv(gymnasium.Env[Observation, Any]):
    """The Castles of Burgundy for one learner: each step is a decision of its seat.

    `seat`: a number, or `"random"` for one drawn for each game. `opponents`: an agent's string
    (`"heuristic"`, `"turn:futures=50"`, `"my_bot.py:MyBot"`), an agent with `act(game)` or a function of
    the game, or a list of them for the seats after yours, going round; `"chateauma:hard+AD"` among them
    takes the last of the config's seats. In the team game they may be named as `{"partner": "turn", "rivals":
    "heuristic"}`, rivals one for both or a list. `on_illegal`: an illegal action raises, ends the game at a reward
    of -1, or is replaced by a random legal one.

    `reset(options={"seat": 1, "position": a Game or its JSON})` sets up a single game. Before the first
    seeded reset games are random. `env.unwrapped.game` is the game itself: to look at, or to copy and try.

    >>> import gymnasium
    >>> import burgundy_env
    >>> env = gymnasium.make("Burgundy-v0", opponents=["heuristic"], reward="vp")
    >>> observation, info = env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    >>> terminated, info["seat"], int(env.unwrapped.action_masks().sum()) > 1
    (False, 0, True)
    >>> env.close()
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": FPS}  # noqa: RUF012 (as in the base)

    def __init__(
        self,
        config: Config = None,
        *,
        seat: int | str = 0,
        opponents: Opponents = "random",
        reward: str = "win",
        observation: str = "flat",
        on_illegal: str = "end",
        render_mode: str | None = None,
        data: DataSource = None,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.config, others = read_opponents(opponents, GameConfig.of(config))
        self._place = Place(self.config, loaded(data), others)
        self._wanted = wanted_seat(seat, self.config.players)
        self._payer = Payer(reward, self.config)
        one_of("on_illegal", on_illegal, ON_ILLEGAL)
        self._on_illegal = on_illegal
        self.encoder = encoder(observation, self.config)
        self.observation_space = self.encoder.space
        self.action_space = action_space()
        self.game: Game | None = None
        self._seeded = False
        self._ended = True
        self._seat = np.zeros(1, np.int64)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and play it up to your first decision."""
        options = _checked_options(options)
        wanted = self._wanted
        if "seat" in options:
            wanted = wanted_seat(options["seat"], self.config.players)
        self._place.check(options.get("position"), wanted)
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._place.seed(self.np_random)
            self._seeded = True
        self._place.wanted = wanted
        self._ended = True  # should an opponent fail
        self.game = self._place.new_game(options.get("position"))
        self._payer.begin(self.game)
        self._place.play_others(self.game)
        self._seat[0] = self._place.seat
        self._ended = False
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a decision of your seat and let the others play up to your next one."""
        if self._ended or self.game is None:
            raise ResetNeeded("the game is over or has not begun; call reset() first")
        game, illegal = self.game, False
        try:
            game.push(action_id(action))
        except IllegalAction:
            if self._on_illegal == "raise":
                raise
            illegal = self._on_illegal == "end"
            if not illegal:
                game.push(self._place.random_action(game))
        reward = ILLEGAL_REWARD
        if not illegal:
            self._ended = True  # should an opponent fail
            self._place.play_others(game)
            reward = 0.0
            if self._payer.pays_on_the_way or game.is_over:
                reward = self._payer.pay(game)[self._seat[0]]
        self._ended = illegal or game.is_over
        info = self._info()
        if self._ended:
            info |= self._payer.result(game, illegal)
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, self._ended, False, info

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which actions are legal, as sb3-contrib asks for it; all of them once the game is over."""
        return self._mask().view(np.bool_)

    def render(self) -> Any:
        """The table: as text returned by `ansi` and printed by `human`, in pixels returned by `rgb_array`."""
        return picture(self.game, self.render_mode)

    def close(self) -> None:
        """Let go of opponents that hold a program or a file."""
        self._place.close()

    def _observe(self) -> Observation:
        assert self.game is not None
        return self.encoder.write(inside(self.game), self._seat)

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        if self._ended or self.game is None:
            return np.ones(ACTIONS, np.int8)  # a mask of nothing would break a policy that looks at a finished game
        return self.game.action_mask()

    def _info(self) -> dict[str, Any]:
        return {"seat": int(self._seat[0]), "action_mask": self._mask()}


def _checked_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options: a dict with any of {', '.join(OPTIONS)}, not {options!r}")
    for key in options or {}:
        if key not in OPTIONS:
            raise ValueError(f"options: {key!r} is unknown; there are {', '.join(OPTIONS)}")
    return options or {}

"""The game for PettingZoo: `burgundy_v0.env()` with the usual wrappers, `burgundy_v0.raw_env()` without.

Agents are `player_0`, `player_1` ... by seat; the Châteauma is none. Partners share their reward. An agent
observes `{"observation": ..., "action_mask": ...}`; the mask is all 0 unless it is its turn. An illegal action raises
IllegalAction in `raw_env`; in `env` it ends the game and costs the offender 1, as is the custom there.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..config import GameConfig
from ..engine.actions import ACTIONS
from ..game import Config, DataSource, Game, inside, loaded
from ..observations import encoder
from .common import Payer, Place, action_id, action_space, partners_of
from .rendering import FPS, RENDER_MODES, check_render_mode, picture
from .rewards import ILLEGAL_REWARD
from .stepping import EVERY_SEAT

__all__ = ["env", "raw_env"]

Seen = dict[str, np.ndarray[Any, Any]]


def env(**kwargs: Any) -> AECEnv[str, Seen, int]:
    """The environment in PettingZoo's usual wrappers; arguments as for `raw_env`.

    >>> from burgundy_env import burgundy_v0
    >>> env = burgundy_v0.env(config={"players": 3})
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter(max_iter=9):
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(int(observation["action_mask"].argmax()))
    >>> env.agents
    ['player_0', 'player_1', 'player_2']
    """
    wrapped: AECEnv[str, Seen, int] = _EndIllegal(raw_env(**kwargs), illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Seen, int], EzPickle):  # type: ignore[misc]  # PettingZoo comes without types
    """One game, decided by all its players in turn. `reset(options={"position": a Game or its JSON})` goes on
    from a position. `env.unwrapped.game` is the game itself: to look at, or to copy and try.

    >>> from burgundy_env import burgundy_v0
    >>> env = burgundy_v0.raw_env()
    >>> env.reset(seed=7)
    >>> env.agent_selection, int(env.observe("player_1")["action_mask"].sum())
    ('player_1', 4)
    >>> int(env.observe("player_0")["action_mask"].sum())
    0
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (as in the base)
        "name": "burgundy_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": FPS,
    }

    def __init__(
        self,
        config: Config = None,
        *,
        reward: str = "win",
        observation: str = "flat",
        render_mode: str | None = None,
        data: DataSource = None,
    ) -> None:
        EzPickle.__init__(self, config, reward=reward, observation=observation, render_mode=render_mode, data=data)
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self.config, component_data = GameConfig.of(config), loaded(data)
        self.possible_agents = [f"player_{seat}" for seat in range(self.config.players)]
        self._seats = {agent: np.array([seat]) for seat, agent in enumerate(self.possible_agents)}
        self._place = Place(self.config, component_data, None)
        self._payer = Payer(reward, self.config)
        self.encoder = encoder(observation, self.config)
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.game: Game | None = None
        self._random: np.random.Generator | None = None

    def _space(self) -> Dict:
        return Dict(
            {"observation": self.encoder.space, "action_mask": Box(0, 1, (ACTIONS,), np.int8)},
        )

    def observation_space(self, agent: str) -> Dict:
        """Observation and mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The ids of all actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; without a seed the next one of the stream that the last seed began.

        Options it doesn't know are not looked at, as PettingZoo wants it.
        """
        position = (options or {}).get("position")
        self._place.check(position, EVERY_SEAT)
        if seed is not None or self._random is None:
            self._random = seeding.np_random(seed)[0]
            self._place.seed(self._random)
        self.game = self._place.new_game(position)
        self._payer.begin(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self.game.active is not None
        self.agent_selection = self.possible_agents[self.game.active]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, whoever is to move, and what it may do."""
        game = self._begun()
        out = self.encoder.write(inside(game), self._seats[agent])
        its_turn = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = game.action_mask() if its_turn else np.zeros(ACTIONS, np.int8)
        return {"observation": out, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts."""
        game, agent = self._begun(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.push(action_id(action))
        self._cumulative_rewards[agent] = 0.0
        if self._payer.pays_on_the_way or game.is_over:
            self._pay(game)
        if game.is_over:
            self._finish(game, agent)
        else:
            self.agent_selection = self.possible_agents[game.active]  # type: ignore[index]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table: as text returned by `ansi` and printed by `human`, in pixels returned by `rgb_array`."""
        return picture(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def tell_result(self, illegal: bool) -> None:
        """Give every agent the info of a game's end."""
        game = self._begun()
        self.infos = {agent: self._payer.result(game, illegal) for agent in self.agents}

    def share_penalty(self, offender: str) -> None:
        """What an illegal action has cost its agent, it costs its partner."""
        seats = self.possible_agents
        for partner in partners_of(seats.index(offender), self.config):
            self.rewards[seats[partner]] = self.rewards[offender]
            self._cumulative_rewards[seats[partner]] += self.rewards[offender]

    def __deepcopy__(self, memo: dict[int, Any]) -> raw_env:
        """One in the middle of the same game; a pickle, as is the custom here, is one that has yet to be reset."""
        twin = object.__new__(type(self))
        memo[id(self)] = twin
        twin.__dict__.update(deepcopy(self.__dict__, memo))
        return twin

    def _begun(self) -> Game:
        if self.game is None:
            raise RuntimeError("no game has begun; call reset() first")
        return self.game

    def _pay(self, game: Game) -> None:
        rewards = self._payer.pay(game)
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = rewards[seat]
        self._accumulate_rewards()

    def _finish(self, game: Game, last: str) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.tell_result(illegal=False)
        after = (self.possible_agents.index(last) + 1) % len(self.possible_agents)
        self.agent_selection = self.possible_agents[after]


class _EndIllegal(wrappers.TerminateIllegalWrapper):  # type: ignore[misc]  # PettingZoo comes without types
    """PettingZoo's wrapper, which ends a game at an illegal action, and the info that games end with here. Partners
    share what it costs.
    """

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts."""
        raw = self.env.unwrapped
        actor, going_on = self.agent_selection, not any(getattr(raw, "terminations", {}).values())
        super().step(action)
        if not raw.game.is_over and any(raw.terminations.values()):
            raw.tell_result(illegal=True)
            if going_on:
                raw.share_penalty(actor)

"""The game for RLlib: an environment by name and a module that respects the mask; needs the extra `ray`.

>>> from burgundy_env.envs.rllib import MaskedModule, register
>>> register("burgundy", config={"players": 3})
>>> # PPOConfig().environment("burgundy"), MaskedModule as the module of all seats: see docs/scaling.md
"""

from __future__ import annotations

from typing import Any

from .burgundy_v0 import env

try:
    import torch
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune.registry import register_env
except ImportError as error:
    raise ImportError("RLlib is not installed; pip install 'burgundy-env[ray]' brings it") from error


class _Scaled(PettingZooEnv):  # type: ignore[misc]  # Ray need not be installed here
    """RLlib's own wrapper for PettingZoo, with rewards of a size that it learns well from."""

    def __init__(self, game: Any, scale: float) -> None:
        super().__init__(game)
        self._scale = scale

    def step(self, action: Any) -> Any:
        """A decision of the agent whose turn it is."""
        seen, rewards, *others = super().step(action)
        return seen, {agent: self._scale * reward for agent, reward in rewards.items()}, *others


def make_env(scale: float = 1.0, **keywords: Any) -> PettingZooEnv:
    """`burgundy_v0.env` in RLlib's own wrapper for PettingZoo, rewards multiplied by `scale`."""
    return _Scaled(env(**keywords), scale)


def register(name: str = "burgundy", **keywords: Any) -> None:
    """Let RLlib know the environment by a name; an algorithm's `env_config` overrides the keywords."""
    register_env(name, lambda env_config: make_env(**{**keywords, **env_config}))


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # Ray need not be installed here
    """Two hidden layers for policy and value; illegal actions have no probability.

    `model_config={"width": 256}` sets the size of the layers.
    """

    def setup(self) -> None:
        """Make the networks."""
        seen, width = self.observation_space["observation"], dict(self.model_config or {}).get("width", 256)
        inputs, linear = int(torch.tensor(seen.shape).prod()), torch.nn.Linear
        self.body = torch.nn.Sequential(
            torch.nn.Flatten(), linear(inputs, width), torch.nn.ReLU(), linear(width, width), torch.nn.ReLU()
        )
        self.actor, self.critic = linear(width, int(self.action_space.n)), linear(width, 1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        hidden = self.body(batch[Columns.OBS]["observation"].float())
        # The lowest finite number: where nobody can act, in the rows after a game, infinity would give no number.
        illegal, least = batch[Columns.OBS]["action_mask"] == 0, torch.finfo(hidden.dtype).min
        return {
            Columns.EMBEDDINGS: hidden,
            Columns.ACTION_DIST_INPUTS: self.actor(hidden).masked_fill(illegal, least),
        }

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """What the positions are worth to whoever sees them."""
        hidden = self.body(batch[Columns.OBS]["observation"].float()) if embeddings is None else embeddings
        return self.critic(hidden).squeeze(-1)

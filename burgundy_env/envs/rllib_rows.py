"""A module for RLlib that scores each legal action by what it changes; needs the extra `ray`.

>>> from burgundy_env.envs.rllib import register
>>> from burgundy_env.envs.rllib_rows import RowsModule
>>> register("burgundy", observation="ahead", reward="vp", scale=0.1)
>>> # PPOConfig().environment("burgundy"), RowsModule as the module of all seats: see examples/rllib_ppo.py
"""

from __future__ import annotations

from typing import Any

from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from .rows_net import RowForecast, RowScores

KEYWORDS = ("wide", "narrow", "temperature", "thumb")  # RLlib adds others of its own


class RowsModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # Ray need not be installed here
    """For observations `ahead` or `actions`; `model_config` may have keywords of `RowScores` and `RowForecast`."""

    def setup(self) -> None:
        """Make the networks."""
        wanted = dict(self.model_config or {})
        chosen = {key: wanted[key] for key in KEYWORDS if key in wanted}
        self.scores = RowScores(self.observation_space["observation"].shape, **chosen)
        self.value = RowForecast(self.observation_space["observation"].shape, wanted.get("vp", 0.0))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self.scores(batch[Columns.OBS]["observation"])}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """What the positions are worth to whoever sees them."""
        return self.value(batch[Columns.OBS]["observation"]).squeeze(-1)

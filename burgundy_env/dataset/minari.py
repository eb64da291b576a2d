"""A dataset for Minari: an episode for each seat of each game, as an environment of one player would show it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Dict, Discrete, MultiBinary

from .._version import __version__
from ..engine.actions import ACTIONS
from ..engine.layout import SEATS
from ..observations import encoder
from .loading import Dataset
from .store import DatasetError

_PIECE = 50  # games that are handed over at a time


def check(name: str) -> None:
    """Refuse what can't be the name of a new Minari dataset."""
    from minari.dataset.minari_dataset import parse_dataset_id
    from minari.storage.datasets_root_dir import get_dataset_path

    try:
        parse_dataset_id(name)
    except ValueError as error:
        raise DatasetError(f"--minari {name}: {error}") from None
    if get_dataset_path(name).exists():
        raise DatasetError(f"--minari {name}: there is one of that name; take another, or minari delete {name}")


def write(
    dataset: Dataset,
    name: str,
    observation: str = "compact",
    reward: str = "win",
    games: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Any:
    """Write it where Minari keeps its datasets; the Minari dataset. `games`: the first so many."""
    import minari

    check(name)
    count = len(dataset) if games is None else min(games, len(dataset))
    space = Dict({
        "observation": encoder(observation, dataset.config).space,
        "action_mask": MultiBinary(ACTIONS),
        "seat": Discrete(SEATS),
    })  # fmt: skip
    made: Any = None
    try:
        for first in range(0, count, _PIECE):
            episodes = [
                one
                for k in range(first, min(first + _PIECE, count))
                for one in _episodes(dataset, k, observation, reward)
            ]
            if made is None:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # that no environment, author or page is named
                    made = minari.create_dataset_from_buffers(
                        name, episodes, observation_space=space, action_space=Discrete(ACTIONS),
                        algorithm_name=", ".join(dataset.agents), data_format="hdf5",
                        description=f"The Castles of Burgundy, {dataset.config}; burgundy-env {__version__}, "
                        f"observation {observation}, reward {reward}; an episode for each seat of each game",
                    )  # fmt: skip
            else:
                made.update_dataset_from_buffer(episodes)
            if progress is not None:
                progress(min(first + _PIECE, count))
    except BaseException:
        if made is not None:  # half of one would be taken for a whole one
            minari.delete_dataset(name)
        raise
    return made


def _episodes(dataset: Dataset, number: int, observation: str, reward: str) -> list[Any]:
    from minari.data_collector import EpisodeBuffer

    steps, found = dataset.steps(number, observation, reward), []
    for seat in range(dataset.config.players):
        mine = np.flatnonzero(steps.seat == seat)
        n = len(mine)
        over = np.zeros(n, np.bool_)
        over[-1:] = True
        found.append(
            EpisodeBuffer(
                id=None,
                seed=int(dataset.table["seed"][number]),
                observations={
                    "observation": np.concatenate([steps.observation[mine], steps.final[seat : seat + 1]]),
                    "action_mask": np.concatenate([steps.mask[mine], np.zeros((1, ACTIONS), np.int8)]),
                    "seat": np.full(n + 1, seat, np.int64),
                },
                actions=steps.action[mine].astype(np.int64),
                rewards=steps.reward[mine].astype(np.float64).tolist(),
                terminations=over.tolist(),
                truncations=[False] * n,
            )
        )
    return found

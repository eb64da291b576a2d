"""Nets with arbitrary numbers, for tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from burgundy_env.players.net import weights
from burgundy_env.players.net.forward import HEAD
from burgundy_env.players.net.inputs import INPUTS

WIDE, NARROW = 16, 8
SHAPES = ((len(INPUTS), WIDE), (WIDE,), (WIDE, NARROW), (NARROW,), (NARROW,), (1,))


def a_net(seed: int, size: float, after_round: bool = False) -> np.ndarray:
    """`after_round`: whether it is asked when all have replied to a turn."""
    numbers = np.random.default_rng(seed).normal(0, size, sum(int(np.prod(shape)) for shape in SHAPES))
    return np.concatenate([[WIDE, NARROW, after_round], numbers]).astype(np.float32)


def parts_of(net: np.ndarray) -> list[np.ndarray]:
    """Its layers and their biases."""
    ends = np.cumsum([HEAD, *(int(np.prod(shape)) for shape in SHAPES)])
    return [net[ends[k] : ends[k + 1]].reshape(shape) for k, shape in enumerate(SHAPES)]


def kept(net: np.ndarray, path: Path) -> Path:
    """A net in a file."""
    with path.open("wb") as file:
        weights.write(file, net, "a test")
    return path

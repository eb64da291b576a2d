"""Weights of nets in files: arrays by name, what each input of the first layer is, and when the net is asked."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np

from .forward import AFTER_ROUND, HEAD, LAYER
from .inputs import INPUTS

Array = np.ndarray[Any, Any]

# When a net is asked for what the end of a turn is worth: at once, or when all have replied to it in that round.
FORMATS = {"burgundy-net/1": 0, "burgundy-net/2": 1}
PARTS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
# The nets that come along, with the beginning of their file's SHA-256. What a version of `net`, `turn` or `level`
# plays never changes, so neither does a file: a better net is the next one, and the old one stays (docs/evaluate.md).
VERSIONS = {1: "4972bd81fa5b7726", 2: "7f61509a54bf65c5"}


class NetError(ValueError):
    """A file that holds no net for this package; the message names it and says why."""


def write(file: IO[bytes], net: Array, about: str) -> None:
    """Keep a net, as kernels take it, and what is to be known about it."""
    first, second = int(net[0]), int(net[1])
    shapes = ((len(INPUTS), first), (first,), (first, second), (second,), (second,), (1,))
    ends = np.cumsum([HEAD, *(int(np.prod(shape)) for shape in shapes)])
    parts = {
        name: net[ends[k] : ends[k + 1]].reshape(shape)
        for k, (name, shape) in enumerate(zip(PARTS, shapes, strict=True))
    }
    said = {
        "format": np.array(list(FORMATS)[int(net[AFTER_ROUND])]),
        "inputs": np.array(INPUTS),
        "about": np.array(about),
    }
    np.savez_compressed(file, allow_pickle=False, **said, **parts)


def read(path: str | Path) -> Array:
    """The net in a file, as kernels take it: inputs that it does not know count nothing in it."""
    try:
        with np.load(path, allow_pickle=False) as file:
            after_round = FORMATS.get(str(file["format"]))
            if after_round is None:
                raise NetError(f"{path}: its format is {file['format']}, not {' or '.join(FORMATS)}")
            names, parts = [str(name) for name in file["inputs"]], [file[part].astype(np.float32) for part in PARTS]
    except FileNotFoundError:
        raise NetError(f"{path}: there is no such file") from None
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
        if isinstance(error, NetError):
            raise
        raise NetError(f"{path}: no net as burgundy train turn writes it ({error})") from None
    return _flat(path, names, parts, after_round)


def _flat(path: str | Path, names: list[str], parts: list[Array], after_round: int) -> Array:
    first, first_bias, second, second_bias, last, last_bias = parts
    unknown = sorted(set(names) - set(INPUTS))
    if unknown:
        raise NetError(
            f"{path}: made by a newer version, with inputs that are unknown here: {', '.join(unknown[:3])}"
        )
    wide, narrow = len(first_bias), len(second_bias)
    shapes = [array.shape for array in parts]
    if shapes != [(len(names), wide), (wide,), (wide, narrow), (narrow,), (narrow,), (1,)]:
        raise NetError(f"{path}: its layers don't fit each other: {shapes}")
    if not 0 < max(wide, narrow) <= LAYER or not all(np.isfinite(array).all() for array in parts):
        raise NetError(f"{path}: layers have 1 to {LAYER} finite numbers a row")
    rows = np.zeros((len(INPUTS), wide), np.float32)
    rows[[INPUTS.index(name) for name in names]] = first
    numbers = [np.array([wide, narrow, after_round]), rows, first_bias, second, second_bias, last, last_bias]
    return np.concatenate([array.ravel() for array in numbers]).astype(np.float32)


def file_of(version: int) -> Path:
    """The net of a version that came along."""
    return Path(__file__).with_name(f"weights-{version}.npz")


# By which `net` plays, and which corrects the judge of `turn` and `level`: docs/decisions.md, Nets.
ALONE, IN_SEARCH = read(file_of(2)), read(file_of(1))

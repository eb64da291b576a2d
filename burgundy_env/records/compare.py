"""What a record says beside what its replay gives."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..config import GameConfig
from ..data import Data
from ..data.cursor import shown
from ..data.earlier import EARLIER, WROTE_ONE_HASH, hashes_then
from ..modules import in_game

Event = dict[str, Any]


def hashes_of(config: GameConfig, data: Data) -> dict[str, str]:
    """The hash of each block of component data that games of this config use."""
    modules = in_game(config.modules, config.chateauma is not None)
    return {facts.block: data.hashes[facts.block] for module in modules for facts in module.data}


def other_data(written: Mapping[str, str] | str, config: GameConfig, data: Data) -> str | None:
    """What data the game was played with that are not those in use, as a sentence.

    One hash for all is that of a record of 0.1. With the package's data such a record is replayed, whatever has
    changed in them since: its chance events tell what fell.
    """
    if isinstance(written, str):
        if data.directory is None or written == data.hash:
            return None
        if written != EARLIER[WROTE_ONE_HASH]["hash"]:
            return f"data: the game was played with {written} and nobody knows what was in it, in use are {data.hash}"
        written = hashes_then(WROTE_ONE_HASH)
    for block, hashed in hashes_of(config, data).items():
        if written.get(block, hashed) != hashed:
            return (
                f"data.{block}: the game was played with {written[block]}, in use are {hashed}; "
                "replay it with the component data it was played with"
            )
    return None


def first_difference(events: Sequence[Event], others: Sequence[Event]) -> int | None:
    """Where what is written and what happens part; older versions did not write the final scoring."""
    for i, (event, other) in enumerate(zip(events, others, strict=False)):
        if not _agree(event, other):
            return i
    left_out = all("final" in other for other in others[len(events) :])
    return None if len(events) <= len(others) and left_out else min(len(events), len(others))


def _agree(event: Event, other: Event) -> bool:
    """Points, and keys of the Châteauma's steps, are compared where they are there; of a step as a text, as 0.1
    wrote it, nothing."""
    if event.keys() | {"points"} != other.keys() | {"points"}:
        return False
    return all(_same(key, value, other.get(key)) for key, value in event.items())


def _same(key: str, value: Any, other: Any) -> bool:
    if key != "chateauma" or not isinstance(value, (str, dict)):
        return bool(value == other)
    return isinstance(value, str) or all(other.get(name) == said for name, said in value.items())


def disagreement(path: str, written: Any, replayed: Any) -> str | None:
    """Where a final line and the replay differ, as a sentence."""
    return next(_disagreements(path, written, replayed), None)


def _disagreements(path: str, written: Any, replayed: Any) -> Iterator[str]:
    if isinstance(written, dict) and isinstance(replayed, dict):
        # Another version may know other sources of points; one that is not there gave none.
        missing = 0 if path.endswith("breakdown") else _Missing
        for key in dict.fromkeys([*replayed, *written]):
            inner = f"{path}.{key}" if path else key
            yield from _disagreements(inner, written.get(key, missing), replayed.get(key, missing))
    elif isinstance(written, list) and isinstance(replayed, list) and len(written) == len(replayed):
        for i, (one, other) in enumerate(zip(written, replayed, strict=True)):
            yield from _disagreements(f"{path}[{i}]", one, other)
    elif written != replayed:
        yield f"{path} is {_shown(written)}, but the replay gives {_shown(replayed)}"


class _Missing:
    """Stands for a value that is not there."""


def _shown(value: object) -> str:
    return "nothing" if value is _Missing else shown(value)


def at(events: Sequence[Event], i: int) -> str:
    """The event there, for a sentence."""
    return json.dumps(events[i]) if i < len(events) else "nothing more"

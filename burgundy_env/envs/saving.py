"""Arrays of records as bytes, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from zlib import crc32

import numpy as np

FORMAT = "burgundy-vector/1"
Array = np.ndarray[Any, Any]


def pack(whose: dict[str, Any], arrays: Sequence[Array]) -> bytes:
    """A line that says what follows and whose it is, and the arrays."""
    content = b"".join(array.tobytes() for array in arrays)
    return json.dumps({**_head(whose, arrays), "crc32": crc32(content)}).encode() + b"\n" + content


def unpack(saved: bytes, whose: dict[str, Any], arrays: Sequence[Array]) -> None:
    """Fill the arrays with what `pack` wrote, or raise ValueError and change nothing."""
    if not isinstance(saved, (bytes, bytearray, memoryview)):
        raise TypeError(f"restore takes the bytes that state_bytes gave, not {type(saved).__name__}")
    line, _, rest = bytes(saved).partition(b"\n")
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"these bytes are no state of a vector of games ({FORMAT})")
    for key, value in _head(whose, arrays).items():
        if found.get(key) != value:
            raise ValueError(f"the bytes are of another vector: {key} is {found.get(key)!r} there, {value!r} here")
    if len(rest) != sum(array.nbytes for array in arrays):
        raise ValueError("the bytes are cut off")
    if crc32(rest) != found.get("crc32"):  # kernels trust what a state says, and would follow it anywhere
        raise ValueError("the bytes are damaged: they are not what state_bytes wrote")
    first = 0
    for array in arrays:
        array[:] = np.frombuffer(rest, array.dtype, len(array), first)
        first += array.nbytes


def _head(whose: dict[str, Any], arrays: Sequence[Array]) -> dict[str, Any]:
    layout = sha256(str([array.dtype.descr for array in arrays]).encode()).hexdigest()[:16]
    return {"format": FORMAT, **whose, "games": len(arrays[0]), "layout": layout}

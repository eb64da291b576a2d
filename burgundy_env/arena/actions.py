"""The actions of a game as a short text: its ids, compressed."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence

import numpy as np

MOST = 4096  # actions of a game that are kept; random play with four seats and all modules takes some 500


def packed(ids: Sequence[int]) -> str:
    """Ids as a text for JSON, less than two letters each."""
    return base64.b85encode(zlib.compress(np.array(ids, "<i2").tobytes(), 9)).decode()


def unpacked(text: object) -> list[int]:
    """The ids in such a text, at most MOST; ValueError where it is none. Anybody may have written it."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.b85decode(str(text)), 2 * MOST)
    except (ValueError, binascii.Error, zlib.error):
        raise ValueError("actions: not a game's actions as they are kept") from None
    if not unpacker.eof or len(data) % 2:
        raise ValueError("actions: cut off, or longer than any game")
    ids: list[int] = np.frombuffer(data, "<i2").tolist()
    return ids

"""What a seat sees, as numbers for a network.

>>> from burgundy_env import Game
>>> from burgundy_env.observations import encoder
>>> flat = encoder("flat")
>>> seen = flat.encode(Game.new(seed=7), seat=0)
>>> flat.view(seen, "self.storage").shape
(3, 14)
"""

from __future__ import annotations

from .encoders.encoder import Encoder, encoder, encoders

__all__ = ["Encoder", "encoder", "encoders"]

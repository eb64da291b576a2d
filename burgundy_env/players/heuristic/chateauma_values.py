"""What each feature of the Châteauma is worth in victory points. Written by `benchmarks/fit_chateauma.py`."""

from __future__ import annotations

# name: (at the end of the game, what its start adds)
WORTHS = {
    "bias": (1.76, 35.06),
    "rounds": (1.46, -2.64),
    "space_points": (1.05, -0.1),
    "on_cards": (0.32, 0.63),
    "to_cover": (-0.85, 2.2),
    "inventory": (-0.33, 1.58),
    "types": (1.37, -0.26),
    "jokers": (1.83, 2),
    "goods": (-0.05, 0.31),
    "silver": (-0.23, 2.12),
    "income": (0.56, 0),
    "prizes": (-1.26, 5.08),
    "extra_turns": (2.27, 2.26),
}

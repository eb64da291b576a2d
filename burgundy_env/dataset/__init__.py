"""Games of any agents as data to learn from: played and kept, as Parquet, as arrays, as a Minari dataset.

>>> from burgundy_env.dataset import Dataset, Store, play, write
>>> store = Store.create("games", ["heuristic"], games=100)
>>> play(store)
>>> write(store)
>>> steps = Dataset("games").steps(0, "compact")
"""

from .loading import GAMES, Dataset, Steps
from .selfplay import Run, play
from .store import DatasetError, Store
from .tables import DECISIONS, write, write_decisions

__all__ = [
    "DECISIONS",
    "GAMES",
    "Dataset",
    "DatasetError",
    "Run",
    "Steps",
    "Store",
    "play",
    "write",
    "write_decisions",
]

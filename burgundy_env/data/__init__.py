"""Component facts of the game: loaded once, checked, with the source of every block.

>>> from burgundy_env import data
>>> data.load().duchies[1].colours[18]
'castle'
"""

from burgundy_env.data.cursor import DataError
from burgundy_env.data.duchies import COLOURS, LETTERS, Duchy
from burgundy_env.data.earlier import data_of
from burgundy_env.data.loader import Data, load
from burgundy_env.data.provenance import Block

__all__ = ["COLOURS", "LETTERS", "Block", "Data", "DataError", "Duchy", "data_of", "load"]

"""What came of a study: from its games to findings, tables and plots, as data that reports are written from."""

from .study import summarise
from .summary import Forest, Matrix, Plot, Slope, Stacked, Summary

__all__ = ["Forest", "Matrix", "Plot", "Slope", "Stacked", "Summary", "summarise"]

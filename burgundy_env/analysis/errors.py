"""What can't be analysed."""

from __future__ import annotations


class AnalysisError(ValueError):
    """It can't be analysed as it was asked for; the message says why and what would be right.

    >>> from burgundy_env import Game, analyse
    >>> analyse(Game.new(seed=7), "random")
    Traceback (most recent call last):
    burgundy_env.analysis.errors.AnalysisError: ...
    """

"""What is wrong with a study."""

from __future__ import annotations


class BalanceError(ValueError):
    """A study that can't be done; the message says why and what would be right."""

"""What can't be analysed."""

from __future__ import annotations


class AnalysisError(ValueError):
    """It can't be analysed as it was asked for; the message says why and what would be right."""

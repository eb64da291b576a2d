"""Positions set up in words: a new one, and changes each of which is checked or refused with a sentence.

Functions from documents to documents, for the command line, for notebooks and for editors with a screen.
"""

from __future__ import annotations

from .changing import Changed, changed, checked, in_words, step_by_step
from .new import new_position

__all__ = ["Changed", "changed", "checked", "in_words", "new_position", "step_by_step"]

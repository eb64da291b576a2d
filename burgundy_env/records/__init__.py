"""Game records: `burgundy-record/1`, one JSON object per line, that replay with or without the seed."""

from .lines import RecordError
from .record import Record, Step
from .thoughts import Thought

__all__ = ["Record", "RecordError", "Step", "Thought"]

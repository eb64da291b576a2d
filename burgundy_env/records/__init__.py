"""Game records: `burgundy-record/1`, one JSON object per line, that replay with or without the seed."""

from .lines import RecordError
from .record import Record, Step
from .thoughts import Line, Thought, thought_of

__all__ = ["Line", "Record", "RecordError", "Step", "Thought", "thought_of"]

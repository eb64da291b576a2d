"""Text of others made safe for where it is shown: the terminal, pictures and pages, JSON, CSV.

Names in a record, what an agent says when it fails, paths, words in somebody's file: whoever wrote them may have
written anything. What could move a cursor, turn the direction of writing or not be encoded at all is shown as it
would be written in Python, `\\x1b`; everything else, letters of all scripts, stays.
"""

from __future__ import annotations

import json
import re
import traceback
from html import escape
from typing import Any

# Controls of terminals (C0, DEL, C1), lone surrogates, marks that turn the direction of writing, separators of lines,
# the mark of byte order, and tags that nobody sees.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\ud800-\udfff\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_UNSAFE_IN_LINES = re.compile(_UNSAFE.pattern.replace("\x00-\x1f", "\x00-\x08\x0b-\x1f"))
_FORMULAS = ("=", "+", "-", "@")  # what spreadsheets take for a formula


def line(text: object) -> str:
    """For a line of a terminal."""
    return _UNSAFE.sub(_as_written, str(text))


def lines(text: object) -> str:
    """For several lines of a terminal: newlines and tabs stay."""
    return _UNSAFE_IN_LINES.sub(_as_written, str(text))


def markup(text: object, *, quote: bool = True) -> str:
    """For an element of SVG or HTML, with `quote` also for an attribute."""
    return escape(lines(text), quote=quote)


def json_line(value: Any) -> str:
    """JSON in one line that may also stand in a script of a page: nothing in it can end the script."""
    return _shown_json(json.dumps(value, ensure_ascii=False, separators=(",", ":"))).replace("<", "\\u003c")


def json_lines(value: Any) -> str:
    """JSON as people read it at a terminal, letters of all scripts as they are."""
    return _shown_json(json.dumps(value, indent=1, ensure_ascii=False))


def cell(value: Any) -> Any:
    """For a cell of CSV; numbers stay numbers, and no text is a formula."""
    if not isinstance(value, str):
        return value
    text = lines(value)
    return f"'{text}" if text.startswith(_FORMULAS) else text


def error_text(error: BaseException) -> str:
    """What an exception of somebody's code says, which may be anything: `ValueError: no such thing`."""
    try:
        said = str(error)
    except Exception:
        said = "(and what it says can't be told)"
    return lines(f"{type(error).__name__}: {said}")


def error_traceback(error: BaseException) -> str:
    """Where an exception of somebody's code came from."""
    try:
        return lines("".join(traceback.format_exception(error)))
    except Exception:  # its __cause__, notes or arguments may be anything
        return error_text(error)


def _as_written(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def _shown_json(text: str) -> str:
    """JSON has its own way to write a character; those below a space it writes so by itself."""
    return _UNSAFE_IN_LINES.sub(
        lambda found: "".join(f"\\u{unit:04x}" for unit in _units(found[0])),
        text,
    )


def _units(character: str) -> tuple[int, ...]:
    """The 16-bit numbers that stand for a character in JSON."""
    number = ord(character)
    if number < 65536:
        return (number,)
    return 0xD800 + ((number - 65536) >> 10), 0xDC00 + ((number - 65536) & 1023)

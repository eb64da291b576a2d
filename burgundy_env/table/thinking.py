"""What agents think, in characters: the best turns as bars, expected points as a curve, hints as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from burgundy_env.records import Line, Thought
from burgundy_env.records.thoughts import SHOWN

HINTS = 3  # of the best turns, that a hint names
_STEPS = "▁▂▃▄▅▆▇█"
_SHORTEST = 4.0  # VP: a line that is so far behind the best has the shortest bar


def bars(thought: Thought, width: int) -> list[str]:
    """The best turns of a thought, each with a bar and its lead at the end, as far as known."""
    told: list[str] = []
    best = _best(thought.lines)
    room = max(width - 18, 4)
    for number, line in enumerate(thought.lines[:SHOWN], 1):
        if line.margin is not None:
            behind = min((best - line.margin) / _SHORTEST, 1.0)
            error = "" if line.error is None else f" ±{1.96 * line.error:.1f}"
            told.append(f"{number} {line.margin:+6.1f}{error:<6} {'█' * max(1, round(room * (1 - 0.9 * behind)))}")
        else:
            told.append(f"{number}")
        told += [f"  {part}" for part in wrap(", ".join(line.turn), max(width - 2, 10))]
    return told


def outlook(thought: Thought, names: Sequence[str]) -> list[str]:
    """What it expects of every seat."""
    vp, win = thought.expected.get("vp", ()), thought.expected.get("win", ())
    told = []
    for seat in range(max(len(vp), len(win))):
        name = names[seat] if seat < len(names) else "Châteauma"
        parts = [f"{vp[seat]:.0f} VP"] * bool(vp) + [f"wins {100 * win[seat]:.0f} %"] * bool(win)
        told.append(f"{name[:14]:14} {', '.join(parts)}")
    return told


def curves(thoughts: Sequence[Thought | None], names: Sequence[str], width: int) -> list[str]:
    """The final points expected of every seat through the game, a curve each."""
    known = [list(thought.expected["vp"]) for thought in thoughts if thought and thought.expected.get("vp")]
    if len(known) < 2:
        return []
    low, high = min(map(min, known)), max(map(max, known))
    room = max(width - 15, 8)
    told = []
    for seat in range(len(known[-1])):
        values = [one[seat] for one in known if seat < len(one)]
        sampled = [values[k * (len(values) - 1) // (room - 1)] for k in range(room)] if len(values) > room else values
        name = names[seat] if seat < len(names) else "Châteauma"
        told.append(f"{name[:14]:14} {''.join(_step(value, low, high) for value in sampled)}")
    return [f"Expected at the end, {low:.0f} to {high:.0f} VP", *told]


def side(thoughts: Sequence[Thought | None], names: Sequence[str], width: int) -> list[str]:
    """All of it, for what was thought last: lines that fit beside the table."""
    last = next((thought for thought in reversed(thoughts) if thought), None)
    if last is None:
        return []
    return ["", "Thought before this action", *outlook(last, names), *bars(last, width), "",
            *curves(thoughts, names, width)]  # fmt: skip


def hint(thought: Thought) -> list[str]:
    """The three best turns, with what the others are behind the best."""
    best = _best(thought.lines)
    told = []
    for number, line in enumerate(thought.lines[:HINTS], 1):
        behind = "" if line.margin is None or number == 1 else f"  ({line.margin - best:+.1f} VP)"
        told.append(f"{number}. {', '.join(line.turn)}{behind}")
    return told


def _best(lines: Sequence[Line]) -> float:
    """The lead of the line that is best, which is the first."""
    known = [line.margin for line in lines if line.margin is not None]
    return known[0] if known else 0.0


def _step(value: float, low: float, high: float) -> str:
    return _STEPS[round((value - low) / max(high - low, 1e-9) * (len(_STEPS) - 1))]

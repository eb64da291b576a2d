"""What a reader takes away from the table of effects, in three sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ..frame import Array
from ..statistics.dependence import AGREE, EACH, GROWS, LEVEL, OWN, SHRINKS
from ..statistics.intervals import Estimate
from .summary import number

NAMED = 5  # things in a sentence


def headlines(
    agent: str, found: Mapping[str, Estimate], tests: tuple[Array, Array], is_effect: bool, margin: float
) -> list[str]:
    """Of the strongest agent: what is worth most and least, or what changes something and what surely does not.

    `tests`: p-values for each thing, that there is an effect and that there is none to speak of.
    """
    known = {thing: one for thing, one in found.items() if one.blocks > 1}
    if len(known) < 2:
        return []
    if not is_effect:
        order = sorted(known, key=lambda thing: -known[thing].mean)
        few = min(NAMED, len(order) // 2)
        return [f"By {agent}, most is made with {_listed(order[:few], known)}; least with "
                f"{_listed(order[-few:], known)} VP."]  # fmt: skip
    differs, equal = ([thing for thing, p in zip(found, ps, strict=True) if p < LEVEL] for ps in tests)
    differs.sort(key=lambda thing: -abs(known[thing].mean))
    told = []
    if differs:
        named = _listed(differs[:NAMED], known, sign=True)
        rest = f", and {len(differs) - NAMED} more" if len(differs) > NAMED else ""
        change = "changes" if len(differs) == 1 else "change"
        told.append(f"By {agent}, {len(differs)} of {len(known)} surely {change} something: {named} VP{rest}.")
    else:
        told.append(f"By {agent}, none of {len(known)} surely changes something.")
    if equal:
        told.append(f"Surely within ±{margin:g} VP of nothing: {', '.join(equal)}.")
    return told


def _listed(things: Sequence[str], known: Mapping[str, Estimate], sign: bool = False) -> str:
    return ", ".join(
        f"{thing} ({number(known[thing].mean, sign=sign)} ±{number(known[thing].half)})" for thing in things
    )


def agreement(labels: Sequence[str]) -> str:
    """How many of the things are a matter of the game, of strength, or of who plays."""
    counts = Counter(OWN if label.startswith(OWN) else label for label in labels)
    words = {AGREE: "all agents agree", GROWS: "it grows with strength", SHRINKS: "it shrinks with strength",
             OWN: "some stand apart", EACH: "each says something else"}  # fmt: skip
    parts = [f"{words[label]} on {counts[label]}" if label in (AGREE, EACH) else f"{words[label]} in {counts[label]}"
             for label in words if counts[label]]  # fmt: skip
    return f"Of {len(labels)}: {', '.join(parts)}."

"""The Châteauma's steps in words, so that a person with the box can follow its turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..modules import STEPS
from ..safe import line
from .language import has, say
from .tiles import spoken

_STEPS = {step.kind: step for step in STEPS}


class Place(str):
    """A slot as notation writes it, `3.2` of a depot or `b3` of the black one."""

    @property
    def depot(self) -> str:
        """The number of its depot."""
        return self.partition(".")[0]

    @property
    def slot(self) -> str:
        """Its own number."""
        return self.rpartition(".")[2].removeprefix("b")


def sentence(step: Mapping[str, Any] | str) -> str:
    """A step, `{"step": "buys", "tile": "ship", "from": "b1"}`, in words that go on after `The Châteauma`.

    Records of version 0.1 have a text, which is told as it is, but for what terminals would take for commands.
    """
    if isinstance(step, str):
        return line(step)
    kind, keys = step["step"], [fact.key for fact in _STEPS[step["step"]].facts]
    there = (fact for fact in _STEPS[kind].facts if step.get(fact.key) is not None)
    facts = {fact.key: _worded(fact.of, step[fact.key]) for fact in there}
    if "side" in step:
        facts["side"] = say(f"side.{step['side']}")
    if "space" in step:
        facts["on"] = say("step.on", {**facts, "space": step["space"], "card": step["card"]})
    without = (f"step.{kind}.without_{key}" for key in keys if not step.get(key))
    return say(next(filter(has, without), f"step.{kind}"), facts)


def _worded(of: str, value: Any) -> Any:
    if of in ("tile", "double"):
        return spoken(value)
    if of in ("slot", "black_slot"):
        return Place(value)
    return say(f"{of}.{value}") if of in ("colour", "size") else value

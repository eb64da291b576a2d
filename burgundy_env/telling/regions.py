"""A region of a duchy in words."""

from __future__ import annotations

from functools import lru_cache

from .language import say


@lru_cache(1024)
def sentence(colour: str, size: int, missing: int, counted: int, vp: int, bonus: int, phase: str) -> str:
    """`building region of 5, 2 missing, worth 15 + 8 if finished in phase B`."""
    larger = say("region.counted", counted=counted) if counted != size else ""
    what = say("region", colour=say(f"colour.{colour}"), size=size, larger=larger)
    if not missing:
        return say("region.complete", region=what)
    return say("region.missing", region=what, missing=missing, vp=vp, bonus=bonus, phase=phase)

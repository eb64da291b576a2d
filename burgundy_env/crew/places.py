"""Where work is done, as people name it: here, ray, ray=HOST:PORT."""

from __future__ import annotations

import sys

from .crew import Crew, CrewError, Tell

_RAY = "ray"


def is_place(text: str) -> bool:
    """Whether a text names a place other than this process's machine."""
    name, separator, address = text.partition("=")
    return name == _RAY and bool(address) == bool(separator)


def crew_on(place: str, most: int | None = None, tell: Tell | None = None) -> Crew:
    """Those who work at a place, as `ray` or `ray=HOST:PORT`; at most so many at a time."""
    if not is_place(place):
        raise CrewError(f"{place!r} is no place to play at; there are ray and ray=HOST:PORT")
    from .cluster import Cluster  # Ray is there for who asks for it

    return Cluster(place.partition("=")[2] or None, most, tell or _print)


def _print(text: str) -> None:
    print(text, file=sys.stderr, flush=True)

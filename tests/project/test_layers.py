"""Each room of the house imports only what stands before it, also inside functions and for types."""

from __future__ import annotations

from make_architecture import FRONT_DOORS, LAYERS, Import, imports, room_of, sources

HEIGHT = {room: place for place, layer in enumerate(LAYERS) for room in layer}

# Imports that are to go, with whoever is at it. Nothing may be added.
KNOWN = {}


def forbidden(found: Import) -> bool:
    """Whether a room looks at one that stands beside or above it."""
    return HEIGHT[found.wanted] >= HEIGHT[found.room]


def test_every_source_has_a_place() -> None:
    homeless = {module for _, module in sources() if room_of(module) not in {*HEIGHT, *FRONT_DOORS}}
    assert homeless == set(), "give it a layer in tools/make_architecture.py"


def test_rooms_import_what_stands_before_them() -> None:
    wrong = [found for found in imports() if forbidden(found) and (found.room, found.wanted) not in KNOWN]
    assert not wrong, "\n".join(f"{found.where}: {found.room} imports {found.wanted}" for found in wrong)


def test_what_was_mended_is_no_longer_excused() -> None:
    there = {(found.room, found.wanted) for found in imports() if forbidden(found)}
    assert set(KNOWN) == there


def test_imports_of_every_kind_are_found() -> None:
    """The reader of imports sees relative ones and absolute ones, lazy ones, and names of the package itself."""
    found = {(each.room, each.wanted): each for each in imports()}
    assert ("engine", "config") in found
    assert ("agents", "game") in found, "`from burgundy_env import Game`"
    assert ("envs", "agents") in found, "the other package"
    assert any(each.lazy for each in imports())

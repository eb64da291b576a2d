"""The table of keys: what stands where in a document, from the descriptors of what is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..config import GameConfig
from ..engine.layout import DEPOTS, GOODS, TILE_COUNT
from ..modules import DESCRIPTORS, in_game
from ..modules.descriptor import Key, Module
from ..modules.team import PRIVATE
from . import chateauma, hidden, modules, players, table, vineyards
from .forms import SHARED, At, Form
from .shapes import Schema, record
from .values import Value

_DEPOT_NAMES = tuple(str(depot) for depot in range(1, DEPOTS + 1))


class Depots(Form):
    """The numbered depots, each with keys of its own."""

    def shape(self) -> Schema:
        return record({name: {"$ref": "#/$defs/depot"} for name in _DEPOT_NAMES})

    def write(self, at: At) -> dict[str, Any]:
        return {name: write_part("depot", at.of(depot)) for depot, name in enumerate(_DEPOT_NAMES)}

    def read(self, value: Value, at: At) -> None:
        depots = value.record(_DEPOT_NAMES)
        for depot, name in enumerate(_DEPOT_NAMES):
            read_part("depot", depots[name].record(*names("depot", at.config)), at.of(depot))


def _all_forms() -> dict[str, list[tuple[Module, Form]]]:
    """Place by place the keys of all descriptors, in the order of the document."""
    own: dict[str, dict[str, Any]] = {"table": {"depots": Depots}}
    for home in (table, players, chateauma, hidden, modules, vineyards):
        for place, forms in home.FORMS.items():
            own.setdefault(place, {}).update(forms)
    found: dict[str, list[tuple[Module, Form]]] = {}
    for module in DESCRIPTORS:
        for key in module.position:
            make = SHARED[key.form] if key.form else own[key.place].pop(key.name)
            row = found.setdefault(key.place, [])
            standing = [form.key.name for _, form in row]
            row.insert(standing.index(key.before) if key.before else len(row), (module, make(key)))
    assert not any(own.values()), f"forms of keys that no descriptor has: {own}"
    return found


_FORMS = _all_forms()
# In the team game a player's keys are those that are not the team's.
_SHARED = [row for row in _FORMS["player"] if row[1].key.name not in PRIVATE]
_PRIVATE = [row for row in _FORMS["player"] if row[1].key.name in PRIVATE]


@lru_cache(maxsize=256)
def forms(place: str, config: GameConfig) -> tuple[Form, ...]:
    """The keys of a place in games of this config."""
    played = in_game(config.modules, config.chateauma is not None)
    lacking = {name for module in played for name in module.without}
    return tuple(
        form
        for module, form in _rows(place, config)
        if module in played and form.key.name not in lacking and _is_there(form.key, config)
    )


def every_key() -> Iterator[tuple[str, Module, Form]]:
    """All keys there are: where they stand, whose they are, and how they are written, read and said."""
    for place, rows in _FORMS.items():
        yield from ((place, module, form) for module, form in rows)


def _rows(place: str, config: GameConfig) -> list[tuple[Module, Form]]:
    if place == "team":
        return [*_SHARED, *_FORMS[place]]
    return _PRIVATE if config.teams and place == "player" else _FORMS[place]


def _is_there(key: Key, config: GameConfig) -> bool:
    return key.only is None or getattr(config, key.only[0]) == key.only[1]


def names(place: str, config: GameConfig) -> tuple[list[str], list[str]]:
    """The keys that a place must have, and those it may have."""
    keys = [form.key for form in forms(place, config)]
    return [key.name for key in keys if not key.optional], [key.name for key in keys if key.optional]


def write_part(place: str, at: At) -> dict[str, Any]:
    """The keys of a place, from the state."""
    return {form.key.name: form.write(at) for form in forms(place, at.config)}


def read_part(place: str, values: dict[str, Value], at: At) -> None:
    """The keys of a place, into the state."""
    for form in forms(place, at.config):
        if form.key.name in values:
            form.read(values[form.key.name], at)
        else:
            form.left_out(at)


def _seats(at: At) -> Iterator[tuple[Form, At]]:
    """All keys of all seats and teams."""
    config = at.config
    for p in range(config.seats):
        place = "player" if p < config.players else "chateauma"
        yield from ((form, at.of(p)) for form in forms(place, config))
    for team in range(config.teams):
        yield from ((form, at.of(team)) for form in forms("team", config))


def tiles_of_seats(at: At) -> np.ndarray:
    """How many tiles of each name the seats have in view, the Châteauma's too."""
    tiles = [tile for form, where in _seats(at) for tile in form.tiles(where)]
    counts: np.ndarray = np.bincount(tiles, minlength=TILE_COUNT)
    return counts


def goods_in_view(at: At) -> np.ndarray:
    """How many goods tiles of each type lie with the seats and on the table."""
    places = [*_seats(at), *((form, at) for form in forms("table", at.config))]
    places += [(form, at.of(depot)) for form in forms("depot", at.config) for depot in range(DEPOTS)]
    goods = [goods for form, where in places for goods in form.goods(where)]
    counts: np.ndarray = np.bincount(goods, minlength=GOODS + 1)[1:]
    return counts

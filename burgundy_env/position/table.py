"""Keys of the document itself and of a depot that have a form of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..config import GameConfig
from ..engine.layout import (
    BLACK_SLOTS,
    BONUS_TILES,
    COLOUR_OF,
    COLOURS,
    GOODS,
    ROUNDS,
    SEATS,
    SLOTS,
    STAGE_OVER,
    STAGES,
    TILES,
    TRACK_SPACES,
)
from ..modules import in_game
from ..modules.sizes import PHASE_LETTERS
from . import words
from .forms import At, Form
from .shapes import TILE, Schema, choice, listed, named, number, or_null
from .values import Value


class _Named(Form):
    """A number that has a name."""

    said = words.Word()
    names: tuple[str, ...]

    def shape(self) -> Schema:
        return choice(self.names)

    def write(self, at: At) -> str:
        return self.names[int(self.held(at))]

    def read(self, value: Value, at: At) -> None:
        self.hold(at, self.names.index(value.choice(self.names)))


class Phase(_Named):
    names = tuple(PHASE_LETTERS)


class Stage(_Named):
    names = STAGES


class Round(Form):
    said = words.Number()

    def shape(self) -> Schema:
        return number(1, ROUNDS)

    def write(self, at: At) -> int:
        return int(at.s.round_number) + 1

    def read(self, value: Value, at: At) -> None:
        at.s.round_number = value.integer(1, ROUNDS) - 1


class Order(Form):
    """The seats in the order of the round."""

    said = words.Items(words.whole)

    def shape(self) -> Schema:
        return listed(number(0, SEATS - 1), 1, SEATS, once=True)

    def write(self, at: At) -> list[int]:
        order: list[int] = at.s.order.tolist()[: at.config.seats]
        return order

    def read(self, value: Value, at: At) -> None:
        seats = at.config.seats
        order = value.integers(0, seats - 1, seats)
        if len(set(order)) != seats:
            raise value.wrong(f"a list of the seats 0 to {seats - 1}, each once")
        at.s.order[:seats] = at.s.standing[:seats] = order


class Active(Form):
    """The seat to decide, null when the game is over."""

    said = words.Number()

    def shape(self) -> Schema:
        return or_null(number(0, SEATS - 1))

    def write(self, at: At) -> int | None:
        return None if at.s.stage == STAGE_OVER else int(at.s.active)

    def read(self, value: Value, at: At) -> None:
        if at.s.stage != STAGE_OVER:
            at.s.active = value.integer(0, at.config.players - 1)
            at.s.turn = at.s.order.tolist().index(at.s.active)
        elif value.value is None:
            at.s.active, at.s.turn = -1, at.config.seats
        else:
            raise value.wrong("null when the game is over")


class WhiteDie(Form):
    """Null before the first round."""

    said = words.Number()

    def shape(self) -> Schema:
        return or_null(number(1, 6))

    def write(self, at: At) -> int | None:
        return int(at.s.white_die) if at.begun else None

    def read(self, value: Value, at: At) -> None:
        if at.begun:
            at.s.white_die = value.integer(1, 6)
        elif value.value is not None:
            raise value.wrong(f"null in stage {STAGES[at.s.stage]}")


class Track(Form):
    """The seats on each space, top first."""

    said = words.Stacks()

    def shape(self) -> Schema:
        return listed(listed(number(0, SEATS - 1), once=True), TRACK_SPACES, TRACK_SPACES)

    def write(self, at: At) -> list[list[int]]:
        standing, track = at.s.standing.tolist()[: at.config.seats], at.s.track.tolist()
        return [[p for p in standing if track[p] == space] for space in range(TRACK_SPACES)]

    def read(self, value: Value, at: At) -> None:
        standing: list[int] = []
        seats, spaces = at.config.seats, value.elements(TRACK_SPACES, TRACK_SPACES)
        for space in reversed(range(TRACK_SPACES)):
            for p in spaces[space].integers(0, seats - 1):
                if p in standing:
                    raise spaces[space].error(f"the marker of seat {p} is on the track twice")
                standing.append(p)
                at.s.track[p] = space
        if len(standing) != seats:
            raise value.error(f"has {len(standing)} markers; must have one of each of the {seats} seats")
        at.s.standing[:seats] = standing


class DepotTiles(Form):
    """Always as many as a depot has slots, null where none lies or the slot is not in use."""

    said = words.Slots()

    def shape(self) -> Schema:
        return listed(or_null(TILE), SLOTS, SLOTS)

    def write(self, at: At) -> list[str | None]:
        return [TILES[tile] for tile in at.s.depot[at.number].tolist()]

    def read(self, value: Value, at: At) -> None:
        colours = at.t.slot_colour[at.s.phase, at.number].tolist()
        for slot, entry in enumerate(value.elements(SLOTS, SLOTS)):
            at.s.depot[at.number, slot] = _slot(entry, colours[slot])


def _slot(value: Value, colour: int) -> int:
    if value.value is None:
        return 0
    if colour < 0:
        raise value.wrong("null: this slot is not in use with so few seats")
    return value.tile(f"a {COLOURS[colour]} tile or null", lambda tile: COLOUR_OF[tile] == colour)


class BlackDepot(Form):
    """A tile or null for each slot, none before the first round."""

    said = words.Slots()

    def shape(self) -> Schema:
        return listed(or_null(TILE), 0, BLACK_SLOTS)

    def write(self, at: At) -> list[str | None]:
        return [TILES[tile] for tile in at.s.black_depot.tolist()[: self._slots(at)]]

    def read(self, value: Value, at: At) -> None:
        slots = self._slots(at)
        for slot, entry in enumerate(value.elements(slots, slots)):
            if entry.value is not None:
                wanted = "a black-depot tile or null"
                at.s.black_depot[slot] = entry.tile(wanted, lambda tile: at.t.black_supply[tile])

    def _slots(self, at: At) -> int:
        return int(at.t.black_slots) if at.begun else 0


class RoundGoods(Form):
    """The goods of the coming rounds of the phase."""

    said = words.Items(words.whole)

    def shape(self) -> Schema:
        return listed(number(1, GOODS), 0, ROUNDS - 1)

    def write(self, at: At) -> list[int]:
        return list(self.goods(at))

    def read(self, value: Value, at: At) -> None:
        laid_out = int(at.s.round_number) + 1
        to_come = ROUNDS - laid_out if at.begun else 0
        at.s.round_goods[laid_out : laid_out + to_come] = value.integers(1, GOODS, to_come)

    def goods(self, at: At) -> Iterable[int]:
        return [goods for goods in at.s.round_goods.tolist() if goods]


class BonusTilesLeft(Form):
    """How many bonus tiles of a kind nobody has yet."""

    said = words.Named(words.whole, "building:2")

    def shape(self) -> Schema:
        return named(BONUS_TILES, number(0, 2))

    def write(self, at: At) -> dict[str, int]:
        return {name: left for name, left in zip(BONUS_TILES, at.s.bonus_left.tolist(), strict=True) if left}

    def read(self, value: Value, at: At) -> None:
        for name, left in value.record((), bonus_kinds(at.config)).items():
            at.s.bonus_left[BONUS_TILES.index(name)] = left.integer(0, 2)


def bonus_kinds(config: GameConfig) -> tuple[str, ...]:
    """What there are bonus tiles for in a game."""
    modules = in_game(config.modules, config.chateauma is not None)
    if any("bonus_tiles" in module.without for module in modules):
        return ()
    return tuple(kind for module in modules for kind in module.bonus_tiles)


FORMS: dict[str, dict[str, Any]] = {
    "table": {
        "phase": Phase,
        "round": Round,
        "order": Order,
        "active": Active,
        "stage": Stage,
        "white_die": WhiteDie,
        "track": Track,
        "black_depot": BlackDepot,
        "round_goods": RoundGoods,
        "bonus_tiles": BonusTilesLeft,
    },
    "depot": {"tiles": DepotTiles},
}

"""Checks of the vineyards."""

from __future__ import annotations

from burgundy_env.data.components import SEATS_KEYS, by_players
from burgundy_env.data.cursor import Node, listed
from burgundy_env.modules.vineyards import BOARDS, BONUSES, ROWS, SPACES, STORE_SLOTS, VINES

_VINE_TILES = 51
_VINE_BONUS_TILES = 24


def check(document: Node) -> None:
    top = document.blocks(("vines", "tiles", "depot", "store_slots", "vine_bonus_tiles", "boards"), ("about",))
    if top["vines"].value != list(VINES):  # tiles are named by them, in this order
        raise top["vines"].wrong(str(list(VINES)))
    _check_tiles(top["tiles"], len(VINES))
    _check_depot(top["depot"])
    by_players(top["store_slots"], 1, STORE_SLOTS)
    per_vine = top["vine_bonus_tiles"].record(("per_vine",))["per_vine"]
    if len(VINES) * per_vine.integer(1) != _VINE_BONUS_TILES:
        raise per_vine.wrong(f"{_VINE_BONUS_TILES // len(VINES)} for the rulebook's {_VINE_BONUS_TILES} tiles")
    for board in top["boards"].identified(BOARDS).values():
        _check_board(board)


def _check_tiles(node: Node, vines: int) -> None:
    fields = node.record(("pure_each", "mixed_each", "total"))
    pairs = vines * (vines - 1) // 2
    total = vines * fields["pure_each"].integer(0) + pairs * fields["mixed_each"].integer(0)
    if fields["total"].integer(1) != _VINE_TILES:
        raise fields["total"].wrong(f"the rulebook's {_VINE_TILES}")
    if total != _VINE_TILES:
        raise node.error(f"{vines} pure kinds and {pairs} pairs come to {total} tiles; must be {_VINE_TILES}")


def _check_depot(node: Node) -> None:
    fields = node.record(SEATS_KEYS)
    for seats, slots in ((6, fields["4"]), (3, fields["3"]), (3, fields["2"])):
        values = [value for slot in slots.elements(seats, seats) for value in slot.integers(1, 6)]
        if sorted(values) != [1, 2, 3, 4, 5, 6] or not all(slots.value):
            raise slots.wrong(f"{seats} slots that share the die values 1 to 6, each value in one slot")


def _check_board(node: Node) -> None:
    spaces = node.record(("id", "spaces"))["spaces"]
    covered: dict[tuple[int, int], int] = {}
    rows: dict[int, list[int]] = {}
    for index, space in enumerate(spaces.elements(1, SPACES)):
        fields = space.record(("row", "hexes", "number", "bonuses"))
        rows.setdefault(fields["row"].integer(1, ROWS), []).append(fields["number"].integer(1, 6))
        for bonus in fields["bonuses"].elements(2, 2):
            bonus.choice(BONUSES)
        for hex_ in _double(fields["hexes"]):
            if hex_ in covered:
                raise fields["hexes"].error(
                    f"hex {list(hex_)} also belongs to space [{covered[hex_]}]; double spaces must not overlap"
                )
            covered[hex_] = index
    if sorted(rows) != list(range(1, len(rows) + 1)):
        raise spaces.error(f"has rows {listed(sorted(rows))}; must be 1, 2, 3 ... from the bottom")
    # A player's first double tile goes here, "on the spaces numbered 1 to 4".
    if sorted(rows[1]) != [1, 2, 3, 4]:
        raise spaces.error(f"row 1 is numbered {listed(rows[1])}; must be 1 to 4, each once")
    _check_reachable(spaces, covered)


def _double(node: Node) -> list[tuple[int, int]]:
    first, second = (tuple(hex_.integers(0, 15, 2)) for hex_ in node.elements(2, 2))
    a, b = (first[0], first[1]), (second[0], second[1])
    if b not in touching(a):
        raise node.wrong("two hexes [x, row] that touch")
    return [a, b]


def touching(hex_: tuple[int, int]) -> list[tuple[int, int]]:
    """The six neighbours in a vineyard's coordinates; odd rows are shifted right by half a hex."""
    x, y = hex_
    left = x - 1 + y % 2
    return [(x - 1, y), (x + 1, y), (left, y + 1), (left + 1, y + 1), (left, y - 1), (left + 1, y - 1)]


def _check_reachable(node: Node, covered: dict[tuple[int, int], int]) -> None:
    """Doubles are placed next to placed ones, so an unlinked space could never be filled."""
    reached, todo = {0}, [0]
    while todo:
        space = todo.pop()
        for hex_, owner in covered.items():
            if owner == space:
                found = {covered[other] for other in touching(hex_) if other in covered} - reached
                reached |= found
                todo += found
    if len(reached) != len(set(covered.values())):
        missing = min(set(covered.values()) - reached)
        raise node.error(f"space [{missing}] does not touch the others; all spaces must hang together")

"""Checks of the Châteauma's cards and boards."""

from __future__ import annotations

from burgundy_env.data.cursor import Node, listed
from burgundy_env.data.duchies import COLOURS
from burgundy_env.modules.chateauma import DIFFICULTIES
from burgundy_env.modules.sizes import MOST_VP

_MOST_EXTRA_TURNS = 16  # its duchy has room for the tiles of so many
_LAST_EXTRA_TURN = 14  # the engine has 16 bits for them


def check(document: Node) -> None:
    top = document.blocks(
        ("county_cards", "vineyard_county_cards", "duchy_35", "duchy_36", "inventory_order"), ("about",)
    )
    base = _check_cards(top["county_cards"], range(1, 10), ("sell",))
    vineyard = _check_cards(top["vineyard_county_cards"], range(10, 18), ("sell", "double"))
    # Setup turns cards over until one shows a castle space.
    if not any(base.values()):
        raise top["county_cards"].error("no card has a castle space; at least one must")
    if not (base[1] or any(vineyard.values())):
        raise top["vineyard_county_cards"].error(
            "neither these cards nor card 1 have a castle space; one of them must"
        )
    _check_duchy(top["duchy_35"].record(("spaces",))["spaces"])
    _check_duchy_36(top["duchy_36"])
    top["inventory_order"].each_once(COLOURS)


def _check_cards(block: Node, ids: range, symbols: tuple[str, ...]) -> dict[int, bool]:
    """Checks the cards; tells which of them have a castle space."""
    castles = {}
    for ident, card in block.record(("cards",))["cards"].identified(ids).items():
        fields = card.record(("id", "spaces", "points", "border_post", "shield"))
        colours = []
        for space in fields["spaces"].elements(3, 5):
            parts = space.record(("colour",), symbols)
            colours.append(parts["colour"].choice(COLOURS))
            for symbol in symbols:
                if symbol in parts:
                    parts[symbol].flag()
        castles[ident] = "castle" in colours
        fields["border_post"].flag()
        fields["shield"].flag()
        _check_points(fields["points"])
    return castles


def _check_points(node: Node) -> None:
    fields = node.record(DIFFICULTIES)
    values = [fields[difficulty].integer(0, MOST_VP) for difficulty in DIFFICULTIES]
    if values != sorted(values):
        raise node.error(f"has {listed(values)}; must not fall from easy to hard")


def _check_duchy(spaces: Node) -> dict[str, int]:
    fields = spaces.record(COLOURS)
    counts = {colour: fields[colour].integer(1) for colour in COLOURS}
    if sum(counts.values()) != 37:
        raise spaces.error(f"comes to {sum(counts.values())} spaces; must be 37")
    return counts


def _check_duchy_36(node: Node) -> None:
    fields = node.record(("spaces", "modifier_a", "modifier_b", "modifier_d_spaces"))
    spaces = _check_duchy(fields["spaces"])
    placed = dict.fromkeys(COLOURS, 0)
    for name, total in (("modifier_a", 5), ("modifier_b", 3)):
        tiles = fields[name].record((), COLOURS)
        counts = {colour: tiles[colour].integer(0) for colour in COLOURS if colour in tiles}
        if sum(counts.values()) != total:
            raise fields[name].error(f"comes to {sum(counts.values())} tiles; must be {total}")
        for colour, count in counts.items():
            placed[colour] += count
    for colour in COLOURS:
        if placed[colour] > spaces[colour]:
            raise node.error(
                f"modifiers A and B put {placed[colour]} {colour} tiles on {spaces[colour]} spaces; must fit"
            )
    symbols = fields["modifier_d_spaces"].record((), COLOURS)
    turns = sum(len(symbols[colour].elements()) for colour in COLOURS if colour in symbols)
    if turns > _MOST_EXTRA_TURNS:
        raise fields["modifier_d_spaces"].error(f"has {turns} symbols; must have {_MOST_EXTRA_TURNS} at most")
    for colour in COLOURS:
        if colour in symbols:
            numbers = symbols[colour].integers(1, min(spaces[colour], _LAST_EXTRA_TURN))
            if numbers != sorted(set(numbers)):
                raise symbols[colour].wrong("rising: which spaces, counted in the order they are covered")

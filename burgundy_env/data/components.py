"""Checks of the component counts and printed values.

The limits are the rulebook's counts and what the rules need to be playable. An owner's reading may change
any value within them; names (of kinds, species, bonuses) are fixed because the rules are written to them.
"""

from __future__ import annotations

from itertools import pairwise

from burgundy_env.data.cursor import Node, listed
from burgundy_env.data.duchies import COLOURS
from burgundy_env.data.forms import blocks_in, check_facts
from burgundy_env.modules.base import BUILDING_KINDS, SPECIES
from burgundy_env.modules.sizes import MOST_VP, PLAYERS
from burgundy_env.modules.white_castles import WHITE_CASTLE_KIND

PHASES = ("A", "B", "C", "D", "E")
SEATS_KEYS = tuple(map(str, PLAYERS))
DEPOTS = ("1", "2", "3", "4", "5", "6")
# Hex tiles with a coloured and with a black back, as the rulebook lists them: 164 together.
TILE_COUNTS = {
    "building": (40, 16),
    "monastery": (20, 6),
    "ship": (20, 6),
    "livestock": (20, 8),
    "castle": (14, 2),
    "mine": (10, 2),
}
TILE_TOTAL = 164
# End-of-game monasteries that score 4 VP per building of a kind.
BUILDING_MONASTERIES = ("16", "17", "18", "19", "20", "21", "22", "23", "29")
MOST_VINES_VP = 200  # for a row of vines or of double tiles, once a game
MOST_BONUS_VP = 25  # of a phase, of a bonus tile
MOST_GOODS_VP = 10  # for a goods tile sold


def check(document: Node) -> None:
    of_modules = blocks_in("components.json")
    top = document.blocks(
        (
            "supply",
            "black_supply",
            "expansion_tiles",
            "goods",
            "depots",
            "scoring",
            "monastery_building",
            "turn_order_track",
            *(block for block in of_modules if "." not in block),
        ),
        ("about",),
    )
    _check_supplies(top["supply"], top["black_supply"])
    tiles = [block.partition(".")[2] for block in of_modules if "." in block]
    places = top | {f"expansion_tiles.{name}": node for name, node in top["expansion_tiles"].record(tiles).items()}
    for block, facts in of_modules.items():
        check_facts(places[block], facts)
    _check_goods(top["goods"])
    _check_depots(top["depots"])
    _check_scoring(top["scoring"])
    _check_monastery_building(top["monastery_building"])
    top["turn_order_track"].record(("spaces",))["spaces"].integer(2, 12)


def rising(node: Node, low: int, high: int | None = None, most: int = MOST_VP) -> list[int]:
    """A table of points indexed by a count: starts at 0 for nothing and rises with every entry."""
    values = [element.integer(0, most) for element in node.elements(low, low if high is None else high)]
    if values[0] != 0 or any(a >= b for a, b in pairwise(values)):
        raise node.wrong("0 first and then rising with every entry")
    return values


def by_players(node: Node, low: int, high: int | None = None) -> list[int]:
    """A value for 2, 3 and 4 seats that does not fall."""
    fields = node.record(SEATS_KEYS)
    values = [fields[players].integer(low, high) for players in SEATS_KEYS]
    if values != sorted(values):
        raise node.error(f"has {listed(values)} for 2, 3 and 4 seats; must not fall")
    return values


# -- tiles ------------------------------------------------------------------------------------------


def _check_supplies(coloured: Node, black: Node) -> None:
    fields = coloured.record(COLOURS)
    kinds = fields["building"].record(("kinds", "per_kind"))["kinds"].each_once(BUILDING_KINDS)
    species = fields["livestock"].record(("species", "per_species_counts"))["species"].each_once(SPECIES)
    seen: dict[int, Node] = {}
    for side, node in enumerate((coloured, black)):
        found = _tile_counts(node, side, len(kinds), len(species), seen)
        for colour in COLOURS:
            wanted = TILE_COUNTS[colour][side]
            if found[colour] != wanted:
                raise node.child(colour, None).error(
                    f"comes to {found[colour]} tiles; must be {wanted} for the rulebook's {TILE_TOTAL} hex tiles"
                )


def _tile_counts(node: Node, side: int, kinds: int, species: int, seen: dict[int, Node]) -> dict[str, int]:
    """Tiles per colour in one supply; adds its monasteries to those seen."""
    fields = node.record(COLOURS)
    first = side == 0  # the names stand in the coloured supply and hold for both
    building = fields["building"].record(("kinds", "per_kind") if first else ("per_kind",))
    livestock = fields["livestock"].record(("species",) * first + ("per_species_counts",))
    monasteries = fields["monastery"].record(("numbers",))["numbers"].elements()
    for element in monasteries:
        number = element.integer(1, 26)
        if number in seen:
            raise element.error(f"monastery {number} is also at {seen[number].path}; must be there once")
        seen[number] = element
    animals = [element.integer(2, 4) for element in livestock["per_species_counts"].elements()]
    return {
        "building": kinds * building["per_kind"].integer(1),
        "monastery": len(monasteries),
        "livestock": species * len(animals),
        **{colour: fields[colour].integer(0) for colour in ("ship", "castle", "mine")},
    }


def _check_goods(node: Node) -> None:
    fields = node.record(("types", "per_type", "per_phase", "starting_per_player"))
    types, each = fields["types"], fields["per_type"]
    if types.integer(1) != 6:
        raise types.wrong("6, one type per face of a die")
    total = types.value * each.integer(1)
    if total != 42:
        raise each.error(f"6 types of {each.value} make {total} goods tiles; must be 42, 7 of each type")
    if fields["per_phase"].integer(1) != 5:
        raise fields["per_phase"].wrong("5, one tile per round")
    start = fields["starting_per_player"].integer(0)
    needed = 5 * 5 + 4 * start
    if needed > total:
        raise fields["starting_per_player"].error(
            f"five piles of 5 and {start} for each of 4 players need {needed} goods tiles; there are {total}"
        )


def _check_monastery_building(node: Node) -> None:
    fields = node.record(BUILDING_MONASTERIES)
    kinds = (*BUILDING_KINDS, WHITE_CASTLE_KIND)
    named = [fields[number].choice(kinds) for number in BUILDING_MONASTERIES]
    if sorted(named) != sorted(kinds):
        twice = next(kind for kind in named if named.count(kind) > 1)
        raise node.error(f"{twice!r} belongs to two monasteries; each of {listed(kinds)} must belong to one")


# -- boards and scores ------------------------------------------------------------------------------


def _check_depots(node: Node) -> None:
    fields = node.record(("slots", "three_player_exception", "black_depot_slots", "clockwise"))
    depots = fields["slots"].record(DEPOTS)
    for number in DEPOTS:
        for slot in depots[number].elements(4, 4):
            colour, seats = slot.elements(2, 2)
            colour.choice(COLOURS)
            seats.integer(2, 4)
    exception = fields["three_player_exception"].record(("depot", "slot", "phases", "colour"))
    exception["depot"].integer(1, 6)
    exception["slot"].integer(1, 4)
    exception["colour"].choice(COLOURS)
    phases = exception["phases"].text()
    if sorted(set(phases)) != sorted(phases) or not set(phases) <= set(PHASES):
        raise exception["phases"].wrong("letters from A to E, each once at most")
    if depots[str(exception["depot"].value)].value[exception["slot"].value - 1][1] > 3:
        raise exception["slot"].error("this slot is empty with 3 seats; must be one they fill")
    # Positions and the action table have room for eight black slots.
    by_players(fields["black_depot_slots"], 1, 8)
    clockwise = fields["clockwise"]
    if sorted(clockwise.integers(1, 6)) != [1, 2, 3, 4, 5, 6]:
        raise clockwise.wrong("the depots 1 to 6, each once")


def _check_scoring(node: Node) -> None:
    fields = node.record(
        (
            "region",
            "phase_bonus",
            "colour_bonus_large",
            "colour_bonus_small",
            "goods_vp_per_tile",
            "vines",
            "chateauma_double_tiles",
            "chateauma_shields",
        )
    )
    rising(fields["region"], 10, 11)  # to 9 as printed, or to 10: shield 17 with an inn
    for name in ("vines", "chateauma_double_tiles"):
        rising(fields[name], 14, most=MOST_VINES_VP)  # 0 to "13 and more"
    rising(fields["chateauma_shields"], 5)  # 0 to "4 and more"
    bonus = fields["phase_bonus"].record(PHASES)
    values = [bonus[phase].integer(0, MOST_BONUS_VP) for phase in PHASES]
    if any(a <= b for a, b in pairwise(values)):
        raise fields["phase_bonus"].error(f"has {listed(values)} for A to E; must fall from phase to phase")
    large = by_players(fields["colour_bonus_large"], 1, MOST_BONUS_VP)
    small = by_players(fields["colour_bonus_small"], 1, MOST_BONUS_VP)
    if any(a <= b for a, b in zip(large, small, strict=True)):
        raise fields["colour_bonus_large"].error(
            f"is {listed(large)}; must be more than colour_bonus_small, {listed(small)}"
        )
    by_players(fields["goods_vp_per_tile"], 1, MOST_GOODS_VP)

"""What each of the heuristic's features is, for the docs, and what of it counts as 1 to a network."""

from __future__ import annotations

from ..engine.layout import COLOURS
from ..players.heuristic.features import FEATURES, LARGEST, MOST_OPEN

_MEANINGS = {
    "bias": "always 1",
    "turn_order": "space on the turn-order track",
    "ahead": "1 for who is in front on the track, 0 for the last one",
    "workers": "workers",
    "silver": "silver",
    "goods": "goods held, in victory points when sold",
    "goods_types": "types of goods held",
    "goods_most": "goods of the type there is most of, in victory points when sold",
    "goods_all": "goods tiles held",
    "stored_1": "1 if a tile is stored",
    "stored_2": "1 if two tiles are stored",
    "stored_3": "1 if three tiles are stored",
    "stored_worth": "what the stored tiles would bring on their best hexes, as the rules of thumb reckon",
    "stored_values": "values of dice that place one of the stored tiles",
    "stored_unreached": "stored tiles for which no hex is in reach",
    "mines": "mines times the ends of phases still to come",
    "mines_m2": "the same with monastery 2, else 0",
    "building_monasteries": "buildings that monasteries 16-23 may still count",
    "m15_types": "points of monastery 15 for types held and not yet sold",
    "m25_goods": "goods tiles held with monastery 25",
    "m3_goods_types": "types of goods held with monastery 3",
    "herd": "animals that score again with each tile that finds room beside them",
    "herds_begun": "pastures begun and not finished",
    "open": f"empty hexes in reach; with shield 18 at most {MOST_OPEN}",
    "open_values": "values of dice that reach one of them",
    "depot_tiles": "tiles in the depots for which there is room, at most two for each round of the phase to come",
    "depot_goods": "goods in the fullest depot, if a ship is stored",
    "black_tiles": "tiles of the black depot for which there is room and silver",
    "partner_stored": "team: tiles that the partner has stored",
    "partner_worth": "team: what they would bring on their best hexes",
    "partner_dice": "team: the partner's dice still to come",
    "partner_places": "team: what these place at best",
}
# Of names that begin so: what counts as 1. The first that fits holds; of all others, 1.
_SCALES = {
    "workers_8": 8, "workers_4": 4, "workers_2": 2, "workers_1": 1, "workers": 8,
    "silver_8": 8, "silver_4": 4, "silver_2": 2, "silver_1": 1, "silver": 8, "turn_order": 6,
    "goods_types": 3, "goods_most": 8, "goods_all": 4, "goods": 20,
    "stored_worth": 40, "partner_worth": 40, "partner_places": 40, "stored_values": 6,
    "mines": 10, "building_monasteries": 20, "m15_types": 6, "m25_goods": 4, "m3_goods_types": 3, "bonus": 10,
    "missing": 6, "herds_begun": 1, "herd": 12, "open_values": 6, "open_": 3, "open": 10, "depot_tiles": 8,
    "depot_goods": 6, "black_tiles": 4, "region_1_": 6, "region_2_": 3, "region_": 2,
}  # fmt: skip


def meaning_of(name: str) -> str:
    """What a feature is, by its name."""
    if name in _MEANINGS:
        return _MEANINGS[name]
    what, _, rest = name.partition("_")
    if what in ("workers", "silver"):
        return f"{what}, at most {rest}"
    if what == "region":
        size, _, filled = rest.partition("_")
        of = size if int(size) < LARGEST else f"{size} or more"
        if filled == "out_of_reach":
            return f"unfinished regions of {of} hexes that are out of reach"
        return f"unfinished regions of {of} hexes with {filled} covered"
    if what == "bonus":
        return f"bonus tiles of colours with {rest} empty hexes, in victory points"
    if what == "missing":
        return f"empty {rest} hexes"
    if what == "open":
        return f"empty {rest} hexes in reach, at most 3"
    if what == "stored" and rest in COLOURS:
        return f"stored {rest} tiles"
    return f"1 if monastery {what[1:]} is in the duchy"


SCALES = {
    name: next((float(per) for begin, per in _SCALES.items() if name.startswith(begin)), 1.0) for name in FEATURES
}

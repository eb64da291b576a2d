"""The numbers behind the names: one explicit table for each kind of thing.

Ids never move. A module's things need not stand together: whatever comes with a new module is appended.
"""

from __future__ import annotations

# Modules in the order in which configs list them and observations tell which are played, each a file of this folder.
MODULES = (
    "castle_rule", "extra_tiles", "border_posts", "white_castles", "inns", "trade_routes", "team", "solo", "shields",
    "vineyards",
)  # fmt: skip

# Tiles by id, from 1. Lists of tiles by colour follow the ids.
TILES = (
    "warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "town_hall", "white_castle",
    "crane", *(f"m{number}" for number in range(1, 30)), "ship",
    *(f"{species}{animals}" for species in ("cow", "sheep", "pig", "chicken") for animals in (2, 3, 4)), "geese",
    "castle", "mine", "inn", "black",
)  # fmt: skip

# Blocks by their first ids. What came later has ids of its own: tiles in the blocks of all tiles, `pick:orchard`;
# hexes, `start:h38-h58`.
ACTIONS = (
    "start",
    *(f"{channel}_{verb}" for channel in ("d1", "d2", "free") for verb in ("take", "place", "sell", "workers")),
    "pick", "discard", "goods", "keep", "buy_black", "buy_depot", "recruit", "skip", "end", "side",
    "hire", "retrieve", "retrieve_to", "effect", "buy_inn", "route", "points", "swap", "pay", "black_place",
    "side:44", "side:48",
    "shield", "castle_shield", "shield_on", "any", "copy", "gather", "upkeep", "lose", "straight_black",
    "straight_inn",
    *(f"{channel}_{verb}" for verb in ("double", "plant") for channel in ("d1", "d2", "free")),
    "lay", "buy_store", "free_store", "bonus", "vine", "discard_double",
    *(f"{place}:h38-h58" for place in ("start", "d1_place", "d2_place", "free_place")),
    "pick_team", "discard_team", "stow",
)  # fmt: skip

STAGES = ("sides", "routes", "start", "turn", "over", "phase_end")

PENDING = (
    "castle", "ship", "ship2", "keep", "take", "sell", "place", "pick", "discard", "white_castle", "crane",
    "black", "points", "swap", "pay", "after", "clear",
    "shield", "gather", "straight", "set", "upkeep", "phase_end",
    "plant", "bonuses", "double", "take_black", "vine",
    "stow",
)  # fmt: skip

CHANCE = (
    "first_player", "duchy", "pile_goods", "start_goods", "depot_tile", "black_tile", "round_goods", "die",
    "white_die", "county_card", "joker_tile", "preset_tile", "chateauma_die", "route", "shield",
    "vine_out", "vineyard", "vine_bonus", "double_tile",
)  # fmt: skip

STEPS = (
    "takes", "uses_inventory", "uses_joker", "takes_joker", "finds_nothing", "sells", "has_nothing_to_sell",
    "gets_silver", "gets_vp", "fetches", "fetches_nothing", "ships", "finishes", "plays_again", "wins_bonus",
    "buys", "mines", "links_posts", "wins_post", "gets_route_vp", "takes_shield",
    "takes_double", "buys_double",
)  # fmt: skip

# Sources of points: those counted while playing, then those of the final scoring.
SCORES = (
    "regions", "phase_bonuses", "colour_bonuses", "livestock", "goods", "watchtowers", "m7", "earlier",
    "county_cards", "boarding_houses", "border_posts", "trade_routes", "retrievals", "monasteries_at_once",
    "bought_points", "targets", "vineyard_spaces",
    "m15", "m16", "m17", "m18", "m19", "m20", "m21", "m22", "m23", "m24", "m25", "m26", "m29",
    "leftover_goods", "leftover_silver", "leftover_workers", "monasteries", "inventory", "unfinished_cards",
    "shields", "vines",
)  # fmt: skip

# What tables call them that have no room for all.
SCORE_GROUPS = (
    "regions", "phase", "colours", "livestock", "goods", "buildings", "monasteries", "posts", "routes", "cards",
    "left over", "other", "shields", "vineyards",
)  # fmt: skip

# The Châteauma's, as they are told.
CHATEAUMA_SCORES = (
    "county_cards", "colour_bonuses", "livestock", "goods", "watchtowers", "boarding_houses", "earlier",
    "border_posts", "trade_routes",
    "leftover_goods", "leftover_silver", "monasteries", "inventory", "unfinished_cards", "shields", "vines",
)  # fmt: skip

BONUS_TILES = ("building", "monastery", "ship", "livestock", "castle", "mine", "post")

# Observations: what modules lay on the table, and on every player board.
TABLE_FIELDS = (
    "posts_left", "inns", "set_aside", "steps", "to_pay", "depot_shields", "heap", "deciding_shields", "workers_pay",
    "vines_out", "double_depot", "double_store", "vine_reserve", "chateauma_doubles", "coming_double", "plant",
    "plant_by", "bonuses_left",
)  # fmt: skip
SEAT_FIELDS = (
    "post", "route_numbers", "route_bonuses", "route_goods", "route_hand", "target", "shields", "wild", "lender",
    "heaped",
    "vineyard", "vines", "open_spaces", "vine_tiles", "stored_doubles",
    "own_team",
)  # fmt: skip

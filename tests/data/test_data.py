"""The component data: valid as shipped, every check seen to fail."""

from __future__ import annotations

import contextlib
import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from data_documents import DELETE, PACKAGE, C, D, Documents, T, V, X, documents, put

from burgundy_env import data
from burgundy_env.data import loader
from burgundy_env.data.cursor import Node
from burgundy_env.data.duchies import read_duchies
from burgundy_env.data.provenance import FILES, blocks_of
from burgundy_env.modules import DESCRIPTORS

# -- the package's data -----------------------------------------------------------------------------


def test_package_data() -> None:
    loaded = data.load()
    assert loaded.directory is None
    assert re.fullmatch("[0-9a-f]{16}", loaded.hash)
    assert sorted(loaded.duchies) == [*range(1, 35), 44, 48]
    assert {duchy.id: duchy.name for duchy in loaded.duchies.values() if duchy.name} == {44: "2011/4", 48: "2011/8"}
    assert loaded.files["duchies"]["border_posts"]["hexes"] == [[4], [16], [35, 36]]
    assert loaded.components["goods"]["types"] == 6
    assert loaded.files["trade_routes"]["per_player"]["2"] == 5
    assert len(loaded.files["vineyards"]["boards"]) == 4
    assert len(loaded.chateauma["county_cards"]["cards"]) == 9


def test_the_facts_of_each_block_have_a_hash() -> None:
    loaded, changing = data.load(), documents()
    assert {facts.block for module in DESCRIPTORS for facts in module.data} <= set(loaded.hashes)
    castles = changing["components.json"]["expansion_tiles"]["white_castles"]
    castles.update(building=castles["building"] - 1, black=castles["black"] + 1)
    changing["components.json"]["goods"]["provenance"] = "owner"
    changing["vineyards.json"]["boards_note"] = "another remark"
    changed = loader.build(changing)
    assert [block for block, hashed in loaded.hashes.items() if changed.hashes[block] != hashed] == [
        "expansion_tiles.white_castles"
    ]
    assert changed.hash != loaded.hash


def test_regular_duchy() -> None:
    duchy = data.load().duchies[1]
    assert (duchy.id, duchy.set, duchy.provenance, duchy.note) == (1, "base", "transcribed", "")
    assert duchy.colours[:4] == ("livestock", "castle", "castle", "monastery")
    assert duchy.numbers[:4] == (6, 5, 4, 3)
    assert set(duchy.neighbours[18]) == {12, 13, 18, 20, 25, 26}
    assert duchy.regions[:3] == ((1, 5, 6, 10, 11), (2, 3, 7), (4, 8, 13))
    assert sorted(hex_ for region in duchy.regions for hex_ in region) == list(range(1, 38))
    assert duchy.start_castle is None


def test_positions_are_a_unit_apart_exactly_between_neighbours() -> None:
    for ident in (1, 31):
        duchy = data.load().duchies[ident]
        for i, (x, y) in enumerate(duchy.positions, start=1):
            near = {
                j
                for j, (x2, y2) in enumerate(duchy.positions, start=1)
                if (x - x2) ** 2 + (y - y2) ** 2 == pytest.approx(1)
            }
            assert near == set(duchy.neighbours[i - 1])
    assert data.load().duchies[1].positions[0][1] < 0, "h1 is at the top, and y grows downwards"


def test_rivers_link_but_do_not_join_regions() -> None:
    duchy = data.load().duchies[33]
    assert (duchy.set, duchy.rivers[0]) == ("solo", (1, 31))
    assert 31 in duchy.neighbours[0]
    assert 1 in duchy.neighbours[30]
    # h1 and h31 are both ships, linked by a river only.
    assert (1,) in duchy.regions
    assert (31,) in duchy.regions
    assert duchy.positions[0] == (663, 71)


def test_team_boards_have_start_castles() -> None:
    duchy = data.load().duchies[32]
    assert (duchy.set, duchy.start_castle, len(duchy.colours)) == ("team", (58, 22), 58)


def test_every_stated_source_is_a_block() -> None:
    blocks = data.load().blocks
    assert [block for block in blocks if (block.file, block.name) == ("duchies.json", "duchies.5")] == [
        data.Block("duchies.json", "duchies.5", "transcribed", "")
    ]
    text = "".join((PACKAGE / name).read_text(encoding="utf-8") for name in FILES)
    assert len(blocks) == len(re.findall(r'provenance": ', text))
    files = [block.file for block in blocks]
    assert files == sorted(files, key=FILES.index)
    depot = next(block for block in blocks if block.name == "depot")
    assert depot.provenance == "reconstructed", "two sources: the least sure one counts"
    assert depot.note.startswith("rulebook for the counts")
    store = next(block for block in blocks if (block.file, block.provenance) == ("vineyards.json", "inferred"))
    assert "for 4 inferred from the automa's left, middle, right" in store.note, "a subject that comes first"


def test_load_reads_unchanged_files_once() -> None:
    assert data.load() is data.load()


def test_data_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(data.load())).hash == data.load().hash


def test_import_is_light() -> None:
    code = "import sys, burgundy_env.data; print([m for m in ('numpy', 'numba') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


# -- every check fails on what it guards against ----------------------------------------------------

DAMAGE: list[tuple[str, str, Any, str]] = [
    # boards
    (D, "about", 5, "about: is 5; must be a text"),
    (D, "numbers", DELETE, "top level: key 'numbers' is missing"),
    (D, "numbers.0", "6547", "numbers[0]: '6547' has '7'; each must be one of 1, 2, 3, 4, 5, 6"),
    (D, "numbers.0", 6543, "numbers[0]: is 6543; must be a text"),
    (D, "duchies", "grry", "duchies: is \"grry\"; must be a list"),
    (D, "duchies.4", DELETE, "duchies: id 5 is missing; the ids are 1-30,44,48"),
    (D, "duchies.4.id", 6, "duchies: id 6 is there twice"),
    (D, "duchies.4.id", 31, "duchies[4].id: is 31; must be one of the ids 1-30,44,48"),
    (D, "duchies.4.id", DELETE, "duchies[4]: key 'id' is missing"),
    (D, "duchies.4.set", "", "duchies.5.set: is \"\"; must be a text"),
    (D, "duchies.4.rows", "gttb", "duchies.5.rows: is \"gttb\"; must be a list"),
    (D, "duchies.4.rows.0", "gtt", "duchies.5.rows[0]: 'gtt' has 3 hexes; must have 4"),
    (D, "duchies.4.rows.0", "gttx", "duchies.5.rows[0]: 'gttx' has 'x'; each must be one of t, y, b, g, r,"),
    (D, "duchies.4.rows.0", "gtte", "duchies.5.rows: has 5 ship, 4 mine hexes; every duchy must have 12"),
    (D, "duchies.4.rows", ["gttb"] * 6, "duchies.5.rows: has 6 entries; must have 7"),
    (D, "duchies.4.rows", ["tttt", "ttttt", "tttyyy", "yyybbbb", "bbgggg", "ggrrr", "reee"],
     "duchies.5: the building region at h1 has 12 hexes; must have 8 at most"),
    (D, "duchies.4.provenence", "owner", "duchies.5: unknown key 'provenence' (did you mean 'provenance'?)"),
    (D, "duchies.4.provenance", DELETE, "duchies.5: key 'provenance' is missing"),
    (D, "duchies.4.provenance", "guessed", "duchies.5.provenance: is \"guessed\"; must be one of owner,"),
    (D, "duchies.4.provenance", "rulebook for", "must be one of owner, rulebook"),
    (D, "duchies.4.note", 7, "duchies.5.note: is 7; must be a text"),
    (D, "axial.0", [0, -2], "axial: the hexes do not lie in reading order"),
    (D, "axial.0", [5, -3], "axial: the hexes do not lie in reading order"),
    (D, "axial.3", [-2, -2], "with rows of 4, 5, 6, 7, 6, 5, 4 neighbouring hexes"),
    (D, "axial.0", [0], "axial[0]: has 1 entries; must have 2"),
    (D, "neighbours.0", [1, 2, 5, 6], "neighbours: h1 is listed as a neighbour of itself"),
    (D, "neighbours.0", [2, 2, 5, 6], "neighbours: h1 lists a neighbour twice"),
    (D, "neighbours.0", [2, 5], "neighbours: h6 lists h1, but h1 does not list h6"),
    (D, "neighbours.0", [2, 5, 38], "neighbours[0][2]: is 38; must be an integer from 1 to 37"),
    (D, "border_posts.hexes", [[4], [16]], "border_posts.hexes: has 2 entries; must have 3"),
    (D, "border_posts.hexes.0", [], "must be three posts"),
    (D, "border_posts.hexes.0", [16], "must be three posts of one or more hexes, no hex in two"),
    (D, "border_posts.hexes.0", [19], "border_posts.hexes: h19 is not on the rim"),
    (D, "solo_duchies.0.cells.0.hex", 2, "solo_duchies.33.cells[0].hex: is 2; must be 1"),
    (D, "solo_duchies.0.cells.0.number", 7, "solo_duchies.33.cells[0].number: is 7; must be an integer from"),
    (D, "solo_duchies.0.cells.0.colour", "blue", "solo_duchies.33.cells[0].colour: is \"blue\"; must be one"),
    (D, "solo_duchies.0.cells.0.colour", ["b"], "solo_duchies.33.cells[0].colour: is [\"b\"]; must be one"),
    (D, "solo_duchies.0.cells.0.colour", "e", "solo_duchies.33.cells: has 5 ship, 4 mine hexes"),
    (D, "solo_duchies.0.cells.0.xy", [1, "2"], "solo_duchies.33.cells[0].xy[1]: is \"2\"; must be a number"),
    (D, "solo_duchies.0.cells.0.xy", [True, 1], "solo_duchies.33.cells[0].xy[0]: is true; must be a number"),
    (D, "solo_duchies.0.cells.0.xy", [float("inf"), 1], "cells[0].xy[0]: is Infinity; must be a number"),
    (D, "solo_duchies.0.cells.0", DELETE, "solo_duchies.33.cells: has 36 entries; must have 37"),
    (D, "solo_duchies.0.land.0", [2, 2], "solo_duchies.33.land[0]: is [2, 2]; must be two different hexes"),
    (D, "solo_duchies.0.land.0", [1, 5], "solo_duchies.33.land[1]: h1 and h5 are linked twice"),
    (D, "solo_duchies.0.land.0", [5, 1], "solo_duchies.33.land[1]: h1 and h5 are linked twice"),
    (D, "solo_duchies.0.rivers.0", [2, 1], "solo_duchies.33.rivers: (1, 2) is linked by land too"),
    (D, "solo_duchies.0.rivers", [], "solo_duchies.33: some hexes can't be reached from h1"),
    (D, "team_duchies.note", 5, "team_duchies.note: is 5; must be a text"),
    (D, "team_duchies.axial.0", [0, 0], "team_duchies.axial: the hexes do not lie in reading order"),
    (D, "team_duchies.neighbours.0", [2, 8], "team_duchies.neighbours: h9 lists h1, but h1 does not list h9"),
    (D, "team_duchies.boards.0.numbers.0", "525635", "team_duchies.boards.31.numbers[0]: '525635' has 6"),
    (D, "team_duchies.boards.0.start_castle", [1], "start_castle: is [1]; must be one or more castle hexes"),
    (D, "team_duchies.boards.0.start_castle", [], "start_castle: is []; must be one or more castle hexes"),
    (D, "team_duchies.boards.0.start_castle", [29, 29], "must be one or more castle hexes, each once"),
    # components
    (C, "supply", [], "supply: is []; must be an object"),
    (C, "supply.ship", 19, "supply.ship: comes to 19 tiles; must be 20 for the rulebook's 164 hex tiles"),
    (C, "supply.ship", True, "supply.ship: is true; must be an integer"),
    (C, "supply.building.per_kind", 4, "supply.building: comes to 32 tiles; must be 40"),
    (C, "supply.building.kinds.0", "shop", "supply.building.kinds[0]: is \"shop\"; must be one of warehouse"),
    (C, "supply.building.kinds", ["bank"] * 8, "must be a list of warehouse, watchtower"),
    (C, "supply.livestock.species.0", "goat", "species[0]: is \"goat\"; must be one of cow, sheep"),
    (C, "supply.livestock.per_species_counts", [2, 3], "supply.livestock: comes to 8 tiles; must be 20"),
    (C, "supply.livestock.per_species_counts.0", 5, "per_species_counts[0]: is 5; must be an integer from 2"),
    (C, "supply.monastery.numbers.0", 2, "monastery 2 is also at supply.monastery.numbers[0]"),
    (C, "black_supply.monastery.numbers.0", 1, "monastery 1 is also at supply.monastery.numbers[0]"),
    (C, "black_supply.monastery.numbers.0", 27, "numbers[0]: is 27; must be an integer from 1 to 26"),
    (C, "black_supply.castle", 3, "black_supply.castle: comes to 3 tiles; must be 2"),
    (C, "expansion_tiles.extra_tiles.monastery", [27], "extra_tiles.monastery: is [27]; must be [27, 28]"),
    (C, "expansion_tiles.extra_tiles.black", ["crane"], "must be a list of crane, geese, each once"),
    (C, "expansion_tiles.white_castles.building", 7, "white_castles: comes to 10 tiles"),
    (C, "expansion_tiles.white_castles.monastery", [28], "must be [29]"),
    (C, "expansion_tiles.inns.count", 4, "inns.count: is 4; must be 5"),
    (C, "goods.types", 5, "goods.types: is 5; must be 6"),
    (C, "goods.per_type", 8, "goods.per_type: 6 types of 8 make 48 goods tiles; must be 42"),
    (C, "goods.per_type", 7.0, "goods.per_type: is 7.0; must be an integer"),
    (C, "goods.per_phase", 6, "goods.per_phase: is 6; must be 5"),
    (C, "goods.starting_per_player", 5, "need 45 goods tiles; there are 42"),
    (C, "depots.slots.7", [], "depots.slots: unknown key '7'"),
    (C, "depots.slots.6", DELETE, "depots.slots: key '6' is missing"),
    (C, "depots.slots.6.3", DELETE, "depots.slots.6: has 3 entries; must have 4"),
    (C, "depots.slots.6.3", ["ship"], "depots.slots.6[3]: has 1 entries; must have 2"),
    (C, "depots.slots.6.3.0", "shp", "depots.slots.6[3][0]: is \"shp\" (did you mean 'ship'?); must be one"),
    (C, "depots.slots.6.3.1", 5, "depots.slots.6[3][1]: is 5; must be an integer from 2 to 4"),
    (C, "depots.three_player_exception.phases", "BF", "phases: is \"BF\"; must be letters from A to E"),
    (C, "depots.three_player_exception.phases", "BB", "phases: is \"BB\"; must be letters from A to E, each"),
    (C, "depots.three_player_exception.depot", 7, "depot: is 7; must be an integer from 1 to 6"),
    (C, "depots.three_player_exception.slot", 0, "slot: is 0; must be an integer from 1 to 4"),
    (C, "depots.three_player_exception.slot", 4, "this slot is empty with 3 seats"),
    (C, "depots.three_player_exception.colour", "grey", "colour: is \"grey\"; must be one of"),
    (C, "depots.black_depot_slots.4", DELETE, "depots.black_depot_slots: key '4' is missing"),
    (C, "depots.black_depot_slots.4", 9, "black_depot_slots.4: is 9; must be an integer from 1 to 8"),
    (C, "depots.black_depot_slots.4", 5, "black_depot_slots: has 4, 6, 5 for 2, 3 and 4 seats; must not"),
    (C, "depots.clockwise.0", 2, "depots.clockwise: is [2, 2, 3, 4, 5, 6]; must be the depots 1 to 6"),
    (C, "scoring.region", [0, 1, 3], "scoring.region: has 3 entries; must have 10 to 11"),
    (C, "scoring.region", list(range(12)), "scoring.region: has 12 entries; must have 10 to 11"),
    (C, "scoring.region.3", 3, "scoring.region: is [0, 1, 3, 3,"),
    (C, "scoring.region.0", 1, "must be 0 first and then rising"),
    (C, "scoring.region", list(range(1, 11)), "must be 0 first and then rising"),
    (C, "scoring.vines.13", DELETE, "scoring.vines: has 13 entries; must have 14"),
    (C, "scoring.chateauma_double_tiles.13", 78, "scoring.chateauma_double_tiles: is"),
    (C, "scoring.chateauma_shields.4", DELETE, "scoring.chateauma_shields: has 4 entries; must have 5"),
    (C, "scoring.phase_bonus.E", DELETE, "scoring.phase_bonus: key 'E' is missing"),
    (C, "scoring.phase_bonus.F", 1, "scoring.phase_bonus: unknown key 'F'"),
    (C, "scoring.phase_bonus.E", 4, "scoring.phase_bonus: has 10, 8, 6, 4, 4 for A to E; must fall"),
    (C, "scoring.colour_bonus_large.2", 2, "must be more than colour_bonus_small"),
    (C, "scoring.colour_bonus_small.4", 2, "has 2, 3, 2 for 2, 3 and 4 seats"),
    (C, "scoring.goods_vp_per_tile.2", "2", "goods_vp_per_tile.2: is \"2\"; must be an integer"),
    (C, "monastery_building.16", "bakery", "monastery_building.16: is \"bakery\" (did you mean"),
    (C, "monastery_building.16", "bank", "'bank' belongs to two monasteries"),
    (C, "monastery_building.29", DELETE, "monastery_building: key '29' is missing"),
    (C, "shields.final_vp.18", DELETE, "shields.final_vp: key '18' is missing"),
    (C, "shields.final_vp.18", -4, "shields.final_vp.18: is -4; must be an integer from 0 to 59"),
    (C, "shields.per_depot.4.5", DELETE, "shields.per_depot.4: has 5 entries; must have 6"),
    (C, "shields.per_depot.4.5", 3, "shields.per_depot.4[5]: is 3; must be an integer from 0 to 2"),
    (C, "turn_order_track.spaces", None, "turn_order_track.spaces: is null; must be an integer from 2 to 12"),
    # the Châteauma
    (X, "county_cards.cards.0.id", 10, "county_cards.cards[0].id: is 10; must be an integer from 1 to 9"),
    (X, "county_cards.cards.0.spaces.0", DELETE, "county_cards.cards.1.spaces: has 2 entries; must have 3"),
    (X, "county_cards.cards.0.spaces.0.colour", "red", "county_cards.cards.1.spaces[0].colour: is \"red\""),
    (X, "county_cards.cards.0.spaces.0.sell", 1, "spaces[0].sell: is 1; must be true or false"),
    (X, "county_cards.cards.0.spaces.0.double", True, "spaces[0]: unknown key 'double'"),
    (X, "county_cards.cards.0.points.hard", DELETE, "county_cards.cards.1.points: key 'hard' is missing"),
    (X, "county_cards.cards.0.points.hard", 9, "points: has 8, 12, 9; must not fall from easy to hard"),
    (X, "county_cards.cards.0.shield", "no", "county_cards.cards.1.shield: is \"no\"; must be true or false"),
    (X, "county_cards.cards.0.border_post", 0, "county_cards.cards.1.border_post: is 0; must be true or"),
    (X, "vineyard_county_cards.cards.0", DELETE, "vineyard_county_cards.cards: id 10 is missing"),
    (X, "vineyard_county_cards.cards.0.spaces.1.double", "yes", "spaces[1].double: is \"yes\"; must be true"),
    (X, "duchy_35.spaces.mine", DELETE, "duchy_35.spaces: key 'mine' is missing"),
    (X, "duchy_35.spaces.mine", 4, "duchy_35.spaces: comes to 38 spaces; must be 37"),
    (X, "duchy_36.spaces.mine", 4, "duchy_36.spaces: comes to 38 spaces; must be 37"),
    (X, "duchy_36.modifier_a.ship", 2, "duchy_36.modifier_a: comes to 6 tiles; must be 5"),
    (X, "duchy_36.modifier_b.mine", 2, "duchy_36.modifier_b: comes to 4 tiles; must be 3"),
    (X, "duchy_36.modifier_d_spaces.mine", [4], "modifier_d_spaces.mine[0]: is 4; must be an integer from 1"),
    (X, "duchy_36.modifier_d_spaces.mine", [2, 1], "modifier_d_spaces.mine: is [2, 1]; must be rising"),
    (X, "inventory_order.0", "castle", "inventory_order: is"),
    # trade routes
    (T, "tiles.11", DELETE, "tiles: id 12 is missing"),
    (T, "tiles.0.provenance", DELETE, "tiles.1: key 'provenance' is missing"),
    (T, "tiles.0.spaces.0", DELETE, "tiles.1.spaces: has 2 entries; must have 3"),
    (T, "tiles.0.spaces.0.number", 0, "tiles.1.spaces[0].number: is 0; must be an integer from 1 to 6"),
    (T, "tiles.0.spaces.0.bonus", "vp_5", "bonus: is \"vp_5\" (did you mean 'vp_4'?); must be one of"),
    (T, "per_player.4", 4, "per_player.4: is 4; must be an integer from 1 to 3"),
    (T, "per_player.5", 2, "per_player: unknown key '5'"),
    # vineyards
    (V, "vines.0", "blue", "vines: is"),
    (V, "vines.0", "dark blue", "must be ['orange', 'yellow'"),
    (V, "vines.0", DELETE, "vines: is"),
    (V, "tiles.total", 52, "tiles.total: is 52; must be the rulebook's 51"),
    (V, "tiles.mixed_each", 4, "tiles: 6 pure kinds and 15 pairs come to 66 tiles; must be 51"),
    (V, "depot.4.0", [2], "depot.4: is [[2], [2]"),
    (V, "depot.3", [[1, 2, 3], [4, 5, 6], []], "depot.3: is"),
    (V, "depot.provenance", "rulebook for the counts, guessed for the rest", "depot.provenance: is"),
    (V, "depot.provenance", "rulebook for 2; for 4 guessed from the rest", "depot.provenance: is"),
    (D, "duchies.30.name", "2011/8", "duchies.44.name: is \"2011/8\"; must be '2011/4', as configs call it"),
    (D, "duchies.4.name", "five", "duchies.5.name: is \"five\"; must be left out: its number is its name"),
    (V, "store_slots.2", 4, "store_slots.2: is 4; must be an integer from 1 to 3"),
    (V, "vine_bonus_tiles.per_vine", 3, "per_vine: is 3; must be 4 for the rulebook's 24 tiles"),
    (V, "boards.3", DELETE, "boards: id 4 is missing"),
    (V, "boards.0.spaces.0.hexes", [[0, 0], [2, 0]], "hexes: is [[0, 0], [2, 0]]; must be two hexes [x,"),
    (V, "boards.0.spaces.1.hexes", [[1, 0], [2, 0]], "hex [1, 0] also belongs to space [0]"),
    (V, "boards.0.spaces.0.number", 7, "boards.1.spaces[0].number: is 7"),
    (V, "boards.0.spaces.0.number", 2, "boards.1.spaces: row 1 is numbered 2, 2, 3, 4; must be 1 to 4"),
    (V, "boards.0.spaces.4.row", 6, "boards.1.spaces[4].row: is 6"),
    (V, "boards.0.spaces.0.bonuses.0", "gold", "bonuses[0]: is \"gold\"; must be one of take_building"),
    (V, "boards.0.spaces.0.bonuses", ["vp_4"], "boards.1.spaces[0].bonuses: has 1 entries; must have 2"),
    (V, "boards.0.spaces.12.hexes", [[9, 9], [10, 9]], "space [12] does not touch the others"),
    (V, "boards_provenance", "made up", "boards_provenance: is \"made up\"; must be one of"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "path", "value", "words"), DAMAGE, ids=[f"{f}:{p}" for f, p, _, _ in DAMAGE])
def test_damage_is_named(file: str, path: str, value: Any, words: str) -> None:
    damaged = documents()
    put(damaged[file], path, value)
    with pytest.raises(data.DataError) as caught:
        loader.build(damaged)
    assert str(caught.value).startswith(f"{file}: ")
    assert words in str(caught.value)


def _unlink_like_no_hexagon(docs: Documents) -> None:
    neighbours = docs[D]["neighbours"]
    neighbours[0].append(37)
    neighbours[36].append(1)


def _no_castle_on_base_cards(docs: Documents) -> None:
    for card in docs[X]["county_cards"]["cards"]:
        card["spaces"] = card["spaces"][:3]
        for space in card["spaces"]:
            space["colour"] = "mine"


def _no_castle_on_vineyard_cards(docs: Documents) -> None:
    for card in docs[X]["vineyard_county_cards"]["cards"]:
        for space in card["spaces"]:
            space["colour"] = "mine"


def _modifiers_overfill(docs: Documents) -> None:
    docs[X]["duchy_36"]["modifier_b"] = {"mine": 3}
    docs[X]["duchy_36"]["modifier_a"] = {"mine": 5}


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_unlink_like_no_hexagon, "neighbours: h1 has neighbours [2, 5, 6, 37], but by 'axial' it touches"),
        (_no_castle_on_base_cards, "county_cards: no card has a castle space"),
        (_no_castle_on_vineyard_cards, "neither these cards nor card 1 have a castle space"),
        (_modifiers_overfill, "duchy_36: modifiers A and B put 8 mine tiles on 3 spaces"),
        (lambda docs: docs.update({D: []}), "duchies.json: top level: is []; must be an object"),
        (lambda docs: docs[C]["shields"]["per_depot"].update({"2": [2] * 6, "3": [2.5] * 6}), "is 2.5"),
    ],
)
def test_damage_in_several_places(damage: Callable[[Documents], None], words: str) -> None:
    damaged = documents()
    damage(damaged)
    with pytest.raises(data.DataError, match=re.escape(words)):
        loader.build(damaged)


def test_one_card_with_a_castle_is_enough_for_the_vineyards() -> None:
    allowed = documents()
    _no_castle_on_vineyard_cards(allowed)
    allowed[X]["county_cards"]["cards"][0]["spaces"][0]["colour"] = "castle"
    loader.build(allowed)


def _every_place(value: Any, path: str = "") -> list[str]:
    """All paths of a document, one representative per list to keep the count down."""
    if isinstance(value, dict):
        children = list(value.items())
    elif isinstance(value, list):
        children = [(str(i), entry) for i, entry in enumerate(value[:2])]
    else:
        children = []
    paths = []
    for key, child in children:
        here = f"{path}.{key}" if path else str(key)
        paths += [here, *_every_place(child, here)]
    return paths


@pytest.mark.parametrize("file", FILES)
def test_wrong_types_anywhere_give_a_sentence(file: str) -> None:
    """Only DataError may come out, whatever stands where (free texts and optional keys may pass)."""
    original = loader.read_json(PACKAGE / file)
    check = loader.CHECKS.get(file, read_duchies)
    for path in _every_place(original):
        for value in (None, True, -1, 1.5, "", "x", [], [[]], {}, {"id": []}, DELETE):
            damaged = copy.deepcopy(original)
            put(damaged, path, value)
            with contextlib.suppress(data.DataError):
                check(Node(file, "", damaged))
                blocks_of(file, Node(file, "", damaged))

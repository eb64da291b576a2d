"""rules.md 6.6: goods sold are laid on trade routes, and matching numbers bring bonuses."""

import pytest

from burgundy_env import ConfigError, Game

from .positions import BOTH, ROUTE_TILES, at_the_end, legal, pending, play, position, seat, source

ROUTES = ("trade_routes",)
DEPOTS = {"1.1": "church", "1.2": "ship", "2.1": "m17", "2.2": "castle", "3.1": "pig4", "5.1": "mine"}
COLOURS = {
    "take_building": ["building"],
    "take_mine_monastery_castle": ["monastery", "castle", "mine"],
    "take_ship_livestock": ["ship", "livestock"],
    "take_any": ["building", "monastery", "ship", "livestock", "castle", "mine"],
}
SLOTS = {
    "take_building": ["1.1"],
    "take_mine_monastery_castle": ["2.1", "2.2", "5.1"],
    "take_ship_livestock": ["1.2", "3.1"],
    "take_any": sorted(DEPOTS),
}


ALMOST_FULL = [1, 2, 3] * 5  # goods that lie on a route; five of a type are no more than there are


def table(players=2, *, modules=ROUTES, **keys):
    return position(players, modules=modules, **keys)


def sold(goods, tiles, route, laid=(), **keys):
    """A stack sold with a die; `laid`: goods that lie on the route already."""
    keys = {"dice": [goods, goods], **keys, "goods": {goods: tiles, **keys.get("goods", {})}}
    return play(table(route=list(route), route_goods=list(laid), **keys), f"d1 sell {goods}")


def space(bonus):
    """A route tile and the place (0, 1, 2) on it with this bonus."""
    return next(
        (tile, i) for tile, spaces in ROUTE_TILES.items() for i, found in enumerate(spaces) if found[1] == bonus
    )


def on(bonus, **keys):
    """One tile of goods sold onto a space with this bonus, on its own number."""
    tile, i = space(bonus)
    number = ROUTE_TILES[tile][i][0]
    before = [other % 6 + 1 for other, _ in ROUTE_TILES[tile][:i]]  # none of them on its own number
    return sold(number, 1, [tile], before, **keys)


class TestTheTiles:
    @pytest.mark.parametrize(("players", "chateauma", "tiles"), [
        (2, None, 5), (3, None, 4), (4, None, 3), (1, "easy", 5), (2, "easy", 4), (3, "easy", 3),
    ])  # fmt: skip
    def test_are_5_4_or_3_for_each_player_by_seats(self, players, chateauma, tiles):
        document = Game.new({"players": players, "modules": ROUTES, "chateauma": chateauma}).to_json()
        routes = [player["route"] for player in document["players"]]
        assert [len(route) for route in routes] == [tiles] * players
        assert all(player["route_goods"] == [] for player in document["players"])
        dealt = [tile for route in routes for tile in route]
        assert len(set(dealt)) == len(dealt)
        assert set(dealt) <= set(ROUTE_TILES)

    def test_lie_in_random_order(self):
        routes = [Game.new({"modules": ROUTES}, seed=seed).to_json()["players"][0]["route"] for seed in range(40)]
        assert {route[0] for route in routes} == set(ROUTE_TILES)
        assert not all(route == sorted(route) for route in routes)

    def test_are_drawn_seat_by_seat_numbered_from_1(self):
        game = Game.new({"players": 3, "modules": ROUTES})
        drawn = [event["where"] for event in game.events if event.get("chance") == "route"]
        assert drawn == [[p, i] for p in range(3) for i in range(1, 5)]

    def test_have_three_spaces_each(self):
        assert all(len(spaces) == 3 for spaces in ROUTE_TILES.values())
        full = sold(4, 3, [1, 2, 3, 4, 5], ALMOST_FULL[:12], phase="E")
        assert (len(seat(full)["route_goods"]), seat(full)["sold"]) == (15, {})

    def test_are_there_with_the_module_only(self):
        assert "route" not in position().to_json()["players"][0]
        with pytest.raises(ConfigError, match="trade_route_order: chosen, but module trade_routes is not played"):
            Game.new({"trade_route_order": "chosen"})
        with pytest.raises(ConfigError, match="solo goes with"):
            Game.new({"players": 1, "modules": ["solo", "trade_routes"]})


class TestChosenOrder:
    def new(self, seed=3, **keys):
        return Game.new({"modules": ROUTES, "trade_route_order": "chosen", **keys}, seed=seed)

    def test_ruling_is_laid_in_turn_order_before_the_start_castles_tile_by_tile(self):
        game = self.new()
        assert game.to_json()["stage"] == "routes"
        for p in game.to_json()["order"]:
            hand = sorted(seat(game, p)["route_hand"])
            assert (game.active, seat(game, p)["route"]) == (p, [])
            assert legal(game) == [f"route {tile}" for tile in hand]
            for tile in reversed(hand):
                play(game, f"route {tile}")
            assert seat(game, p)["route"] == hand[::-1]
        assert game.to_json()["stage"] == "start"
        assert game.active == game.to_json()["order"][0]

    def test_asks_for_the_last_tile_too(self):
        game = self.new()
        p = game.active
        for _ in range(4):
            play(game, legal(game)[0])
        assert (game.active, len(legal(game))) == (p, 1)

    def test_comes_after_the_sides_of_the_boards(self):
        game = self.new(duchies="sides")
        stages = []
        while game.to_json()["stage"] != "turn":
            stages.append(game.to_json()["stage"])
            play(game, legal(game)[0])
        assert stages == ["sides"] * 2 + ["routes"] * 10 + ["start"] * 2

    def test_with_the_chateauma_is_the_players_only(self):
        game = self.new(players=1, chateauma="easy+C")
        assert (game.to_json()["stage"], game.active, len(legal(game))) == ("routes", 0, 5)

    def test_changes_nothing_later(self):
        keys = {"options": {"trade_route_order": "chosen"}}
        assert seat(sold(6, 1, [2], **keys))["vp"] == 2 + 4


class TestASale:
    def test_fills_the_next_spaces_from_left_to_right(self):
        assert seat(sold(5, 2, [2, 1]))["route_goods"] == [5, 5]
        game = sold(5, 2, [2, 1], [1, 1])
        assert (seat(game)["route_goods"], seat(game)["sold"], seat(game)["goods"]) == ([1, 1, 5, 5], {}, {})

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_brings_its_silver_and_points_as_ever(self, players):
        game = sold(5, 3, [2], players=players)
        assert (seat(game)["silver"], source(game, "goods"), source(game, "trade_routes")) == (1, 3 * players, 0)

    def test_has_monasteries_3_and_4(self):
        game = sold(5, 1, [2], placed={"h19": "castle", "h13": "m3", "h8": "m4"})
        assert (seat(game)["silver"], seat(game)["workers"]) == (2, 1)

    def test_brings_no_bonus_where_the_number_does_not_match(self):
        """Tile 2 shows 6, 3, 4; a 4 on its first two spaces does nothing."""
        game = sold(4, 2, [2], depots=DEPOTS)
        assert (seat(game)["silver"], seat(game)["vp"], pending(game)) == (1, 4, [])

    def test_on_a_full_route_goes_to_the_sold_pile_as_usual(self):
        game = sold(5, 3, [6, 2, 3, 4, 1], ALMOST_FULL[:13], phase="E")
        assert (seat(game)["route_goods"][13:], seat(game)["sold"]) == ([5, 5], {"5": 1})
        game = sold(6, 2, [2, 1, 3, 4, 6], ALMOST_FULL, depots=DEPOTS, phase="E")
        assert (seat(game)["sold"], source(game, "trade_routes"), pending(game)) == ({"6": 2}, 0, [])

    def test_is_laid_on_ones_own_route_only(self):
        game = sold(6, 1, [2], rivals={1: {"route": [6], "route_goods": [2]}})
        assert (seat(game, 1)["route_goods"], seat(game, 1)["vp"]) == ([2], 0)


class TestTheBonuses:
    def test_are_seven(self):
        printed = {bonus for spaces in ROUTE_TILES.values() for _, bonus in spaces}
        assert printed == {*COLOURS, "silver_2", "workers_4", "vp_4"}

    @pytest.mark.parametrize(
        ("bonus", "gets"), [("silver_2", (3, 0, 2)), ("workers_4", (1, 4, 2)), ("vp_4", (1, 0, 2 + 4))]
    )
    def test_silver_workers_and_points_come_at_once(self, bonus, gets):
        game = on(bonus)
        assert (seat(game)["silver"], seat(game)["workers"], seat(game)["vp"]) == gets
        assert pending(game) == []

    def test_points_are_those_of_trade_routes(self):
        assert source(on("vp_4"), "trade_routes") == 4

    def test_workers_are_not_helped_by_monasteries_13_and_14(self):
        game = on("workers_4", placed={"h19": "castle", "h13": "m13", "h8": "m14"})
        assert (seat(game)["workers"], seat(game)["silver"]) == (4, 1)

    @pytest.mark.parametrize("bonus", sorted(COLOURS))
    def test_tiles_are_taken_from_any_numbered_depot_or_declined(self, bonus):
        game = on(bonus, depots=DEPOTS, black=["bank", "ship", "m7", "castle"])
        assert game.to_json()["pending"] == [{"kind": "take", "colours": COLOURS[bonus]}]
        assert legal(game) == [*(f"free take {slot}" for slot in SLOTS[bonus]), "skip"]
        for slot in SLOTS[bonus]:
            after = play(game.copy(), f"free take {slot}")
            assert (seat(after)["storage"], pending(after)) == ([DEPOTS[slot]], [])
        assert pending(play(game, "skip")) == []

    @pytest.mark.parametrize("bonus", sorted(COLOURS))
    def test_tiles_are_lost_if_there_is_none(self, bonus):
        others = {slot: tile for slot, tile in DEPOTS.items() if slot not in SLOTS[bonus]}
        assert pending(on(bonus, depots=others, black=["bank", "ship", "m7", "castle"])) == []

    def test_take_any_reaches_no_inn_and_no_black_depot(self):
        game = on("take_any", modules=(*ROUTES, "inns"), inns=1, black=["ship"], depots={"5.1": "mine"})
        assert legal(game) == ["free take 5.1", "skip"]

    def test_a_full_storage_makes_room(self):
        game = play(on("take_any", depots=DEPOTS, storage=["bank", "bank", "ship"]), "free take 5.1")
        assert pending(game) == ["discard"]
        play(game, "discard bank")
        assert sorted(seat(game)["storage"]) == ["bank", "mine", "ship"]


class TestSeveralBonusesInOneSale:
    # Tiles 1 and 2: 2 building, 4 mine/monastery/castle, 1 workers; 6 points, 3 silver, 4 building.

    def test_ruling_the_whole_stack_is_laid_then_come_the_others_leftmost_first(self):
        """Five fours from the second space of tile 1: spaces 2 (castle ...) and 6 (building) match."""
        game = sold(4, 5, [1, 2], [2], depots=DEPOTS)
        assert seat(game)["route_goods"] == [2, 4, 4, 4, 4, 4]
        assert legal(game) == [*(f"free take {slot}" for slot in SLOTS["take_mine_monastery_castle"]), "skip"]
        play(game, "free take 5.1")
        assert legal(game) == ["free take 1.1", "skip"]
        play(game, "free take 1.1")
        assert (sorted(seat(game)["storage"]), pending(game)) == (["church", "mine"], [])

    def test_ruling_each_is_optional(self):
        game = sold(4, 5, [1, 2], [2], depots=DEPOTS)
        play(game, "skip")
        assert legal(game) == ["free take 1.1", "skip"]
        assert pending(play(game, "skip")) == []

    def test_ruling_silver_workers_and_points_come_before_any_tile_is_taken(self):
        """Sixes on tile 9 (a mine, monastery or castle) and tile 2 (points), which lies further right."""
        game = sold(6, 4, [9, 2], depots=DEPOTS)
        assert (source(game, "trade_routes"), pending(game)) == (4, ["take"])

    def test_empty_ones_are_dropped_wherever_they_stand(self):
        """No building: only the castle, mine or monastery is asked. No such tile: only the building."""
        game = play(sold(4, 5, [1, 2], [2], depots={"5.1": "mine"}), "free take 5.1")
        assert pending(game) == []
        game = sold(4, 5, [1, 2], [2], depots={"1.1": "church"})
        assert legal(game) == ["free take 1.1", "skip"]
        assert pending(play(game, "free take 1.1")) == []

    def test_a_second_one_is_dropped_when_the_first_took_the_last_tile(self):
        """Tile 3 begins with 4: any tile; tile 2 ends with 4: a building. The church is all there is."""
        game = sold(4, 4, [2, 3], [1, 1], depots={"1.1": "church"})
        assert [entry["colours"] for entry in game.to_json()["pending"]] == [COLOURS["take_any"], ["building"]]
        play(game, "free take 1.1")
        assert pending(game) == []

    def test_a_full_storage_makes_room_before_the_next_one(self):
        game = sold(4, 5, [1, 2], [2], depots=DEPOTS, storage=["bank", "bank", "ship"])
        play(game, "free take 5.1")
        assert pending(game) == ["take", "discard"]
        play(game, "discard ship", "free take 1.1", "discard mine")
        assert sorted(seat(game)["storage"]) == ["bank", "bank", "church"]

    def test_purchases_go_on_between_them(self):
        game = sold(4, 5, [1, 2], [2], depots=DEPOTS, black=["ship"], silver=1)
        play(game, "buy b1")
        assert pending(game) == ["take", "take"]

    def test_are_worked_off_before_the_effect_that_sold_goes_on(self):
        pending_before = [{"kind": "castle"}, {"kind": "sell"}]
        game = table(pending=pending_before, goods={4: 5}, route=[1, 2], route_goods=[2], depots=DEPOTS)
        play(game, "free sell 4")
        assert pending(game) == ["castle", "take", "take"]
        play(game, "skip", "skip")
        assert pending(game) == ["castle"]


class TestWhateverSells:
    @pytest.mark.parametrize("entry", ["sell", "castle", "white_castle"])
    def test_warehouse_castle_and_white_castle_lay_goods_too(self, entry):
        modules = (*ROUTES, "white_castles")
        game = table(modules=modules, pending=[{"kind": entry}], goods={6: 1}, route=[2], white_die=6)
        play(game, "free sell 6")
        assert (seat(game)["route_goods"], seat(game)["vp"]) == ([6], 2 + 4)

    def test_a_warehouse_copied_by_a_crane_brings_its_bonus_in_the_middle(self):
        """A castle places the crane: its sale, its bonus, then the die that is left."""
        modules = (*ROUTES, "extra_tiles")
        game = table(modules=modules, pending=[{"kind": "castle"}], storage=["crane"], goods={4: 1},
                     route=[1], route_goods=[2], depots=DEPOTS, used=[True, False])  # fmt: skip
        play(game, "free place h26", "effect warehouse", "free sell 4")
        assert (pending(game), seat(game)["vp"], seat(game)["silver"]) == (["take"], 2, 1)
        assert legal(game) == [*(f"free take {slot}" for slot in SLOTS["take_mine_monastery_castle"]), "skip"]
        play(game, "free take 2.2")
        assert (seat(game)["storage"], pending(game)) == (["castle"], [])
        assert legal(game, "d2 take")

    def test_silver_of_a_bonus_can_be_spent_at_once_in_the_middle_of_it(self):
        """Threes on tile 3 (a castle, mine or monastery) and tile 2 (silver): the silver is there first."""
        game = sold(3, 4, [3, 2], [1], black=["ship"], depots=DEPOTS)
        assert (pending(game), seat(game)["silver"]) == (["take"], 1 + 2)
        play(game, "buy b1", "free take 5.1")
        assert sorted(seat(game)["storage"]) == ["mine", "ship"]


class TestTheEnd:
    @pytest.mark.parametrize("ruleset", BOTH)
    def test_ruling_goods_on_the_route_count_as_sold_for_15_and_25(self, ruleset):
        placed = {"h19": "castle", "h13": "m15", "h8": "m25"}
        keys = {"placed": placed, "sold": {1: 2}, "route": [1, 2], "route_goods": [1, 3, 3, 5]}
        game = at_the_end({0: keys}, modules=ROUTES, ruleset=ruleset)
        assert source(game, "m15") == 3 * {"special_edition": 2, "alea_2011": 3}[ruleset]
        assert source(game, "m25") == 6

    def test_goods_on_the_route_are_no_leftovers(self):
        keys = {"route": [1, 2], "route_goods": [1, 3], "goods": {2: 3}}
        game = at_the_end({0: keys}, modules=ROUTES)
        assert (source(game, "leftover_goods"), game.scores()[0]["total"]) == (3, 3)

    def test_another_players_route_counts_nothing(self):
        mine = {"placed": {"h19": "castle", "h13": "m25"}, "route": [1]}
        game = at_the_end({0: mine, 1: {"route": [2], "route_goods": [1, 1]}}, modules=ROUTES)
        assert source(game, "m25") == 0

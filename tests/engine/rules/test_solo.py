"""rules.md 6.8: the solo game; its setup, rounds, ships and swaps, face-down tiles, and its end."""

import pytest

from burgundy_env import ConfigError, Game
from burgundy_env.data import load

from .positions import goods_in, goods_of, legal, pending, play, seat, source, tile_in
from .solo_turns import HOME, SOLO, all_but, table


def new(seed=0, **keys):
    return Game.new({"players": 1, "modules": SOLO, **keys}, seed=seed)


def begun(seed=0, **keys):
    game = new(seed, **keys)
    return play(game, legal(game)[0])


def next_round(game, white_die=1):
    """The turn ends, two ones are rolled, and the white die shows this."""
    rolled = [{"chance": "die", "where": [0, i], "result": 1} for i in (1, 2)]
    game.push_scripted("end", [*rolled, {"chance": "white_die", "where": [], "result": white_die}])
    return game


class TestSetup:
    def test_is_for_one_player_on_board_33_or_34(self):
        assert new().to_json()["players"][0]["duchy"] == 33
        assert seat(new(duchies=[34]))["duchy"] == 34
        for keys, reason in (
            ({"players": 2}, "2 can't play the solo game; it is for 1"),
            ({"duchies": [1]}, "the solo game has boards 33 and 34"),
            ({"duchies": "random"}, "played on board 33 or 34"),
        ):
            with pytest.raises(ConfigError, match=reason):
                new(**keys)
        with pytest.raises(ConfigError, match="boards are numbered 1-30,44,48"):
            Game.new({"duchies": [33, 34]})

    def test_begins_with_1_silver_2_workers_3_goods_and_the_marker_at_0(self):
        player = seat(new())
        assert (player["silver"], player["workers"], sum(player["goods"].values())) == (1, 2, 3)
        assert (player["vp"], player["target"]) == (0, 50)

    def test_begins_with_a_castle_on_any_castle_hex(self):
        for board in (33, 34):
            duchy = load().duchies[board]
            castles = [f"start h{h}" for h, colour in enumerate(duchy.colours, 1) if colour == "castle"]
            game = new(duchies=[board])
            assert legal(game) == castles
            play(game, castles[-1])
            assert (seat(game)["vp"], pending(game)) == (0, [])

    def test_has_its_target_at_50_or_as_configured(self):
        assert seat(new(solo_target=35))["target"] == 35
        assert seat(begun(solo_target=5))["target"] == 5
        for target in (4, 0, "50"):
            with pytest.raises(ConfigError, match="solo_target: a number from 5"):
                new(solo_target=target)

    def test_has_the_depots_of_2_seats(self):
        """All their slots but the one whose tile left in the first round."""
        document = begun(3).to_json()
        slots = load().components["depots"]["slots"]
        wanted = {f"{d}.{i}" for d in slots for i, (_, least) in enumerate(slots[d], 1) if least <= 2}
        found = {f"{d}.{i}" for d, depot in document["depots"].items() for i, t in enumerate(depot["tiles"], 1) if t}
        assert found < wanted
        assert len(wanted - found) == 1
        assert len(document["black_depot"]) == 4

    def test_has_no_track_and_no_bonus_tiles(self):
        document = new().to_json()
        assert "track" not in document
        assert "bonus_tiles" not in document

    def test_goes_with_extra_tiles_and_white_castles_only(self):
        assert new(modules=("solo", "extra_tiles", "white_castles"))
        for module in ("castle_rule", "border_posts", "inns", "trade_routes"):
            with pytest.raises(
                ConfigError, match=f"solo goes with extra_tiles and white_castles only, not with {module}"
            ):
                new(modules=("solo", module))
        with pytest.raises(ConfigError, match="'solo' is not compatible with the Châteauma"):
            new(chateauma="easy")


class TestARound:
    def test_the_goods_tile_goes_to_the_depot_of_the_white_die(self):
        game = next_round(table(used=[True, True], round_goods=[4, 3, 2, 1]), 5)
        assert (goods_in(game, 5), game.to_json()["white_die"]) == ({4: 1}, 5)
        assert seat(game)["dice"] == [1, 1]

    def test_then_the_top_tile_of_that_depot_leaves(self):
        depots = {"2.1": "m16", "2.2": "castle", "3.1": "cow2"}
        game = next_round(table(used=[True, True], depots=depots), 2)
        assert (tile_in(game, "2.1"), tile_in(game, "2.2"), tile_in(game, "3.1")) == (None, "castle", "cow2")
        play(game, "d1 workers", "d2 workers")
        next_round(game, 2)
        assert (tile_in(game, "2.2"), tile_in(game, "3.1")) == (None, "cow2")

    @pytest.mark.parametrize(("white_die", "gone"), [(2, "3.2"), (5, "6.1"), (4, "6.1"), (6, "6.1"), (1, "3.2")])
    def test_if_it_is_empty_that_of_the_next_depot_clockwise_that_has_one(self, white_die, gone):
        depots = {"3.2": "bank", "6.1": "market", "6.2": "cow2"}
        game = next_round(table(used=[True, True], depots=depots), white_die)
        assert {slot for slot in depots if tile_in(game, slot) is None} == {gone}

    def test_if_all_are_empty_nothing_leaves(self):
        game = next_round(table(used=[True, True], black=["ship"]), 2)
        assert game.to_json()["black_depot"][0] == "ship"

    def test_in_the_first_round_of_a_phase_too(self):
        for seed in range(20):
            document = begun(seed).to_json()
            assert document["depots"][str(document["white_die"])]["tiles"][0] is None
            assert sum(tile is not None for depot in document["depots"].values() for tile in depot["tiles"]) == 11

    def test_silver_of_mines_comes_at_the_end_of_a_phase_as_ever(self):
        placed = {**HOME, "h6": "cow2", "h2": "mine", "h8": "m2"}
        game = table(used=[True, True], placed=placed, round=5)
        play(game, "end")
        assert (seat(game)["silver"], seat(game)["workers"], game.to_json()["phase"]) == (1, 1, "B")


class TestAdjacency:
    def test_is_by_land_or_across_a_river(self):
        """h10 touches h16 and h20 across the water."""
        placed = {**HOME, "h10": "ship"}
        hexes = {
            action.split()[-1] for action in legal(table(placed=placed, storage=["ship"], workers=9), "d1 place")
        }
        assert hexes == {"h16", "h20"}
        hexes = {action.split()[-1] for action in legal(table(storage=["ship"], workers=9), "d1 place")}
        assert hexes == {"h10"}

    def test_on_board_34_too(self):
        game = table(duchy=34, storage=["ship", "bank"], workers=9)
        assert legal(game, "d1 place") == ["d1 place h1", "d1 place h8"]

    def test_does_not_join_regions(self):
        """Both ships lie in regions of one."""
        game = play(table(placed={**HOME, "h10": "ship"}, storage=["ship"], dice=[1, 1]), "d1 place h20")
        assert source(game, "regions") == 1


DEPOT_GOODS = {2: {1: 1, 2: 1, 3: 1, 4: 1}, 3: {5: 2}, 6: {6: 1}}


class TestAShip:
    def sailed(self, *, placed=(), **keys):
        """A ship just placed on h10; its region has brought 11."""
        keys = {"storage": [], **keys}
        game = table(
            **{**keys, "placed": {**HOME, **dict(placed)}, "storage": ["ship", *keys["storage"]], "dice": [3, 1]}
        )
        return play(game, "d1 place h10")

    def test_takes_all_goods_of_one_depot_whatever_types_are_stored(self):
        game = self.sailed(depot_goods=DEPOT_GOODS, goods={4: 1, 5: 1, 6: 1})
        assert legal(game) == [f"goods {depot}" for depot in range(1, 7)]
        play(game, "goods 2")
        assert goods_of(game) == {1: 1, 2: 1, 3: 1, 4: 2, 5: 1, 6: 1}

    def test_removes_all_other_goods_from_all_other_depots(self):
        game = play(self.sailed(depot_goods=DEPOT_GOODS), "goods 3")
        assert all(goods_in(game, depot) == {} for depot in range(1, 7))
        assert goods_of(game) == {5: 2}
        assert seat(game)["sold"] == {}

    def test_may_take_an_empty_depot_and_removes_the_others_all_the_same(self):
        game = play(self.sailed(depot_goods=DEPOT_GOODS), "goods 1")
        assert goods_of(game) == {}
        assert all(goods_in(game, depot) == {} for depot in range(1, 7))

    def test_has_no_marker_to_move(self):
        assert "track" not in play(self.sailed(), "goods 1").to_json()

    def test_ruling_with_monastery_5_the_second_depot_comes_before_the_others_go(self):
        game = play(self.sailed(placed={"h8": "m5"}, depot_goods=DEPOT_GOODS), "goods 2")
        assert pending(game) == ["clear", "ship2"]
        assert legal(game) == ["goods 3", "skip"]
        assert goods_in(game, 6) == {6: 1}
        play(game, "goods 3")
        assert (goods_of(game), pending(game)) == ({1: 1, 2: 1, 3: 1, 4: 1, 5: 2}, [])
        assert goods_in(game, 6) == {}

    def test_with_monastery_5_declined_the_others_go(self):
        game = play(self.sailed(placed={"h8": "m5"}, depot_goods=DEPOT_GOODS, black=["bank"]), "goods 2", "skip")
        assert (goods_in(game, 3), pending(game)) == ({}, [])

    def test_with_monastery_5_then_the_swap(self):
        game = play(self.sailed(placed={"h8": "m5"}, depot_goods=DEPOT_GOODS, black=["bank"]), "goods 2", "goods 3")
        assert (pending(game), legal(game)) == (["swap"], ["skip", "swap b1"])
        assert goods_in(game, 6) == {}


class TestTheSwap:
    def offered(self, **keys):
        """A ship has come home: six goods, tiles in the black depot."""
        keys = {"goods": {1: 3, 5: 2, 6: 1}, "black": ["m7", None, "cow4", "ship"], **keys}
        game = table(storage=["ship", *keys.pop("storage", [])], dice=[3, 1], **keys)
        return play(game, "d1 place h10", "goods 1")

    def test_is_offered_once_the_ship_is_done_and_may_be_declined(self):
        game = self.offered()
        assert legal(game) == ["skip", "swap b1", "swap b3", "swap b4"]
        play(game, "skip")
        assert (pending(game), goods_of(game), seat(game)["storage"]) == ([], {1: 3, 5: 2, 6: 1}, [])

    def test_is_offered_at_no_other_time(self):
        keys = {"goods": {1: 3, 5: 2, 6: 1}, "black": ["m7", None, "cow4", "ship"]}
        assert legal(table(**keys), "swap") == []
        assert legal(table(**keys, pending=[{"kind": "ship"}]), "swap") == []
        assert legal(table(**keys, pending=[{"kind": "castle"}]), "swap") == []

    def test_needs_five_goods_and_a_tile(self):
        assert pending(self.offered(goods={1: 3, 5: 1})) == []
        assert pending(self.offered(goods={1: 3, 5: 2})) == ["swap"]
        assert pending(self.offered(black=[])) == []

    def test_counts_the_goods_just_taken(self):
        assert pending(self.offered(goods={1: 2}, depot_goods={1: {1: 3}})) == ["swap"]

    def test_ruling_the_player_picks_the_five_goods_which_leave_the_game(self):
        game = play(self.offered(), "swap b3")
        assert game.to_json()["black_depot"] == ["m7", None, None, "ship"]
        assert (pending(game), legal(game)) == (["pay"], ["pay 1", "pay 5", "pay 6"])
        play(game, "pay 6", "pay 1")
        assert (game.to_json()["pending"], legal(game)) == ([{"kind": "pay", "left": 3}], ["pay 1", "pay 5"])
        play(game, "pay 1", "pay 1", "pay 5")
        assert (goods_of(game), seat(game)["sold"], pending(game)) == ({5: 1}, {}, [])
        assert seat(game)["storage"] == ["black"]

    def test_is_paid_five_times_even_with_one_type(self):
        game = play(self.offered(goods={1: 6}), "swap b1")
        for _ in range(5):
            assert legal(game) == ["pay 1"]
            play(game, "pay 1")
        assert goods_of(game) == {1: 1}

    def test_lets_nothing_come_between_once_begun(self):
        game = table(modules=(*SOLO, "extra_tiles"), placed={**HOME, "h8": "m28"}, silver=3, black=["ship"],
                     goods={1: 2, 6: 1}, pending=[{"kind": "pay", "left": 3}])  # fmt: skip
        assert legal(game) == ["pay 1", "pay 6"]

    def test_ruling_comes_once_for_a_ship(self):
        game = play(self.offered(goods={1: 6, 5: 5}), "swap b1", *["pay 5"] * 5)
        assert (goods_of(game), pending(game)) == ({1: 6}, [])

    def test_with_a_full_storage_throws_a_tile_away_after_the_last_good(self):
        game = play(self.offered(storage=["bank", "mine"]), "swap b1", *["pay 1"] * 3)
        assert pending(game) == ["pay"]
        play(game, "pay 5", "pay 5")
        assert (sorted(seat(game)["storage"]), pending(game)) == (["bank", "black", "mine"], [])
        full = table(storage=["bank", "mine", "mine"], goods={1: 6}, black=["m7"], pending=[{"kind": "swap"}])
        play(full, "swap b1", *["pay 1"] * 5)
        assert (pending(full), set(legal(full))) == (["discard"], {"discard bank", "discard mine"})
        assert goods_of(full) == {1: 1}


class TestAFaceDownTile:
    def stored(self, *others, **keys):
        return table(storage=["black", *others], **{"workers": 9, **keys})

    def test_fits_any_colour_by_the_normal_rules(self):
        """All around the castle on h7, by the number of each."""
        assert legal(self.stored(), "d1 place") == [f"d1 place h{h}" for h in (3, 4, 6, 8, 10, 11)]
        assert legal(self.stored(dice=[2, 2], workers=0), "d1 place") == ["d1 place h4", "d1 place h6"]

    @pytest.mark.parametrize("hex_", ["h3", "h6", "h8", "h10", "h11"])
    def test_has_no_effect(self, hex_):
        game = play(self.stored(goods={1: 6}, black=["bank"], depots={"1.1": "bank"}), f"d1 place {hex_}")
        assert (seat(game)["placed"][hex_], pending(game)) == ("black", [])
        alone = hex_ != "h3"
        assert (seat(game)["vp"], goods_of(game)) == (11 * alone, {1: 6})

    def test_a_black_mine_brings_no_silver(self):
        """The rulebook's example; nor is it a mine for monastery 2."""
        placed = {**HOME, "h6": "cow2", "h2": "black", "h8": "m2"}
        game = play(table(used=[True, True], placed=placed, round=5), "end")
        assert (seat(game)["silver"], seat(game)["workers"]) == (0, 0)

    def test_a_black_ship_fetches_nothing_and_swaps_nothing(self):
        """The rulebook's example."""
        game = self.stored(goods={1: 6}, depot_goods={2: {5: 1}}, black=["bank"])
        play(game, "d1 place h10")
        assert (pending(game), goods_in(game, 2)) == ([], {5: 1})

    def test_a_black_castle_gives_no_action(self):
        placed = {**HOME, "h10": "ship", "h20": "ship", "h19": "cow2"}
        assert pending(play(self.stored(placed=placed), "d1 place h18")) == []

    def test_has_no_identity(self):
        """No livestock in a pasture, no building of a town, no monastery, no kind for monastery 16."""
        placed = {**HOME, "h10": "ship", "h20": "ship", "h19": "black"}
        game = play(table(placed=placed, storage=["cow3"], dice=[1, 1]), "d1 place h15")
        assert seat(game)["vp"] == 3

    def test_ruling_is_outside_the_town_rule(self):
        placed = {**HOME, "h3": "black"}
        assert "d1 place h4" in legal(self.stored(placed=placed))
        assert "d1 place h4" in legal(table(placed=placed, storage=["bank"], workers=9))

    @pytest.mark.parametrize("monastery", ["m9", "m10", "m11"])
    def test_ruling_has_no_free_step(self, monastery):
        """h11 is a 1, h10 a 3, h4 and h6 a 2."""
        placed = {**HOME, "h8": monastery}
        for die, hexes in ((1, ["h11"]), (3, ["h10"]), (2, ["h4", "h6"])):
            game = self.stored(placed=placed, dice=[die, die], workers=0)
            assert legal(game, "d1 place") == [f"d1 place {h}" for h in hexes]

    def test_is_picked_among_tiles_of_the_colour(self):
        game = play(self.stored("mine", "ship", dice=[3, 1]), "d1 place h10")
        assert legal(game) == ["pick ship", "pick black"]

    def test_helps_to_complete_region_and_colour(self):
        """The last mine hex: 1 + 10, and a black-depot tile for the colour."""
        game = table(placed=all_but("h2", "h36", h30="black"), storage=["black"], dice=[5, 1], black=["cow4"])
        play(game, "d1 place h2")
        assert (seat(game)["vp"], pending(game), legal(game)) == (
            11, ["after", "black"], ["skip", "free place b1 h36"],
        )  # fmt: skip

    def test_may_be_the_last_tile_of_all(self):
        game = play(table(placed=all_but("h2"), storage=["black"], dice=[5, 1]), "d1 place h2")
        assert game.outcome().winners == (0,)


class TestTheEnd:
    def test_is_a_win_at_once_when_all_37_hexes_are_covered(self):
        game = table(placed=all_but("h2"), storage=["mine"], dice=[5, 1], phase="C", round=4, vp=7, black=["bank"])
        play(game, "d1 place h2")
        assert game.is_over
        assert (game.active, game.to_json()["stage"], legal(game)) == (None, "over", [])
        outcome = game.outcome()
        assert (outcome.winners, outcome.rounds, outcome.empty_hexes) == ((0,), 14, 0)
        assert outcome.decided_by == "solo"

    def test_leaves_nothing_pending_and_scores_nothing_more(self):
        """The last hex by a castle's action, with a ship's decision and steps waiting below it."""
        entries = [{"kind": "after", "hex": "h1", "steps": ["effect"]}, {"kind": "points"}, {"kind": "castle"}]
        game = table(placed=all_but("h36"), storage=["cow2"], pending=entries, vp=7, silver=1)
        play(game, "free place h36")
        assert (game.is_over, pending(game), seat(game)["vp"]) == (True, [], 7)

    def test_may_be_won_by_a_colours_black_tile(self):
        game = table(placed=all_but("h2", "h36"), storage=["mine"], dice=[5, 1], black=["cow4"])
        play(game, "d1 place h2", "free place b1 h36")
        assert game.outcome().winners == (0,)

    def test_may_be_won_by_a_pick_and_in_the_last_round(self):
        game = table(placed=all_but("h2"), storage=["mine", "black"], dice=[5, 1], phase="E", round=5)
        play(game, "d1 place h2", "pick black")
        assert (game.outcome().winners, game.outcome().rounds) == ((0,), 25)

    def test_is_not_reached_with_a_hex_left(self):
        assert not play(table(placed=all_but("h2", "h3"), storage=["mine"], dice=[5, 1]), "d1 place h2").is_over

    def test_is_a_loss_after_25_rounds(self):
        game = table(placed=all_but("h2", "h3"), used=[True, True], phase="E", round=5, vp=33, silver=4)
        play(game, "end")
        outcome = game.outcome()
        assert (outcome.winners, outcome.rounds, outcome.empty_hexes) == ((), 25, 2)
        assert game.is_over

    def test_comes_not_before(self):
        assert not next_round(table(used=[True, True], phase="E", round=4)).is_over

    def test_a_game_has_25_rounds(self):
        game, rounds = begun(5), set()
        while not game.is_over:
            rounds.add((game.to_json()["phase"], game.to_json()["round"]))
            actions = legal(game)
            play(game, next((a for a in ("d1 workers", "d2 workers", "end", "skip") if a in actions), actions[0]))
        assert len(rounds) == 25
        assert game.outcome().winners == ()

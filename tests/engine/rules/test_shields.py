"""rules.md 6.9: how shields are taken, paid for and counted, and what each of them changes."""

import pytest

from burgundy_env import ConfigError, Game
from burgundy_env.data import load

from .positions import (
    CARD_SPACES,
    ROUTE_TILES,
    card,
    full_duchy,
    goods_in,
    goods_of,
    legal,
    pending,
    play,
    position,
    seat,
    source,
    tile_in,
)

SHIELDS = ("shields",)
CASTLES = ("h19", "h7", "h3", "h2")  # of duchy 1
FINAL_VP = load().components["shields"]["final_vp"]


def table(*held, modules=(), placed=(), **keys):
    """Seat 0 has these shields, one on each castle."""
    castles = CASTLES[: max(len(held), 1)]
    placed = dict.fromkeys(castles, "castle") | dict(placed)
    shields = dict(zip(castles, held, strict=False))
    return position(modules=(*SHIELDS, *modules), placed=placed, shields=shields, **keys)


def closing(*held, **keys):
    """The end of phase A: seat 0 is the last to say `end`."""
    return play(table(*held, **{"round": 5, "order": [1, 0], "used": [True, True], **keys}), "end")


def top(game):
    return game.to_json()["pending"][-1]


def stage(game):
    return game.to_json()["stage"]


def in_play(game):
    """All shields that lie somewhere."""
    document = game.to_json()
    places = [*document["shields"].values(), *(player["shields"].values() for player in document["players"])]
    return sorted(shield for place in places for shield in place)


class TestTheSetup:
    @pytest.mark.parametrize(("players", "counts"), [(2, [1] * 6), (3, [1, 2] * 3), (4, [2] * 6)])
    def test_lays_them_into_the_depots_and_the_rest_leave_the_game(self, players, counts):
        for seed in range(5):
            game = Game.new({"players": players, "modules": SHIELDS}, seed=seed)
            lying = game.to_json()["shields"]
            assert [len(lying[depot]) for depot in "123456"] == counts
            assert len(set(in_play(game))) == sum(counts)
            assert set(in_play(game)) <= set(range(1, 19))

    def test_is_by_chance(self):
        dealt = [Game.new({"modules": SHIELDS}, seed=seed) for seed in range(60)]
        assert {shield for game in dealt for shield in in_play(game)} == set(range(1, 19))
        told = [event for event in dealt[0].events if event.get("chance") == "shield"]
        assert [event["where"] for event in told] == [[depot, 1] for depot in range(1, 7)]
        assert [event["result"] for event in told] == [dealt[0].to_json()["shields"][depot][0] for depot in "123456"]

    def test_never_refills_a_depot(self):
        game = play(table(lying={2: [3]}, dice=[2, 2]), "shield 3", "shield h19")
        while game.to_json()["phase"] == "A":
            game.push(game.legal_actions()[-1])
        assert game.to_json()["shields"] == {}

    def test_goes_without_shields_where_the_module_is_not_played(self):
        assert "shields" not in Game.new({}, seed=1).to_json()

    @pytest.mark.parametrize("other", ["solo", "team"])
    def test_does_not_go_with_the_games_that_stand_alone(self, other):
        with pytest.raises(ConfigError, match="modules: "):
            Game.new({"players": 1 if other == "solo" else 4, "modules": ["shields", other]})


class TestTakingOne:
    def test_takes_two_equal_dice_and_a_shield_of_their_depot(self):
        game = table(dice=[3, 3], lying={3: [5, 9], 4: [7]})
        assert legal(game, "shield") == ["shield 5", "shield 9"]
        play(game, "shield 9")
        assert seat(game)["used"] == [True, True]
        assert game.to_json()["shields"] == {"3": [5], "4": [7]}
        assert game.to_json()["pending"] == [{"kind": "shield", "id": 9}]
        play(game, "shield h19")
        assert seat(game)["shields"] == {"h19": 9}
        assert game.legal_actions() == ["end"]

    def test_takes_both_dice_unused(self):
        for used in ([True, False], [False, True]):
            assert not legal(table(dice=[3, 3], used=used, lying={3: [5]}), "shield")

    def test_takes_nothing_pending(self):
        assert not legal(table(dice=[3, 3], lying={3: [5]}, pending=[{"kind": "ship"}]), "shield")

    @pytest.mark.parametrize(
        ("dice", "workers", "depot", "left"),
        [([2, 3], 1, 3, 0), ([2, 3], 1, 2, 0), ([2, 3], 0, 2, None), ([6, 2], 3, 1, 1), ([3, 5], 2, 4, 0),
         ([1, 4], 2, 4, None), ([5, 5], 2, 4, 0), ([5, 5], 1, 4, None)],
    )  # fmt: skip
    def test_workers_may_make_them_equal_and_change_both(self, dice, workers, depot, left):
        game = table(dice=dice, workers=workers, lying={depot: [5]})
        assert legal(game, "shield") == ([] if left is None else ["shield 5"])
        if left is not None:
            assert seat(play(game, "shield 5"))["workers"] == left

    def test_monastery_8_counts_for_each_die_by_itself(self):
        m8 = {"h13": "m8"}
        assert seat(play(table(dice=[4, 6], workers=2, placed=m8, lying={2: [5]}), "shield 5"))["workers"] == 0
        assert seat(play(table(dice=[2, 1], workers=1, placed=m8, lying={2: [5]}), "shield 5"))["workers"] == 0

    def test_has_no_free_steps(self):
        placed = {"h13": "m9", "h8": "m10", "h4": "m11", "h31": "m12", "h25": "mine"}
        assert not legal(table(dice=[3, 2], placed=placed, lying={3: [5]}), "shield")

    def test_lies_on_a_castle_which_is_asked_even_with_one(self):
        game = play(table(dice=[3, 3], lying={3: [5]}), "shield 5")
        assert game.legal_actions() == ["shield h19"]
        placed = {"h26": "white_castle", "h13": "m2", "h7": "castle"}
        more = play(table(dice=[3, 3], lying={3: [5]}, placed=placed, modules=["white_castles"]), "shield 5")
        assert more.legal_actions() == ["shield h7", "shield h19"]  # not on white castles

    def test_may_replace_one_which_leaves_the_game(self):
        game = table(9, dice=[3, 3], lying={3: [5], 1: [17]})
        assert in_play(game) == [5, 9, 17]
        play(game, "shield 5", "shield h19")
        assert seat(game)["shields"] == {"h19": 5}
        assert in_play(game) == [5, 17]

    def test_nothing_is_bought_between_shield_and_castle(self):
        keys = {"silver": 4, "workers": 4, "black": ["ship"], "depots": {"1.1": "bank"}, "inns": 1}
        game = table(dice=[3, 3], lying={3: [5]}, placed={"h13": "m6"}, modules=["inns"], **keys)
        assert {"buy b1", "buy inn", "recruit 1.1"} <= set(legal(game))
        assert play(game, "shield 5").legal_actions() == ["shield h19"]


class TestUpkeep:
    def test_is_a_silver_for_each_shield_or_the_shield(self):
        game = closing(8, 17, 5, silver=2)
        assert (stage(game), game.active) == ("phase_end", 0)
        assert game.to_json()["pending"] == [{"kind": "upkeep", "shields": [5, 8, 17]}]
        assert game.legal_actions() == ["pay silver", "lose"]
        play(game, "pay silver")
        assert top(game) == {"kind": "upkeep", "shields": [8, 17]}
        play(game, "lose")
        assert top(game) == {"kind": "upkeep", "shields": [17]}
        play(game, "pay silver")
        assert (stage(game), game.to_json()["phase"]) == ("turn", "B")
        assert seat(game)["shields"] == {"h7": 17, "h3": 5}
        assert seat(game)["silver"] == 0

    def test_is_asked_even_if_the_shield_can_only_be_lost(self):
        game = closing(5)
        assert game.legal_actions() == ["lose"]
        assert seat(play(game, "lose"))["shields"] == {}

    def test_comes_before_the_mines_pay(self):
        game = closing(5, placed={"h25": "mine"}, silver=0)
        assert game.legal_actions() == ["lose"]
        assert seat(play(game, "lose"))["silver"] == 1

    def test_is_asked_of_those_alone_who_have_shields_in_turn_order(self):
        rivals = {1: {"shields": {"h19": 9}, "silver": 1}}
        game = closing(5, silver=1, rivals=rivals)
        assert game.active == 1
        play(game, "pay silver")
        assert game.active == 0
        assert stage(play(game, "pay silver")) == "turn"
        assert stage(closing()) == "turn"

    def test_lets_nobody_buy_recruit_hire_or_name_a_seat(self):
        keys = {"silver": 4, "workers": 4, "black": ["ship"], "depots": {"1.1": "bank"}}
        game = closing(6, placed={"h13": "m6", "h8": "m28"}, modules=["extra_tiles"], **keys)
        assert game.legal_actions() == ["pay silver", "lose"]

    def test_is_due_at_the_end_of_phase_e_too(self):
        game = closing(5, phase="E", silver=1)
        assert stage(game) == "phase_end"
        play(game, "pay silver")
        assert game.is_over
        assert source(game, "shields") == FINAL_VP["5"]


class TestFinalScoring:
    @pytest.mark.parametrize("shield", range(1, 19))
    def test_counts_each_shield(self, shield):
        vp = 12 if shield <= 6 else 8 if shield <= 12 else 4
        assert FINAL_VP[str(shield)] == vp
        assert source(table(shield), "shields") == (2 * vp if shield == 13 else vp)

    def test_shield_13_doubles_all_of_them_itself_too(self):
        assert source(table(13, 1, 8), "shields") == 2 * (4 + 12 + 8)

    def test_shield_10_doubles_monasteries_the_crane_too(self):
        placed = {"h13": "m16", "h12": "warehouse", "h26": "crane", "h31": "m25"}
        keys = {"placed": placed, "sold": {2: 3}, "modules": ["extra_tiles"]}
        assert (source(table(10, **keys), "m16"), source(table(10, **keys), "m25")) == (2 * (4 + 4), 2 * 3)
        assert (source(table(**keys), "m16"), source(table(**keys), "m25")) == (4 + 4, 3)


class TestShield1:
    KEYS = {"placed": {"h28": "cow4", "h11": "cow3", "h12": "bank"}, "dice": [5, 5]}  # noqa: RUF012

    def test_makes_one_pasture_of_all(self):
        assert source(play(table(storage=["cow2"], **self.KEYS), "d1 place h10"), "livestock") == 2 + 3
        assert source(play(table(1, storage=["cow2"], **self.KEYS), "d1 place h10"), "livestock") == 2 + 3 + 4

    def test_reaches_geese(self):
        keys = self.KEYS | {"modules": ["extra_tiles"]}
        assert source(play(table(1, storage=["geese"], **keys), "d1 place h10"), "livestock") == 2 + 7
        placed = {"h28": "geese", "h11": "cow3", "h12": "bank"}
        keys |= {"placed": placed}
        assert source(play(table(1, storage=["cow2"], **keys), "d1 place h10"), "livestock") == 2 + 3 + 2

    def test_is_for_livestock_only_regions_complete_separately(self):
        game = play(table(1, storage=["cow2"], placed={"h27": "bank"}, dice=[2, 2]), "d1 place h28")
        assert source(game, "regions") == 1  # h28 alone

    def test_lets_each_pasture_have_its_inn(self):
        placed = {"h27": "bank", "h28": "inn", "h12": "bank"}
        game = table(1, modules=["inns"], phase="E", dice=[4, 4], placed=placed, storage=["inn"])
        assert "d1 place h11" in legal(game)


class TestShield2:
    def gains(self, *actions, **keys):
        """What seat 1, who has shield 2, gets while seat 0 does this."""
        game = table(rivals={1: {"shields": {"h19": 2}}}, **keys)
        before = seat(game, 1)["workers"]
        return seat(play(game, *actions), 1)["workers"] - before

    def test_brings_a_worker_whenever_another_seat_gains_some(self):
        assert self.gains("d1 workers") == 1
        assert self.gains("d1 workers", "d2 workers") == 2
        assert self.gains("d1 workers", placed={"h13": "m14"}) == 1

    def test_counts_each_bonus_or_effect_by_itself(self):
        assert self.gains("d1 place h12", storage=["boarding_house"], dice=[3, 3]) == 1
        assert self.gains("free workers", pending=[{"kind": "castle"}]) == 1
        assert self.gains("d1 sell 1", goods={1: 2}, placed={"h13": "m4"}) == 1
        assert self.gains("d1 sell 1", goods={1: 2}) == 0

    def test_counts_monastery_28_and_every_bonus_of_a_trade_route(self):
        assert self.gains("hire", "hire", silver=2, placed={"h13": "m28"}, modules=["extra_tiles"]) == 2
        route = {"modules": ["trade_routes"], "route": [4, 1, 2, 3, 5]}
        spaces = [space for tile in route["route"] for space in ROUTE_TILES[tile]]
        at = next(i for i, (_, bonus) in enumerate(spaces) if bonus == "workers_4")
        filled = [number % 6 + 1 for number, _ in spaces[:at]]
        keys = route | {"route_goods": filled, "goods": {spaces[at][0]: 1}, "dice": [spaces[at][0]] * 2}
        assert self.gains(f"d1 sell {spaces[at][0]}", **keys) == 1
        assert self.gains(f"d1 sell {spaces[at][0]}", placed={"h13": "m4"}, **keys) == 2

    def test_counts_the_workers_of_a_phases_mines(self):
        keys = {"round": 5, "order": [1, 0], "used": [True, True], "placed": {"h25": "mine", "h31": "m2"}}
        rivals = {1: {"shields": {"h19": 2}, "silver": 1}}
        game = play(table(rivals=rivals, **keys), "end", "pay silver")
        assert seat(game, 1)["workers"] == 1

    def test_brings_nothing_for_own_workers_nor_for_the_one_it_brings(self):
        game = play(table(2, rivals={1: {}}), "d1 workers")
        assert (seat(game)["workers"], seat(game, 1)["workers"]) == (2, 0)

    def test_upkeep_paid_in_workers_is_no_gain(self):
        game = closing(3, workers=1, silver=0, rivals={1: {"shields": {"h19": 2}, "silver": 1}})
        play(game, "pay silver", "pay worker")
        assert (seat(game)["workers"], seat(game, 1)["workers"]) == (0, 0)


class TestShield3:
    def test_lets_upkeep_be_paid_in_workers_mixed(self):
        game = closing(3, 5, 17, silver=1, workers=2)
        assert game.legal_actions() == ["pay silver", "pay worker", "lose"]
        play(game, "pay worker", "pay silver", "pay worker")
        assert (seat(game)["silver"], seat(game)["workers"], len(seat(game)["shields"])) == (0, 0, 3)

    def test_serves_all_of_the_upkeep_it_was_held_at_the_beginning_of(self):
        game = closing(3, 17, workers=1)
        play(game, "lose")
        assert top(game) == {"kind": "upkeep", "shields": [17], "worker": True}
        assert game.legal_actions() == ["pay worker", "lose"]
        assert seat(play(game, "pay worker"))["shields"] == {"h7": 17}

    def test_serves_its_own_seat_only(self):
        game = closing(5, workers=3, rivals={1: {"shields": {"h19": 3}, "workers": 1}})
        play(game, "pay worker")
        assert game.legal_actions() == ["lose"]


class TestShield4:
    FULL = ["bank", "mine", "ship"]  # noqa: RUF012

    def test_stores_any_number_of_tiles(self):
        keys = {"depots": {"5.1": "mine", "5.2": "m3"}, "dice": [5, 5], "black": ["bank"], "silver": 2}
        game = play(table(4, storage=self.FULL, **keys), "d1 take 5.1", "buy b1")
        assert pending(game) == []
        play(game, "d2 take 5.2")
        assert seat(game)["storage"] == ["bank", "bank", "m3", "mine", "mine", "ship"]

    def test_lets_all_of_them_be_placed(self):
        storage = [*self.FULL, "church", "carpenter", "market"]
        game = play(table(4, storage=storage, dice=[3, 3]), "d1 place h12")
        assert legal(game) == [f"pick {name}" for name in ("carpenter", "church", "market", "bank")]
        play(game, "pick church")
        assert seat(game)["storage"] == ["bank", "carpenter", "market", "mine", "ship"]

    def test_has_no_limit_that_play_could_reach(self):
        kinds = [f"m{number}" for number in range(1, 27)] + list(self.FULL)
        game = table(4, storage=kinds, depots={"1.1": "church"})
        play(game, "d1 take 1.1")
        assert len(seat(game)["storage"]) == len(kinds) + 1
        assert Game.from_json(game.to_json()).to_json() == game.to_json()

    def test_lost_with_five_tiles_throws_away_until_a_new_one_fits_into_three_spaces(self):
        storage = [*self.FULL, "church", "castle"]
        game = table(4, storage=storage, dice=[2, 2], lying={2: [9]}, black=["market"], silver=2)
        play(game, "shield 9", "shield h19")
        assert len(seat(game)["storage"]) == 5  # nothing leaves with the shield
        play(game, "buy b1")
        for gone in ("ship", "mine", "castle"):
            assert top(game) == {"kind": "discard", "for": "market"}
            play(game, f"discard {gone}")
        assert (pending(game), seat(game)["storage"]) == ([], ["bank", "church", "market"])


class TestShield5:
    GOODS = {1: {2: 1, 4: 1}, 3: {2: 2, 5: 1}, 6: {6: 1}}  # noqa: RUF012

    def test_lets_a_ship_take_every_tile_of_a_type_from_all_depots(self):
        game = play(table(5, pending=[{"kind": "ship"}], depot_goods=self.GOODS), "goods 6")
        assert game.to_json()["pending"] == [{"kind": "gather"}]
        assert legal(game) == ["skip", "gather 2", "gather 4", "gather 5"]
        play(game, "gather 2")
        assert goods_of(game) == {2: 3, 6: 1}
        assert (goods_in(game, 1), goods_in(game, 3)) == ({4: 1}, {5: 1})

    def test_may_be_declined(self):
        game = play(table(5, pending=[{"kind": "ship"}], depot_goods=self.GOODS), "goods 6", "skip")
        assert (pending(game), goods_of(game)) == ([], {6: 1})

    def test_keeps_to_the_limit_of_storage(self):
        game = play(table(5, pending=[{"kind": "ship"}], goods={1: 1, 3: 1}, depot_goods=self.GOODS), "goods 6")
        assert pending(game) == []  # three types are held, and nothing of them lies in a depot
        game = play(table(5, pending=[{"kind": "ship"}], goods={1: 1, 2: 1}, depot_goods=self.GOODS), "goods 6")
        assert legal(game, "gather") == ["gather 2"]

    def test_comes_after_the_goods_of_the_ship_and_monastery_5(self):
        placed = {"h13": "m5"}
        game = table(
            5, pending=[{"kind": "ship"}], placed=placed, depot_goods={2: {1: 1, 2: 1, 3: 1, 4: 1}, 3: {4: 1}}
        )
        assert pending(play(game, "goods 2")) == ["gather", "ship2", "keep"]

    def test_is_for_ships_that_were_sent_with_it(self):
        assert pending(play(table(pending=[{"kind": "ship"}], depot_goods=self.GOODS), "goods 6")) == []


class TestShield6:
    def lender(self, *monasteries):
        hexes = ("h13", "h8", "h4", "h31", "h35", "h36")
        return {
            "placed": {"h19": "castle", "h25": "mine", "h30": "mine"} | dict(zip(hexes, monasteries, strict=False))
        }

    def test_names_a_seat_once_at_any_time_of_the_turn(self):
        game = table(6, players=3, rivals={1: self.lender("m14")}, pending=[{"kind": "ship"}])
        assert legal(game, "copy") == ["copy 1", "copy 2"]
        play(game, "copy 1", "goods 1")
        assert legal(game, "copy") == []
        assert seat(game)["copied"] == 1

    def test_names_nobody_inside_a_choice_or_out_of_turn(self):
        discard = {"pending": [{"kind": "discard", "for": "bank"}], "storage": ["ship", "mine", "castle"]}
        assert not legal(table(6, **discard), "copy")
        assert not legal(table(rivals={1: {"shields": {"h19": 6}}}), "copy")

    def test_makes_their_monasteries_yours_too(self):
        game = table(6, rivals={1: self.lender("m14")}, placed={"h13": "m13"})
        assert seat(play(game, "copy 1", "d1 workers"))["workers"] == 4
        assert seat(game)["silver"] == 1

    def test_now_and_later(self):
        rivals = {1: self.lender() | {"storage": ["m14"], "dice": [1, 1]}}
        game = play(
            table(6, rivals=rivals), "copy 1", "d1 workers", "d2 workers", "end", "d1 place h13", "d2 workers"
        )
        play(game, "end")
        before = seat(game)["workers"]
        while game.active != 0:
            play(game, "d1 workers", "d2 workers", "end")
        assert seat(play(game, "d1 workers"))["workers"] == before + 4

    def test_does_not_lend_monastery_27_but_28(self):
        game = table(6, players=3, rivals={1: self.lender("m27", "m28")}, modules=["extra_tiles"], silver=1,
                     track=[[0], [2], [], [], [], [], [1]], pending=[{"kind": "ship"}])  # fmt: skip
        play(game, "copy 1")
        assert "hire" in legal(game)
        play(game, "goods 1", "d1 workers", "d2 workers", "end")
        while game.active != 2:
            play(game, "d1 workers", "d2 workers", "end")
        document = game.to_json()
        document["pending"] = [{"kind": "ship"}]
        document["track"] = [[2], [0], [], [], [], [], [1]]
        assert play(Game.from_json(document), "goods 1").to_json()["track"][1] == [2, 0]  # 0 is not put on top

    def test_counts_for_the_final_scoring_with_own_buildings(self):
        placed = {"h12": "bank", "h26": "bank"}
        game = play(table(6, placed=placed, rivals={1: self.lender("m22")}), "copy 1")
        assert (source(game, "m22"), source(game, "m22", 1)) == (4 * 2, 0)

    def test_is_doubled_by_shield_10(self):
        game = play(table(6, 10, placed={"h12": "bank"}, rivals={1: self.lender("m22")}), "copy 1")
        assert source(game, "m22") == 2 * 4

    def test_goes_with_the_shield(self):
        game = table(6, rivals={1: self.lender("m14")}, lying={1: [9]})
        play(game, "copy 1", "shield 9", "shield h19")
        assert seat(game)["copied"] is None
        play(game, "end")
        while game.active != 0:
            play(game, "d1 workers", "d2 workers", "end")
        before = seat(game)["workers"]
        assert seat(play(game, "d1 workers"))["workers"] == before + 2

    def test_copies_monastery_6_of_2011_too(self):
        game = table(6, ruleset="alea_2011", rivals={1: self.lender("m6")}, silver=2, depots={"5.2": "m3"})
        assert "buy 5.2" not in legal(game)
        assert seat(play(game, "copy 1", "buy 5.2"))["storage"] == ["m3"]

    def test_two_of_a_kind_built_under_a_lent_monastery_1_stay(self):
        keys = {
            "placed": {"h12": "market", "h26": "bank"},
            "rivals": {1: self.lender("m1")},
            "storage": ["bank", "bank"],
            "dice": [1, 5],
        }
        game = table(6, lying={4: [9]}, **keys)
        assert "d1 place h27" not in legal(game)
        play(game, "copy 1", "d1 place h27", "d2 workers")
        lost = game.to_json()
        lost["players"][0].update(shields={}, copied=None)
        game = Game.from_json(lost)
        assert [seat(game)["placed"][h] for h in ("h26", "h27")] == ["bank", "bank"]
        assert Game.from_json(game.to_json()).to_json() == game.to_json()


class TestShield7:
    def test_doubles_new_bonus_tiles_but_not_phases(self):
        placed = dict.fromkeys(("h17", "h18", "h20", "h21", "h22"), "ship")
        for held, bonus in (((), 5), ((7,), 10)):
            game = play(table(*held, placed=placed, storage=["ship"], dice=[6, 6]), "d1 place h16")
            assert (source(game, "colour_bonuses"), source(game, "phase_bonuses")) == (bonus, 10)

    def test_doubles_border_posts(self):
        placed = {"h14": "bank", "h9": "market", "h4": "m16", "h20": "ship", "h18": "ship", "h17": "ship",
                  "h16": "ship", "h26": "bank", "h32": "market"}  # fmt: skip
        for held, vp in (((), 5), ((7,), 10)):
            game = table(*held, modules=["border_posts"], placed=placed, storage=["m17"], dice=[1, 1])
            assert source(play(game, "d1 place h36"), "border_posts") == vp


class TestShields8And9And12:
    def test_8_doubles_the_silver_of_mines_but_not_their_workers(self):
        placed = {"h25": "mine", "h31": "m2"}
        game = play(closing(8, placed=placed, silver=1), "pay silver")
        assert (seat(game)["silver"], seat(game)["workers"]) == (2, 1)

    @pytest.mark.parametrize(
        ("held", "placed", "silver", "vp"),
        [((), {}, 1, 6), ((), {"h13": "m3"}, 2, 6), ((9,), {}, 3, 6), ((9,), {"h13": "m3"}, 4, 6), ((12,), {}, 1, 12),
         ((9, 12), {"h13": "m3"}, 4, 12)],
    )  # fmt: skip
    def test_9_pays_a_silver_for_each_tile_and_12_doubles_the_points(self, held, placed, silver, vp):
        game = play(table(*held, goods={1: 3}, placed=placed), "d1 sell 1")
        assert (seat(game)["silver"], source(game, "goods")) == (silver, vp)


class TestShield11:
    def test_lets_a_castles_action_take_a_shield_of_any_depot(self):
        game = table(11, pending=[{"kind": "castle"}], lying={1: [4], 6: [18]})
        assert legal(game, "free shield") == ["free shield 4", "free shield 18"]
        play(game, "free shield 18")
        assert game.to_json()["pending"] == [{"kind": "shield", "id": 18}]
        assert legal(game) == ["shield h19"]
        play(game, "shield h19")
        assert (pending(game), seat(game)["shields"]) == ([], {"h19": 18})

    def test_counts_the_castle_just_placed(self):
        game = table(11, storage=["castle"], placed={"h13": "m2"}, dice=[6, 1], lying={3: [5]})
        play(game, "d1 place h7", "free shield 5")
        assert legal(game) == ["shield h7", "shield h19"]

    def test_serves_no_white_castle(self):
        keys = {"modules": ["white_castles"], "white_die": 3, "lying": {3: [5]}}
        assert not legal(table(11, pending=[{"kind": "white_castle"}], **keys), "free shield")

    def test_is_needed_for_it(self):
        assert not legal(table(9, pending=[{"kind": "castle"}], lying={1: [4]}), "free shield")


class TestShields14And15:
    def test_14_sets_a_tile_of_any_numbered_depot_straight_with_its_effect(self):
        game = closing(14, depots={"5.1": "mine", "6.1": "bank"}, silver=1)
        assert game.to_json()["pending"] == [
            {"kind": "phase_end", "step": 14}, {"kind": "straight", "from": "depots"}
        ]  # fmt: skip
        assert legal(game) == ["free take 5.1", "free take 6.1", "skip"]
        play(game, "free take 6.1")
        assert top(game) == {"kind": "set", "tile": "bank"}
        assert tile_in(game, "6.1") is None
        assert legal(game) == ["free place h12", "free place h26"]  # the number is ignored
        play(game, "free place h26")
        assert (seat(game)["placed"]["h26"], seat(game)["silver"]) == ("bank", 3)
        assert game.to_json()["pending"] == [{"kind": "upkeep", "shields": [14]}]

    def test_15_does_the_same_from_the_black_depot(self):
        game = closing(15, black=["bank", "cow4", "mine"])
        assert top(game) == {"kind": "straight", "from": "black"}
        assert legal(game) == ["skip", "free take b1", "free take b3"]  # no pasture touches a tile
        play(game, "free take b3")
        assert legal(game) == ["free place h25"]
        play(game, "free place h25")
        assert seat(game)["placed"]["h25"] == "mine"

    def test_15_reaches_inns(self):
        game = closing(15, modules=["inns"], inns=1)
        play(game, "free take inn")
        assert (game.to_json()["inns"], top(game)) == (0, {"kind": "set", "tile": "inn"})
        assert "free place h13" in legal(game)

    def test_are_optional(self):
        game = closing(14, depots={"5.1": "mine"})
        assert pending(play(game, "skip")) == ["upkeep"]

    def test_pass_unseen_where_nothing_can_be_set(self):
        assert pending(closing(14, 15)) == ["upkeep"]
        assert pending(closing(14, depots={"3.1": "cow2"})) == ["upkeep"]

    def test_keep_to_the_town_rule_and_the_castle_rule(self):
        depots = {"1.1": "bank", "3.2": "church"}
        game = closing(14, depots=depots, placed={"h26": "bank", "h12": "market"})
        assert legal(game) == ["free take 3.2", "skip"]
        assert legal(play(game, "free take 3.2")) == ["free place h27", "free place h32"]

    def test_come_seat_by_seat_14_before_15_and_all_before_upkeep(self):
        rivals = {1: {"shields": {"h19": 15}, "silver": 1}}
        game, asked = closing(14, rivals=rivals, depots={"5.1": "mine"}, black=["mine"], silver=1), []
        while stage(game) == "phase_end":
            asked.append((game.active, pending(game)[-1]))
            play(game, "skip" if "skip" in legal(game) else "pay silver")
        assert asked == [(1, "straight"), (0, "straight"), (1, "upkeep"), (0, "upkeep")]

    def test_let_nobody_buy_recruit_hire_or_name_meanwhile(self):
        keys = {"silver": 4, "workers": 4, "black": ["ship"], "depots": {"2.2": "castle", "1.1": "bank"}}
        placed = {"h13": "m6", "h8": "m28"}
        game = closing(14, 6, placed=placed, modules=["extra_tiles"], **keys)
        for action in ("free take 2.2", "free place h3"):
            assert not [one for one in legal(game) if one.split()[0] in ("buy", "recruit", "hire", "copy")]
            play(game, action)
        assert pending(game) == ["phase_end", "castle"]
        assert not [one for one in legal(game) if one.split()[0] in ("buy", "recruit", "hire", "copy")]

    def test_chain_through_castle_ship_and_warehouse(self):
        keys = {"depots": {"2.2": "castle"}, "depot_goods": {2: {4: 2}}, "storage": ["ship"], "silver": 2}
        game = closing(14, 15, black=["ship", "warehouse"], placed={"h13": "m3"}, **keys)
        play(game, "free take 2.2", "free place h3")
        assert pending(game) == ["phase_end", "castle"]
        play(game, "free place h18")
        assert pending(game) == ["phase_end", "ship"]
        play(game, "goods 2")
        assert game.to_json()["pending"][0] == {"kind": "phase_end", "step": 15}
        play(game, "free take b2", "free place h12")
        assert pending(game) == ["phase_end", "sell"]
        vp = seat(game)["vp"]
        play(game, "free sell 4")
        assert (seat(game)["silver"], seat(game)["vp"] - vp) == (2 + 2, 2 * 2)
        assert pending(game) == ["upkeep"]
        assert game.to_json()["track"][1] == [0]

    def test_15_got_by_14_is_carried_out_and_14_got_by_15_waits(self):
        keys = {"depots": {"2.2": "castle"}, "placed": {"h13": "m2"}, "silver": 9}
        game = closing(14, 11, lying={6: [15]}, black=["mine"], **keys)
        play(game, "free take 2.2", "free place h3", "free shield 15", "shield h3")
        assert game.to_json()["pending"] == [{"kind": "phase_end", "step": 15}, {"kind": "straight", "from": "black"}]
        keys |= {"depots": {"5.1": "mine"}}
        game = closing(15, 11, lying={6: [14]}, black=["castle"], **keys)
        play(game, "free take b1", "free place h3", "free shield 14", "shield h3")
        assert game.to_json()["pending"] == [{"kind": "upkeep", "shields": [11, 14, 15]}]

    def test_see_all_turns_of_round_5_over(self):
        game = closing(14, depots={"5.1": "mine"})
        document = game.to_json()
        assert (document["round"], [player["used"] for player in document["players"]]) == (5, [[True, True]] * 2)


class TestShield16:
    def test_lets_one_die_take_any_value_once_a_turn(self):
        game = table(16, dice=[1, 3], depots={"6.1": "bank", "5.2": "m4"})
        assert legal(game, "any") == ["any d1", "any d2"]
        play(game, "any d1")
        assert seat(game)["wild"] == 0
        assert {"d1 take 6.1", "d1 take 5.2"} <= set(legal(game))
        assert not legal(game, "any")
        assert not legal(game, "d2 take")
        play(game, "d1 take 6.1")
        assert seat(game)["workers"] == 0

    def test_serves_every_use_of_the_die(self):
        game = table(16, dice=[1, 3], storage=["bank"], goods={5: 1})
        play(game, "any d1")
        assert {"d1 place h12", "d1 place h26", "d1 sell 5"} <= set(legal(game))
        assert not {"d2 place h27", "d2 sell 5"} & set(legal(game))

    def test_makes_the_pair(self):
        game = table(16, dice=[1, 3], lying={3: [9], 1: [5], 2: [7]})
        assert not legal(game, "shield")
        assert legal(play(game, "any d1"), "shield") == ["shield 9"]

    def test_is_for_an_unused_die_also_after_the_other(self):
        assert legal(table(16, used=[True, False]), "any") == ["any d2"]
        assert not legal(table(16, used=[True, True]), "any")

    def test_stays_free_if_the_shield_goes(self):
        document = table(16, dice=[1, 3], depots={"6.1": "bank"}).to_json()
        document["players"][0].update(shields={}, wild=0)
        assert "d1 take 6.1" in legal(Game.from_json(document))

    def test_comes_back_with_the_next_round(self):
        game = play(table(16, dice=[1, 3]), "any d1", "d1 workers", "d2 workers", "end")
        while game.active != 0:
            play(game, "d1 workers", "d2 workers", "end")
        assert seat(game)["wild"] is None
        assert legal(game, "any")

    def test_is_not_for_the_white_die(self):
        game = table(16, modules=["white_castles"], white_die=3, pending=[{"kind": "white_castle"}],
                     depots={"5.2": "m4"})  # fmt: skip
        assert not legal(game, "any")
        assert not legal(game, "free take 5.2")


class TestShield17:
    def test_counts_regions_one_larger(self):
        keys = {"placed": {"h18": "ship", "h17": "ship"}, "storage": ["ship"], "dice": [6, 6]}
        assert source(play(table(**keys), "d1 place h16"), "regions") == 6
        game = play(table(17, **keys), "d1 place h16")
        assert (source(game, "regions"), source(game, "phase_bonuses")) == (10, 10)

    def test_with_an_inn_and_a_region_of_eight_counts_ten(self):
        board, region = next(
            (number, region)
            for number, duchy in sorted(load().duchies.items())
            if number <= 30
            for region in duchy.regions
            if len(region) == 8
        )
        placed = full_duchy(board)
        last = region[-1]
        del placed[f"h{last}"]
        castle = next(h for h, tile in placed.items() if tile == "castle")
        number = load().duchies[board].numbers[last - 1]
        game = position(modules=("shields", "inns"), duchy=board, placed=placed, shields={castle: 17}, phase="E",
                        storage=["inn"], dice=[number] * 2, rivals={1: {"placed": {castle: "castle"}}})  # fmt: skip
        play(game, f"d1 place h{last}")
        assert source(game, "regions") == load().components["scoring"]["region"][10] == 55


class TestShield18:
    def test_lets_tiles_touch_nothing_but_colour_and_number_stay(self):
        game = table(18, storage=["bank"], dice=[3, 5])
        assert legal(game, "d1 place") == ["d1 place h12", "d1 place h15", "d1 place h26", "d1 place h37"]
        assert legal(table(storage=["bank"], dice=[3, 5]), "d1 place") == ["d1 place h12", "d1 place h26"]

    def test_the_castle_rule_included(self):
        keys = {"duchy": 11, "placed": {"h16": "castle"}, "storage": ["bank", "inn"], "dice": [3, 3], "phase": "B"}
        modules = ("shields", "castle_rule", "inns")
        bound = set(legal(position(modules=modules, **keys), "d1 place"))
        free = set(legal(position(modules=modules, shields={"h16": 18}, **keys), "d1 place"))
        numbers = load().duchies[11].numbers
        assert free == {f"d1 place h{h}" for h in range(1, 38) if numbers[h - 1] == 3 and h != 16}
        assert bound < free

    def test_is_in_force_once_it_lies(self):
        game = table(storage=["bank"], dice=[3, 3], lying={3: [18]}, pending=[{"kind": "castle"}])
        assert "free place h37" not in legal(game)
        play(game, "free workers", "shield 18", "shield h19", "end")
        while game.active != 0:
            play(game, "d1 workers", "d2 workers", "end")
        hexes = {action.split()[-1] for action in legal(game, "d1 place")}
        assert hexes & {"h37", "h33", "h29", "h9", "h14", "h15", "h23", "h24", "h27", "h32"}

    def test_ends_with_the_shield(self):
        game = table(18, storage=["bank"], dice=[3, 3], placed={"h37": "bank"}, lying={3: [9]}, workers=5)
        play(game, "shield 9", "shield h19", "end")
        while game.active != 0:
            play(game, "d1 workers", "d2 workers", "end")
        hexes = {action.split()[-1] for action in legal(game) if " place h" in action}
        assert hexes <= {"h12", "h26", "h32", "h33", "h27"}


class TestTheChateauma:
    def test_plays_without_shield_2(self):
        for seed in range(40):
            game = Game.new({"players": 1, "chateauma": "easy", "modules": SHIELDS}, seed=seed)
            assert 2 not in in_play(game)

    def test_scores_shields_by_their_number(self):
        for held, vp in (([], 0), ([1], 8), ([1, 3], 15), ([1, 3, 4], 25), ([1, 3, 4, 5], 40), ([1, 3, 4, 5, 6], 40)):
            game = table(players=1, chateauma="easy", its={"shields": held})
            assert source(game, "shields", 1) == vp

    def test_shield_6_copies_its_monasteries_face_up_in_its_duchy_and_on_its_cards(self):
        left, right = [number for number, spaces in CARD_SPACES.items() if "monastery" in spaces][:2]
        on_card = {CARD_SPACES[left].index("monastery") + 1: "m13"}
        its = {"duchy": {"monastery": ["m2", "m22"]}, "inventory": {"monastery": ["m4"]},
               "cards": [card(left, on_card), card(right, {1: "black:m14"})]}  # fmt: skip
        game = table(6, players=1, chateauma="easy", its=its, placed={"h12": "bank"}, goods={1: 1})
        assert legal(game, "copy") == ["copy 1"]
        play(game, "copy 1", "d1 workers")
        assert (seat(game)["workers"], seat(game)["silver"]) == (2, 1)  # m14 is face down
        assert source(game, "m22") == 4  # with own buildings, not the Châteauma's 4 a monastery
        play(game, "d2 sell 1")
        assert (seat(game)["workers"], seat(game)["silver"]) == (2, 2)  # m4 is in its inventory

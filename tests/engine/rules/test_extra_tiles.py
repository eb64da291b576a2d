"""rules.md 6.2: monasteries 27 and 28, the crane and the geese."""

import pytest

from burgundy_env import Game
from burgundy_env.data import load

from .positions import BOTH, at_the_end, goods_of, legal, pending, play, position, seat, source

EXTRA = ("extra_tiles",)
KINDS = load().components["supply"]["building"]["kinds"]


def table(players=2, *, modules=EXTRA, **keys):
    return position(players, modules=modules, **keys)


class TestTheBox:
    def test_monasteries_27_and_28_join_the_yellow_supply_crane_and_geese_the_black_one(self):
        hidden, usual = (Game.new({"modules": modules}).to_json()["hidden"] for modules in (EXTRA, ()))
        assert set(hidden["supply"]["monastery"]) - set(usual["supply"]["monastery"]) == {"m27", "m28"}
        assert set(hidden["black"]) - set(usual["black"]) == {"crane", "geese"}
        assert hidden["black"]["crane"] == hidden["black"]["geese"] == 1

    def test_without_the_module_they_are_no_tiles_of_the_game(self):
        for keys in ({"black": ["crane"]}, {"storage": ["geese"]}, {"depots": {"2.1": "m27"}}):
            with pytest.raises(ValueError, match=r"crane|geese|m27"):
                table(modules=(), **keys)


# ---------------------------------------------------------------------------------------------- monastery 27

WITH_27 = {"h19": "castle", "h13": "m27"}


def arrives(track, *, placed=None, **keys):
    """Seat 0 places a ship on h18: its marker moves one space."""
    game = table(len([p for space in track for p in space]), track=track, storage=["ship"], dice=[2, 1],
                 placed=placed or {"h19": "castle"}, **keys)  # fmt: skip
    return play(game, "d1 place h18", "goods 1").to_json()["track"]


class TestMonastery27:
    def test_puts_your_marker_on_top_at_once_when_the_tile_is_placed(self):
        game = table(3, track=[[], [1, 0, 2], [], [], [], [], []], storage=["m27"])
        assert play(game, "d1 place h13").to_json()["track"][1] == [0, 1, 2]

    def test_leaves_markers_ahead_and_behind_where_they_are(self):
        game = table(4, track=[[3], [1, 0], [2], [], [], [], []], storage=["m27"])
        assert play(game, "d1 place h13").to_json()["track"] == [[3], [0, 1], [2], [], [], [], []]

    def test_is_on_top_on_arriving_as_any_marker(self):
        assert arrives([[0], [2, 1], [], [], [], [], []], placed=WITH_27)[1] == [0, 2, 1]

    def test_is_on_top_when_others_arrive(self):
        """Without it the marker that arrives would be on top."""
        rivals = {1: {"placed": WITH_27}}
        assert arrives([[0], [1, 2], [], [], [], [], []], rivals=rivals)[1] == [1, 0, 2]
        assert arrives([[0], [1, 2], [], [], [], [], []])[1] == [0, 1, 2]

    def test_is_on_top_of_every_later_arrival_of_a_stack_of_four(self):
        rivals = {1: {"placed": WITH_27}}
        assert arrives([[0], [1, 2, 3], [], [], [], [], []], rivals=rivals)[1] == [1, 0, 2, 3]

    def test_stays_below_markers_further_on(self):
        rivals = {1: {"placed": WITH_27}}
        assert arrives([[1], [0], [2], [], [], [], []], rivals=rivals) == [[1], [], [0, 2], [], [], [], []]

    def test_is_on_top_on_the_last_space_too(self):
        """A seventh ship goes to the top of its stack; 27 is above it all the same."""
        rivals = {1: {"placed": WITH_27}}
        assert arrives([[], [], [], [], [], [], [1, 2, 0]], rivals=rivals)[6] == [1, 0, 2]
        assert arrives([[], [], [], [], [], [0], [1, 2]], rivals=rivals)[6] == [1, 0, 2]

    def test_matters_from_the_next_round_as_the_order_of_this_one_is_fixed(self):
        game = table(2, track=[[1, 0], [], [], [], [], [], []], order=[1, 0], storage=["m27"])
        play(game, "d1 place h13")
        assert (game.to_json()["order"], game.to_json()["track"][0]) == ([1, 0], [0, 1])
        play(game, "d2 workers", "end")
        assert (game.to_json()["order"], game.active) == ([0, 1], 0)

    def test_works_for_its_owner_in_the_duchy_only(self):
        rivals = {1: {"storage": ["m27"]}}
        assert arrives([[0], [1, 2], [], [], [], [], []], rivals=rivals)[1] == [0, 1, 2]

    def test_works_at_once_whatever_places_it(self):
        """Here a castle."""
        game = table(track=[[1, 0], [], [], [], [], [], []], storage=["castle", "m27"], dice=[6, 1],
                     placed={"h19": "castle", "h13": "m16"})  # fmt: skip
        play(game, "d1 place h7", "free place h8")
        assert game.to_json()["track"][0] == [0, 1]


# ---------------------------------------------------------------------------------------------- monastery 28


WITH_28 = {"h19": "castle", "h13": "m28"}


class TestMonastery28:
    def owner(self, **keys):
        return table(**{"placed": WITH_28, "silver": 3, **keys})

    def test_buys_2_workers_for_1_silver(self):
        game = play(self.owner(), "hire")
        assert (seat(game)["workers"], seat(game)["silver"]) == (2, 2)
        assert (seat(game)["used"], seat(game)["bought"], seat(game)["recruited"]) == ([False, False], False, False)

    def test_ruling_any_number_of_times(self):
        game = play(self.owner(), "hire", "hire", "hire")
        assert (seat(game)["workers"], seat(game)["silver"]) == (6, 0)
        assert "hire" not in legal(game)

    def test_needs_a_silver_and_the_tile_in_ones_own_duchy(self):
        assert "hire" not in legal(self.owner(silver=0))
        assert "hire" not in legal(self.owner(placed={"h19": "castle"}, storage=["m28"]))
        assert "hire" not in legal(self.owner(placed={"h19": "castle"}, rivals={1: {"placed": WITH_28}}))

    def test_at_any_time_of_the_turn_before_between_and_after_the_dice(self):
        game = self.owner()
        for action in ("hire", "d1 workers", "hire", "d2 workers", "hire", "end"):
            assert action in legal(game)
            play(game, action)

    def test_is_in_force_in_the_very_turn_it_is_placed(self):
        game = play(table(storage=["m28"], silver=1), "d1 place h13")
        assert "hire" in legal(game)

    def test_workers_hired_change_a_die_at_once(self):
        game = self.owner(depots={"3.1": "cow2"}, dice=[1, 1], silver=1)
        assert "d1 take 3.1" not in legal(game)
        assert "d1 take 3.1" in legal(play(game, "hire"))

    @pytest.mark.parametrize(
        ("entry", "keys"),
        [
            ({"kind": "castle"}, {}),
            ({"kind": "ship"}, {}),
            ({"kind": "ship2", "near": 1}, {"depot_goods": {2: {1: 1}}}),
            ({"kind": "take", "colours": ["building"]}, {"depots": {"1.1": "bank"}}),
            ({"kind": "sell"}, {"goods": {1: 1}}),
            ({"kind": "place"}, {"storage": ["ship"]}),
            ({"kind": "crane"}, {}),
            ({"kind": "white_castle"}, {}),
        ],
    )
    def test_goes_on_while_an_effect_waits_and_leaves_it_waiting(self, entry, keys):
        game = self.owner(modules=(*EXTRA, "white_castles"), pending=[entry], **keys)
        before = [action for action in legal(game) if action != "hire"]
        play(game, "hire")
        assert [action for action in legal(game) if action != "hire"] == before
        assert seat(game)["workers"] == 2

    @pytest.mark.parametrize(
        ("entry", "keys"),
        [
            ({"kind": "pick", "hex": "h20", "by": "d1"}, {"storage": ["ship", "inn"], "dice": [5, 1]}),
            ({"kind": "discard", "for": "bank"}, {"storage": ["ship", "ship", "ship"]}),
            ({"kind": "keep", "depot": 2}, {"goods": {1: 1, 2: 1}, "depot_goods": {2: {3: 1, 4: 1}}}),
        ],
    )
    def test_does_not_go_on_inside_a_choice(self, entry, keys):
        assert "hire" not in legal(self.owner(modules=(*EXTRA, "inns"), pending=[entry], **keys))

    def test_in_the_middle_of_a_white_castle_reaches_another_value(self):
        """The white die shows 1; two workers hired while the effect waits make it a 3."""
        game = self.owner(
            modules=(*EXTRA, "white_castles"), pending=[{"kind": "white_castle"}], depots={"3.1": "cow2"}, silver=1
        )
        assert "free take 3.1" not in legal(game)
        play(game, "hire", "free take 3.1")
        assert (seat(game)["storage"], seat(game)["workers"]) == (["cow2"], 0)

    def test_in_the_middle_of_a_town_hall_pays_for_monastery_6(self):
        placed = {**WITH_28, "h8": "m6"}
        game = self.owner(
            placed=placed, pending=[{"kind": "place"}], storage=["ship"], depots={"1.1": "bank"}, silver=1
        )
        assert "recruit 1.1" not in legal(game)
        play(game, "hire", "recruit 1.1")
        assert pending(game) == ["place"]
        assert "free place h26" in legal(game)


# -------------------------------------------------------------------------------------------------- the crane


def crane(**keys):
    """A crane just placed on h26 with a 3."""
    keys = {"storage": [], **keys}
    game = table(**{"dice": [3, 1], **keys, "storage": ["crane", *keys["storage"]]})
    play(game, "d1 place h26")
    return play(game, "pick crane") if pending(game) == ["pick"] else game


DEPOTS = {"1.1": "church", "1.2": "ship", "2.2": "castle", "3.1": "pig4", "5.1": "mine"}


class TestTheCrane:
    def test_names_any_of_the_eight_buildings_useful_or_not_and_may_be_declined(self):
        game = crane()
        assert legal(game) == ["skip", *(f"effect {kind}" for kind in KINDS)]
        assert (pending(game), seat(game)["used"]) == (["crane"], [True, False])
        play(game, "skip")
        assert (pending(game), seat(game)["placed"]["h26"]) == ([], "crane")

    def test_with_white_castles_also_the_white_castle(self):
        assert "effect white_castle" in legal(crane(modules=(*EXTRA, "white_castles")))

    @pytest.mark.parametrize(
        ("kind", "slots"), [("market", ["1.2", "3.1"]), ("carpenter", ["1.1"]), ("church", ["2.2", "5.1"])]
    )
    def test_takes_as_market_carpenter_and_church(self, kind, slots):
        game = play(crane(depots=DEPOTS), f"effect {kind}")
        assert legal(game) == [*(f"free take {slot}" for slot in slots), "skip"]
        play(game, f"free take {slots[0]}")
        assert (seat(game)["storage"], pending(game)) == ([DEPOTS[slots[0]]], [])

    def test_sells_as_a_warehouse(self):
        game = play(crane(goods={2: 3}), "effect warehouse", "free sell 2")
        assert (seat(game)["sold"], seat(game)["silver"], seat(game)["vp"]) == ({"2": 3}, 1, 6)

    @pytest.mark.parametrize(
        ("kind", "gets"), [("watchtower", (4, 0, 0)), ("bank", (0, 2, 0)), ("boarding_house", (0, 0, 4))]
    )
    def test_brings_points_silver_or_workers_at_once(self, kind, gets):
        game = play(crane(), f"effect {kind}")
        assert (seat(game)["vp"], seat(game)["silver"], seat(game)["workers"]) == gets
        assert pending(game) == []

    def test_places_as_a_town_hall(self):
        game = play(crane(storage=["ship"]), "effect town_hall", "free place h20")
        assert (seat(game)["placed"]["h20"], pending(game)) == ("ship", ["ship"])

    def test_acts_as_a_white_castle(self):
        game = play(crane(modules=(*EXTRA, "white_castles"), white_die=2, depots=DEPOTS), "effect white_castle")
        assert legal(game) == ["free take 2.2", "free workers", "skip"]

    @pytest.mark.parametrize("kind", ["market", "carpenter", "church", "warehouse", "town_hall"])
    def test_of_a_building_that_can_do_nothing_is_lost(self, kind):
        assert pending(play(crane(), f"effect {kind}")) == []

    def test_copies_one_effect_only_even_of_a_building_the_player_has(self):
        game = play(crane(placed={"h19": "castle", "h12": "bank"}), "effect bank")
        assert (seat(game)["silver"], pending(game)) == (2, [])

    def test_copies_a_town_hall_that_places_a_white_castle(self):
        """The number is ignored for the white castle, but the white castle's own action shows the white die."""
        game = crane(modules=(*EXTRA, "white_castles"), white_die=5, storage=["white_castle", "ship"], depots=DEPOTS)
        play(game, "effect town_hall")
        assert legal(game, "free place") == ["free place h12", "free place h18", "free place h20", "free place h27",
            "free place h32"]  # fmt: skip
        play(game, "free place h27")
        assert pending(game) == ["white_castle"]
        assert legal(game) == ["free take 5.1", "free place h20", "free workers", "skip"]
        play(game, "free place h20", "goods 1")
        assert (seat(game)["placed"]["h20"], seat(game)["workers"], pending(game)) == ("ship", 0, [])

    def test_is_set_off_by_a_town_hall_a_castle_and_a_white_castle(self):
        for entry in ("place", "castle", "white_castle"):
            game = table(modules=(*EXTRA, "white_castles"), white_die=3, pending=[{"kind": entry}], storage=["crane"])
            play(game, "free place h26")
            assert pending(game) == ["crane"]
            assert seat(play(game, "effect bank"))["silver"] == 2

    def test_has_monasteries_3_and_4_in_its_sale(self):
        game = play(crane(goods={1: 1}, placed={"h19": "castle", "h13": "m3", "h8": "m4"}), "effect warehouse",
                    "free sell 1")  # fmt: skip
        assert (seat(game)["silver"], seat(game)["workers"]) == (2, 1)


class TestRulingTheCraneInTowns:
    def test_ruling_is_not_bound_by_the_limit(self):
        """It fits a town whatever stands there, and is no second building of the kind it copies."""
        placed = {"h19": "castle", "h26": "bank", "h27": "market"}
        game = table(placed=placed, storage=["crane"], dice=[5, 1])
        play(game, "d1 place h32", "effect bank")
        assert seat(game)["silver"] == 2

    def test_ruling_blocks_no_building(self):
        game = play(crane(storage=["bank"]), "effect bank")
        assert "d2 place h27" in legal(game)

    def test_counts_as_a_building_for_monastery_9_and_its_region(self):
        placed = {"h19": "castle", "h13": "m9"}
        assert "d1 place h26" in legal(table(placed=placed, storage=["crane"], dice=[4, 1]))
        assert "d1 place h26" not in legal(table(storage=["crane"], dice=[4, 1]))
        game = play(table(storage=["crane"], dice=[3, 1]), "d1 place h12")  # a town of one
        assert seat(game)["vp"] == 1 + 10


class TestTheCraneAtTheEnd:
    def score(self, *monasteries, tiles=(), modules=EXTRA, **keys):
        """The points of each monastery with a crane on h26."""
        spots = ("h13", "h8", "h4", "h31", "h35", "h36")
        placed = {"h19": "castle", "h26": "crane", "h32": "market", **dict(zip(spots, monasteries, strict=False))}
        game = at_the_end({0: {"placed": {**placed, **dict(tiles)}, **keys}}, modules=modules)
        return {number: source(game, number) for number in monasteries}

    @pytest.mark.parametrize(("number", "kind"), list(load().components["monastery_building"].items())[:8])
    def test_counts_as_any_one_building_for_16_to_23(self, number, kind):
        others = {"h27": kind} if kind != "market" else {}
        assert self.score(f"m{number}", tiles=others) == {f"m{number}": 4 + 4}

    def test_counts_for_29_with_white_castles(self):
        both = (*EXTRA, "white_castles")
        assert self.score("m29", modules=both) == {"m29": 4}
        assert self.score("m29", tiles={"h27": "white_castle"}, modules=both) == {"m29": 8}

    def test_is_chosen_once_not_once_for_each_monastery(self):
        assert sum(self.score("m16", "m17", "m18").values()) == 4

    def test_is_not_used_up_by_monasteries_that_count_no_building(self):
        assert self.score("m15", "m17") == {"m15": 0, "m17": 4}

    def test_is_not_the_building_whose_effect_it_had(self):
        game = play(crane(placed={"h19": "castle", "h13": "m17"}), "effect bank")
        assert source(game, "m17") == 4

    def test_counts_nothing_without_such_a_monastery_and_nothing_in_storage(self):
        assert sum(self.score("m24", "m25").values()) == 0
        game = at_the_end({0: {"placed": {"h19": "castle", "h13": "m17"}, "storage": ["crane"]}}, modules=EXTRA)
        assert source(game, "m17") == 0

    def test_counts_for_its_owner_only(self):
        placed = {"h19": "castle", "h13": "m17", "h26": "crane"}
        rival = {"h19": "castle", "h13": "m16"}
        game = at_the_end({0: {"placed": placed}, 1: {"placed": rival}}, modules=EXTRA)
        assert (source(game, "m17", 0), source(game, "m16", 1)) == (4, 0)


# -------------------------------------------------------------------------------------------------- the geese

# Board 1: the pasture of h1, h5, h6, h10, h11; h6 shows 1.
HERD = {"h19": "castle", "h12": "bank"}


def pasture(tile, *others, more=(), **keys):
    """VP for a tile on h6 of a pasture that has these on h11, h10, h5 and so on."""
    spots = dict(zip(("h11", "h10", "h5"), others, strict=False))
    game = table(placed={**HERD, "h7": "castle", **spots, **dict(more)}, storage=[tile], dice=[1, 1], **keys)
    return play(game, "d1 place h6")


@pytest.mark.parametrize("ruleset", BOTH)
class TestCarlasGeese:
    def test_geese_with_2_cows_and_3_cows_bring_7(self, ruleset):
        assert seat(pasture("geese", "cow2", "cow3", ruleset=ruleset))["vp"] == 2 + 2 + 3 == 7

    def test_4_pigs_later_bring_6(self, ruleset):
        assert seat(pasture("pig4", "cow2", "cow3", "geese", ruleset=ruleset))["vp"] == 4 + 2 == 6


class TestTheGeese:
    def test_alone_bring_2(self):
        assert seat(pasture("geese"))["vp"] == 2

    def test_go_with_the_species_worth_most_by_animals_not_tiles(self):
        assert seat(pasture("geese", "cow2", "pig4", "pig3"))["vp"] == 2 + 7
        assert seat(pasture("geese", "cow3", "cow4", "pig4"))["vp"] == 2 + 7
        assert seat(pasture("geese", "cow2", "pig4", "sheep3"))["vp"] == 2 + 4

    def test_go_with_one_other_species_only(self):
        assert seat(pasture("geese", "cow3", "pig3"))["vp"] == 2 + 3

    def test_score_with_animals_of_their_own_pasture_only(self):
        placed = {"h19": "castle", "h20": "ship", "h21": "ship", "h28": "cow4", "h12": "bank", "h11": "cow2"}
        game = play(table(placed=placed, storage=["geese"], dice=[1, 1]), "d1 place h6")
        assert seat(game)["vp"] == 2 + 2

    def test_score_again_with_later_livestock_of_any_species_in_their_pasture(self):
        for tile, herd in (("cow4", 4 + 3), ("chicken2", 2)):
            assert seat(pasture(tile, "cow3", "geese"))["vp"] == herd + 2

    def test_do_not_bring_the_other_species_later(self):
        """Pigs score pigs and geese, not the cows that the geese went with."""
        assert seat(pasture("pig2", "cow4", "geese", "pig3"))["vp"] == 2 + 3 + 2

    def test_in_another_pasture_score_nothing_later(self):
        placed = {"h19": "castle", "h20": "ship", "h21": "ship", "h28": "geese", "h12": "bank"}
        assert seat(play(table(placed=placed, storage=["cow3"], dice=[4, 1]), "d1 place h11"))["vp"] == 3

    def test_are_livestock_for_a_die_with_monastery_10_and_for_colour_and_region(self):
        placed = {**HERD, "h13": "m10"}
        assert "d1 place h11" in legal(table(placed=placed, storage=["geese"], dice=[5, 1]))
        placed = {"h19": "castle", "h20": "ship", "h21": "ship"}
        game = play(table(placed=placed, storage=["geese"], dice=[2, 1]), "d1 place h28")
        assert seat(game)["vp"] == 1 + 10 + 2

    def test_are_shown_as_points_of_livestock(self):
        assert source(pasture("geese", "cow2", "cow3"), "livestock") == 7


WITH_7 = {"h13": "m7"}


class TestGeeseWithMonastery7:
    def test_count_as_a_scoring_tile(self):
        """(2+1) for the geese and (2+1) + (3+1) for the cows."""
        assert seat(pasture("geese", "cow2", "cow3", more=WITH_7))["vp"] == 3 + 3 + 4
        assert seat(pasture("geese", more=WITH_7))["vp"] == 3

    def test_count_as_a_scoring_tile_for_later_livestock(self):
        game = pasture("pig4", "cow2", "geese", more=WITH_7)
        assert (seat(game)["vp"], source(game, "livestock"), source(game, "m7")) == (5 + 3, 6, 2)

    def test_go_with_the_species_worth_most_its_extra_points_included(self):
        """Two tiles of 2 cows bring 6, more than the 5 of one tile of 4 pigs; without 7 it is 4 against 4."""
        game = pasture("geese", "pig4", "cow2", "cow2", more=WITH_7)
        assert (seat(game)["vp"], source(game, "m7")) == (3 + 6, 3)
        assert seat(pasture("geese", "cow4", "pig2", "pig2", more=WITH_7))["vp"] == 3 + 6
        assert seat(pasture("geese", "pig4", "cow2", "cow2"))["vp"] == 2 + 4


class TestGeeseWithMonastery24:
    def test_are_a_species_of_their_own(self):
        placed = {**HERD, "h13": "m24", "h11": "cow2", "h10": "cow3", "h6": "geese"}
        assert source(at_the_end({0: {"placed": placed}}, modules=EXTRA), "m24") == 2 * 4

    def test_are_the_fifth_of_all(self):
        herd = {"h11": "cow2", "h10": "pig3", "h6": "sheep2", "h5": "chicken2", "h1": "geese"}
        placed = {**HERD, "h13": "m24", **herd}
        assert source(at_the_end({0: {"placed": placed}}, modules=EXTRA), "m24") == 5 * 4


def test_a_ship_after_a_crane_keeps_its_own_decision():
    """A chain: crane, town hall, ship, with goods of a depot."""
    game = play(crane(storage=["ship"], depot_goods={4: {2: 2}}), "effect town_hall", "free place h18", "goods 4")
    assert (goods_of(game), pending(game)) == ({2: 2}, [])

"""Vineyards with other modules and with the Châteauma (rules.md 6.9, 6.10, 7.7), played beside the second opinion."""

import pytest
from differential import together

from burgundy_env import Game
from burgundy_env.data import load

from .positions import card, legal, pending, play, position, seat
from .test_vineyards import doubles, mine, plantings, table_of, yard

SHIELDS = ("shields",)
ROW = (("p1", "blue+green"), ("p2", "orange+orange"), ("p3", "orange+yellow"), ("p5", "orange+green"),
       ("p7", "orange+blue"), ("p8", "orange+green"))  # fmt: skip
LAST_ROUND = {"round": 5, "order": [1, 0], "used": [True, True]}


def beside(game, *actions):
    """Both play the actions; the game as the engine left it."""
    document = game.to_json()
    together(document, *actions)
    return play(game, *actions)


class TestStorage:
    def test_a_double_tile_bought_with_storage_full(self):
        game = yard(store=["orange+blue"], silver=2, storage=["bank", "mine", "ship"])
        beside(game, "buy v1", "discard bank", "discard mine")
        assert (seat(game)["storage"], seat(game)["silver"]) == (["orange+blue", "ship"], 0)

    def test_shield_4_stores_them_all(self):
        game = yard(modules=SHIELDS, shields={"h19": 4}, storage=["bank", "mine", "green+green"], dice=[1, 3],
                    double_depot=["orange+blue", "blue+blue", None])  # fmt: skip
        beside(game, "d1 double 1", "d2 double 2")
        assert seat(game)["storage"] == ["bank", "blue+blue", "green+green", "mine", "orange+blue"]

    def test_shield_4_lost_with_five_spaces_filled(self):
        game = yard(modules=SHIELDS, storage=["bank", "green+green", "orange+blue"], depots={"1.1": "church"})
        beside(game, "d1 take 1.1", "discard green+green", "discard orange+blue")
        assert seat(game)["storage"] == ["bank", "church"]
        game = yard(modules=SHIELDS, storage=["bank", "green+green", "orange+blue"], depots={"1.1": "church"})
        beside(game, "d1 take 1.1", "discard bank", "discard orange+blue")
        assert seat(game)["storage"] == ["church", "green+green"]


class TestBonuses:
    def test_a_place_tile_that_completes_a_colour_before_the_free_action_of_what_it_placed(self):
        """The last castle: its region, its colour, then an action; the other bonus waits below."""
        castles = [f"h{h}" for h, colour in enumerate(load().duchies[1].colours, 1) if colour == "castle"]
        others = {f"h{h}": "m13" for h in (13,)}
        left = next(h for h in castles if h != "h19")
        placed = dict.fromkeys([h for h in castles if h != left], "castle") | others
        game = yard({"p1": "blue+green", "p2": "blue+green"}, placed_tiles=placed, storage=["green+green", "castle"],
                    dice=[6, 6], depots={"1.1": "bank"}, modules=SHIELDS, shields={"h19": 18})  # fmt: skip
        beside(game, "d1 plant p6", "bonus place_tile", f"free place {left}")
        assert pending(game) == ["take", "castle"]
        assert seat(game)["bonus"] == ["castle_large"]
        beside(game, "free workers", "free take 1.1")
        assert seat(game)["storage"] == ["bank"]

    def test_a_free_action_that_lays_another_one_and_completes_the_row(self):
        row = [*ROW[:5], ("p6", "blue+green")]
        game = yard(row, storage=["green+green"], pending=[{"kind": "castle"}], depots={"2.1": "m1"})
        beside(game, "free plant p8")
        assert pending(game) == ["vine", "castle"]
        beside(game, "free workers", "vine blue")
        assert mine(game)["bonus"] == {"blue": 1}

    def test_a_second_row_while_the_first_one_waits(self):
        """The deeper vine is dropped when the other one took the last tile of the reserve."""
        held = {"orange": 4, "yellow": 4, "green": 4, "blue": 3}
        rows = [("p1", "blue+green"), ("p2", "orange+orange"), ("p4", "orange+yellow"), ("p5", "orange+green"),
                ("p6", "yellow+green"), ("p7", "orange+blue")]  # fmt: skip
        keys = {"storage": ["green+green", "blue+blue"], "modules": SHIELDS, "shields": {"h19": 4}}
        game = yard(rows, bonus=held, **keys, pending=[{"kind": "castle"}], goods={1: 1})
        beside(game, "free plant p8", "plant green+green")
        assert pending(game) == ["vine", "castle"]
        beside(game, "free plant p3")
        assert pending(game) == ["vine", "vine", "sell"]
        beside(game, "free sell 1", "vine blue")
        assert (pending(game), table_of(game)["reserve"]) == ([], {})

    def test_a_routes_bonus_below_a_spaces(self):
        game = yard(modules=("trade_routes",), storage=["green+green"], dice=[3, 3], goods={5: 1},
                    depots={"1.1": "bank"}, route=[1])  # fmt: skip
        beside(game, "d1 plant p3", "free sell 5")
        assert seat(game)["route_goods"] == [5]

    def test_shield_2_for_the_workers_of_a_space(self):
        game = yard(modules=SHIELDS, storage=["green+green"], dice=[4, 4], rivals={1: {"shields": {"h19": 2}}})
        beside(game, "d1 plant p4")
        assert seat(game, 1)["workers"] == 1


class TestShields:
    def test_16_changes_a_die_for_them(self):
        game = yard({"p1": "blue+green"}, modules=SHIELDS, shields={"h19": 16}, storage=["green+green"], dice=[6, 6],
                    double_depot=["orange+blue", None, None])  # fmt: skip
        beside(game, "any d2")
        assert doubles(game) + plantings(game) == ["d2 double 1", "d2 plant p2", "d2 plant p5"]

    def test_11_goes_with_a_free_action(self):
        game = yard({"p4": "blue+green"}, modules=SHIELDS, shields={"h19": 11}, storage=["green+green"], dice=[2, 2],
                    lying={5: [2]})  # fmt: skip
        beside(game, "d1 plant p8")
        assert [action for action in legal(game) if "shield" in action]

    def test_18_is_for_the_duchy_not_the_vineyard(self):
        game = yard({"p1": "blue+green"}, modules=SHIELDS, shields={"h19": 18}, storage=["green+green"], dice=[4, 3])
        assert plantings(game) == []

    def test_7_and_26_do_not_mean_vine_bonus_tiles(self):
        game = yard(modules=SHIELDS, shields={"h19": 7}, pending=[{"kind": "vine"}])
        assert seat(beside(game, "vine blue"))["vp"] == 0

    def test_14_does_not_reach_the_vineyard_depot(self):
        game = yard(modules=SHIELDS, shields={"h19": 14}, double_depot=["blue+blue"], depots={"3.2": "bank"},
                    silver=1, **LAST_ROUND)  # fmt: skip
        beside(game, "end")
        assert legal(game) == ["free take 3.2", "skip"]

    def test_15_puts_a_store_tile_straight_onto_any_open_space_with_both_bonuses(self):
        game = yard(
            {"p5": "blue+green", "p1": "orange+green"},
            modules=SHIELDS,
            shields={"h19": 15},
            silver=1,
            store=["orange+blue"],
            depots={"1.1": "bank"},
            storage=["ship", "ship", "ship"],
            **LAST_ROUND,
        )
        beside(game, "end")
        assert legal(game) == ["skip", "free take v1"]
        beside(game, "free take v1")
        assert legal(game) == ["free plant p2", "free plant p6", "free plant p9"] or legal(game)[0] == "free plant p2"
        beside(game, "free plant p6")
        assert legal(game) == ["plant orange+blue", "plant blue+orange"]
        beside(game, "plant blue+orange")
        assert legal(game) == ["bonus take_building", "bonus place_tile"]  # no purchase at this stage
        beside(game, "bonus take_building", "free take 1.1")
        assert pending(game)[-1] == "discard"

    def test_15_of_a_pure_tile_completes_a_row(self):
        row = [*ROW[:5], ("p6", "blue+green")]
        game = yard(row, modules=SHIELDS, shields={"h19": 15}, silver=1, store=["green+green"], **LAST_ROUND)
        beside(game, "end", "free take v1", "free plant p8")
        assert pending(game) == ["phase_end", "vine", "castle"]
        beside(game, "free workers")
        assert legal(game) == ["vine orange", "vine yellow", "vine green", "vine blue"]
        beside(game, "vine green")
        assert pending(game) == ["upkeep"]

    def test_15_with_a_full_vineyard_leaves_the_store(self):
        full = {f"p{i}": name for i, name in enumerate(_all_but_red_and_black(), 1)}
        game = yard(full, modules=SHIELDS, shields={"h19": 15}, silver=1, store=["green+green"], **LAST_ROUND)
        assert pending(beside(game, "end")) == ["upkeep"]


def _all_but_red_and_black():
    pairs = ["orange+yellow", "orange+green", "orange+blue", "yellow+green", "yellow+blue", "green+blue"]
    return [*pairs, *pairs, "orange+orange"]


class TestTheChateauma:
    """It sits last; its turn is played when seat 0 ends its own."""

    def table(self, **keys):
        given = {"modules": ("vineyards",), "options": {"vineyards": (1,), "vines_out": ("red", "black")}}
        return position(1, chateauma="easy", **given, used=[True, True], **keys)

    def doubles(self, game):
        return game.to_json()["chateauma"]["doubles"]

    def test_its_deck_is_card_1_and_those_of_the_vineyards(self):
        doc = Game.new({"players": 1, "modules": ["vineyards"], "chateauma": "easy"}, seed=1).to_json()
        cards = {*doc["hidden"]["deck"], *(card["id"] for card in doc["chateauma"]["cards"])}
        assert cards == {1, *range(10, 18)}

    def test_players_have_a_vine_bonus_tile_it_has_none(self):
        doc = Game.new({"players": 2, "modules": ["vineyards"], "chateauma": "easy"}, seed=1).to_json()
        assert [len(player["vineyard"]["bonus"]) for player in doc["players"]] == [1, 1]
        assert sum(doc["vineyards"]["reserve"].values()) == 5 * 4 - 2
        assert doc["chateauma"]["doubles"] == []

    @pytest.mark.parametrize(
        ("depot", "white", "taken"),
        [
            (["blue+blue", "green+green", "orange+orange"], 3, "green+green"),
            (["blue+blue", None, "orange+orange"], 4, "orange+orange"),
            (["blue+blue", None, None], 3, "blue+blue"),
            ([None, None, None], 1, None),
        ],
    )
    def test_a_covered_double_symbol_takes_from_the_white_dies_slot_to_the_right(self, depot, white, taken):
        its = {"cards": [card(11, {1: "ship"}), card(12)], "silver": 0}  # then a building
        depots = {f"{depot}.{slot}": "church" for depot, slot in ((1, 1), (3, 2), (4, 2), (6, 1))}
        game = self.table(its=its, double_depot=depot, white_die=white, depots=depots)
        game = beside(game, "end")
        assert self.doubles(game) == ([taken] if taken else [])

    @pytest.mark.parametrize("white", [1, 2, 3, 4, 5, 6])
    def test_it_buys_at_the_store_first_the_white_die_says_where(self, white):
        given = {"modules": ("vineyards",), "options": {"vineyards": (1, 2), "vines_out": ("red",)}}
        store = ["blue+blue", "green+green", "orange+orange"]
        game = position(2, chateauma="easy", **given, used=[True, True], order=[1, 0, 2], white_die=white,
                        store=store, its={"silver": 3}, black=["ship"])  # fmt: skip
        game = beside(game, "end")
        assert self.doubles(game) == [store[(white - 1) // 2]]

    def test_an_empty_store_sends_it_to_the_black_depot(self):
        game = beside(self.table(its={"silver": 3}, black=[None, "ship", None, None]), "end")
        doc = game.to_json()["chateauma"]
        assert (doc["doubles"], "ship" in [*doc["jokers"], *doc["inventory"].get("ship", [])]) == ([], True)

    @pytest.mark.parametrize(("count", "vp"), [(0, 0), (1, 1), (4, 10), (13, 91), (14, 91)])
    def test_its_double_tiles_score_by_their_number(self, count, vp):
        its = {"doubles": sorted([*_all_but_red_and_black(), "blue+blue"][:count])}
        game = self.table(its=its)
        assert game.scores()[1]["breakdown"]["vines"] == vp

    def test_shields_are_on_its_cards_too(self):
        shields = [entry["shield"] for entry in load().chateauma["vineyard_county_cards"]["cards"]]
        game = Game.new({"players": 1, "modules": ["vineyards", "shields"], "chateauma": "easy"}, seed=1)
        assert any(shields)
        assert game.to_json()["chateauma"]["shields"] == []

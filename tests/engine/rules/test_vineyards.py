"""rules.md 6.10: double tiles, the vineyard boards they are laid on, and what those bring."""

import pytest

from burgundy_env import ConfigError, Game, PositionError
from burgundy_env.data import load

from .positions import BOTH, at_the_end, legal, pending, play, position, seat, source

VINES = ("orange", "yellow", "green", "red", "black", "blue")
OUT = ("red", "black")
OPTIONS = {"vineyards": (1, 2), "vines_out": OUT}
START = {"h19": "castle"}
DATA = load().files["vineyards"]
# Spaces of board 1: number and bonuses.
SPACES = {f"p{i}": space for i, space in enumerate(DATA["boards"][0]["spaces"], 1)}
WORTH = load().components["scoring"]["vines"]


def yard(placed=(), *, bonus=(), modules=(), options=None, placed_tiles=(), **keys):
    """Seat 0 with vineyard board 1, on which some double tiles lie; `placed_tiles`: in the duchy."""
    keys["placed"] = {**START, **dict(placed_tiles)}
    vineyard = {"board": 1, "placed": dict(placed), "bonus": dict(bonus)}
    options = OPTIONS if options is None else options
    return position(modules=("vineyards", *modules), options=options, vineyard=vineyard, **keys)


def table_of(game):
    return game.to_json()["vineyards"]


def doubles(game):
    return [action for action in legal(game) if "double" in action]


def plantings(game):
    return [action for action in legal(game) if "plant" in action]


def mine(game, p=0):
    return seat(game, p)["vineyard"]


def new(players=2, **keys):
    return Game.new({"players": players, "modules": ["vineyards"], **keys}, seed=5)


def to_the_first_turn(game):
    while legal(game, "start"):
        game.push(legal(game, "start")[0])
    return game


class TestSetup:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_each_player_has_a_board_of_his_own_and_one_of_different_bonus_tiles(self, players):
        yards = [player["vineyard"] for player in new(players).to_json()["players"]]
        assert len({y["board"] for y in yards}) == players
        given = [vine for y in yards for vine in y["bonus"]]
        assert all(y["bonus"] == {vine: 1} and y["placed"] == {} for y, vine in zip(yards, given, strict=True))
        assert len(set(given)) == players

    def test_the_boards_and_the_first_bonus_tiles_are_dealt_at_random_and_told(self):
        games = [Game.new({"modules": ["vineyards"]}, seed=seed) for seed in range(80)]
        assert len({(mine(g)["board"], mine(g, 1)["board"]) for g in games}) > 8
        assert {vine for g in games for vine in mine(g)["bonus"]} == set(VINES)
        told = [event for event in games[0].events if event.get("chance") in ("vineyard", "vine_bonus", "vine_out")]
        assert [(event["chance"], event["where"]) for event in told] == [
            ("vine_out", [1]), ("vine_out", [2]), ("vineyard", [0]), ("vineyard", [1]), ("vine_bonus", [0]),
            ("vine_bonus", [1]),
        ]  # fmt: skip
        assert {event["result"] for event in told[:2]} == set(table_of(games[0])["out"])

    def test_the_config_may_name_the_boards_and_the_table_the_vines_that_leave(self):
        game = new(vineyards=[3, 1], vines_out=["blue", "green"])
        assert [mine(game, p)["board"] for p in (0, 1)] == [3, 1]
        assert table_of(game)["out"] == ["green", "blue"]
        assert not [event for event in game.events if event.get("chance") in ("vineyard", "vine_out")]
        assert game.config.to_dict()["vines_out"] == ["green", "blue"]

    @pytest.mark.parametrize(("players", "out", "doubles"), [(4, 0, 51), (3, 1, 35), (2, 2, 22)])
    def test_with_fewer_seats_vines_leave_with_every_double_tile_and_bonus_tile(self, players, out, doubles):
        doc = new(players).to_json()
        gone = doc["vineyards"]["out"]
        assert len(gone) == out
        assert sum(doc["hidden"]["doubles"].values()) == doubles
        assert not [name for name in doc["hidden"]["doubles"] if set(name.split("+")) & set(gone)]
        given = [vine for player in doc["players"] for vine in player["vineyard"]["bonus"]]
        assert doc["vineyards"]["reserve"] == {vine: 4 - given.count(vine) for vine in VINES if vine not in gone}
        assert not set(given) & set(gone)

    def test_they_are_drawn_at_random(self):
        assert len({tuple(table_of(Game.new({"modules": ["vineyards"]}, seed=s))["out"]) for s in range(40)}) > 8

    def test_the_chateauma_counts_as_a_seat(self):
        doc = new(1, chateauma="easy").to_json()
        assert (len(doc["vineyards"]["out"]), len(doc["vineyards"]["depot"])) == (2, 3)

    @pytest.mark.parametrize(
        ("keys", "words"),
        [
            ({"vineyards": [1]}, "vineyards: 1 boards for 2 players"),
            ({"vineyards": [1, 1]}, "vineyards: board 1 is there twice"),
            ({"vineyards": [1, 5]}, "vineyards: there is no board 5"),
            ({"vineyards": "any"}, "vineyards: a list of boards, or 'random'"),
            ({"vines_out": ["red"]}, "vines_out: red; with 2 seats 2 leave the game"),
            ({"vines_out": ["red", "red"]}, "vines_out: red is there twice"),
            ({"vines_out": ["red", "grey"]}, "vines_out: 'grey' is no vine"),
            ({"vines_out": "red"}, "vines_out: a list of vines"),
            ({"modules": [], "vineyards": [1, 2]}, "vineyards: .*module vineyards is not played"),
            ({"modules": [], "vines_out": ["red", "blue"]}, "vines_out: .*module vineyards is not played"),
            ({"modules": ["vineyards", "solo"], "players": 1}, "solo goes with extra_tiles and white_castles only"),
        ],
    )
    def test_what_is_no_config(self, keys, words):
        with pytest.raises(ConfigError, match=words):
            Game.new({"modules": ["vineyards"], **keys})


class TestPhases:
    @pytest.mark.parametrize(("players", "depot", "store"), [(2, 3, 1), (3, 3, 3), (4, 6, 3)])
    def test_depot_and_store_are_filled_when_phase_a_begins(self, players, depot, store):
        game = new(players)
        assert table_of(game)["depot"] == [None] * depot
        assert table_of(game)["store"] == [None] * store
        to_the_first_turn(game)
        assert None not in table_of(game)["depot"] + table_of(game)["store"]
        told = [event["where"] for event in game.events if event.get("chance") == "double_tile"]
        assert told == [["depot", i + 1] for i in range(depot)] + [["store", i + 1] for i in range(store)]

    def test_they_are_emptied_out_of_the_game_and_refilled_each_phase(self):
        game = yard(phase="B", round=5, order=[1, 0], used=[True, True], double_depot=["blue+blue"],
                    store=["orange+orange"])  # fmt: skip
        play(game, "end")
        doc = game.to_json()
        assert doc["phase"] == "C"
        shown = doc["vineyards"]["depot"] + doc["vineyards"]["store"]
        assert None not in shown
        assert "blue+blue" not in [*shown, *doc["hidden"]["doubles"]]  # there is one of each pure kind

    def test_not_between_rounds(self):
        game = yard(round=2, order=[1, 0], used=[True, True], double_depot=["blue+blue"])
        assert table_of(play(game, "end"))["depot"] == ["blue+blue", None, None]


class TestTaking:
    DEPOT = ("orange+blue", "green+green", None)

    @pytest.mark.parametrize(
        ("dice", "workers", "offered"),
        [
            ([1, 2], 0, ["d1 double 1", "d2 double 1"]),  # the first slot has 1 and 2
            ([3, 5], 0, ["d1 double 2"]),  # the third is empty
            ([6, 6], 1, ["d1 double 1", "d2 double 1"]),
            ([5, 5], 1, ["d1 double 2", "d2 double 2"]),
            ([5, 5], 2, ["d1 double 1", "d1 double 2", "d2 double 1", "d2 double 2"]),
        ],
    )
    def test_a_slot_whose_numbers_include_the_value_workers_change_it(self, dice, workers, offered):
        assert doubles(yard(double_depot=self.DEPOT, dice=dice, workers=workers)) == offered

    def test_with_four_seats_each_number_has_a_slot(self):
        keys = {"players": 4, "modules": ("vineyards",), "options": {"vineyards": (1, 2, 3, 4)}}
        depot = ["orange+blue", "red+red", "green+green", "blue+blue", "black+black", "yellow+yellow"]
        game = position(**keys, double_depot=depot, dice=[6, 3])
        assert doubles(game) == ["d1 double 6", "d2 double 3"]

    def test_it_costs_the_workers_of_the_nearer_number_and_the_die(self):
        game = play(yard(double_depot=self.DEPOT, dice=[5, 5], workers=3), "d1 double 2")
        assert (seat(game)["workers"], seat(game)["used"], seat(game)["storage"]) == (
            2,
            [True, False],
            ["green+green"],
        )
        assert table_of(game)["depot"] == ["orange+blue", None, None]

    @pytest.mark.parametrize("monastery", ["m9", "m10", "m11", "m12"])
    def test_monasteries_9_to_12_give_no_free_step(self, monastery):
        game = yard(double_depot=self.DEPOT, dice=[5, 5], storage=["blue+blue"], placed_tiles={"h13": monastery})
        assert doubles(game) + plantings(game) == []

    def test_monastery_8_changes_by_two(self):
        game = yard(double_depot=self.DEPOT, dice=[5, 5], workers=1, placed_tiles={"h13": "m8"})
        assert doubles(game) == ["d1 double 1", "d1 double 2", "d2 double 1", "d2 double 2"]


class TestStorage:
    def test_a_double_tile_fills_two_spaces(self):
        game = yard(double_depot=["orange+blue", "green+green", None], storage=["bank"], dice=[1, 3], workers=9)
        assert pending(play(game, "d1 double 1")) == []
        play(game, "d2 double 2")
        assert game.to_json()["pending"] == [{"kind": "discard", "for": "green+green"}]

    def test_stored_tiles_single_or_double_are_discarded_until_it_fits(self):
        keys = {"double_depot": ["orange+blue", None, None], "dice": [1, 1]}
        game = play(yard(storage=["bank", "mine", "ship"], **keys), "d1 double 1")
        assert legal(game) == ["discard bank", "discard ship", "discard mine"]
        play(game, "discard ship")
        assert legal(game) == ["discard bank", "discard mine"]
        play(game, "discard bank")
        assert (pending(game), seat(game)["storage"]) == ([], ["mine", "orange+blue"])
        game = play(yard(storage=["bank", "green+green"], **keys), "d1 double 1")
        assert legal(game) == ["discard bank", "discard green+green"]
        assert seat(play(game, "discard green+green"))["storage"] == ["bank", "orange+blue"]
        game = play(yard(storage=["bank", "green+green"], **keys), "d1 double 1", "discard bank")
        assert legal(game) == ["discard green+green"]
        assert seat(play(game, "discard green+green"))["storage"] == ["orange+blue"]

    def test_a_single_tile_beside_a_double_one(self):
        game = yard(storage=["bank", "green+green"], depots={"1.2": "ship"}, dice=[1, 1])
        play(game, "d1 take 1.2")
        assert legal(game) == ["discard bank", "discard green+green"]
        assert seat(play(game, "discard green+green"))["storage"] == ["bank", "ship"]

    def test_three_spaces_are_all_there_is(self):
        with pytest.raises(PositionError, match=r"storage: fills 4 spaces; there are 3"):
            yard(storage=["orange+blue", "green+green"])


class TestTheStore:
    def test_the_purchase_may_be_a_double_tile_for_2_silver(self):
        game = yard(store=["orange+blue"], silver=5, black=["ship"])
        assert legal(game, "buy") == ["buy b1", "buy v1"]
        play(game, "buy v1")
        assert (seat(game)["silver"], seat(game)["bought"], seat(game)["storage"]) == (3, True, ["orange+blue"])
        assert table_of(game)["store"] == [None]

    def test_under_the_same_limit(self):
        assert legal(play(yard(store=["orange+blue"], silver=5, black=["ship"]), "buy v1"), "buy") == []
        assert legal(play(yard(store=["orange+blue"], silver=5, black=["ship"]), "buy b1"), "buy") == []
        assert legal(yard(store=["orange+blue"], silver=1), "buy") == []

    def test_at_any_time_of_the_turn_but_not_inside_a_choice(self):
        keys = {"store": ["orange+blue"], "silver": 2}
        for entry in ({"kind": "castle"}, {"kind": "double"}, {"kind": "take_black"}, {"kind": "vine"}):
            assert "buy v1" in legal(yard(**keys, black=["ship"], double_depot=["blue+blue"], pending=[entry]))
        plant = {"kind": "plant", "space": "p1", "by": "d1"}
        game = yard(**keys, storage=["green+blue"], pending=[plant])
        assert legal(game) == ["plant green+blue", "plant blue+green"]

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_monastery_6_of_2011_reaches_no_vineyard_depot(self, ruleset):
        game = yard(ruleset=ruleset, silver=2, workers=2, placed_tiles={"h13": "m6"}, double_depot=["blue+blue"],
                    store=["orange+blue"])  # fmt: skip
        assert legal(game, "buy") + legal(game, "recruit") == ["buy v1"]


class TestLaying:
    def test_the_first_one_in_the_bottom_row_on_its_number(self):
        game = yard(storage=["orange+blue"], dice=[1, 3])
        assert plantings(game) == ["d1 plant p1", "d2 plant p3"]
        game = yard(storage=["orange+blue"], dice=[5, 6])
        assert plantings(game) == []
        game = yard(storage=["orange+blue"], dice=[5, 6], workers=1)
        assert plantings(game) == ["d1 plant p4", "d2 plant p1"]

    def test_later_ones_next_to_one_by_a_side(self):
        for there, beside in (("p1", "p2 p5"), ("p2", "p1 p3 p5 p6"), ("p4", "p3 p7 p8")):
            game = yard({there: "blue+blue"}, storage=["green+green"], pending=[{"kind": "castle"}])
            assert legal(game, "free plant") == [f"free plant {space}" for space in beside.split()]

    def test_in_either_direction(self):
        game = play(yard(storage=["orange+blue"], dice=[1, 2]), "d1 plant p1")
        assert game.to_json()["pending"] == [{"kind": "plant", "space": "p1", "by": "d1"}]
        assert seat(game)["used"] == [False, False]  # nothing is spent before the choice
        assert legal(game) == ["plant orange+blue", "plant blue+orange"]
        play(game, "plant blue+orange")
        assert mine(game)["placed"] == {"p1": "blue+orange"}
        assert (seat(game)["used"], seat(game)["storage"]) == ([True, False], [])

    def test_with_no_choice_it_is_not_asked(self):
        game = play(yard(storage=["blue+blue"], dice=[1, 2]), "d1 plant p1")
        assert mine(game)["placed"] == {"p1": "blue+blue"}

    def test_workers_are_paid_for_the_number_of_the_space(self):
        game = play(yard(storage=["green+green"], dice=[6, 6], workers=3), "d1 plant p2")
        assert seat(game)["workers"] == 1  # two steps

    def test_a_covered_space_is_no_place(self):
        game = yard({"p1": "blue+blue"}, storage=["green+green"], dice=[1, 1])
        assert plantings(game) == []


class TestEffects:
    def test_a_castle_and_free_action_may_take_and_lay(self):
        keys = {"storage": ["green+green"], "double_depot": ["blue+blue", None, "orange+orange"]}
        game = yard(**keys, pending=[{"kind": "castle"}])
        assert doubles(game) + plantings(game) == [
            "free double 1", "free double 3", "free plant p1", "free plant p2", "free plant p3", "free plant p4",
        ]  # fmt: skip
        assert seat(play(game, "free plant p4"))["workers"] == 4

    def test_a_white_castle_may_at_the_white_dies_value(self):
        keys = {"storage": ["green+green"], "double_depot": ["blue+blue", None, "orange+orange"], "white_die": 2}
        game = yard(**keys, modules=("white_castles",), pending=[{"kind": "white_castle"}])
        assert doubles(game) + plantings(game) == ["free double 1", "free plant p2"]
        game = yard(**keys, modules=("white_castles",), workers=1, pending=[{"kind": "white_castle"}])
        assert plantings(game) == ["free plant p1", "free plant p2", "free plant p3"]
        assert seat(play(game, "free plant p1"))["workers"] == 0

    def test_town_hall_market_and_routes_mean_single_tiles(self):
        keys = {"storage": ["green+green"], "double_depot": ["blue+blue"], "depots": {"1.2": "ship"}}
        game = yard(**keys, pending=[{"kind": "take", "colours": ["ship", "livestock"]}])
        assert legal(game) == ["free take 1.2", "skip"]
        game = yard(storage=["green+green", "ship"], pending=[{"kind": "place"}])
        assert plantings(game) == []


class TestBonuses:
    def test_silver_vp_and_workers_come_at_once(self):
        game = play(yard(storage=["green+green"], dice=[4, 1]), "d1 plant p4")
        assert (SPACES["p4"]["bonuses"], seat(game)["workers"]) == (["workers_4", "take_ship_livestock"], 4)
        game = play(yard(storage=["green+green"], dice=[1, 1]), "d1 plant p1")
        assert (SPACES["p1"]["bonuses"], seat(game)["silver"]) == (["take_building", "silver_2"], 2)
        game = play(yard(storage=["green+green"], dice=[2, 1]), "d1 plant p2")
        assert (SPACES["p2"]["bonuses"], seat(game)["vp"]) == (["take_mine_monastery_castle", "vp_4"], 4)
        assert source(game, "vineyard_spaces") == 4

    def test_the_other_one_is_decided_like_a_building_effect_and_may_be_declined(self):
        depots = {"3.1": "cow2", "3.2": "bank", "5.1": "mine"}
        for space, dice, entry, taken in (
            ("p1", 1, ["building"], "3.2"),
            ("p2", 2, ["monastery", "castle", "mine"], "5.1"),
            ("p4", 4, ["ship", "livestock"], "3.1"),
        ):
            game = play(yard(storage=["green+green"], dice=[dice, dice], depots=depots), f"d1 plant {space}")
            assert game.to_json()["pending"] == [{"kind": "take", "colours": entry}]
            assert legal(game) == [f"free take {taken}", "skip"]
            play(game, f"free take {taken}")
            assert len(seat(game)["storage"]) == 1

    def test_sell_goods_is_a_warehouse(self):
        game = play(yard(storage=["green+green"], dice=[3, 3], goods={5: 2}), "d1 plant p3")
        assert (pending(game), legal(game)) == (["sell"], ["free sell 5", "skip"])
        assert seat(play(game, "free sell 5"))["sold"] == {"5": 2}

    def test_free_action_is_a_castles_and_cannot_be_declined(self):
        game = play(yard({"p4": "blue+blue"}, storage=["green+green"], dice=[2, 2]), "d1 plant p8")
        assert SPACES["p8"]["bonuses"] == ["free_action", "workers_4"]
        assert (pending(game), legal(game)) == (["castle"], ["free workers"])

    def test_take_double_is_any_depot_double_tile(self):
        keys = {"double_depot": ["blue+blue", None, "orange+orange"], "store": ["orange+blue"]}
        game = play(yard({"p1": "blue+green"}, storage=["green+green"], dice=[5, 5], **keys), "d1 plant p5")
        assert (pending(game), legal(game)) == (
            ["double"], ["skip", "free double 1", "free double 3", "buy v1"],
        )  # fmt: skip
        assert seat(play(game, "free double 3"))["storage"] == ["orange+orange"]

    def test_take_black_is_a_tile_of_the_black_depot_or_the_store_and_no_purchase(self):
        keys = {"store": ["orange+blue"], "black": ["ship", None, "bank"], "modules": ("inns",), "inns": 1}
        game = play(yard({"p1": "blue+green", "p5": "blue+green"}, storage=["green+green"], dice=[3, 3], **keys),
                    "d1 plant p9")  # fmt: skip
        assert pending(game) == ["take_black"]
        assert legal(game) == ["skip", "free take b1", "free take b3", "free take inn", "free take v1"]
        for taken, stored in (("b3", "bank"), ("inn", "inn"), ("v1", "orange+blue")):
            other = play(game.copy(), f"free take {taken}")
            assert (seat(other)["storage"], seat(other)["bought"], seat(other)["silver"]) == ([stored], False, 0)

    def test_place_tile_is_a_town_hall(self):
        game = yard({"p1": "blue+green", "p2": "blue+green"}, storage=["green+green", "ship"], dice=[6, 6])
        play(game, "d1 plant p6", "bonus place_tile")
        assert game.to_json()["pending"][-1] == {"kind": "place"}
        assert legal(game) == ["free place h18", "free place h20", "skip"] or "skip" in legal(game)

    def test_two_decisions_are_put_in_order(self):
        keys = {"depots": {"1.1": "bank"}, "storage": ["green+green", "ship"], "dice": [6, 6]}
        game = play(yard({"p1": "blue+green", "p2": "blue+green"}, **keys), "d1 plant p6")
        assert game.to_json()["pending"] == [{"kind": "bonuses", "left": ["place_tile", "take_building"]}]
        assert legal(game) == ["bonus take_building", "bonus place_tile"]
        assert pending(play(game.copy(), "bonus place_tile")) == ["take", "place"]
        assert pending(play(game.copy(), "bonus take_building")) == ["place", "take"]

    def test_one_that_can_do_nothing_is_named_and_lost_when_it_comes_up(self):
        game = play(yard({"p1": "blue+green", "p2": "blue+green"}, storage=["green+green"], dice=[6, 6]),
                    "d1 plant p6")  # fmt: skip
        assert legal(game) == ["bonus take_building", "bonus place_tile"]
        assert pending(play(game, "bonus take_building")) == []


class TestRows:
    ROW = (("p1", "blue+green"), ("p2", "orange+orange"), ("p3", "orange+yellow"), ("p5", "orange+green"),
           ("p7", "orange+blue"), ("p8", "orange+green"))  # the second row lacks p6  # fmt: skip

    def test_a_row_just_completed_gives_a_vine_bonus_tile_after_both_bonuses(self):
        keys = {"depots": {"1.1": "bank"}, "storage": ["green+green", "ship"], "dice": [6, 6]}
        game = play(yard(self.ROW, **keys), "d1 plant p6")
        assert pending(game) == ["vine", "bonuses"]
        play(game, "bonus take_building", "free take 1.1")
        play(game, *[a for a in legal(game) if a == "skip"][:1])
        assert pending(game) == ["vine"]
        assert legal(game) == ["vine orange", "vine yellow", "vine green", "vine blue"]
        play(game, "vine yellow")
        assert mine(game)["bonus"] == {"yellow": 1}
        assert table_of(game)["reserve"]["yellow"] == 3

    def test_it_may_not_be_declined_and_the_purchase_goes_on(self):
        game = yard(pending=[{"kind": "vine"}], store=["orange+blue"], silver=2)
        assert legal(game) == ["buy v1", "vine orange", "vine yellow", "vine green", "vine blue"]

    def test_an_empty_reserve_gives_nothing(self):
        held = dict.fromkeys(("orange", "yellow", "green", "blue"), 4)
        row = dict(zip(("p1", "p2", "p3"), ("blue+green", "orange+green", "orange+blue"), strict=True))
        game = play(yard(row, bonus=held, storage=["green+green"], dice=[4, 4]), "d1 plant p4")
        assert pending(game) == []
        assert table_of(game)["reserve"] == {}

    def test_a_row_counts_when_its_last_tile_is_laid(self):
        row = dict(zip(("p1", "p2"), ("blue+green", "orange+green"), strict=True))
        game = play(yard(row, storage=["green+green"], dice=[3, 3]), "d1 plant p3")
        assert "vine" not in pending(game)


class TestTheEnd:
    def points(self, placed, bonus):
        return source(yard(placed, bonus=bonus), "vines")

    def test_groups_of_a_vine_with_its_bonus_tiles_the_largest_first_each_once(self):
        placed = {"p1": "green+green", "p2": "green+orange", "p3": "yellow+blue", "p4": "green+blue"}
        assert self.points(placed, {"green": 1}) == WORTH[3]
        assert self.points(placed, {"green": 2, "blue": 1}) == WORTH[3] + WORTH[1] + WORTH[1]
        assert self.points(placed, {"green": 4}) == WORTH[3] + WORTH[1]
        assert self.points({}, {"green": 2}) == 0

    def test_groups_hang_together_over_rows_odd_ones_lie_to_the_right(self):
        beside = {"p1": "orange+green", "p5": "green+blue"}  # (1, 0) touches (0, 1) and (1, 1)
        assert self.points(beside, {"green": 1}) == WORTH[2]
        apart = {"p1": "green+orange", "p5": "blue+green"}  # (0, 0) touches (0, 1) alone of the two
        assert self.points(apart, {"green": 2}) == 2 * WORTH[1]
        assert self.points({"p1": "green+orange", "p5": "green+blue"}, {"green": 1}) == WORTH[2]

    def test_thirteen_and_more_are_worth_the_same(self):
        assert WORTH[13] == WORTH[-1] == 91

    def test_they_count_in_the_final_scores(self):
        vineyard = {"board": 1, "placed": {"p1": "green+green"}, "bonus": {"green": 1}}
        game = at_the_end({0: {"vineyard": vineyard}}, modules=("vineyards",), options=OPTIONS)
        assert game.scores()[0]["breakdown"]["vines"] == WORTH[2]

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_vine_bonus_tiles_are_none_for_monastery_26(self, ruleset):
        vineyard = {"board": 1, "placed": {}, "bonus": {"green": 3}}
        game = at_the_end({0: {"vineyard": vineyard, "placed": {**START, "h13": "m26"}}}, modules=("vineyards",),
                          options=OPTIONS, ruleset=ruleset)  # fmt: skip
        assert game.scores()[0]["breakdown"]["m26"] == 0

    def test_vineyard_spaces_do_not_count_for_ties(self):
        vineyard = {"board": 1, "placed": {"p1": "green+green"}, "bonus": {}}
        game = at_the_end({0: {"vineyard": vineyard}}, modules=("vineyards",), options=OPTIONS)
        totals = [score["total"] for score in game.scores()]
        assert totals[0] == totals[1]
        assert game.outcome().decided_by == "turn order"

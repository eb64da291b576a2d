"""rules.md 7.7: the Châteauma with the expansions 1-5 and 8, and with the shields."""

import pytest

from burgundy_env import ConfigError, Game

from .chateauma_turns import before, full_but, its, tiles_on, turn
from .positions import card, legal, play, position, seat, source

EXTRA, WHITE, POSTS, ROUTES = ("extra_tiles",), ("white_castles",), ("border_posts",), ("trade_routes",)
SHIELDS = ("shields",)
NOTHING = {"vp": 0, "silver": 0, "goods": {}, "sold": {}, "inventory": {}, "jokers": [], "bonus": []}


def all_it_has(game):
    """What it has but for cards, die and duchy."""
    return {key: its(game)[key] for key in NOTHING}


class TestMonasteries27To29:
    @pytest.mark.parametrize("monastery", ["m27", "m28", "m29"])
    def test_have_no_effect(self, monastery):
        game = before(card(1), modules=(*EXTRA, *WHITE), depots={"2.1": monastery}, track=[[0, 1], *[[]] * 6])
        turn(game, 2)
        assert tiles_on(game, 0) == {3: monastery}
        assert all_it_has(game) == NOTHING
        assert game.to_json()["track"][0] == [0, 1]

    def test_27_is_not_on_top_when_others_arrive_either(self):
        keys = {"modules": EXTRA, "placed": {"h19": "castle"}, "storage": ["ship"], "dice": [2, 1]}
        its_own = {"cards": [card(2, {4: "m27"}), card(5)], "duchy": {}}
        game = position(1, chateauma="easy", track=[[0], [1], [], [], [], [], []], its=its_own, **keys)
        assert play(game, "d1 place h18", "goods 1").to_json()["track"][1] == [0, 1]

    def test_27_of_a_player_is_above_the_chateauma_on_the_last_space_too(self):
        """Its ship brings its marker to the top of the last space; 27 goes above it at once."""
        owner = {"placed": {"h19": "castle", "h13": "m27"}}
        track = [[], [], [], [], [], [], [0, 1]]
        game = before(card(6), modules=EXTRA, depots={"1.2": "ship"}, track=track, player=owner)
        turn(game)
        assert game.to_json()["track"][6] == [0, 1]
        without = before(card(6), modules=EXTRA, depots={"1.2": "ship"}, track=track)
        without.push("end")
        assert without.to_json()["track"][6] == [1, 0]

    def test_are_worth_4_vp_each_at_the_end_like_all_and_29_counts_no_white_castles(self):
        left = card(2, {1: "white_castle", 4: "m29"})
        game = before(
            left, modules=(*EXTRA, *WHITE), phase="E", round=5, order=[1, 0], duchy={"monastery": ["m27", "m28"]}
        )
        play(game, "end")
        assert (source(game, "monasteries", 1), game.scores()[1]["total"]) == (12, 12 + 2 * 2)


class TestTheCrane:
    """A black-depot tile: it comes to a card from the inventory, if no depot has what the card needs."""

    def placed(self, left=None, right=None, *, inventory=("crane",), drawn=(), **keys):
        game = before(left, right, modules=EXTRA, inventory={"building": list(inventory)}, **keys)
        turn(game, 2, *drawn)
        return game

    def test_is_a_castles_effect_it_chooses_and_places_again(self):
        game = self.placed(inventory=["crane", "bank"])
        assert tiles_on(game, 0) == {1: "crane", 2: "bank"}
        assert its(game)["silver"] == 2

    def test_starts_at_the_white_dies_depot_on_the_other_card_if_the_active_one_is_full(self):
        """The crane fills the left card; on the right one a ship is wanted, and the white die shows 4."""
        game = self.placed(full_but(2, 1), card(6), drawn=[("right", 1)], white_die=4,
                           depots={"1.2": "ship", "4.1": "ship"})  # fmt: skip
        assert tiles_on(game, 0) == {1: "ship"}
        depots = game.to_json()["depots"]
        assert (depots["1"]["tiles"][1], depots["4"]["tiles"][0]) == ("ship", None)

    def test_sells_instead_if_both_cards_are_full(self):
        """The crane fills the left card, the castle that it places the right one."""
        left, right = full_but(2, 1), full_but(8, 1)
        game = before(
            left, right, modules=EXTRA, inventory={"building": ["crane"], "castle": ["castle"]}, goods={3: 2}
        )
        turn(game, 2, ("left", 1), ("right", 4))
        assert its(game)["sold"] == {"3": 2}

    def test_counts_as_no_building_at_the_end(self):
        game = before(card(2, {1: "crane", 4: "m17"}), modules=EXTRA, phase="E", round=5, order=[1, 0])
        assert play(game, "end").scores()[1]["total"] == 4 + 2 * 2


class TestTheGeese:
    def scored(self, *, inventory=("geese",), right=None, left=None, **keys):
        """Livestock placed on a card from the inventory; the points."""
        game = before(left or card(2), right, modules=EXTRA, inventory={"livestock": list(inventory)}, **keys)
        turn(game, 2)
        return source(game, "livestock", 1)

    def test_score_as_the_species_it_has_most_tiles_of(self):
        """Two cows of 2, though the pig tile of 4 shows as many animals."""
        assert self.scored(duchy={"livestock": ["cow2", "pig3", "cow2"]}) == 2 + 4
        assert self.scored(duchy={"livestock": ["pig4", "cow3", "pig2"]}) == 2 + 6

    def test_by_tiles_not_by_animals(self):
        assert self.scored(duchy={"livestock": ["chicken4", "chicken4", "cow2", "cow2", "cow3"]}) == 2 + 7

    def test_on_ties_as_the_one_worth_most(self):
        assert self.scored(duchy={"livestock": ["cow2", "pig4", "sheep3"]}) == 2 + 4
        assert self.scored(duchy={"livestock": ["pig4", "cow2", "sheep3"]}) == 2 + 4

    def test_with_tiles_on_both_cards_and_in_the_duchy(self):
        assert self.scored(right=card(5, {3: "pig3"}), duchy={"livestock": ["pig3", "cow4"]}) == 2 + 6

    def test_count_tiles_on_cards_like_those_in_the_duchy(self):
        """Three pig tiles, one of them on a card, against two cow tiles with more animals."""
        herds = {"livestock": ["pig2", "pig3", "cow4", "cow4"]}
        assert self.scored(right=card(5, {3: "pig2"}), duchy=herds) == 2 + 7

    def test_alone_score_2(self):
        assert self.scored() == 2

    @pytest.mark.parametrize("tile", ["cow3", "pig4", "chicken2"])
    def test_later_livestock_counts_them_as_its_own(self, tile):
        animals = int(tile[-1])
        assert self.scored(inventory=[tile], right=card(5, {3: "geese"})) == animals + 2
        assert self.scored(inventory=[tile], duchy={"livestock": ["geese", "sheep4"]}) == animals + 2

    def test_lying_face_down_count_for_nothing(self):
        assert self.scored(inventory=["cow3"], right=card(5, {3: "black:geese"})) == 3

    def test_later_livestock_does_not_count_the_species_they_went_with(self):
        assert self.scored(inventory=["cow3"], duchy={"livestock": ["geese", "pig4"]}) == 3 + 2


class TestTheWhiteCastle:
    def placed(self, *, inventory=(), white_die=1, **keys):
        """Its part after it has placed one from depot 3 on the active card."""
        depots = {"3.2": "white_castle", **keys.pop("depots", {})}
        cards = (card(2), card(5)) if white_die <= 4 else (card(5), card(2))
        game = before(*cards, modules=WHITE, depots=depots, inventory=dict(inventory), white_die=white_die, **keys)
        turn(game, 3)
        assert tiles_on(game, white_die > 4) == {1: "white_castle"}
        return its(game)

    def test_brings_one_tile_into_the_inventory_from_the_white_dies_depot_clockwise(self):
        depots = {"2.2": "castle", "5.1": "mine"}
        for white_die, found in enumerate(("castle", "castle", "mine", "mine", "mine", "castle"), 1):
            assert self.placed(white_die=white_die, depots=depots)["inventory"] == {found: [found]}

    def test_of_a_type_that_is_not_there(self):
        depots = {"1.1": "bank", "1.2": "ship", "2.2": "castle"}
        assert self.placed(depots=depots, inventory={"building": ["market"]})["inventory"] == {
            "building": ["market"],
            "ship": ["ship"],
        }
        held = {"building": ["market"], "ship": ["ship"]}
        assert self.placed(depots=depots, inventory=held)["inventory"] == {**held, "castle": ["castle"]}

    def test_the_leftmost_type_of_the_inventory_first(self):
        """building, monastery, ship, livestock, mine, castle: whatever lies on top in the depot."""
        assert self.placed(depots={"2.1": "m9", "2.2": "castle"}, white_die=2)["inventory"] == {"monastery": ["m9"]}
        assert self.placed(depots={"5.1": "mine", "5.2": "m9"}, white_die=4)["inventory"] == {"monastery": ["m9"]}
        assert self.placed(depots={"3.1": "pig3"}, white_die=3)["inventory"] == {"livestock": ["pig3"]}
        assert self.placed(depots={"6.2": "cow2", "6.1": "bank"}, white_die=4)["inventory"] == {"building": ["bank"]}

    def test_the_nearest_depot_before_the_leftmost_type(self):
        assert self.placed(depots={"2.2": "castle", "4.2": "bank"}, white_die=2)["inventory"] == {
            "castle": ["castle"]
        }

    def test_the_topmost_of_its_type(self):
        depots = {"2.3": "church", "2.4": "market"}
        game = before(card(2), modules=WHITE, players=3, order=[0, 3, 1, 2], white_die=2,
                      depots={"3.2": "white_castle", **depots})  # fmt: skip
        turn(game, 3)
        assert its(game)["inventory"] == {"building": ["church"]}

    def test_without_the_effect_of_the_tile_brought(self):
        assert self.placed(depots={"1.1": "bank"})["silver"] == 0

    def test_brings_1_silver_if_no_such_tile_is_on_the_whole_board(self):
        found = self.placed(depots={"1.1": "bank"}, inventory={"building": ["market"]}, black=["m7"])
        assert (found["silver"], found["inventory"]) == (1, {"building": ["market"]})
        assert self.placed()["silver"] == 1

    def test_takes_jokers_for_no_type(self):
        found = self.placed(depots={"1.1": "bank"}, jokers=["market"])
        assert (found["inventory"], found["jokers"]) == ({"building": ["bank"]}, ["market"])


class TestBorderPosts:
    """Cards 2, 4, 6 and 8 have the symbol, the others don't."""

    def finished(self, number=2, *, posts=0, phase="A", **keys):
        """A card finished by a joker on its first space."""
        left = full_but(number, 1)
        game = before(left, card(1), modules=POSTS, posts=posts, phase=phase, jokers=["m7"], **keys)
        turn(game, 2, ("right", 9 if number != 9 else 3))
        return game

    def test_the_first_finished_card_with_the_symbol_brings_nothing(self):
        game = self.finished()
        assert (source(game, "border_posts", 1), its(game)["posts"]) == (0, 1)

    @pytest.mark.parametrize(("phase", "bonus"), [("A", 10), ("B", 8), ("C", 6), ("D", 4), ("E", 2)])
    def test_the_second_brings_the_phase_bonus(self, phase, bonus):
        game = self.finished(posts=1, phase=phase)
        assert (source(game, "border_posts", 1), its(game)["posts"], its(game)["bonus"]) == (bonus, 2, [])

    @pytest.mark.parametrize(("players", "large", "small"), [(1, 5, 2), (2, 6, 3), (3, 7, 4)])
    def test_the_third_brings_the_post_tile_the_large_one_else_the_small(self, players, large, small):
        keys = {"players": players, "order": [0, players, *range(1, players)]}
        game = self.finished(posts=2, **keys)
        scored = game.scores()[players]["breakdown"]["border_posts"]
        assert (scored, its(game)["bonus"], its(game)["posts"]) == (large, ["post_large"], 3)
        assert game.to_json()["bonus_tiles"]["post"] == 1
        game = self.finished(posts=2, player={"bonus": ["post_large"]}, **keys)
        assert (its(game)["bonus"], game.scores()[players]["breakdown"]["border_posts"]) == (["post_small"], small)

    def test_the_third_brings_nothing_if_both_tiles_are_gone(self):
        game = self.finished(posts=2, players=2, order=[0, 2, 1], player={"bonus": ["post_large"]},
                             rivals={1: {"bonus": ["post_small"]}})  # fmt: skip
        assert (its(game)["bonus"], game.scores()[2]["breakdown"]["border_posts"]) == ([], 0)

    def test_the_fourth_brings_nothing(self):
        game = self.finished(posts=3)
        assert (source(game, "border_posts", 1), its(game)["bonus"], its(game)["posts"]) == (0, [], 4)

    def test_cards_without_the_symbol_count_nothing(self):
        for number in (3, 5, 7, 9):
            assert its(self.finished(number, posts=1))["posts"] == 1, number
        for number in (2, 4, 6, 8):
            assert its(self.finished(number, posts=1))["posts"] == 2, number

    def test_two_cards_finished_at_once_count_one_after_the_other(self):
        """The castle fills the left card, and the church that it brings the right one."""
        game = before(
            full_but(8, 1), full_but(2, 1), modules=POSTS, posts=1, depots={"2.2": "castle", "1.1": "church"}
        )
        turn(game, 2, ("left", 1), ("right", 9))
        assert (source(game, "border_posts", 1), its(game)["bonus"]) == (10 + 5, ["post_large"])

    def test_players_score_theirs_as_ever(self):
        placed = {
            "h19": "castle",
            "h14": "bank",
            "h9": "market",
            "h4": "m16",
            "h20": "ship",
            "h18": "ship",
            "h17": "ship",
        }
        game = position(1, chateauma="easy", modules=POSTS, placed=placed, storage=["ship"], dice=[6, 1])
        assert source(play(game, "d1 place h16"), "border_posts") == 10


class TestTradeRoutes:
    def test_bring_1_vp_more_for_each_sale_not_for_each_tile(self):
        game = before(modules=ROUTES, depots={"3.2": "warehouse"}, goods={4: 1, 5: 3})
        turn(game, 3)
        assert (its(game)["sold"], source(game, "goods", 1), source(game, "trade_routes", 1)) == ({"5": 3}, 6, 1)

    def test_bring_it_for_each_of_two_sales(self):
        """A warehouse on a space with a sell symbol (card 7)."""
        game = before(full_but(7, 3, 4), modules=ROUTES, depots={"3.2": "warehouse"}, goods={4: 1, 5: 3})
        turn(game, 3)
        assert (its(game)["sold"], source(game, "trade_routes", 1)) == ({"4": 1, "5": 3}, 2)

    def test_bring_nothing_if_nothing_is_sold(self):
        game = before(modules=ROUTES, depots={"3.2": "warehouse"})
        turn(game, 3)
        assert its(game)["vp"] == 0

    def test_bring_nothing_without_the_module(self):
        game = before(depots={"3.2": "warehouse"}, goods={5: 3})
        turn(game, 3)
        assert its(game)["vp"] == 6

    def test_give_it_no_route_of_its_own(self):
        document = Game.new({"players": 1, "modules": ROUTES, "chateauma": "easy"}).to_json()
        assert "route" not in document["chateauma"]

    def test_players_use_theirs_as_ever(self):
        game = position(1, chateauma="easy", modules=ROUTES, goods={6: 1}, dice=[6, 1], route=[2])
        assert seat(play(game, "d1 sell 6"))["vp"] == 2 + 4


class TestTheCastleRule:
    def test_binds_players_only(self):
        """On cards there is nothing to touch; the player on board 11 is bound."""
        keys = {"placed": {"h7": "castle", "h6": "m16"}, "storage": ["bank"], "workers": 9}
        game = position(1, chateauma="easy", modules=("castle_rule",), duchy=11, **keys)
        assert legal(game, "d1 place") == ["d1 place h2", "d1 place h3"]
        game = before(modules=("castle_rule",), depots={"3.2": "bank"})
        turn(game, 3)
        assert tiles_on(game, 0) == {1: "bank"}

    def test_sets_castles_aside_as_ever(self):
        game = before(card(1), modules=("castle_rule",), round=5, order=[1, 0], depots={"2.2": "castle"})
        assert play(game, "end").to_json()["set_aside"] == 1


@pytest.mark.parametrize("module", ["inns", "solo"])
def test_not_with_inns_and_solo(module):
    with pytest.raises(ConfigError, match=f"'{module}' is not compatible with the Châteauma"):
        Game.new({"players": 1, "modules": [module], "chateauma": "easy"})


def test_all_the_others_may_be_played_together():
    modules = ["castle_rule", "extra_tiles", "border_posts", "white_castles", "trade_routes", "shields", "vineyards"]
    game = Game.new({"players": 1, "modules": "all", "chateauma": "hard+ABCD"}, seed=4)
    assert list(game.config.modules) == modules
    while not game.is_over:
        game.push(game.legal_ids()[0])
    assert len(game.scores()) == 2


class TestShields:
    """Cards 3, 5, 7 and 9 have the symbol, the others don't."""

    def finished(self, number=3, **keys):
        """A card finished by a joker on its first space."""
        game = before(full_but(number, 1), card(1), modules=SHIELDS, jokers=["m7"], **keys)
        return game, turn(game, 2, ("right", 8 if number != 8 else 4))

    def test_a_finished_card_takes_the_lowest_of_the_white_dies_depot_clockwise(self):
        game, told = self.finished(white_die=4, lying={6: [9, 5], 1: [1], 3: [4]})
        assert its(game)["shields"] == [5]
        assert game.to_json()["shields"] == {"1": [1], "3": [4], "6": [9]}
        assert told[told.index("takes shield 5 of depot 6") - 1].startswith("finishes")

    def test_goes_round_and_may_find_none(self):
        assert its(self.finished(white_die=4, lying={3: [18]})[0])["shields"] == [18]
        assert its(self.finished(white_die=4)[0])["shields"] == []

    def test_cards_without_the_symbol_take_none(self):
        for number in (3, 5, 7, 9):
            assert its(self.finished(number, lying={1: [1]})[0])["shields"] == [1], number
        for number in (2, 4, 6, 8):
            assert its(self.finished(number, lying={1: [1]})[0])["shields"] == [], number

    def test_has_no_upkeep_and_no_effects(self):
        player = {"workers": 0}
        game = before(modules=SHIELDS, round=5, shields=[9, 17], silver=1, player=player)
        play(game, "end")
        assert (game.to_json()["phase"], its(game)["shields"]) == ("B", [9, 17])

    def test_lends_a_monastery_that_it_places_from_then_on(self):
        player = {"shields": {"h19": 6}, "copied": 1, "goods": {1: 1}}
        game = before(card(5), modules=SHIELDS, depots={"2.1": "m3"}, player=player)
        turn(game, 2)
        assert tiles_on(game, 0) == {1: "m3"}
        assert seat(play(game, "d1 sell 1"))["silver"] == 2

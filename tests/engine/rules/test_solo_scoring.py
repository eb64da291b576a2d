"""rules.md 6.8: what scores in the solo game, points bought, the target, and black tiles for completed colours."""

import pytest

from burgundy_env import Game
from burgundy_env.data import load

from .positions import BOTH, legal, pending, play, seat, source
from .solo_turns import FULL, HOME, SOLO, all_but, table


class TestAMonasteryWithEndScoring:
    """It scores at once, and never again."""

    def founded(self, number, *, modules=SOLO, placed=(), **keys):
        """On h8, after its region has scored; the points of the monastery."""
        placed = {**HOME, **dict(placed)}
        game = table(modules=modules, placed=placed, storage=[f"m{number}"], dice=[3, 1], **keys)
        return source(play(game, "d1 place h8"), "monasteries_at_once")

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_15_24_and_25(self, ruleset):
        each = {"special_edition": 2, "alea_2011": 3}[ruleset]
        assert self.founded(15, sold={1: 2, 4: 1}, ruleset=ruleset) == 2 * each
        assert self.founded(25, sold={1: 2, 4: 1}, ruleset=ruleset) == 3
        assert self.founded(24, placed={"h6": "cow2"}, ruleset=ruleset) == 4

    @pytest.mark.parametrize(("number", "kind"), list(load().components["monastery_building"].items())[:8])
    def test_16_to_23(self, number, kind):
        assert self.founded(number, placed={"h3": kind, "h11": kind}) == 8

    def test_29_with_white_castles(self):
        assert self.founded(29, modules=(*SOLO, "white_castles"), placed={"h3": "white_castle"}) == 4

    @pytest.mark.parametrize(("ruleset", "each"), [("special_edition", 3), ("alea_2011", 2)])
    def test_ruling_26_brings_its_points_per_covered_colour(self, ruleset, each):
        """Castles, ships and mines; buildings, livestock and the other monasteries lack one each."""
        placed = {h: tile for h, tile in all_but("h8", "h11", "h36", "h37").items() if h not in HOME}
        assert self.founded(26, placed=placed, ruleset=ruleset) == 3 * each

    def test_ruling_26_counts_the_colour_that_it_completes_itself_and_face_down_tiles(self):
        placed = {h: tile for h, tile in all_but("h8", "h11", "h36", h2="black").items() if h not in HOME}
        assert self.founded(26, placed=placed) == 4 * 3

    def test_ruling_counts_the_crane_if_it_is_there_already(self):
        modules = (*SOLO, "extra_tiles")
        assert self.founded(16, modules=modules, placed={"h3": "crane", "h11": "warehouse"}) == 8
        later = table(modules=modules, placed={**HOME, "h8": "m17"}, storage=["crane"], dice=[6, 1])
        assert source(play(later, "d1 place h3"), "monasteries_at_once") == 0

    def test_counts_the_state_at_that_moment_only(self):
        game = play(table(placed={**HOME, "h8": "m17"}, storage=["watchtower"], dice=[6, 1]), "d1 place h3")
        assert seat(game)["vp"] == 4

    def test_scores_nothing_at_the_end(self):
        placed = {**HOME, "h8": "m17", "h3": "watchtower"}
        keys = {"vp": 12, "silver": 5, "workers": 4, "goods": {1: 2}, "sold": {1: 3}}
        game = play(table(phase="E", round=5, used=[True, True], placed=placed, **keys), "end")
        assert game.scores()[0]["total"] == game.scores()[0]["vp"] == 12


class TestACompletedColour:
    """h2 is the last mine hex of a full duchy; with phase E its region of one brings 1 + 2."""

    def completed(self, *empty, modules=SOLO, black=(), placed=(), **keys):
        covered = {**all_but("h2", *empty), **dict(placed)}
        game = table(modules=modules, phase="E", placed=covered, storage=["mine"], dice=[5, 1], black=black, **keys)
        return play(game, "d1 place h2")

    def test_gives_one_black_depot_tile_to_be_placed_at_once_instead_of_points(self):
        """Equal tiles in two slots are two actions, as when buying."""
        game = self.completed("h3", "h36", black=["church", "cow4", "ship", "church"])
        assert (seat(game)["vp"], seat(game)["bonus"]) == (3, [])
        assert game.to_json()["pending"] == [{"kind": "after", "hex": "h2", "steps": ["effect"]}, {"kind": "black"}]
        assert legal(game) == ["skip", "free place b1 h3", "free place b2 h36", "free place b4 h3"]

    def test_places_it_whatever_the_number_without_workers(self):
        """h36 is a 1; the dice are a used 5 and a 1, and the tile comes from the depot, not through storage."""
        game = play(self.completed("h3", "h36", black=["cow4"]), "free place b1 h36")
        assert seat(game)["placed"]["h36"] == "cow4"
        assert (seat(game)["workers"], seat(game)["storage"], seat(game)["used"]) == (0, [], [True, False])
        assert game.to_json()["black_depot"][0] is None

    def test_lets_its_effect_happen(self):
        """Livestock on h36: its region 1 + 2, then 4 for the cows; colours: only then."""
        game = play(self.completed("h3", "h36", "h19", black=["cow4"]), "free place b1 h36")
        assert seat(game)["vp"] == 3 + 3 + 4
        game = self.completed("h3", "h36", "h4", black=["market"], depots={"1.2": "ship"})
        play(game, "free place b1 h4")
        assert legal(game) == ["free take 1.2", "skip"]

    def test_is_optional(self):
        game = play(self.completed("h3", "h36", black=["cow4"]), "skip")
        assert (pending(game), game.to_json()["black_depot"][0]) == ([], "cow4")

    def test_gives_nothing_if_no_tile_fits(self):
        assert pending(self.completed("h3", "h36", black=["m7", "ship", "castle"])) == []
        assert pending(self.completed("h3", "h36")) == []

    def test_goes_by_the_normal_placement_rules(self):
        """Neighbours by land or river, and the town: h4 has the tile that h3 must not have."""
        beside = FULL["h4"]
        assert pending(self.completed("h3", "h36", black=[beside])) == []
        with_1 = self.completed("h3", "h36", black=[beside], placed={"h37": "m1"})
        assert legal(with_1) == ["skip", "free place b1 h3"]
        lone = table(placed={**HOME, "h6": "cow2", "h2": "mine"}, pending=[{"kind": "black"}], black=["ship", "mine"])
        assert legal(lone) == ["skip", "free place b1 h1", "free place b1 h10"]

    def test_completing_another_colour_by_it_gives_another_tile(self):
        """Mines, then livestock by the cows, then monasteries; then the effects, the last tile's first."""
        game = self.completed("h36", "h37", "h3", "h4", black=["cow4", "m25", "bank"], sold={1: 1})
        play(game, "free place b1 h36")
        assert legal(game) == ["skip", "free place b2 h37", "free place b3 h3", "free place b3 h4"]
        play(game, "free place b2 h37")
        assert [entry.get("hex") for entry in game.to_json()["pending"]] == ["h2", "h36", "h37", None]
        assert legal(game) == ["skip", "free place b3 h3", "free place b3 h4"]
        assert (source(game, "livestock"), source(game, "monasteries_at_once")) == (0, 0)
        play(game, "free place b3 h3")
        # The bank's silver is there before monastery 25 scores, and may buy points after each gain.
        assert (seat(game)["silver"], source(game, "livestock"), source(game, "monasteries_at_once")) == (2, 0, 1)
        assert pending(game) == ["after", "after", "points"]
        play(game, "skip")
        assert (source(game, "livestock"), pending(game)) == (4, ["after", "points"])
        assert pending(play(game, "skip")) == []

    def test_comes_before_the_effect_of_the_tile_that_completed_it(self):
        """The last ship hex, h1: first the tile, then the ship's depot."""
        game = table(phase="E", placed=all_but("h1", "h36"), storage=["ship"], dice=[6, 1], black=["cow4"])
        play(game, "d1 place h1")
        assert game.to_json()["pending"] == [{"kind": "after", "hex": "h1", "steps": ["effect"]}, {"kind": "black"}]
        assert pending(play(game, "skip")) == ["ship"]

    def test_ruling_a_monastery_is_in_force_as_soon_as_it_lies(self):
        """Its region reaches the target: 14 doubles the workers of that action, before its own step."""
        game = table(storage=["m14"], dice=[3, 1], vp=39)
        play(game, "d1 place h8")
        assert pending(game) == ["after", "castle"]
        assert Game.from_json(game.to_json()).to_json() == game.to_json()
        for one in (game, Game.from_json(game.to_json())):
            assert seat(play(one, "free workers"))["workers"] == 4

    def test_lets_purchases_go_on(self):
        game = self.completed("h3", "h36", black=["cow4", "ship"], silver=2)
        assert pending(game) == ["after", "points"]
        play(game, "skip")
        assert "buy b1" in legal(game)
        play(game, "buy b1")
        assert pending(game) == []  # the cow was the only tile that fitted

    def test_with_the_crane_and_white_castle_modules_sets_their_effects_off(self):
        game = self.completed("h3", "h36", modules=(*SOLO, "extra_tiles"), black=["crane"])
        play(game, "free place b1 h3")
        assert "crane" in pending(game)


class TestBuyingPoints:
    def built(self, **keys):
        """A watchtower on h3, which completes nothing: 4 VP."""
        game = table(**{"storage": ["watchtower"], "dice": [6, 1], **keys})
        return play(game, "d1 place h3")

    def test_costs_1_silver_each_as_long_as_there_is_some(self):
        game = self.built(silver=2)
        assert (seat(game)["vp"], pending(game)) == (4, ["points"])
        assert legal(game, "points") == ["points"]
        play(game, "points", "points")
        assert (seat(game)["vp"], seat(game)["silver"], pending(game)) == (6, 0, [])
        assert source(game, "bought_points") == 2

    def test_may_be_declined_at_any_point(self):
        game = play(self.built(silver=3), "points", "skip")
        assert (seat(game)["vp"], seat(game)["silver"], pending(game)) == (5, 2, [])

    def test_needs_silver(self):
        assert pending(self.built()) == []

    def test_is_offered_at_no_other_time(self):
        game = table(silver=3, storage=["cow2"], dice=[2, 1])
        assert legal(game, "points") == []
        bank = play(table(silver=3, storage=["bank"], dice=[6, 1]), "d1 place h3")
        assert pending(bank) == []

    def test_ruling_region_and_phase_bonus_are_one_gain(self):
        """A monastery without scoring on h8, a region of one."""
        game = play(table(storage=["m1"], dice=[3, 1], silver=5), "d1 place h8")
        assert (seat(game)["vp"], pending(game)) == (11, ["after", "points"])
        assert pending(play(game, "skip")) == []

    def test_ruling_a_stack_sold_is_one_gain_and_its_silver_buys_points(self):
        game = play(table(goods={1: 3}, placed={**HOME, "h8": "m4"}), "d1 sell 1")
        assert (seat(game)["vp"], seat(game)["silver"], seat(game)["workers"]) == (6, 1, 1)
        play(game, "points")
        assert (seat(game)["vp"], pending(game)) == (7, [])

    def test_ruling_livestock_and_a_scoring_monastery_are_gains_of_their_own(self):
        """The region first, then what the tile brings."""
        for tile, hex_, die, vp in (("cow2", "h6", 2, 2), ("m25", "h8", 3, 3)):
            game = table(storage=[tile], dice=[die, 1], silver=1, sold={1: 3})
            play(game, f"d1 place {hex_}", "skip")
            assert (seat(game)["vp"], pending(game)) == (11 + vp, ["points"])

    def test_a_monastery_that_scores_nothing_is_no_gain(self):
        game = play(table(storage=["m25"], dice=[3, 1], silver=1), "d1 place h8", "skip")
        assert pending(game) == []

    def test_purchases_go_on_meanwhile(self):
        game = play(self.built(silver=3, black=["ship"]), "buy b1")
        assert (pending(game), seat(game)["silver"]) == (["points"], 1)
        dropped = play(self.built(silver=2, black=["ship"]), "buy b1")
        assert pending(dropped) == []


class TestTheTarget:
    def test_reached_puts_the_marker_back_the_target_5_lower_and_gives_an_action(self):
        game = play(
            table(vp=46, storage=["watchtower"], dice=[6, 1], depots={"4.1": "ship"}, goods={2: 1}), "d1 place h3"
        )
        assert (seat(game)["vp"], seat(game)["target"], pending(game)) == (0, 45, ["castle"])
        assert legal(game) == ["free take 4.1", "free sell 2", "free workers"]
        assert source(game, "targets") == -50

    def test_not_reached_stays(self):
        game = play(table(vp=45, storage=["watchtower"], dice=[6, 1]), "d1 place h3")
        assert (seat(game)["vp"], seat(game)["target"], pending(game)) == (49, 50, [])

    def test_exceeded_loses_the_excess_and_is_reset_once_for_a_gain(self):
        game = play(table(vp=2, target=10, storage=["m1"], dice=[3, 1]), "d1 place h8")
        assert (seat(game)["vp"], seat(game)["target"], pending(game)) == (0, 5, ["after", "castle"])
        low = play(table(target=5, storage=["m1"], dice=[3, 1]), "d1 place h8")
        assert (seat(low)["vp"], pending(low)) == (0, ["after", "castle"])
        assert pending(play(low, "free workers")) == []

    @pytest.mark.parametrize(("target", "then"), [(50, 45), (12, 7), (10, 5), (8, 5), (5, 5)])
    def test_goes_down_by_5_to_no_less_than_5(self, target, then):
        game = play(table(vp=target - 1, target=target, storage=["watchtower"], dice=[6, 1]), "d1 place h3")
        assert (seat(game)["target"], pending(game)) == (then, ["castle"])

    def test_reached_by_points_bought_closes_the_purchase(self):
        game = play(table(vp=44, silver=3, storage=["watchtower"], dice=[6, 1]), "d1 place h3", "points")
        assert (seat(game)["vp"], pending(game)) == (49, ["points"])
        play(game, "points")
        assert (seat(game)["vp"], seat(game)["target"], seat(game)["silver"]) == (0, 45, 1)
        assert pending(game) == ["castle"]

    def test_ruling_its_action_comes_before_the_steps_that_remain(self):
        """The region of h11 reaches it: then the action, then the watchtower's 4."""
        game = play(table(vp=39, storage=["watchtower"], dice=[1, 1]), "d1 place h11")
        assert game.to_json()["pending"] == [
            {"kind": "after", "hex": "h11", "steps": ["colour", "effect"]},
            {"kind": "castle"},
        ]
        play(game, "free workers")
        assert (seat(game)["vp"], seat(game)["workers"], pending(game)) == (4, 2, [])

    def test_action_cannot_be_declined(self):
        game = play(table(vp=46, storage=["watchtower"], dice=[6, 1]), "d1 place h3")
        assert legal(game) == ["free workers"]

    def test_action_is_helped_by_13_and_14_as_a_castles(self):
        placed = {**HOME, "h8": "m14"}
        game = play(table(vp=46, storage=["watchtower"], dice=[6, 1], placed=placed), "d1 place h3", "free workers")
        assert seat(game)["workers"] == 4

    def test_reached_by_its_own_actions_sale_gives_another(self):
        game = table(vp=46, target=50, storage=["watchtower"], dice=[6, 1], goods={1: 6}, placed={**HOME})
        document = play(game, "d1 place h3").to_json()
        document["players"][0].update(vp=40, target=45)
        again = play(Game.from_json(document, seed=1), "free sell 1")
        assert (seat(again)["vp"], seat(again)["target"], pending(again)) == (0, 40, ["castle"])
        assert seat(again)["silver"] == 1

    def test_reached_by_a_castles_sale(self):
        game = table(vp=45, pending=[{"kind": "castle"}], goods={1: 3})
        play(game, "free sell 1")
        assert (seat(game)["vp"], pending(game)) == (0, ["castle"])

    def test_reached_in_a_chain_of_black_tiles(self):
        """The cows that a colour gave reach it; their own colour's tile was decided before."""
        game = table(phase="E", vp=41, placed=all_but("h2", "h36", "h3", "h19"), storage=["mine"], dice=[5, 1],
                     black=["cow4", "bank"])  # fmt: skip
        play(game, "d1 place h2", "free place b1 h36")
        assert (seat(game)["vp"], seat(game)["target"], pending(game)) == (0, 45, ["after", "castle"])

    def test_reached_by_a_region_in_a_chain_waits_for_nothing(self):
        """1 + 2 of h36 reach it: the action stands above the steps of h36."""
        game = table(phase="E", vp=44, placed=all_but("h2", "h36", "h3", "h19"), storage=["mine"], dice=[5, 1],
                     black=["cow4", "bank"])  # fmt: skip
        play(game, "d1 place h2", "free place b1 h36")
        assert pending(game) == ["after", "after", "castle"]
        play(game, "free workers")
        assert (seat(game)["vp"], pending(game)) == (4, [])


class TestMonasteriesThatAreDifferent:
    def test_ruling_27_does_nothing(self):
        game = play(table(modules=(*SOLO, "extra_tiles"), storage=["m27"], dice=[3, 1]), "d1 place h8")
        assert (seat(game)["vp"], pending(game)) == (11, [])

    def test_28_buys_workers_as_ever_also_while_points_are_offered(self):
        keys = {"modules": (*SOLO, "extra_tiles"), "placed": {**HOME, "h8": "m28"}, "silver": 2}
        game = table(**keys, storage=["watchtower"], dice=[6, 1])
        play(game, "d1 place h3", "hire")
        assert (pending(game), seat(game)["workers"], seat(game)["silver"]) == (["points"], 2, 1)


def test_selling_brings_2_vp_per_tile():
    game = play(table(goods={1: 4}), "d1 sell 1", "skip")
    assert (seat(game)["vp"], source(game, "goods")) == (8, 8)

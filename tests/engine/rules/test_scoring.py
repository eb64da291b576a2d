"""rules.md 4: regions, colours and livestock score at once."""

import pytest

from burgundy_env.data import load

from .positions import BOTH, legal, pending, play, position, seat, source

PHASE_BONUS = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
REGION_VP = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
TILES = {  # enough of each colour for a whole duchy; monastery 1 lets its towns have a kind twice
    "building": ["watchtower"] * 7 + ["warehouse"] * 5,
    "monastery": ["m1", "m16", "m17", "m18", "m19", "m20"],
    "ship": ["ship"] * 6,
    "livestock": ["cow2", "sheep2", "pig2", "chicken2", "cow3", "sheep3"],
    "castle": ["castle"] * 4,
    "mine": ["mine"] * 3,
}


def last_hex(h, board=1, **keys):
    """Seat 1 has just placed a tile on hex h, the last one empty of its duchy; seat 0 has another board."""
    duchy, tiles = load().duchies[board], {colour: list(tiles) for colour, tiles in TILES.items()}
    placed = {f"h{other}": tiles[c].pop(0) for other, c in enumerate(duchy.colours, 1) if other != h}
    [stored] = [tile for left in tiles.values() for tile in left]
    keys |= {"placed": placed, "storage": [stored], "dice": [duchy.numbers[h - 1], 1]}
    return play(position(duchy=[board % 30 + 1, board], active=1, **keys), f"d1 place h{h}")


class TestARegion:
    @pytest.mark.parametrize("board", range(1, 31))
    def test_scores_by_its_size_and_the_phase_when_its_last_hex_is_covered(self, board):
        for region in load().duchies[board].regions:
            game = last_hex(region[-1], board, phase="C")
            assert source(game, "regions", 1) == REGION_VP[len(region)]
            assert source(game, "phase_bonuses", 1) == 6
            assert seat(game, 1)["used"] == [True, False]
            assert seat(game, 1)["workers"] == 0

    @pytest.mark.parametrize("players", [2, 3, 4])
    @pytest.mark.parametrize("phase", "ABCDE")
    def test_brings_the_bonus_of_the_phase(self, phase, players):
        game = position(players, phase=phase, storage=["bank"], dice=[3, 1])
        play(game, "d1 place h12")
        assert seat(game)["vp"] == 1 + PHASE_BONUS[phase]

    def test_scores_nothing_before_its_last_hex(self):
        placed = {"h19": "castle", "h25": "mine"}
        game = play(position(placed=placed, storage=["mine"], dice=[1, 1]), "d1 place h30")
        assert seat(game)["vp"] == 0

    def test_of_8_scores_36(self):
        kinds = ("bank", "market", "church", "carpenter", "town_hall", "watchtower", "boarding_house")
        town = dict(zip(("h20", "h19", "h18", "h17", "h16", "h13", "h7"), kinds, strict=True))
        placed = {"h22": "castle", "h21": "m16"} | town
        game = play(position(duchy=10, placed=placed, storage=["warehouse"], dice=[5, 1]), "d1 place h2")
        assert seat(game)["vp"] == 36 + 10

    def test_of_castles_scores_with_the_start_castle_in_it(self):
        placed = {"h7": "castle", "h3": "castle"}
        game = play(position(placed=placed, storage=["castle"], dice=[5, 1]), "d1 place h2")
        assert source(game, "regions") == 6

    def test_is_not_completed_by_anothers_tiles(self):
        mines = {"h19": "castle", "h25": "mine", "h30": "mine"}
        game = position(storage=["mine"], dice=[4, 1], rivals={1: {"placed": mines}})
        assert seat(play(game, "d1 place h25"))["vp"] == 0


TWO_MINES = {"h19": "castle", "h25": "mine", "h30": "mine"}  # the last is h34


class TestAColour:
    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize(("players", "large", "small"), [(2, 5, 2), (3, 6, 3), (4, 7, 4)])
    def test_brings_the_large_bonus_tile_then_the_small_one(self, players, large, small, ruleset):
        game = position(players, ruleset=ruleset, placed=TWO_MINES, storage=["mine"], dice=[3, 1])
        play(game, "d1 place h34")
        assert source(game, "colour_bonuses") == large
        assert seat(game)["bonus"] == ["mine_large"]
        assert game.to_json()["bonus_tiles"]["mine"] == 1
        rivals = {1: {"bonus": ["mine_large"]}}
        game = position(
            players, ruleset=ruleset, placed=TWO_MINES, storage=["mine"], dice=[3, 1], rivals=rivals
        )  # fmt: skip
        play(game, "d1 place h34")
        assert source(game, "colour_bonuses") == small
        assert seat(game)["bonus"] == ["mine_small"]
        assert "mine" not in game.to_json()["bonus_tiles"]

    def test_brings_the_third_seat_nothing(self):
        rivals = {1: {"bonus": ["mine_large"]}, 2: {"bonus": ["mine_small"]}}
        game = position(3, placed=TWO_MINES, storage=["mine"], dice=[3, 1], rivals=rivals)
        play(game, "d1 place h34")
        assert (seat(game)["vp"], seat(game)["bonus"]) == (6 + 10, [])

    def test_is_covered_with_its_last_hex_only(self):
        game = position(placed={"h19": "castle", "h25": "mine"}, storage=["mine"], dice=[1, 1])
        assert seat(play(game, "d1 place h30"))["bonus"] == []

    def test_scores_together_with_its_last_region(self):
        game = play(position(placed=TWO_MINES, storage=["mine"], dice=[3, 1], phase="B"), "d1 place h34")
        assert seat(game)["vp"] == 6 + 8 + 5
        breakdown = game.scores()[0]["breakdown"]
        assert (breakdown["regions"], breakdown["phase_bonuses"], breakdown["colour_bonuses"]) == (6, 8, 5)

    def test_may_be_covered_though_its_last_region_is_one_of_several(self):
        """Three single mines (board 2): each region scores, the colour with the third."""
        game = last_hex(10, board=2)
        assert (source(game, "regions", 1), source(game, "colour_bonuses", 1)) == (1, 5)

    def test_is_that_of_ones_own_board(self):
        placed = {"h19": "castle", "h18": "mine", "h17": "mine"}
        game = position(duchy=[1, 18], active=1, placed=placed, storage=["mine"], dice=[6, 1])
        assert seat(play(game, "d1 place h16"), 1)["bonus"] == ["mine_large"]

    @pytest.mark.parametrize("colour", list(TILES))
    def test_has_bonus_tiles_of_its_own(self, colour):
        game = last_hex(load().duchies[1].colours.index(colour) + 1)
        assert seat(game, 1)["bonus"] == [f"{colour}_large"]
        assert game.to_json()["bonus_tiles"] == {c: 2 - (c == colour) for c in TILES}


class TestTheOrder:
    """Ruling: region, colour, effect. What the effect asks comes when both have scored."""

    def test_ruling_a_region_and_a_colour_score_before_the_effect_is_decided(self):
        ships = dict.fromkeys(("h16", "h17", "h18", "h20", "h21"), "ship")
        game = position(placed={"h19": "castle"} | ships, storage=["ship"], dice=[1, 1])
        play(game, "d1 place h22")
        assert pending(game) == ["ship"]
        assert seat(game)["vp"] == 6 + 10 + 5
        assert seat(game)["bonus"] == ["ship_large"]

    def test_ruling_a_castles_region_scores_before_its_action(self):
        game = position(placed={"h7": "castle", "h3": "castle"}, storage=["castle"], dice=[5, 1])
        play(game, "d1 place h2")
        assert (pending(game), seat(game)["vp"]) == (["castle"], 16)
        play(game, "free workers")
        assert seat(game)["vp"] == 16


TO_PASTURE = {"h19": "castle", "h13": "m16", "h12": "watchtower"}  # to the pasture h1 h5 h6 h10 h11


class TestLivestock:
    @pytest.mark.parametrize("animals", [2, 3, 4])
    @pytest.mark.parametrize("species", ["cow", "sheep", "pig", "chicken"])
    def test_scores_its_animals(self, species, animals):
        game = position(placed=TO_PASTURE, storage=[f"{species}{animals}"], dice=[1, 1])
        play(game, "d1 place h6")
        assert seat(game)["vp"] == source(game, "livestock") == animals

    def test_scores_all_tiles_of_its_species_in_the_pasture_touching_or_not(self):
        placed = TO_PASTURE | {"h6": "cow3", "h5": "sheep2", "h10": "pig4"}
        game = play(position(placed=placed, storage=["cow2"], dice=[6, 1]), "d1 place h1")
        assert seat(game)["vp"] == 2 + 3
        placed = TO_PASTURE | {"h11": "pig3", "h10": "sheep2", "h5": "chicken2"}
        game = play(position(placed=placed, storage=["pig4"], dice=[6, 1]), "d1 place h1")
        assert seat(game)["vp"] == 4 + 3  # h11 and h1 are two apart

    def test_does_not_score_another_pasture(self):
        placed = TO_PASTURE | {"h11": "cow4", "h20": "ship", "h26": "bank", "h27": "market"}
        game = play(position(placed=placed, storage=["cow2"], dice=[2, 1], phase="E"), "d1 place h28")
        assert source(game, "livestock") == 2

    def test_scores_the_pasture_of_ones_own_board(self):
        placed = {"h22": "castle", "h21": "m16", "h20": "bank", "h19": "market", "h18": "church", "h11": "cow3"}
        game = position(duchy=[1, 10], active=1, placed=placed, storage=["cow2"], dice=[3, 1])
        assert seat(play(game, "d1 place h12"), 1)["vp"] == 2 + 3

    def test_does_not_score_another_species(self):
        placed = TO_PASTURE | {"h11": "cow4", "h10": "pig4", "h6": "chicken4"}
        game = play(position(placed=placed, storage=["sheep2"], dice=[2, 1]), "d1 place h5")
        assert seat(game)["vp"] == 2

    def test_scores_besides_the_region(self):
        placed = TO_PASTURE | {"h11": "cow3", "h10": "cow3", "h6": "cow2", "h5": "pig2"}
        game = play(position(placed=placed, storage=["cow4"], dice=[6, 1]), "d1 place h1")
        assert seat(game)["vp"] == 15 + 10 + (4 + 3 + 3 + 2)

    def test_with_monastery_7_scores_1_more_per_scoring_tile_only(self):
        placed = TO_PASTURE | {"h13": "m7", "h11": "cow3", "h10": "cow3", "h6": "pig2"}
        game = play(position(placed=placed, storage=["cow4"], dice=[2, 1]), "d1 place h5")
        assert (source(game, "livestock"), source(game, "m7")) == (10, 3)
        assert seat(game)["vp"] == 13

    def test_placed_before_monastery_7_is_not_scored_again_by_it(self):
        game = position(placed={**TO_PASTURE, "h8": "m17"}, storage=["m7", "cow4"], dice=[1, 3])
        play(game, "d1 place h6", "d2 workers")
        assert seat(game)["vp"] == 4

    def test_scores_again_with_each_new_tile(self):
        game = position(placed=TO_PASTURE, storage=["pig2", "pig3"], dice=[1, 2])
        play(game, "d1 place h6", "pick pig2", "d2 place h5")
        assert seat(game)["vp"] == 2 + (3 + 2)


def test_victory_points_never_include_final_scoring():
    game = position(placed={"h19": "castle", "h13": "m16", "h12": "warehouse"}, silver=5, workers=4, goods={1: 3})
    assert seat(game)["vp"] == game.scores()[0]["vp"] == 0
    assert game.scores()[0]["total"] == 4 + 5 + 2 + 3


def test_points_had_before_are_kept():
    game = position(vp=40, storage=["bank"], dice=[3, 1])
    assert seat(play(game, "d1 place h12"))["vp"] == 51
    assert source(game, "earlier") == 40


def test_no_decision_is_left_over_after_a_tile_without_one():
    game = position(storage=["mine"], dice=[4, 1])
    assert legal(play(game, "d1 place h25")) == ["d2 workers"]

"""rules.md 6.3: three posts on the rim, to be linked by tiles."""

import pytest

from burgundy_env import Game
from burgundy_env.data import load

from .positions import BOTH, at_the_end, full_duchy, pending, play, position, seat, source

POSTS = ("border_posts",)
# Board 1: the posts lie at h4, h16 and h35/h36. Two arms from the castle on h19, and one downwards.
TO_H4 = {"h14": "bank", "h9": "market", "h4": "m16", "h20": "ship"}
TO_H16 = {"h18": "ship", "h17": "ship"}
TO_H36 = {"h26": "bank", "h32": "market", "h36": "m17"}
START = {"h19": "castle"}
TILES = {
    "building": "bank",
    "monastery": "m20",
    "ship": "ship",
    "livestock": "cow3",
    "castle": "castle",
    "mine": "mine",
}


def table(players=2, *, modules=POSTS, **keys):
    return position(players, modules=modules, **keys)


def last(hex_, placed, tile=None, **keys):
    """A tile has just been placed on this hex of board 1."""
    duchy = load().duchies[1]
    number, colour = duchy.numbers[hex_ - 1], duchy.colours[hex_ - 1]
    tile = tile or TILES[colour]
    game = table(**{"placed": {**START, **placed}, "storage": [tile], "dice": [number, number], **keys})
    return play(game, f"d1 place h{hex_}")


class TestTwoPosts:
    @pytest.mark.parametrize("ruleset", BOTH)
    @pytest.mark.parametrize(("phase", "bonus"), [("A", 10), ("B", 8), ("C", 6), ("D", 4), ("E", 2)])
    def test_linked_by_tiles_bring_the_phase_bonus(self, phase, bonus, ruleset):
        game = last(16, {**TO_H4, "h17": "ship", "h18": "ship"}, phase=phase, ruleset=ruleset)
        assert source(game, "border_posts") == bonus
        assert (seat(game)["bonus"], pending(game)) == ([], ["ship"])

    def test_may_be_any_two(self):
        for hex_, placed in (
            (16, {**TO_H4, **TO_H16}),
            (16, {**TO_H16, **TO_H36}),
            (36, {**TO_H4, "h26": "bank", "h32": "market"}),
            (4, {"h14": "bank", "h9": "market", "h20": "ship", **TO_H36}),
        ):
            assert source(last(hex_, placed), "border_posts") == 10, hex_

    def test_one_or_an_open_chain_brings_nothing(self):
        assert source(last(16, TO_H16), "border_posts") == 0
        assert source(last(18, TO_H4), "border_posts") == 0

    def test_of_the_third_post_either_of_its_hexes_will_do(self):
        below = {"h26": "bank", "h31": "m17", "h25": "mine"}
        assert source(last(35, {**TO_H4, **below}), "border_posts") == 10
        assert source(last(36, {**TO_H4, **below}), "border_posts") == 10

    def test_both_hexes_of_the_third_post_are_one_post(self):
        below = {"h26": "bank", "h31": "m17", "h36": "m18"}
        assert source(last(35, below), "border_posts") == 0

    def test_ruling_only_once_for_a_player(self):
        """h4 and h16 stand linked; when the third post joins them, that is no new link of two."""
        game = last(36, {**TO_H4, **TO_H16, "h16": "ship", "h26": "bank", "h32": "market"})
        assert (source(game, "border_posts"), seat(game)["bonus"]) == (5, ["post_large"])

    def test_linked_once_they_bring_nothing_for_more_chains_between_them(self):
        placed = {**TO_H4, **TO_H16, "h16": "ship", "h12": "bank", "h11": "cow2"}
        assert source(last(13, placed), "border_posts") == 0
        assert source(last(10, placed), "border_posts") == 0

    def test_linked_once_stay_linked_by_a_chain_around_the_corner(self):
        """h4 and h16 hang together through h1 alone."""
        to_h1 = {"h13": "m17", "h7": "castle", "h2": "castle", "h3": "castle", "h4": "m16"}
        from_h1 = {"h1": "cow4", "h5": "cow2", "h10": "cow3", "h16": "ship"}
        assert source(last(17, {**to_h1, **from_h1}), "border_posts") == 0

    def test_bring_it_to_each_player(self):
        rival = {"placed": {**START, **TO_H4, **TO_H16, "h16": "ship", "h4": "m21"}}
        assert source(last(16, {**TO_H4, **TO_H16}, rivals={1: rival}), "border_posts") == 10

    def test_may_be_linked_by_any_tiles(self):
        """An inn, castles and the start castle are tiles of the chain."""
        placed = {**TO_H4, "h18": "inn", "h17": "ship"}
        assert source(last(16, placed, modules=(*POSTS, "inns")), "border_posts") == 10
        placed = {"h20": "ship", "h14": "inn", "h9": "market", **TO_H16, "h16": "ship"}
        assert source(last(4, placed, modules=(*POSTS, "inns")), "border_posts") == 10

    def test_may_be_linked_by_an_inn_as_the_last_tile(self):
        game = table(modules=(*POSTS, "inns"), placed={**START, **TO_H4, **TO_H16}, storage=["inn"], dice=[6, 1])
        assert source(play(game, "d1 place h16"), "border_posts") == 10

    def test_are_linked_by_tiles_of_a_town_hall_too(self):
        game = table(placed={**START, **TO_H4, **TO_H16}, pending=[{"kind": "place"}], storage=["ship"])
        assert source(play(game, "free place h16"), "border_posts") == 10


LINKED = {**TO_H4, **TO_H36, **TO_H16}


class TestThreePosts:
    @pytest.mark.parametrize(("players", "large", "small"), [(2, 5, 2), (3, 6, 3), (4, 7, 4)])
    def test_bring_the_first_player_the_large_tile_and_the_second_the_small_one(self, players, large, small):
        game = last(16, LINKED, players=players)
        assert (seat(game)["bonus"], source(game, "border_posts")) == (["post_large"], large)
        assert game.to_json()["bonus_tiles"]["post"] == 1
        game = last(16, LINKED, players=players, rivals={1: {"bonus": ["post_large"]}})
        assert (seat(game)["bonus"], source(game, "border_posts")) == (["post_small"], small)
        assert "post" not in game.to_json()["bonus_tiles"]

    def test_bring_the_third_player_nothing(self):
        rivals = {1: {"bonus": ["post_large"]}, 2: {"bonus": ["post_small"]}}
        game = last(16, LINKED, players=3, rivals=rivals)
        assert (seat(game)["bonus"], source(game, "border_posts")) == ([], 0)

    @pytest.mark.parametrize("board", range(1, 31))
    def test_every_duchy_has_the_same_rim(self, board):
        """All hexes covered but h4 and h16: the tile on h4 links two posts, the one on h16 all three."""
        assert source(full_but(board, 4, 16), "border_posts") == 10
        assert source(full_but(board, 16), "border_posts") == 5


def full_but(board, hex_, *others):
    """A duchy in which only these hexes were empty, and the first has just been covered."""
    duchy = load().duchies[board]
    tiles = full_duchy(board)
    placed = {h: tile for h, tile in tiles.items() if int(h[1:]) not in (hex_, *others)}
    number = duchy.numbers[hex_ - 1]
    game = table(duchy=board, placed=placed, storage=[tiles[f"h{hex_}"]], dice=[number, number])
    return play(game, f"d1 place h{hex_}")


ALONE = {"h7": "castle", "h3": "bank", "h4": "market", "h6": "m16", "h11": "m17", "h16": "castle"}


class TestTilesThatDoNotConnect:
    """Only after a 2011 retrieval: castles on h16 (a post) and h31 of board 11 stand alone; h17 joins them."""

    def joined(self, **more):
        game = table(
            modules=(*POSTS, "castle_rule"), ruleset="alea_2011", duchy=11, placed={**ALONE, **more},
            storage=["bank"], dice=[1, 1],
        )  # fmt: skip
        return play(game, "d1 place h17")

    def test_a_post_covered_but_not_linked_is_not_linked(self):
        game = self.joined()
        assert (source(game, "border_posts"), seat(game)["bonus"]) == (10, [])
        assert source(self.joined(h36="bank", h31="castle"), "border_posts") == 10

    def test_ruling_all_three_at_one_stroke_bring_both(self):
        game = self.joined(h31="castle", h25="cow2", h24="cow3", h36="bank")
        assert (source(game, "border_posts"), seat(game)["bonus"]) == (10 + 5, ["post_large"])


class TestRulingTheOrder:
    def test_ruling_after_region_and_colour_before_the_tiles_effect(self):
        """The ship on h16 completes its region; its points, the post's and then the decision about a depot."""
        game = last(16, {**TO_H4, **TO_H16})
        assert (source(game, "regions"), source(game, "phase_bonuses"), source(game, "border_posts")) == (6, 10, 10)
        assert pending(game) == ["ship"]

    def test_a_castle_that_links_acts_afterwards(self):
        placed = {"h7": "castle", "h3": "bank", "h4": "market", "h12": "ship", "h18": "bank", "h17": "market"}
        game = play(table(duchy=11, placed=placed, storage=["castle"], dice=[6, 1]), "d1 place h16")
        assert (seat(game)["vp"], pending(game)) == (1 + 10 + 10, ["castle"])


class TestThePostTiles:
    def test_ruling_count_for_monastery_26(self):
        placed = {**START, "h13": "m26"}
        for ruleset, each in (("special_edition", 3), ("alea_2011", 2)):
            seats = {0: {"placed": placed, "bonus": ["mine_large", "post_small"]}, 1: {"bonus": ["post_large"]}}
            game = at_the_end(seats, modules=POSTS, ruleset=ruleset)
            assert source(game, "m26") == 2 * each

    def test_are_there_with_the_module_only(self):
        assert table().to_json()["bonus_tiles"]["post"] == 2
        assert "post" not in table(modules=()).to_json()["bonus_tiles"]
        assert source(last(16, {**TO_H4, **TO_H16}, modules=POSTS), "border_posts") == 10
        assert seat(last(16, {**TO_H4, **TO_H16}, modules=()))["vp"] == 16

    def test_every_duchy_may_be_used_and_23_to_30_are_those_drawn(self):
        for board in range(1, 31):
            assert Game.new({"modules": list(POSTS), "duchies": [board, board]}).to_json()
        boards = {
            player["duchy"]
            for seed in range(40)
            for player in Game.new({"modules": list(POSTS), "duchies": "random"}, seed=seed).to_json()["players"]
        }
        assert boards == set(range(23, 31))

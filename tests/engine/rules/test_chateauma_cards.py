"""rules.md 7.2, steps 4 and 5, and 7.6: finished county cards, colour bonuses, difficulties and modifier D."""

import itertools

import pytest

from burgundy_env import Game
from burgundy_env.data import load
from burgundy_env.game import ChanceMismatch

from .chateauma_turns import before, full_but, its, tiles_on, turn
from .positions import CARD_SPACES, card

CHATEAUMA = load().chateauma
CARDS = {card["id"]: card for card in CHATEAUMA["county_cards"]["cards"]}
EXTRA = CHATEAUMA["duchy_36"]["modifier_d_spaces"]
TILES = {
    "building": "church",
    "monastery": "m",
    "ship": "ship",
    "livestock": "pig2",
    "castle": "castle",
    "mine": "mine",
}


def almost(colour, missing=1, unseen=0):
    """A duchy whose spaces of a colour are covered but for some of them, `unseen` of them by modifier A."""
    count = CHATEAUMA["duchy_35"]["spaces"][colour] - missing
    return {colour: ["black"] * unseen + some(colour, count - unseen)}


def some(colour, count):
    """Tiles of a colour, as many as wanted; no more of a name than the box has."""
    kinds = {
        "building": [kind for kind in ("church", "market", "carpenter", "warehouse") for _ in range(3)],
        "monastery": [f"m{i}" for i in range(16, 24)],
        "livestock": ["pig2", "pig2", "sheep2", "sheep2", "chicken2", "chicken2"],
    }
    return kinds.get(colour, [colour] * count)[:count]


def finish(left=None, *drawn, joker="m7", **keys):
    """A turn that finds no tile in any depot and finishes the left card with a joker."""
    game = before(left or full_but(2, 4), jokers=[joker], **keys)
    steps = turn(game, 1, *(drawn or [("right", 9)]))
    return game, steps


class TestFinishedCards:
    @pytest.mark.parametrize("difficulty", ["easy", "intermediate", "hard"])
    @pytest.mark.parametrize("number", sorted(CARDS))
    def test_score_the_cards_points_by_difficulty(self, number, difficulty):
        game, _ = finish(full_but(number, 1), ("right", 9 if number != 9 else 8), chateauma=difficulty, joker="bank")
        assert its(game)["vp"] == CARDS[number]["points"][difficulty]

    def test_are_finished_by_the_last_space_only(self):
        game = before(full_but(2, 3, 4), jokers=["m7"])
        turn(game)
        assert (its(game)["vp"], its(game)["duchy"]) == (0, {})
        assert its(game)["cards"][0]["id"] == 2

    def test_are_finished_in_a_turn_that_falls_back_without_placing_only_if_they_were_full(self):
        game = before(full_but(2, 4), black=["bank"])
        turn(game)
        assert its(game)["vp"] == 0

    def test_move_their_tiles_to_the_duchy_each_to_its_colour_in_reading_order(self):
        game, _ = finish(
            full_but(7, 5, building="bank"), duchy={"building": ["market"], "ship": ["ship"]}, joker="ship"
        )
        assert its(game)["duchy"] == {
            "building": ["market", "bank", "bank"],
            "castle": ["castle"],
            "livestock": ["cow3"],
            "ship": ["ship", "ship"],
        }
        left = card(2, {1: "bank", 2: "church", 3: "pig2"})
        assert its(finish(left)[0])["duchy"]["building"] == ["bank", "church"]

    def test_turn_up_jokers_first_which_go_to_their_own_colour(self):
        left = card(2, {1: "black:ship", 2: "bank", 3: "black:m12"})
        game, _ = finish(left, joker="watchtower")
        assert its(game)["duchy"] == {"ship": ["ship"], "building": ["bank", "watchtower"], "monastery": ["m12"]}

    def test_put_extra_tiles_on_top(self):
        game, _ = finish(
            full_but(1, 1), joker="mine", duchy={"mine": ["mine"] * 3}, bonus=["mine_large"], chateauma="easy+D"
        )
        assert its(game)["duchy"]["mine"] == ["mine"] * 4

    def test_give_no_effects(self):
        """A bank, a watchtower, a boarding house, a ship, livestock and a castle move: nothing but the points."""
        left = card(7, {1: "bank", 2: "castle", 3: "watchtower", 4: "cow4"})
        game, _ = finish(left, joker="boarding_house", goods={1: 1}, depots={}, inventory={})
        part = its(game)
        assert (part["vp"], part["silver"], part["goods"]) == (21, 0, {"1": 1})
        assert tiles_on(game, 1) == {}

    def test_the_left_one_is_discarded_the_right_one_slides_left_and_one_is_drawn(self):
        game, _ = finish(right=card(5, {2: "bank"}))
        assert its(game)["discard"] == [2]
        assert its(game)["cards"] == [card(5, {2: "bank"}), card(9)]
        assert game.to_json()["hidden"]["deck"] == [1, 3, 4, 6, 7, 8]

    def test_the_right_one_is_discarded_and_the_left_one_stays(self):
        game = before(card(5, {2: "bank"}), full_but(2, 4), white_die=5, jokers=["m7"])
        turn(game, 1, ("right", 9))
        assert its(game)["discard"] == [2]
        assert its(game)["cards"] == [card(5, {2: "bank"}), card(9)]

    def test_both_at_once_score_and_move_and_are_drawn_left_then_right(self):
        """A castle fills the left card, and the monastery it brings fills the right one."""
        game = before(full_but(8, 1), full_but(2, 4), depots={"2.2": "castle", "5.2": "m9"})
        turn(game, 2, ("left", 9), ("right", 4))
        assert its(game)["vp"] == 18 + 18
        assert its(game)["discard"] == [2, 8]
        assert its(game)["cards"] == [card(9), card(4)]
        assert its(game)["duchy"]["livestock"] == ["cow3", "cow3"]

    def test_leave_the_other_card_as_it_is(self):
        game, _ = finish(right=card(5, {1: "black:mine", 3: "pig2"}))
        assert its(game)["cards"][0] == card(5, {1: "black:mine", 3: "pig2"})


class TestAnEmptyDeck:
    ALL_BUT_2_AND_5 = (1, 3, 4, 6, 7, 8, 9)

    def test_is_rebuilt_from_the_discards_with_the_card_just_finished(self):
        for drawn in (1, 9, 2):
            game, _ = finish(full_but(2, 4), ("right", drawn), discard=list(self.ALL_BUT_2_AND_5))
            assert its(game)["cards"] == [card(5), card(drawn)]
            assert its(game)["discard"] == []
            rest = sorted({*self.ALL_BUT_2_AND_5, 2} - {drawn})
            assert game.to_json()["hidden"]["deck"] == rest

    def test_is_not_rebuilt_before_a_card_is_drawn(self):
        game, _ = finish(full_but(2, 4), ("right", 9), discard=[1, 3, 4, 6, 7, 8])
        assert game.to_json()["hidden"]["deck"] == []
        assert its(game)["discard"] == [1, 2, 3, 4, 6, 7, 8]

    def test_has_both_cards_if_both_are_finished(self):
        """The left card is the deck's last one; the right one may be either of those just finished."""
        for drawn in (8, 2, 1):
            game = before(
                full_but(8, 1), full_but(2, 4), depots={"2.2": "castle", "5.2": "m9"}, discard=[1, 3, 4, 5, 6, 7]
            )
            turn(game, 2, ("left", 9), ("right", drawn))
            assert its(game)["cards"] == [card(9), card(drawn)]
            assert its(game)["discard"] == []
        game = before(
            full_but(8, 1), full_but(2, 4), depots={"2.2": "castle", "5.2": "m9"}, discard=[1, 3, 4, 5, 6, 7]
        )
        with pytest.raises(ChanceMismatch):
            turn(game, 2, ("left", 8), ("right", 9))

    def test_is_shuffled(self):
        """Without a script, any of the eight cards comes up."""
        drawn = set()
        for seed in range(60):
            game = before(full_but(2, 4), jokers=["m7"], discard=list(self.ALL_BUT_2_AND_5), seed=seed)
            game.push("end")
            drawn.add(its(game)["cards"][1]["id"])
        assert drawn == {*self.ALL_BUT_2_AND_5, 2}


class TestColourBonus:
    @pytest.mark.parametrize("players", [1, 2, 3])
    def test_for_covering_all_spaces_of_a_colour_the_large_tile_n_plus_3_vp(self, players):
        order = [0, players, *range(1, players)]
        game, _ = finish(full_but(1, 1), joker="mine", duchy=almost("mine"), players=players, order=order)
        assert its(game)["bonus"] == ["mine_large"]
        assert its(game)["vp"] == 12 + players + 1 + 3
        assert game.to_json()["bonus_tiles"]["mine"] == 1

    @pytest.mark.parametrize("colour", sorted(TILES))
    def test_for_each_colour_when_its_last_space_is_covered_and_not_before(self, colour):
        joker = {"monastery": "m7", "livestock": "pig3"}.get(colour, TILES[colour])
        # The card whose other tiles are of other colours, so that the joker is the only one of this colour.
        number = next(n for n, colours in CARD_SPACES.items() if colour not in colours[1:])
        drawn = ("right", 9 if number != 9 else 8)
        game, _ = finish(full_but(number, 1), drawn, joker=joker, duchy=almost(colour))
        assert its(game)["bonus"] == [f"{colour}_large"]
        game, _ = finish(full_but(number, 1), drawn, joker=joker, duchy=almost(colour, missing=2))
        assert its(game)["bonus"] == []

    @pytest.mark.parametrize("players", [1, 2, 3])
    def test_the_small_tile_n_vp_if_the_large_one_is_gone(self, players):
        order = [0, players, *range(1, players)]
        game, _ = finish(
            full_but(1, 1), joker="mine", duchy=almost("mine"), players=players, order=order,
            player={"bonus": ["mine_large"]},
        )  # fmt: skip
        assert its(game)["bonus"] == ["mine_small"]
        assert its(game)["vp"] == 12 + players + 1

    def test_nothing_if_both_are_gone(self):
        game, _ = finish(
            full_but(1, 1), joker="mine", duchy=almost("mine"), players=2, order=[0, 2, 1],
            player={"bonus": ["mine_large"]}, rivals={1: {"bonus": ["mine_small"]}},
        )  # fmt: skip
        assert (its(game)["bonus"], its(game)["vp"]) == ([], 12)

    def test_once_per_colour(self):
        game, _ = finish(full_but(1, 1), joker="mine", duchy={"mine": ["mine"] * 3}, bonus=["mine_large"])
        assert (its(game)["bonus"], its(game)["vp"]) == (["mine_large"], 12)
        assert game.to_json()["bonus_tiles"]["mine"] == 1

    def test_several_colours_at_once(self):
        duchy = almost("mine") | almost("monastery") | almost("livestock", missing=2)
        game, _ = finish(full_but(1, 1, livestock="pig3"), joker="mine", duchy=duchy)
        assert its(game)["bonus"] == ["mine_large", "monastery_large"]
        assert its(game)["vp"] == 12 + 5 + 5

    def test_the_unseen_tiles_of_modifier_a_count_for_covering(self):
        others = {"monastery": ["black"], "ship": ["black"], "livestock": ["black"]}
        game, _ = finish(
            full_but(2, 4), joker="market", duchy=almost("building", missing=3, unseen=2) | others, chateauma="easy+A"
        )
        assert its(game)["bonus"] == ["building_large"]
        game, _ = finish(
            full_but(2, 4), joker="market", duchy=almost("building", missing=4, unseen=2) | others, chateauma="easy+A"
        )
        assert its(game)["bonus"] == []

    def test_tiles_face_up_from_modifier_b_count_for_covering(self):
        """On duchy 36, too, three mines are all: the one laid down at setup is the first of them."""
        game = Game.new({"players": 1, "chateauma": "easy+B"}, seed=1)
        assert its(game)["duchy"]["mine"] == ["mine"]
        game, _ = finish(full_but(1, 1), joker="mine", duchy={"mine": ["mine", "mine"]}, chateauma="easy+B")
        assert its(game)["bonus"] == ["mine_large"]

    def test_comes_before_the_purchase(self):
        _, steps = finish(full_but(1, 1), joker="mine", duchy=almost("mine"), silver=2, black=["bank"])
        assert [step.split()[0] for step in steps] == ["finds", "finishes", "has", "pays"]


@pytest.mark.parametrize("difficulty", ["easy", "intermediate", "hard"])
def test_modifiers_are_a_free_subset(difficulty):
    for count in range(5):
        for modifiers in itertools.combinations("ABCD", count):
            game = Game.new({"players": 1, "chateauma": {"difficulty": difficulty, "modifiers": modifiers}}, seed=1)
            assert game.to_json()["config"]["chateauma"] == {"difficulty": difficulty, "modifiers": list(modifiers)}

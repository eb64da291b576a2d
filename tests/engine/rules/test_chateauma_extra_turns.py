"""rules.md 7.6: modifier D, extra turns for covering certain spaces of duchy 36.

Card 2, on the left and one space short of being full, moves two buildings, livestock and a monastery when a
joker finishes it; the duchies are such that this covers extra-turn spaces.
"""

import pytest

from .chateauma_turns import before, full_but, its, tiles_on, turn
from .positions import CARD_SPACES, card
from .test_chateauma_cards import CHATEAUMA, TILES, some

EXTRA = CHATEAUMA["duchy_36"]["modifier_d_spaces"]
ONE = {"building": some("building", 5)}  # the next building covers an extra-turn space
TWO = ONE | {"livestock": ["sheep2", "sheep3"]}  # and so does the next livestock


def extra(right=None, *, left=None, drawn=(("right", 6),), chateauma="easy+D", duchy=ONE, jokers=("m7",), **keys):
    """Finish the left card; the game and its steps."""
    game = before(left or full_but(2, 4), right, chateauma=chateauma, duchy=duchy, jokers=list(jokers), **keys)
    return game, turn(game, 1, *drawn)


def verbs(steps):
    """What happened, in short."""
    words = {
        "face down on": "joker", "takes": "takes", "sells": "sells", "finishes": "finishes", "extra-turn": "again",
        "bonus tile": "bonus", "pays": "pays", "gets": "gets", "nothing": "nothing", "of its inventory": "inventory",
        "becomes one": "fetches joker", "would sell": "nothing",
    }  # fmt: skip
    return [next(short for word, short in words.items() if word in step) for step in steps]


def test_covering_an_extra_turn_space_gives_one_more_choose_and_place_on_the_remaining_card():
    game, steps = extra(card(5), depots={"3.2": "watchtower"})
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "gets"]
    assert tiles_on(game, 0) == {2: "watchtower"}
    assert its(game)["vp"] == 14 + 4


def test_from_the_white_dies_depot():
    """The Châteauma's own die is 1, and depot 1 has a building, too."""
    game, _ = extra(card(5), white_die=4, depots={"1.1": "market", "4.2": "watchtower"})
    assert tiles_on(game, 0) == {2: "watchtower"}


@pytest.mark.parametrize("chateauma", ["easy", "easy+A", "easy+B", "easy+AB", "easy+ABC"])
def test_not_without_the_modifier(chateauma):
    duchy = dict(ONE)
    if "A" in chateauma:
        duchy = {
            "building": ["black", "black", "market"],
            "monastery": ["black"],
            "ship": ["black"],
            "livestock": ["black"],
        }
    game, steps = extra(card(5), chateauma=chateauma, duchy=duchy, depots={"3.2": "watchtower"})
    assert verbs(steps) == ["joker", "finishes"]
    assert tiles_on(game, 0) == {}


@pytest.mark.parametrize("colour", sorted(TILES))
def test_the_spaces_count_in_the_order_in_which_they_are_covered_and_extra_tiles_cover_none(colour):
    """One tile of the colour at a time, from the first to one more than there are spaces."""
    number = next(n for n, colours in CARD_SPACES.items() if colour not in colours[1:])
    joker = {"monastery": "m7", "livestock": "pig3"}.get(colour, TILES[colour])
    found = []
    for covered in range(CHATEAUMA["duchy_36"]["spaces"][colour] + 1):
        duchy = {colour: some(colour, covered)}
        _, steps = extra(left=full_but(number, 1), duchy=duchy, jokers=[joker, "bank"])
        found += [covered + 1] * verbs(steps).count("again")
    assert found == EXTRA[colour]


def test_tiles_that_modifiers_a_and_b_laid_down_count():
    duchy = {
        "building": ["black", "black", *some("building", 3)],
        "monastery": ["black"],
        "ship": ["black"],
        "livestock": ["black"],
    }
    for chateauma in ("easy+AD", "easy+ABD"):
        assert "again" in verbs(extra(chateauma=chateauma, duchy=duchy)[1])
    duchy["building"] = ["black", "black", *some("building", 2)]
    assert "again" in verbs(extra(chateauma="easy+AD", duchy=duchy)[1])  # the second of card 2's is the sixth
    duchy["building"] = ["black", "black", *some("building", 4)]
    assert "again" not in verbs(extra(chateauma="easy+AD", duchy=duchy)[1])


def test_if_both_cards_are_finished_it_sells_instead():
    """Even though two new cards are about to be drawn: extra turns come before the cards are replaced."""
    game = before(
        full_but(8, 1), full_but(2, 4), chateauma="easy+D", duchy=ONE, goods={6: 2, 1: 1},
        depots={"2.2": "castle", "5.2": "m9", "3.2": "watchtower"},
    )  # fmt: skip
    steps = turn(game, 2, ("left", 9), ("right", 4))
    assert verbs(steps) == ["takes", "takes", "finishes", "finishes", "again", "sells"]
    assert its(game)["sold"] == {"6": 2}
    assert game.to_json()["depots"]["3"]["tiles"][1] == "watchtower"


def test_all_tiles_of_the_finished_card_are_moved_first():
    """The pig moves after the building that covers the symbol, and counts for the next pig all the same."""
    game, _ = extra(card(9), left=full_but(2, 4, livestock="pig3"), depots={"3.1": "pig2"})
    assert its(game)["vp"] == 14 + 5


def test_a_tile_moved_is_no_longer_on_its_card():
    """The same pig counts once."""
    game, _ = extra(card(9), left=full_but(2, 4, livestock="pig4"), depots={"3.1": "pig2"})
    assert its(game)["vp"] == 14 + 6


def test_several_are_carried_out_one_by_one_each_with_effects_and_sells():
    """Livestock and a building cover symbols. Card 5's sale for the first extra turn comes before the second."""
    game, steps = extra(
        card(5), left=full_but(3, 1), duchy=TWO,
        depots={"5.2": "m9", "3.2": "watchtower"}, white_die=4, goods={1: 2},
    )  # fmt: skip
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "sells", "again", "takes", "gets"]
    assert tiles_on(game, 0) == {1: "m9", 2: "watchtower"}


def test_the_sells_of_the_turn_itself_come_before():
    _, steps = extra(card(2), left=full_but(5, 1), duchy=ONE, goods={3: 1},
                        depots={"3.2": "watchtower"})  # fmt: skip
    assert verbs(steps) == ["joker", "sells", "finishes", "again", "takes", "gets"]


def test_a_card_finished_by_one_is_scored_and_moved_at_once_and_may_add_more():
    """Card 9 moves livestock, the third: a second extra turn, which finds both cards finished."""
    duchy = ONE | {"livestock": ["sheep2"]}
    game, steps = extra(
        full_but(9, 2), duchy=duchy, depots={"3.2": "watchtower"}, goods={4: 1}, drawn=(("left", 6), ("right", 4))
    )
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "gets", "finishes", "again", "sells"]
    assert its(game)["vp"] == 14 + 4 + 14 + 2
    assert its(game)["discard"] == [2, 9]


def test_one_still_due_when_the_second_card_is_finished_sells():
    _, steps = extra(
        full_but(9, 2), duchy=TWO, depots={"3.2": "watchtower"}, goods={4: 1}, drawn=(("left", 6), ("right", 4))
    )
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "gets", "finishes", "again", "sells"]


def test_the_remaining_card_may_be_the_active_one():
    """A town hall finishes the right card, the third livestock covers the symbol, the left card takes a tile."""
    game = before(
        card(2), full_but(1, 1), chateauma="easy+D", duchy={"livestock": ["sheep2", "sheep3"]},
        inventory={"mine": ["mine"]}, depots={"3.2": "town_hall", "5.2": "m9"},
    )  # fmt: skip
    turn(game, 3, ("right", 9))
    assert tiles_on(game, 0) == {1: "town_hall", 4: "m9"}


def test_falls_back_like_any_choice():
    game, steps = extra(card(5), black=["bank"])
    assert verbs(steps) == ["joker", "finishes", "again", "fetches joker"]
    assert its(game)["jokers"] == ["bank"]
    game, _ = extra(card(5), jokers=["m7", "bank"])
    assert tiles_on(game, 0) == {1: "black:bank"}


def test_a_castle_in_one_goes_on_on_the_same_card():
    game, _ = extra(card(8), depots={"2.2": "castle", "3.1": "pig2"})
    assert tiles_on(game, 0) == {1: "castle", 3: "pig2"}


def test_a_castle_that_fills_the_remaining_card_sells():
    _, steps = extra(
        full_but(8, 1), depots={"2.2": "castle", "3.1": "pig2"}, goods={2: 1}, drawn=(("left", 9), ("right", 4))
    )
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "sells", "finishes"]


def test_a_town_hall_in_one_has_no_use_for_the_finished_card():
    """Its monastery space would be free; but that card is done with."""
    game, steps = extra(card(3), left=full_but(2, 3), depots={"3.2": "town_hall"}, inventory={"monastery": ["m9"]})
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "nothing"]
    assert its(game)["inventory"] == {"monastery": ["m9"]}


def test_colour_bonuses_come_after_all():
    """The left card covers the last livestock space, the one the extra turn finishes the last mine space."""
    duchy = ONE | {"livestock": some("livestock", 5), "mine": ["mine", "mine"]}
    game, steps = extra(
        full_but(1, 1), duchy=duchy, depots={"5.1": "mine"}, drawn=(("left", 9), ("right", 4)), silver=2,
        black=["bank"],
    )  # fmt: skip
    assert verbs(steps) == ["joker", "finishes", "again", "takes", "finishes", "bonus", "bonus", "pays"]
    assert its(game)["bonus"] == ["livestock_large", "mine_large"]

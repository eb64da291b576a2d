"""Every example with numbers in the base game's part of the two rulebooks, by the name of its hero."""

import pytest

from burgundy_env import Game
from burgundy_env.data import load

from .positions import BOTH, at_the_end, goods_in, goods_of, legal, pending, play, position, seat, source

pytestmark = pytest.mark.parametrize("ruleset", BOTH)

PASTURE = {"h19": "castle", "h12": "bank", "h11": "cow3", "h10": "sheep3"}  # with h1, h5 and h6 one of five


def test_anna_turns_a_2_into_a_6_with_2_workers_and_takes_from_depot_6(ruleset):
    game = position(ruleset=ruleset, dice=[2, 1], workers=2, depots={"6.1": "bank"})
    play(game, "d1 take 6.1")
    assert seat(game)["storage"] == ["bank"]
    assert seat(game)["workers"] == 0
    assert "d1 take 6.1" not in legal(position(ruleset=ruleset, dice=[2, 1], workers=1, depots={"6.1": "bank"}))


def test_carla_takes_turquoise_and_either_pink_or_brown(ruleset):
    turquoise, pink, brown = 1, 2, 3
    game = position(
        ruleset=ruleset,
        dice=[2, 1],
        storage=["ship"],
        goods={turquoise: 1, 4: 1},
        depot_goods={5: {turquoise: 1, pink: 1, brown: 1}},
    )
    play(game, "d1 place h18", "goods 5")
    assert goods_of(game) == {turquoise: 2, 4: 1}
    assert legal(game) == [f"keep {pink}", f"keep {brown}"]
    play(game, f"keep {brown}")
    assert goods_of(game) == {turquoise: 2, brown: 1, 4: 1}
    assert goods_in(game, 5) == {pink: 1}


def herd(ruleset, storage, **keys):
    """Ben's (2011: Benno's) pasture of board 1, a die for each of its hexes."""
    return position(ruleset=ruleset, placed=PASTURE | keys.pop("more", {}), storage=storage, workers=9, **keys)


def test_ben_adds_4_cows_to_3_cows_for_7(ruleset):
    game = play(herd(ruleset, ["cow4"], dice=[1, 1]), "d1 place h6")
    assert seat(game)["vp"] == 4 + 3


def test_ben_adds_4_cows_again_for_11(ruleset):
    game = play(herd(ruleset, ["cow4", "cow4"], dice=[1, 2]), "d1 place h6")
    before = seat(game)["vp"]
    play(game, "d2 place h5")
    assert seat(game)["vp"] - before == 4 + 4 + 3


def test_ben_adds_2_sheep_to_3_sheep_for_5(ruleset):
    game = play(herd(ruleset, ["sheep2"], dice=[1, 1]), "d1 place h6")
    assert seat(game)["vp"] == 2 + 3


M7 = {"h19": "castle", "h13": "m7", "h12": "bank", "h11": "sheep4"}


def test_ben_with_monastery_7_adds_3_sheep_to_4_sheep_for_9(ruleset):
    game = position(ruleset=ruleset, placed=M7, storage=["sheep3"], dice=[1, 1])
    assert seat(play(game, "d1 place h6"))["vp"] == (3 + 1) + (4 + 1)


def test_ben_with_monastery_7_adds_2_pigs_for_3(ruleset):
    game = position(ruleset=ruleset, placed=M7, storage=["pig2"], dice=[1, 1])
    assert seat(play(game, "d1 place h6"))["vp"] == 2 + 1


@pytest.mark.parametrize(("shown", "wanted"), [(3, 6), (6, 3)])
def test_carla_with_monastery_8_needs_2_workers_from_3_to_6(ruleset, shown, wanted):
    """The special edition turns a 3 into a 6, the French 2011 text a 6 into a 3."""
    placed = {"h19": "castle", "h13": "m8"}
    slots = {"6.1": "bank", "3.2": "bank"}
    action = next(f"d1 take {slot}" for slot in slots if slot[0] == str(wanted))
    game = position(ruleset=ruleset, placed=placed, dice=[shown, 1], workers=2, depots=slots)
    assert seat(play(game, action))["workers"] == 0
    assert action not in legal(position(ruleset=ruleset, placed=placed, dice=[shown, 1], workers=1, depots=slots))
    bare = position(ruleset=ruleset, dice=[shown, 1], workers=3, depots=slots)
    assert seat(play(bare, action))["workers"] == 0  # "instead of 3"


DARIO = {1: 4, 2: 3, 3: 3, 4: 1}  # red, violet, pink and orange
VP_PER_TYPE = {"special_edition": 2, "alea_2011": 3}


def test_dario_sold_four_types_for_8_or_in_2011_for_12(ruleset):
    placed = {"h19": "castle", "h13": "m15"}
    game = at_the_end({0: {"placed": placed, "sold": DARIO}}, ruleset=ruleset)
    assert source(game, "m15") == 4 * VP_PER_TYPE[ruleset] == {"special_edition": 8, "alea_2011": 12}[ruleset]
    assert game.scores()[0]["total"] == 4 * VP_PER_TYPE[ruleset]


def test_dario_with_monastery_25_as_well_gets_11_more(ruleset):
    placed = {"h19": "castle", "h13": "m15", "h8": "m25"}
    game = at_the_end({0: {"placed": placed, "sold": DARIO}}, ruleset=ruleset)
    assert source(game, "m25") == 4 + 3 + 3 + 1 == 11
    assert game.scores()[0]["total"] == 4 * VP_PER_TYPE[ruleset] + 11


def test_ben_with_17_and_22_for_2_watchtowers_and_4_banks_gets_24(ruleset):
    placed = {
        "h19": "castle", "h13": "m17", "h8": "m22",
        "h12": "bank", "h14": "bank", "h9": "watchtower", "h26": "bank", "h27": "watchtower",
        "h25": "mine", "h24": "bank",
    }  # fmt: skip
    game = at_the_end({0: {"placed": placed}}, ruleset=ruleset)
    assert (source(game, "m17"), source(game, "m22")) == (2 * 4, 4 * 4)
    assert game.scores()[0]["total"] == 24 + 1  # the mine's silver


@pytest.mark.parametrize(
    "herds",
    [
        pytest.param(("sheep2", "sheep3", "sheep4", "cow2", "pig2"), id="special_edition"),
        pytest.param(("sheep2", "sheep3", "sheep4", "cow2", "chicken2"), id="alea_2011"),
    ],
)
def test_anna_with_three_kinds_of_livestock_gets_12(ruleset, herds):
    pasture = dict(zip(("h6", "h11", "h10", "h5", "h1"), herds, strict=True))
    placed = {"h19": "castle", "h13": "m24", "h12": "bank", **pasture}
    game = at_the_end({0: {"placed": placed}}, ruleset=ruleset)
    assert source(game, "m24") == game.scores()[0]["total"] == 3 * 4


def test_domain_1_has_towns_of_1_3_3_and_5(ruleset):
    duchy = load().duchies[1]
    towns = [region for region in duchy.regions if duchy.colours[region[0] - 1] == "building"]
    assert sorted(len(town) for town in towns) == [1, 3, 3, 5]


def test_the_first_tile_touches_one_of_the_six_sides_of_the_start_castle(ruleset):
    storage = {"bank": ["h12", "h26"], "m16": ["h13"], "ship": ["h18", "h20"], "mine": ["h25"]}
    hexes = []
    for tile, expected in storage.items():
        game = position(ruleset=ruleset, placed={"h19": "castle"}, storage=[tile], workers=9)
        found = [action.split()[-1] for action in legal(game, "d1 place")]
        assert found == expected
        hexes += found
    assert len(hexes) == 6


def test_a_market_may_be_placed_though_no_blue_or_green_tile_is_left(ruleset):
    game = position(ruleset=ruleset, dice=[3, 1], storage=["market"], depots={"1.1": "bank", "5.1": "mine"})
    play(game, "d1 place h12")
    assert seat(game)["placed"]["h12"] == "market"
    assert pending(game) == []


def test_the_third_mine_completes_its_colour_for_5_6_or_7(ruleset):
    for players, bonus in ((2, 5), (3, 6), (4, 7)):
        game = position(
            players, ruleset=ruleset, placed={"h19": "castle", "h25": "mine", "h30": "mine"}, storage=["mine"],
            dice=[3, 1],
        )  # fmt: skip
        play(game, "d1 place h34")
        assert source(game, "colour_bonuses") == bonus
        assert seat(game)["bonus"] == ["mine_large"]


def test_a_castle_lets_place_another_tile_or_take_2_workers(ruleset):
    def table():
        placed = {"h19": "castle", "h13": "m16"}
        return position(ruleset=ruleset, placed=placed, storage=["castle", "bank"], dice=[6, 1])

    assert seat(play(table(), "d1 place h7", "free place h26"))["placed"]["h26"] == "bank"
    assert seat(play(table(), "d1 place h7", "free workers"))["workers"] == 2


def test_a_game_has_25_rounds_and_50_dice_for_each_player(ruleset):
    game, used, rounds = Game.new({"ruleset": ruleset}, seed=4), [0, 0], set()
    while not game.is_over:
        action, who = game.legal_actions()[-1], game.active  # the end of the turn as soon as it may come
        used[who] += action.startswith("d")
        game.push(action)
        rounds.add((game.to_json()["phase"], game.to_json()["round"]))
    assert used == [50, 50]
    assert len(rounds) == 25

"""Every step of the Châteauma is told in the event log in plain words, so that it can be followed with the box."""

import random
import re

import pytest

from burgundy_env import Game
from burgundy_env.engine.layout import STEP_KINDS
from burgundy_env.telling.steps import sentence as words

from .chateauma_turns import before, full_but, its, turn
from .positions import card, play

BUILDING = "bank|church|market|carpenter|warehouse|watchtower|town hall|white castle|crane|boarding house"
TILE = rf"(the )?({BUILDING}|castle|ship|mine|monastery \d+|[234] (cows|sheep|pigs|chickens)|geese)"
COLOUR = "(building|monastery|ship|livestock|castle|mine)"
HAND = r"(by the town hall|finds no tile it needs in any depot and)"
SPACE = r"space [1-5] of its (left|right) card \(county card 1?[0-9]\)"
DOUBLE = r"[a-z]+( and [a-z]+)? vines"
SENTENCES = {
    "takes": rf"takes {TILE} of depot [1-6] and places it on {SPACE}",
    "uses_inventory": rf"{HAND} places {TILE} of its inventory on {SPACE}",
    "uses_joker": rf"finds no tile it needs in any depot and places a joker \(a {TILE}\) face down on {SPACE}",
    "takes_joker": rf"finds no tile it needs and has no joker: {TILE} of black-depot slot [1-8] becomes one",
    "finds_nothing": r"finds no tile it needs, has no joker, and the black depot is empty: it gets 2 silver",
    "sells": r"sells its \d goods of type [1-6] for 1 silver and \d+ VP",
    "has_nothing_to_sell": r"would sell goods but has none",
    "gets_silver": r"gets (2 silver for the bank|1 silver for the white castle)",
    "gets_vp": rf"gets \d+ VP for {TILE}",
    "fetches": rf"puts {TILE} of depot [1-6] into its inventory, by the (church|market|carpenter|white castle)",
    "fetches_nothing": r"finds nothing to do for the (church|market|carpenter|town hall)",
    "ships": r"(takes \d+ goods from depot [1-6]|finds no goods in any depot) for the ship, and its marker moves up",
    "finishes": r"finishes its (left|right) card \(county card 1?[0-9]\): \d+ VP; its tiles go to the duchy",
    "plays_again": r"has covered an extra-turn space and chooses and places once more, from the white die's depot",
    "wins_bonus": rf"has covered all {COLOUR} spaces: (large|small) bonus tile, \d+ VP",
    "buys": rf"pays 2 silver for {TILE} of black-depot slot [1-8], into its inventory",
    "mines": r"gets \d+ silver for its mines at the end of the phase",
    "links_posts": r"has finished its second card with a border post: (10|8|6|4|2) VP",
    "wins_post": r"has finished its third card with a border post: (large|small) post tile, \d VP",
    "gets_route_vp": r"gets 1 VP more for the sale, as there are trade routes",
    "takes_shield": r"takes shield \d+ of depot [1-6]",
    "takes_double": rf"takes the {DOUBLE} of the vineyard depot, slot \d",
    "buys_double": rf"buys the {DOUBLE} of the store, slot \d, for 2 silver",
}


def sentences(chateauma, players, seed, modules=()):
    """What the Châteauma's log says in a random game."""
    config = {"players": players, "chateauma": chateauma, "modules": modules}
    game, rng = Game.new(config, seed=seed), random.Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_ids()))
    return [words(event["chateauma"]) for event in game.events if "chateauma" in event]


def test_each_kind_of_step_occurs_and_reads_right():
    """In 30 random games; and no sentence is of another form."""
    assert list(SENTENCES) == list(STEP_KINDS)
    seen = set()
    for seed in range(30):
        for sentence in sentences("hard+ABCD", 1 + seed % 3, seed, "all" if seed % 2 else ()):
            forms = [kind for kind, form in SENTENCES.items() if re.fullmatch(form, sentence)]
            assert len(forms) == 1, sentence
            seen.update(forms)
    # An empty black depot together with nothing to place and nobody's joker is rare; it is told below.
    assert seen | {"finds_nothing"} == set(STEP_KINDS)


def test_a_turn_of_town_hall_and_sell_symbols():
    game = before(
        card(7, {1: "bank"}), card(5), depots={"3.2": "town_hall"}, inventory={"monastery": ["m9"]},
        goods={1: 1, 2: 3, 3: 2}, black=[None, "m7", "ship"], silver=1,
    )  # fmt: skip
    assert turn(game, 3) == [
        "takes the town hall of depot 3 and places it on space 3 of its left card (county card 7)",
        "by the town hall places the monastery 9 of its inventory on space 1 of its right card (county card 5)",
        "sells its 3 goods of type 2 for 1 silver and 6 VP",
        "sells its 2 goods of type 3 for 1 silver and 4 VP",
        "pays 2 silver for the monastery 7 of black-depot slot 2, into its inventory",
    ]


def test_a_turn_of_castle_church_and_a_finished_card():
    """On the left card the castle, so the church comes on the right one."""
    game = before(
        full_but(8, 1), card(9), depots={"2.2": "castle", "3.2": "church", "5.1": "mine"},
        duchy={"mine": ["mine"] * 2}, chateauma="hard",
    )  # fmt: skip
    assert turn(game, 2, ("right", 3)) == [
        "takes the castle of depot 2 and places it on space 1 of its left card (county card 8)",
        "takes the church of depot 3 and places it on space 2 of its right card (county card 9)",
        "puts the mine of depot 5 into its inventory, by the church",
        "finishes its left card (county card 8): 22 VP; its tiles go to the duchy",
        "has covered all mine spaces: large bonus tile, 5 VP",
    ]


def test_a_turn_of_a_joker_and_an_extra_turn():
    game = before(
        full_but(2, 4), card(3), chateauma="intermediate+D", jokers=["boarding_house"], depots={"1.2": "ship"},
        depot_goods={4: {2: 2, 6: 1}}, duchy={"building": ["bank", "church", "market"]},
    )  # fmt: skip
    assert turn(game, 6, ("right", 9)) == [
        "finds no tile it needs in any depot and places a joker (a boarding house) face down on space 4 of its left "
        "card (county card 2)",
        "finishes its left card (county card 2): 18 VP; its tiles go to the duchy",
        "has covered an extra-turn space and chooses and places once more, from the white die's depot",
        "takes the ship of depot 1 and places it on space 1 of its right card (county card 3)",
        "takes 3 goods from depot 4 for the ship, and its marker moves up",
    ]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({}, "finds no tile it needs, has no joker, and the black depot is empty: it gets 2 silver"),
        (
            {"black": [None, "town_hall"]},
            "finds no tile it needs and has no joker: the town hall of black-depot slot 2 becomes one",
        ),
        (
            {"inventory": {"livestock": ["cow4"]}},
            "finds no tile it needs in any depot and places the 4 cows of its inventory on space 3 of its left card "
            "(county card 2)",
        ),
        (
            {"depots": {"3.2": "market"}},
            "takes the market of depot 3 and places it on space 1 of its left card (county card 2)",
        ),
    ],
)
def test_which_fallback_is_told(keys, sentence):
    assert turn(before(**keys), 3)[0] == sentence


@pytest.mark.parametrize(
    ("tile", "sentence"),
    [
        ("bank", "gets 2 silver for the bank"),
        ("boarding_house", "gets 2 VP for the boarding house"),
        ("watchtower", "gets 4 VP for the watchtower"),
        ("warehouse", "would sell goods but has none"),
        ("carpenter", "finds nothing to do for the carpenter"),
        ("church", "finds nothing to do for the church"),
        ("market", "finds nothing to do for the market"),
        ("town_hall", "finds nothing to do for the town hall"),
    ],
)
def test_what_a_building_does_is_told(tile, sentence):
    assert turn(before(depots={"3.2": tile}), 3)[1:] == [sentence]


@pytest.mark.parametrize(
    ("bonus", "told"), [([], "large post tile, 5 VP"), (["post_large"], "small post tile, 2 VP")]
)
def test_which_post_tile_it_wins_is_told(bonus, told):
    game = before(full_but(2, 1), card(1), modules=("border_posts",), posts=2, jokers=["m7"], player={"bonus": bonus})
    assert f"has finished its third card with a border post: {told}" in turn(game, 2, ("right", 9))


def test_an_empty_handed_ship_is_told():
    assert turn(before(card(3), depots={"1.2": "ship"}), 1)[1:] == [
        "finds no goods in any depot for the ship, and its marker moves up"
    ]


def test_livestock_is_told_with_its_points():
    game = before(card(9), depots={"3.1": "sheep3"}, duchy={"livestock": ["sheep2"]})
    assert turn(game, 3)[1:] == ["gets 5 VP for the 3 sheep"]


def test_the_mines_are_told_at_the_end_of_a_phase():
    game = before(phase="E", round=5, order=[1, 0], duchy={"mine": ["mine", "mine"]})
    told = len(game.events)
    play(game, "end")
    assert game.events[told:][1] == {"chateauma": {"step": "mines", "silver": 2}}


def test_the_log_adds_up_to_the_points_and_the_silver():
    """Over whole games: VP told are VP scored; silver told less 2 for each purchase is what there is."""
    for seed in range(6):
        game, rng = Game.new({"players": 1 + seed % 3, "chateauma": "easy+BD"}, seed=seed), random.Random(seed)
        while not game.is_over:
            game.push(rng.choice(game.legal_ids()))
            assert its(game)["silver"] >= 0
        told = " ".join(words(event["chateauma"]) for event in game.events if "chateauma" in event)
        assert sum(map(int, re.findall(r"(\d+) VP", told))) == its(game)["vp"]
        paid = 2 * len(re.findall("pays 2 silver", told))
        assert 1 + sum(map(int, re.findall(r"(?<!pays )(\d+) silver", told))) - paid == its(game)["silver"]


def test_steps_stand_between_the_chance_events_that_caused_them():
    """The roll before its first step, the card drawn after the card finished."""
    game = before(full_but(2, 4), jokers=["m7"])
    told = len(game.events)
    turn(game, 4, ("right", 9))
    kinds = [event.get("chance", "step") for event in game.events[told + 1 :]]
    assert kinds == ["chateauma_die", "step", "step", "county_card", "die", "die", "white_die"]

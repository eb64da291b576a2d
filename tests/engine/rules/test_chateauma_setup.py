"""rules.md 7 and 7.1: the Châteauma's seat and its setup; 7.6, what modifiers put into its duchy."""

from collections import Counter

import pytest

from burgundy_env import ConfigError, Game
from burgundy_env.data import load
from burgundy_env.game import ChanceMismatch, inside

from .chateauma_turns import before, its, tiles_on, turn
from .positions import CARD_SPACES, card, legal, seat
from .test_setup import tiles_on_display, to_the_first_turn

COMPONENTS = load().components
CARDS = [card["id"] for card in load().chateauma["county_cards"]["cards"]]
SPACES_FOR_CASTLES = {number for number in CARDS if "castle" in CARD_SPACES[number]}
ALL = ("", "A", "B", "C", "D", "ABCD")


def new(players=1, seed=0, chateauma="intermediate"):
    return Game.new({"players": players, "chateauma": chateauma}, seed=seed)


def at_start(players=1, seed=0, chateauma="intermediate"):
    """The Châteauma's part of a position before the first decision."""
    return new(players, seed, chateauma).to_json()["chateauma"]


@pytest.mark.parametrize("players", [1, 2, 3])
class TestItsSeat:
    def test_is_one_more_in_order_and_track_with_number_players(self, players):
        document = new(players).to_json()
        assert sorted(document["order"]) == list(range(players + 1))
        assert sorted(document["track"][0]) == list(range(players + 1))
        assert len(document["players"]) == players

    def test_never_decides(self, players):
        game = new(players, seed=4, chateauma="hard+C")
        while not game.is_over:
            assert game.active in range(players)
            game.push(game.legal_ids()[0])
        assert game.active is None

    def test_counts_for_the_depots(self, players):
        seats = players + 1
        display = tiles_on_display(to_the_first_turn(new(players)))
        slots = COMPONENTS["depots"]["slots"]
        wanted = {f"{d}.{i}": least <= seats for d in slots for i, (_, least) in enumerate(slots[d], 1)}
        assert {slot: tile is not None for slot, tile in display.items()} == wanted

    def test_counts_for_the_black_depot(self, players):
        black = to_the_first_turn(new(players)).to_json()["black_depot"]
        assert len(black) == {1: 4, 2: 6, 3: 8}[players]
        assert None not in black

    def test_counts_for_the_points_of_goods(self, players):
        game = to_the_first_turn(new(players))
        kind, count = next(iter(seat(game, game.active)["goods"].items()))
        document = game.to_json()
        document["players"][game.active]["dice"] = [int(kind), 1]
        game = Game.from_json(document, seed=1)
        active = game.active
        game.push(f"d1 sell {kind}")
        assert seat(game, active)["vp"] == count * (players + 1)

    def test_is_scored_and_ranked(self, players):
        game = new(players, seed=8)
        while not game.is_over:
            game.push(game.legal_ids()[-1])
        assert len(game.scores()) == players + 1
        assert sorted(game.outcome().ranking) == list(range(players + 1))


def test_up_to_3_players_play_with_it():
    with pytest.raises(ConfigError, match="4 can't play with the Châteauma; 1, 2 or 3 can"):
        Game.new({"players": 4, "chateauma": "easy"})
    with pytest.raises(ConfigError, match="players: 0"):
        Game.new({"players": 0, "chateauma": "easy"})


@pytest.mark.parametrize("modifiers", ALL)
def test_its_board_is_35_or_36_with_modifiers_a_b_or_d(modifiers):
    game = new(2, chateauma=f"easy+{modifiers}" if modifiers else "easy")
    assert int(inside(game).state["duchy"][0][2]) == (36 if set(modifiers) & set("ABD") else 35)


@pytest.mark.parametrize("modifiers", ALL)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_it_has_1_silver_one_goods_tile_of_each_type_and_nothing_else(players, modifiers):
    part = at_start(players, seed=3, chateauma={"difficulty": "hard", "modifiers": modifiers})
    assert (part["vp"], part["silver"], part["die"]) == (0, 1, None)
    assert part["goods"] == {str(kind): 1 for kind in range(1, 7)}
    assert (part["sold"], part["inventory"], part["jokers"], part["bonus"], part["discard"]) == ({}, {}, [], [], [])


def test_it_has_no_workers_ever():
    """Boarding houses, which give a player four, give it points (7.3); at the end workers score it nothing."""
    game = new(1, seed=5)
    while not game.is_over:
        game.push(game.legal_ids()[0])
        assert "workers" not in its(game)
    assert int(inside(game).state["workers"][0][1]) == 0
    assert "leftover_workers" not in game.scores()[1]["breakdown"]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_one_goods_tile_of_each_type_is_set_aside_for_it_before_the_others_are_shuffled(players):
    """So of no type more than six go to piles and players, though over many games all six are dealt."""
    most = Counter()
    for seed in range(40):
        document = new(players, seed).to_json()
        dealt = Counter(document["hidden"]["goods"])
        assert dealt.total() == 25
        for player in document["players"]:
            assert sum(player["goods"].values()) == 3
            dealt.update(player["goods"])
        most |= dealt
    assert max(most.values()) == 6


class TestItsFirstCards:
    def test_the_left_one_has_a_castle_space_and_a_castle_on_it(self):
        """Not on any other space: a start castle takes no effect, and scores nothing."""
        seen = set()
        for seed in range(40):
            left = at_start(seed=seed)["cards"][0]
            seen.add(left["id"])
            castle = CARD_SPACES[left["id"]].index("castle")
            assert left["tiles"] == [
                "castle" if space == castle else None for space in range(len(CARD_SPACES[left["id"]]))
            ]
        assert seen == SPACES_FOR_CASTLES

    def test_each_card_with_a_castle_space_is_left_as_often_as_the_others(self):
        """Revealing until one has a castle space: 300 games, a third each (three standard deviations are 25)."""
        lefts = Counter(at_start(seed=seed)["cards"][0]["id"] for seed in range(300))
        assert all(75 < count < 125 for count in lefts.values()), lefts

    def test_its_castle_comes_from_the_supply(self):
        for players in (1, 3):
            assert new(players).to_json()["hidden"]["supply"]["castle"] == {
                "castle": COMPONENTS["supply"]["castle"] - 1
            }

    def test_the_right_one_is_the_top_of_all_others(self):
        """Those passed over for the left one included: any of the eight others, castle space or not."""
        for left in SPACES_FOR_CASTLES:
            rights = {
                part["cards"][1]["id"]
                for part in map(at_start, [1] * 150, range(150))
                if part["cards"][0]["id"] == left
            }
            assert rights == set(CARDS) - {left}

    def test_the_right_one_is_empty_even_with_a_castle_space(self):
        for seed in range(10):
            assert set(at_start(seed=seed)["cards"][1]["tiles"]) == {None}

    def test_the_other_seven_are_the_deck(self):
        document = new().to_json()
        shown = {card["id"] for card in document["chateauma"]["cards"]}
        assert document["hidden"]["deck"] == sorted(set(range(1, 10)) - shown)


@pytest.mark.parametrize("players", [1, 2, 3])
class TestTurnOrder:
    def test_it_starts_last(self, players):
        for seed in range(6):
            document = new(players, seed).to_json()
            assert document["order"][-1] == players
            assert document["track"] == [document["order"], [], [], [], [], [], []]
            assert [document["players"][p]["workers"] for p in document["order"][:-1]] == [1, 2, 3][:players]

    def test_with_modifier_c_it_starts_first_and_players_have_2_3_4_workers(self, players):
        for seed in range(6):
            document = new(players, seed, "easy+C").to_json()
            assert document["order"][0] == players
            assert document["track"] == [document["order"], [], [], [], [], [], []]
            assert [document["players"][p]["workers"] for p in document["order"][1:]] == [2, 3, 4][:players]

    def test_each_player_may_be_the_first_of_them(self, players):
        assert {new(players, seed).active for seed in range(30)} == set(range(players))
        assert {new(players, seed, "easy+C").active for seed in range(30)} == set(range(players))

    def test_only_players_put_down_start_castles(self, players):
        for chateauma in ("easy", "easy+C"):
            game = new(players, 2, chateauma)
            order = [p for p in game.to_json()["order"] if p < players]
            for p in order:
                assert game.active == p
                assert game.to_json()["stage"] == "start"
                game.push(legal(game, "start")[0])
            assert game.to_json()["stage"] == "turn"

    def test_with_modifier_c_it_plays_before_the_first_decision_of_the_round(self, players):
        last = to_the_first_turn(new(players, 2, "easy+C"))
        assert its(last)["die"] is not None
        assert its(to_the_first_turn(new(players, 2)))["die"] is None


def test_afterwards_the_track_decides():
    """Its marker ahead of the player's: it plays first in the next round, inside the same action."""
    game = before(card(6), depots={"1.2": "ship"}, track=[[0, 1], [], [], [], [], [], []])
    told = len(game.events)
    game.push("end")
    assert game.to_json()["order"] == [1, 0]
    dice = [event for event in game.events[told:] if event.get("chance") == "chateauma_die"]
    assert len(dice) == 2


def test_its_marker_on_the_last_space_goes_to_the_top_of_its_stack():
    game = before(card(6), depots={"1.2": "ship"}, track=[[], [], [], [], [], [], [0, 1]])
    document = game.to_json()
    game.push("end")
    assert document["track"][6] == [0, 1]
    assert game.to_json()["track"] == [[], [], [], [], [], [], [1, 0]]


def test_its_marker_moves_on_top_of_the_markers_of_the_next_space():
    game = before(
        card(6),
        depots={"1.2": "ship"},
        players=2,
        order=[0, 2, 1],
        track=[[2], [1, 0], [], [], [], [], []],
    )
    turn(game)
    assert game.to_json()["track"] == [[], [2, 1, 0], [], [], [], [], []]


class TestModifierA:
    def test_lays_two_building_and_a_livestock_a_ship_and_a_monastery_tile_face_down(self):
        assert at_start(chateauma="easy+A")["duchy"] == {
            "building": ["black", "black"],
            "monastery": ["black"],
            "ship": ["black"],
            "livestock": ["black"],
        }

    def test_takes_five_random_tiles_of_the_black_supply(self):
        printed = new().to_json()["hidden"]["black"]
        gone = Counter()
        for seed in range(60):
            left = new(seed=seed, chateauma="easy+A").to_json()["hidden"]["black"]
            assert sum(printed.values()) - sum(left.values()) == 5
            gone.update(Counter(printed) - Counter(left))
        assert len(gone) > 20
        assert gone["ship"] > gone["castle"]

    def test_tells_nobody_which_for_the_whole_game(self):
        """Their names are in the chance events of the setup and nowhere else: not even the hidden part lists them."""
        game = new(seed=1, chateauma="easy+ABCD")
        while not game.is_over:
            document = game.to_json()
            duchy = document["chateauma"]["duchy"]
            assert {colour: tiles.count("black") for colour, tiles in duchy.items() if "black" in tiles} == {
                "building": 2,
                "monastery": 1,
                "ship": 1,
                "livestock": 1,
            }
            assert set(document["hidden"]) == {"supply", "black", "goods", "deck"}
            game.push(game.legal_ids()[0])


class TestModifierB:
    def test_lays_a_building_a_mine_and_a_castle_face_up(self):
        kinds = set()
        for seed in range(60):
            duchy = at_start(seed=seed, chateauma="easy+B")["duchy"]
            assert set(duchy) == {"building", "castle", "mine"}
            assert (duchy["castle"], duchy["mine"]) == (["castle"], ["mine"])
            kinds.update(duchy["building"])
        assert kinds == set(COMPONENTS["supply"]["building"]["kinds"])

    def test_takes_them_from_their_supplies_not_from_the_black_one(self):
        document = new(chateauma="easy+B").to_json()
        supply, printed = document["hidden"]["supply"], COMPONENTS["supply"]
        assert supply["mine"] == {"mine": printed["mine"] - 1}
        assert supply["castle"] == {"castle": printed["castle"] - 2}
        (building,) = document["chateauma"]["duchy"]["building"]
        assert supply["building"][building] == printed["building"]["per_kind"] - 1
        assert sum(document["hidden"]["black"].values()) == 40

    def test_gives_no_effect_and_no_points(self):
        for seed in range(40):
            part = at_start(seed=seed, chateauma="easy+B")
            assert (part["vp"], part["silver"], part["inventory"], part["bonus"]) == (0, 1, {}, [])
            assert sum(tile is not None for card in part["cards"] for tile in card["tiles"]) == 1


def test_tiles_of_modifiers_a_and_b_are_drawn_colour_by_colour_numbered_from_1():
    drawn = [(event["chance"], event["where"]) for event in new(chateauma="easy+AB").events if "chance" in event]
    jokers = [["building", 1], ["building", 2], ["monastery", 1], ["ship", 1], ["livestock", 1]]
    assert [where for kind, where in drawn if kind == "joker_tile"] == jokers
    presets = [["building", 1], ["castle", 1], ["mine", 1]]
    assert [where for kind, where in drawn if kind == "preset_tile"] == presets


def test_a_tile_of_modifier_b_has_the_colour_of_its_space():
    config, told = {"players": 1, "chateauma": "easy+B"}, new(chateauma="easy+B").events
    drawn = next(i for i, event in enumerate(told) if event.get("chance") == "preset_tile")
    script = [*told[:drawn], {**told[drawn], "result": "ship"}, *told[drawn + 1 :]]
    with pytest.raises(ChanceMismatch, match="can't happen here"):
        Game.new(config, chance=script)


def test_modifiers_a_and_b_lie_together_the_unseen_ones_first():
    duchy = at_start(chateauma="hard+AB")["duchy"]
    assert duchy["building"][:2] == ["black", "black"]
    assert duchy["building"][2] in COMPONENTS["supply"]["building"]["kinds"]


def test_without_modifiers_its_duchy_is_empty():
    for chateauma in ("easy", "hard+C", "hard+D"):
        assert at_start(chateauma=chateauma)["duchy"] == {}


@pytest.mark.parametrize("phase", ["A", "B", "C", "D", "E"])
def test_with_3_seats_depot_6_has_a_mine_for_its_castle_in_phases_b_and_d(phase):
    game = new(2, seed=9)
    while game.to_json()["phase"] != phase or game.to_json()["stage"] != "turn":
        game.push(game.legal_ids()[0])
    drawn = [event for event in game.events if event.get("chance") == "depot_tile" and event["where"] == [6, 3]]
    assert drawn[-1]["result"] == ("mine" if phase in "BD" else "castle")


def test_its_turn_is_played_at_once_inside_the_action_before_it():
    game = before(depots={"3.2": "bank"})
    steps = turn(game, 3)
    assert tiles_on(game, 0) == {1: "bank"}
    assert steps
    assert (game.active, game.to_json()["round"]) == (0, 2)

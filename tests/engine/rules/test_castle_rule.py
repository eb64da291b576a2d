"""rules.md 6.1: duchies 11-18 keep their tiles in touch with a castle, and bring castles back."""

import pytest

from burgundy_env import ConfigError, Game
from burgundy_env.data import load

from .positions import BOTH, legal, pending, play, position, seat, source

# Board 11: castles on h7, h16, h22 and h31; monasteries h5 h6 h10 h11, ships h12 h13, a town of h1 to h4.
AROUND_H7 = {"h7": "castle", "h6": "m16", "h12": "ship"}
BOUND = range(11, 19)


def bound(*, modules=("castle_rule",), duchy=11, **keys):
    """A turn on board 11 with the castle rule, with workers for every number."""
    keys = {"placed": AROUND_H7, "workers": 9, **keys}
    return position(modules=modules, duchy=duchy, **keys)


def hexes_for(*storage, **keys):
    """Where stored tiles may go."""
    return [action.split()[-1] for action in legal(bound(storage=list(storage), **keys), "d1 place")]


@pytest.mark.parametrize("ruleset", BOTH)
class TestANewTile:
    def test_may_touch_a_castle(self, ruleset):
        """The town of h1 to h4: h2 and h3 touch the castle on h7, h1 touches only the monastery on h6."""
        assert hexes_for("bank", ruleset=ruleset) == ["h2", "h3"]
        assert "h1" in hexes_for("bank", ruleset=ruleset, modules=())
        assert "h18" in hexes_for("bank", ruleset=ruleset, modules=())

    def test_may_be_linked_to_a_castle_through_tiles_of_its_own_colour(self, ruleset):
        assert hexes_for("m17", ruleset=ruleset) == ["h5", "h11"]

    def test_may_be_linked_by_several_tiles(self, ruleset):
        """h10 touches only the monastery on h11, which hangs on that of h6, beside the castle."""
        assert hexes_for("m19", ruleset=ruleset, placed={**AROUND_H7, "h11": "m17"}) == ["h5", "h10"]

    def test_may_be_linked_by_a_chain_of_any_length(self, ruleset):
        """The town of h17 to h21 in a row from the castle on h22: each building links the next."""
        row = ["h21", "h20", "h19", "h18"]
        placed = {"h22": "castle"}
        for h, kind in zip(row, ("bank", "market", "church", "carpenter"), strict=True):
            assert h in hexes_for("watchtower", ruleset=ruleset, placed=placed)
            placed = {**placed, h: kind}
        assert "h17" in hexes_for("watchtower", ruleset=ruleset, placed=placed)

    def test_may_not_be_linked_to_another_tile_of_its_colour_without_a_castle(self, ruleset):
        """The monasteries on h10 and h11 touch each other, but the chain ends there."""
        placed = {"h7": "castle", "h12": "ship", "h11": "m16", "h10": "m17"}
        assert hexes_for("m18", ruleset=ruleset, placed=placed) == ["h6"]

    def test_may_not_be_linked_through_another_colour(self, ruleset):
        """h18 touches the ship on h12, and that touches the castle on h7."""
        assert "h18" not in hexes_for("bank", ruleset=ruleset, placed={"h7": "castle", "h12": "ship"})
        assert hexes_for("m16", ruleset=ruleset, placed={"h7": "castle", "h12": "ship"}) == ["h6"]

    def test_must_touch_some_tile_as_ever_and_the_number_counts(self, ruleset):
        """All of it besides the base game's rules, not in their stead: h8 shows a 5."""
        assert hexes_for("cow3", ruleset=ruleset, workers=0, dice=[1, 1]) == []
        assert hexes_for("cow3", ruleset=ruleset, workers=0, dice=[5, 1]) == ["h8"]
        assert hexes_for("mine", ruleset=ruleset) == []

    def test_may_touch_any_castle_not_only_the_start_castle(self, ruleset):
        placed = {"h7": "castle", "h12": "ship", "h18": "bank", "h17": "market", "h16": "castle"}
        assert hexes_for("m16", ruleset=ruleset, placed=placed) == ["h6", "h10"]
        assert hexes_for("ship", ruleset=ruleset, placed=placed) == ["h13", "h23"]

    def test_a_castle_itself_is_not_bound(self, ruleset):
        placed = {"h7": "castle", "h12": "ship", "h18": "bank", "h17": "market"}
        assert hexes_for("castle", ruleset=ruleset, placed=placed) == ["h16"]

    def test_livestock_and_ship_of_the_spielbox_example(self, ruleset):
        """Its livestock touches neither a castle nor an animal; its ship needs a ship in between first."""
        placed = {"h7": "castle", "h2": "bank", "h3": "market", "h4": "church"}
        assert hexes_for("cow3", ruleset=ruleset, placed=placed) == ["h8"]
        assert hexes_for("cow3", ruleset=ruleset, placed=placed, modules=()) == ["h8", "h9"]
        between = {**placed, "h8": "cow2"}
        assert "h9" in hexes_for("cow3", ruleset=ruleset, placed=between)


def test_is_bound_by_whatever_effect_places_it():
    """A castle's free action, a town hall and a white castle."""
    storage = ["bank", "m17", "town_hall"]
    castle = bound(
        storage=["castle", *storage[:2]], placed={**AROUND_H7, "h18": "bank", "h17": "market"}, dice=[6, 1]
    )
    assert legal(play(castle, "d1 place h16"), "free place") == ["free place h2", "free place h3", "free place h5",
        "free place h10", "free place h11"]  # fmt: skip
    hall = play(bound(storage=storage, dice=[5, 1]), "d1 place h2", "pick town_hall")
    assert legal(hall, "free place") == ["free place h1", "free place h3", "free place h5", "free place h11"]
    keys = {"modules": ("castle_rule", "white_castles"), "storage": ["white_castle", "m17"], "dice": [5, 1]}
    white = play(bound(**keys, white_die=4), "d1 place h2")
    assert legal(white, "free place") == ["free place h5", "free place h11"]


def test_a_white_castle_is_a_building_and_no_castle():
    keys = {"modules": ("castle_rule", "white_castles"), "placed": {"h7": "castle", "h2": "white_castle"}}
    assert hexes_for("m16", **keys) == ["h6"]  # h5 touches the white castle only
    assert hexes_for("bank", **keys) == ["h1", "h3"]  # h1: it links buildings, as any building does


class TestWhoIsBound:
    @pytest.mark.parametrize("board", range(1, 31))
    def test_players_on_boards_11_to_18_and_nobody_else(self, board):
        """Some tile somewhere is refused that the base game lets place: on these boards and no others."""

        def places(modules):
            start = position(duchy=board, modules=modules)
            hexes = set()
            for tile in ("bank", "m16", "ship", "cow2", "mine"):
                chain = dict(seat(start)["placed"])
                chain |= _chain_away_from(next(iter(chain)), board)
                game = position(duchy=board, modules=modules, placed=chain, storage=[tile], workers=9)
                hexes.update(legal(game, "d1 place"))
            return hexes

        assert (places(("castle_rule",)) < places(())) == (board in BOUND)

    def test_each_player_by_the_board_played_on(self):
        keys = {"placed": AROUND_H7, "storage": ["bank"], "workers": 9, "modules": ("castle_rule",)}
        rival = {"placed": {"h19": "castle", "h13": "m4"}}
        game = position(duchy=[11, 1], rivals={1: rival}, **keys)
        assert legal(game, "d1 place") == ["d1 place h2", "d1 place h3"]
        placed = {"h19": "castle", "h13": "m16"}
        free = position(duchy=[1, 11], modules=("castle_rule",), placed=placed, storage=["bank"], workers=9)
        assert "d1 place h14" in legal(free, "d1 place")  # touches only the monastery

    def test_nobody_without_the_module(self):
        assert "h1" in hexes_for("bank", modules=())


def _chain_away_from(castle, board):
    """A tile next to the castle, and one of another colour next to that which doesn't touch the castle."""
    duchy = load().duchies[board]
    tiles = {"building": "bank", "monastery": "m17", "ship": "ship", "livestock": "cow3", "mine": "mine"}
    home = int(castle[1:])
    for near in duchy.neighbours[home - 1]:
        for far in duchy.neighbours[near - 1]:
            colours = duchy.colours[near - 1], duchy.colours[far - 1]
            touches = far == home or far in duchy.neighbours[home - 1]
            if not touches and colours[0] != colours[1] and "castle" not in colours:
                return {f"h{near}": tiles[colours[0]]}
    raise AssertionError(board)


class TestAnInn:
    MODULES = ("castle_rule", "inns")

    def test_must_touch_a_castle_itself(self):
        """h5 touches the monastery on h6 only: linked for a monastery, not for an inn."""
        game = bound(modules=self.MODULES, storage=["inn"])
        assert legal(game, "d1 place") == [f"d1 place h{h}" for h in (2, 3, 8, 13)]

    def test_links_nothing(self):
        keys = {"modules": self.MODULES, "placed": {"h7": "castle", "h6": "inn"}, "phase": "B"}
        assert hexes_for("m17", **keys) == []
        assert hexes_for("m17", **{**keys, "placed": {"h7": "castle", "h6": "m16"}}) == ["h5", "h11"]

    def test_breaks_a_chain_in_the_middle(self):
        """Of the town h1 to h4 h3 touches the castle itself, h4 only what lies on h3."""
        placed = {"h7": "castle", "h2": "bank", "h3": "inn"}
        assert hexes_for("market", modules=self.MODULES, placed=placed) == ["h1"]
        assert hexes_for("market", placed={"h7": "castle", "h2": "bank", "h3": "church"}) == ["h1", "h4"]

    def test_on_a_castle_hex_is_no_castle_and_must_touch_one(self):
        placed = {"h7": "castle", "h12": "ship", "h18": "bank", "h17": "market"}
        assert "h16" not in hexes_for("inn", modules=self.MODULES, placed=placed)
        beside = {**placed, "h16": "inn"}
        assert "h10" not in hexes_for("m16", modules=self.MODULES, placed=beside)
        assert "h23" not in hexes_for("ship", modules=self.MODULES, placed=beside)


SET_ASIDE = {"set_aside": 1, "phase": "B", "vp": 5}


class TestRetrievalOfTheSpecialEdition:
    def test_puts_a_castle_set_aside_into_storage_for_5_vp_and_both_dice(self):
        game = play(bound(**{**SET_ASIDE, "set_aside": 2, "vp": 12}), "retrieve")
        assert (seat(game)["storage"], seat(game)["vp"], seat(game)["used"]) == (["castle"], 7, [True, True])
        assert game.to_json()["set_aside"] == 1
        assert source(game, "retrievals") == -5
        assert pending(game) == []
        assert legal(game) == ["end"]

    def test_is_offered_beside_the_actions_of_the_dice(self):
        assert legal(bound(**SET_ASIDE)) == ["d1 workers", "d2 workers", "retrieve"]

    def test_needs_both_dice_unused(self):
        for used in ([True, False], [False, True], [True, True]):
            assert "retrieve" not in legal(bound(**SET_ASIDE, used=used))

    @pytest.mark.parametrize("waiting", [{"kind": "castle"}, {"kind": "discard", "for": "bank"}])
    def test_waits_until_no_decision_is_open(self, waiting):
        game = bound(**SET_ASIDE, pending=[waiting], storage=["bank", "mine", "ship"])
        assert pending(game) == [waiting["kind"]]
        assert "retrieve" not in legal(game)

    def test_ruling_is_allowed_from_5_vp_up(self):
        game = play(bound(**SET_ASIDE), "retrieve")
        assert seat(game)["vp"] == 0
        assert "retrieve" not in legal(bound(**{**SET_ASIDE, "vp": 4}))

    def test_needs_a_castle_set_aside_one_in_storage_is_none(self):
        assert legal(bound(**{**SET_ASIDE, "set_aside": 0}, storage=["castle"]), "retrieve") == []

    def test_of_the_last_castle_leaves_none_for_anybody(self):
        game = play(bound(**SET_ASIDE, duchy=[11, 12], rivals={1: {"vp": 9}}), "retrieve", "end")
        assert game.to_json()["set_aside"] == 0
        assert (game.active, legal(game, "retrieve")) == (1, [])

    def test_with_a_full_storage_a_stored_tile_goes_after_the_price_is_paid(self):
        game = play(bound(**SET_ASIDE, storage=["bank", "castle", "ship"]), "retrieve")
        assert pending(game) == ["discard"]
        assert sorted(legal(game)) == ["discard bank", "discard castle", "discard ship"]
        assert (seat(game)["vp"], seat(game)["used"], game.to_json()["set_aside"]) == (0, [True, True], 0)
        play(game, "discard castle")
        assert sorted(seat(game)["storage"]) == ["bank", "castle", "ship"]
        assert game.to_json()["set_aside"] == 0  # thrown away, not set aside

    def test_is_for_boards_11_to_18_only(self):
        for board in (1, 10, 19, 23, 30):
            placed = position(duchy=board).to_json()["players"][0]["placed"]
            assert "retrieve" not in legal(bound(**SET_ASIDE, duchy=board, placed=placed))
        for board in BOUND:
            placed = position(duchy=board).to_json()["players"][0]["placed"]
            assert "retrieve" in legal(bound(**SET_ASIDE, duchy=board, placed=placed))

    def test_goes_with_the_module_only(self):
        assert "retrieve" not in legal(bound(modules=(), vp=9, phase="B"))
        assert "set_aside" not in bound(modules=()).to_json()

    def test_may_follow_a_purchase_or_workers_hired_but_not_interrupt_a_decision(self):
        keys = {**SET_ASIDE, "modules": ("castle_rule", "extra_tiles"), "black": ["bank"], "silver": 3}
        game = bound(**keys, placed={**AROUND_H7, "h11": "m28"})
        play(game, "buy b1", "hire")
        assert "retrieve" in legal(game)
        full = play(bound(**keys, storage=["ship", "ship", "ship"]), "buy b1")
        assert legal(full) == ["discard ship"]


class TestCastlesSetAside:
    def at_phase_end(self, *, ruleset="special_edition", depots=(), black=(), duchy=11, phase="A", **keys):
        game = position(
            modules=("castle_rule",), ruleset=ruleset, duchy=duchy, phase=phase, round=5, order=[1, 0],
            used=[True, True], depots=depots, black=black, **keys,
        )  # fmt: skip
        return play(game, "end")

    def test_are_those_that_leave_the_board_at_the_end_of_a_phase(self):
        """From numbered depots and the black depot, with those set aside before."""
        depots = {"2.2": "castle", "1.1": "bank"}
        assert self.at_phase_end(depots=depots).to_json()["set_aside"] == 1
        assert self.at_phase_end(black=["ship", "castle"]).to_json()["set_aside"] == 1
        both = self.at_phase_end(depots=depots, black=["castle"], phase="B", set_aside=1)
        assert both.to_json()["set_aside"] == 3
        assert self.at_phase_end(depots={"1.1": "bank"}).to_json()["set_aside"] == 0

    def test_are_none_that_was_thrown_away_or_taken(self):
        game = position(
            modules=("castle_rule",), duchy=11, storage=["castle", "ship", "ship"], depots={"1.1": "bank"}
        )
        play(game, "d1 take 1.1", "discard castle", "d2 workers")
        assert game.to_json()["set_aside"] == 0

    def test_count_whoever_plays(self):
        assert self.at_phase_end(duchy=1, depots={"2.2": "castle"}).to_json()["set_aside"] == 1

    def test_are_not_counted_between_rounds_or_at_the_end_of_the_game(self):
        game = position(modules=("castle_rule",), order=[1, 0], used=[True, True], depots={"2.2": "castle"}, round=4)
        assert play(game, "end").to_json()["set_aside"] == 0
        over = self.at_phase_end(phase="E", depots={"2.2": "castle"})
        assert over.to_json()["set_aside"] == 0

    def test_are_no_matter_of_2011(self):
        assert "set_aside" not in self.at_phase_end(ruleset="alea_2011", depots={"2.2": "castle"}).to_json()


class TestRetrievalOf2011:
    def stored(self, **keys):
        return bound(**{"ruleset": "alea_2011", "storage": ["castle", "ship"], "vp": 5, "dice": [3, 3], **keys})

    def test_puts_a_stored_castle_on_any_empty_castle_hex(self):
        """h16, h22 and h31 touch nothing, and show 6, 1 and 2; two threes are on the dice."""
        assert legal(self.stored(workers=0), "retrieve") == ["retrieve h16", "retrieve h22", "retrieve h31"]

    def test_ruling_a_hex_that_touches_tiles_is_empty_too(self):
        placed = {**AROUND_H7, "h18": "bank", "h17": "market"}
        assert "retrieve h16" in legal(self.stored(placed=placed), "retrieve")

    def test_costs_5_vp_and_both_dice(self):
        game = play(self.stored(vp=30), "retrieve h22")
        assert (seat(game)["used"], source(game, "retrievals")) == ([True, True], -5)
        assert seat(game)["storage"] == ["ship"]

    def test_scores_and_takes_effect_as_usual(self):
        """A region of one in phase A: 1 + 10; then the castle's action."""
        game = play(self.stored(), "retrieve h22")
        assert (seat(game)["vp"], pending(game)) == (1 + 10, ["castle"])
        play(game, "free workers")
        assert legal(game) == ["end"]

    def test_with_the_last_castle_hex_wins_the_colours_bonus(self):
        placed = {**AROUND_H7, "h16": "castle", "h31": "castle"}
        game = play(self.stored(placed=placed), "retrieve h22")
        assert (seat(game)["vp"], seat(game)["bonus"]) == (1 + 10 + 5, ["castle_large"])

    def test_lets_place_around_the_new_castle(self):
        game = play(self.stored(storage=["castle", "cow2"]), "retrieve h22")
        assert "free place h15" in legal(game, "free place")
        assert "free place h21" not in legal(game, "free place")

    def test_needs_a_stored_castle_5_vp_and_both_dice(self):
        assert not legal(self.stored(storage=["ship"]), "retrieve")
        assert not legal(self.stored(vp=4), "retrieve")
        assert not legal(self.stored(used=[True, False]), "retrieve")
        assert not legal(self.stored(modules=()), "retrieve")
        placed = {"h19": "castle"}
        assert not legal(self.stored(duchy=1, placed=placed), "retrieve")

    def test_is_not_the_special_editions(self):
        game = bound(storage=["castle"], vp=9, set_aside=1, phase="B")
        assert legal(game, "retrieve") == ["retrieve"]

    def test_needs_an_empty_castle_hex(self):
        placed = {"h7": "castle", "h16": "castle", "h22": "castle", "h31": "castle"}
        assert not legal(self.stored(placed=placed), "retrieve")

    def test_links_border_posts_too(self):
        """The post of h16 and, through h17, h18 and so on, that of h4: the castle on h16 closes the chain."""
        placed = {
            "h7": "castle", "h3": "bank", "h4": "market", "h12": "ship", "h18": "bank", "h17": "market",
        }  # fmt: skip
        game = play(self.stored(modules=("castle_rule", "border_posts"), placed=placed), "retrieve h16")
        assert seat(game)["vp"] == 1 + 10 + 10


def test_boards_11_to_22_are_playable_in_any_game():
    for board in range(11, 23):
        game = Game.new({"duchies": [board, 1]}, seed=1)
        assert game.to_json()["players"][0]["duchy"] == board


def test_boards_drawn_with_the_rule_are_those_of_the_expansion():
    boards = {
        player["duchy"]
        for seed in range(40)
        for player in Game.new({"modules": ["castle_rule"], "duchies": "random"}, seed=seed).to_json()["players"]
    }
    assert boards == set(BOUND)


def test_a_castle_set_aside_is_one_of_the_box():
    with pytest.raises(ValueError, match="set_aside"):
        bound(set_aside=17, phase="B")
    with pytest.raises(ConfigError, match="solo goes with extra_tiles and white_castles only"):
        Game.new({"players": 1, "modules": ["solo", "castle_rule"]})

"""rules.md 6.5: inns fit any colour, once in a region, and make it one larger."""

import pytest

from burgundy_env import ConfigError, Game
from burgundy_env.data import load

from .positions import BOTH, at_the_end, full_duchy, legal, pending, play, position, seat, source

INNS = ("inns",)
START = {"h19": "castle"}
REGION_VP = load().components["scoring"]["region"]


def table(players=2, *, modules=INNS, phase="E", **keys):
    """Phase E: by then five inns have come, and a phase bonus is 2."""
    return position(players, modules=modules, phase=phase, **keys)


def hexes(game, action="d1 place"):
    return [legal_action.split()[-1] for legal_action in legal(game, action)]


class TestTheStack:
    def to_the_first_turn(self, **keys):
        game = Game.new({"modules": INNS, **keys}, seed=2)
        while legal(game, "start"):
            assert game.to_json()["inns"] == 0
            game.push(legal(game, "start")[0])
        return game

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_has_one_from_the_start_of_phase_a(self, players):
        assert self.to_the_first_turn(players=players).to_json()["inns"] == 1

    def test_grows_by_one_at_each_phase_start_and_inns_stay(self):
        for before, (phase, begun) in enumerate(zip("ABCD", "BCDE", strict=True), 1):
            game = position(modules=INNS, phase=phase, round=5, order=[1, 0], used=[True, True], inns=before)
            play(game, "end")
            assert (game.to_json()["phase"], game.to_json()["inns"]) == (begun, before + 1)

    def test_grows_from_nothing_too_and_not_between_rounds(self):
        game = position(modules=INNS, phase="A", round=5, order=[1, 0], used=[True, True], inns=0)
        assert play(game, "end").to_json()["inns"] == 1
        game = position(modules=INNS, phase="A", round=4, order=[1, 0], used=[True, True], inns=1)
        assert play(game, "end").to_json()["inns"] == 1

    def test_is_there_with_the_module_only_and_holds_five_in_all(self):
        assert "inns" not in position().to_json()
        assert load().components["expansion_tiles"]["inns"]["count"] == 5
        with pytest.raises(ValueError, match="inns"):
            table(inns=4, storage=["inn", "inn"])


class TestBuying:
    def test_costs_2_silver_and_is_a_purchase_of_the_turn(self):
        game = play(table(inns=2, silver=5, black=["ship"]), "buy inn")
        assert (seat(game)["storage"], seat(game)["silver"], seat(game)["bought"]) == (["inn"], 3, True)
        assert game.to_json()["inns"] == 1
        assert legal(game, "buy") == []

    def test_is_the_once_a_turn_limit_of_the_black_depot(self):
        game = play(table(inns=2, silver=5, black=["ship"]), "buy b1")
        assert legal(game, "buy") == []

    def test_needs_an_inn_and_2_silver(self):
        assert legal(table(inns=0, silver=5), "buy") == []
        assert legal(table(inns=1, silver=1), "buy") == []
        assert legal(table(inns=1, silver=2), "buy") == ["buy inn"]

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_is_free_of_nothing_monastery_6_does(self, ruleset):
        """6 reaches numbered depots: no inn for workers, and in 2011 no second purchase."""
        game = table(
            inns=2, silver=4, workers=2, placed={**START, "h13": "m6"}, depots={"1.1": "bank"}, ruleset=ruleset
        )
        assert "recruit inn" not in legal(game)
        play(game, "buy inn")
        assert legal(game, "buy") == []
        assert ("recruit 1.1" in legal(game)) == (ruleset == "special_edition")

    def test_goes_on_at_any_time_of_the_turn_while_an_effect_waits(self):
        for keys in (
            {"used": [True, True]}, {"pending": [{"kind": "castle"}]}, {"pending": [{"kind": "ship"}]},
            {"pending": [{"kind": "place"}], "storage": ["ship"]},
        ):  # fmt: skip
            assert "buy inn" in legal(table(inns=1, silver=2, **keys))

    def test_does_not_go_on_inside_a_choice(self):
        keys = {"inns": 1, "silver": 2}
        assert legal(table(**keys, pending=[{"kind": "discard", "for": "bank"}], storage=["ship"] * 3)) == [
            "discard ship"
        ]
        pick = {"kind": "pick", "hex": "h20", "by": "d1"}
        assert legal(table(**keys, pending=[pick], storage=["ship", "inn"], dice=[5, 1])) == ["pick ship", "pick inn"]

    def test_with_a_full_storage_throws_a_stored_tile_away(self):
        game = play(table(inns=1, silver=2, storage=["bank", "inn", "ship"]), "buy inn")
        assert set(legal(game)) == {"discard bank", "discard inn", "discard ship"}
        play(game, "discard inn")
        assert sorted(seat(game)["storage"]) == ["bank", "inn", "ship"]
        assert game.to_json()["inns"] == 0  # thrown away, not put back

    def test_no_market_church_or_carpenter_reaches_it(self):
        for colours in (["building"], ["ship", "livestock"], ["monastery", "castle", "mine"]):
            game = table(inns=1, depots={"1.1": "bank", "1.2": "ship", "5.1": "mine"},
                         pending=[{"kind": "take", "colours": colours}])  # fmt: skip
            assert not any("inn" in action for action in legal(game))

    def test_may_be_placed_in_the_turn_it_was_bought(self):
        game = play(table(inns=1, silver=2, dice=[5, 1]), "buy inn", "d1 place h20")
        assert seat(game)["placed"]["h20"] == "inn"


class TestPlacing:
    def test_on_a_hex_of_any_colour(self):
        """Board 1: around a castle on h7 next to livestock, building and monastery; around h19 ships, mine, towns."""
        placed = {**START, "h13": "m16", "h7": "castle"}
        found = hexes(table(placed=placed, storage=["inn"], workers=9))
        colours = {load().duchies[1].colours[int(h[1:]) - 1] for h in found}
        assert colours == {"building", "monastery", "ship", "livestock", "castle", "mine"}

    def test_by_the_normal_rules_its_number_and_a_tile_beside_it(self):
        assert hexes(table(storage=["inn"], dice=[5, 1])) == ["h20"]
        assert hexes(table(storage=["inn"], dice=[6, 1])) == []
        game = play(table(storage=["inn"], dice=[5, 1], used=[False, True]), "d1 place h20")
        assert (seat(game)["used"], seat(game)["storage"]) == ([True, True], [])

    def test_at_most_one_per_region(self):
        placed = {**START, "h26": "inn", "h20": "ship"}
        found = hexes(table(placed=placed, storage=["inn"], workers=9))
        assert not {"h27", "h32", "h33", "h37"} & set(found)
        assert {"h12", "h21", "h14"} <= set(found)  # other towns of the colour, other regions

    def test_one_in_every_region_is_fine(self):
        placed = {**START, "h26": "inn", "h20": "inn", "h18": "inn", "h25": "inn"}
        assert "h13" in hexes(table(placed=placed, storage=["inn"], workers=9))

    def test_in_the_region_of_other_tiles_and_they_beside_it(self):
        placed = {**START, "h26": "bank"}
        assert "h27" in hexes(table(placed=placed, storage=["inn"], workers=9))
        placed = {**START, "h26": "inn"}
        assert "h27" in hexes(table(placed=placed, storage=["bank"], workers=9))

    def test_lets_later_tiles_touch_it(self):
        placed = {**START, "h20": "inn"}
        assert "h21" in hexes(table(placed=placed, storage=["ship"], workers=9))

    def test_by_a_castle_a_town_hall_and_a_white_castle(self):
        for entry in ("castle", "place"):
            assert hexes(table(pending=[{"kind": entry}], storage=["inn"]), "free place") == [
                "h12", "h13", "h18", "h20", "h25", "h26",
            ]  # fmt: skip
        white = table(
            pending=[{"kind": "white_castle"}], storage=["inn"], modules=(*INNS, "white_castles"), white_die=4
        )
        assert hexes(white, "free place") == ["h25"]

    @pytest.mark.parametrize("hex_", ["h12", "h13", "h18", "h25", "h7", "h11"])
    def test_has_no_effect(self, hex_):
        """On building, monastery, ship, mine, castle and livestock hexes alike."""
        number = load().duchies[1].numbers[int(hex_[1:]) - 1]
        placed = {**START, **({"h13": "m16", "h12": "bank"} if hex_ in ("h7", "h11") else {})}
        game = play(table(placed=placed, storage=["inn"], dice=[number, 1], goods={1: 1}), f"d1 place {hex_}")
        assert pending(game) == []
        assert (seat(game)["silver"], seat(game)["workers"], source(game, "livestock")) == (0, 0, 0)
        assert game.to_json()["track"][0] == [0, 1]

    @pytest.mark.parametrize("monastery", ["m9", "m10", "m11"])
    def test_has_no_free_step(self, monastery):
        """Not on a hex of any colour that it helps: building, ship, mine."""
        for number, hex_ in ((3, "h26"), (2, "h18"), (4, "h25")):
            keys = {"placed": {**START, "h13": monastery}, "storage": ["inn"]}
            assert f"d1 place {hex_}" not in legal(table(**keys, dice=[number + 1, 1]))
            assert f"d1 place {hex_}" in legal(table(**keys, dice=[number, 1]))

    def test_has_the_workers_of_monastery_8(self):
        game = table(placed={**START, "h13": "m8"}, storage=["inn"], dice=[3, 1], workers=1)
        assert "h20" in hexes(game)
        assert seat(play(game, "d1 place h20"))["workers"] == 0


class TestThePick:
    """A 4 and h20, a 5: monastery 10 brings a ship there for nothing; an inn needs a worker."""

    def stored(self, **keys):
        return table(placed={**START, "h13": "m10"}, storage=["inn", "ship"], dice=[4, 1], **keys)

    def test_is_not_asked_if_only_the_tile_of_the_colour_can_be_paid(self):
        game = self.stored()
        assert "d1 place h20" in legal(game)
        play(game, "d1 place h20")
        assert (seat(game)["placed"]["h20"], pending(game)) == ("ship", ["ship"])

    def test_is_asked_if_both_can_be_paid_and_paid_by_what_is_picked(self):
        game = play(self.stored(workers=1), "d1 place h20")
        assert (legal(game), seat(game)["workers"]) == (["pick ship", "pick inn"], 1)
        assert seat(play(game.copy(), "pick ship"))["workers"] == 1
        play(game, "pick inn")
        assert (seat(game)["placed"]["h20"], seat(game)["workers"], pending(game)) == ("inn", 0, [])

    def test_is_not_asked_if_the_region_has_an_inn_or_the_town_the_building(self):
        placed = {**START, "h26": "inn", "h27": "bank"}
        game = play(table(placed=placed, storage=["inn", "market"], dice=[5, 1]), "d1 place h32")
        assert (seat(game)["placed"]["h32"], pending(game)) == ("market", [])
        placed = {**START, "h26": "bank"}
        game = play(table(placed=placed, storage=["inn", "bank"], dice=[1, 1]), "d1 place h27")
        assert seat(game)["placed"]["h27"] == "inn"

    def test_offers_the_inn_among_tiles_of_several_names(self):
        game = play(table(storage=["bank", "inn", "market"], dice=[3, 1]), "d1 place h26")
        assert legal(game) == ["pick market", "pick bank", "pick inn"]


# A region of each size: board and hexes.
ALL_REGIONS = [(board, region) for board in range(1, 31) for region in load().duchies[board].regions]
REGIONS = {size: next(found for found in ALL_REGIONS if len(found[1]) == size) for size in range(1, 9)}


def covered_but(board, last, *, inn_at=None):
    """What lies on a board that is full but for one hex, perhaps with an inn among it; and the tile that lacks."""
    tiles = full_duchy(board)
    tile = tiles.pop(f"h{last}")
    if inn_at:
        tiles[f"h{inn_at}"] = "inn"
    return tiles, tile


class TestTheRegion:
    @pytest.mark.parametrize("size", range(1, 9))
    def test_counts_one_larger_completed_by_an_inn(self, size):
        board, region = REGIONS[size]
        placed, _ = covered_but(board, region[-1])
        number = load().duchies[board].numbers[region[-1] - 1]
        game = table(duchy=board, placed=placed, storage=["inn"], dice=[number, number])
        play(game, f"d1 place h{region[-1]}")
        assert source(game, "regions") == REGION_VP[size + 1]
        assert source(game, "phase_bonuses") == 2

    @pytest.mark.parametrize("size", range(2, 9))
    def test_counts_one_larger_with_an_inn_placed_before(self, size):
        board, region = REGIONS[size]
        placed, tile = covered_but(board, region[-1], inn_at=region[0])
        number = load().duchies[board].numbers[region[-1] - 1]
        game = table(duchy=board, placed=placed, storage=[tile], dice=[number, number])
        play(game, f"d1 place h{region[-1]}")
        assert source(game, "regions") == REGION_VP[size + 1]

    @pytest.mark.parametrize("ruleset", BOTH)
    def test_of_4_scores_as_5_15_instead_of_10(self, ruleset):
        """The example beside the rulebook's text: the town of h1 to h4 on board 11."""
        placed = {"h7": "castle", "h2": "bank", "h3": "market", "h1": "church"}
        keys = {"duchy": 11, "placed": placed, "dice": [3, 1], "ruleset": ruleset, "phase": "A"}
        inn = play(table(**keys, storage=["inn"]), "d1 place h4")
        usual = play(table(**keys, storage=["watchtower"]), "d1 place h4")
        assert (source(inn, "regions"), source(usual, "regions")) == (15, 10)
        assert source(inn, "phase_bonuses") == 10

    def test_of_9_scores_45_and_the_last_hex_of_a_colour_its_bonus(self):
        """Board 10: its town of eight, the inn on h19 the last building hex of all."""
        placed, _ = covered_but(10, 19)
        game = play(table(duchy=10, placed=placed, storage=["inn"], dice=[6, 1], phase="A"), "d1 place h19")
        assert (source(game, "regions"), source(game, "phase_bonuses")) == (45, 10)
        assert (source(game, "colour_bonuses"), seat(game)["bonus"]) == (5, ["building_large"])
        assert pending(game) == []

    def test_is_not_larger_for_a_neighbouring_region(self):
        """The inn on h26 lies in the town of five; the mines beside it count three."""
        placed = {**START, "h26": "inn", "h25": "mine", "h30": "mine"}
        game = play(table(placed=placed, storage=["mine"], dice=[3, 1]), "d1 place h34")
        assert source(game, "regions") == 6


class TestWhatItCovers:
    def test_a_colour_whatever_the_order(self):
        """Mines of board 1: the bonus for the last hex, be it an inn or a mine beside one."""
        for tile, others in (("inn", ("mine", "mine")), ("mine", ("inn", "mine"))):
            placed = {**START, "h25": others[0], "h30": others[1]}
            game = play(table(placed=placed, storage=[tile], dice=[3, 1]), "d1 place h34")
            assert seat(game)["bonus"] == ["mine_large"]

    def test_no_colour_but_that_of_its_hex(self):
        placed = {**START, "h25": "mine", "h30": "mine"}
        game = play(table(placed=placed, storage=["inn"], dice=[5, 1]), "d1 place h20")
        assert seat(game)["bonus"] == []

    def test_a_hex_in_a_tie(self):
        seats = {0: {"placed": {**START, "h20": "inn"}}, 1: {"placed": START, "vp": 0}}
        outcome = at_the_end(seats, modules=INNS).outcome()
        assert (outcome.winners, outcome.decided_by) == ((0,), "empty hexes")


class TestIsNoTileOfTheColour:
    def test_no_mine_for_silver_and_monastery_2(self):
        placed = {**START, "h25": "inn", "h30": "mine", "h13": "m2"}
        game = position(modules=INNS, phase="B", round=5, order=[1, 0], placed=placed, used=[True, True])
        play(game, "end")
        assert (seat(game)["silver"], seat(game)["workers"]) == (1, 1)

    def test_no_livestock(self):
        placed = {**START, "h12": "bank", "h11": "inn", "h10": "cow3"}
        game = play(table(placed=placed, storage=["cow2"], dice=[1, 1]), "d1 place h6")
        assert source(game, "livestock") == 5
        assert source(at_the_end({0: {"placed": {**placed, "h13": "m24"}}}, modules=INNS), "m24") == 4

    def test_no_building_for_town_or_monasteries_16_to_23(self):
        placed = {**START, "h12": "inn", "h26": "bank", "h13": "m22"}
        assert source(at_the_end({0: {"placed": placed}}, modules=INNS), "m22") == 4

    def test_no_monastery(self):

        assert at_the_end({0: {"placed": {**START, "h13": "inn"}}}, modules=INNS).scores()[0]["total"] == 0

    def test_in_storage_scores_nothing_at_the_end(self):
        assert at_the_end({0: {"placed": START, "storage": ["inn"]}}, modules=INNS).scores()[0]["total"] == 0


def test_not_with_the_chateauma_or_solo():
    with pytest.raises(ConfigError, match="'inns' is not compatible with the Châteauma"):
        Game.new({"players": 1, "modules": ["inns"], "chateauma": "easy"})
    with pytest.raises(ConfigError, match="solo goes with extra_tiles and white_castles only, not with inns"):
        Game.new({"players": 1, "modules": ["inns", "solo"]})

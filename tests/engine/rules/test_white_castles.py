"""rules.md 6.4: white castles give an action with the white die; monastery 29 counts them."""

import pytest

from burgundy_env import Game

from .positions import BOTH, at_the_end, legal, pending, play, position, seat, source, tile_in

WHITE = ("white_castles",)
DEPOTS = {"1.1": "church", "1.2": "ship", "2.2": "castle", "3.1": "pig4", "4.1": "ship", "5.1": "mine", "6.1": "bank"}
START = {"h19": "castle"}


def table(players=2, *, modules=WHITE, **keys):
    return position(players, modules=modules, **keys)


def built(*, monasteries=(), **keys):
    """A white castle just placed on h26 with a 3; monasteries lie on h13 and h8."""
    placed = {**START, **dict(zip(("h13", "h8"), monasteries, strict=False)), **keys.pop("placed", {})}
    keys = {"storage": [], "dice": [3, 1], "placed": placed, **keys}
    game = table(**{**keys, "storage": ["white_castle", *keys["storage"]]})
    play(game, "d1 place h26")
    return play(game, "pick white_castle") if pending(game) == ["pick"] else game


class TestTheBox:
    def test_has_6_among_the_buildings_2_black_ones_and_monastery_29(self):
        hidden, usual = (Game.new({"modules": modules}).to_json()["hidden"] for modules in (WHITE, ()))
        assert hidden["supply"]["building"]["white_castle"] == 6
        assert hidden["black"]["white_castle"] == 2
        assert hidden["supply"]["monastery"]["m29"] == 1
        assert "white_castle" not in usual["supply"]["building"] | usual["black"]
        assert "m29" not in usual["supply"]["monastery"]

    def test_lays_them_out_like_other_buildings(self):
        slots = set()
        for seed in range(30):
            game = Game.new({"modules": WHITE, "players": 4}, seed=seed)
            while legal(game, "start"):
                game.push(legal(game, "start")[0])
            depots = game.to_json()["depots"]
            slots |= {
                f"{d}.{i}" for d in depots for i, tile in enumerate(depots[d]["tiles"], 1) if tile == "white_castle"
            }
        assert slots == {"1.1", "2.3", "2.4", "3.2", "4.2", "5.3", "5.4", "6.1"}


class TestABuildingOfItsOwnKind:
    def test_goes_on_building_hexes_by_the_usual_rules(self):
        assert legal(table(storage=["white_castle"], dice=[3, 1]), "d1 place") == ["d1 place h12", "d1 place h26"]

    def test_may_be_in_a_town_once(self):
        placed = {**START, "h26": "white_castle"}
        game = table(placed=placed, storage=["white_castle"], dice=[1, 3])
        assert legal(game, "d1 place") == []
        assert legal(game, "d2 place") == ["d2 place h12"]

    def test_may_be_there_again_with_monastery_1(self):
        placed = {**START, "h26": "white_castle", "h13": "m1"}
        assert "d1 place h27" in legal(table(placed=placed, storage=["white_castle"], dice=[1, 1]), "d1 place")

    def test_stands_beside_all_other_kinds(self):
        placed = {**START, "h26": "bank", "h27": "market"}
        assert "d1 place h32" in legal(table(placed=placed, storage=["white_castle"], dice=[5, 1]))

    def test_has_monastery_9s_free_step(self):
        assert "d1 place h26" in legal(table(placed={**START, "h13": "m9"}, storage=["white_castle"], dice=[4, 1]))
        assert "d1 place h26" not in legal(
            table(placed={**START, "h13": "m11"}, storage=["white_castle"], dice=[4, 1])
        )

    def test_is_taken_by_carpenters_and_monastery_6_and_no_church(self):
        depots = {"3.2": "white_castle"}
        take = table(depots=depots, pending=[{"kind": "take", "colours": ["building"]}])
        assert "free take 3.2" in legal(take)
        recruit = table(depots=depots, placed={**START, "h13": "m6"}, workers=2)
        assert "recruit 3.2" in legal(recruit)
        church = play(table(depots=depots, storage=["church"], dice=[3, 1]), "d1 place h26")
        assert pending(church) == []

    def test_scores_its_region(self):
        game = play(table(storage=["white_castle"], dice=[3, 1]), "d1 place h12")
        assert (seat(game)["vp"], pending(game)) == (1 + 10, ["white_castle"])


@pytest.mark.parametrize("ruleset", BOTH)
class TestItsEffect:
    @pytest.mark.parametrize("white_die", range(1, 7))
    def test_is_one_action_with_the_white_dies_value(self, white_die, ruleset):
        goods = {white_die: 1, white_die % 6 + 1: 2}
        game = built(white_die=white_die, depots=DEPOTS, goods=goods, storage=["ship", "bank"], ruleset=ruleset)
        slots = [slot for slot in sorted(DEPOTS) if slot[0] == str(white_die)]
        numbered = {1: ["h27"], 2: ["h18"], 3: ["h12"], 5: ["h20", "h32"]}
        assert legal(game) == [
            *(f"free take {slot}" for slot in slots),
            *(f"free place {h}" for h in numbered.get(white_die, [])),
            f"free sell {white_die}",
            "free workers",
            "skip",
        ]

    @pytest.mark.parametrize("action", ["free take 5.1", "free place h20", "free sell 5", "free workers"])
    def test_is_one_action_only_and_uses_no_die(self, action, ruleset):
        game = built(white_die=5, depots=DEPOTS, goods={5: 2}, storage=["ship"], ruleset=ruleset)
        play(game, action)
        assert "white_castle" not in pending(game)
        assert seat(game)["used"] == [True, False]

    def test_may_be_declined(self, ruleset):
        game = play(built(white_die=5, depots=DEPOTS, ruleset=ruleset), "skip")
        assert (pending(game), seat(game)["storage"], seat(game)["workers"]) == ([], [], 0)

    def test_waits_even_if_only_workers_can_be_taken(self, ruleset):
        assert legal(built(ruleset=ruleset)) == ["free workers", "skip"]

    def test_takes_and_sells_like_a_die(self, ruleset):
        game = play(built(white_die=3, depots=DEPOTS, ruleset=ruleset), "free take 3.1")
        assert (seat(game)["storage"], tile_in(game, "3.1")) == (["pig4"], None)
        game = play(built(white_die=3, goods={3: 2}, monasteries=("m3", "m4"), ruleset=ruleset), "free sell 3")
        assert (seat(game)["vp"], seat(game)["silver"], seat(game)["workers"]) == (4, 2, 1)

    def test_lets_its_tile_take_effect(self, ruleset):
        game = play(built(white_die=5, storage=["ship"], ruleset=ruleset), "free place h20")
        assert (seat(game)["placed"]["h20"], pending(game)) == ("ship", ["ship"])


class TestWorkersChangeTheWhiteDie:
    @pytest.mark.parametrize(("white_die", "cost"), [(5, 0), (4, 1), (6, 1), (3, 2), (1, 2), (2, 3)])
    def test_for_taking_placing_and_selling(self, white_die, cost):
        for action in ("free take 5.1", "free place h20", "free sell 5"):
            keys = {"white_die": white_die, "depots": DEPOTS, "goods": {5: 1}, "storage": ["ship"]}
            game = play(built(**keys, workers=cost), action)
            assert seat(game)["workers"] == 0
            assert cost == 0 or action not in legal(built(**keys, workers=cost - 1))

    def test_without_changing_what_the_white_die_shows(self):
        game = play(built(white_die=4, depots=DEPOTS, workers=3), "free take 5.1")
        assert game.to_json()["white_die"] == 4

    def test_with_monastery_8_by_up_to_2_each(self):
        keys = {"white_die": 2, "depots": DEPOTS, "monasteries": ("m8",)}
        assert seat(play(built(**keys, workers=2), "free take 5.1"))["workers"] == 0
        assert "free take 5.1" not in legal(built(**keys, workers=1))

    def test_with_monastery_12_one_step_free_for_taking(self):
        keys = {"white_die": 4, "depots": DEPOTS, "goods": {5: 1}}
        game = built(**keys, monasteries=("m12",))
        assert "free take 5.1" in legal(game)
        assert "free sell 5" not in legal(game)
        assert "free take 5.1" not in legal(built(**keys, monasteries=("m11",)))
        assert seat(play(built(**keys, monasteries=("m12",), workers=1), "free take 5.1"))["workers"] == 1

    def test_of_a_castles_action_need_none_though_monastery_12_helps_the_white_castles_below(self):
        game = table(placed={**START, "h13": "m12"}, pending=[{"kind": "white_castle"}, {"kind": "castle"}],
                     white_die=1, depots=DEPOTS)  # fmt: skip
        assert len(legal(game, "free take")) == len(DEPOTS)
        play(game, "free take 4.1")
        assert legal(game, "free take") == [f"free take {slot}" for slot in ("1.1", "1.2", "2.2", "6.1")]

    @pytest.mark.parametrize(
        ("monastery", "tile", "hex_"), [("m9", "bank", "h32"), ("m10", "ship", "h20"), ("m11", "m16", "h31")]
    )
    def test_with_monasteries_9_to_11_one_step_free_for_placing(self, monastery, tile, hex_):
        number = {"h32": 5, "h20": 5, "h31": 2}[hex_]
        keys = {"white_die": number - 1, "storage": [tile]}
        assert f"free place {hex_}" in legal(built(**keys, monasteries=(monastery,)))
        for other in {"m9", "m10", "m11"} - {monastery}:
            assert f"free place {hex_}" not in legal(built(**keys, monasteries=(other,)))
            assert f"free place {hex_}" in legal(built(**keys, monasteries=(other,), workers=1))


@pytest.mark.parametrize(
    ("monasteries", "gets"), [((), (2, 0)), (("m13",), (2, 1)), (("m14",), (4, 0)), (("m13", "m14"), (4, 1))]
)
def test_its_workers_are_helped_by_monasteries_13_and_14(monasteries, gets):
    game = play(built(monasteries=monasteries), "free workers")
    assert (seat(game)["workers"], seat(game)["silver"]) == gets


class TestThePick:
    """On h32, a 5, bank and market may go; monastery 9 makes them free from a 4."""

    def test_is_paid_when_it_is_made_by_the_white_die(self):
        game = built(white_die=4, storage=["bank", "market"], workers=2)
        play(game, "free place h32")
        assert (pending(game), seat(game)["workers"]) == (["white_castle", "pick"], 2)
        assert legal(game) == ["pick market", "pick bank"]
        play(game, "pick bank")
        assert (pending(game), seat(game)["workers"], seat(game)["silver"]) == ([], 1, 2)

    def test_between_an_inn_and_a_building_offers_what_can_be_paid(self):
        """Monastery 9 helps the buildings, not the inn: without a worker the inn is out, and nothing is asked."""
        keys = {"modules": (*WHITE, "inns"), "white_die": 4, "monasteries": ("m9",), "storage": ["bank", "inn"]}
        game = play(built(**keys), "free place h32")
        assert (seat(game)["placed"]["h32"], pending(game)) == ("bank", [])
        game = play(built(**keys, workers=1), "free place h32")
        assert legal(game) == ["pick bank", "pick inn"]
        assert seat(play(game.copy(), "pick inn"))["workers"] == 0
        assert seat(play(game, "pick bank"))["workers"] == 1

    def test_names_only_what_can_be_paid(self):
        keys = {"modules": (*WHITE, "inns"), "white_die": 4, "placed": {**START, "h13": "m9", "h26": "church"}}
        game = table(**keys, storage=["bank", "inn", "market"], pending=[{"kind": "white_castle"}])
        assert legal(play(game, "free place h32"), "pick") == ["pick market", "pick bank"]


class TestChains:
    def test_a_white_castle_may_place_a_white_castle_which_acts_again(self):
        game = built(white_die=3, storage=["white_castle"], depots=DEPOTS)
        play(game, "free place h12")
        assert pending(game) == ["white_castle"]
        play(game, "free take 3.1")
        assert (seat(game)["storage"], pending(game)) == (["pig4"], [])

    def test_a_castle_placed_by_it_acts_with_any_value(self):
        placed = {"h20": "ship", "h12": "bank"}
        game = built(white_die=6, storage=["castle"], monasteries=("m16",), placed=placed, depots=DEPOTS)
        play(game, "free place h7")
        assert pending(game) == ["castle"]
        assert len(legal(game, "free take")) == len(DEPOTS)
        assert "skip" not in legal(game)

    def test_a_town_hall_places_it_its_number_ignored_but_its_own_action_shows_the_white_die(self):
        game = table(pending=[{"kind": "place"}], storage=["white_castle"], white_die=1, depots=DEPOTS)
        play(game, "free place h26")
        assert legal(game) == ["free take 1.1", "free take 1.2", "free workers", "skip"]

    def test_a_town_hall_placed_by_it_ignores_numbers_again(self):
        game = built(white_die=1, storage=["town_hall", "ship"])
        play(game, "free place h27")
        assert legal(game, "free place") == ["free place h18", "free place h20", "free place h21"]

    def test_a_full_storage_makes_room(self):
        entry = {"kind": "white_castle"}
        game = table(
            pending=[entry], white_die=3, depots=DEPOTS, storage=["bank", "market", "ship"], used=[True, True]
        )
        play(game, "free take 3.1")
        assert pending(game) == ["discard"]
        play(game, "discard bank")
        assert (sorted(seat(game)["storage"]), pending(game)) == (["market", "pig4", "ship"], [])

    def test_purchases_go_on_while_it_waits(self):
        game = built(white_die=5, black=["ship"], silver=2)
        play(game, "buy b1")
        assert pending(game) == ["white_castle"]
        play(game, "free place h20")
        assert seat(game)["placed"]["h20"] == "ship"


class TestMonastery29:
    def test_brings_4_vp_for_each_white_castle_at_the_end(self):
        placed = {**START, "h13": "m29", "h26": "white_castle", "h12": "white_castle", "h27": "bank"}
        for ruleset in BOTH:
            game = at_the_end({0: {"placed": placed}}, modules=WHITE, ruleset=ruleset)
            assert source(game, "m29") == 8

    def test_counts_the_duchy_only_and_no_castles(self):
        keys = {"placed": {**START, "h13": "m29"}, "storage": ["white_castle"]}
        assert source(at_the_end({0: keys}, modules=WHITE), "m29") == 0

    def test_has_no_effect_now(self):
        game = play(table(storage=["m29"]), "d1 place h13")
        assert (pending(game), seat(game)["vp"]) == ([], 0)

"""rules.md 4: what each building, a castle, a ship, a mine and a monastery do when they are placed."""

import pytest

from burgundy_env.data import load

from .positions import BOTH, legal, pending, play, position, seat, source, tile_in

DEPOTS = {  # a tile of each colour, the building in a depot of another number than the die
    "1.1": "church", "1.2": "ship", "2.1": "m17", "2.2": "castle", "3.1": "pig4", "5.1": "mine", "6.2": "cow2",
}  # fmt: skip
COLOUR_OF = {
    "church": "building", "ship": "ship", "m17": "monastery", "castle": "castle", "pig4": "livestock",
    "mine": "mine", "cow2": "livestock",
}  # fmt: skip


def built(kind, **keys):
    """A building of this kind just placed on h26 with a 3."""
    keys = {"storage": [], "depots": DEPOTS, **keys}
    game = play(position(**{"dice": [3, 1], **keys, "storage": [kind, *keys["storage"]]}), "d1 place h26")
    return play(game, f"pick {kind}") if pending(game) == ["pick"] else game


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("kind", "slots"),
    [
        ("market", ["1.2", "3.1", "6.2"]),
        ("carpenter", ["1.1"]),
        ("church", ["2.1", "2.2", "5.1"]),
    ],
)
class TestMarketCarpenterAndChurch:
    def test_take_a_tile_of_their_colours_from_any_numbered_depot(self, kind, slots, ruleset):
        game = built(kind, ruleset=ruleset, black=["bank", "ship", "m7", "castle"])
        assert legal(game, "free") == [f"free take {slot}" for slot in slots]
        for slot in slots:
            after = play(game.copy(), f"free take {slot}")
            assert seat(after)["storage"] == [DEPOTS[slot]]
            assert tile_in(after, slot) is None
            assert pending(after) == []
            assert seat(after)["used"] == [True, False]
            assert seat(after)["placed"] == {"h19": "castle", "h26": kind}

    def test_are_optional(self, kind, slots, ruleset):
        game = built(kind, ruleset=ruleset)
        assert legal(game) == [*(f"free take {slot}" for slot in slots), "skip"]
        play(game, "skip")
        assert (seat(game)["storage"], pending(game)) == ([], [])

    def test_are_not_lost_if_only_one_tile_is_there_wherever_it_lies(self, kind, slots, ruleset):
        tiles = {"building": "bank", "monastery": "m17", "livestock": "pig4"}
        wanted = {COLOUR_OF[DEPOTS[slot]] for slot in slots}
        for depot, colours in load().components["depots"]["slots"].items():
            for slot, (colour, _) in enumerate(colours, 1):
                game = built(kind, players=4, ruleset=ruleset, depots={f"{depot}.{slot}": tiles.get(colour, colour)})
                assert legal(game, "free") == ([f"free take {depot}.{slot}"] if colour in wanted else [])

    def test_are_lost_if_no_such_tile_is_there(self, kind, slots, ruleset):
        others = {slot: tile for slot, tile in DEPOTS.items() if slot not in slots}
        game = built(kind, ruleset=ruleset, depots=others, black=["bank", "ship", "m7", "castle"], silver=2)
        assert pending(game) == []
        assert seat(game)["placed"]["h26"] == kind


class TestWarehouse:
    def test_sells_one_type_without_a_die(self):
        game = built("warehouse", goods={1: 2, 4: 1, 6: 3})
        assert legal(game) == ["free sell 1", "free sell 4", "free sell 6", "skip"]
        play(game, "free sell 6")
        assert seat(game)["sold"] == {"6": 3}
        assert seat(game)["goods"] == {"1": 2, "4": 1}
        assert (seat(game)["silver"], seat(game)["vp"], seat(game)["used"]) == (1, 6, [True, False])
        assert pending(game) == []

    def test_is_optional(self):
        game = play(built("warehouse", goods={1: 2}), "skip")
        assert seat(game)["goods"] == {"1": 2}

    def test_is_lost_without_goods(self):
        assert pending(built("warehouse")) == []

    @pytest.mark.parametrize("kind", range(1, 7))
    def test_is_not_lost_with_one_tile_of_any_type(self, kind):
        assert legal(built("warehouse", goods={kind: 1})) == [f"free sell {kind}", "skip"]

    def test_has_the_silver_and_the_worker_of_monasteries_3_and_4(self):
        placed = {"h19": "castle", "h13": "m3", "h8": "m4"}
        game = play(built("warehouse", goods={1: 2}, placed=placed), "free sell 1")
        assert (seat(game)["silver"], seat(game)["workers"], seat(game)["vp"]) == (2, 1, 4)


class TestBoardingHouseBankAndWatchtower:
    def test_a_boarding_house_brings_4_workers(self):
        game = built("boarding_house")
        assert (seat(game)["workers"], seat(game)["silver"], pending(game)) == (4, 0, [])

    def test_a_boarding_house_is_not_helped_by_monasteries_13_and_14(self):
        game = built("boarding_house", placed={"h19": "castle", "h13": "m13", "h8": "m14"})
        assert (seat(game)["workers"], seat(game)["silver"]) == (4, 0)

    def test_a_bank_brings_2_silver(self):
        game = built("bank")
        assert (seat(game)["silver"], seat(game)["workers"], pending(game)) == (2, 0, [])

    def test_a_watchtower_brings_4_vp(self):
        game = built("watchtower")
        assert (seat(game)["vp"], source(game, "watchtowers"), pending(game)) == (4, 4, [])


class TestTownHall:
    def test_places_another_stored_tile_its_number_ignored(self):
        game = built("town_hall", storage=["mine", "ship"])
        assert legal(game) == ["free place h18", "free place h20", "free place h25", "skip"]
        play(game, "free place h20")
        assert seat(game)["placed"] == {"h19": "castle", "h20": "ship", "h26": "town_hall"}
        assert (seat(game)["storage"], seat(game)["used"]) == (["mine"], [True, False])

    def test_needs_no_workers_whatever_the_dice(self):
        game = play(built("town_hall", storage=["ship"], workers=5), "free place h20")
        assert seat(game)["workers"] == 5

    def test_is_bound_by_colour_neighbours_and_towns(self):
        game = built("town_hall", storage=["town_hall", "cow2"])
        assert legal(game, "free") == ["free place h12"]  # no pasture near; the other town only

    def test_sets_the_tiles_effect_off(self):
        game = play(built("town_hall", storage=["ship"]), "free place h18")
        assert pending(game) == ["ship"]

    def test_may_place_next_to_itself(self):
        assert "free place h27" in legal(built("town_hall", storage=["bank"]))

    def test_is_optional(self):
        game = play(built("town_hall", storage=["ship"]), "skip")
        assert (seat(game)["storage"], pending(game)) == (["ship"], [])

    def test_is_lost_with_an_empty_storage_even_if_a_tile_could_be_bought(self):
        game = built("town_hall", silver=2, black=["ship"])
        assert pending(game) == []
        assert "buy b1" in legal(game)

    def test_is_lost_if_no_stored_tile_fits(self):
        assert pending(built("town_hall", storage=["cow2", "castle"])) == []

    def test_asks_which_tile_if_several_fit(self):
        game = play(built("town_hall", storage=["bank", "market"]), "free place h32")
        assert pending(game) == ["place", "pick"]
        play(game, "pick market")
        assert pending(game) == ["take"]
        assert seat(game)["placed"]["h32"] == "market"

    def test_may_place_a_town_hall_in_another_town_which_places_again(self):
        game = built("town_hall", storage=["town_hall", "ship"])
        play(game, "free place h12")
        assert legal(game, "free") == ["free place h18", "free place h20"]


BESIDE_H7 = {"h19": "castle", "h13": "m16"}


class TestCastle:
    def placed(self, **keys):
        """A castle just placed on h7 with a 6."""
        keys = {"placed": BESIDE_H7, "storage": [], **keys}
        keys["storage"] = ["castle", *keys["storage"]]
        return play(position(dice=[6, 1], **keys), "d1 place h7")

    def test_gives_one_action_at_once_with_any_value(self):
        game = self.placed(depots=DEPOTS, storage=["ship", "bank"], goods={2: 1, 5: 2})
        assert legal(game) == [
            *(f"free take {slot}" for slot in sorted(DEPOTS)),
            "free place h12", "free place h14", "free place h18", "free place h20", "free place h26",
            "free sell 2", "free sell 5",
            "free workers",
        ]  # fmt: skip

    @pytest.mark.parametrize("action", ["free take 3.1", "free place h20", "free sell 5", "free workers"])
    def test_gives_one_only_and_needs_no_workers(self, action):
        game = self.placed(depots=DEPOTS, storage=["ship"], goods={5: 2}, workers=3)
        play(game, action)
        assert "castle" not in pending(game)
        assert seat(game)["workers"] == 3 + 2 * (action == "free workers")
        assert seat(game)["used"] == [True, False]

    def test_cannot_be_declined(self):
        game = self.placed()
        assert legal(game) == ["free workers"]
        assert pending(game) == ["castle"]

    def test_takes_sells_and_brings_workers_like_a_die(self):
        game = play(self.placed(depots=DEPOTS), "free take 3.1")
        assert (seat(game)["storage"], tile_in(game, "3.1")) == (["pig4"], None)
        placed = BESIDE_H7 | {"h8": "m3", "h4": "m4"}
        game = play(self.placed(placed=placed, goods={5: 2}), "free sell 5")
        assert (seat(game)["silver"], seat(game)["workers"], seat(game)["vp"]) == (2, 1, 4)

    @pytest.mark.parametrize(
        ("monasteries", "workers", "silver"),
        [((), 2, 0), (("m13",), 2, 1), (("m14",), 4, 0), (("m13", "m14"), 4, 1)],
    )
    def test_free_workers_are_helped_by_monasteries_13_and_14(self, monasteries, workers, silver):
        placed = BESIDE_H7 | dict(zip(("h8", "h35"), monasteries, strict=False))
        placed |= {"h25": "mine", "h30": "mine"} if len(monasteries) > 1 else {}
        game = play(self.placed(placed=placed), "free workers")
        assert (seat(game)["workers"], seat(game)["silver"]) == (workers, silver)

    def test_gives_another_action_for_a_castle_placed_by_it(self):
        game = self.placed(storage=["castle", "ship"])
        play(game, "free place h3")
        assert pending(game) == ["castle"]
        play(game, "free place h18")
        assert pending(game) == ["ship"]


class TestMine:
    def test_has_no_effect_now(self):
        game = play(position(dice=[4, 1], storage=["mine"]), "d1 place h25")
        assert pending(game) == []
        assert (seat(game)["silver"], seat(game)["vp"], seat(game)["workers"]) == (0, 0, 0)


class TestMonastery:
    @pytest.mark.parametrize("number", range(1, 27))
    def test_opens_no_decision_and_scores_nothing_now(self, number):
        game = play(position(dice=[1, 1], storage=[f"m{number}"], goods={1: 1}, sold={2: 3}), "d1 place h13")
        assert pending(game) == []
        assert (seat(game)["vp"], seat(game)["silver"], seat(game)["workers"]) == (0, 0, 0)
        assert seat(game)["placed"]["h13"] == f"m{number}"


@pytest.mark.parametrize(("monastery", "gets"), [("m13", (2, 1)), ("m14", (4, 0)), ("m16", (2, 0))])
def test_the_workers_action_of_a_die_is_helped_by_monasteries_13_and_14(monastery, gets):
    for die in ("d1", "d2"):
        game = play(position(placed={"h19": "castle", "h13": monastery}), f"{die} workers")
        assert (seat(game)["workers"], seat(game)["silver"]) == gets

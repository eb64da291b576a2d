"""rules.md 6.7: the team game. Seats 0 and 2 play board 31 here, 1 and 3 board 32."""

import random

import pytest

from burgundy_env import ConfigError, Game
from burgundy_env.data import load
from burgundy_env.game import inside

from .positions import legal, pending, play

TEAM = {"players": 4, "modules": ["team"], "duchies": [31, 32]}
DUCHIES = load().duchies
BANK = {"1.1": "bank"}  # in the depots
FULL = {"storage": ["ship", "castle"]}
WITH_27 = ("team", "extra_tiles")
STORED_27 = {"storage": ["m27"], "placed": {"h29": "castle", "h28": "ship"}}
STARTS = {31: ["start h29"], 32: ["start h22", "start h58"]}


def begun(modules=("team",), seed=1):
    """A game at its first start castle."""
    return Game.new({**TEAM, "modules": list(modules)}, seed=seed)


def table(shared=(), rivals=(), *, seats=(), active=0, modules=("team",), **changes):
    """The first turn of `active` with nothing on the table: keys of its team, of the other one, of seats."""
    game = begun(modules)
    while game.to_json()["stage"] == "start":
        game.push(legal(game)[0])
    document = game.to_json()
    del document["hidden"]
    order = changes.pop("order", [0, 1, 2, 3])
    document.update(order=order, active=active, white_die=1, black_depot=[None] * 8)
    document.update(round_goods=[6, 5, 4, 3], track=[order, [], [], [], [], [], []])
    for depot in document["depots"].values():
        depot.update(tiles=[None] * 4, goods={})
    for slot, tile in dict(changes.pop("depots", {})).items():
        document["depots"][slot[0]]["tiles"][int(slot[2]) - 1] = tile
    for place, player in enumerate(order):
        used = place < order.index(active)
        document["players"][player].update(dice=[1, 1], used=[used, used])
    for number, team in enumerate(document["teams"]):
        team.update({"workers": 0, "silver": 0, "goods": {}, **dict(rivals if number != active % 2 else shared)})
        for tile in team["bonus"]:
            document["bonus_tiles"][tile.split("_")[0]] -= 1
    for player, keys in dict(seats).items():
        document["players"][player].update(keys)
    return Game.from_json({**document, **changes}, seed=1)


def team(game, number=0):
    return game.to_json()["teams"][number]


def player(game, seat):
    return game.to_json()["players"][seat]


def die_for(hex_, board=31):
    """Dice that place on a hex without workers."""
    number = DUCHIES[board].numbers[hex_ - 1]
    return {"dice": [number, number]}


def over(mine, theirs):
    """A game that has just ended; the keys of both teams."""
    ends = {seat: {"used": [True, True]} for seat in range(4)}
    game = table(mine, theirs, seats=ends, active=2, order=[1, 3, 0, 2], phase="E", round=5, round_goods=[])
    return play(game, "end")


# ------------------------------------------------------------------------------------ the setup
class TestTheSetup:
    def test_is_four_players_and_a_duchy_of_58_hexes_a_team(self):
        game = begun()
        assert [team["duchy"] for team in game.to_json()["teams"]] == [31, 32]
        assert len(game.to_json()["players"]) == 4
        assert {len(DUCHIES[board].colours) for board in (31, 32)} == {58}

    @pytest.mark.parametrize("duchies", [[31, 31], [32, 32], [32, 31]])
    def test_each_team_has_one_of_the_boards(self, duchies):
        game = Game.new({**TEAM, "duchies": duchies}, seed=1)
        assert [team["duchy"] for team in game.to_json()["teams"]] == duchies

    @pytest.mark.parametrize("seed", range(6))
    def test_the_team_of_the_first_player_has_3_workers_the_other_5(self, seed):
        game = begun(seed=seed)
        first = game.to_json()["order"][0] % 2
        assert (team(game, first)["workers"], team(game, 1 - first)["workers"]) == (3, 5)

    def test_a_team_has_1_silver_and_3_goods(self):
        for number in (0, 1):
            its = team(begun(), number)
            assert (its["silver"], sum(its["goods"].values())) == (1, 3)

    def test_the_first_order_is_a1_b1_a2_b2(self):
        for seed in range(6):
            order = begun(seed=seed).to_json()["order"]
            assert [seat % 2 for seat in order] == [order[0] % 2, 1 - order[0] % 2] * 2

    @pytest.mark.parametrize("seed", range(6))
    def test_ruling_the_teams_first_seat_puts_its_one_start_castle(self, seed):
        game = begun(seed=seed)
        for seat in game.to_json()["order"][:2]:
            assert (game.to_json()["stage"], game.active) == ("start", seat)
            assert legal(game) == STARTS[team(game, seat % 2)["duchy"]]
            game.push(legal(game)[-1])
            assert len(team(game, seat % 2)["placed"]) == 1
        assert (game.to_json()["stage"], game.active) == ("turn", game.to_json()["order"][0])

    def test_depots_bonus_tiles_and_goods_are_as_with_four_seats(self):
        game = begun()
        while legal(game, "start"):
            game.push(legal(game)[0])
        assert len(game.to_json()["black_depot"]) == 8
        assert all(None not in depot["tiles"] for depot in game.to_json()["depots"].values())
        game = play(table({"goods": {"1": 2}}), "d1 sell 1")
        assert team(game)["vp"] == 2 * 4


# ---------------------------------------------------------------------------- what partners share
class TestWhatIsShared:
    def test_vp_silver_workers_goods_and_sold_goods(self):
        game = table({"goods": {"1": 2}, "workers": 1}, active=2, order=[1, 3, 2, 0])
        play(game, "d1 sell 1", "d2 workers", "end")
        its = team(game)
        assert (its["vp"], its["silver"], its["workers"], its["sold"]) == (8, 1, 3, {"1": 2})
        assert game.active == 0
        assert "d1 workers" in play(game, "d2 workers").legal_actions()
        assert team(game)["workers"] == 5

    def test_the_duchy_and_its_monasteries(self):
        shared = {"placed": {"h29": "castle", "h38": "m14"}, "storage": ["ship"]}
        game = play(table(shared, seats={0: die_for(28)}), "d1 place h28", "goods 1", "d2 workers", "end")
        while game.active != 2:
            game.push("d1 workers" if "d1 workers" in legal(game) else legal(game, "d2 workers")[0]) if not legal(
                game, "end"
            ) else game.push("end")
        assert team(game)["placed"]["h28"] == "ship"
        before = team(game)["workers"]
        assert team(play(game, "d1 workers"))["workers"] == before + 4  # monastery 14

    def test_dice_markers_and_two_spaces_are_ones_own(self):
        game = table(seats={0: {"storage": ["bank", "mine"]}, 2: {"dice": [6, 5]}})
        assert not legal(game, "d1 place h12")
        assert player(game, 0)["used"] == player(play(game, "d1 workers"), 2)["used"] == [False, False]
        assert [player(game, seat)["storage"] for seat in (0, 2)] == [["bank", "mine"], []]

    def test_a_ship_moves_the_marker_of_who_placed_it(self):
        game = table({"storage": ["ship"]}, seats={0: die_for(28)})
        assert play(game, "d1 place h28", "goods 1").to_json()["track"][:2] == [[1, 2, 3], [0]]

    def test_three_types_of_goods_fit_for_both_together(self):
        game = table({"goods": {"1": 1, "2": 1}, "storage": ["ship"]}, seats={0: die_for(28)}, active=0)
        document = game.to_json()
        document["depots"]["3"]["goods"] = {"4": 1, "5": 2}
        del document["hidden"]
        game = play(Game.from_json(document, seed=1), "d1 place h28", "goods 3")
        assert legal(game) == ["keep 4", "keep 5"]
        assert team(play(game, "keep 5"))["goods"] == {"1": 1, "2": 1, "5": 2}

    def test_a_document_with_four_types_is_refused(self):
        with pytest.raises(ValueError, match=r"teams\[0\].goods: has 4 types; 3 fit"):
            table({"goods": {"1": 1, "2": 1, "3": 1, "4": 1}})


# --------------------------------------------------------------------------------------- storage
class TestStorage:
    def test_ruling_the_player_chooses_between_a_free_space_of_each_kind(self):
        game = play(table(depots=BANK), "d1 take 1.1")
        assert game.to_json()["pending"] == [{"kind": "stow", "tile": "bank"}]
        assert legal(game) == ["stow own", "stow team"]
        own, shared = play(game.copy(), "stow own"), play(game, "stow team")
        assert (player(own, 0)["storage"], team(own)["storage"]) == (["bank"], [])
        assert (player(shared, 0)["storage"], team(shared)["storage"]) == ([], ["bank"])
        assert pending(own) == pending(shared) == []

    def test_where_only_one_kind_has_room_it_goes_there(self):
        game = play(table({"storage": ["ship", "ship"]}, depots=BANK), "d1 take 1.1")
        assert (player(game, 0)["storage"], pending(game)) == (["bank"], [])
        game = play(table(seats={0: {"storage": ["ship", "mine"]}}, depots=BANK), "d1 take 1.1")
        assert (team(game)["storage"], pending(game)) == (["bank"], [])

    def full(self):
        seats = {0: {"storage": ["ship", "mine"]}, 2: {"storage": ["m3"]}}
        return play(table(FULL, seats=seats, depots=BANK), "d1 take 1.1")

    def test_ruling_only_own_and_shared_tiles_are_thrown_away(self):
        assert legal(self.full()) == ["discard ship", "discard mine", "discard team ship", "discard team castle"]

    def test_the_new_tile_takes_the_space_of_the_one_thrown_away(self):
        game = play(self.full(), "discard team ship")
        assert (team(game)["storage"], player(game, 0)["storage"]) == (["bank", "castle"], ["mine", "ship"])
        game = play(self.full(), "discard ship")
        assert (team(game)["storage"], player(game, 0)["storage"]) == (["castle", "ship"], ["bank", "mine"])
        assert pending(game) == []

    def test_ruling_stored_tiles_never_move(self):
        """No action puts a stored tile into another space: they are placed or thrown away."""
        game = table({"storage": ["m3"]}, seats={0: {"storage": ["bank"]}})
        assert not [action for action in legal(game) if action.startswith(("stow", "discard", "pick"))]

    def test_both_partners_use_what_they_share(self):
        for seat in (0, 2):
            order = [seat, 1, 2 - seat, 3]
            game = table({"storage": ["ship"]}, seats={seat: die_for(28)}, active=seat, order=order)
            assert team(play(game, "d1 place h28"))["storage"] == []

    def test_nobody_uses_what_the_partner_or_a_rival_has_stored(self):
        game = table(rivals={"storage": ["ship"]}, seats={0: die_for(28), 2: {"storage": ["ship"]}})
        assert "d1 place h28" not in legal(game)

    def test_tiles_of_one_name_in_both_places_are_told_apart(self):
        game = table({"storage": ["ship"]}, seats={0: {"storage": ["ship"], **die_for(28)}})
        assert legal(play(game, "d1 place h28")) == ["pick ship", "pick team ship"]
        own, shared = play(game.copy(), "pick ship"), play(game, "pick team ship")
        assert (player(own, 0)["storage"], team(own)["storage"]) == ([], ["ship"])
        assert (player(shared, 0)["storage"], team(shared)["storage"]) == (["ship"], [])
        assert pending(own) == pending(shared) == ["ship"]

    def test_two_equal_shared_tiles_are_one_choice(self):
        game = table({"storage": ["ship", "ship"]}, seats={0: die_for(28)})
        assert pending(play(game, "d1 place h28")) == ["ship"]
        assert team(game)["storage"] == ["ship"]

    def test_partners_with_stored_tiles_of_one_name_have_one_each(self):
        seats = {0: {"storage": ["ship"], **die_for(28)}, 2: {"storage": ["ship"]}}
        game = play(table(seats=seats), "d1 place h28")
        assert [player(game, seat)["storage"] for seat in (0, 2)] == [[], ["ship"]]

    def test_a_town_hall_places_a_shared_tile_on_a_far_hex(self):
        shared = {"storage": ["town_hall", "m3"], "placed": {"h29": "castle"}}
        game = play(table(shared, seats={0: die_for(20)}), "d1 place h20")
        assert legal(game, "free place") == ["free place h38"]
        assert team(play(game, "free place h38"))["placed"]["h38"] == "m3"

    @pytest.mark.parametrize(
        ("seats", "shared", "problem"),
        [
            ({0: {"storage": ["ship"] * 3}}, {}, r"players\[0\].storage: has 3 entries; must have 0 to 2"),
            ({}, {"storage": ["ship"] * 3}, r"teams\[0\].storage: has 3 entries; must have 0 to 2"),
        ],
    )
    def test_more_than_two_of_a_kind_are_refused(self, seats, shared, problem):
        with pytest.raises(ValueError, match=problem):
            table(shared, seats=seats)

    def test_a_choice_or_discard_that_can_not_be_is_refused(self):
        with pytest.raises(ValueError, match="stow, but not both storages have room"):
            table({"storage": ["ship", "ship"]}, pending=[{"kind": "stow", "tile": "bank"}])
        with pytest.raises(ValueError, match=r"discard, but storage has room \(2 of 4\)"):
            table({"storage": ["ship", "ship"]}, pending=[{"kind": "discard", "for": "bank"}])


# -------------------------------------------------------------------------------------- placing
class TestPlacing:
    def test_two_partners_in_one_town_have_each_building_once(self):
        assert {12, 13, 20, 21} in [set(region) for region in DUCHIES[31].regions]
        seats = {0: {"storage": ["bank"], **die_for(20)}, 2: {"storage": ["bank", "church"], **die_for(21)}}
        game = play(table(seats=seats), "d1 place h20", "d2 workers", "end", "d1 workers", "d2 workers", "end")
        assert game.active == 2
        assert "d1 place h21" in legal(game)
        assert team(play(game, "d1 place h21"))["placed"]["h21"] == "church"

    def test_monastery_1_of_one_lets_the_other_build_a_second(self):
        shared = {"placed": {"h29": "castle", "h20": "bank", "h38": "m1"}}
        game = table(shared, seats={2: {"storage": ["bank"], **die_for(21)}}, active=2, order=[2, 1, 0, 3])
        assert "d1 place h21" in legal(game)

    def test_a_region_of_both_scores_for_the_team(self):
        shared = {"placed": {"h29": "castle", "h20": "bank", "h21": "church", "h12": "market"}}
        seats = {2: {"storage": ["watchtower"], **die_for(13)}}
        game = play(table(shared, seats=seats, active=2, order=[2, 1, 0, 3]), "d1 place h13")
        region = load().components["scoring"]["region"][4]
        assert team(game)["vp"] == region + 10 + 4
        assert [score["breakdown"]["regions"] for score in game.scores()] == [region, 0]

    def test_both_teams_finishing_a_colour_take_large_and_small(self):
        boards, lasts = {31: 29, 32: 22}, []
        monasteries = iter(range(1, 27))
        keys = []
        for board, start in boards.items():
            *mines, last = mines_of(board)
            lasts.append(last)
            placed = ways(board, start, [*mines, *DUCHIES[board].neighbours[last - 1]], last, monasteries)
            keys.append({"placed": placed, "storage": ["mine"]})
        game = table(*keys, seats={0: die_for(lasts[0]), 1: die_for(lasts[1], 32)})
        play(game, f"d1 place h{lasts[0]}", "d2 workers", "end", f"d1 place h{lasts[1]}")
        assert [team(game, number)["bonus"] for number in (0, 1)] == [["mine_large"], ["mine_small"]]
        assert [score["breakdown"]["colour_bonuses"] for score in game.scores()] == [7, 4]
        assert "mine" not in game.to_json()["bonus_tiles"]


def mines_of(board):
    return [h for h, colour in enumerate(DUCHIES[board].colours, 1) if colour == "mine"]


def ways(board, start, goals, without, monasteries):
    """Tiles on the goals and on shortest ways to them from the start castle, none on the hex `without`."""
    duchy, before, todo = DUCHIES[board], {start: start}, [start]
    for here in todo:
        for near in duchy.neighbours[here - 1]:
            if near not in before and near != without:
                before[near] = here
                todo.append(near)
    hexes = {start}
    for goal in goals:
        while goal not in hexes:
            hexes.add(goal)
            goal = before[goal]
    placed = {}
    for hex_ in sorted(hexes):
        colour = duchy.colours[hex_ - 1]
        town = next(region for region in duchy.regions if hex_ in region)
        kinds = load().components["supply"]["building"]["kinds"]
        livestock = [f"{kind}{animals}" for kind in ("cow", "pig", "sheep", "chicken") for animals in (2, 3)]
        names = {
            "building": kinds[town.index(hex_)],
            "monastery": f"m{next(monasteries)}" if colour == "monastery" else "",
            "livestock": livestock[hex_ % len(livestock)],
        }
        placed[f"h{hex_}"] = names.get(colour, colour)
    return placed


# -------------------------------------------------------------------------- once a player's turn
class TestOnceATurn:
    def test_ruling_each_player_buys_once(self):
        black = ["ship", "bank", "m7", *[None] * 5]
        game = play(table({"silver": 6}, black_depot=black), "buy b1", "stow own")
        assert (legal(game, "buy"), player(game, 0)["bought"], player(game, 2)["bought"]) == ([], True, False)
        play(game, "d1 workers", "d2 workers", "end", "d1 workers", "d2 workers", "end")
        assert (game.active, legal(game, "buy")) == (2, ["buy b2", "buy b3"])

    def test_ruling_monastery_6_serves_each_player_once(self):
        shared = {"placed": {"h29": "castle", "h38": "m6"}, "workers": 6}
        game = play(table(shared, depots={"1.1": "bank", "2.3": "church"}), "recruit 1.1", "stow own")
        assert legal(game, "recruit") == []
        play(game, "d1 workers", "d2 workers", "end", "d1 workers", "d2 workers", "end")
        assert (game.active, legal(game, "recruit")) == (2, ["recruit 2.3"])


class TestMonastery27:
    def test_ruling_27_serves_the_marker_of_who_placed_it(self):
        track = [[0, 2], [1, 3], [], [], [], [], []]
        order = [1, 3, 2, 0]
        game = table(STORED_27, seats={2: die_for(38)}, active=2, order=order, modules=WITH_27, track=track)
        play(game, "d1 place h38")
        assert game.to_json()["track"][:2] == [[2, 0], [1, 3]]
        assert [team(game, number)["m27"] for number in (0, 1)] == [2, None]

    def test_it_stays_on_top_of_the_partner_who_arrives(self):
        placed = {"h29": "castle", "h28": "ship", "h38": "m27"}
        track = [[0], [2], [1, 3], [], [], [], []]
        game = table({"placed": placed, "m27": 2}, modules=WITH_27, track=track, pending=[{"kind": "ship"}])
        assert play(game, "goods 1").to_json()["track"][1] == [2, 0]

    def test_a_rival_who_arrives_goes_below_it_and_not_below_the_partner(self):
        placed = {"h29": "castle", "h28": "ship", "h38": "m27"}
        for served, expected in ((0, [0, 1, 2]), (2, [2, 1, 0])):
            track = [[1], [served, 2 - served], [3], [], [], [], []]
            game = table(
                {}, {"placed": placed, "m27": served}, active=1, order=[1, 0, 2, 3], modules=WITH_27,
                track=track, pending=[{"kind": "ship"}],
            )  # fmt: skip
            assert play(game, "goods 1").to_json()["track"][1] == expected

    @pytest.mark.parametrize(
        ("keys", "problem"),
        [
            ({"placed": {"h29": "castle", "h38": "m27"}}, r"teams\[0\].m27: names the seat"),
            ({"m27": 0}, r"teams\[0\].m27: names the seat"),
            ({"placed": {"h29": "castle", "h38": "m27"}, "m27": 1}, r"teams\[0\].m27: is 1; must be one of the team"),
        ],
    )
    def test_a_document_says_whom_it_serves_where_it_lies(self, keys, problem):
        with pytest.raises(ValueError, match=problem):
            table(keys, modules=WITH_27)


# ------------------------------------------------------------------------------- track and mines
def test_a_marker_on_the_last_space_goes_to_the_top():
    track = [[], [], [], [], [], [1], [3, 0, 2]]
    game = table(track=track, pending=[{"kind": "ship"}])
    assert play(game, "goods 1").to_json()["track"][6] == [0, 3, 2]


@pytest.mark.parametrize("doubled", [False, True])
def test_mines_pay_once_per_team(doubled):
    placed = {"h29": "castle", "h28": "ship", "h27": "mine"} | ({"h38": "m2"} if doubled else {})
    game = table({"placed": placed}, active=2, order=[1, 3, 0, 2], round=5, round_goods=[])
    play(game, "d1 workers", "d2 workers", "end")
    assert game.to_json()["phase"] == "B"
    assert (team(game)["silver"], team(game)["workers"]) == (1, 4 + doubled)


# ------------------------------------------------------------------------------------ the result
class TestTheResult:
    def test_scores_are_two_with_all_that_is_shared_counted_once(self):
        game = over({"vp": 30, "goods": {"1": 2}, "workers": 3, "silver": 1}, {"vp": 33})
        assert [(score["team"], score["total"]) for score in game.scores()] == [(0, 30 + 2 + 1 + 1), (1, 33)]
        assert game.outcome().winners == (0,)
        assert (game.outcome().ranking, game.outcome().teams) == ((0, 1), ((0, 2), (1, 3)))

    def test_tiles_in_storage_score_nothing(self):
        game = over({"vp": 30, "storage": ["ship"]}, {"vp": 31})
        assert (game.outcome().winners, game.outcome().decided_by) == ((1,), "points")

    def test_fewest_empty_hexes_break_a_tie(self):
        game = over({"vp": 30}, {"vp": 30, "placed": {"h22": "castle", "h23": "bank"}})
        assert (game.outcome().winners, game.outcome().decided_by) == ((1,), "empty hexes")

    def test_ruling_then_it_is_a_draw(self):
        game = over({"vp": 30}, {"vp": 30})
        assert (game.outcome().winners, game.outcome().decided_by) == ((0, 1), "draw")

    def test_monasteries_of_the_team_count_once(self):
        placed = {"h29": "castle", "h28": "ship", "h38": "m25"}
        game = over({"placed": placed, "sold": {"1": 3}}, {})
        assert [score["breakdown"]["m25"] for score in game.scores()] == [3, 0]


# ------------------------------------------------------------------------- what can't be together
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"players": 3}, "players: 3 can't play the team game; it is for 4"),
        ({"duchies": [31]}, "duchies: 1 boards for 2 teams"),
        ({"duchies": [1, 31]}, "the team game has boards 31 and 32"),
        ({"duchies": "random"}, "the team game is played on board 31 or 32"),
        ({"modules": ["team", "inns"]}, "team goes with extra_tiles and white_castles only, not with inns"),
        ({"modules": ["team", "shields"]}, "team goes with extra_tiles and white_castles only, not with shields"),
        ({"modules": ["team", "solo"]}, "goes with extra_tiles and white_castles only"),
        ({"chateauma": "hard"}, "'team' is not compatible with the Châteauma"),
        ({"modules": []}, "there is no board 31"),
    ],
)
def test_ruling_only_with_the_base_game_and_small_expansions(change, why):
    with pytest.raises(ConfigError, match=why):
        Game.new({**TEAM, **change})


def test_both_small_expansions_go_with_it():
    assert Game.new({**TEAM, "modules": ["team", "extra_tiles", "white_castles"]}, seed=1).active is not None


def test_partners_have_one_duchy_whatever_is_done():
    """What partners share is the same in the rows of both, in every position of a game."""
    rng, game = random.Random(3), begun(("team", "extra_tiles", "white_castles"), seed=3)
    shared = ("occupied", "reach", "bonus", "duchy", "tiles", "vp", "source", "workers", "silver", "goods", "sold")
    while not game.is_over:
        s = inside(game).state[0]
        for name in (*shared, "team_storage", "team_stored"):
            assert (s[name][:2] == s[name][2:]).all(), name
        game.push(rng.choice(legal(game)))

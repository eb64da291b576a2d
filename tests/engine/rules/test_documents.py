"""What the documents say where notation.md leaves it open: chance events, counts, and which positions are read."""

import pytest

from burgundy_env import Game, PositionError

from .positions import legal, play, position

TWO_ROUNDS_ON = {"round": 5, "active": 1, "used": [True, True]}


def chance(game, kind):
    """The `where` of all events of a kind, in order."""
    return [event["where"] for event in game.events if event.get("chance") == kind]


class TestChanceEvents:
    def test_ruling_count_slots_dice_and_goods_from_1_and_seats_from_0(self):
        game = Game.new({"players": 3}, seed=2)
        assert chance(game, "first_player") == [[]]
        assert game.events[0]["result"] == game.active
        assert chance(game, "pile_goods") == [[i] for i in range(1, 26)]
        assert chance(game, "start_goods") == [[seat, i] for seat in range(3) for i in (1, 2, 3)]
        while legal(game, "start"):
            game.push("start h19")
        assert chance(game, "black_tile") == [[slot] for slot in range(1, 7)]
        assert chance(game, "round_goods") == [[i] for i in range(1, 6)]
        assert sorted(chance(game, "die")) == [[seat, die] for seat in range(3) for die in (1, 2)]
        assert chance(game, "white_die") == [[]]
        slots = game.to_json()["depots"]
        assert chance(game, "depot_tile") == [
            [depot, slot] for depot in range(1, 7) for slot, tile in enumerate(slots[str(depot)]["tiles"], 1) if tile
        ]

    def test_give_the_results_that_lie_on_the_table(self):
        game = play(position(**TWO_ROUNDS_ON, seed=5), "end")
        document = game.to_json()
        for event in game.events:
            if event.get("chance") == "depot_tile":
                depot, slot = event["where"]
                assert document["depots"][str(depot)]["tiles"][slot - 1] == event["result"]
            elif event.get("chance") == "black_tile":
                assert document["black_depot"][event["where"][0] - 1] == event["result"]
            elif event.get("chance") == "die":
                seat, die = event["where"]
                assert document["players"][seat]["dice"][die - 1] == event["result"]
            elif event.get("chance") == "round_goods" and event["where"][0] > 1:
                assert document["round_goods"][event["where"][0] - 2] == event["result"]
            elif event.get("chance") == "white_die":
                assert document["white_die"] == event["result"]


class TestCounts:
    def test_ruling_hidden_supply_has_all_six_colours_even_empty_ones(self):
        hidden = {"supply": {"mine": {"mine": 2}}, "black": {}, "goods": dict.fromkeys("1234", 5)}
        supply = position(hidden=hidden).to_json()["hidden"]["supply"]
        assert supply == {
            "building": {}, "monastery": {}, "ship": {}, "livestock": {}, "castle": {}, "mine": {"mine": 2},
        }  # fmt: skip

    def test_ruling_bonus_tiles_of_a_colour_with_none_left_are_left_out(self):
        game = position(bonus=["mine_large"], rivals={1: {"bonus": ["mine_small", "ship_large"]}})
        assert game.to_json()["bonus_tiles"] == {
            "building": 2, "monastery": 2, "ship": 1, "livestock": 2, "castle": 2,
        }  # fmt: skip


class TestPositionsSetUpByHand:
    @pytest.mark.parametrize(
        "keys",
        [
            pytest.param({"track": [[], [], [], [0], [], [], [1]]}, id="markers ahead of any ship"),
            pytest.param(
                {"placed": {"h7": "castle", "h2": "castle", "h3": "castle"}, "vp": 0}, id="a region not scored"
            ),
            pytest.param({"workers": 50, "silver": 50, "phase": "A"}, id="riches"),
            pytest.param(
                {"storage": ["m16", "m17", "ship"], "phase": "A", "bought": True}, id="stored from the start"
            ),
            pytest.param({"placed": {"h2": "castle"}, "pending": [{"kind": "castle"}]}, id="an effect from nowhere"),
        ],
    )
    def test_ruling_are_read_however_they_came_about(self, keys):
        assert position(**keys).legal_actions()

    @pytest.mark.parametrize(
        ("keys", "key"),
        [
            ({"placed": {}}, "players[0].placed"),
            ({"placed": {"h19": "castle", "h1": "cow2"}}, "players[0].placed.h1"),
            ({"placed": {"h19": "castle", "h18": "mine"}}, "players[0].placed.h18"),
            ({"placed": {"h19": "castle", "h26": "bank", "h27": "bank"}}, "players[0].placed.h2"),
            ({"storage": ["m16", "m16"]}, "players"),
            ({"goods": {1: 1, 2: 1, 3: 1, 4: 1}}, "players[0].goods"),
            ({"goods": {1: 8}}, "goods"),
            ({"dice": [7, 1]}, "players[0].dice"),
            ({"bonus": ["mine_small"]}, "bonus_tiles.mine"),
            ({"pending": [{"kind": "pick", "hex": "h26", "by": "d1"}]}, "pending[0].hex"),
            ({"pending": [{"kind": "discard", "for": "ship"}]}, "pending[0]"),
            ({"pending": [{"kind": "keep", "depot": 1}]}, "pending[0]"),
        ],
    )
    def test_are_refused_by_key_if_the_components_cannot_lie_so(self, keys, key):
        with pytest.raises(PositionError) as refusal:
            position(**keys)
        assert str(refusal.value).startswith(key)

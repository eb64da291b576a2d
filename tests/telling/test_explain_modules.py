"""`Game.explain` on every action that only games with modules have, and on those that modules change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from rules.positions import play, position

from burgundy_env import Game
from burgundy_env.engine.actions import BLOCKS, IDS, block_of
from burgundy_env.modules import BASE

START = {"h19": "castle"}


def _solo(**mine: Any) -> Game:
    black = ["crane", "bank", "ship", "cow4"]
    mine = {"placed": {"h7": "castle"}, "target": 50, "silver": 1, "goods": {1: 3, 4: 2}} | mine
    return position(1, modules=["extra_tiles", "solo"], duchy=33, black=black, **mine)


def _castle_rule(ruleset: str, **more: Any) -> Game:
    return position(modules=["castle_rule"], ruleset=ruleset, duchy=11, vp=5, placed={"h16": "castle"}, **more)


def _white_castle(**mine: Any) -> Game:
    return position(
        modules=["white_castles"], white_die=3, depots={"3.1": "cow2"}, pending=[{"kind": "white_castle"}], **mine
    )


def _shielded(*shields: int, modules: Sequence[str] = ("shields",), **mine: Any) -> Game:
    placed = {"h19": "castle", "h13": "m2", "h7": "castle"}
    held = dict(zip(("h19", "h7"), shields, strict=False))
    return position(modules=modules, shields=held, placed=placed, **mine)


def _phase_end(*shields: int, **mine: Any) -> Game:
    return play(_shielded(*shields, round=5, order=[1, 0], used=[True, True], **mine), "end")


def _team(stored: Any = (), pending: Any = (), **mine: Any) -> Game:
    """Seat 0 of two teams, on board 31 with a castle on h29, die 1 showing 5."""
    game = Game.new({"players": 4, "modules": ["team"], "duchies": [31, 31]}, seed=1)
    while len(game.legal_actions()) == 1:
        game.push(game.legal_actions()[0])
    document = game.to_json()
    document.update(order=[0, 1, 2, 3], active=0, pending=list(pending))
    document["teams"][0].update(storage=list(stored), workers=0)
    document["players"][0].update({"dice": [5, 5], **mine})
    del document["hidden"]
    return Game.from_json(document, seed=1)


def _yard(placed: Any = (), **mine: Any) -> Game:
    options = {"vineyards": (1, 2), "vines_out": ("red", "black")}
    vineyard = {"board": 1, "placed": dict(placed), "bonus": {}}
    return position(modules=["vineyards", "inns"], options=options, vineyard=vineyard, **mine)


FULL = ["ship", "ship", "ship"]
# What the sentence is said of, the action, the sentence.
SENTENCES: list[tuple[Callable[[], Game], str, str]] = [
    (
        lambda: _team(["ship"], storage=["ship"]),
        "d1 place h28",
        "Die 1 (5): place a ship on h28: you then pick the ship or ship of the team.",
    ),
    (
        lambda: _team(["ship"], [{"kind": "pick", "hex": "h28", "by": "d1"}], storage=["ship"]),
        "pick team ship",
        "Die 1 (5): place your team's ship on h28 (you then take the goods of a depot and move up on the turn-order "
        "track).",
    ),
    (
        lambda: _team(["ship", "m3"], [{"kind": "discard", "for": "bank"}], storage=["mine", "mine"]),
        "discard team m3",
        "Throw away your team's stored monastery 3 to make room for the bank.",
    ),
    (
        lambda: _team(pending=[{"kind": "stow", "tile": "bank"}]),
        "stow own",
        "Put the bank into your own storage.",
    ),
    (
        lambda: _team(pending=[{"kind": "stow", "tile": "bank"}]),
        "stow team",
        "Put the bank into your team's storage, where your partner may use it, too.",
    ),
    (
        lambda: _team([], storage=["m3"], dice=[4, 4]),
        "d1 place h38",
        "Die 1 (4): place the monastery 3 on h38, whose rule is yours from now on.",
    ),
    (
        lambda: _castle_rule("special_edition", phase="B", set_aside=1),
        "retrieve",
        "Give both dice and 5 VP to take a castle that was set aside into storage.",
    ),
    (
        lambda: _castle_rule("alea_2011", storage=["castle"]),
        "retrieve h7",
        "Give both dice and 5 VP to place your stored castle on h7.",
    ),
    (lambda: position(modules=["inns"], inns=1, silver=2), "buy inn", "Pay 2 silver for the inn."),
    (
        lambda: position(modules=["inns"], inns=1, silver=2, storage=FULL),
        "buy inn",
        "Pay 2 silver for the inn; your storage is full, so you then throw a stored tile away.",
    ),
    (
        lambda: position(modules=["inns"], dice=[6, 6], storage=["inn"], phase="B", workers=4),
        "d1 place h12",
        "Die 1 (6, made 3 with 3 workers): place the inn on h12 (its region counts one larger).",
    ),
    (
        lambda: position(
            modules=["inns"], phase="B", storage=["bank", "ship", "ship"], pending=[{"kind": "discard", "for": "inn"}]
        ),
        "discard bank",
        "Throw away the stored bank to make room for the inn.",
    ),
    (
        lambda: position(modules=["extra_tiles"], placed=START | {"h13": "m28"}, silver=1),
        "hire",
        "Pay 1 silver for 2 workers, by monastery 28.",
    ),
    (
        lambda: position(modules=["extra_tiles"], placed=START | {"h12": "crane"}, pending=[{"kind": "crane"}]),
        "effect town_hall",
        "The crane does what a town hall does (you may then place another stored tile).",
    ),
    (
        lambda: position(
            modules=["extra_tiles", "white_castles"],
            placed=START | {"h12": "crane"},
            pending=[{"kind": "crane"}],
        ),
        "effect white_castle",
        "The crane does what a white castle does (you may then take an action with the white die).",
    ),
    (
        lambda: position(
            modules=["extra_tiles"], storage=["geese"], placed=START | {"h12": "bank"}, pending=[{"kind": "castle"}]
        ),
        "free place h11",
        "By a castle: place the geese on h11, scoring its species in that pasture. +2 VP: geese in this pasture.",
    ),
    (lambda: _white_castle(), "free workers", "White die (3): take 2 workers."),
    (lambda: _white_castle(), "free take 3.1", "White die (3): take the 2 cow tile of depot 3."),
    (
        lambda: _white_castle(goods={2: 2}, workers=1),
        "free sell 2",
        "White die (3, made 2 with 1 worker): sell all 2 tiles of",
    ),
    (lambda: _white_castle(), "skip", "Decline what is offered."),
    (
        lambda: position(
            modules=["trade_routes"],
            goods={6: 1},
            dice=[6, 6],
        ),
        "d1 sell 6",
        "Die 1 (6): sell the tile of type 6 for 1 silver. +2 VP: 1 goods tile x 2.",
    ),
    (
        lambda: Game.new({"modules": ["trade_routes"], "trade_route_order": "chosen"}, seed=1),
        "route",
        "Put trade-route tile ",
    ),
    (lambda: _solo(pending=[{"kind": "points"}]), "points", "Pay 1 silver for 1 VP. +1 VP: bought points."),
    (lambda: _solo(pending=[{"kind": "swap"}]), "swap b1", "Give 5 goods for the crane, which comes face down."),
    (lambda: _solo(pending=[{"kind": "pay", "left": 2}]), "pay 4", "Give a goods tile of type 4, one of the five."),
    (
        lambda: _solo(pending=[{"kind": "black"}]),
        "free place b2 h11",
        "For the colour completed: place the bank of the black depot on h11 (2 silver).",
    ),
    (
        lambda: _shielded(dice=[3, 5], workers=2, lying={4: [17]}),
        "shield 17",
        "Both dice (made 4 with 2 workers): take shield 17 of depot 4 (regions count one larger); you then choose",
    ),
    (
        lambda: _shielded(11, pending=[{"kind": "castle"}], lying={4: [18]}),
        "free shield 18",
        "By a castle: take shield 18 of depot 4 (tiles need not touch others); you then choose its castle.",
    ),
    (
        lambda: _shielded(9, pending=[{"kind": "shield", "id": 17}]),
        "shield h19",
        "Put shield 17 on the castle on h19; shield 9, which lies there, leaves the game.",
    ),
    (lambda: _shielded(16), "any d2", "Shield 16: die 2 takes any value."),
    (lambda: _shielded(6), "copy 1", "Shield 6: the monasteries of seat 1 are yours, too, from now on."),
    (
        lambda: _shielded(5, pending=[{"kind": "gather"}], depot_goods={1: {2: 1}, 3: {2: 2}}),
        "gather 2",
        "Shield 5: take all 3 goods tiles of type 2 from all depots.",
    ),
    (
        lambda: _phase_end(3, workers=1),
        "pay worker",
        "Pay 1 worker to keep shield 3 (upkeep may be paid in workers).",
    ),
    (lambda: _phase_end(8), "lose", "Give up shield 8 (mines pay double)."),
    (
        lambda: _phase_end(15, black=["bank"]),
        "free take b1",
        "Take the bank of the black depot straight into your duchy; you then choose its hex.",
    ),
    (
        lambda: _phase_end(15, modules=["shields", "inns"], inns=1),
        "free take inn",
        "Take an inn straight into your duchy; you then choose its hex.",
    ),
    (
        lambda: _shielded(16, goods={6: 2}, dice=[1, 1], wild=0),
        "d1 sell 6",
        "Die 1 (any value): sell all 2 tiles of type 6 for",
    ),
    (
        lambda: _shielded(9, 12, goods={6: 2}, dice=[6, 6]),
        "d1 sell 6",
        "Die 1 (6): sell all 2 tiles of type 6 for 2 silver. +8 VP: 2 goods tiles x 4.",
    ),
    (
        lambda: _yard(double_depot=["green+blue"], dice=[3, 5], workers=1),
        "d1 double 1",
        "Die 1 (3, made 2 with 1 worker): take the green and blue vines of the vineyard depot.",
    ),
    (
        lambda: _yard(double_depot=["green+green"], dice=[5, 1], storage=["bank", "ship"]),
        "d2 double 1",
        "Die 2 (1): take the green vines of the vineyard depot; it needs two storage spaces, so you then throw away",
    ),
    (
        lambda: _yard(double_depot=["green+green"], pending=[{"kind": "double"}]),
        "free double 1",
        "By a vineyard: take the green vines of the vineyard depot.",
    ),
    (
        lambda: _yard(storage=["green+green"], pending=[{"kind": "castle"}]),
        "free plant p4",
        "By a castle: lay the green vines on p4 of your vineyard (4 workers and a ship or livestock).",
    ),
    (
        lambda: _yard(storage=["green+green"], dice=[4, 3]),
        "d1 plant p4",
        "Die 1 (4): lay the green vines on p4 of your vineyard (4 workers and a ship or livestock).",
    ),
    (
        lambda: _yard(storage=["green+green"], dice=[3, 4]),
        "d2 plant p4",
        "Die 2 (4): lay the green vines on p4 of your vineyard (4 workers and a ship or livestock).",
    ),
    (
        lambda: _yard(storage=["green+blue"], dice=[3, 4]),
        "d2 plant p4",
        "Die 2 (4): lay a double tile on p4 of your vineyard (4 workers and a ship or livestock); you then choose",
    ),
    (
        lambda: play(_yard(storage=["green+blue"], dice=[3, 4]), "d2 plant p4"),
        "plant blue+green",
        "Die 2 (4): lay the blue and green vines on p4 of your vineyard, blue first (4 workers and a ship",
    ),
    (lambda: _yard(store=["green+blue"], silver=2), "buy v1", "Pay 2 silver for the green and blue vines."),
    (
        lambda: _yard(pending=[{"kind": "take_black"}], store=["green+blue"]),
        "free take v1",
        "Take the green and blue vines of the store.",
    ),
    (
        lambda: _yard(pending=[{"kind": "take_black"}], black=["bank"], storage=FULL),
        "free take b1",
        "Take the bank of the black depot; your storage is full, so you then throw a stored tile away.",
    ),
    (lambda: _yard(pending=[{"kind": "take_black"}], inns=1), "free take inn", "Take an inn."),
    (
        lambda: _yard(pending=[{"kind": "bonuses", "left": ["free_action", "sell_goods"]}]),
        "bonus free_action",
        "Decide about one more action first.",
    ),
    (lambda: _yard(pending=[{"kind": "vine"}]), "vine blue", "Take a bonus tile for blue vines."),
    (
        lambda: _yard(storage=["bank", "green+blue"], pending=[{"kind": "discard", "for": "blue+blue"}]),
        "discard green+blue",
        "Throw away the stored green and blue vines to make room for the blue vines.",
    ),
    (
        lambda: _solo(storage=["black"], dice=[3, 3]),
        "d1 place h8",
        "Die 1 (3): place the face-down tile on h8 (it covers the hex and does nothing else).",
    ),
]


@pytest.mark.parametrize(("made", "action", "sentence"), SENTENCES, ids=[action for _, action, _ in SENTENCES])
def test_sentences(made: Callable[[], Game], action: str, sentence: str) -> None:
    game = made()
    if action not in game.legal_actions():
        action = next(name for name in game.legal_actions() if name.startswith(action))
    found = game.explain(action)
    assert found.startswith(sentence), found
    assert found.endswith(".")
    assert game.explain(IDS[action]) == found


def test_every_kind_of_action_of_modules_is_among_them() -> None:
    """The blocks that the base game has not."""
    explained = {block_of(IDS[action]).name for _, action, _ in SENTENCES if action in IDS} | {
        block_of(IDS["route 1"]).name
    }
    assert explained >= {block.name for block in BLOCKS} - {block.name for block in BASE.actions}


def test_a_route_is_told_by_its_spaces() -> None:
    game = Game.new({"modules": ["trade_routes"], "trade_route_order": "chosen"}, seed=1)
    while "route 1" not in game.legal_actions():
        game = Game.new(game.config, seed=(game.seed or 0) + 1)
    assert game.explain("route 1") == (
        "Put trade-route tile 1 next in your row: goods 2 earn a building; goods 4 earn a mine, monastery or castle; "
        "goods 1 earn 4 workers."
    )

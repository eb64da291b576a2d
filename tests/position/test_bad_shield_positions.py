"""Positions with shields that `from_json` refuses, with a sentence that names the key; and those it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from rules.positions import play, position

from burgundy_env import Game, PositionError

Document = dict[str, Any]
FOUR = ["m9", "m10", "m11", "m2"]  # of which the depots have none
CASTLES = {"h19": "castle", "h12": "bank", "h7": "castle"}


def turn(**mine: Any) -> Document:
    """Seat 0 has shields 3 and 6, seat 1 has 16; 9 lies in a depot."""
    rivals = {1: {"placed": {"h19": "castle"}, "shields": {"h19": 16}}}
    keys: dict[str, Any] = {"placed": CASTLES, "shields": {"h19": 3, "h7": 6}, "rivals": rivals, "lying": {2: [9]}}
    document: Document = position(modules=("shields",), **keys | mine).to_json()
    del document["hidden"]  # whatever lies open is then not in the supplies
    return document


def closing(*actions: str, **mine: Any) -> Document:
    """The end of a phase, seat 0 with shields 3 and 14."""
    keys: dict[str, Any] = {
        "placed": CASTLES,
        "shields": {"h19": 3, "h7": 14},
        "depots": {"5.1": "mine"},
        "silver": 1,
    }
    game = position(modules=("shields",), round=5, order=[1, 0], used=[True, True], **keys | mine)
    document: Document = play(game, "end", *actions).to_json()
    return document


def first(document: Document) -> Document:
    player: Document = document["players"][0]
    return player


REFUSED: list[tuple[Callable[[], Document], Callable[[Document], object], str]] = [
    (turn, lambda d: d["shields"].update({"5": [3]}), "players[0].shields: shield 3 is in two places; there is one"),
    (turn, lambda d: d["shields"].update({"7": [4]}), "shields: unknown key '7'; the keys here are 1, 2, 3, 4, 5, 6"),
    (turn, lambda d: d["shields"].update({"5": [19]}), "shields.5[0]: is 19; must be an integer from 1 to 18"),
    (turn, lambda d: first(d)["shields"].update(h12=4), "players[0].shields.h12: has no castle; shields lie on cast"),
    (turn, lambda d: first(d)["shields"].update(h38=4), "players[0].shields.h38: "),
    (turn, lambda d: first(d).update(copied=0), "players[0].copied: is 0; must be another seat"),
    (turn, lambda d: first(d).update(copied=2), "players[0].copied: is 2; must be an integer from 0 to 1"),
    (turn, lambda d: d["players"][1].update(copied=0), "players[1].copied: a seat is named by shield 6, which seat"),
    (turn, lambda d: first(d).update(wild=0), "players[0].wild: seat 0 has not used shield 16 in this round"),
    (turn, lambda d: d["players"][1].update(wild=1), "players[1].wild: seat 1 has not used shield 16 in this round"),
    (turn, lambda d: d["shields"].update({"4": [4]}) or first(d).update(storage=FOUR),
     "players[0].storage: has 4 tiles; 3 fit without shield 4"),
    (turn, lambda d: first(d).update(storage=FOUR) or d["players"][1].update(storage=FOUR),
     "players[1].storage: has 4 entries; must have 0 to 3"),
    (turn, lambda d: first(d)["shields"].update(h7=4) or first(d).update(storage=FOUR[:3]) or d.update(
        pending=[{"kind": "discard", "for": "ship"}]), "pending[0]: discard, but with shield 4 nothing is thrown aw"),
    (turn, lambda d: d["shields"].update({"4": [18]}) or first(d)["placed"].update(h37="bank"),
     "players[0].placed.h37: doesn't touch the tiles around h7; all tiles must connect"),
    (turn, lambda d: first(d)["placed"].update(h13="m3", h14="church", h9="church"),
     "players[0].placed.h9: a second church in this town, without monastery 1 (m1)"),
    (turn, lambda d: d.update(stage="phase_end"), "players[0].used: both must be true"),
    (turn, lambda d: d.update(pending=[{"kind": "upkeep", "shields": [3, 6]}]),
     "pending[0]: upkeep, but it is not the end of a phase (stage phase_end)"),
    (turn, lambda d: d.update(pending=[{"kind": "shield", "id": 9}]), "pending: shield 9 is in two places"),
    (closing, lambda d: d.update(round=4), "round_goods: has 0 entries; must have 1"),
    (closing, lambda d: d.update(pending=[]), "pending: at the end of a phase it begins with upkeep or phase_end"),
    (closing, lambda d: d.update(pending=[{"kind": "ship"}]), "pending: at the end of a phase it begins with upkeep"),
    (closing, lambda d: d["pending"][0].update(step=15), "pending[1]: straight must lie on phase_end for a shield o"),
    (closing, lambda d: d["pending"][0].update(step=13), "pending[0].step: is 13; must be one of 14, 15"),
    (closing, lambda d: d["pending"][1].update({"from": "black"}), "pending[1].from: shield 14 takes from depots"),
    (closing, lambda d: d["pending"].insert(1, {"kind": "phase_end", "step": 14}), "pending[1]: phase_end must be t"),
    (lambda: closing("skip"), lambda d: d["pending"][0].update(shields=[3]), "shields: must be those that the seat"),
    (lambda: closing("skip"), lambda d: d["pending"][0].update(shields=[5, 14]), "shields: must be those that the s"),
    (lambda: closing("skip"), lambda d: d["pending"][0].update(worker=True),
     "pending[0].worker: seat 0 has not lost shield 3 in this upkeep"),
    (lambda: closing("skip"), lambda d: d["pending"].insert(0, {"kind": "sell"}), "pending[1]: upkeep must be the f"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "change", "message"), REFUSED, ids=[message[:60] for *_, message in REFUSED])
def test_refused(made: Callable[[], Document], change: Callable[[Document], object], message: str) -> None:
    document = made()
    Game.from_json(document)
    change(document)
    with pytest.raises(PositionError, match=re.escape(message)):
        Game.from_json(document)


def test_a_stage_of_the_module_needs_it() -> None:
    document = position(round=5, order=[1, 0], used=[True, True]).to_json()
    document.update(stage="phase_end", pending=[{"kind": "sell"}])
    with pytest.raises(PositionError, match="stage: phase_end comes with module shields, which is not played"):
        Game.from_json(document)


def test_nobody_has_a_shield_before_the_first_round() -> None:
    document = Game.new({"modules": ["shields"]}, seed=1).to_json()
    document["shields"].pop("1")
    seat = document["order"][1]
    document["players"][seat]["shields"] = {"h19": 1}
    document["shields"] = {}
    with pytest.raises(PositionError, match="nobody has a shield before the first round"):
        Game.from_json(document)


def test_shield_2_is_not_played_with_the_chateauma() -> None:
    game = Game.new({"players": 1, "chateauma": "easy", "modules": ["shields"]}, seed=1)
    document = game.to_json()
    document["shields"]["1"] = [2]
    with pytest.raises(PositionError, match="shields: shield 2 is not played with the Châteauma"):
        Game.from_json(document)


TAKEN: list[Callable[[Document], object]] = [
    lambda d: first(d).update(copied=1),
    lambda d: first(d)["placed"].update(h37="bank"),  # 18 is not seen: it may have been there
    lambda d: d["shields"].clear() or first(d)["shields"].clear() or first(d).update(storage=[*FOUR, "m4"]),
    lambda d: (d["players"][1]["placed"].update(h13="m1"), first(d)["shields"].pop("h7"),
               first(d)["placed"].update(h13="m3", h14="church", h9="church")),  # 6 may have lent monastery 1
]  # fmt: skip


@pytest.mark.parametrize("change", TAKEN)
def test_taken(change: Callable[[Document], object]) -> None:
    document = turn()
    change(document)
    game = Game.from_json(document)
    assert Game.from_json(game.to_json()).to_json() == game.to_json()

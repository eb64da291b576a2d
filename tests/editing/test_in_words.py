"""Whole positions said in words: said again they are the same positions, whatever is played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from burgundy_env import Game
from burgundy_env.editing import changed, checked, in_words, new_position
from burgundy_env.modules import PENDING
from burgundy_env.position.pending import IN_WORDS

CONFIGS: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "2011": {"players": 3, "ruleset": "alea_2011", "modules": ["castle_rule"]},
    "sides": {"players": 4, "duchies": "sides"},
    "chateauma": {"players": 1, "chateauma": "hard+ABCD"},
    "chateauma_3": {"players": 3, "chateauma": "easy"},
    "all": {"players": 2, "modules": "all", "trade_route_order": "chosen"},
    "all_chateauma": {"players": 2, "modules": "all", "chateauma": "hard+ABD"},
    "all_4": {"players": 4, "modules": "all"},
    "solo": {"players": 1, "modules": ["solo", "extra_tiles", "white_castles"], "duchies": [34]},
    "team": {"players": 4, "modules": ["team", "extra_tiles", "white_castles"], "duchies": [31, 32]},
}


def played(config: dict[str, Any], seed: int) -> Game:
    """A game after some random actions, rather one in which something is pending."""
    game, chance = Game.new(config, seed), random.Random(seed)
    length = (0, 3, 60, 130, 1000)[seed % 5]
    for i in range(length + 8):
        if game.is_over or (i >= length and game.to_json()["pending"]):
            break
        game.push(chance.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("name", CONFIGS)
def test_a_position_is_what_its_words_say(name: str) -> None:
    for seed in range(5):
        document = played(CONFIGS[name], seed).to_json()
        assert changed(new_position(CONFIGS[name], seed + 1), "; ".join(in_words(document))) == document


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize(("phase", "round"), [("B", 4), ("E", 5)])
def test_new_ones_can_be_played_to_their_end(name: str, phase: str, round: int) -> None:
    config = CONFIGS[name]
    document = new_position(config, 3, phase=phase, round=round)
    assert (document["phase"], document["round"], document["stage"]) == (phase, round, "turn")
    assert "hidden" not in document
    first = new_position(config, 3)
    for owner, had in zip(
        document.get("teams", document["players"]), first.get("teams", first["players"]), strict=True
    ):
        assert {**owner, "dice": 0} == {**had, "dice": 0}, "nobody has done anything"
    game = checked(document)
    while not game.is_over:
        game.push(game.legal_actions()[-1])


def test_pending_decisions_of_all_kinds_are_said() -> None:
    arguments = {
        "depot": 3, "hex": "h26", "channel": "d1", "tile": "castle", "colours": ["building", "mine"], "left": 2,
        "steps": ["colour", "effect"], "source": "black", "space": "p7", "bonuses": ["double", "sell"], "count": 4,
        "shields": [3, 17], "true": True,
    }  # fmt: skip
    for pending in PENDING:
        entry = {"kind": pending.kind, **{one.key: arguments[one.of] for one in pending.arguments}}
        said = IN_WORDS.write([{"kind": "castle"}, entry])
        assert IN_WORDS.read(said, []) == [{"kind": "castle"}, entry], said

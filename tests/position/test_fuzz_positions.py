"""A few seconds of the fuzzer of `fuzz_positions.py`, always the same documents; and whether the fuzzer works."""

from __future__ import annotations

import random

import fuzz_positions
import pytest
from fuzz_positions import as_text, damaged, seeds_of_positions, try_document
from fuzzing import fuzz
from position_documents import document as document_of

from burgundy_env import Game, PositionError
from burgundy_env.config import MODULES


def test_damaged_documents_are_refused_or_playable() -> None:
    seeds_of_positions()
    _, outcomes = fuzz(damaged, try_document, as_text, seed=2026, seconds=8)
    assert outcomes["refused"] > 50
    assert outcomes["accepted"] > 10


def test_the_fuzzer_begins_with_valid_documents_of_all_kinds() -> None:
    documents = seeds_of_positions()
    assert {document["stage"] for document in documents} >= {"turn", "over"}
    kinds = {entry["kind"] for document in documents for entry in document["pending"]}
    assert kinds >= {"castle", "ship", "keep", "take", "pick", "discard"}
    assert kinds >= {"white_castle", "points", "swap", "pay", "black", "after"}
    modules = {module for document in documents for module in document["config"]["modules"]}
    assert modules == set(MODULES)
    for document in random.Random(0).sample(documents, 5):
        assert try_document(document, 1) == "accepted"


def test_the_same_seed_and_number_make_the_same_document() -> None:
    for number in range(20):
        one, two = (damaged(random.Random(f"1 {number}")) for _ in range(2))
        assert as_text(one) == as_text(two)


def test_a_crash_and_a_silent_refusal_are_failures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crashes(document: object, seed: int) -> Game:
        raise KeyError("players")

    monkeypatch.setattr(fuzz_positions.Game, "from_json", crashes)
    with pytest.raises(KeyError):
        fuzz(damaged, try_document, as_text, seconds=5, seed=1)
    assert "case 0 of seed 1" in capsys.readouterr().out

    def says_nothing(document: object, seed: int) -> Game:
        raise PositionError("")

    monkeypatch.setattr(fuzz_positions.Game, "from_json", says_nothing)
    with pytest.raises(AssertionError, match="no sentence"):
        fuzz(damaged, try_document, as_text, seconds=5, seed=1)


def test_a_seat_gets_one_bonus_tile_of_a_colour_even_in_a_strange_position() -> None:
    """Found by the fuzzer: a seat given the large tile by hand got the small one, too, when it covered the colour."""
    document = document_of("first_turn_2p")
    del document["hidden"]
    document["pending"] = [{"kind": "castle"}]
    document["bonus_tiles"]["mine"] = 1
    player = document["players"][document["active"]]
    player.update(bonus=["mine_large"], storage=["mine"], placed={"h19": "castle", "h25": "mine", "h30": "mine"})
    game = Game.from_json(document, seed=1)
    game.push("free place h34")
    after = game.to_json()
    assert after["players"][document["active"]]["bonus"] == ["mine_large"]
    assert after["bonus_tiles"]["mine"] == 1
    assert try_document(after, 1) == "accepted"

"""The design in which boards meet next of whose difference least is known."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from studies import Play

from burgundy_env.balance import BalanceError, Question, Store, laboratory, pairing, run, summarise

ASKED = {"study": "boards", "design": "next", "boards": [1, 5, 8, 18, 44], "agents": ["reflex"], "games": 160}


def test_boards_begin_in_a_ring_and_then_go_where_least_is_known(play: Play) -> None:
    study = play(**ASKED)
    layout, frame = study.store.layout, study.run.frame
    counts = {(m.one, m.other): len(frame.games(m.cells[0])) for m in pairing.meetings(study.store)}
    assert all(counts[pair] >= 2 * pairing.STEP for pair in [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])
    assert any(counts[pair] > 0 for pair in [(0, 2), (0, 3), (1, 3), (1, 4), (2, 4)])
    assert sum(counts.values()) == 160 * 5 // 2
    assert len(layout.cells) == 10
    worths = study.summary.numbers["worths"]["reflex"]
    assert worths["5"]["mean"] > worths["18"]["mean"] + 3 * worths["5"]["error"]
    assert len(study.summary.numbers["effects"]["reflex"]) == sum(count > 0 for count in counts.values())


def test_the_same_worths_as_where_each_meets_each(play: Play) -> None:
    some = play(**ASKED, folder="some").summary.numbers["worths"]["reflex"]
    every = play(**{**ASKED, "design": "pairs", "games": 200}, folder="all").summary.numbers["worths"]["reflex"]
    for board, found in some.items():
        other = every[board]
        assert abs(found["mean"] - other["mean"]) < 3 * math.hypot(found["error"], other["error"]), board


def test_it_plays_until_it_is_precise(play: Play) -> None:
    study = play(**{**ASKED, "games": 4000, "precision": 3})
    errors = [one["error"] for one in study.summary.numbers["worths"]["reflex"].values()]
    assert 1.96 * max(errors) <= 3
    assert not study.run.short
    assert study.run.games < 4000
    short = play(**{**ASKED, "precision": 0.5}, folder="short")
    assert len(short.run.short) == 5


def test_what_was_stopped_chooses_the_same_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Store.create(tmp_path / "whole", Question.of(ASKED))
    expected = summarise(whole, run(whole, 1)).numbers
    parts = Store.create(tmp_path / "parts", Question.of(ASKED))
    keep, kept = laboratory._keep, []

    def tired(*arguments: object) -> bool:
        kept.append(1)
        if len(kept) == 4:
            raise KeyboardInterrupt
        return keep(*arguments)

    monkeypatch.setattr(laboratory, "_keep", tired)
    assert run(parts, 1).interrupted
    monkeypatch.setattr(laboratory, "_keep", keep)
    again = Store.open(tmp_path / "parts")
    assert summarise(again, run(again, 1)).numbers == expected


def test_two_boards_need_no_choice() -> None:
    with pytest.raises(BalanceError, match="three at least for the design next"):
        Question.of({"study": "boards", "design": "next", "boards": [1, 5]})


def test_ratings_have_agents_beside_boards(play: Play) -> None:
    study = play(study="boards", design="pairs", boards=[1, 5, 8], agents=["random", "reflex"], games=60)
    both = study.summary.numbers["ratings"]["all agents"]
    assert both["boards"].keys() == {"1", "5", "8"}
    assert both["agents"]["random"]["worth"] == 0
    assert both["agents"]["reflex"]["worth"] > 2 * both["agents"]["reflex"]["error"]
    alone = [study.summary.numbers["ratings"][agent]["boards"] for agent in ("random", "reflex")]
    for board, found in both["boards"].items():
        low, high = sorted(one[board]["worth"] for one in alone)
        assert low - 0.1 < found["worth"] < high + 0.1
        assert found["error"] < np.mean([one[board]["error"] for one in alone])

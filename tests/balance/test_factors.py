"""Factorial designs: main effects and interactions that were planted are found, and no others."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from studies import Play

from burgundy_env.balance import Summary
from burgundy_env.balance.analysis.effects import Effects
from burgundy_env.balance.analysis.factors import FACTORS, Term, add, table_of, terms

LEVELS = (("board", "158"), ("modules", ("none", "inns")), ("players", "2"), ("agent", ("weak", "strong")))
BOARDS, MODULES, AGENTS = np.array([-6.0, 0, 6]), np.array([-2.0, 2]), np.array([-50.0, 50])
# Board 8 and inns are worth 4 VP more together than alone, board 1 and inns 4 less.
TOGETHER = np.outer([-4.0, 0, 4], [-0.5, 0.5])


def planted(random: np.random.Generator, blocks: int = 150) -> Any:
    """By block, board, modules, players, agent: what was planted, what a block adds, and noise."""
    shape = (blocks, 3, 2, 1, 2)
    truth = 200 + BOARDS[:, None, None, None] + MODULES[:, None, None] + AGENTS + TOGETHER[:, :, None, None]
    return truth + random.normal(0, 20, (blocks, 1, 1, 1, 1)) + random.normal(0, 8, shape)


def of(found: list[Term], name: str) -> Term:
    return next(term for term in found if term.name == name)


def test_what_was_planted_is_found_and_nothing_else() -> None:
    found = terms(planted(np.random.default_rng(1)), LEVELS)
    assert [term.name for term in found] == [
        "board", "modules", "agent", "board x modules", "board x agent", "modules x agent", "board x modules x agent",
    ]  # fmt: skip
    truths = {"board": BOARDS, "modules": MODULES, "agent": AGENTS, "board x modules": TOGETHER.ravel()}
    for name, truth in truths.items():
        term = of(found, name)
        assert all(abs(one.mean - true) < 3.5 * one.error for one, true in zip(term.effects, truth, strict=True))
        assert all((p < 0.05) == (true != 0) for p, true in zip(term.p, truth, strict=True)), name
        assert term.spread == pytest.approx(np.sqrt(np.mean(np.square(truth))), abs=0.6)
    for term in found:
        if term.name not in truths:
            assert min(term.p) > 0.05
            assert term.spread < 0.6
    assert of(found, "board x modules").levels[5] == ("8", "inns")
    seeds_apart = np.mean([one.error for one in of(found, "board").effects])
    assert seeds_apart < 8 / math.sqrt(150), "what a block adds to all of them is no noise"


def test_effects_add_up_to_the_cells() -> None:
    values = planted(np.random.default_rng(2), 10)
    found = terms(values, LEVELS)
    place = {"board": "5", "modules": "inns", "agent": "weak"}
    whole = values.mean()
    for term in found:
        whole += term.effects[term.levels.index(tuple(place[name] for name in term.factors))].mean
    assert whole == pytest.approx(values[:, 1, 1, 0, 0].mean())


def test_of_null_designs_few_find_anything() -> None:
    """5 % and fewer: p is corrected for all effects of a design together."""
    random, some = np.random.default_rng(3), 0
    for _ in range(200):
        found = terms(random.normal(0, 8, (40, 3, 2, 1, 2)), LEVELS)
        some += min(p for term in found for p in term.p) < 0.05
    assert 2 <= some <= 18


def test_blocks_that_not_all_cells_have_are_left_out() -> None:
    values = planted(np.random.default_rng(4), 30)
    values[20:, 0, 0, 0, 1] = math.nan
    assert of(terms(values, LEVELS), "board").effects[0].blocks == 20


def test_a_study_tells_them(play: Play) -> None:
    study = play(study="factors", boards=[5, 18], modules=[[], ["inns"]], agents=["random", "reflex"], games=60)
    numbers, tables = study.summary.numbers["terms"], {table.title: table for table in study.summary.tables}
    assert len(numbers) == 7
    assert numbers["board"]["5"]["mean"] == pytest.approx(-numbers["board"]["18"]["mean"])
    assert numbers["board"]["5"]["low"] > 0
    assert numbers["agent"]["reflex"]["p"] < 0.001
    # Better play makes more of the better board.
    assert numbers["board x agent"]["5 x reflex"]["low"] > 0
    assert len(tables["What decides, alone and together"].rows) == 7
    assert len(tables["Main effects (VP above the mean of all)"].rows) == 6
    values, levels = table_of(Effects(study.store, study.run.frame, study.run.blocks))
    assert [name for name, _ in levels] == [*FACTORS]
    assert np.nanmean(values[:, 0, 0, 0, 0]) == pytest.approx(study.effect("board 5, none, 2 players")["mean"])


def test_one_cell_has_no_factors(play: Play) -> None:
    study = play(study="factors", boards=[5], games=4)
    summary = Summary("")
    add(summary, Effects(study.store, study.run.frame, study.run.blocks))
    assert not summary.tables
    assert "No factor has two levels" in summary.notes[0]

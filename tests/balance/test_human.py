"""People's results beside a study."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from studies import Play

from burgundy_env import data
from burgundy_env.balance import BalanceError
from burgundy_env.balance.analysis.agreement import REGRESSION, Means, agreement, geometry
from burgundy_env.balance.analysis.summary import Summary
from burgundy_env.balance.human import FOLDER, figures, people


def test_what_is_shipped() -> None:
    own = people("human")
    means = {board: mean for board, mean, _ in own.means}
    assert len(means) == 16
    assert means[48] == 250.86
    assert means[28] == 215.0
    assert own.doubtful == {2}
    assert all(3 < error < 7 for _, _, error in own.means)
    assert (48, 18) in own.order  # 8 of 2011 before 10h
    assert (1, 11) in own.order
    assert len(own.order) == 32
    assert figures()["mean_vp"]["2"] == 184.6
    assert "World Boardgaming Championships" in (FOLDER / "README.md").read_text()


def told(values: dict[int, float], name: str = "heuristic", error: float = 0.5) -> Means:
    return Means(name, tuple(values), np.array([*values.values()]), np.full(len(values), error))


def test_an_agent_that_says_what_people_say_agrees_more_than_random_play() -> None:
    own = people("human")
    random = np.random.default_rng(3)
    right = {board: mean for board, mean, _ in own.means} | dict.fromkeys((1, 11, 15, 16, 18), 180.0)
    wrong = dict(zip(right, random.permutation([*right.values()]).tolist(), strict=True))
    summary = Summary("")
    agreement(summary, [told(right), told(wrong, "random")], own, data.load(), 1)
    found = summary.numbers["people"]["agreement"]
    assert found["heuristic"]["rho"] == pytest.approx(1)
    assert found["heuristic"]["high"] < 1  # people's own means are not sure
    assert found["heuristic"]["pairs_in_order"] > found["random"]["pairs_in_order"]
    assert abs(found["random"]["rho"]) < 0.6
    assert "rho_without_doubtful" in found["heuristic"]
    assert found["heuristic"]["low"] > found[REGRESSION]["low"]


def test_what_random_play_says_as_well_is_no_finding() -> None:
    own = people("human")
    right = {board: mean for board, mean, _ in own.means}
    summary = Summary("")
    agreement(summary, [told(right), told(right, "random")], own, data.load(), 1)
    assert "does not surely agree with people better than random play" in summary.findings[0]


def test_geometry_is_of_the_board() -> None:
    components = data.load()
    points, pastures = geometry(components, [1])[0]
    duchy, worth = components.duchies[1], components.components["scoring"]["region"]
    assert points == sum(worth[len(region)] for region in duchy.regions)
    assert pastures == sum(len(r) ** 2 for r in duchy.regions if duchy.colours[r[0] - 1] == "livestock")


def test_a_file_of_one_s_own(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("duchy,mean,error\n1,190,3\n5,200,3\n8,215,3\n")
    study = play(study="boards", boards=[1, 5, 8], against=str(file), games=6)
    assert study.summary.numbers["people"]["source"] == str(file)
    assert set(study.summary.numbers["people"]["agreement"]) == {"random", REGRESSION}
    for text, said in (("board,vp\n1,2\n", "columns duchy and mean"), ("duchy,mean\nx,2\n", "line 2"),
                       ("duchy,mean\n1,2\n", "three boards")):  # fmt: skip
        file.write_text(text)
        with pytest.raises(BalanceError, match=said):
            people(str(file))


def test_boards_that_people_did_not_play_are_told(tmp_path: Path, play: Play) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("duchy,mean\n20,190\n21,200\n22,215\n")
    study = play(study="boards", boards=[1, 5], against=str(file), games=4)
    assert "people" not in study.summary.numbers
    assert any("fewer than three" in note for note in study.summary.notes)
    assert not math.isnan(study.effect(1)["mean"])

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
from burgundy_env.balance.human import FOLDER, People, figures, people


def test_what_is_shipped() -> None:
    own = people("human")
    means = {board: mean for board, mean, _ in own.means}
    assert len(means) == 16
    assert means[48] == 250.86
    assert means[28] == 215.0
    assert own.doubtful == ((2, 10),)
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
    assert found["heuristic"]["low"] > found[REGRESSION]["low"]


def test_a_doubtful_board_is_read_in_every_way() -> None:
    own = people("human")
    read = own.readings()
    assert list(read) == ["", "board 2 as 10", "without board 2"]
    means = {name: {board: mean for board, mean, _ in reading.means} for name, reading in read.items()}
    assert means[""][2] == means["board 2 as 10"][10] == 226.94
    assert 10 not in means[""]
    assert {2, 10}.isdisjoint(means["without board 2"])
    assert [len(reading.order) for reading in read.values()] == [32, 32, 29]
    assert (48, 10) in read["board 2 as 10"].order


def test_all_readings_are_told() -> None:
    own = people("human")
    # Who says what people say, board 2 being 2: as 10 it is last, where people have it in the middle.
    right = {board: mean for board, mean, _ in own.means} | {10: 100.0}
    wrong = {board: -mean for board, mean in right.items()}
    summary = Summary("")
    agreement(summary, [told(right), told(wrong, "random")], own, data.load(), 1)
    table, numbers = summary.tables[0], summary.numbers["people"]
    assert table.heads == ("", "rank correlation (95%)", "pairs in people's order", "board 2 as 10 (95%)",
                           "board 2 as 10 pairs", "without board 2 (95%)", "without board 2 pairs")  # fmt: skip
    assert all(len(row) == len(table.heads) for row in table.rows)
    other = {name: found["heuristic"] for name, found in numbers["read_otherwise"].items()}
    assert numbers["agreement"]["heuristic"]["rho"] == other["without board 2"]["rho"] == pytest.approx(1)
    assert 0.5 < other["board 2 as 10"]["rho"] < 0.95
    assert other["board 2 as 10"]["pairs"] == other["without board 2"]["pairs"] + 3
    assert len(numbers["boards"]) == 16


def test_a_finding_is_one_whichever_board_is_meant() -> None:
    """Random play is wrong about board 2 and right about 10: if people mean 10 it says what the heuristic says."""
    means = {1: 180.0, 3: 190.0, 5: 200.0, 6: 210.0, 7: 220.0, 2: 230.0}
    for doubtful, said in (((), "a finding."), (((2, 10),), "than random play.")):
        own = People("some", tuple((board, mean, 0.1) for board, mean in means.items()), doubtful)
        summary = Summary("")
        agreement(summary, [told(means | {10: 230.0}), told(means | {2: 100.0, 10: 230.0}, "random")], own,
                  data.load(), 1)  # fmt: skip
        assert summary.findings[0].endswith(said)


def test_where_the_other_board_was_not_played_it_is_not_told_twice() -> None:
    own = people("human")
    summary = Summary("")
    without_10 = told({board: mean for board, mean, _ in own.means})
    agreement(summary, [without_10, told({**dict.fromkeys(without_10.boards, 1.0)}, "random")], own, data.load(), 1)
    assert len(summary.tables[0].heads) == 5


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

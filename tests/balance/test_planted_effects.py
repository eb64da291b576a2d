"""What was planted is found, with the right sign and an interval that covers the truth; else nothing is."""

from __future__ import annotations

from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
import pytest
from data_documents import D, documents, write
from scipy import stats
from studies import Play

from burgundy_env import data
from burgundy_env.balance.statistics.bootstrap import percentiles, resampled_means
from burgundy_env.balance.statistics.intervals import estimate


def covers(found: dict[str, float], truth: float) -> bool:
    return found["low"] <= truth <= found["high"]


def rows_of(board: int) -> list[str]:
    rows: list[str] = next(one["rows"] for one in documents()[D]["duchies"] if one["id"] == board)
    return rows


def test_boards_that_swapped_their_names_swap_their_worths(play: Play, tmp_path: Path) -> None:
    swapped = {"duchies": [{"id": 5, "rows": rows_of(18)}, {"id": 18, "rows": rows_of(5)}]}
    plain = play(study="boards", boards=[5, 18], games=120, folder="plain")
    other = play(
        study="boards", boards=[5, 18], games=120, folder="other", data=str(write(tmp_path / "d", D, swapped))
    )
    assert plain.effect(5)["low"] > plain.effect(18)["high"] + 5
    assert other.effect(5) == plain.effect(18)
    assert other.effect(18) == plain.effect(5)
    assert plain.summary.numbers["ranks"]["5"]["rank"] == 1
    assert other.summary.numbers["ranks"]["18"]["rank"] == 1


def swapped(rows: list[str], one: int, other: int) -> list[str]:
    """A board on which two hexes have each other's colour."""
    hexes = list("".join(rows))
    hexes[one - 1], hexes[other - 1] = hexes[other - 1], hexes[one - 1]
    ends = [0, *accumulate(map(len, rows))]
    return ["".join(hexes[a:b]) for a, b in pairwise(ends)]


def test_a_board_with_a_region_more_is_worth_what_it_is_in_a_far_larger_study(play: Play, tmp_path: Path) -> None:
    """Board 3 is board 1 with a city hex among its castles: fourteen regions for thirteen, done sooner."""
    folder = str(write(tmp_path / "d", D, {"duchies": [{"id": 3, "rows": swapped(rows_of(1), 1, 27)}]}))
    changed = data.load(folder).duchies
    assert [len(changed[board].regions) for board in (1, 3)] == [13, 14]
    asked = {"study": "boards", "design": "reference", "boards": [1, 3], "agents": ["reflex"], "data": folder}
    truth = play(**asked, games=6000, seed=99, folder="large").effect(3, "reflex")
    assert truth["low"] > 4
    study = play(**asked, games=600)
    assert study.effect(3, "reflex")["low"] > 0
    assert covers(study.effect(3, "reflex"), truth["mean"])
    tests = study.summary.numbers["tests"]["reflex"]["3"]
    assert tests["differs_p"] < 0.05 < tests["equivalent_p"]


def test_a_board_with_another_one_s_hexes_is_equal_to_it(play: Play, tmp_path: Path) -> None:
    """Within the usual margin of 2 VP; within a fifth of a point it can't be told."""
    folder = str(write(tmp_path / "d", D, {"duchies": [{"id": 3, "rows": rows_of(1)}]}))
    asked = {"study": "boards", "design": "reference", "boards": [1, 3], "games": 3000, "data": folder}
    study = play(**asked)
    assert study.store.question.margin == 2
    assert covers(study.effect(3), 0)
    assert study.effect(3)["error"] > 0.2
    tests = study.summary.numbers["tests"]["random"]["3"]
    assert tests["equivalent_p"] < 0.05 < tests["differs_p"]
    narrow = play(**asked, margin=0.2, folder="narrow").summary.numbers["tests"]["random"]["3"]
    assert narrow["equivalent_p"] > 0.05


def test_points_given_are_found_as_they_were_given(play: Play) -> None:
    study = play(study="economy", games=800)
    assert covers(study.effect("5 VP"), 5)
    assert study.effect("5 VP")["low"] > 0
    assert study.summary.numbers["tests"]["random"]["5 VP"]["differs_p"] < 0.05


def test_silver_given_is_worth_something_to_who_can_use_it(play: Play) -> None:
    study = play(study="economy", agents=["reflex"], games=400)
    assert study.effect("3 silver", "reflex")["low"] > 0
    assert study.effect("3 silver", "reflex")["mean"] > study.effect("1 silver", "reflex")["mean"]


def test_a_module_that_changes_nothing_is_equal_to_none(play: Play) -> None:
    """The castle rule binds owners of its boards alone; on board 1 all games are as they were."""
    study = play(study="modules", modules=["castle_rule"], games=60)
    assert study.effect("castle_rule") == {"mean": 0, "low": 0, "high": 0, "error": 0, "blocks": 60}
    assert study.summary.numbers["tests"]["random"]["castle_rule"]["equivalent_p"] < 0.05
    assert study.effect("castle_rule on its boards")["high"] < 0


def test_who_may_not_use_the_black_depot_loses(play: Play) -> None:
    study = play(study="strategies", agents=["reflex"], without=["black_depot"], games=120)
    assert study.effect("black_depot", "reflex")["high"] < 0
    assert study.summary.numbers["wins"]["reflex"]["black_depot"]["high"] < 50


def test_the_handicap_that_makes_boards_even_is_between_their_leads(play: Play) -> None:
    study = play(study="handicap", agents=["reflex"], boards=[5, 18], games=200)
    even = study.summary.numbers["even"]["reflex"]["points"]
    lead = study.effect("0 to 18", "reflex")
    # Given points are points: as many as the one leads by make the other even.
    assert lead["low"] > 0
    assert even["low"] < lead["mean"] < even["high"]
    assert "board 18 is given" in study.summary.findings[0]


def test_of_null_studies_as_many_intervals_cover_as_they_say(play: Play) -> None:
    """2,000 studies of 60 blocks, drawn from games that were played: the mean of those is the truth."""
    played = play(study="boards", boards=[1, 3], games=2000)
    store, frame = played.store, played.run.frame
    columns = np.column_stack([frame.games(i).blockwise("vp") for i in range(len(store.layout.cells))])
    first = frame.games(0).blockwise("first")
    truths = columns.mean(axis=0)
    random = np.random.default_rng(7)
    counts = dict.fromkeys(("mean", "paired", "first seat", "resampled"), 0)
    studies = 2000
    for number in range(studies):
        drawn = random.integers(len(columns), size=60)
        sample = columns[drawn]
        found = estimate(sample[:, 0])
        counts["mean"] += found.low <= truths[0] <= found.high
        found = estimate(sample[:, 0] - sample[:, 1])
        counts["paired"] += found.low <= truths[0] - truths[1] <= found.high
        found = estimate(first[drawn])
        counts["first seat"] += found.low <= first.mean() <= found.high
        low, high = percentiles(resampled_means(sample[:, :1], number, 500))
        counts["resampled"] += bool(low[0] <= truths[0] <= high[0])
    shares = {name: count / studies for name, count in counts.items()}
    assert all(0.94 <= share <= 0.96 for share in shares.values()), shares


def test_values_of_blocks_scatter_like_student_s_distribution_wants(play: Play) -> None:
    """What the intervals rest on: means of some 50 blocks are normal enough."""
    played = play(study="boards", boards=[1, 3], games=400)
    values = played.run.frame.games(0).blockwise("vp")
    means = resampled_means(values[:, None], 1, 4000)[:, 0]
    assert abs(stats.skew(means)) < 0.2


@pytest.mark.parametrize("precision", [3, "4vp"])
def test_a_study_goes_on_until_it_is_precise(play: Play, precision: float | str) -> None:
    study = play(study="boards", boards=[1, 5], precision=precision)
    wanted = 3.0 if precision == 3 else 4.0
    for board in (1, 5):
        found = study.effect(board)
        assert (found["high"] - found["low"]) / 2 <= wanted
        assert found["blocks"] >= 50
    assert study.run.looks > 1 or precision == "4vp"
    assert any("looked at" in note for note in study.summary.notes)

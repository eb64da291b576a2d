"""The log tells everything that changed, and what belongs to a new round under its heading."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from policies import explorer

from burgundy_env import Game, Record
from burgundy_env.telling.chance import sentences
from burgundy_env.telling.log import aftermath, changes, when

NAMES = ["Ann", "Ben"]


@pytest.fixture(scope="module")
def record() -> Record:
    game, rng = Game.new({"players": 2, "modules": ["extra_tiles", "trade_routes"]}, seed=11), random.Random(11)
    while not game.is_over:
        game.push(explorer(game, rng))
    return Record.of(game, NAMES)


def test_all_that_changes_is_told(record: Record) -> None:
    """Workers, silver and goods of both, added up from the sentences alone, are those of the last position."""
    first = next(record.steps()).game.to_json()
    held = [{"workers": seat["workers"], "silver": seat["silver"], **seat["goods"]} for seat in first["players"]]
    for step in record.steps():
        for line in changes(step.game.to_json(), step.after.to_json(), NAMES):
            seat = NAMES.index(re.split("[:,]", line)[0])
            for sign, count, what, kind in re.findall(r"([+-])(\d+) (worker|silver|goods)s?(?: of type (\d))?", line):
                key = kind or ("workers" if what == "worker" else what)
                held[seat][key] = held[seat].get(key, 0) + int(sign + count)
    last = record.game().to_json()
    for seat, told in zip(last["players"], held, strict=True):
        now = {"workers": seat["workers"], "silver": seat["silver"], **seat["goods"]}
        assert {key: count for key, count in told.items() if count} == {key: n for key, n in now.items() if n}


def test_a_round_begins_under_its_heading(record: Record) -> None:
    """Its dice come after it, as do the tiles of a phase; what the phase before brought comes first."""
    headings = []
    for step in record.steps():
        told = aftermath(step.game.to_json(), step.after.to_json(), step.events, NAMES)
        assert not any(re.match(r"Dice|New in|Goods of", line) for line in told.told)
        assert bool(told.opening) == bool(told.heading)
        headings += [told.heading] * bool(told.heading)
    rounds = [f"Phase {phase}, round {number}" for phase in "ABCDE" for number in range(1, 6)]
    assert headings == rounds  # the first when the last start castle lies


def test_the_final_scoring_is_a_step_of_its_own(record: Record) -> None:
    *_, last = record.steps()
    told = aftermath(last.game.to_json(), last.after.to_json(), last.events, NAMES)
    final = [line for line in told.told if "final scoring" in line]
    assert [line.partition(",")[0] for line in final] == ["Seat 0 (Ann)", "Seat 1 (Ben)"]
    scores = last.after.scores()
    for line, score in zip(final, scores, strict=True):
        assert f" {score['total'] - score['vp']:+} VP: " in line
    assert told.heading == ""


def test_what_mines_bring_is_said_to_come_at_the_end(record: Record) -> None:
    ends = []
    for step in record.steps():
        before, after = step.game.to_json(), step.after.to_json()
        ends += [
            line for line in changes(before, after, NAMES) if f", at the end of phase {before['phase']}: " in line
        ]
        mines = [list(seat["placed"].values()).count("mine") for seat in before["players"]]
        if before["phase"] != after["phase"] and mines[1 - step.game.active]:  # type: ignore[operator]
            assert f"+{mines[1 - step.game.active]} silver" in " ".join(ends[-2:])  # type: ignore[operator]
    assert ends


def test_bonus_tiles_and_the_marker() -> None:
    game = Game.new({"players": 2, "duchies": [1, 1]}, seed=1).to_json()
    game["track"] = [[0, 1], [], [], [], [], [], []]
    after: dict[str, Any] = {**game, "track": [[1], [0], [], [], [], [], []]}
    after["players"] = [{**game["players"][0], "bonus": ["ship_large"]}, game["players"][1]]
    assert changes(game, after, NAMES) == ["Ann: the bonus tile ship large, marker to space 1 of the track."]
    assert when({"phase": "B", "round": 4, "white_die": 2}) == "Phase B, round 4"


def test_teams_are_told_what_they_share_and_players_where_their_markers_go() -> None:
    game, rng = Game.new({"players": 4, "modules": ["team"], "duchies": [31, 32]}, seed=4), random.Random(4)
    names, told = ["Ann", "Ben", "Cleo", "Dan"], []
    while not game.is_over:
        before = game.to_json()
        game.push(explorer(game, rng))
        told += changes(before, game.to_json(), names)
    record = Record.of(game, names)
    whose = {line.partition(":")[0].partition(",")[0] for line in told}
    assert whose == {"Team 0 (Ann and Cleo)", "Team 1 (Ben and Dan)", *names}
    assert all("marker" in line for line in told if line.startswith(tuple(names)))
    *_, last = record.steps()
    final = aftermath(last.game.to_json(), last.after.to_json(), last.events, names).told
    assert [line.partition(",")[0] for line in final if "final scoring" in line] == [
        "Team 0 (Ann and Cleo)",
        "Team 1 (Ben and Dan)",
    ]


def test_goods_are_dealt_to_teams() -> None:
    game = Game.new({"players": 4, "modules": ["team"]}, seed=4)
    dealt = next(line for line in sentences(game.events, ["Ann", "Ben", "Cleo", "Dan"]) if "Goods dealt" in line)
    assert re.fullmatch(r"Goods dealt: Ann and Cleo get \d \d \d, Ben and Dan get \d \d \d\.", dealt)

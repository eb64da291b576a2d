"""`burgundy bench throughput`: what it prints, with and without open_spiel, and that it counts what it says."""

from __future__ import annotations

import json
import math
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from told_json import check_keys

from burgundy_env import Game, __version__
from burgundy_env.bench import throughput as bench
from burgundy_env.cli import main
from burgundy_env.cli.bench import RATES, vector_table
from burgundy_env.engine import batch, warmup
from burgundy_env.engine.layout import STATE

compiled = pytest.mark.skipif(not warmup.compiles(), reason="without the compiler there is no speed to measure")


class Dice:
    """A state of a game of chance, decision, chance, decision: two decisions in a game."""

    def __init__(self) -> None:
        self.moves: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.moves) == 4

    def is_chance_node(self) -> bool:
        return len(self.moves) % 2 == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.25), (1, 0.75)]

    def legal_actions(self) -> list[int]:
        return [0, 1, 2]

    def apply_action(self, action: int) -> None:
        self.moves.append(action)


class Spiel(SimpleNamespace):
    """As much of open_spiel as is needed, but for the rollouts."""

    def __init__(self) -> None:
        super().__init__(
            registered_names=lambda: ["backgammon"],
            load_game=lambda name: SimpleNamespace(new_initial_state=Dice),
        )


@pytest.fixture
def measured(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run the command for a moment and read its JSON."""

    def run() -> Any:
        assert main(["bench", "throughput", "--json", "--seconds", "0.3"]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        found = json.loads(out)
        check_keys("bench throughput --json", found)
        return found

    return run


@compiled
def test_games_of_another_config(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.setattr(bench, "first_game", lambda: (0.1, 0.1))
    assert main(["bench", "throughput", "--seconds", "0.1", "--players", "3", "--modules", "all"]) == 0
    config = Game.new({"players": 3, "modules": "all"}).config
    assert capsys.readouterr().out.startswith(f"Random play, {config}, one core")


@compiled
def test_json_without_open_spiel(measured: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    result = measured()
    assert result["ratio_to_open_spiel_backgammon"] is None
    assert result["ratio_to_open_spiel_rollouts"] is None
    assert "not installed" in result["ratio_reason"]
    assert result["rollouts_reason"] == result["ratio_reason"]
    assert result["state_bytes"] == STATE.itemsize
    assert result["versions"]["burgundy_env"] == __version__
    assert result["versions"]["numpy"] == np.__version__
    assert 0 < result["decisions_per_second"] <= result["decisions_per_second_best"]
    assert math.isclose(result["ns_per_decision"] * result["decisions_per_second"], 1e9, rel_tol=0.01)
    assert result["decisions_per_second"] > result["push_and_mask_per_second"] > 0
    assert result["push_and_strings_per_second"] > 0
    assert result["first_game_seconds"] > 0
    assert result["config"]["players"] == 2


@compiled
def test_json_with_an_open_spiel_that_keeps_its_rollouts(measured: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", Spiel())
    result = measured()
    expected = result["decisions_per_second"] / result["open_spiel_backgammon_per_second"]
    assert math.isclose(result["ratio_to_open_spiel_backgammon"], expected, abs_tol=0.01)
    assert result["ratio_reason"] is None
    assert result["ratio_to_open_spiel_rollouts"] is None
    assert "RandomRolloutEvaluator" in result["rollouts_reason"]


@compiled
def test_table_with_open_spiel(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    assert main(["bench", "throughput", "--seconds", "0.3"]) == 0
    out = capsys.readouterr().out
    assert out.count("times as fast") == 2
    assert f"{STATE.itemsize:,}  bytes" in out
    assert all(len(line) < 118 for line in out.splitlines())


def test_rollouts_of_open_spiel_are_games_of_the_reference() -> None:
    """A search plays as many rollouts as it is counted for: they take about as long as its games cloned in C++."""
    spiel = pytest.importorskip("pyspiel")
    game = spiel.load_game("backgammon")
    roll, driven = bench.Measure(bench._rollouts(spiel, game)), bench.Backgammon(game)
    reference = bench.Measure(driven)
    roll.run(0.2)
    reference.run(0.2)
    rolled = roll.median * driven.decisions_per_game
    assert 0.5 < rolled / reference.median < 10


def test_open_spiel_without_backgammon(monkeypatch: pytest.MonkeyPatch) -> None:
    spiel = Spiel()
    spiel.registered_names = lambda: ["chess"]
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    driven, rollouts, reasons = bench._reference()
    assert driven is None
    assert rollouts is None
    assert "without backgammon" in str(reasons[0])


def test_only_decisions_of_players_count() -> None:
    driven = bench.Backgammon(SimpleNamespace(new_initial_state=Dice))
    assert [driven(), driven()] == [2, 2]
    assert driven.decisions_per_game == 2


def test_chance_by_its_probabilities() -> None:
    outcomes = [(7, 0.25), (9, 0.75)]
    assert [bench.drawn(outcomes, point) for point in (0.0, 0.24, 0.26, 0.999)] == [7, 7, 9, 9]
    assert bench.drawn([(7, 0.25), (9, 0.7499)], 0.99999) == 9


@compiled
def test_kernel_and_game_play_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision is the same thing in both: random games have as many of them, whole games, masks written."""
    masks = []

    def spy(tables: Any, states: Any, template: Any, tape: Any, ids: Any, mask: Any, decisions: int) -> int:
        made = kernel(tables, states, template, tape, ids, mask, decisions)
        masks.append(mask.sum())
        return int(made)

    kernel = batch.play_random_games
    monkeypatch.setattr(batch, "play_random_games", spy)
    work = bench.random_games(bench.CONFIG)
    in_kernel = sum(work() for _ in range(10)) / (10 * bench._GAMES)
    assert min(masks) > 0
    for decide in (bench._by_mask, bench._by_name):
        play = bench._game(bench.CONFIG, decide)
        by_game = sum(play() for _ in range(200)) / 200
        assert math.isclose(in_kernel, by_game, rel_tol=0.05)


def test_deciding_takes_one_legal_action() -> None:
    for decide in (bench._by_mask, bench._by_name):
        game = Game.new(bench.CONFIG, 5)
        decide(game, bench.Random(3))
        assert sum("action" in line for line in game.events) == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_seconds_that_are_none(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "throughput", f"--seconds={seconds}"]) == 2
    assert "is no number of seconds" in capsys.readouterr().err


def test_compiler_switched_off(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(warmup, "compiles", lambda: False)
    assert main(["bench", "throughput"]) == 2
    assert "no speed to measure" in capsys.readouterr().err


def test_a_benchmark_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 2
    assert "BENCHMARK" in capsys.readouterr().err


# --- environments --------------------------------------------------------------------------------------


@compiled
def test_the_environments_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "vector", "--json", "--seconds", "0.05", "--games", "16"]) == 0
    result = json.loads(capsys.readouterr().out)
    check_keys("bench vector --json", result)
    rates, shares = result["decisions_per_second"], result["nanoseconds_per_decision"]
    assert set(rates) | set(result["missing"]) == set(RATES)
    assert set(result["targets"]) <= set(RATES)
    assert not result["missing"]
    assert all(0 < rates[name] <= result["best"][name] for name in rates)
    assert rates["self_play_flat"] > rates["burgundy_v0"] > rates["pettingzoo_raw"] / 10
    assert shares["whole step"] == pytest.approx(1e9 / rates["self_play_flat"], rel=0.01)
    assert result["two_threads"]["speed_up"] > 0
    printed = vector_table(result)
    assert all(meaning in printed for meaning in RATES.values())


@compiled
def test_what_is_not_installed_is_left_out_with_its_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    monkeypatch.delitem(sys.modules, "pettingzoo.classic.connect_four.connect_four", raising=False)
    assert main(["bench", "vector", "--seconds", "0.05", "--games", "8"]) == 0
    printed = capsys.readouterr().out
    assert "connect four needs pygame" in printed
    assert "40,000" in printed


def test_a_number_of_games_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "vector", "--games", "many"]) == 2
    assert "'many' is no number of games from 1 to 65536" in capsys.readouterr().err

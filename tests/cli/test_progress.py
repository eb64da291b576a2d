"""Works that take long say how long: the warm-up step by step, perft action by action."""

from __future__ import annotations

import pytest

from burgundy_env import Game
from burgundy_env.cli import main, perft, warmup
from burgundy_env.engine.warmup import calls


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setattr(type(sys.stderr), "isatty", lambda self: True)


def test_a_warm_up_estimates_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    now = [100.0]
    names = [*calls(), *warmup.REHEARSALS]
    assert warmup._SHARES.keys() <= {*names}
    assert sum(warmup._SHARES.values()) == 100
    progress = warmup._Progress(names, lambda: now[0])
    for name in names:
        progress(name, None)
        now[0] += warmup._SHARES.get(name, 0)
        progress(name, float(warmup._SHARES.get(name, 0)))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("[ 1/")
    assert lines[0].endswith(" 30.0 s   about 70 s left")
    assert lines[-1].startswith(f"[{len(names)}/{len(names)}] ")
    assert "left" not in lines[-1]


def test_what_is_compiled_already_needs_no_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    names = [*calls(), *warmup.REHEARSALS]
    progress = warmup._Progress(names, lambda: 5.0)
    for name in names:
        progress(name, None)
        progress(name, 0.0)
    assert "left" not in capsys.readouterr().err


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_counted_piece_by_piece_it_is_the_same_number(depth: int) -> None:
    game = Game.new(seed=7)
    divided = perft._divided(game, depth)
    assert list(divided) == game.legal_actions()
    assert sum(divided.values()) == game.perft(depth)


def test_a_terminal_is_told_the_same_as_a_pipe(capsys: pytest.CaptureFixture[str], at_a_terminal: None) -> None:
    assert main(["perft", "--seed", "7", "4"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"depth 4: {Game.new(seed=7).perft(4):,} nodes in ")

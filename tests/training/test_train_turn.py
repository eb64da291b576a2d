"""`burgundy train turn`: what is noted of games, and that a run goes on where it was, however it ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from told_json import check_keys

torch = pytest.importorskip("torch")

from burgundy_env import GameConfig  # noqa: E402
from burgundy_env.cli import main  # noqa: E402
from burgundy_env.config.held_out import check_trained_on  # noqa: E402
from burgundy_env.crew import Processes  # noqa: E402
from burgundy_env.players.net import weights  # noqa: E402
from burgundy_env.players.net.forward import LAYER, NO_NET, correction  # noqa: E402
from burgundy_env.players.net.inputs import INPUTS  # noqa: E402
from burgundy_env.store import StoreError  # noqa: E402
from burgundy_env.training.turn.fit import EPOCHS, Chunk, fit, flat, targets  # noqa: E402
from burgundy_env.training.turn.gather import Gathering, drawn_config, joined, kept, rows_of  # noqa: E402
from burgundy_env.training.turn.run import TurnTraining  # noqa: E402
from burgundy_env.training.turn.selfplay import NOTED, Games  # noqa: E402
from burgundy_env.training.turn.wanted import Wanted  # noqa: E402

SMALL = Wanted(rounds=1, games=20, futures=1, gate=2)


class KilledError(Exception):
    """What a run may end by."""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing happened to."""
    path = tmp_path_factory.mktemp("runs") / "undisturbed"
    training = TurnTraining.begin(path, SMALL)
    training.train(Processes(1), tell=lambda text: None)
    training.close()
    return path


def ends_at(message: int) -> Callable[[str], None]:
    """A listener that ends the run at its n-th message."""
    heard = iter(range(message, -1, -1))

    def listen(text: str) -> None:
        if next(heard) == 0:
            raise KilledError

    return listen


def test_what_is_noted_of_a_game() -> None:
    played = Games(NO_NET, 2).play(GameConfig(2), 3)
    turns = int(played.turns[0])
    assert 60 <= turns <= 75, "of 50 turns, and of half of them again when the other has replied"
    assert set(played.seat[:turns]) == {0, 1}
    assert (played.ends[:turns] <= NOTED).all()
    rows = rows_of(played, 2)
    assert len(rows.turn) == 2 * played.ends[:turns].sum()
    assert rows.taken.sum() == 2 * turns
    assert set(rows.total.tolist()) == set(played.totals[:2].tolist())
    late = rows.round == 23
    assert abs(rows.expected[late] - rows.total[late]).mean() < 8, "what futures say comes near what came"
    bias = rows.inputs[:, INPUTS.index("bias")]
    assert (bias == 1).all()


def test_a_turn_that_others_reply_to_is_noted_again_after_that() -> None:
    played = Games(NO_NET, 2).play(GameConfig(2), 3)
    turns = int(played.turns[0])
    when = list(zip(played.round[:turns].tolist(), played.seat[:turns].tolist(), strict=True))
    again = [turn for turn in range(1, turns) if when[turn] == when[turn - 1]]
    assert 20 <= len(again) <= 25
    waits = played.inputs[:, :, :, INPUTS.index("waits")]
    for turn in again:
        ends = slice(0, int(played.ends[turn]))
        assert np.array_equal(played.expected[turn, ends], played.expected[turn - 1, ends])
        assert (waits[turn - 1, ends].sum(1) == 1).all()
        assert not waits[turn, ends].any()


def test_no_game_is_played_on_what_is_held_out() -> None:
    for seed in range(300):
        check_trained_on(drawn_config(seed))


def test_turns_of_several_games_stay_apart() -> None:
    games = Games(NO_NET, 1)
    rows = [rows_of(games.play(GameConfig(2), seed), 2) for seed in (1, 2)]
    both = joined(rows)
    assert both.turn.max() + 1 == sum(int(piece.turn.max()) + 1 for piece in rows)
    assert len(both.turn) == sum(len(piece.turn) for piece in rows)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Games to learn from."""
    folder = tmp_path_factory.mktemp("games")
    for seed in range(5):
        (folder / f"{seed}.npz").write_bytes(Gathering(NO_NET, 1, 2)(seed))
    return kept(folder)


def test_a_fit_goes_on_from_the_net_before(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgundy_env.training.turn.fit.TURNS_AT_ONCE", 32)
    before = fit(files, epochs=1, kept=tmp_path / "fit.pt")
    monkeypatch.setattr("burgundy_env.training.turn.fit.FASTEST_ON", 0.0)  # so it learns nothing
    after = fit(files, epochs=1, before=tmp_path / "fit.pt")
    assert np.array_equal(flat(before), flat(after))
    assert np.any(flat(before)[-65:]), "and the one before has learned something"


def test_a_fit_that_was_killed_in_an_epoch_goes_on_to_the_same_net(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgundy_env.training.turn.fit.TURNS_AT_ONCE", 32)
    monkeypatch.setattr("burgundy_env.training.turn.fit.AT_ONCE", 2)
    wanted, heard = fit(files, epochs=2), []

    def ends(text: str) -> None:
        heard.append(text)
        if len(heard) == 4:
            raise KilledError(text)

    with pytest.raises(KilledError, match="epoch 2 of 2: 1 of 3 parts"):
        fit(files, epochs=2, kept=tmp_path / "fit.pt", say=ends)
    heard.clear()
    assert np.array_equal(flat(fit(files, epochs=2, kept=tmp_path / "fit.pt", say=heard.append)), flat(wanted))
    assert heard == [f"epoch 2 of 2: {part} of 3 parts of the games" for part in (2, 3)]


def test_what_nets_are_judged_by_is_not_learned(files: list[Path]) -> None:
    judged, all_of_it = Chunk.held_out(files), Chunk.of(files)
    assert len(judged.held) == all_of_it.held.sum() > 10
    at = all_of_it.held[all_of_it.rows.turn]
    for name, column in judged.rows._asdict().items():
        if name != "turn":
            assert np.array_equal(column, getattr(all_of_it.rows, name)[at]), name
    assert np.array_equal(judged.wanted, all_of_it.wanted[at])
    assert (np.diff(judged.begins) == np.diff(all_of_it.begins)[all_of_it.held]).all()


def test_ends_of_a_turn_keep_their_differences_in_what_is_learned() -> None:
    rows = rows_of(Games(NO_NET, 1).play(GameConfig(2), 5), 2)
    wanted = targets(rows)
    for turn in range(5):
        at = (rows.turn == turn) & rows.own
        assert np.ptp((wanted - rows.expected)[at]) < 1e-3


def test_a_fitted_net_plays_as_torch_has_it() -> None:
    from burgundy_env.training.turn.fit import Model

    torch.manual_seed(1)
    model = Model(torch.rand(len(INPUTS)) + 0.5)
    torch.nn.init.normal_(model.layers[-1].weight)
    inputs = np.random.default_rng(2).normal(0, 1, len(INPUTS)).astype(np.float32)
    with torch.no_grad():
        wanted = float(model(torch.from_numpy(inputs)[None])[0])
    assert correction(flat(model), inputs, np.empty((2, LAYER), np.float32)) == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("message", [3, 21, 24])  # after an epoch, the fit, the third of five matches
def test_a_run_that_ended_goes_on_to_the_same_net(undisturbed: Path, tmp_path: Path, message: int) -> None:
    training = TurnTraining.begin(tmp_path / "run", SMALL)
    with pytest.raises(KilledError):
        training.train(Processes(1), tell=ends_at(message))
    training.close()
    training = TurnTraining.resume(tmp_path / "run")
    training.train(Processes(1), tell=lambda text: None)
    training.close()
    nets = [weights.read(path / "round-1" / "net.npz") for path in (undisturbed, tmp_path / "run")]
    assert np.array_equal(*nets)
    lines = [(path / "rounds.jsonl").read_text().splitlines() for path in (undisturbed, tmp_path / "run")]
    first, second = ({**json.loads(line[0]), "seconds": 0} for line in lines)
    assert first == second


def test_a_finished_run_has_nothing_to_do(undisturbed: Path) -> None:
    heard: list[str] = []
    training = TurnTraining.resume(undisturbed)
    training.train(Processes(1), tell=heard.append)
    training.close()
    assert heard == []


def test_two_runs_share_no_folder(undisturbed: Path) -> None:
    with pytest.raises(StoreError, match="holds a training already"):
        TurnTraining.begin(undisturbed, SMALL)


def test_what_a_run_was_asked_for_stays(undisturbed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "turn", "--resume", str(undisturbed), "--games", "40"]) == 2
    assert "leave out --games" in capsys.readouterr().err


def test_the_command_says_what_came_of_it(undisturbed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["train", "turn", "--resume", str(undisturbed), "--json"])
    document = json.loads(capsys.readouterr().out)
    check_keys("train turn --json", document)
    assert document["wanted"]["games"] == SMALL.games
    assert len(document["rounds"]) == 1
    assert code == (0 if document["rounds"][0]["accepted"] else 1)


def test_its_curves_are_there_for_tensorboard(undisturbed: Path) -> None:
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator").EventAccumulator
    events = accumulator(str(undisturbed / "tensorboard"))
    events.Reload()
    wanted = {"games/played", "won/the one before", "lead/chateauma:hard", "loss of round 1/learning"}
    assert wanted <= set(events.Tags()["scalars"])
    assert [(one.step, one.value) for one in events.Scalars("games/played")] == [(20, 20.0)]
    assert len(events.Scalars("loss of round 1/learning")) == EPOCHS

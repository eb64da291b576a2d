"""`burgundy dataset`: games as data, and what they are once more when they are loaded."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from burgundy_env import Game
from burgundy_env.cli import dataset as command
from burgundy_env.cli import main
from burgundy_env.dataset import (
    DECISIONS,
    GAMES,
    Dataset,
    DatasetError,
    Store,
    play,
    selfplay,
    write,
    write_decisions,
)
from burgundy_env.encoders import ENCODERS
from burgundy_env.observations import encoder

CONFIGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "modules": {"players": 3, "modules": ["inns", "shields"]},
    "chateauma": {"chateauma": "easy", "players": 1},
    "team": {"players": 4, "modules": ["team"]},
}


def made(folder: Path, games: int = 4, config: dict[str, Any] | None = None, agents: Any = ("reflex",)) -> Dataset:
    store = Store.create(folder, agents, games, config=config)
    assert play(store, 1).is_done
    write(store)
    return Dataset(folder)


@pytest.mark.parametrize("name", CONFIGS)
def test_games_are_played_once_more_from_seeds_and_actions(tmp_path: Path, name: str) -> None:
    data = made(tmp_path / "d", config=CONFIGS[name])
    assert len(data) == 4
    for number, row in enumerate(data.table.iter_rows(named=True)):
        game = data.game(number)
        assert game.is_over
        parties = data.config.parties
        assert [score["total"] for score in game.scores()][:parties] == row["totals"]
        assert set(row["seats"]) <= {"reflex", "chateauma:easy"}
    assert data.table["seed"].n_unique() == 4


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("reward", ["win", "margin", "vp"])
def test_steps_are_what_the_game_shows(tmp_path: Path, name: str, reward: str) -> None:
    """Step by step, and of rewards the sums by seat."""
    data = made(tmp_path / "d", 1, CONFIGS[name])
    steps, row = data.steps(0, "flat", reward), data.table.row(0, named=True)
    game = Game.new(data.config, row["seed"])
    see = encoder("flat", data.config)
    for k, action in enumerate(row["actions"]):
        assert game.active == steps.seat[k]
        assert (see.encode(game) == steps.observation[k]).all()
        assert set(np.flatnonzero(steps.mask[k])) == set(game.legal_ids())
        assert steps.action[k] == action
        game.push(action)
    for seat in range(data.config.players):
        assert (see.encode(game, seat) == steps.final[seat]).all()
    totals = np.array([score["total"] for score in game.scores()])
    parties = data.config.parties
    for seat in range(data.config.players):
        paid, mine = float(steps.reward[steps.seat == seat].sum()), totals[seat % parties]
        others = np.delete(totals, seat % parties)
        if reward == "vp":
            assert paid == mine
        elif reward == "margin":
            assert paid == pytest.approx((mine - others.max()) / 100)
        else:
            place = row["ranking"].index(seat % parties)
            assert paid == pytest.approx(1 - 2 * place / (parties - 1))
            assert np.count_nonzero(steps.reward[steps.seat == seat]) <= 1


def test_agents_take_their_seats_in_turn(tmp_path: Path) -> None:
    data = made(tmp_path / "d", 3, agents=("random", "reflex", "greedy"))
    assert data.table["seats"].to_list() == [["random", "reflex"], ["reflex", "greedy"], ["greedy", "random"]]


def test_decisions_are_written_as_they_are_loaded(tmp_path: Path) -> None:
    data = made(tmp_path / "d", 3)
    paths = write_decisions(data, "compact", "vp")
    table = polars.read_parquet(paths)
    assert paths[0].name == DECISIONS.format("compact", "vp", 0)
    for number, steps in enumerate(data.all_steps("compact", "vp")):
        rows = table.filter(polars.col("game") == number)
        assert (rows["observation"].to_numpy() == steps.observation.reshape(len(rows), -1)).all()
        assert rows["observation"].dtype.inner == polars.UInt8
        assert [set(legal) for legal in rows["legal"]] == [set(np.flatnonzero(mask)) for mask in steps.mask]
        assert (rows["reward"].to_numpy() == steps.reward).all()
        assert (rows["seat"].to_numpy() == steps.seat).all()
    before = paths[0].stat().st_mtime_ns
    write_decisions(data, "compact", "vp")
    assert paths[0].stat().st_mtime_ns == before, "what is there is not made again"


def test_a_minari_dataset_loads_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minari = pytest.importorskip("minari")
    from burgundy_env.dataset import minari as ours

    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    data = made(tmp_path / "d", 3)
    monkeypatch.setattr(ours, "_PIECE", 2)
    ours.write(data, "burgundy/reflex-v0", "compact", "win")
    found = minari.load_dataset("burgundy/reflex-v0")
    assert found.total_episodes == 6
    episodes = list(found.iterate_episodes())
    for number, steps in enumerate(data.all_steps("compact", "win")):
        for seat in range(2):
            mine, episode = steps.seat == seat, episodes[2 * number + seat]
            assert (episode.observations["observation"][:-1] == steps.observation[mine]).all()
            assert (episode.observations["observation"][-1] == steps.final[seat]).all()
            assert (episode.observations["action_mask"][:-1] == steps.mask[mine]).all()
            assert (episode.observations["seat"] == seat).all()
            assert (episode.actions == steps.action[mine]).all()
            assert (episode.rewards == steps.reward[mine]).all()
            assert episode.terminations.tolist() == [False] * (int(mine.sum()) - 1) + [True]
            for k, action in enumerate(episode.actions):
                assert episode.observations["action_mask"][k][action] == 1
    with pytest.raises(DatasetError, match="there is one of that name"):
        ours.write(data, "burgundy/reflex-v0")


def test_two_workers_write_the_same_bytes_and_so_does_who_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = []
    for workers in (1, 2):
        store = Store.create(tmp_path / f"{workers}", ["reflex"], 40)
        assert play(store, workers).is_done
        files.append(write(store).read_bytes())
    store = Store.create(tmp_path / "parts", ["reflex"], 40)
    real, calls = selfplay.play_all, []

    def tired(*arguments: Any) -> Any:
        for some in real(*arguments):
            yield some
            calls.append(1)
            raise KeyboardInterrupt

    monkeypatch.setattr(selfplay, "play_all", tired)
    assert play(store, 1).interrupted
    assert 0 < len(store.results) < 40
    monkeypatch.setattr(selfplay, "play_all", real)
    lines = store.folder / "games.jsonl"
    lines.write_bytes(lines.read_bytes()[:-9])  # killed while it wrote
    store = Store.open(store.folder)
    assert play(store, 1).is_done
    files.append(write(store).read_bytes())
    assert files[0] == files[1] == files[2]


def test_files_that_say_what_cannot_be_are_refused(tmp_path: Path) -> None:
    data = made(tmp_path / "d", 2)
    actions = data.table["actions"].to_list()
    actions[1][5] = 0
    data.table.with_columns(polars.Series("actions", actions, dtype=polars.List(polars.Int16))).write_parquet(
        tmp_path / "d" / GAMES
    )
    broken = Dataset(tmp_path / "d")
    broken.steps(0)
    with pytest.raises(DatasetError, match="game 1 does not go on at step 5"):
        broken.steps(1)
    with pytest.raises(DatasetError, match="there are 2, numbered from 0"):
        broken.steps(2)
    with pytest.raises(DatasetError, match="'worth' is unknown"):
        broken.steps(0, reward="worth")
    lines = tmp_path / "d" / "games.jsonl"
    line = json.loads(lines.read_text().splitlines()[0])
    lines.write_text(json.dumps({**line, "seed": 3}) + "\n")
    with pytest.raises(ValueError, match="another seed"):
        Store.open(tmp_path / "d")


@pytest.fixture
def burgundy(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> tuple[int, str, str]:
        code = main(["dataset", *map(str, words)])
        return code, *capsys.readouterr()

    return run


def test_the_command_writes_and_tells_sizes(burgundy: Any, tmp_path: Path) -> None:
    code, out, err = burgundy("reflex", "--games", 5, "--workers", 1, "--observations", "compact")
    assert code == 0, err
    assert "games: dataset-1/games.parquet, 0.0 MB" in out
    assert "decisions: dataset-1/decisions-compact-win-00000.parquet, 0." in out
    assert len(Dataset("dataset-1")) == 5
    code, out, err = burgundy("--resume", "dataset-1")
    assert (code, "5 games are there, 0 are left" in err) == (0, True)


def test_programs_are_told_what_was_written(burgundy: Any) -> None:
    code, out, _ = burgundy("random", "--games", 2, "--workers", 1, "--observations", "compact", "--json")
    assert code == 0
    told = json.loads(out)
    assert (told["folder"], told["games"], told["seed"]) == ("dataset-1", 2, 1)
    assert [one["what"] for one in told["written"]] == ["games", "decisions"]
    for one in told["written"]:
        assert Path(one["where"]).stat().st_size == one["bytes"]


def test_observations_of_every_kind_are_loaded_and_written(tmp_path: Path) -> None:
    data = made(tmp_path / "d", 1, CONFIGS["modules"])
    row = data.table.row(0, named=True)
    at = {0, 40, len(row["actions"]) - 1}  # encoded once more one by one, which takes its time
    for kind in ENCODERS:
        steps, see = data.steps(0, kind), encoder(kind, data.config)
        game = Game.new(data.config, row["seed"])
        assert steps.observation.shape == (len(row["actions"]), *see.shape)
        for k, action in enumerate(row["actions"]):
            if k in at:
                assert (see.encode(game) == steps.observation[k]).all(), kind
            game.push(action)
        table = polars.read_parquet(write_decisions(data, kind, "win"))
        assert (table["observation"].to_numpy() == steps.observation.reshape(len(table), -1)).all(), kind


def test_help_names_all_kinds_of_observations(burgundy: Any) -> None:
    code, out, _ = burgundy("--help")
    assert code == 0
    words = " ".join(out.split())
    assert f"as {command.KINDS}" in words
    assert sorted(command.KINDS.replace(" or ", ", ").split(", ")) == sorted(ENCODERS)


@pytest.mark.parametrize(("words", "said"), [
    (("nobody",), "nobody"),
    (("--games", "0"), "games: a number from 1"),
    (("--resume", "nowhere"), "holds no dataset"),
    (("--observations", "plane"), "--observations: 'plane' is unknown (did you mean 'planes'?)"),
    (("--minari-games", "3"), "with --minari"),
    (("--minari", "no name"), "--minari no name: Malformed"),
    (("--workers", "-1"), "a number from 0"),
])  # fmt: skip
def test_bad_input_gets_a_sentence(burgundy: Any, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    code, out, err = burgundy(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert not list(tmp_path.iterdir())


def test_without_its_libraries_it_says_what_to_install(burgundy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    code, _, err = burgundy("--minari", "x/y-v0")
    assert code == 2
    assert "polars and minari and h5py needed: pip install 'burgundy-env[dataset]'" in err


def test_ctrl_c_and_go_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "burgundy_env", "dataset"]
    process = subprocess.Popen(
        [*words, "reflex", "--games", "60000", "--workers", "1", "--out", "d"],
        cwd=tmp_path, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    lines = tmp_path / "d" / "games.jsonl"
    while not lines.exists() or lines.stat().st_size < 2000:
        time.sleep(0.1)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "go on with: burgundy dataset --resume d" in err
    assert not (tmp_path / "d" / GAMES).exists()
    with pytest.raises(DatasetError, match="plays what is missing"):
        Dataset(tmp_path / "d")

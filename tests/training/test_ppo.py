"""PPO on rows of actions: what it learns from, and runs that go on where they were killed."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from told_json import check_keys

torch = pytest.importorskip("torch")

from burgundy_agents import AgentError, make, parse  # noqa: E402
from burgundy_agents.ppo import RowPolicy  # noqa: E402
from burgundy_agents.registry import runs_program  # noqa: E402

from burgundy_env import Game, GameConfig, IllegalAction  # noqa: E402
from burgundy_env.cli import main  # noqa: E402
from burgundy_env.encoders import ahead, features  # noqa: E402
from burgundy_env.envs import Batched, BurgundyEnv  # noqa: E402
from burgundy_env.observations import action_columns, action_rows, encoder  # noqa: E402
from burgundy_env.store import StoreError  # noqa: E402
from burgundy_env.training.ppo import run  # noqa: E402
from burgundy_env.training.ppo.judge import judge, match  # noqa: E402
from burgundy_env.training.ppo.learn import Batch, Pace, advantages, learn  # noqa: E402
from burgundy_env.training.ppo.net import Columns, Net, log_softmax  # noqa: E402
from burgundy_env.training.ppo.play import Decisions, Table, choose  # noqa: E402
from burgundy_env.training.ppo.run import PpoTraining, Wanted  # noqa: E402

BASE = GameConfig()
SMALL = {"decisions": 1200, "games": 16, "batch": 400, "last_batch": 400}


def silent(*_):
    pass


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr(run, "EVALUATED", 4)
    monkeypatch.setattr(run, "AT_THE_END", 4)


def decisions(games, seats, forecasts, ended=(), totals=()):
    n = len(games)
    return Decisions(
        np.array(games, np.int64), np.array(seats, np.int64), *np.zeros((2, n, 1), np.float32),
        np.zeros((2 * n, 1), np.float32), np.full(n, 2), np.zeros(n, np.int64), np.zeros(n, np.float32),
        np.array(forecasts, np.float32).reshape(n, 2), np.zeros(n, np.int64), np.array(ended, np.int64),
        np.array(totals, np.float32).reshape(len(ended), 2),
    )  # fmt: skip


def test_advantages_go_from_decision_to_decision_of_a_seat():
    steps = [
        decisions([0, 1], [0, 0], [[100, 90], [50, 50]]),
        decisions([0], [1], [[80, 120]]),
        decisions([0, 1], [0, 1], [[110, 95], [60, 60]], [0], [[130, 100]]),
        decisions([0, 1], [0, 0], [[10, 10], [54, 50]]),  # the next game in place 0
        decisions([0], [0], [[16, 12]]),
    ]
    found = advantages(steps, 2, 0.5)
    nan = [np.nan, np.nan]
    assert found == pytest.approx(
        np.array(
            [
                [10 + 0.5 * 20, 5 + 0.5 * 5],  # to 110, 95; from there to 130, 100
                [4, 0],  # to 54, 50, behind which nothing is known
                [20, 10],  # seat 1 ends with 100, the other with 130
                [20, 5],
                nan,
                [6, 2],
                nan,
                nan,
            ]
        ),
        nan_ok=True,
    )


def test_a_batch_has_the_rows_of_its_decisions():
    first = decisions([0, 1], [0, 1], [[100, 90], [50, 50]])
    first.rows = np.arange(5, dtype=np.float32)[:, None]
    first.counts, first.chosen = np.array([2, 3]), np.array([1, 2])
    last = decisions([], [], [], [0, 1], [[130, 100], [90, 60]])
    batch = Batch([first, last], 2, Pace((1e-3, 1e-3), 0.8, 0.2, 0.0))
    assert len(batch) == 2
    rows, owner, begin = batch.rows_of(torch.tensor([1, 0]))
    assert rows.squeeze(1).tolist() == [2, 3, 4, 0, 1]
    assert owner.tolist() == [0, 0, 0, 1, 1]
    assert rows.squeeze(1)[begin + batch.chosen[torch.tensor([1, 0])]].tolist() == [4, 1]
    assert batch.targets.tolist() == [[130, 100], [60, 90]]


def test_probabilities_of_ragged_rows():
    logs = log_softmax(torch.tensor([1.0, 2, 3, -5, 90]), torch.tensor([0, 0, 1, 1, 1]), 2)
    assert torch.allclose(logs[:2], torch.log_softmax(torch.tensor([1.0, 2]), 0))
    assert torch.allclose(logs[2:], torch.log_softmax(torch.tensor([3.0, -5, 90]), 0))


def test_a_new_net_thinks_as_the_judge_of_what_lies_ahead_and_a_plain_one_nothing():
    game = next(g for g in walked() if len(g.legal_ids()) > 8)
    context = encoder("features").encode(game)[None]
    for plain in (False, True):
        columns = Columns.of(BASE, plain)
        net, rows = Net(columns, plain), action_rows(game, columns.ahead).rows
        chosen, logs, forecasts = choose(
            net, context[:, columns.context_places], rows[:1, columns.row_places], rows[:, columns.row_places],
            np.array([len(rows)]), None,
        )  # fmt: skip
        judged = rows[:, 0] * 0 if plain else action_columns(ahead=True).view(rows, "ahead.net")
        assert chosen.tolist() == [judged.argmax()]
        assert (np.exp(logs) == pytest.approx(1 / len(rows))) == plain
        what = "points" if plain else "expected"
        told = [float(encoder("features").view(context[0], f"{who}.{what}")) * 100 for who in ("self", "opponent1")]
        assert forecasts[0].tolist() == pytest.approx(told, rel=1e-4)
    assert not {name for name in columns.rows if name in ahead.BY_HAND}
    assert not {name for name in columns.context if name in features.BY_HAND}


def walked():
    game = Game.new(seed=4)
    while not game.is_over:
        yield game
        game.push(game.legal_ids()[len(game.legal_ids()) // 2])


def test_seats_are_drawn_for_older_selves_and_agents():
    table = Table(BASE, 400, 1, 1, ("heuristic",))
    random = np.random.default_rng(1)
    table.seat(np.arange(400), 3, 0.5, 0.25, random)
    rivals = table.who[table.who != 0]
    assert 50 < (rivals == -1).sum() < 150
    assert set(rivals.tolist()) == {-1, 1, 2, 3}
    assert ((table.who != 0).sum(1) <= 1).all()  # somebody is left to learn
    columns = Columns.of(BASE, False)
    net = Net(columns, False)
    step = table.play(net, columns, [net] * 3, random)
    assert (table.who[step.games, step.seats] == 0).all()
    assert (step.counts > 1).all()


@pytest.mark.parametrize(
    "config",
    [{"players": 2}, {"players": 3, "duchies": "random:1-10"}, {"players": 1, "chateauma": "hard"},
     {"players": 4, "modules": ["team"], "duchies": [31, 32]}, {"players": 2, "modules": ["shields"]}],
    ids=str,
)  # fmt: skip
def test_runs_of_all_kinds_of_games(tmp_path, config):
    wanted = Wanted(configs=(config,), **{**SMALL, "decisions": 500})
    training = PpoTraining.begin(tmp_path / "run", wanted, 1)
    training.train(silent, silent)
    training.close()
    assert training.points[-1].number == 8
    agent, game = make(f"ppo:{tmp_path / 'run' / 'policy.npz'}"), Game.new(config, seed=1)
    for _ in range(40):
        game.push(agent.act(game))
    points = [RowPolicy.read(tmp_path / "run" / f"policy-{point.number}.npz") for point in training.points]
    assert [json.loads(policy.about)["matches"] for policy in points] == [one.matches for one in training.points]


def test_several_numbers_of_players_in_turn(tmp_path, capsys):
    small = ["--seats", "2,3", "--decisions", "600", "--games", "8"]
    assert main(["train", "ppo", "--out", str(tmp_path / "run"), *small, "--json"]) == 0
    check_keys("train ppo --json", json.loads(capsys.readouterr().out))
    names = json.loads((tmp_path / "run" / "curve.jsonl").read_text().splitlines()[-1])["matches"]
    assert len(names) == 4


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path, threads):
    whole = PpoTraining.begin(tmp_path / "whole", Wanted(**SMALL), threads)
    whole.train(silent, silent)
    parts, updates = PpoTraining.begin(tmp_path / "parts", Wanted(**SMALL), threads), []

    def stop(done, text):
        updates.append(parts.decisions)
        if len(updates) == 2:  # of which nothing has been kept yet
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parts.train(silent, stop)
    parts.close()
    with pytest.raises(StoreError, match="holds a training already"):
        PpoTraining.begin(tmp_path / "parts", Wanted(**SMALL), threads)
    parts = PpoTraining.resume(tmp_path / "parts", threads)
    assert parts.decisions == updates[0]
    parts.train(silent, silent)
    assert parts.decisions == whole.decisions
    for one, two in zip(whole.net.parameters(), parts.net.parameters(), strict=True):
        assert torch.equal(one, two)
    whole.close()
    parts.close()


def test_playing_while_it_learns_comes_to_the_same(tmp_path):
    nets = []
    for threads in (1, 2):
        training = PpoTraining.begin(tmp_path / str(threads), Wanted(**SMALL), threads)
        training.train(silent, silent)
        training.close()
        nets.append(training.net)
    for one, two in zip(nets[0].parameters(), nets[1].parameters(), strict=True):
        assert torch.equal(one, two)


def test_killed_at_any_moment_it_goes_on(tmp_path):
    """State is written whole or not at all; a kill between two writes loses what came after the first."""
    folder, made = tmp_path / "run", []
    begin = [sys.executable, "-m", "burgundy_env", "train", "ppo"]
    small = ["--decisions", "60000", "--games", "16"]
    code = "import burgundy_env.training.ppo.run as r; r.SAVED_EVERY = 0.0; r.EVALUATED = 2; r.AT_THE_END = 2\n"
    code += "import sys; from burgundy_env.cli import main; sys.exit(main(sys.argv[1:]))"
    for attempt, patience in enumerate((0.5, 0.9, 1.4)):
        how = ["--out", str(folder), *small] if attempt == 0 else ["--resume", str(folder)]
        process = subprocess.Popen([sys.executable, "-c", code, *begin[3:], *how], stderr=subprocess.DEVNULL)
        state = folder / "state.pt"
        before = state.stat().st_mtime_ns if state.exists() else 0
        while process.poll() is None and not (state.exists() and state.stat().st_mtime_ns > before):
            time.sleep(0.02)
        time.sleep(patience)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        made.append(torch.load(state, weights_only=True)["decisions"])
    assert made == sorted(made)
    assert made[0] > 0
    training = PpoTraining.resume(folder, 1)
    assert training.decisions == made[-1]
    training.close()


def test_refusals_are_sentences(tmp_path, capsys):
    training = PpoTraining.begin(tmp_path / "run", Wanted(**SMALL), 1)
    training.close()
    asked = ["train", "ppo", "--resume", str(tmp_path / "run")]
    assert main([*asked, "--games", "5", "--players", "3"]) == 2
    assert "leave out --games, --players" in capsys.readouterr().err
    assert main(["train", "ppo", "--out", str(tmp_path / "solo"), "--decisions", "10", "--modules", "solo"]) == 2
    assert "solo game is about hexes" in capsys.readouterr().err
    small = ["--out", str(tmp_path / "boards"), "--decisions", "10"]
    assert main(["train", "ppo", *small, "--duchies", "random:1-30"]) == 2
    assert "held out of all training" in capsys.readouterr().err
    small = ["--out", str(tmp_path / "teachers"), "--decisions", "10", "--teacher"]
    assert main(["train", "ppo", *small, "net", "--plain"]) == 2
    assert "learns from nobody" in capsys.readouterr().err
    assert main(["train", "ppo", *small, "mcts"]) == 2
    assert "--teacher: opponents: no agent 'mcts'" in capsys.readouterr().err
    assert not (tmp_path / "teachers").exists()
    torch.save({"net": {}}, tmp_path / "run" / "state.pt")
    assert main(asked) == 2
    assert "an earlier version began it" in capsys.readouterr().err
    (tmp_path / "run" / "state.pt").write_bytes(b"nothing")
    assert main(asked) == 2
    assert str(tmp_path / "run") in capsys.readouterr().err
    assert main(["train", "ppo", "--resume", str(tmp_path / "nowhere")]) == 2
    assert "holds no training" in capsys.readouterr().err


def test_a_teacher_is_imitated_at_first(monkeypatch):
    """What it advises is what it would do, every other game follows it, and the net comes to agree with it."""
    table, columns = Table(BASE, 16, 1, 5, ()), Columns.of(BASE, False)
    torch.manual_seed(3)
    net, random = Net(columns, False), np.random.default_rng(1)
    optimizer = run.optimizer_of(net)
    taken = []

    step = table.env.step

    def stepped(chosen):
        taken.append((np.diff(table.env.action_rows().offsets), table.env.answers("heuristic"), chosen.copy()))
        return step(chosen)

    monkeypatch.setattr(table.env, "step", stepped)
    steps = [table.play(net, columns, [], random, "heuristic") for _ in range(200)]
    for counts, advice, chosen in taken:
        follow = (np.arange(16) % 2 == 1) & (counts > 1)
        assert (chosen[follow] == advice[follow]).all()
    batch = Batch(steps, 2, run._taught(0.0))
    misses = [learn(net, optimizer, batch, run._taught(0.0))["loss/actor"] for _ in range(6)]
    assert misses[-1] < misses[0] - 0.2
    table.env.close()


# --- the policy as an agent --------------------------------------------------------------------------


@pytest.fixture
def policy(tmp_path):
    columns = Columns.of(BASE, False)
    torch.manual_seed(1)
    net = Net(columns, False)
    with torch.no_grad():
        net.last.weight.normal_()
    content = io.BytesIO()
    net.policy(columns, "for a test").write(content)
    path = tmp_path / "my policy.npz"
    path.write_bytes(content.getvalue())
    return net, columns, path


def test_the_agent_does_what_the_net_thinks_best(policy):
    net, columns, path = policy
    agent, told = make(f"ppo:{path}"), 0
    for game in walked():
        offered = action_rows(game, columns.ahead)
        if len(offered.ids) > 1:
            context = encoder("features").encode(game)[None, columns.context_places]
            counts = np.array([len(offered.ids)])
            rows = offered.rows[:, columns.row_places]
            chosen, _, _ = choose(net, context, rows[:1], rows, counts, None)
            told += agent.act(game) == game.legal_actions()[chosen[0]]
        else:
            told += agent.act(game) == game.legal_actions()[0]
    assert told > 100
    assert told == sum(1 for _ in walked())


def test_a_policy_is_a_file_of_numbers(policy, tmp_path):
    path = policy[2]
    spec = parse("ppo:my policy.npz", str(tmp_path))
    assert spec.files == (str(path),)
    assert not spec.runs_program
    assert not runs_program(f"ppo:{path}")
    assert parse(str(spec), str(tmp_path)) == spec
    env = BurgundyEnv(opponents=f"ppo:{path}")
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert RowPolicy.read(path).about == "for a test"


def test_it_plays_games_it_was_not_trained_on(policy):
    """What it does not know counts nothing."""
    agent, game = make(f"ppo:{policy[2]}"), Game.new({"players": 4, "modules": "all"}, seed=1)
    for _ in range(60):
        game.push(agent.act(game))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda parts: parts.pop("last"), "no policy as burgundy train ppo writes it"),
        (lambda parts: parts.update(format="burgundy-ppo/9"), "its format is burgundy-ppo/9"),
        (lambda parts: parts.update(last=np.zeros(3)), "last is to have finite numbers in the shape"),
        (lambda parts: parts.update(direct=np.full_like(parts["direct"], np.nan)), "direct is to have finite"),
        (lambda parts: parts.update(about=np.array([{}], object)), "no policy as burgundy train ppo writes it"),
    ],
)
def test_spoiled_policies_are_refused(policy, tmp_path, spoil, message):
    with np.load(policy[2]) as file:
        parts = dict(file)
    spoil(parts)
    np.savez(tmp_path / "spoiled.npz", **parts)
    with pytest.raises(AgentError, match=message):
        make(f"ppo:{tmp_path / 'spoiled.npz'}")
    with pytest.raises(AgentError, match="there is no such file"):
        make(f"ppo:{tmp_path / 'none.npz'}")


def test_matches_swap_seats(policy):
    found = match(policy[0], policy[1], "random", BASE, 20, 5)
    assert found.games == 20
    assert found.won >= 18
    assert found.vp > found.other_vp


def test_any_function_that_decides_in_many_games_is_judged():
    """It is asked where there is a choice, from every seat; what it does that is illegal raises."""
    asked = set()

    def first(seen, masks, seats):
        assert seen.shape == (len(seats), 1072)
        assert (masks.sum(1) > 1).all()
        asked.update(seats.tolist())
        return masks.argmax(1)

    found = judge(Batched(first, "compact"), "heuristic", games=12)
    assert asked == {0, 1}
    assert (found.games, found.won) == (12, 0)
    assert found == judge(Batched(first, "compact"), "heuristic", games=12)
    with pytest.raises(IllegalAction, match="is not legal here"):
        judge(Batched(lambda seen, masks, seats: (~masks).argmax(1), "compact"), "heuristic", games=12)


def test_the_policy_that_comes_along():
    """It beats the reflex nearly always, and plays games of other kinds than it was trained on."""
    from burgundy_agents.ppo import SHIPPED

    assert SHIPPED.stat().st_size < 2_000_000
    won = 0
    for seed in range(20):
        game, seats = Game.new(BASE, seed=seed), [make("ppo"), make("reflex", seed=1)]
        while not game.is_over:
            game.push(seats[(game.active + seed) % 2].act(game))
        won += list(game.outcome().winners) == [seed % 2]
    assert won >= 15
    solo = {"players": 1, "modules": ["solo"]}
    for config in ({"players": 4, "modules": "all"}, {"players": 1, "chateauma": "hard"}, solo):
        agent, game = make("ppo"), Game.new(config, seed=2)
        while not game.is_over:
            game.push(agent.act(game))

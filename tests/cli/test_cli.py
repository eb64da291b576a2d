"""The command line: what it prints, its exit codes, and a sentence for everything that can be wrong."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from burgundy_env import Game, Record, __version__
from burgundy_env.cli import COMMANDS, main

ROOT = Path(__file__).parents[2]


class Result:
    """What a command gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def burgundy(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command in this process, `stdin` typed in advance."""

    def run(*arguments: object, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main([str(argument) for argument in arguments])
        return Result(code, *capsys.readouterr())

    return run


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "burgundy_env", *map(str, arguments)]


@pytest.fixture(scope="module")
def game() -> Game:
    game = Game.new(seed=7)
    for _ in range(12):
        game.push(game.legal_actions()[0])
    return game


@pytest.fixture
def position(game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(game.to_json()))
    return file


@pytest.fixture(scope="module")
def finished() -> Game:
    from burgundy_agents import RandomAgent

    game, agent = Game.new(seed=7), RandomAgent(1)
    while not game.is_over:
        game.push(agent.act(game))
    return game


@pytest.fixture
def record(finished: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    Record.of(finished, ["Ann", "random"]).save(file)
    return file


# --- the command itself --------------------------------------------------------------------------------


def test_help_names_every_command(burgundy: Any) -> None:
    result = burgundy("--help")
    assert result.code == 0
    for name in COMMANDS:
        assert re.search(rf"^    {name}\s", result.out, re.MULTILINE)


def test_help_is_quick_because_it_loads_no_engine() -> None:
    program = (
        "import sys\nfrom burgundy_env.cli import main\ncode = main(['--help'])\n"
        "sys.exit(code or bool({'numba', 'numpy', 'burgundy_env.game'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, timeout=60).returncode == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(burgundy: Any, name: str) -> None:
    result = burgundy(name, "--help")
    assert result.code == 0
    assert f"usage: burgundy {name}" in result.out


def test_version(burgundy: Any) -> None:
    result = burgundy("--version")
    assert (result.code, result.out) == (0, f"burgundy {__version__}\n")


def test_python_dash_m() -> None:
    result = subprocess.run(command("--version"), capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stdout) == (0, f"burgundy {__version__}\n")


BAD_INPUT = {
    "no file": (["legal", "nowhere.json"], "nowhere.json: No such file or directory"),
    "a folder": (["legal", "/"], "/: Is a directory"),
    "no position": (["legal", '{"format": 1}'], "position: key 'config' is missing"),
    "no JSON": (["legal", "{"], "the text is no JSON"),
    "no data": (["legal", "{}", "--data", "/nowhere"], "/nowhere: the data directory does not exist"),
    "config": (["perft", "--players", "7", "1"], "players: 7 can't play"),
    "duchies": (["perft", "--duchies", "1,x", "1"], "duchies: '1,x' is no list of board numbers"),
    "no record": (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
    "seats": (["play", "--seats", "human,owl"], "seat 1: nobody here is called 'owl'"),
    "too many seats": (["play", "--players", "2", "--seats", "human,human,human"], "--seats: 3 seats for 2 players"),
    "resume and seed": (["play", "--resume", "x", "--seed", "1"], "--seed is for a new game"),
    "no folder to save in": (["play", "--save", "/nowhere/x.jsonl"], "No such file or directory"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_gets_one_sentence(burgundy: Any, name: str) -> None:
    arguments, sentence = BAD_INPUT[name]
    result = burgundy(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"burgundy {arguments[0]}: ")
    assert sentence in result.err
    assert result.err.count("\n") == 1


def test_an_error_that_is_not_the_users_is_not_hidden(burgundy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "legal_actions", lambda self: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        burgundy("legal", json.dumps(Game.new(seed=1).to_json()))


def test_a_reader_that_stops_is_no_error(record: Path) -> None:
    with subprocess.Popen(command("replay", record), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_ctrl_c_ends_a_long_count_at_once(position: Path) -> None:
    program = (
        "import signal, sys, threading, os, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background job ignores it
        "from burgundy_env import Game\n"
        "from burgundy_env.cli import main\n"
        "Game.new(seed=1).perft(1)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "start = time.monotonic()\n"
        "code = main(['perft', '12', '--seed', '7'])\n"
        "print(code, time.monotonic() - start < 10, flush=True)\n"
        "os._exit(0)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (result.stdout, result.stderr) == ("130 True\n", "\n")


# --- legal ---------------------------------------------------------------------------------------------


def test_legal_lists_the_actions(burgundy: Any, game: Game, position: Path) -> None:
    lines = burgundy("legal", position).out.splitlines()
    assert [line.partition("  ")[0] for line in lines] == game.legal_actions()
    scored = [f"{sum(points.values()):+} VP" if points else "" for points in game.points_all().values()]
    assert [line.partition("  ")[2].strip() for line in lines] == scored
    assert any(scored)


def test_legal_takes_standard_input_and_json(burgundy: Any, game: Game, position: Path) -> None:
    text = position.read_text()
    assert burgundy("legal", "-", stdin=text).out == burgundy("legal", text).out == burgundy("legal", position).out


def test_legal_with_ids_and_explanations(burgundy: Any, game: Game, position: Path) -> None:
    lines = burgundy("legal", position, "--ids", "--explain").out.splitlines()
    for line, action, number in zip(lines, game.legal_actions(), game.legal_ids(), strict=True):
        assert line.split()[0] == str(number)
        assert f"  {action} " in line
        assert line.endswith(game.explain(action))


def test_legal_json(burgundy: Any, game: Game, position: Path) -> None:
    document = burgundy("legal", position, "--json").json
    pairs = zip(game.points_all().items(), game.legal_ids(), strict=True)
    actions = [{"action": action, "id": number, "points": points} for (action, points), number in pairs]
    assert document == {"active": game.active, "actions": actions}
    explained = burgundy("legal", position, "--json", "--explain").json["actions"][0]
    assert explained["explanation"] == game.explain(explained["action"])


def test_legal_when_the_game_is_over(burgundy: Any, finished: Game) -> None:
    text = json.dumps(finished.to_json())
    result = burgundy("legal", text)
    assert (result.code, result.out, result.err) == (0, "", "The game is over.\n")
    assert burgundy("legal", text, "--json").json == {"active": None, "actions": []}


# --- perft ---------------------------------------------------------------------------------------------


def test_perft_counts_from_a_seed(burgundy: Any) -> None:
    document = burgundy("perft", "3", "--seed", "7", "--players", "3", "--duchies", "1,9,30", "--json").json
    assert document["nodes"] == Game.new({"players": 3, "duchies": [1, 9, 30]}, seed=7).perft(3)
    assert (document["depth"], document["seed"]) == (3, 7)


def test_perft_counts_from_a_position(burgundy: Any, position: Path) -> None:
    for seed in (0, 5):
        nodes = Game.from_json(position.read_text(), seed=seed).perft(4)
        assert f"depth 4: {nodes:,} nodes in " in burgundy("perft", position, "4", "--seed", seed).out
    assert burgundy("perft", position, "4", "--json").json["seed"] == 0


@pytest.mark.parametrize("option", [["--players", "3"], ["--chateauma", "hard"], ["--trade-route-order", "chosen"]])
def test_perft_from_a_position_takes_no_other_game(burgundy: Any, position: Path, option: list[str]) -> None:
    answer = burgundy("perft", str(position), "1", *option)
    assert answer.code == 2
    assert f"{option[0]} is for a new game; a POSITION says it" in answer.err


def test_perft_divides(burgundy: Any, game: Game, position: Path) -> None:
    document = burgundy("perft", position, "3", "--divide", "--json").json
    assert list(document["divide"]) == game.legal_actions()
    assert sum(document["divide"].values()) == document["nodes"]
    child = Game.from_json(position.read_text(), seed=0)
    child.push(game.legal_actions()[1])
    assert document["divide"][game.legal_actions()[1]] == child.perft(2)
    lines = burgundy("perft", position, "3", "--divide").out.splitlines()
    assert len(lines) == len(game.legal_actions()) + 1


@pytest.mark.parametrize("depth", ["-1", "x", "1.5"])
def test_perft_refuses_a_depth_that_is_none(burgundy: Any, depth: str) -> None:
    result = burgundy("perft", "--seed", "7", "--", depth)
    assert result.code == 2
    assert f"'{depth}' is no number of actions" in result.err


def test_perft_of_nothing(burgundy: Any, position: Path) -> None:
    assert burgundy("perft", position, "0", "--json", "--divide").json["nodes"] == 1


# --- replay --------------------------------------------------------------------------------------------


def test_replay_tells_the_game_in_words(burgundy: Any, finished: Game, record: Path) -> None:
    out = burgundy("replay", record).out
    lines = out.splitlines()
    assert "duchy 1 for both, seed 7: seat 0 (Ann), seat 1 (random); " in lines[0]
    assert [line for line in lines if line.startswith("Phase")][:2] == ["Phase A, round 1", "Phase A, round 2"]
    assert lines.index("Before the first round") < lines.index("Phase A, round 1")
    actions = [event for event in finished.events if "action" in event]
    told = [line for line in lines if line[:4].strip().isdigit() and ": " in line]
    for number, (line, event) in enumerate(zip(told, actions, strict=True), 1):
        name = ("Ann", "random")[event["seat"]]
        assert line.startswith(f"{number:>4}  seat {event['seat']} ({name}): {event['action']}  ")
    assert f"Put your start castle on {actions[0]['action'].split()[1]}" in told[0]
    assert "Dice: Ann rolls " in out
    assert f"wins with {max(entry['total'] for entry in finished.scores())} points" in lines[-1]


def test_the_chateauma_is_told_in_words(burgundy: Any) -> None:
    game = Game.new({"players": 1, "chateauma": {"difficulty": "easy", "modifiers": []}}, seed=3)
    while not game.scores()[1]["breakdown"]["county_cards"]:
        game.push(game.legal_actions()[0])
    out = burgundy("replay", "-", stdin="\n".join(Record.of(game).lines())).out
    assert "      County cards: left " in out
    assert "      The Châteauma rolls " in out
    assert "      The Châteauma takes the " in out
    assert "seat 0 (player 0)  the Châteauma" in out
    rows = {row.split("  ")[0]: row.split()[-2:] for row in out.splitlines()}
    assert rows["county cards"][0] == "-"


def test_the_solo_game_is_won_or_lost() -> None:
    from burgundy_env.telling.score_table import table
    from burgundy_env.telling.scores import verdict

    game = Game.new({"players": 1, "modules": ["solo"]}, seed=3)
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    empty = 37 - len(game.to_json()["players"][0]["placed"])
    assert verdict(game.outcome(), ["Ann"]) == f"Not won: {empty} hexes are empty after 25 rounds."
    document = game.to_json()
    del document["hidden"]
    document["phase"] = "D"
    placed = {f"h{h}": "black" for h in range(1, 38)} | document["players"][0]["placed"]
    document["players"][0]["placed"] = placed
    won = Game.from_json(document, seed=1)
    assert verdict(won.outcome(), ["Ann"]) == "Won in 20 rounds: every hex is covered."
    assert table(won, ["Ann"]).endswith("every hex is covered.")


def test_replay_final_shows_the_board_and_the_scores_only(burgundy: Any, record: Path) -> None:
    out = burgundy("replay", record, "--final").out
    assert "stage over" in out
    assert "Dice:" not in out
    assert "total  " in out


def test_replay_until(burgundy: Any, record: Path) -> None:
    loaded = Record.load(record)
    assert burgundy("replay", record, "--until", "30", "--json").json == loaded.game(30).to_json()
    assert burgundy("replay", record, "--json").json == loaded.game().to_json()
    out = burgundy("replay", record, "--until", "30").out
    assert "\n  30  seat" in out
    assert "\n  31  seat" not in out
    assert "The game is not over" in out
    result = burgundy("replay", record, "--until", "9999")
    assert (result.code, f"the record has {len(loaded)} actions" in result.err) == (2, True)


def test_replay_from_standard_input_and_repaired(burgundy: Any, record: Path) -> None:
    text = record.read_text()[:-30]
    refused = burgundy("replay", "-", stdin=text)
    assert refused.code == 2
    assert "standard input, line " in refused.err
    assert "--repair" in refused.err
    assert burgundy("replay", "-", "--repair", "--final", stdin=text).code == 0


def test_replay_step_by_step_stops_when_told(burgundy: Any, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from burgundy_env.cli import replay

    monkeypatch.setattr(replay, "_waits", lambda: True)
    out = burgundy("replay", record, stdin="\n\nq\n").out
    assert "\n   2  seat" in out
    assert "\n   3  seat" not in out
    assert "total" not in out


def test_the_score_table_adds_up(burgundy: Any, finished: Game, record: Path) -> None:
    rows = burgundy("replay", record, "--final").out.split("seat 1 (random)\n")[-1].split("\n\n")[0].splitlines()
    columns = [[int(cell) for cell in row.split()[-2:]] for row in rows]
    for seat, entry in enumerate(finished.scores()):
        *parts, total = [column[seat] for column in columns]
        assert sum(parts) == total == entry["total"]


# --- warmup --------------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A cache folder with a stranger's files, those of two old engines, and this engine's."""
    from burgundy_env.engine import cache, warmup

    if not warmup.compiles():
        pytest.skip("nothing is compiled")
    assert main(["warmup", "--json"]) == 0  # a kernel first compiled below would be written into the folder made here
    capsys.readouterr()
    root, own = tmp_path / "cache", cache.folder().name
    monkeypatch.setenv("BURGUNDY_CACHE", str(root))
    for name in ("kernels-0123456789abcdef", f"kernels-numba0.1-py3.5-{16 * 'f'}", own, "kernels-mine", "other"):
        (root / name).mkdir(parents=True)
        (root / name / "file").write_text("12345")
        if name != own:
            os.utime(root / name / "file", (0, 0))
    return root


def test_warmup_compiles_and_removes_what_nobody_uses(burgundy: Any, cache: Path) -> None:
    from burgundy_env.cli.warmup import REHEARSALS
    from burgundy_env.engine import cache as kept
    from burgundy_env.engine import warmup

    result = burgundy("warmup", "--json")
    assert result.code == 0
    assert sorted(path.name for path in cache.iterdir()) == sorted([kept.folder().name, "kernels-mine", "other"])
    assert list(result.json["kernels"]) == [*warmup.calls(), *REHEARSALS]
    assert (result.json["cache"], result.json["bytes"]) == (str(kept.folder()), 5)
    assert len(result.json["removed"]) == 2
    assert len(re.findall(r"(?m)^\[.* s\b", result.err)) == len(result.json["kernels"])


def test_warmup_clean_removes_all_engines_and_nothing_else(burgundy: Any, cache: Path) -> None:
    result = burgundy("warmup", "--clean")
    assert sorted(path.name for path in cache.iterdir()) == ["kernels-mine", "other"]
    assert result.out == f"The cache in {cache} is empty.\n"


def test_no_kernel_of_batch_is_forgotten(cache: Path) -> None:
    from burgundy_env.engine import batch, warmup

    kernels = [name for name, thing in vars(batch).items() if getattr(thing, "py_func", None)]
    own = {name for name in kernels if getattr(batch, name).py_func.__module__ == batch.__name__}
    assert set(warmup.calls()) == own


def test_after_warmup_a_game_compiles_nothing(tmp_path: Path) -> None:
    program = """
import sys
from numba.core import event
from burgundy_env.cli import main
from burgundy_env import Game
from burgundy_env.engine import batch, warmup

class Compiled(event.Listener):
    def on_start(self, started): sys.exit(f"compiled {started.data['dispatcher'].py_func}")
    def on_end(self, ended): pass

event.register("numba:compile", Compiled())
if main(["play", "--seats", "random,random", "--seed", "1"]):
    sys.exit("no game played")
game = Game.new({"players": 3, "duchies": "random"}, seed=5)
while not game.is_over:
    action = game.legal_actions()[-1]
    game.explain(action)
    game.push(action)
game.outcome(), game.scores(), Game.new(seed=1).perft(2)
Game.from_json(Game.new(seed=1).to_json()).push_scripted("start h19", [])
many = {name for name in warmup.calls() if len(getattr(batch, name).signatures) > 1}
sys.exit(f"compiled for several kinds of arguments: {many}" if many else 0)
"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        pytest.skip("nothing is compiled")
    for words in (["-m", "burgundy_env", "warmup"], ["-c", program]):
        result = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=600, cwd=tmp_path)
        assert result.returncode == 0, result.stderr


def test_without_the_compiler_there_is_nothing_to_warm_up() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(command("warmup"), capture_output=True, text=True, env=environment, timeout=60)
    assert result.returncode == 2
    assert "the compiler is switched off" in result.stderr

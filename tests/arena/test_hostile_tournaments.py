"""Tournaments that somebody else wrote, agents that never answer, and folders that are another one."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import fuzz_files
import fuzzing
import pytest
from burgundy_agents import StdioAgent, StdioError, parse

from burgundy_env import Game
from burgundy_env.arena import ArenaError, Plan, Store, run
from burgundy_env.cli import main
from burgundy_env.store import StoreError, try_to_write

FIRST = "class Bot:\n    def act(self, game): return game.legal_actions()[0]\n"
LAST = FIRST.replace("[0]", "[-1]")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def trusting(programs: Any) -> bool:
    return True


# --- another folder ------------------------------------------------------------------------------------


def begun() -> Plan:
    Path("here").mkdir()
    Path("here/bot.py").write_text(FIRST)
    plan = Plan.of(["here/bot.py:Bot", "random"], 2)
    Store.create("t", plan).close()
    return plan


def test_the_agents_are_those_of_the_folder_it_was_begun_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another `here/bot.py` where it is gone on with is not asked; names and results stay as they were."""
    plan, here = begun(), Path.cwd()
    there = here / "elsewhere"
    (there / "here").mkdir(parents=True)
    (there / "here" / "bot.py").write_text(LAST)
    monkeypatch.chdir(there)
    store = Store.open(here / "t", trusts=trusting)
    (path, _), *_ = store.plan.files
    assert path == str(here / "here" / "bot.py")
    assert store.plan.entrants[0].agents[0].kind.path == path  # type: ignore[union-attr]
    assert store.plan.entrants[0].name == plan.entrants[0].name == "here/bot.py:Bot"
    assert not run(store, 0).crashes
    assert {name for result in store.in_order() for name in result.seats} == {"here/bot.py:Bot", "random"}


@pytest.mark.parametrize("change", [LAST, None])
def test_an_agent_that_has_changed_does_not_play_on(change: str | None) -> None:
    begun()
    Path("here/bot.py").write_text(change) if change else Path("here/bot.py").unlink()
    with pytest.raises(ArenaError, match=r"bot\.py.* bring it back as it was") as refusal:
        Store.open("t", trusts=trusting)
    assert "delete" not in str(refusal.value)


def test_a_program_is_started_where_the_tournament_was_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("first.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n"
        "    if m['type'] == 'hello': print('{\"type\": \"hello\"}', flush=True)\n"
        "    if m['type'] == 'position': print(json.dumps({'action': m['legal'][0]}), flush=True)\n"
    )
    spec, folder = parse(f"stdio:cmd={sys.executable} first.py", str(Path.cwd())), Path.cwd()
    assert str(folder / "first.py") in spec.files
    (folder / "x").mkdir()
    monkeypatch.chdir(folder / "x")
    agent = spec.make(1)
    assert isinstance(agent, StdioAgent)
    try:
        game = Game.new(seed=1)
        assert agent.act(game) == game.legal_actions()[0]
    finally:
        agent.close()


# --- no end of thinking --------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["act", "begin", "__init__"])
def test_an_agent_in_python_that_never_answers(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    methods = {"act": "self, game", "begin": "self, game, seat, seed", "__init__": "self"}
    loops = f"    def {where}({methods[where]}):\n        import time\n        while True: time.sleep(0.01)\n"
    acts = "" if where == "act" else FIRST.partition("\n")[2]
    Path("slow.py").write_text(f"class Bot:\n{loops}{acts}")
    words = ["arena", "slow.py:Bot", "random", "--games", "1", "--seconds", "1", "--workers", "1"]
    assert main([*words, "--on-error", "skip", "--out", "t"]) == 1
    told = "".join(capsys.readouterr())
    assert "TimeoutError: no answer within 1 s" in told
    assert len(Path("t/games.jsonl").read_text().splitlines()) == 2


def test_a_program_that_does_not_read_is_no_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgundy_agents.stdio._GRACE", 0.3)
    Path("deaf.py").write_text(
        "import sys, time\nsys.stdin.readline()\n"
        'print(\'{"type": "hello"}\', flush=True)\n'
        'while True:\n    print(\'{"action": "end"}\', flush=True); time.sleep(0.01)\n'
    )
    agent = StdioAgent(f"{sys.executable} deaf.py", seconds=5)
    document = {"type": "position", "filler": "x" * 50_000}
    program = agent._running()

    def ask_on_and_on() -> None:
        for _ in range(50):
            program.ask(document, 1)

    with pytest.raises(StdioError, match=r"which nobody asked for|without reading|not answered"):
        ask_on_and_on()
    agent.close()


# --- what will be written ------------------------------------------------------------------------------


def test_it_is_tried_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--csv", "nowhere/x.csv"], ["--records", "nowhere.txt/x"]):
        Path("nowhere.txt").touch()
        assert main(["arena", "random", "--games", "1", "--workers", "0", "--out", "t", *words]) == 2
        assert "nowhere" in capsys.readouterr().err
        assert not Path("t/games.jsonl").exists()
    Path("r/game-000000.jsonl").mkdir(parents=True)  # the folder may be written, what would be written there may not
    assert main(["arena", "random", "--games", "1", "--workers", "0", "--out", "t", "--records", "r"]) == 2
    assert "game-000000.jsonl: Is a directory" in capsys.readouterr().err
    assert not Path("t/games.jsonl").exists()
    shutil.rmtree("r")
    Path("x.csv").write_text("as it was")
    try_to_write("x.csv")
    try_to_write("new.csv")
    assert Path("x.csv").read_text() == "as it was"
    assert sorted(path.name for path in Path().iterdir()) == ["nowhere.txt", "x.csv"]


def test_records_go_only_where_somebody_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A tournament of somebody else may name any folder of this computer."""
    there = str(Path("elsewhere").absolute())
    Store.create("t", Plan.of(["random"], 1, records=there)).close()
    Path("elsewhere").rmdir()
    assert main(["arena", "--resume", "t", "--workers", "0"]) == 2
    assert "outside of this folder; --records" in capsys.readouterr().err
    assert main(["arena", "--resume", "t", "--workers", "0", "--records", "third"]) == 2
    assert f"records go to {there}, not to" in capsys.readouterr().err
    assert sorted(path.name for path in Path().iterdir()) == ["t"]
    with pytest.raises(ArenaError, match="outside of this folder"):
        run(Store.open("t"), 0)
    assert not Path("elsewhere").exists()
    assert main(["arena", "--resume", "t", "--workers", "0", "--records", "elsewhere"]) == 0
    assert len(list(Path("elsewhere").iterdir())) == 1


def test_records_inside_of_the_folder_need_no_leave() -> None:
    Store.create("t", Plan.of(["random"], 1, records=str(Path("t/records").absolute()))).close()
    assert not run(Store.open("t"), 0).crashes
    assert len(list(Path("t/records").iterdir())) == 1


def test_records_that_nobody_writes() -> None:
    Store.create("t", Plan.of(["random"], 1)).close()
    with pytest.raises(ArenaError, match="in this tournament no records are written, not to"):
        Store.open("t", records="elsewhere").take()


def test_a_folder_with_old_games_is_not_mixed_with_new_ones() -> None:
    Path("t").mkdir()
    Path("t/games.jsonl").write_text('{"game": 0}\n')
    with pytest.raises(StoreError, match=r"games\.jsonl is there without its tournament\.json; take another folder"):
        Store.create("t", Plan.of(["random"], 1))
    assert Path("t/games.jsonl").read_text() == '{"game": 0}\n'


# --- folders of others ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"games": 10**30}, "games: a number from 1"),
        ({"games": "4"}, "games: a number from 1"),
        ({"seed": 0.5}, "seed: an integer"),
        ({"on_error": []}, "on_error"),
        ({"seconds": 10**400}, "seconds: a number above 0"),
        ({"agents": [5]}, "a text is needed"),
        ({"agents": "random"}, "a list is needed"),
        ({"files": []}, "missing or of another kind"),
        ({"folder": 5}, "a text is needed"),
    ],
)
def test_a_damaged_header_is_refused(change: dict[str, Any], word: str) -> None:
    Store.create("t", Plan.of(["random"], 1)).close()
    document = json.loads(Path("t/tournament.json").read_text())
    Path("t/tournament.json").write_text(json.dumps(document | change))
    with pytest.raises(ArenaError, match=word):
        Store.open("t")


@pytest.mark.parametrize(
    "change",
    [
        {"totals": ["a", 2]}, {"ranking": [0, 0]}, {"decided_by": 5}, {"seconds": 10**400}, {"winners": None},
        {"breakdown": [{"\x1b": 1}, {}]}, {"decisions": [1]}, {"error": {"seat": 0}}, {"game": True}, {"more": 1},
        {"thinking": [None, 1]}, {"block": -1}, {"duchies": [[], 1]},
    ],
)  # fmt: skip
def test_a_damaged_line_is_refused(change: dict[str, Any]) -> None:
    with Store.create("t", Plan.of(["random"], 1))._folder:
        pass
    store = Store.open("t")
    run(store, 0)
    path = Path("t/games.jsonl")
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | change), *rest]) + "\n")
    with pytest.raises(StoreError, match=r"games\.jsonl, line 1: ") as refusal:
        Store.open("t")
    assert "delete" not in str(refusal.value)


@pytest.mark.parametrize("kind", fuzz_files.KINDS)
def test_the_fuzzer_finds_nothing_in_a_few_seconds(kind: str) -> None:
    make, attempt, prepare = fuzz_files.KINDS[kind]
    prepare()
    number, outcomes = fuzzing.fuzz(make, attempt, fuzz_files.as_text, seed=11, seconds=4, count=300)
    assert number > 5
    assert outcomes["refused"] > 3

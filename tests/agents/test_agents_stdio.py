"""Programs as agents: what they get to read, what they may answer, and how they end."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import AgentError, StdioAgent, StdioError, parse
from burgundy_agents.stdio import LONGEST_LINE, visible

from burgundy_env import Game

EXAMPLE = Path(__file__).parents[2] / "docs" / "stdio_bot.py"
HELLO = 'print(\'{"type": "hello", "name": "tester"}\', flush=True)'


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Start a program whose answer to a position is the given code; all are ended after the test."""
    monkeypatch.setattr("burgundy_agents.stdio._GRACE", 0.3)
    agents: list[StdioAgent] = []

    def start(answer: str, hello: str = HELLO, before: str = "", **limits: float) -> StdioAgent:
        lines = [
            "import json, os, signal, sys, time",
            before,
            "for line in sys.stdin:",
            "    message = json.loads(line)",
        ]
        lines += ["    if message['type'] == 'hello':", textwrap.indent(hello, " " * 8)]
        lines += ["    if message['type'] == 'position':", textwrap.indent(answer, " " * 8)]
        path = tmp_path / f"bot{len(agents)}.py"
        path.write_text("\n".join(lines))
        agents.append(StdioAgent(f"{sys.executable} {path}", **limits))  # type: ignore[arg-type]
        return agents[-1]

    yield start
    for agent in agents:
        agent.close()


FIRST = "print(json.dumps({'action': message['legal'][0]}), flush=True)"


def test_it_plays(bot) -> None:
    game, agent = Game.new(seed=1), bot(FIRST)
    agent.begin(game, 0, 5)
    assert agent.name == "tester"
    for _ in range(5):
        action = agent.act(game)
        assert action == game.legal_actions()[0]
        game.push(action)


def test_what_it_reads(bot, tmp_path: Path) -> None:
    log = tmp_path / "log"
    game, agent = (
        Game.new({"players": 1, "chateauma": "hard"}, seed=1),
        bot(FIRST, before=f"log = open({str(log)!r}, 'w')"),
    )
    path = tmp_path / "bot0.py"
    path.write_text(path.read_text().replace("    message =", "    log.write(line); log.flush()\n    message =", 1))
    agent.begin(game, 0, 5)
    position, legal = visible(game), game.legal_actions()
    agent.act(game)
    while not game.is_over:
        game.push(game.legal_ids()[-1])
    agent.end(game, 0)
    agent.close()
    hello, begin, asked, result, bye = [json.loads(line) for line in log.read_text().splitlines()]
    assert hello == {"type": "hello", "protocol": "burgundy-stdio/1", "seconds": 10.0}
    assert begin == {"type": "game", "seat": 0, "config": game.config.to_dict()}
    assert asked.pop("seed") >= 0
    assert asked == {"type": "position", "position": position, "legal": legal, "seat": 0}
    assert "hidden" not in asked["position"]
    assert result["scores"] == game.scores()
    assert (result["type"], result["seat"], len(result["ranking"])) == ("result", 0, 2)
    assert bye == {"type": "bye"}


def test_its_seeds_repeat_with_those_of_the_agent(bot) -> None:
    game = Game.new(seed=1)
    agent = bot(
        "print(json.dumps({'action': message['legal'][message['seed'] % len(message['legal'])]}), flush=True)"
    )

    def actions(seed: int) -> list[str]:
        agent.begin(game, 0, seed)
        return [agent.act(game) for _ in range(20)]

    assert actions(1) == actions(1) != actions(2)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("sys.exit(3)", "has ended with exit code 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9"),
        ("os.close(1); time.sleep(60)", "has closed its standard output"),
        ("print('Hm, let me see', flush=True)", "has written 'Hm, let me see', which is no JSON"),
        ("print(flush=True)", "has written '', which is no JSON"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "which is no JSON"),
        ("print('[' * 60000, flush=True)", "which is no JSON"),
        ("print('[1]', flush=True)", r"has written \[1\]; a JSON object is needed"),
        ("print('{}', flush=True)", r'answered \{\}; \{"action": "..."\} is needed'),
        ("print('{\"action\": 7}', flush=True)", "is needed"),
        (
            'print(\'{"action": "end"}\', flush=True)',
            "wants to play 'end', which is not legal there; `legal` had start h2",
        ),
        (f"print('x' * {2 * LONGEST_LINE}, flush=True)", "has written a line of more than 64 KiB"),
        ("while True: print('x' * 70000)", "has written a line of more than 64 KiB"),
        ("raise ValueError('lost my way')", r"exit code 1\nIts standard error:(\n.*)*ValueError: lost my way"),
    ],
)
def test_breaches_of_the_protocol(bot, answer: str, message: str) -> None:
    agent = bot(answer)
    with pytest.raises(StdioError, match=message):
        agent.act(Game.new(seed=1))
    # It is ended, and the next game begins with a new one.
    program = agent._program
    assert program is not None
    assert program.ended
    assert program._process.returncode is not None


def test_a_program_that_is_too_slow(bot) -> None:
    agent = bot("time.sleep(60)", seconds=0.2)
    agent.begin(Game.new(seed=1), 0, 1)
    start = time.monotonic()
    with pytest.raises(StdioError, match=r"has not answered within 0\.2 s"):
        agent.act(Game.new(seed=1))
    assert time.monotonic() - start < 5


def test_a_line_nobody_asked_for(bot) -> None:
    game, agent = Game.new(seed=1), bot(f"{FIRST}; print('done', flush=True); open('/dev/null')")
    agent.act(game)
    time.sleep(0.2)
    with pytest.raises(StdioError, match="has written 'done', which nobody asked for"):
        agent.act(game)


@pytest.mark.parametrize(
    ("hello", "message"),
    [
        ('print(\'{"type": "hi"}\', flush=True)', 'answered the hello with {"type": "hi"}'),
        ("time.sleep(60)", r"has not answered within 0\.3 s"),
    ],
)
def test_a_program_that_does_not_say_hello(bot, hello: str, message: str) -> None:
    agent = bot(FIRST, hello=hello, startup=0.3 if "sleep" in hello else 60.0)
    with pytest.raises(StdioError, match=message):
        agent.act(Game.new(seed=1))


def test_after_a_breach_it_is_started_anew(bot) -> None:
    agent = bot("open(sys.argv[0] + '.once', 'x')" + "\n" + FIRST)
    game = Game.new(seed=1)
    assert agent.act(game)
    with pytest.raises(StdioError, match="FileExistsError"):
        agent.act(game)
    assert agent._program.ended
    for file in Path(agent._words[1]).parent.glob("*.once"):
        file.unlink()
    assert agent.act(game)


def test_closing_ends_the_program_and_its_children(bot, tmp_path: Path) -> None:
    # It ignores the end of its input, and has a child that would sleep on.
    stubborn = (
        "import subprocess\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"child = subprocess.Popen(['sleep', '600'])\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))"
    )
    agent = bot(FIRST + "\ntime.sleep(600)", before=stubborn)
    agent.act(Game.new(seed=1))
    process = agent._program._process
    agent.close()
    assert process.returncode is not None
    child = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and _runs(child):
        time.sleep(0.02)
    assert not _runs(child)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    # Killed, but nobody has asked for its exit code.
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.parametrize(("cmd", "message"), [("", "cmd is empty"), ("'", "can't be read as a shell would")])
def test_commands_that_are_none(cmd: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        StdioAgent(cmd)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(AgentError, match="/no/such/bot can't be started: No such file or directory"):
        StdioAgent("/no/such/bot").act(Game.new(seed=1))


def test_the_example_of_the_docs_plays_a_game() -> None:
    agent = parse(f"stdio:cmd={sys.executable} {EXAMPLE}").make(seed=1)
    game = Game.new(seed=1)
    agent.begin(game, 0, 1)  # type: ignore[attr-defined]
    while not game.is_over:
        game.push(agent.act(game))
    agent.end(game, 0)  # type: ignore[attr-defined]
    agent.close()  # type: ignore[attr-defined]
    text = (EXAMPLE.parent / "stdio.md").read_text(encoding="utf-8")
    assert EXAMPLE.read_text(encoding="utf-8") in text


def test_a_program_may_say_what_it_thinks_and_is_asked_once(bot: Any) -> None:
    told = """
asked = message.get("thoughts", False)
line = {"turn": [message["legal"][0]], "margin": 2.5}
answer = {"action": message["legal"][0], "expected": {"vp": [100, 90]}, "lines": [line] if asked else []}
print(json.dumps(answer), flush=True)
"""
    agent, game = bot(told), Game.new({"players": 2}, seed=1)
    thought = agent.think(game)
    assert thought.lines[0].margin == 2.5
    assert thought.expected == {"vp": [100, 90]}
    assert agent.act(game) == game.legal_actions()[0]
    game.push(game.legal_actions()[0])
    assert agent.act(game) == game.legal_actions()[0]


def test_a_thought_that_is_none_fails_like_an_illegal_action(bot: Any) -> None:
    agent = bot('print(json.dumps({"action": message["legal"][0], "lines": [{"turn": ["end"]}]}), flush=True)')
    with pytest.raises(StdioError, match='told a thought that is none: lines: "end" was not legal here'):
        agent.think(Game.new({"players": 2}, seed=1))

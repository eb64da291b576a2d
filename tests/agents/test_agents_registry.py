"""Agents by name: what a string asks for, what is wrong with it, and the classes of users."""

from __future__ import annotations

import pickle
import re
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
from burgundy_agents import ENTRIES, Agent, AgentError, make, parse
from burgundy_agents.registry import chateauma_of, is_chateauma, table_markdown, table_text
from burgundy_agents.user_file import UserClass
from hypothesis import given
from hypothesis import strategies as st

from burgundy_env import Game
from burgundy_env.players.policies import POLICIES


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("random", "random"),
        (" heuristic ", "heuristic"),
        ("turn", "turn"),
        ("turn:ms=50.0", "turn:ms=50"),
        ("turn:futures=200", "turn:futures=200"),
        ("turn:ms=0.25", "turn:ms=0.25"),
        ("stdio:seconds=5,cmd=./bot --depth 3", "stdio:cmd=./bot --depth 3,seconds=5"),
        # A comma in a command is one, unless the name of a parameter follows.
        ("stdio:cmd=./bot a=1,b=2,startup=9", "stdio:cmd=./bot a=1,b=2,startup=9"),
        ("stdio:cmd=python my_bot.py:x", "stdio:cmd=python my_bot.py:x"),
    ],
)
def test_canonical_strings(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)
    assert pickle.loads(pickle.dumps(parse(text))) == parse(text)


@given(seconds=st.floats(0.001, 86400), startup=st.floats(0.001, 86400), order=st.booleans())
def test_every_value_survives_the_string(seconds: float, startup: float, order: bool) -> None:
    parts = [f"seconds={seconds!r}", f"startup={startup!r}"]
    spec = parse("stdio:cmd=./bot," + ",".join(parts if order else parts[::-1]))
    assert dict(spec.values) == {"cmd": "./bot", "seconds": seconds, "startup": startup}
    assert parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no agent ''"),
        ("randm", r"no agent 'randm' \(did you mean 'random'\?\); there are random, greedy"),
        ("random:x=1", "random takes no parameters"),
        ("turn:futurs=5", r"no parameter 'futurs' \(did you mean 'futures'\?\); it takes futures, ms"),
        ("turn:ms=fast", "ms is a number, not 'fast'"),
        ("turn:ms=nan", "ms is a number, not 'nan'"),
        ("turn:ms=inf", "ms is a number, not 'inf'"),
        ("turn:ms=0", "ms is more than 0"),
        ("turn:futures=0", "futures is at least 1"),
        ("turn:futures=1.5", "futures is a whole number, not '1.5'"),
        ("turn:ms=5,ms=6", "ms is given twice"),
        ("turn:ms", "ms has no value; write ms=VALUE"),
        ("turn:ms=", "ms has no value"),
        ("stdio", "cmd is missing; write stdio:cmd=VALUE"),
        ("stdio:seconds=5", "cmd is missing"),
        ("chateauma:hard+AD", "no agent; it is part of a game's config, as chateauma='hard.AD'"),
        ("heuristic@2", "heuristic@2: there is no such version; there is heuristic@1, and heuristic is the newest"),
        ("heuristic@01", "no such version"),
        ("heuristic@", "no such version"),
        ("stdio@1:cmd=x", "stdio has no versions, as what it plays is not ours to keep"),
        ("nobody@1", "no agent 'nobody@1'"),
        ("heuristic@1.py:Bot", "heuristic@1.py: there is no such file"),
        ("bot.py", "which class of the file"),
        ("bot.py:", "which class of the file"),
        ("nowhere/bot.py:Bot", "nowhere/bot.py: there is no such file"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        parse(text)


def test_the_chateauma_is_recognised() -> None:
    assert is_chateauma("chateauma:hard+AD")
    assert is_chateauma("chateauma")
    assert not is_chateauma("chateaumatic")
    assert (chateauma_of("chateauma:hard+AD"), chateauma_of("chateauma")) == ("hard+AD", "intermediate")
    assert is_chateauma("chateauma@1:hard")
    assert chateauma_of("chateauma@1:hard+B") == "hard+B"
    with pytest.raises(AgentError, match="chateauma@2: there is no such version; there is chateauma@1"):
        chateauma_of("chateauma@2:hard")


@pytest.mark.parametrize("text", ["heuristic@1", "net@2", "turn@1:futures=20", "level@1:3"])
def test_a_version_is_part_of_the_name(text: str) -> None:
    newest = re.sub("@[12]", "", text)
    assert str(parse(text)) == parse(text).versioned == parse(newest).versioned == text
    assert str(parse(newest)) == newest
    assert parse(text).policy == parse(newest).policy


def test_an_earlier_version_goes_on_playing_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the heuristic had become better, and its first version played by a policy of its own."""
    first = replace(ENTRIES["heuristic"], policy="reflex")
    monkeypatch.setitem(ENTRIES, "heuristic", replace(ENTRIES["heuristic"], version=2, earlier=(first,)))
    assert (parse("heuristic@1").policy, str(parse("heuristic@1"))) == ("reflex", "heuristic@1")
    assert (parse("heuristic@2").policy, parse("heuristic").versioned) == ("heuristic", "heuristic@2")
    with pytest.raises(AgentError, match="there are heuristic@1, heuristic@2, and heuristic is the newest"):
        parse("heuristic@3")


def test_who_looks_at_the_clock_is_known() -> None:
    assert parse("turn:ms=5").depends_on_time
    assert not parse("turn:futures=5").depends_on_time


def test_compiled_entries_are_the_engines_policies() -> None:
    played = {entry.policy for newest in ENTRIES.values() for entry in (newest, *newest.earlier)}
    assert played - {None} == set(POLICIES)
    assert parse("heuristic").policy == "heuristic"
    assert parse("turn:ms=5").policy is None


@pytest.mark.parametrize("text", ["random", "greedy", "heuristic", "turn:futures=2", "level:2"])
def test_agents_of_the_registry_play_and_repeat_themselves(text: str) -> None:
    def played() -> list[str]:
        game, agent, actions = Game.new(seed=3), make(text, seed=4), []
        assert isinstance(agent, Agent)
        while len(actions) < 30:
            actions.append(agent.act(game))
            game.push(actions[-1])
        return actions

    assert played() == played()


def test_help_and_docs_list_everything() -> None:
    for table in (table_text(), table_markdown()):
        for entry in ENTRIES.values():
            assert entry.name in table
            assert entry.meaning in table
            assert all(parameter.meaning in table for parameter in entry.parameters)
    assert table_markdown() in (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")


# --- classes of users --------------------------------------------------------------------------------

BOT = """
from __future__ import annotations
import neighbour

class MyBot:
    def __init__(self, depth: int = 2, name="anna", bold: bool = False, *, seed: int | None = None):
        self.given = depth, name, bold, seed
    def act(self, game):
        return game.legal_actions()[0]

class Needs:
    def __init__(self, model: str): self.model = model
    def act(self, game): return game.legal_actions()[-1]

class NoAgent: pass
FIVE = 5
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "bots.py").write_text(textwrap.dedent(BOT))
    (tmp_path / "neighbour.py").write_text("")
    (tmp_path / "broken.py").write_text("1 / 0\n")
    return tmp_path / "bots.py"


def test_a_users_class_gets_typed_parameters_and_a_seed(bots: Path) -> None:
    spec = parse(f"{bots}:MyBot:name=ben,depth=5,bold=yes")
    assert str(spec) == f"{bots}:MyBot:depth=5,name=ben,bold=true"
    assert spec.policy is None
    assert spec.make(seed=9).given == (5, "ben", True, 9)  # type: ignore[attr-defined]
    assert make(f"{bots}:MyBot", seed=8).given == (2, "anna", False, 8)  # type: ignore[attr-defined]
    assert make(f"{bots}:Needs:model=a,b.pt").model == "a,b.pt"  # type: ignore[attr-defined]


def test_a_users_class_is_found_again_from_another_folder(
    bots: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.chdir(bots.parent)
    spec = parse("bots.py:MyBot")
    assert str(spec) == "bots.py:MyBot"
    assert isinstance(spec.kind, UserClass)
    assert spec.kind.path == str(bots)  # which means the same in every process
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert spec.make().act(Game.new(seed=1)).startswith("start ")


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("bots.py:Mybot", "has no Mybot; agents there: MyBot, Needs"),
        ("bots.py:FIVE", "FIVE is no agent"),
        ("bots.py:NoAgent", "NoAgent is no agent; an agent is a class with act"),
        ("bots.py:MyBot:dept=3", r"no parameter 'dept' \(did you mean 'depth'\?\); it takes depth, name, bold"),
        ("bots.py:MyBot:depth=deep", "depth is a whole number, not 'deep'"),
        ("bots.py:MyBot:bold=perhaps", "bold is true or false, not 'perhaps'"),
        ("bots.py:Needs", "model is missing; write .*bots.py:Needs:model=VALUE"),
        ("broken.py:Bot", "broken.py: can't be loaded: ZeroDivisionError: division by zero"),
        ("absent.py:Bot", "absent.py: there is no such file"),
    ],
)
def test_what_is_wrong_with_a_users_class_is_said(bots: Path, rest: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        parse(f"{bots.parent}/{rest}")

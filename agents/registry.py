"""Agents by name: `heuristic`, `turn:ms=50`, `stdio:cmd=./my_bot`, `my_bot.py:MyBot:depth=3`.

`parse` reads such a string, `make` gives the agent; the string of what was parsed is canonical.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .parameters import Parameter, Value, read_parameters, unknown, written
from .protocol import Agent, AgentError
from .user_file import UserClass, UserFunction, in_folder, in_user_file, is_user_file

if TYPE_CHECKING:
    from burgundy_env.players.handed import UserPlayer

CHATEAUMA = "chateauma"


@dataclass(frozen=True)
class Entry:
    """An agent of this package."""

    name: str
    meaning: str
    where: str  # module of this package and class
    parameters: tuple[Parameter, ...] = ()
    policy: str | None = None  # its name among the compiled players, if it is one
    told: str | None = None  # the parameter that a compiled player takes; with others it plays from Python
    placed: bool = False  # made with `folder`, in which what it is told is looked up

    @property
    def asks(self) -> bool:
        """Whether it can't do without a parameter."""
        return any(parameter.needed for parameter in self.parameters)


_LONGEST = 86_400.0  # seconds: a day for a decision
_FUTURES = Parameter("futures", int, "futures played for a turn (default: 360)", least=1, most=1_000_000)
_MS_A_TURN = Parameter(
    "ms", float, "milliseconds a turn, instead of a number of futures", above=0, most=1000 * _LONGEST
)
_POLICY = Parameter(
    "file", str, "the policy, a file that burgundy train ppo wrote", needed=True, bare=True, numbers=True
)
_LEVEL = Parameter("level", int, "1 (a beginner) to 7 (the strongest)", least=1, most=7, needed=True, bare=True)
_CMD = Parameter("cmd", str, "the command that starts the program", needed=True)
_SECONDS = Parameter("seconds", float, "time for a decision (default: 10)", above=0, most=_LONGEST)
_STARTUP = Parameter("startup", float, "seconds until it says hello (default: 60)", above=0, most=_LONGEST)

ENTRIES = {
    entry.name: entry
    for entry in (
        Entry("random", "each legal action with the same probability", "compiled:RandomAgent", policy="random"),
        Entry("greedy", "the action that scores most at once", "compiled:GreedyAgent", policy="greedy"),
        Entry("reflex", "the action that rules of thumb think most of", "compiled:ReflexAgent", policy="reflex"),
        Entry(
            "heuristic",
            "rules of thumb, and the whole turn thought through",
            "compiled:HeuristicAgent",
            policy="heuristic",
        ),
        Entry(
            "turn",
            "the best ends of its turn, judged by futures that are dealt anew and played three rounds on",
            "turn:TurnAgent",
            (_FUTURES, _MS_A_TURN),
            policy="turn",
            told="futures",
        ),
        Entry(
            "ppo",
            "the action that a learned policy scores best, by what each changes: no search",
            "ppo:PpoAgent",
            (_POLICY,),
            placed=True,
        ),
        Entry(
            "level",
            "as well as people do: each level wins about three of four games against the one below",
            "compiled:LevelAgent",
            (_LEVEL,),
            policy="level",
            told="level",
        ),
        Entry(
            "stdio",
            "any program that reads positions and writes actions as JSON lines (docs/stdio.md)",
            "stdio:StdioAgent",
            (_CMD, _SECONDS, _STARTUP),
            placed=True,
        ),
    )
}


@dataclass(frozen=True)
class AgentSpec:
    """An agent as a string asks for it; its own string is canonical."""

    kind: Entry | UserClass | UserFunction
    values: tuple[tuple[str, Value], ...] = ()
    folder: str | None = None  # in which its files are looked up; None: where the process is

    @property
    def policy(self) -> str | None:
        """The compiled player that it is, with what that is told (`turn:500`); None if it is none."""
        entry, values = self.kind, dict(self.values)
        if not isinstance(entry, Entry) or entry.policy is None or values.keys() - {entry.told}:
            return None
        return f"{entry.policy}:{values[entry.told]}" if entry.told in values else entry.policy

    @property
    def is_handed_in(self) -> bool:
        """Whether it is a user's compiled player."""
        return isinstance(self.kind, UserFunction)

    @property
    def player(self) -> UserPlayer:
        """That player."""
        assert isinstance(self.kind, UserFunction)
        return self.kind.player(dict(self.values))

    def make(self, seed: int | None = None) -> Agent:
        """A new agent."""
        values = dict(self.values)
        if not isinstance(self.kind, Entry):
            return self.kind.make(values, seed)
        module, _, name = self.kind.where.partition(":")
        make: Any = getattr(import_module(f".{module}", __package__), name)
        agent: Agent = make(**values, seed=seed, **({"folder": self.folder} if self.kind.placed else {}))
        return agent

    @property
    def is_user_class(self) -> bool:
        """Whether it is Python code of a user."""
        return isinstance(self.kind, UserClass)

    @property
    def files(self) -> tuple[str, ...]:
        """The files, by their whole path, whose content decides what it plays."""
        if not isinstance(self.kind, Entry):
            return (self.kind.path,)
        whole = {parameter.name for parameter in self.kind.parameters if parameter.numbers}
        words: list[str] = []
        for name, value in self.values:
            if isinstance(value, str):
                words += [value] if name in whole else _words(value)
        paths = (in_folder(word, self.folder) for word in words)
        return tuple(dict.fromkeys(str(path) for path in paths if path.is_file()))

    @property
    def runs_program(self) -> bool:
        """Whether code runs with it that is not of this package."""
        return runs_program(str(self))

    def check(self) -> None:
        """Refuse values that don't go together, which only the agent itself knows. Users' classes are left alone."""
        if isinstance(self.kind, Entry):
            self.make(0)

    def __str__(self) -> str:
        values = written(self.kind.parameters, dict(self.values))
        return f"{self.kind.name}:{values}" if values else self.kind.name


def parse(text: str, folder: str | None = None) -> AgentSpec:
    """What an agent's string asks for; AgentError if there is no such agent.

    `folder`: where its files are, unless their whole path is given.
    """
    text = text.strip()
    name, colon, rest = text.partition(":")
    if name not in ENTRIES and is_user_file(text):
        kind, rest = in_user_file(text, folder)
        return AgentSpec(kind, tuple(read_parameters(kind.name, kind.parameters, rest).items()), folder)
    if is_chateauma(text):
        raise AgentError(
            f"{text}: the Châteauma decides nothing and so is no agent; it is part of a game's config, "
            f"as chateauma={rest or 'intermediate'!r}, or takes part in an arena"
        )
    if name not in ENTRIES:
        also = "chateauma:DIFFICULTY, or one of yours as my_bot.py:MyBot"
        raise AgentError(f"{unknown('agent', name, ENTRIES, 'there are')}, {also}")
    entry = ENTRIES[name]
    if colon and not entry.parameters:
        raise AgentError(f"{text}: {name} takes no parameters")
    return AgentSpec(entry, tuple(read_parameters(name, entry.parameters, rest).items()), folder)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:  # the agent will say what is wrong with it
        return []


def runs_program(text: str) -> bool:
    """Whether an agent's string would have code run that is not of this package; nothing is loaded to find out.

    So does a file of a user, and whoever is told a text: a command, a file to load. Numbers harm nobody, nor do files
    that hold nothing else.
    """
    text = text.strip()
    entry = ENTRIES.get(text.partition(":")[0])
    if entry is None:
        return is_user_file(text)
    return any(parameter.kind is str and not parameter.numbers for parameter in entry.parameters)


def make(text: str, seed: int | None = None) -> Agent:
    """The agent that a string asks for.

    >>> agent = make("random", seed=1)
    """
    return parse(text).make(seed)


def is_chateauma(text: str) -> bool:
    """Whether a string names the automa, which is a seat of the game but no agent."""
    return text.strip().partition(":")[0] == CHATEAUMA


def chateauma_of(text: str) -> str:
    """The difficulty and modifiers in `chateauma:hard+AD`, as GameConfig takes them."""
    return text.strip().partition(":")[2] or "intermediate"


def table_text() -> str:
    """The agents and their parameters, for `--help`."""
    lines = []
    for entry in ENTRIES.values():
        lines.append(f"  {entry.name:<14}{entry.meaning}")
        lines += [f"    {_heading(parameter):<12}{parameter.meaning}" for parameter in entry.parameters]
    lines.append("  chateauma:hard+AD  the automa: easy, intermediate or hard, and any modifiers of ABCD")
    lines.append("  my_bot.py:MyBot    a class of yours; my_bot.py:MyBot:depth=3 sets its parameters")
    lines.append("  my_bot.py:choose   a function of yours that is compiled; parameters as for a class")
    return "\n".join(lines)


def _heading(parameter: Parameter) -> str:
    return parameter.name.upper() if parameter.bare else f"{parameter.name}="


def table_markdown() -> str:
    """The table of the docs page."""
    lines = ["| agent | plays | parameters | runs |", "|---|---|---|---|"]
    for entry in ENTRIES.values():
        parameters = "; ".join(f"`{parameter.name}`: {parameter.meaning}" for parameter in entry.parameters)
        runs = "compiled, in whole batches" if entry.policy else "one by one"
        lines.append(f"| `{entry.name}` | {entry.meaning} | {parameters or 'none'} | {runs} |")
    return "\n".join(lines) + "\n"

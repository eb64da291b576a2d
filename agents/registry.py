"""Agents by name: `heuristic`, `turn:ms=50`, `stdio:cmd=./my_bot`, `my_bot.py:MyBot:depth=3`.

`parse` reads such a string, `make` gives the agent; the string of what was parsed is canonical. `heuristic@1` is the
first version of the heuristic's play and stays that for ever, `heuristic` the newest: what papers compare with must
not move.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .parameters import Parameter, Value, read_parameters, unknown, written
from .protocol import Agent, AgentError
from .user_file import UserClass, UserFunction, in_folder, in_user_file, is_user_file

if TYPE_CHECKING:
    from burgundy_env.players.handed import HandedPlayer, UserPolicy
    from burgundy_env.players.policies import Policy

CHATEAUMA = "chateauma"
CHATEAUMA_VERSION = 1  # of its play, which is rules: another one would be another game
_NUMBERED = re.compile(r"(?P<name>[^:@]+)@(?P<version>[^:]*)(?P<rest>:.*)?\Z", re.DOTALL)


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
    # The newest version of its play, pinned by `tests/players/versions.json`; None: what it plays is not ours to pin.
    version: int | None = 1
    earlier: tuple[Entry, ...] = ()  # who plays as its earlier versions did: same name, policy or net of their own
    net: str | None = None  # of an earlier version: `@1`, the first that came along, unless it is told another

    @property
    def versions(self) -> tuple[Entry, ...]:
        """All that there are, the newest last."""
        return () if self.version is None else (*self.earlier, self)

    @property
    def asks(self) -> bool:
        """Whether it can't do without a parameter."""
        return any(parameter.needed for parameter in self.parameters)


_LONGEST = 86_400.0  # seconds: a day for a decision
_FUTURES = Parameter("futures", int, "futures played for a turn (default: 360)", least=1, most=1_000_000)
_MS_A_TURN = Parameter(
    "ms", float, "milliseconds a turn, instead of a number of futures", above=0, most=1000 * _LONGEST, of_time=True
)
_NET = Parameter(
    "net",
    str,
    "what corrects its judge: a file of burgundy train turn, or none (default: that of its version)",
    numbers=True,
)
_NET_ALONE = replace(_NET, bare=True)
_POLICY = Parameter(
    "file",
    str,
    "the policy, a file that burgundy train ppo wrote (default: the one that comes along)",
    bare=True,
    numbers=True,
)
_LEVEL = Parameter("level", int, "1 (a beginner) to 7 (the strongest)", least=1, most=7, needed=True, bare=True)
_CMD = Parameter("cmd", str, "the command that starts the program", needed=True)
_SECONDS = Parameter("seconds", float, "time for a decision (default: 10)", above=0, most=_LONGEST)
_STARTUP = Parameter("startup", float, "seconds until it says hello (default: 60)", above=0, most=_LONGEST)

_NET_AGENT = Entry(
    "net",
    "the turn that a net likes best once all have replied to it; it learned from games of the search: no futures",
    "turn:NetAgent",
    (_NET_ALONE,),
    policy="net",
    placed=True,
    version=2,
)
_NET_AGENT = replace(_NET_AGENT, earlier=(replace(_NET_AGENT, version=1, net="@1"),))

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
            (_FUTURES, _MS_A_TURN, _NET),
            policy="turn",
            told="futures",
            placed=True,
        ),
        _NET_AGENT,
        Entry(
            "ppo",
            "the action that a learned policy scores best, by what each changes and what its turn can come to",
            "ppo:PpoAgent",
            (_POLICY,),
            placed=True,
            version=None,
        ),
        Entry(
            "level",
            "as well as people do: each level wins about three of four games against the one below",
            "turn:LevelAgent",
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
            version=None,
        ),
    )
}


@dataclass(frozen=True)
class AgentSpec:
    """An agent as a string asks for it; its own string is canonical.

    >>> spec = parse("turn:ms=20")
    >>> spec.versioned, spec.depends_on_time, spec.runs_program, spec.is_user_class
    ('turn@1:ms=20', True, False, False)
    >>> hasattr(spec.make(seed=1), "act")
    True
    """

    kind: Entry | UserClass | UserFunction  # with the version asked for: who plays as it did
    values: tuple[tuple[str, Value], ...] = ()
    folder: str | None = None  # in which its files are looked up; None: where the process is
    asked: tuple[str, int] | None = None  # the name and version that were asked for; None: the newest

    @property
    def versioned(self) -> str:
        """Its string with the version of its play, as `turn@1:futures=20`: names the same play in every release."""
        if self.asked is not None or not isinstance(self.kind, Entry) or self.kind.version is None:
            return str(self)
        return str(replace(self, asked=(self.kind.name, self.kind.version)))

    @property
    def depends_on_time(self) -> bool:
        """Whether the clock decides what it plays: no two machines play its games alike."""
        return isinstance(self.kind, Entry) and any(
            parameter.of_time for parameter in self.kind.parameters if parameter.name in dict(self.values)
        )

    @property
    def told(self) -> dict[str, Value]:
        """What it is told, by others or by the version that it plays as."""
        net = self.kind.net if isinstance(self.kind, Entry) else None
        return ({} if net is None else {_NET.name: net}) | dict(self.values)

    @property
    def policy(self) -> str | None:
        """The compiled player that it is, with what that is told (`turn:500`); None if it is none."""
        entry, values = self.kind, self.told
        if not isinstance(entry, Entry) or entry.policy is None or values.keys() - {entry.told}:
            return None
        return f"{entry.policy}:{values[entry.told]}" if entry.told in values else entry.policy

    @property
    def is_ours(self) -> bool:
        """Whether it is a compiled player whose numbers, too, are those of this package: anybody can ask it again."""
        entry = self.kind
        return isinstance(entry, Entry) and entry.policy is not None and not dict(self.values).keys() - {entry.told}

    def seated(self, seed: int) -> Policy | UserPolicy:
        """A compiled player of ours at one seat, as it plays in batches."""
        from burgundy_env.players.handed import seated
        from burgundy_env.players.policies import Policy

        return seated(self.player, seed) if self.policy is None else Policy(self.policy, seed)

    @property
    def is_handed_in(self) -> bool:
        """Whether the loops are handed it: a user's compiled player, or one of ours with a net of its own."""
        if not isinstance(self.kind, Entry):
            return isinstance(self.kind, UserFunction)
        return self.kind.policy is not None and _NET.name in self.told and "ms" not in self.told

    @property
    def player(self) -> HandedPlayer:
        """That player."""
        values = self.told
        if isinstance(self.kind, UserFunction):
            return self.kind.player(values)
        assert isinstance(self.kind, Entry)
        from .turn import net_player

        net, told = str(values[_NET.name]), values.get(self.kind.told or "")
        return net_player(str(self), self.kind.policy or "", net, self.folder, told)

    def make(self, seed: int | None = None) -> Agent:
        """A new agent."""
        values = self.told
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
    def comes_along(self) -> str | None:
        """The file of this package whose content decides what it plays, where no version does."""
        if not isinstance(self.kind, Entry) or self.kind.version is not None or self.values:
            return None
        shipped = getattr(import_module(f".{self.kind.where.partition(':')[0]}", __package__), "SHIPPED", None)
        return None if shipped is None else str(shipped)

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
        name = self.kind.name if self.asked is None else "{}@{}".format(*self.asked)
        return f"{name}:{values}" if values else name


def parse(text: str, folder: str | None = None) -> AgentSpec:
    """What an agent's string asks for; AgentError if there is no such agent.

    `folder`: where its files are, unless their whole path is given.

    >>> parse("turn:futures=50").versioned
    'turn@1:futures=50'
    >>> parse("heuristics")
    Traceback (most recent call last):
    burgundy_agents.protocol.AgentError: ...
    """
    text, version = split_version(text)
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
    entry = ENTRIES[name] if version is None else _of_version(ENTRIES[name], version)
    if colon and not entry.parameters:
        raise AgentError(f"{text}: {name} takes no parameters")
    values = tuple(read_parameters(name, entry.parameters, rest).items())
    return AgentSpec(entry, values, folder, None if version is None else (name, int(version)))


def split_version(text: str) -> tuple[str, str | None]:
    """An agent's string without the version of one of ours, and that version: `turn:futures=20`, `1`."""
    text = text.strip()
    found = _NUMBERED.match(text)
    # Files of users may have such names, too.
    if found is None or found["name"] not in (*ENTRIES, CHATEAUMA) or found["version"].endswith(".py"):
        return text, None
    return found["name"] + (found["rest"] or ""), found["version"]


def _of_version(entry: Entry, version: str) -> Entry:
    """Who plays as this version of an agent."""
    if entry.version is None:
        raise AgentError(
            f"{entry.name}@{version}: {entry.name} has no versions, as what it plays is not ours to keep"
        )
    found = next((one for one in entry.versions if str(one.version) == version), None)
    if found is None:
        known = [f"{one.name}@{one.version}" for one in entry.versions]
        raise AgentError(
            f"{entry.name}@{version}: there is no such version; there {'is' if len(known) == 1 else 'are'} "
            f"{', '.join(known)}, and {entry.name} is the newest"
        )
    return found


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
    text, _ = split_version(text)
    entry = ENTRIES.get(text.partition(":")[0])
    if entry is None:
        return is_user_file(text)
    return any(parameter.kind is str and not parameter.numbers for parameter in entry.parameters)


def make(text: str, seed: int | None = None) -> Agent:
    """The agent that a string asks for.

    >>> from burgundy_env import Game
    >>> agent = make("random", seed=1)
    >>> agent.act(Game.new(seed=7)) in Game.new(seed=7).legal_actions()
    True
    """
    return parse(text).make(seed)


def is_chateauma(text: str) -> bool:
    """Whether a string names the automa, which is a seat of the game but no agent."""
    return split_version(text)[0].partition(":")[0] == CHATEAUMA


def chateauma_of(text: str) -> str:
    """The difficulty and modifiers in `chateauma:hard+AD` or `chateauma@1:hard+AD`, as GameConfig takes them."""
    text, version = split_version(text)
    if version not in (None, str(CHATEAUMA_VERSION)):
        raise AgentError(
            f"chateauma@{version}: there is no such version; there is chateauma@{CHATEAUMA_VERSION}, which "
            "chateauma is, too"
        )
    return text.partition(":")[2] or "intermediate"


def versioned_chateauma(chateauma: object) -> str:
    """Its string with the version of its play: `chateauma@1:hard+AD`."""
    return f"{CHATEAUMA}@{CHATEAUMA_VERSION}:{chateauma}"


def table_text() -> str:
    """The agents and their parameters, for `--help`."""
    lines = []
    for entry in ENTRIES.values():
        lines.append(f"  {entry.name:<14}{entry.meaning}")
        lines += [f"    {_heading(parameter):<12}{parameter.meaning}" for parameter in entry.parameters]
    lines.append("  chateauma:hard+AD  the automa: easy, intermediate or hard, and any modifiers of ABCD")
    lines.append("  heuristic@1        the first version of its play, for ever; heuristic is the newest")
    lines.append("  my_bot.py:MyBot    a class of yours; my_bot.py:MyBot:depth=3 sets its parameters")
    lines.append("  my_bot.py:choose   a function of yours that is compiled; parameters as for a class")
    return "\n".join(lines)


def _heading(parameter: Parameter) -> str:
    return parameter.name.upper() if parameter.bare else f"{parameter.name}="


def table_markdown() -> str:
    """The table of the docs page."""
    lines = ["| agent | newest version | plays | parameters | runs |", "|---|---|---|---|---|"]
    for entry in ENTRIES.values():
        parameters = "; ".join(f"`{parameter.name}`: {parameter.meaning}" for parameter in entry.parameters)
        runs = "compiled, in whole batches" if entry.policy else "one by one"
        newest = "-" if entry.version is None else f"`{entry.name}@{entry.version}`"
        lines.append(f"| `{entry.name}` | {newest} | {entry.meaning} | {parameters or 'none'} | {runs} |")
    return "\n".join(lines) + "\n"

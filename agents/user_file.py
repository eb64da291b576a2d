"""Agents of users: a class in a file of theirs, `my_bot.py:MyBot` or `my_bot.py:MyBot:depth=3`, or a function that is
compiled, `my_bot.py:choose`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from burgundy_env.safe import error_text

from .parameters import Parameter, Value
from .protocol import Agent, AgentError

if TYPE_CHECKING:
    from burgundy_env.players.handed import UserPlayer

_TEXT = re.compile(r"(?P<file>.+?\.py):(?P<name>[^:]*)(?::(?P<rest>.*))?\Z")
_KINDS: dict[Any, type[Value]] = {kind: kind for kind in (int, float, str, bool)}
_KINDS.update({kind.__name__: kind for kind in (int, float, str, bool)})  # annotations that stayed texts
_HANDED_OVER = ("t", "s", "stream", "ids", "count")  # to a compiled player


@dataclass(frozen=True)
class UserClass:
    """A class of a user that makes agents."""

    name: str  # as it was given: FILE:CLASS
    path: str  # absolute, so that it means the same in every process
    attribute: str
    parameters: tuple[Parameter, ...] = field(compare=False)

    def make(self, values: Mapping[str, Value], seed: int | None) -> Agent:
        """A new agent; the seed goes to a class whose constructor has a parameter of that name."""
        made_by = _named(self.path, self.attribute)
        if "seed" not in values and _accepts(made_by, "seed"):
            values = {**values, "seed": seed}  # type: ignore[dict-item]
        agent: Agent = made_by(**values)
        return agent


@dataclass(frozen=True)
class UserFunction:
    """A function of a user that is compiled and chooses where our compiled players do."""

    name: str  # as it was given: FILE:FUNCTION
    path: str
    attribute: str
    parameters: tuple[Parameter, ...] = field(compare=False)

    def player(self, values: Mapping[str, Value]) -> UserPlayer:
        """The one player that this process has of it with these parameters; it is compiled when it is first asked."""
        names = [parameter.name for parameter in self.parameters]
        return _player(self.name, self.path, self.attribute, tuple((n, values[n]) for n in names if n in values))

    def make(self, values: Mapping[str, Value], seed: int | None) -> Agent:
        """It as an agent that is asked from Python."""
        from .compiled import UserAgent

        return UserAgent(self.player(values), seed)


@cache
def _player(name: str, path: str, attribute: str, values: tuple[tuple[str, Value], ...]) -> UserPlayer:
    from burgundy_env.players.handed import UserPlayer

    function, given = _named(path, attribute), dict(values)
    further = list(_signature(function).values())[len(_HANDED_OVER) :]
    return UserPlayer(name, function, [given.get(each.name, each.default) for each in further])


def is_user_file(text: str) -> bool:
    """Whether an agent's string names a file."""
    return text.partition(":")[0].endswith(".py") or _TEXT.match(text) is not None


def in_folder(path: str, folder: str | None) -> Path:
    """A path as it is meant there; None: where the process is."""
    return Path(folder or ".", Path(path).expanduser()).resolve()


def in_user_file(text: str, folder: str | None = None) -> tuple[UserClass | UserFunction, str]:
    """The class or function that is named, loaded and looked at, and the text of its parameters."""
    match = _TEXT.match(text)
    if match is None or not match["name"].isidentifier():
        raise AgentError(
            f"{text}: which class of the file? write FILE:CLASS, as my_bot.py:MyBot, or the name of a function that "
            "is to be compiled, as my_bot.py:choose"
        )
    path = str(in_folder(match["file"], folder))
    name, made_by = f"{match['file']}:{match['name']}", _named(path, match["name"])
    parameters = list(_signature(made_by).values())
    kind: type[UserClass | UserFunction] = UserClass
    if _is_player(made_by):
        kind, parameters = UserFunction, parameters[len(_HANDED_OVER) :]
    settable = tuple(
        Parameter(parameter.name, _kind(parameter), "", needed=parameter.default is inspect.Parameter.empty)
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY) and parameter.name != "seed"
    )
    return kind(name, path, match["name"], settable), match["rest"] or ""


def _named(path: str, attribute: str) -> Callable[..., Any]:
    """The agent's class or the player's function of a file."""
    module = _module(path)
    named: Any = getattr(module, attribute, None)
    if named is None:
        there = [name for name, value in vars(module).items() if hasattr(value, "act") or _is_player(value)]
        there_are = f"; agents there: {', '.join(there)}" if there else ""
        raise AgentError(f"{path}: has no {attribute}{there_are}")
    if not _is_player(named) and (not callable(named) or not callable(getattr(named, "act", None))):
        raise AgentError(
            f"{path}: {attribute} is no agent; an agent is a class with act(self, game), or a function "
            f"({', '.join(_HANDED_OVER)}) that is to be compiled"
        )
    return named  # type: ignore[no-any-return]


def _is_player(value: Any) -> bool:
    """Whether it is a function, decorated or not, that takes what compiled players are handed."""
    function = getattr(value, "py_func", value)
    return inspect.isfunction(function) and tuple(_signature(function))[: len(_HANDED_OVER)] == _HANDED_OVER


@cache
def _module(path: str) -> ModuleType:
    """The user's file as a module; its neighbours can be imported by it as when Python runs it."""
    file = Path(path)
    if not file.is_file():
        raise AgentError(f"{path}: there is no such file")
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    name = f"burgundy_user_{file.stem}_{hashlib.blake2b(path.encode(), digest_size=4).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pickling and dataclasses look a class's module up there
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        # `from error`: whoever debugs the file wants its own traceback.
        raise AgentError(f"{path}: can't be loaded: {error_text(error)}") from error
    return module


def _signature(made_by: Callable[..., Any]) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(getattr(made_by, "py_func", made_by)).parameters
    except (TypeError, ValueError):  # a class written in C may have none
        return {}


def _accepts(made_by: Callable[..., Any], name: str) -> bool:
    parameters = _signature(made_by)
    return name in parameters or any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())


def _kind(parameter: inspect.Parameter) -> type[Value]:
    """The type a parameter is meant to have: as annotated, else that of its default, else a text."""
    annotation = parameter.annotation
    if isinstance(annotation, str):
        annotation = annotation.removesuffix("| None").strip()
    return _KINDS.get(annotation) or _KINDS.get(type(parameter.default)) or str

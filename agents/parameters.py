"""The parameters in an agent's string, `name:param=value,param=value`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from burgundy_env.nearest import nearest

from .protocol import AgentError

Value = int | float | str | bool
_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


@dataclass(frozen=True)
class Parameter:
    """What can be set about an agent."""

    name: str
    kind: type[Value]
    meaning: str
    least: float | None = None
    above: float | None = None  # like `least`, but not this number itself
    most: float | None = None
    needed: bool = False
    of_time: bool = False  # the clock decides by it what is played
    bare: bool = False  # its value may stand without its name, as in `level:3`, and is written so
    numbers: bool = False  # a text that names a file of numbers: to read it has no code run

    def read(self, agent: str, text: str) -> Value:
        """The value that a text stands for."""
        value = self._converted(text)
        if value is None:
            raise AgentError(f"{agent}: {self.name} is {_KINDS[self.kind]}, not {text!r}")
        if self.least is not None and not isinstance(value, str) and value < self.least:
            raise AgentError(f"{agent}: {self.name} is at least {self.least:g}, not {text}")
        if self.most is not None and not isinstance(value, str) and value > self.most:
            raise AgentError(f"{agent}: {self.name} is at most {self.most:g}, not {text}")
        if self.above is not None and not isinstance(value, str) and value <= self.above:
            raise AgentError(f"{agent}: {self.name} is more than {self.above:g}, not {text}")
        return value

    def _converted(self, text: str) -> Value | None:
        if self.kind is bool:
            return _BOOLS.get(text.lower())
        try:
            value = self.kind(text)
        except (ValueError, OverflowError):
            return None
        return None if value != value or value in (float("inf"), float("-inf")) else value


def read_parameters(agent: str, known: Sequence[Parameter], text: str) -> dict[str, Value]:
    """The values in `param=value,param=value`, checked, in the order of the known parameters."""
    by_name = {parameter.name: parameter for parameter in known}
    bare = next((parameter.name for parameter in known if parameter.bare), None)
    values: dict[str, Value] = {}
    for part in _parts(text, known) if text else ():
        name, equals, value = part.partition("=")
        if bare and not equals:
            name, equals, value = bare, "=", name
        name = name.strip()
        if name not in by_name:
            raise AgentError(f"{agent}: {unknown('parameter', name, by_name, 'it takes')}")
        if not equals or not value:
            raise AgentError(f"{agent}: {name} has no value; write {name}=VALUE")
        if name in values:
            raise AgentError(f"{agent}: {name} is given twice")
        values[name] = by_name[name].read(agent, value.strip())
    for parameter in known:
        if parameter.needed and parameter.name not in values:
            how = "" if parameter.bare else f"{parameter.name}="
            raise AgentError(f"{agent}: {parameter.name} is missing; write {agent}:{how}VALUE")
    return {parameter.name: values[parameter.name] for parameter in known if parameter.name in values}


def _parts(text: str, known: Sequence[Parameter]) -> list[str]:
    """Cut at the commas; where a value may be any text, only at those before the name of a parameter."""
    if not any(parameter.kind is str for parameter in known):
        return text.split(",")
    names = "|".join(re.escape(parameter.name) for parameter in known)
    return re.split(rf",(?=\s*(?:{names})=)", text)


def written(known: Sequence[Parameter], values: Mapping[str, Value]) -> str:
    """The values as they stand in an agent's string."""
    bare = {parameter.name for parameter in known if parameter.bare}
    return ",".join(("" if name in bare else f"{name}=") + _written(value) for name, value in values.items())


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) and value == float(f"{value:g}") else str(value)


def unknown(what: str, name: str, known: Iterable[str], there_are: str) -> str:
    """`no parameter 'sm' (did you mean 'ms'?); it takes ms, iterations`."""
    names = list(known)
    return f"no {what} {name!r}{nearest(name, names, alike=0.5)}; {there_are} {', '.join(names) if names else 'none'}"

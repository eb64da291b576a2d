"""The lines of a record: read one by one, each checked for its form."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..config import ConfigError, GameConfig
from ..data.cursor import TwiceThere, shown, unique
from ..position.events import tape_row
from .thoughts import Thought, split

FORMAT = "burgundy-record/1"
_KEYS = ("format", "config", "seed", "players", "version", "data")


class RecordError(ValueError):
    """A game record is wrong; the message says which file and line, and what is wrong there.

    >>> from burgundy_env import Record
    >>> Record.parse("{}")
    Traceback (most recent call last):
    burgundy_env.records.lines.RecordError: record, line 1: ...
    """


class _NoNumber(ValueError):
    """JSON that Python would accept and nobody can reckon with."""


def _no_number(name: str) -> NoReturn:
    raise _NoNumber(f"{name} is no number that JSON has")


class Lines:
    """The lines of a text, read one by one."""

    def __init__(self, source: str, text: str, repair: bool) -> None:
        lines = text.removesuffix("\n").split("\n")
        self.source, self.documents, self.final = source, [], None
        for number, line in enumerate(lines, 1):
            document = self._document(line, number, number == len(lines), repair)
            if document is not None:
                self.documents.append(document)
        if len(self.documents) > 1 and "scores" in self.documents[-1]:
            self.final = self.documents.pop()

    documents: list[dict[str, Any]]
    final: dict[str, Any] | None

    def _document(self, line: str, number: int, last: bool, repair: bool) -> dict[str, Any] | None:
        try:
            document = json.loads(line, object_pairs_hook=unique, parse_constant=_no_number)
        except (TwiceThere, _NoNumber) as error:
            self.refuse(number, str(error))
        except (ValueError, RecursionError):
            if not last or number == 1:
                self.refuse(number, "not JSON; a record has one JSON object in each line")
            if repair:
                return None
            self.refuse(number, "the file was cut off here; repair=True (--repair) leaves this end out")
        if not isinstance(document, dict):
            self.refuse(number, f"a JSON object is needed, not {shown(document)}")
        return document

    def header(self) -> dict[str, Any]:
        """What the first line says, as arguments of a Record."""
        line = self.documents[0]
        if line.get("format") != FORMAT:
            self.refuse(1, f"format: must be {FORMAT!r}, not {shown(line.get('format'))}")
        for key in _KEYS:
            if key not in line:
                self.refuse(1, f"key {key!r} is missing; needed are {', '.join(_KEYS)}")
        for key in line:
            if key not in (*_KEYS, "position"):
                self.refuse(1, f"unknown key {key!r}; the keys here are {', '.join(_KEYS)}, position")
        seed, position = line["seed"], line.get("position")
        if seed is not None and type(seed) is not int:
            self.refuse(1, f"seed: must be an integer or null, not {shown(seed)}")
        if not isinstance(line["version"], str):
            self.refuse(1, f"version: must be a text, not {shown(line['version'])}")
        hashes = line["data"].values() if isinstance(line["data"], dict) else [line["data"]]
        if not all(isinstance(hashed, str) for hashed in hashes):
            self.refuse(1, f"data: must be a text for each block of component data, not {shown(line['data'])}")
        try:
            if not isinstance(line["config"], dict):
                raise ConfigError("must be an object")
            config = GameConfig.of(line["config"])
            check_names(line["players"], config.players)
        except ConfigError as error:
            self.refuse(1, f"config: {error}")
        except ValueError as error:
            self.refuse(1, str(error))
        if position is not None and (not isinstance(position, dict) or position.get("config") != config.to_dict()):
            self.refuse(1, "position: must be a position of the same config")
        return {
            "config": config,
            "seed": seed,
            "players": tuple(line["players"]),
            "version": line["version"],
            "data": line["data"],
            "position": position,
        }

    def events(self) -> tuple[tuple[dict[str, Any], ...], tuple[Thought | None, ...]]:
        """The events, each one checked for its form, and the thoughts behind the actions."""
        events: list[dict[str, Any]] = []
        thoughts: list[Thought | None] = []
        for number, event in enumerate(self.documents[1:], 2):
            if "scores" in event:
                self.refuse(number, "the scores come in the last line, but more lines follow")
            if "chance" in event:
                self._check_chance(event, number)
            elif "action" in event:
                try:
                    event, thought = split(event)
                except ValueError as error:
                    self.refuse(number, str(error))
                thoughts.append(thought)
                well_formed = event.keys() - {"points"} == {"seat", "action"} and type(event["seat"]) is int
                if not well_formed or not isinstance(event["action"], str):
                    self.refuse(number, f'an action is {{"seat": 0, "action": "end"}}, not {shown(event)}')
            elif "final" in event and event.keys() != {"final", "points"}:
                self.refuse(number, f'final scoring is {{"final": 0, "points": {{"m16": 8}}}}, not {shown(event)}')
            elif "chateauma" in event and not isinstance(event["chateauma"], (dict, str)):
                self.refuse(number, f'a step is an object, {{"step": "mines", "silver": 2}}, not {shown(event)}')
            events.append(event)
        return tuple(events), tuple(thoughts) if any(thoughts) else ()

    def _check_chance(self, event: dict[str, Any], number: int) -> None:
        if set(event) != {"chance", "where", "result"}:
            self.refuse(number, f'a chance event has the keys "chance", "where" and "result", not {shown(event)}')
        try:
            tape_row(event)
        except ValueError as error:
            self.refuse(number, str(error))

    def refuse(self, line: int, problem: str) -> NoReturn:
        raise RecordError(f"{self.source}, line {line}: {problem}")


def check_names(names: object, players: int) -> None:
    """Refuse what are no names, one for each player."""
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"players: must be a list of names, not {shown(names)}")
    if len(names) != players:
        raise ValueError(f"players: {len(names)} names for {players} players; give one for each")

"""Game records: `burgundy-record/1`, one JSON object per line, that replay with or without the seed.

The first line says what was played and by whom, the last one (of a finished game) how it ended; the
lines between are `game.events`. An action line may also say what the agent thought (see `thoughts`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from . import data as component_data
from ._version import __version__
from .config import ConfigError, GameConfig
from .data import Data
from .game import ChanceMismatch, DataSource, Game, IllegalAction
from .position.events import tape_row
from .position.values import PositionError
from .thoughts import Thought, split

FORMAT = "burgundy-record/1"
Event = dict[str, Any]
_KEYS = ("format", "config", "seed", "players", "version", "data")
_REPLAY_ERRORS = (ConfigError, PositionError, IllegalAction, ChanceMismatch)


class RecordError(ValueError):
    """A game record is wrong; the message says which file and line, and what is wrong there."""


class Step(NamedTuple):
    """One action of a record."""

    game: Game  # as it stood before the action, the reader's own copy
    action: str
    events: tuple[Event, ...]  # what followed by itself: chance, and the Châteauma's steps
    thought: Thought | None = None  # what the agent made of it, where the record says so


@dataclass(frozen=True)
class Record:
    """A game that was played, or the part of it that was.

    >>> record = Record.of(game, players=["Anna", "random"])
    >>> record.save("game.jsonl")
    >>> Record.load("game.jsonl").game() == game
    True
    """

    config: GameConfig
    seed: int | None  # None where chance didn't come from a seed alone
    players: tuple[str, ...]
    version: str
    data: str  # the hash of the component data
    position: Mapping[str, Any] | None = field(repr=False)  # where the game began, if it was set up by hand
    events: tuple[Event, ...] = field(repr=False)
    thoughts: tuple[Thought | None, ...] = field(default=(), repr=False)  # by action; () where there are none
    scores: Sequence[Mapping[str, Any]] | None = field(default=None, repr=False)  # None while unfinished
    result: Mapping[str, Any] | None = None
    source: str = field(default="record", repr=False, compare=False)  # the file's name in messages
    _components: Data | None = field(default=None, repr=False, compare=False)

    # --- making and reading ---------------------------------------------------------------------------

    @classmethod
    def of(cls, game: Game, players: Sequence[str] | None = None, thoughts: Sequence[Thought | None] = ()) -> Record:
        """The record of a game so far; `players` are the names by seat, `thoughts` those behind each action."""
        names = [f"player {seat}" for seat in range(game.config.players)] if players is None else players
        _check_names(names, game.config.players)
        events = tuple(game.events)
        record = cls(
            config=game.config,
            seed=game.seed,
            players=tuple(names),
            version=__version__,
            data=game.data.hash,
            position=game.origin,
            events=events,
            thoughts=_checked_thoughts(thoughts, sum("action" in event for event in events)),
            scores=game.scores() if game.is_over else None,
            result=_result(game),
            _components=game.data,
        )
        # `redetermine` and scripted chance leave the seed without meaning.
        if record._differs_from_seed() is None:
            return record
        return cls(**{**_fields(record), "seed": None})

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, repair: bool = False, data: DataSource = None) -> Record:
        """Read and check a file. `repair` leaves out an end that was cut off while it was written."""
        raw = Path(path).read_bytes()
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise RecordError(f"{path}, line {line}: not UTF-8 text; a record is JSON in UTF-8") from None
        return cls.parse(text, str(path), repair=repair, data=data)

    @classmethod
    def parse(cls, text: str, source: str = "record", *, repair: bool = False, data: DataSource = None) -> Record:
        """The record in a text; `source` is its name in messages."""
        lines = _Lines(source, text, repair)
        components = data if isinstance(data, Data) else component_data.load(data)
        events, thoughts = lines.events()
        record = cls(**lines.header(), events=events, thoughts=thoughts, source=source, _components=components)
        game, played = record._replay(repair and lines.final is None)
        if len(played) < len(record.events):
            actions = sum("action" in event for event in played)
            record = cls(**{**_fields(record), "events": played, "thoughts": record.thoughts[:actions]})
        record._check_seed()
        if lines.final is not None:
            record._check_final(lines.final, game)
        if game.is_over:
            return cls(**{**_fields(record), "scores": game.scores(), "result": _result(game)})
        return record

    # --- writing --------------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The lines of the file, without their ends."""
        header: dict[str, Any] = {
            "format": FORMAT,
            "config": self.config.to_dict(),
            "seed": self.seed,
            "players": list(self.players),
            "version": self.version,
            "data": self.data,
        }
        if self.position is not None:
            header["position"] = self.position
        yield json.dumps(header)
        thoughts = iter(self.thoughts)
        for event in self.events:
            thought = next(thoughts, None) if "action" in event else None
            yield json.dumps({**event, **thought.to_dict()} if thought else event)
        if self.scores is not None:
            yield json.dumps({"scores": self.scores, "result": self.result})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file as a whole: whoever reads it meanwhile, or after a crash, finds the old or the new one."""
        target = Path(path).resolve()  # a symbolic link stays one
        draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            draft.write_text("".join(f"{line}\n" for line in self.lines()), encoding="utf-8")
            draft.replace(target)
        except OSError as error:
            if error.filename is not None:
                error.filename = str(path)  # nobody has asked for the draft
            raise
        finally:
            draft.unlink(missing_ok=True)

    # --- replaying ------------------------------------------------------------------------------------

    def __len__(self) -> int:
        """How many actions were taken."""
        return sum("action" in event for event in self.events)

    @property
    def setup(self) -> tuple[Event, ...]:
        """What happened before the first action."""
        return _groups(self.events)[0]

    def game(self, upto: int | None = None) -> Game:
        """The game after all actions, or the first `upto`, with chance as it fell then."""
        actions = len(self)
        if upto is not None and not 0 <= upto <= actions:
            raise RecordError(f"{self.source}: has {actions} actions; the game after {upto} is not in it")
        game = self._begin()
        for action, *followed in _groups(self.events)[1:][:upto]:
            game.push_scripted(action["action"], _chance(followed))
        return game

    def steps(self) -> Iterator[Step]:
        """The actions one by one, each with the game before it and the events after it."""
        game = self._begin()
        thoughts = iter(self.thoughts)
        for action, *followed in _groups(self.events)[1:]:
            yield Step(game.copy(), action["action"], tuple(followed), next(thoughts, None))
            game.push_scripted(action["action"], _chance(followed))

    def _begin(self) -> Game:
        """The game before the first action, its chance taken from the events."""
        if self.position is not None:
            return Game.from_json(self.position, self.seed, data=self._components)
        return Game.new(self.config, self.seed, data=self._components, chance=_chance(self.setup))

    def _replay(self, repair: bool) -> tuple[Game, tuple[Event, ...]]:
        """The game as far as the events go, and the events used: with `repair`, an unfinished last step is not."""
        setup, *steps = _groups(self.events)
        line = 1 if self.position is not None else 2
        if self.position is not None and setup:
            self._refuse(2, "an action comes first in a game that begins from a position")
        try:
            game = self._begin()
        except _REPLAY_ERRORS as error:
            self._refuse(1 if not isinstance(error, ChanceMismatch) else _line_of(error, setup, line), str(error))
        done = len(setup)
        thoughts = iter(self.thoughts)
        for action, *followed in steps:
            line = done + 2
            if action["seat"] != game.active:
                self._refuse(line, f"seat {action['seat']} acts, but {_whose_turn(game)}")
            thought = next(thoughts, None)
            if thought is not None:
                try:
                    thought.check(game.legal_actions())
                except ValueError as error:
                    self._refuse(line, str(error))
            try:
                game.push_scripted(action["action"], _chance(followed))
            except ChanceMismatch as error:
                if repair and done + 1 + len(followed) == len(self.events):
                    break
                self._refuse(_line_of(error, [action, *followed], line), str(error))
            except IllegalAction as error:
                self._refuse(line, str(error))
            done += 1 + len(followed)
        events = self.events[:done]
        different = _first_difference(events, game.events, words=self.version == __version__)
        if different is not None:
            self._refuse(different + 2, f"the replay has {_at(game.events, different)} here")
        return game, events

    # --- checking -------------------------------------------------------------------------------------

    def _check_seed(self) -> None:
        """Where the same software on the same data must give the same game from the seed, see that it does."""
        if (self.version, self.data) != (__version__, self._components and self._components.hash):
            return
        different = self._differs_from_seed()
        if different is not None:
            self._refuse(
                different + 2,
                f"seed {self.seed} does not give this event; with null for the seed the record "
                "replays from its chance events alone",
            )

    def _differs_from_seed(self) -> int | None:
        """The first event that playing from the seed would not give; None if there is none."""
        if self.seed is None:
            return None
        actions = [event["action"] for event in self.events if "action" in event]
        longest = 0
        for game in self._seeded():
            for action in actions:
                if action not in game.legal_actions():
                    break
                game.push(action)
            different = _first_difference(self.events, game.events)
            if different is None:
                return None
            longest = max(longest, different)
        return longest

    def _seeded(self) -> Iterator[Game]:
        """The ways to begin from the seed: of a position, the hidden part may have been dealt from it, too."""
        if self.position is None:
            yield Game.new(self.config, self.seed, data=self._components)
            return
        yield Game.from_json(self.position, self.seed, data=self._components)
        visible = {key: value for key, value in self.position.items() if key != "hidden"}
        dealt = Game.from_json(visible, self.seed, data=self._components)
        if dealt.to_json() == self.position:
            yield dealt

    def _check_final(self, final: Event, game: Game) -> None:
        line = len(self.events) + 2
        if not game.is_over:
            self._refuse(line, f"the game is not over after {len(self)} actions, so it has no result yet")
        replayed = {"scores": game.scores(), "result": _result(game)}
        problem = _disagreement("", final, replayed)
        if problem:
            self._refuse(line, problem)

    def _refuse(self, line: int, problem: str) -> NoReturn:
        raise RecordError(f"{self.source}, line {line}: {problem}")


class _Lines:
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

    documents: list[Event]
    final: Event | None

    def _document(self, line: str, number: int, last: bool, repair: bool) -> Event | None:
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            if not last or number == 1:
                self.refuse(number, "not JSON; a record has one JSON object in each line")
            if repair:
                return None
            self.refuse(number, "the file was cut off here; repair=True (--repair) leaves this end out")
        if not isinstance(document, dict):
            self.refuse(number, f"a JSON object is needed, not {_short(document)}")
        return document

    def header(self) -> dict[str, Any]:
        """What the first line says, as arguments of a Record."""
        line = self.documents[0]
        if line.get("format") != FORMAT:
            self.refuse(1, f"format: must be {FORMAT!r}, not {_short(line.get('format'))}")
        for key in _KEYS:
            if key not in line:
                self.refuse(1, f"key {key!r} is missing; needed are {', '.join(_KEYS)}")
        for key in line:
            if key not in (*_KEYS, "position"):
                self.refuse(1, f"unknown key {key!r}; the keys here are {', '.join(_KEYS)}, position")
        seed, position = line["seed"], line.get("position")
        if seed is not None and type(seed) is not int:
            self.refuse(1, f"seed: must be an integer or null, not {_short(seed)}")
        for key in ("version", "data"):
            if not isinstance(line[key], str):
                self.refuse(1, f"{key}: must be a text, not {_short(line[key])}")
        try:
            if not isinstance(line["config"], dict):
                raise ConfigError("must be an object")
            config = GameConfig.of(line["config"])
            _check_names(line["players"], config.players)
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

    def events(self) -> tuple[tuple[Event, ...], tuple[Thought | None, ...]]:
        """The events, each one checked for its form, and the thoughts behind the actions."""
        events: list[Event] = []
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
                well_formed = set(event) == {"seat", "action"} and type(event["seat"]) is int
                if not well_formed or not isinstance(event["action"], str):
                    self.refuse(number, f'an action is {{"seat": 0, "action": "end"}}, not {_short(event)}')
            events.append(event)
        return tuple(events), tuple(thoughts) if any(thoughts) else ()

    def _check_chance(self, event: Event, number: int) -> None:
        if set(event) != {"chance", "where", "result"}:
            self.refuse(number, f'a chance event has the keys "chance", "where" and "result", not {_short(event)}')
        try:
            tape_row(event)
        except ValueError as error:
            self.refuse(number, str(error))

    def refuse(self, line: int, problem: str) -> NoReturn:
        raise RecordError(f"{self.source}, line {line}: {problem}")


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def _checked_thoughts(thoughts: Sequence[Thought | None], actions: int) -> tuple[Thought | None, ...]:
    if thoughts and len(thoughts) != actions:
        raise ValueError(
            f"thoughts: {len(thoughts)} for {actions} actions; give one for each, None where there is none"
        )
    return tuple(thoughts)


def _groups(events: Iterable[Event]) -> list[tuple[Event, ...]]:
    """The events before the first action, then each action with those that follow it."""
    groups: list[list[Event]] = [[]]
    for event in events:
        if "action" in event:
            groups.append([])
        groups[-1].append(event)
    return [tuple(group) for group in groups]


def _chance(events: Iterable[Event]) -> list[Event]:
    """The events that a replay has to be told; the Châteauma's steps follow from the others."""
    return [event for event in events if "chance" in event]


def _result(game: Game) -> dict[str, Any] | None:
    outcome = game.outcome()
    if outcome is None:
        return None
    return {key: value for key, value in json.loads(json.dumps(asdict(outcome))).items() if value is not None}


def _check_names(names: object, players: int) -> None:
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"players: must be a list of names, not {_short(names)}")
    if len(names) != players:
        raise ValueError(f"players: {len(names)} names for {players} players; give one for each")


def _first_difference(events: Sequence[Event], others: Sequence[Event], words: bool = True) -> int | None:
    """Where they part; `words` tells whether the Châteauma's steps, which are sentences, must be the same ones."""
    for i, (event, other) in enumerate(zip(events, others, strict=False)):
        if event != other and (words or not event.keys() == other.keys() == {"chateauma"}):
            return i
    return None if len(events) == len(others) else min(len(events), len(others))


def _at(events: Sequence[Event], i: int) -> str:
    return json.dumps(events[i]) if i < len(events) else "nothing more"


def _line_of(error: ChanceMismatch, events: Sequence[Event], first_line: int) -> int:
    """The line of the event an error names; the last of the step if it names none, as more is missing there."""
    keys = ("chance", "where", "result")
    named = [i for i, event in enumerate(events) if str({key: event.get(key) for key in keys}) in str(error)]
    return first_line + (named[-1] if named else max(len(events) - 1, 0))


def _whose_turn(game: Game) -> str:
    return "the game is over" if game.is_over else f"it is for seat {game.active} to decide"


def _disagreement(path: str, written: Any, replayed: Any) -> str | None:
    """Where a final line and the replay differ, as a sentence."""
    if isinstance(written, dict) and isinstance(replayed, dict):
        # Another version may know other sources of points; one that is not there gave none.
        missing = 0 if path.endswith("breakdown") else _Missing
        for key in [*replayed, *(key for key in written if key not in replayed)]:
            inner = f"{path}.{key}" if path else key
            problem = _disagreement(inner, written.get(key, missing), replayed.get(key, missing))
            if problem:
                return problem
        return None
    if isinstance(written, list) and isinstance(replayed, list) and len(written) == len(replayed):
        pairs = enumerate(zip(written, replayed, strict=True))
        return next(filter(None, (_disagreement(f"{path}[{i}]", a, b) for i, (a, b) in pairs)), None)
    if written == replayed:
        return None
    return f"{path} is {_short(written)}, but the replay gives {_short(replayed)}"


class _Missing:
    """Stands for a value that is not there."""


def _short(value: object) -> str:
    if value is _Missing:
        return "nothing"
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."

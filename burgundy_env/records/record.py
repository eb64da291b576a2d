"""A game that was played: made, written, read, replayed.

The first line says what was played and by whom, the last one (of a finished game) how it ended; the
lines between are `game.events`. An action line may also say what the agent thought (see `thoughts`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from .. import data as component_data
from .._version import __version__
from ..config import ConfigError, GameConfig
from ..data import Data
from ..game import ChanceMismatch, DataSource, Game, IllegalAction, loaded
from ..position.values import PositionError
from ..store import write_whole
from .compare import Event, at, disagreement, first_difference, hashes_of, other_data
from .lines import FORMAT, Lines, RecordError, check_names
from .thoughts import Thought

_REPLAY_ERRORS = (ConfigError, PositionError, IllegalAction, ChanceMismatch)


class Step(NamedTuple):
    """One action of a record. Both games are the reader's own."""

    game: Game  # as it stood before the action
    action: str
    events: tuple[Event, ...]  # what followed by itself: chance, and the Châteauma's steps
    after: Game  # as it stood then, another copy
    thought: Thought | None = None  # what the agent made of it, where the record says so


@dataclass(frozen=True)
class Record:
    """A game that was played, or the part of it that was.

    >>> game = Game.new(seed=7)
    >>> game.push("start h19")
    >>> record = Record.of(game, players=["Anna", "random"])
    >>> record.save("game.jsonl")
    >>> Record.load("game.jsonl").game() == game
    True
    >>> "start h19" in list(record.lines())[-1], Record.parse(Path("game.jsonl").read_text()) == record
    (True, True)
    >>> len(record), record.setup[0], record.game(upto=0).active
    (1, {'chance': 'first_player', 'where': [], 'result': 0}, 0)
    >>> [(step.game.active, step.action) for step in record.steps()]
    [(0, 'start h19')]
    """

    config: GameConfig
    seed: int | None  # None where chance didn't come from a seed alone
    players: tuple[str, ...]
    version: str
    data: Mapping[str, str] | str  # hashes of the blocks of component data used; one of all in records of 0.1
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
        check_names(names, game.config.players)
        events = tuple(game.events)
        record = cls(
            config=game.config,
            seed=game.seed,
            players=tuple(names),
            version=__version__,
            data=hashes_of(game.config, game.data),
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
        return replace(record, seed=None)

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
        lines = Lines(source, text, repair)
        header = lines.header()
        components = component_data.data_of(header["data"], loaded(data))
        events, thoughts = lines.events()
        written = cls(**header, events=events, thoughts=thoughts, source=source, _components=components)
        written._check_data()
        game = written._replay(repair and lines.final is None)
        # What older versions told in other words is told anew.
        events = tuple(game.events)
        record = replace(written, events=events, thoughts=thoughts[: sum("action" in event for event in events)])
        record._check_seed()
        if lines.final is not None:
            record._check_final(lines.final, game)
        return replace(record, scores=game.scores(), result=_result(game)) if game.is_over else record

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
        write_whole(path, "".join(f"{line}\n" for line in self.lines()))

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
        """The actions one by one, each with the games before and after it and the events that came with it."""
        game = self._begin()
        thoughts = iter(self.thoughts)
        for action, *followed in _groups(self.events)[1:]:
            before = game.copy()
            game.push_scripted(action["action"], _chance(followed))
            yield Step(before, action["action"], tuple(followed), game.copy(), next(thoughts, None))

    def _begin(self) -> Game:
        """The game before the first action, its chance taken from the events."""
        if self.position is not None:
            return Game.from_json(self.position, self.seed, data=self._components)
        return Game.new(self.config, self.seed, data=self._components, chance=_chance(self.setup))

    def _replay(self, repair: bool) -> Game:
        """The game as far as the events go; with `repair`, an unfinished last step is left out."""
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
                    thought.check(game.legal_actions(), self.config.seats)
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
        different = first_difference(self.events[:done], game.events)
        if different is not None:
            self._refuse(different + 2, f"the replay has {at(game.events, different)} here")
        return game

    # --- checking -------------------------------------------------------------------------------------

    def _check_data(self) -> None:
        """The component data in use are those of the game, as far as the game uses them."""
        assert self._components is not None
        problem = other_data(self.data, self.config, self._components)
        if problem:
            self._refuse(1, problem)

    def _check_seed(self) -> None:
        """Where the same software on the same data must give the same game from the seed, see that it does."""
        assert self._components is not None
        same_data = self.data in (self._components.hash, hashes_of(self.config, self._components))
        if self.version != __version__ or not same_data:
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
            different = first_difference(self.events, game.events)
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
        problem = disagreement("", final, replayed)
        if problem:
            self._refuse(line, problem)

    def _refuse(self, line: int, problem: str) -> NoReturn:
        raise RecordError(f"{self.source}, line {line}: {problem}")


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


def _line_of(error: ChanceMismatch, events: Sequence[Event], first_line: int) -> int:
    """The line of the event an error names; the last of the step if it names none, as more is missing there."""
    keys = ("chance", "where", "result")
    named = [i for i, event in enumerate(events) if str({key: event.get(key) for key in keys}) in str(error)]
    return first_line + (named[-1] if named else max(len(events) - 1, 0))


def _whose_turn(game: Game) -> str:
    return "the game is over" if game.is_over else f"it is for seat {game.active} to decide"

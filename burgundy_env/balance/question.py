"""What a study asks: one document, whether options of the command line say it or a YAML file.

Everything that decides its games stands here, so that from it the same numbers come again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from burgundy_agents.registry import is_chateauma, parse, runs_program

from ..config import MODULES, RULESETS, ConfigError, all_modules, board_of
from ..data.cursor import is_finite, shown
from ..engine.restricted import RestrictionError, check
from ..modules import BASE
from ..modules.sizes import BOARDS, ranges
from ..nearest import nearest
from .errors import BalanceError
from .human import people
from .things import MODULE_OF, kind

STUDIES = {
    "boards": "how much each duchy board is worth",
    "modules": "what each module changes",
    "seats": "what it is worth to begin",
    "players": "what changes with the number of players",
    "tiles": "what it is worth to be given a tile",
    "economy": "what silver, workers and points at the start are worth, and where points come from",
    "strategies": "what it costs to do without ships, monasteries, workers ...",
    "handicap": "what the better board must give to make two boards even",
    "factors": "modules, boards, players and agents in every combination",
}
DESIGNS = ("mirror", "reference", "pairs", "next")  # of boards
UNITS = ("vp", "silver", "workers")  # of a handicap
RANDOM = "random"
GAMES, MOST_GAMES, FIRST_LOOK = 500, 200_000, 50
_PRECISION = re.compile(r"(\d+(?:\.\d+)?)(?:\s*vp)?\Z", re.IGNORECASE)
_BOARDS = re.compile(r"(\d+)-(\d+)\Z")


@dataclass(frozen=True)
class Question:
    """A study, checked and in canonical form."""

    study: str
    agents: tuple[str, ...] = ("heuristic",)
    players: tuple[int, ...] = (2,)
    boards: tuple[int, ...] = ()  # usual ones: see `usual_boards`
    modules: tuple[tuple[str, ...], ...] = ((),)  # sets of modules; most studies have one, played in all games
    ruleset: str = RULESETS[0]
    own_rules: bool = False  # whether boards of an expansion are played with it
    design: str = "mirror"
    reference: int = 1
    without: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()  # of tiles that the study tiles gives; none named: all
    unit: str = "vp"
    games: int | None = None  # of each thing compared, at most where `precision` is given
    precision: float | None = None  # VP: half the width of the intervals that are played for
    margin: float = 2.0  # VP: effects surely smaller than that are called equivalent to none
    seed: int = 1
    data: str | None = None
    against: str | None = None  # people's results: `human`, or a CSV file
    inexact: bool = False  # whether agents may think by the clock

    @classmethod
    def of(cls, document: Mapping[str, Any], source: str = "study") -> Question:
        """From a document as a YAML file has it; BalanceError names what is wrong in it."""
        known = [field.name for field in fields(cls)]
        for key in document:
            if key not in known:
                hint = nearest(str(key), known)
                raise BalanceError(f"{source}: {shown(key)} is no key of a study{hint}; there are {', '.join(known)}")
        if document.get("study") is None:
            raise BalanceError(f"{source}: study: is missing; there are {', '.join(STUDIES)}")
        values = {key: value for key, value in document.items() if value is not None}
        try:
            _check_forms(values)
            question = cls(**{**values, **_lists(values)})
            question._check()
        except (BalanceError, ConfigError, RestrictionError) as error:
            raise BalanceError(f"{source}: {error}") from None
        return question._canonical()

    @classmethod
    def of_yaml(cls, path: str | os.PathLike[str]) -> Question:
        """The study that a YAML file describes."""
        import yaml

        try:
            document = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise BalanceError(f"{path}: cannot be read ({error.strerror}); a study is a YAML file") from None
        except UnicodeDecodeError:
            raise BalanceError(f"{path}: not a study but something that is no UTF-8 text") from None
        except (yaml.YAMLError, RecursionError) as error:
            raise BalanceError(f"{path}: no YAML: {' '.join(str(error).split())}") from None
        if not isinstance(document, dict):
            raise BalanceError(f"{path}: the keys of a study are needed, as in `study: boards`")
        return cls.of(document, str(path))

    def to_json(self) -> dict[str, Any]:
        """The document, keys that are as usual left out."""
        usual = Question(self.study)
        document = asdict(self)
        kept = {key for key in document if key == "study" or getattr(self, key) != getattr(usual, key)}
        return {key: _plain(value) for key, value in document.items() if key in kept}

    @property
    def most_games(self) -> int:
        """Of each thing compared: how many at most."""
        if self.games is not None:
            return self.games
        return GAMES if self.precision is None else 40 * GAMES

    @property
    def programs(self) -> tuple[str, ...]:
        """Agents that would have code run that is not of this project."""
        return tuple(text for text in self.agents if runs_program(text))

    # --- checking ------------------------------------------------------------------------------------

    def _check(self) -> None:
        _one_of("study", self.study, tuple(STUDIES))
        _one_of("design", self.design, DESIGNS)
        _one_of("unit", self.unit, UNITS)
        _one_of("ruleset", self.ruleset, RULESETS)
        self._check_agents()
        for players in self.players:
            if type(players) is not int or players not in BASE.players:
                raise BalanceError(f"players: {shown(players)}; studies are for {ranges(BASE.players)}")
        for board in (*self.boards, self.reference):
            if type(board) is not int or board not in BOARDS:
                raise BalanceError(f"boards: there is no board {shown(board)}; boards are numbered {ranges(BOARDS)}")
        for name in self.without:
            check(name if isinstance(name, str) else shown(name))
        for name in self.kinds:
            kind(name if isinstance(name, str) else shown(name))
        if self.kinds and self.study != "tiles":
            raise BalanceError("kinds: they are of the study tiles")
        if self.games is not None and (type(self.games) is not int or not 1 <= self.games <= MOST_GAMES):
            raise BalanceError(f"games: a number from 1 to {MOST_GAMES:,}, not {shown(self.games)}")
        for name, value in (("precision", self.precision), ("margin", self.margin)):
            if value is not None and (not is_finite(value) or value <= 0):
                raise BalanceError(f"{name}: a number of VP above 0, as 1 or 1vp, not {shown(value)}")
        if type(self.seed) is not int:
            raise BalanceError(f"seed: an integer, not {shown(self.seed)}")
        self._check_what_goes_together()

    def _check_agents(self) -> None:
        if not self.agents:
            raise BalanceError("agents: name one at least, as heuristic")
        if len(set(self.agents)) != len(self.agents):
            raise BalanceError("agents: one is named twice; each is asked once")
        for text in self.agents:
            if not isinstance(text, str):
                raise BalanceError(f"agents: a name is needed, not {shown(text)}")
            if is_chateauma(text):
                raise BalanceError("agents: the Châteauma decides nothing; studies are of players")
            timed = [name for name, _ in parse(text).values if name in ("ms", "seconds")]
            if timed and not self.inexact:
                raise BalanceError(
                    f"agents: {text} thinks by the clock, so that nobody could play its games again; give it a "
                    "number of futures, as turn:futures=80, or allow it with --inexact (inexact: true)"
                )

    def _check_what_goes_together(self) -> None:
        if self.study != "factors":
            for key, value in (("players", self.players), ("modules", self.modules)):
                if len(value) > 1 and not (self.study == "players" and key == "players"):
                    raise BalanceError(f"{key}: the study {self.study} takes one; the study factors combines several")
        if self.study == "handicap" and len(self.boards) != 2:
            raise BalanceError("boards: a handicap is between two boards, as 1,8")
        if self.study == "handicap" and self.players != (2,):
            raise BalanceError("players: a handicap is found for 2")
        if self.own_rules and (self.study != "boards" or self.design != "mirror"):
            raise BalanceError("own_rules: in the study boards alone, where everybody is on the same board")
        for key in ("own_rules", "inexact"):
            if not isinstance(getattr(self, key), bool):
                raise BalanceError(f"{key}: true or false, not {shown(getattr(self, key))}")
        if self.study == "tiles":
            self._check_tiles()
        if self.study == "boards" and self.boards and len(self.boards) < 2:
            raise BalanceError("boards: two at least are compared")
        if self.against is not None:
            if self.study != "boards" or self.design != "mirror":
                raise BalanceError("against: people's results are of boards on which everybody plays; see boards")
            people(self.against)
        if self.design == "next" and 0 < len(self.boards) < 3:
            raise BalanceError("boards: three at least for the design next; two meet in the design pairs")
        if self.design != "mirror" and self.study != "boards":
            raise BalanceError(f"design: {self.design} is one of the study boards")

    def _check_tiles(self) -> None:
        for text in self.agents:
            if parse(text).policy is None and not parse(text).is_handed_in:
                raise BalanceError(
                    f"agents: {text} plays from Python; in the study tiles positions are played on twice by compiled "
                    "agents, as reflex, heuristic or turn:futures=80"
                )
        for name in map(kind, self.kinds):
            module = MODULE_OF.get(name)
            if module is not None and module not in self.modules[0]:
                raise BalanceError(f"kinds: {name}: there are none without the module {module}; name it in modules")
        if self.precision is not None:
            raise BalanceError("precision: the study tiles takes a number of games, five pairs of twins in each")

    def _canonical(self) -> Question:
        agents = tuple(str(parse(text)) for text in self.agents)
        if self.against is not None and RANDOM not in agents:
            agents = (RANDOM, *agents)  # agreement that random play reaches as well is no finding
        without = tuple(dict.fromkeys(map(check, self.without)))
        kinds = tuple(dict.fromkeys(map(kind, self.kinds)))
        return replace(self, agents=agents, without=without, kinds=kinds)


def usual_boards(study: str, ruleset: str) -> tuple[int, ...]:
    """Those that a study is about if nobody names any."""
    if study == "boards":
        return BOARDS
    return (BASE.boards[0],)


def _check_forms(values: Mapping[str, Any]) -> None:
    """Refuse what is no text where one is needed, and no text or number in lists; a YAML file may say anything."""
    for key in ("study", "ruleset", "design", "unit", "data", "against"):
        if key in values and not isinstance(values[key], str):
            raise BalanceError(f"{key}: a text is needed, not {shown(values[key])}")
    for key in ("agents", "without", "kinds", "boards", "players", "reference"):
        for item in _listed(values.get(key, ())):
            if not isinstance(item, (str, int)) or isinstance(item, bool):
                raise BalanceError(f"{key}: names or numbers are needed, not {shown(item)}")


def _lists(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of keys that may be written in several ways."""
    found: dict[str, Any] = {}
    for key in ("agents", "players", "without", "kinds"):
        if key in values:
            found[key] = tuple(_listed(values[key]))
    if "boards" in values:
        found["boards"] = tuple(
            dict.fromkeys(board for given in _listed(values["boards"]) for board in _boards(given))
        )
    if "reference" in values:
        found["reference"] = _boards(values["reference"])[0]
    if "modules" in values:
        found["modules"] = _module_sets(values["modules"])
    for key in ("precision", "margin"):
        if key in values:
            found[key] = _points(key, values[key])
    return found


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else [value]


def _boards(given: Any) -> list[Any]:
    """Boards as `1-10`, `2011/4` or a number."""
    found = _BOARDS.match(given) if isinstance(given, str) else None
    if found:
        return [board for board in BOARDS if int(found[1]) <= board <= int(found[2])] or [given]
    board = board_of(given)
    return [int(board) if isinstance(board, str) and board.isdigit() else board]


def _module_sets(given: Any) -> tuple[tuple[str, ...], ...]:
    """One set of modules, or a list of them."""
    if not isinstance(given, (str, list, tuple)):
        raise BalanceError(f"modules: names, or lists of them, are needed, not {shown(given)}")
    if isinstance(given, str) or not any(isinstance(one, (list, tuple)) or one in ("all", "none") for one in given):
        given = [given]
    return tuple(dict.fromkeys(map(_modules, given)))


def _modules(given: Any) -> tuple[str, ...]:
    if given == "all":
        return all_modules(chateauma=False)
    if given in ("none", None):
        return ()
    names = [given] if isinstance(given, str) else given
    for name in names:
        if name not in MODULES:
            raise BalanceError(f"modules: {shown(name)} is unknown; the game's modules are {', '.join(MODULES)}")
    return tuple(name for name in MODULES if name in names)


def _points(key: str, value: Any) -> float:
    """VP as `1`, `1.5` or `1vp`."""
    found = _PRECISION.match(value.strip()) if isinstance(value, str) else None
    if isinstance(value, str) and not found:
        raise BalanceError(f"{key}: a number of VP above 0, as 1 or 1vp, not {shown(value)}")
    number: float = float(found[1]) if found else value
    return number


def _one_of(key: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        hint = nearest(str(value), known)
        raise BalanceError(f"{key}: {shown(value)} is unknown{hint}; there are {', '.join(known)}")


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value

"""What a game is played with: the one place that decides which configurations exist."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

RULESETS = ("special_edition", "alea_2011")
MODULES = (
    "castle_rule", "extra_tiles", "border_posts", "white_castles", "inns", "trade_routes", "team", "solo",
    "shields", "vineyards",
)  # fmt: skip
UNPLAYED = ("team", "shields", "vineyards")  # modules that this version has not
_SOLO_COMPANIONS = ("extra_tiles", "white_castles", "solo")
ROUTE_ORDERS = ("random", "chosen")
SOLO_TARGET = 50
SMALLEST_TARGET = 5
DUCHIES = range(1, 31)
SOLO_DUCHIES = (33, 34)
DIFFICULTIES = ("easy", "intermediate", "hard")
MODIFIERS = ("A", "B", "C", "D")
# What 'random' and 'sides' draw from if no boards are named: those of the expansion that is played.
DEFAULT_POOL = "1-10"
_MODULE_POOLS = {"castle_rule": "11-18", "border_posts": "23-30"}
_POOL = re.compile(r"(random|sides)(?::(\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*))?\Z", re.ASCII)


class ConfigError(ValueError):
    """A configuration that can't be played; the message names the key and says what would be right."""


@dataclass(frozen=True)
class Chateauma:
    """The automa: how many points its cards score, and what makes it harder (any of A, B, C, D)."""

    difficulty: str = "intermediate"
    modifiers: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: object) -> Chateauma | None:
        """From a Chateauma, a dict of its keys, a string as `hard+AD`, or None."""
        if value is None or isinstance(value, cls):
            return value
        if isinstance(value, str):
            difficulty, plus, modifiers = value.partition("+")
            if plus and not modifiers:
                raise ConfigError(f"chateauma: {value!r} names no modifiers after the +")
            return cls._checked(difficulty, list(modifiers))
        if not isinstance(value, Mapping):
            raise ConfigError(f"chateauma: null, a difficulty or a dict with difficulty and modifiers, not {value!r}")
        for key in value:
            if key not in ("difficulty", "modifiers"):
                raise ConfigError(f"chateauma.{key}: no such key; there are difficulty, modifiers")
        return cls._checked(value.get("difficulty", "intermediate"), value.get("modifiers", []))

    @classmethod
    def _checked(cls, difficulty: object, modifiers: object) -> Chateauma:
        if not isinstance(difficulty, str) or difficulty not in DIFFICULTIES:
            raise ConfigError(f"chateauma.difficulty: {difficulty!r} is unknown; there are {_names(DIFFICULTIES)}")
        if not isinstance(modifiers, (str, list, tuple)):
            raise ConfigError(f"chateauma.modifiers: a list of letters, not {modifiers!r}")
        for letter in modifiers:
            if not isinstance(letter, str) or letter not in MODIFIERS:
                raise ConfigError(f"chateauma.modifiers: {letter!r} is unknown; there are {_names(MODIFIERS)}")
        if len(set(modifiers)) != len(modifiers):
            raise ConfigError(f"chateauma.modifiers: {_names(modifiers)} has one twice; each is played once")
        return cls(difficulty, tuple(sorted(modifiers)))

    def to_dict(self) -> dict[str, Any]:
        """The `config.chateauma` of a position."""
        return {"difficulty": self.difficulty, "modifiers": list(self.modifiers)}

    def __str__(self) -> str:
        return self.difficulty + ("+" + "".join(self.modifiers) if self.modifiers else "")


@dataclass(frozen=True)
class GameConfig:
    """The configuration of a game.

    `duchies` is a list with a board number per player, or `"random"` (a random side of a random board
    for everyone) or `"sides"` (a random board, whose owner chooses the side: 1 or 2, 3 or 4 ...). Both
    draw from boards 1-10 unless told otherwise: `"random:1-30"`, `"sides:1-10,19-22"`.

    `chateauma` adds the automa as one more seat: `{"difficulty": "hard", "modifiers": ["A", "D"]}` or
    `"hard+AD"`.

    `modules` are the expansions, `"all"` those of this version that can be together. `solo` is a game for one
    on board 33 or 34, its first target `solo_target`. With `trade_routes` the tiles of a route lie in random
    order or, `trade_route_order="chosen"`, in the order their owner likes.

    `data` is the hash of the component data where they are not the package's own.
    """

    players: int = 2
    ruleset: str = "special_edition"
    modules: tuple[str, ...] = ()
    duchies: tuple[int, ...] | str | None = None
    chateauma: Chateauma | None = None
    trade_route_order: str = "random"
    solo_target: int = SOLO_TARGET
    data: str | None = None

    def __post_init__(self) -> None:
        """Check every key and bring it into its canonical form."""
        object.__setattr__(self, "chateauma", Chateauma.of(self.chateauma))
        object.__setattr__(self, "modules", _modules(self.modules, self.chateauma is not None))
        _check_players(self.players, self.chateauma is not None, self.solo)
        if self.ruleset not in RULESETS:
            raise ConfigError(f"ruleset: {self.ruleset!r} is unknown; there are {_names(RULESETS)}")
        boards = SOLO_DUCHIES[:1] if self.solo else (1,) * self.players
        object.__setattr__(self, "duchies", _duchies(boards if self.duchies is None else self.duchies, self))
        _check_options(self)
        if self.data is not None and not isinstance(self.data, str):
            raise ConfigError(f"data: a hash of the component data, or null, not {self.data!r}")

    @classmethod
    def of(cls, config: GameConfig | Mapping[str, Any] | str | None) -> GameConfig:
        """A GameConfig from what a user may give: one, a dict of its keys, a name or file, or nothing."""
        if config is None:
            return cls()
        if isinstance(config, cls):
            return config
        if isinstance(config, str):
            from .configs import load

            return load(config)
        if not isinstance(config, Mapping):
            raise ConfigError(f"a config is a GameConfig, a dict of its keys or a name, not {type(config).__name__}")
        known = [field.name for field in fields(cls)]
        for key in config:
            if key not in known:
                raise ConfigError(f"{key}: no such key in a config; there are {_names(known)}")
        return cls(**config)

    @classmethod
    def from_yaml(cls, text: str) -> GameConfig:
        """The config in a YAML text; a file or one that has a name is read by `GameConfig.of(name)`."""
        from .configs import parse

        return parse(text)

    def to_yaml(self) -> str:
        """The config as YAML, as `from_yaml` reads it."""
        from .configs import dump

        return dump(self)

    def to_dict(self) -> dict[str, Any]:
        """The `config` of a position; keys that are not needed are left out."""
        duchies = self.duchies if isinstance(self.duchies, str) else list(self.duchies or ())
        document: dict[str, Any] = {
            "players": self.players,
            "ruleset": self.ruleset,
            "modules": list(self.modules),
            "duchies": duchies,
            "chateauma": self.chateauma and self.chateauma.to_dict(),
        }
        for key, usual in (("trade_route_order", "random"), ("solo_target", SOLO_TARGET)):
            if getattr(self, key) != usual:
                document[key] = getattr(self, key)
        if self.data is not None:
            document["data"] = self.data
        return document

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return self.players + (self.chateauma is not None)

    @property
    def n(self) -> int:
        """The n of the rules, which decides how much of everything there is: the seats, but 2 in solo."""
        return 2 if self.solo else self.seats

    @property
    def solo(self) -> bool:
        """Whether this is the solo game."""
        return "solo" in self.modules

    @property
    def pool(self) -> tuple[int, ...]:
        """The sides that are dealt when duchies are not given."""
        return _pool(self.duchies) if isinstance(self.duchies, str) else ()

    @property
    def chooses_sides(self) -> bool:
        """Whether the owner of a board decides which side is played."""
        return isinstance(self.duchies, str) and self.duchies.startswith("sides")

    @property
    def chooses_routes(self) -> bool:
        """Whether the owner of trade routes decides about their order."""
        return self.trade_route_order == "chosen"

    def __str__(self) -> str:
        """The canonical string: equal configs have equal strings."""
        duchies = self.duchies if isinstance(self.duchies, str) else "-".join(map(str, self.duchies or ()))
        parts = [f"{self.players}p", self.ruleset, f"duchies={duchies}", *self.modules]
        parts += [f"chateauma={self.chateauma}"] if self.chateauma else []
        parts += ["trade_route_order=chosen"] if self.chooses_routes else []
        parts += [f"solo_target={self.solo_target}"] if self.solo_target != SOLO_TARGET else []
        return " ".join(parts + ([f"data={self.data}"] if self.data else []))


def _names(names: Any) -> str:
    return ", ".join(str(name) for name in names)


def _check_players(players: object, chateauma: bool, solo: bool) -> None:
    if isinstance(players, bool) or not isinstance(players, int):
        raise ConfigError(f"players: a number, not {players!r}")
    if solo:
        if players != 1:
            raise ConfigError(f"players: {players} can't play the solo game; it is for 1")
        return
    if chateauma and not 1 <= players <= 3:
        raise ConfigError(f"players: {players} can't play with the Châteauma; 1, 2 or 3 can")
    if not chateauma and not 2 <= players <= 4:
        raise ConfigError(
            f"players: {players} can't play; there are games for 2, 3 and 4 "
            "(1 with the Châteauma, or with module solo)"
        )


def _modules(modules: object, chateauma: bool) -> tuple[str, ...]:
    """The modules in canonical order; refused, with the reason, if they can't be in one game."""
    if modules == "all":
        left_out = (*UNPLAYED, "solo", *(("inns",) if chateauma else ()))
        return tuple(module for module in MODULES if module not in left_out)
    if isinstance(modules, str) or not isinstance(modules, (list, tuple)):
        raise ConfigError(f"modules: a list of names, or 'all', not {modules!r}")
    for module in modules:
        if module not in MODULES:
            raise ConfigError(f"modules: {module!r} is unknown; the game's modules are {_names(MODULES)}")
        if module in UNPLAYED:
            played = _names(module for module in MODULES if module not in UNPLAYED)
            raise ConfigError(f"modules: {module!r} is not part of this version, which plays {played}")
        if modules.count(module) > 1:
            raise ConfigError(f"modules: {module!r} is there twice; each is played once")
        if "solo" in modules and module not in _SOLO_COMPANIONS:
            raise ConfigError(f"modules: solo goes with extra_tiles and white_castles only, not with {module}")
        if chateauma and module in ("inns", "solo"):
            raise ConfigError(f"modules: {module!r} is not compatible with the Châteauma")
    return tuple(module for module in MODULES if module in modules)


def _check_options(config: GameConfig) -> None:
    order, target = config.trade_route_order, config.solo_target
    if order not in ROUTE_ORDERS:
        raise ConfigError(f"trade_route_order: {order!r} is unknown; there are {_names(ROUTE_ORDERS)}")
    if order != "random" and "trade_routes" not in config.modules:
        raise ConfigError("trade_route_order: chosen, but module trade_routes is not played")
    if isinstance(target, bool) or not isinstance(target, int) or not SMALLEST_TARGET <= target <= 999:
        raise ConfigError(f"solo_target: a number from {SMALLEST_TARGET} to 999, not {target!r}")
    if target != SOLO_TARGET and not config.solo:
        raise ConfigError(f"solo_target: {target}, but module solo is not played")


def _duchies(duchies: object, config: GameConfig) -> tuple[int, ...] | str:
    players, boards = config.players, SOLO_DUCHIES if config.solo else DUCHIES
    if isinstance(duchies, str):
        if config.solo:
            raise ConfigError(f"duchies: {duchies!r}, but the solo game is played on board 33 or 34, as [33]")
        if duchies in ("random", "sides"):
            pools = [_MODULE_POOLS[module] for module in config.modules if module in _MODULE_POOLS]
            duchies += ":" + (",".join(pools) or DEFAULT_POOL)
        sides = _pool(duchies)
        kind = duchies.partition(":")[0]
        if kind == "sides" and any(_other_side(side) not in sides for side in sides):
            raise ConfigError(f"duchies: {duchies!r} must name both sides of each board (1 and 2, 3 and 4 ...)")
        return f"{kind}:{_ranges(sides)}"
    if not isinstance(duchies, (list, tuple)):
        raise ConfigError(f"duchies: a list of board numbers, 'random' or 'sides', not {duchies!r}")
    for board in duchies:
        if isinstance(board, bool) or not isinstance(board, int) or board not in boards:
            which = "the solo game has boards 33 and 34" if config.solo else "boards are numbered 1 to 30"
            raise ConfigError(f"duchies: there is no board {board!r}; {which}")
    if len(duchies) != players:
        raise ConfigError(f"duchies: {len(duchies)} boards for {players} players; give one for each")
    return tuple(duchies)


def _pool(duchies: str) -> tuple[int, ...]:
    match = _POOL.match(duchies)
    if not match:
        raise ConfigError(
            f"duchies: {duchies!r} is not understood; give a list, 'random', 'sides', or either with boards, "
            "as in 'random:1-10,19'"
        )
    sides: set[int] = set()
    for part in (match[2] or DEFAULT_POOL).split(","):
        first, _, last = part.partition("-")
        boards = range(int(first), int(last or first) + 1)
        sides.update(boards or (0,))  # a range that runs backwards names nothing, which is not what was meant
    if not sides <= set(DUCHIES):
        raise ConfigError(f"duchies: {duchies!r} must name boards from 1 to 30, smaller numbers first")
    return tuple(sorted(sides))


def _ranges(sides: tuple[int, ...]) -> str:
    """The sides in canonical form, `1-10,19`."""
    runs: list[list[int]] = []
    for side in sides:
        if runs and side == runs[-1][1] + 1:
            runs[-1][1] = side
        else:
            runs.append([side, side])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)


def _other_side(side: int) -> int:
    return side + 1 if side % 2 else side - 1

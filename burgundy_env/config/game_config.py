"""The configuration of a game: checked, canonical, comparable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from .. import modules as descriptors
from ..modules import BASE, CHATEAUMA, Module, by_key
from .chateauma import Chateauma
from .duchies import checked_duchies, pool
from .errors import ConfigError, listed
from .vineyards import checked_boards, checked_vines_out

RULESETS = ("special_edition", "alea_2011")
MODULES = tuple(module.key for module in descriptors.MODULES)
# The keys that modules bring: each is a field of GameConfig.
KEYS = tuple((module, key) for module in descriptors.MODULES for key in module.config)
_USUAL = {key.name: key.usual for _, key in KEYS}


@dataclass(frozen=True)
class GameConfig:
    """The configuration of a game.

    `duchies` is a list with a board number per player, or `"random"` (a random side of a random board
    for everyone) or `"sides"` (a random board, whose owner chooses the side: 1 or 2, 3 or 4 ...). Both
    draw from boards 1-10 unless told otherwise: `"random:1-30"`, `"sides:1-10,19-22"`. The box of 2011 had two of
    them otherwise: `"2011/4"` is board 44, `"2011/8"` board 48, and with `alea_2011` they are drawn instead.

    `chateauma` adds the automa as one more seat: `{"difficulty": "hard", "modifiers": ["A", "D"]}` or
    `"hard+AD"`.

    `modules` are the expansions, `"all"` those of this version that can be together. `solo` is a game for one
    on board 33 or 34, its first target `solo_target`. `team` is a game of two teams of two, each on board 31 or 32:
    `duchies` names one a team. With `trade_routes` the tiles of a route lie in random order or,
    `trade_route_order="chosen"`, in the order their owner likes. With `vineyards` the boards are drawn, or given as a
    list like the duchies; so are the vines that leave a game of 2 or 3 seats, or given as `vines_out`.

    `data` is the hash of the component data where they are not the package's own.

    >>> config = GameConfig(players=1, chateauma="hard+AD", modules=["shields"])
    >>> config.seats, config.n, config.owners, config.parties, config.teams, config.solo
    (2, 2, 1, 2, 0, False)
    >>> config.chooses_sides, config.chooses_routes, [module.key for module in config.described]
    (False, False, ['shields'])
    >>> GameConfig(duchies="sides:1-4").pool
    (1, 2, 3, 4)
    >>> print(config)
    1p special_edition duchies=1 shields chateauma=hard+AD
    """

    players: int = 2
    ruleset: str = "special_edition"
    modules: tuple[str, ...] = ()
    duchies: tuple[int, ...] | str | None = None
    chateauma: Chateauma | None = None
    trade_route_order: str = _USUAL["trade_route_order"]
    solo_target: int = _USUAL["solo_target"]
    vineyards: tuple[int, ...] | str = _USUAL["vineyards"]
    vines_out: tuple[str, ...] | None = _USUAL["vines_out"]
    data: str | None = None

    def __post_init__(self) -> None:
        """Check every key and bring it into its canonical form."""
        object.__setattr__(self, "chateauma", Chateauma.of(self.chateauma))
        object.__setattr__(self, "modules", _modules(self.modules, self.chateauma is not None))
        _check_players(self.players, self.chateauma is not None, self.described)
        if self.ruleset not in RULESETS:
            raise ConfigError(f"ruleset: {self.ruleset!r} is unknown; there are {listed(RULESETS)}")
        first = next((module.boards[0] for module in self.described if module.own_boards), BASE.boards[0])
        duchies = (first,) * self.owners if self.duchies is None else self.duchies
        duchies = checked_duchies(duchies, self.owners, self.described, self.ruleset == "alea_2011")
        object.__setattr__(self, "duchies", duchies)
        _check_keys(self)
        object.__setattr__(self, "vineyards", checked_boards(self.vineyards, self.players))
        object.__setattr__(self, "vines_out", checked_vines_out(self.vines_out, self.seats))
        if self.data is not None and not isinstance(self.data, str):
            raise ConfigError(f"data: a hash of the component data, or null, not {self.data!r}")

    @classmethod
    def of(cls, config: GameConfig | Mapping[str, Any] | str | None) -> GameConfig:
        """A GameConfig from what a user may give: one, a dict of its keys, a name or file, or nothing.

        >>> GameConfig.of("base4p") == GameConfig.of({"players": 4})
        True
        """
        if config is None:
            return cls()
        if isinstance(config, cls):
            return config
        if isinstance(config, str):
            from .named import load

            return load(config)
        if not isinstance(config, Mapping):
            raise ConfigError(f"a config is a GameConfig, a dict of its keys or a name, not {type(config).__name__}")
        known = [field.name for field in fields(cls)]
        for key in config:
            if key not in known:
                raise ConfigError(f"{key}: no such key in a config; there are {listed(known)}")
        return cls(**config)

    @classmethod
    def from_yaml(cls, text: str) -> GameConfig:
        """The config in a YAML text; a file or one that has a name is read by `GameConfig.of(name)`.

        >>> GameConfig.from_yaml("{players: 2, duchies: [1, 5]}").duchies
        (1, 5)
        """
        from .named import parse

        return parse(text)

    def to_yaml(self) -> str:
        """The config as YAML, as `from_yaml` reads it.

        >>> print(GameConfig(players=2, duchies=[1, 5]).to_yaml())
        players: 2
        ruleset: special_edition
        modules: []
        duchies: [1, 5]
        <BLANKLINE>
        """
        from .named import dump

        return dump(self)

    def to_dict(self) -> dict[str, Any]:
        """The `config` of a position; keys that are not needed are left out.

        >>> GameConfig.of(GameConfig(modules=["inns"]).to_dict()).modules
        ('inns',)
        """
        duchies = self.duchies if isinstance(self.duchies, str) else list(self.duchies or ())
        document: dict[str, Any] = {
            "players": self.players,
            "ruleset": self.ruleset,
            "modules": list(self.modules),
            "duchies": duchies,
            "chateauma": self.chateauma and self.chateauma.to_dict(),
        }
        document |= self._unusual()
        if self.data is not None:
            document["data"] = self.data
        return document

    def _unusual(self) -> dict[str, Any]:
        """The keys of modules that are not as usual."""
        values = {name: getattr(self, name) for name, usual in _USUAL.items() if getattr(self, name) != usual}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    @property
    def described(self) -> tuple[Module, ...]:
        """The descriptors of the modules that are played."""
        return _described(self.modules)

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return self.players + (self.chateauma is not None)

    @property
    def teams(self) -> int:
        """How many teams the players form, 0 if each plays alone. The team of a seat is its number modulo this."""
        return next((module.teams for module in self.described if module.teams), 0)

    @property
    def owners(self) -> int:
        """How many have a duchy: the players, or their teams."""
        return self.teams or self.players

    @property
    def parties(self) -> int:
        """How many are ranked: the seats, or the teams."""
        return self.teams or self.seats

    @property
    def n(self) -> int:
        """The n of the rules, which decides how much of everything there is: the seats, but 2 in solo."""
        return next((module.counts_as for module in self.described if module.counts_as), self.seats)

    @property
    def solo(self) -> bool:
        """Whether this is the solo game."""
        return "solo" in self.modules

    @property
    def pool(self) -> tuple[int, ...]:
        """The sides that are dealt when duchies are not given."""
        return pool(self.duchies) if isinstance(self.duchies, str) else ()

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
        unusual = self._unusual().items()
        parts += [f"{name}={'-'.join(map(str, v)) if isinstance(v, list) else v}" for name, v in unusual]
        return " ".join(parts + ([f"data={self.data}"] if self.data else []))


def _check_players(players: object, chateauma: bool, modules: Sequence[Module]) -> None:
    if isinstance(players, bool) or not isinstance(players, int):
        raise ConfigError(f"players: a number, not {players!r}")
    alone = next((module for module in modules if module.own_boards), None)
    if alone is not None:
        if players not in alone.players:
            numbers = " or ".join(map(str, alone.players))
            raise ConfigError(f"players: {players} can't play the {alone.title.lower()}; it is for {numbers}")
    elif chateauma and players not in CHATEAUMA.players:
        raise ConfigError(f"players: {players} can't play with the Châteauma; 1, 2 or 3 can")
    elif not chateauma and players not in BASE.players:
        raise ConfigError(
            f"players: {players} can't play; there are games for 2, 3 and 4 "
            "(1 with the Châteauma, or with module solo)"
        )


def all_modules(chateauma: bool) -> tuple[str, ...]:
    """What `"all"` means: those that can be together, with the Châteauma or without."""
    return tuple(
        module.key for module in descriptors.MODULES if module.in_all and (module.with_chateauma or not chateauma)
    )


def _modules(modules: object, chateauma: bool) -> tuple[str, ...]:
    """The modules in canonical order; refused, with the reason, if they can't be in one game."""
    if modules == "all":
        return all_modules(chateauma)
    if isinstance(modules, str) or not isinstance(modules, (list, tuple)):
        raise ConfigError(f"modules: a list of names, or 'all', not {modules!r}")
    for name in modules:
        if name not in MODULES:
            raise ConfigError(f"modules: {name!r} is unknown; the game's modules are {listed(MODULES)}")
        if modules.count(name) > 1:
            raise ConfigError(f"modules: {name!r} is there twice; each is played once")
        for other in _described(modules):
            if other.only_with is not None and name not in (other.key, *other.only_with):
                companions = " and ".join(other.only_with)
                raise ConfigError(f"modules: {other.key} goes with {companions} only, not with {name}")
        if chateauma and not by_key(name).with_chateauma:
            raise ConfigError(f"modules: {name!r} is not compatible with the Châteauma")
    return tuple(name for name in MODULES if name in modules)


def _described(names: Sequence[str]) -> tuple[Module, ...]:
    return tuple(module for module in descriptors.MODULES if module.key in names)


def _check_keys(config: GameConfig) -> None:
    """The keys that only games with a module have."""
    for module, key in KEYS:
        value = getattr(config, key.name)
        if key.choices and value not in key.choices:
            raise ConfigError(f"{key.name}: {value!r} is unknown; there are {listed(key.choices)}")
        if not key.choices and not key.items and not _is_number(value, key.least, key.most):
            raise ConfigError(f"{key.name}: a number from {key.least} to {key.most}, not {value!r}")
        if value != key.usual and module.key not in config.modules:
            raise ConfigError(f"{key.name}: {value}, but module {module.key} is not played")


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

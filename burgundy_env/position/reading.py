"""Reading a `burgundy-position/1` document into a state: every key checked, every refusal a sentence.

A document is accepted when the components of the game can lie so on the table. This file reads what
stands at each key; `checks` then asks whether it all fits together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..config import ConfigError, GameConfig
from ..data import Data
from ..engine.layout import FROM_EARLIER, STAGES, STATE
from ..engine.tables import tables_for
from .forms import At
from .modules import CONSEQUENCES
from .parts import names, read_part
from .pending import read_pending
from .values import PositionError, Value
from .writing import POSITION_FORMAT


def read(document: Any, data: Data) -> tuple[GameConfig, np.ndarray, bool]:
    """The config and the state of a document, and whether its hidden part was there."""
    try:
        return _read(document, data)
    except RecursionError:
        raise PositionError("position: nested too deeply to be one") from None


def _read(document: Any, data: Data) -> tuple[GameConfig, np.ndarray, bool]:
    whole = Value("position", "", document)
    parts = whole.mapping()
    for key in ("format", "config"):
        if key not in parts:
            raise whole.error(f"key {key!r} is missing")
    parts["format"].choice([POSITION_FORMAT])
    config = _config(parts["config"], data)
    state = np.zeros(1, STATE)
    at = At(config, state[0], tables_for(config, data)[0])
    keys, optional = names("table", config)
    its = ["chateauma"] if config.chateauma else ["teams"] if config.teams else []
    top = whole.record(["format", "config", *keys, "players", "pending", *its], [*optional, "hidden"])
    at.s.stage = STAGES.index(top["stage"].choice(STAGES))  # what else can be there depends on it
    read_part("table", top, at)
    if config.teams:
        for team, shared in enumerate(top["teams"].elements(config.teams, config.teams)):
            read_part("team", shared.record(*names("team", config)), at.of(team))
    for p, player in enumerate(top["players"].elements(config.players, config.players)):
        read_part("player", player.record(*names("player", config)), at.of(p))
    if config.chateauma:
        read_part("chateauma", top["chateauma"].record(*names("chateauma", config)), at.of(config.players))
    at.s.source[:, FROM_EARLIER] = at.s.vp
    read_part("hidden", top["hidden"].record(*names("hidden", config)) if "hidden" in top else {}, at)
    read_pending(top["pending"], at)
    for module in at.modules:
        if module.key in CONSEQUENCES:
            CONSEQUENCES[module.key](at)
    return config, state, "hidden" in top


def _config(value: Value, data: Data) -> GameConfig:
    if not isinstance(value.value, dict):
        raise value.wrong("an object with the keys of a config")
    try:
        config = GameConfig.of(value.value)
    except ConfigError as error:
        raise PositionError(f"config.{error}" if ":" in str(error) else f"config: {error}") from None
    own = None if data.directory is None else data.hash
    if config.data != own:
        raise PositionError(
            f"config.data: the position was made with component data {config.data or 'of the package'}, "
            f"but {own or 'those of the package'} are in use; give the same data directory"
        )
    return config

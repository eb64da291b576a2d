"""Configs by name: the files of `configs/`, and YAML files of users."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from ..nearest import nearest
from .errors import ConfigError
from .game_config import GameConfig

_SUFFIXES = (".yaml", ".yml")


def names() -> list[str]:
    """The configs that come with the package."""
    return sorted(path.stem for path in _folder().glob("*.yaml"))


def load(name: str | os.PathLike[str]) -> GameConfig:
    """The config of this name (`base2p`), or in the YAML file at this path."""
    if isinstance(name, str) and not name.endswith(_SUFFIXES) and os.sep not in name:
        if name not in names():
            raise ConfigError(
                f"no config is called {name!r}{nearest(name, names())}; there are {', '.join(names())}, or a path to "
                "a file"
            )
        return _named(name)
    path = Path(name).expanduser()
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror}); a config is a YAML file") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a config but something that is no UTF-8 text") from None
    return parse(text, str(path))


def parse(text: str, source: str = "config") -> GameConfig:
    """The config in a YAML text; `source` is its name in messages."""
    import yaml

    try:
        document: Any = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        # A YAMLError goes over several lines; the first two say what and where.
        raise ConfigError(f"{source}: no YAML: {' '.join(str(error).split())}") from None
    if not isinstance(document, dict):
        raise ConfigError(f"{source}: the keys of a config are needed, as in `players: 2`")
    try:
        return GameConfig.of(document)
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}") from None


def dump(config: GameConfig) -> str:
    """The config as YAML."""
    import yaml

    document = {key: value for key, value in config.to_dict().items() if value is not None}
    text: str = yaml.safe_dump(document, sort_keys=False, default_flow_style=None, allow_unicode=True)
    return text


@cache
def suite(name: str) -> dict[str, Any]:
    """The suite of `burgundy evaluate` of this name, as its file says it."""
    import yaml

    document: dict[str, Any] = yaml.safe_load((_folder() / "suites" / f"{name}.yaml").read_text(encoding="utf-8"))
    return document


@cache
def _named(name: str) -> GameConfig:
    path = _folder() / f"{name}.yaml"
    return parse(path.read_text(encoding="utf-8"), path.name)


def _folder() -> Path:
    """Beside this file where the package is installed, at the top of the project where it is not."""
    installed = Path(__file__).parents[1] / "named_configs"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "configs"

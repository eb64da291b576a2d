"""What no trainer may meet: boards and modules that the suite of `burgundy evaluate` keeps for judging.

The lists stand in `configs/suites/v1.yaml`, beside what is played on them.
"""

from __future__ import annotations

from .errors import ConfigError, listed
from .game_config import GameConfig
from .named import suite

_HELD_OUT = suite("v1")["held_out"]
BOARDS: tuple[int, ...] = tuple(_HELD_OUT["boards"])
MODULES: tuple[str, ...] = tuple(_HELD_OUT["modules"])


def check_trained_on(config: GameConfig) -> None:
    """Refuse a config that a trainer may not use, with the boards or modules that are in the way."""
    duchies = config.pool if isinstance(config.duchies, str) else config.duchies or ()
    for what, used, kept in (("board", duchies, BOARDS), ("module", config.modules, MODULES)):
        met = [each for each in used if each in kept]
        if met:
            raise ConfigError(
                f"{what} {listed(met)}: held out of all training, so that burgundy evaluate can tell how a player "
                f"does where it has never been; train without {what}s {listed(kept)}"
            )

"""Which game is played, in words."""

from __future__ import annotations

from typing import Any

from ..modules import by_key
from .language import Several, say


def described(config: Any, seed: int | None) -> str:
    """`2 players, special edition, duchy 1 for both, inns, seed 7`; a seed of None: chance as it was recorded."""
    chance = say("game.recorded") if seed is None else say("game.seed", seed=str(seed))
    return f"{played(config)}, {chance}"


def played(config: Any) -> str:
    """The same without a word about chance."""
    facts = [
        say("game.players", players=config.players),
        say(f"game.{config.ruleset}"),
        _duchies(config.duchies),
        *(by_key(module).title.lower() for module in config.modules),
    ]
    if config.chateauma:
        facts.append(say("game.chateauma", level=str(config.chateauma)))
    return str(format(Several(facts), ", "))


def _duchies(duchies: Any) -> str:
    if isinstance(duchies, str):
        way, _, pool = duchies.partition(":")
        return say(f"game.duchies.{way}", pool=say("game.duchies.pool", pool=pool) if pool else "")
    alike = len(set(duchies)) == 1
    shared = "" if len(duchies) < 2 else say("game.duchy.both" if len(duchies) == 2 else "game.duchy.all")
    if alike:
        return say("game.duchy", duchy=str(duchies[0]), shared=shared)
    return say("game.duchies", duchies=Several(map(str, duchies)))

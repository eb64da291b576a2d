"""Positions set up by hand: drawn, told and changed in the words of `burgundy position edit`, and played on from."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from burgundy_env import safe
from burgundy_env.config import GameConfig
from burgundy_env.editing import Changed, checked, in_words, new_position, step_by_step
from burgundy_env.engine.layout import TILES
from burgundy_env.game import Game
from burgundy_env.modules.sizes import PHASE_LETTERS
from burgundy_env.position.values import PositionError
from burgundy_env.render.svg.tiles import tile
from burgundy_env.serve.lobby import Wished, WishError, config_keys, wished_at
from burgundy_env.serve.showing import Memory, Message, Shown, Standing
from burgundy_env.serve.studies import LONGEST_CHANGE
from burgundy_env.telling.tiles import colour_of, does, spoken

MOST_BYTES = 65_536  # of a position and what is to be changed of it
_MOST_CHANGES = 20
_RADIUS = 30.0


def begun(wish: Mapping[str, Any]) -> dict[str, Any]:
    """A new position, as `burgundy position new` makes them."""
    phase, number = wish.get("phase", PHASE_LETTERS[0]), wish.get("round", 1)
    if not isinstance(phase, str) or not isinstance(number, int):
        raise WishError("phase: a letter from A to E; round: a number from 1 to 5")
    config = GameConfig.of(config_keys(wish))
    return dict(new_position(config, secrets.randbits(48), phase=phase, round=number))


def changed(wish: Mapping[str, Any]) -> tuple[dict[str, Any], list[Changed]]:
    """A position after changes, and what went along with each of them."""
    steps = wish.get("steps", [])
    if (
        not isinstance(steps, list)
        or len(steps) > _MOST_CHANGES
        or not all(isinstance(step, str) and 0 < len(step) <= LONGEST_CHANGE for step in steps)
    ):
        raise WishError(f"steps: a list of at most {_MOST_CHANGES} changes in words, as ['p0 silver 3']")
    done = list(step_by_step(position_of(wish), steps))
    return (dict(done[-1].document) if done else dict(position_of(wish))), done


def position_of(wish: Mapping[str, Any]) -> Mapping[str, Any]:
    """The position that was sent."""
    found = wish.get("position")
    if not isinstance(found, dict):
        raise WishError("position: an object, burgundy-position/1")
    return found


def shown(document: Mapping[str, Any], ground: str, narrow: bool, done: Sequence[Changed] = ()) -> Message:
    """A position as it is drawn, in words, and what there is to do about it."""
    game = checked(document)
    names = [f"Seat {seat}" for seat in range(game.config.players)]
    message = Shown(Standing(game, names), None).message(Memory(ground, narrow), (), {})
    also = sorted({key for each in done for key in each.also})
    return {**message, "at": "", "thinks": "", "trouble": "", "log": None, "position": dict(document), "also": also,
            "words": in_words(document), "actions": len(game.legal_actions())}  # fmt: skip


def refusing(work: Any, *given: Any) -> Any:
    """What a function finds; what it refuses becomes a sentence for pages."""
    try:
        return work(*given)
    except WishError:
        raise
    except (PositionError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise WishError(safe.line(error)[:1000] or "this is no position") from None


def played_on(wish: Mapping[str, Any], programs: Sequence[str]) -> Wished:
    """A new game that begins at a position; what is hidden is dealt anew."""
    document = {key: value for key, value in position_of(wish).items() if key != "hidden"}
    return wished_at(Game.from_json(document, secrets.randbits(48)), wish.get("seats"), programs)


def palette(ruleset: str) -> list[Message]:
    """All tiles that can be put somewhere, as they look."""
    return [
        {"name": name, "told": spoken(name), "colour": colour_of(name) or "none", "does": does(name, ruleset),
         "svg": tile(name, _RADIUS, ruleset)}
        for name in TILES
        if name and colour_of(name)
    ]  # fmt: skip

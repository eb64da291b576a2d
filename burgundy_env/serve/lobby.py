"""What a new game may be: what there is to choose from, and a wish read into a game, or refused with a sentence."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from burgundy_env import safe
from burgundy_env.config import KEYS, MODULES, RULESETS, ConfigError, GameConfig, all_modules
from burgundy_env.data import load
from burgundy_env.game import Game
from burgundy_env.modules import BASE, CHATEAUMA, by_key
from burgundy_env.modules.chateauma import DIFFICULTIES, MODIFIERS
from burgundy_env.modules.descriptor import ConfigKey
from burgundy_env.modules.sizes import BOARDS
from burgundy_env.render.svg import duchy_sheet
from burgundy_env.serve.keeping import Kept, Place
from burgundy_env.sitting.seats import HUMAN, SeatError, seat_of
from burgundy_env.telling.game import played
from burgundy_env.telling.seats import person

LEVELS = tuple(f"level:{level}" for level in range(1, 8))
AGENTS = (*LEVELS, "heuristic", "turn", "turn:ms=1000", "turn:ms=3000", "net", "ppo", "greedy", "random")
_LONGEST_NAME = 24
_OF_MODULES = {key.name: key for _, key in KEYS}
_KEYS = {"players", "ruleset", "modules", "duchies", "chateauma", "seats", *_OF_MODULES}
_NO_LETTER = re.compile(r"[^\w .'-]", re.UNICODE)


class WishError(ValueError):
    """There can be no such game; the message says why."""


@dataclass(frozen=True)
class Wished:
    """A new game, and how its table is kept."""

    game: Game
    kept: Kept


def offers(programs: Sequence[str]) -> dict[str, Any]:
    """All that a lobby shows to choose from."""
    return {
        "boards": [{"number": number, "kind": _kind_of(number)} for number in BOARDS],
        "rulesets": list(RULESETS),
        "modules": [
            {"key": key, "title": by_key(key).title, "players": list(by_key(key).players)} for key in MODULES
        ],
        "keys": [{"module": module.key, **_offered(key)} for module, key in KEYS],
        "all": {"alone": list(all_modules(False)), "chateauma": list(all_modules(True))},
        "difficulties": list(DIFFICULTIES),
        "modifiers": list(MODIFIERS),
        "agents": [{"name": name, "told": _told(name)} for name in (*AGENTS, *programs)],
    }


def _offered(key: ConfigKey) -> dict[str, Any]:
    """A key of a module, as a lobby asks for it: one of its choices, a list of its items, or a number."""
    told = {"name": key.name, "meaning": key.meaning, "usual": key.usual}
    if key.choices:
        return {**told, "choices": list(key.choices)}
    if key.items:
        return {**told, "items": list(key.items)}
    return {**told, "least": key.least, "most": key.most, "unit": key.unit}


def _kind_of(board: int) -> str:
    """The module whose boards it is one of; `base` for those of the box."""
    return next((key for key in MODULES if board in by_key(key).boards), BASE.key)


def _told(name: str) -> str:
    """What an agent is called in a lobby."""
    kind, _, value = name.partition(":")
    if kind == "level":
        return f"Level {value}" + {"1": " (a beginner)", "7": " (the strongest)"}.get(value, "")
    if value.startswith("ms="):
        return f"Search, {int(value[3:]) / 1000:g} s a turn"
    return {
        "turn": "Search", "net": "Learned net", "ppo": "Learned policy", "heuristic": "Rules of thumb",
        "greedy": "Greedy", "random": "Random",
    }.get(name, safe.line(name))  # fmt: skip


def called(name: str) -> str:
    """Whoever sits in a seat, as pages call them: a person by their name, a level by its own."""
    return person(name) if name.startswith(f"{HUMAN}:") else _told(name).partition(" (")[0]


def clashes(wish: Mapping[str, Any]) -> dict[str, str]:
    """The modules, and the Châteauma, that can't join what is wished already, each with the reason; and what is
    wished for a module and can't be, as `trade_routes.trade_route_order`.
    """
    given = config_keys(wish)
    asked = {name: value for name, value in given.items() if name not in _OF_MODULES}
    found = {f"{module.key}.{key.name}": why for module, key in KEYS if (why := _wrong(key.name, given, asked))}
    for key in MODULES:
        if key not in asked["modules"]:
            problem = _problem({**asked, "modules": [*asked["modules"], key]}, by_key(key).players)
            if problem:
                found[key] = problem
    if asked["chateauma"] is None:
        problem = _problem({**asked, "chateauma": {"difficulty": "easy", "modifiers": []}}, CHATEAUMA.players)
        if problem:
            found[CHATEAUMA.key] = problem
    return found


def _wrong(name: str, given: Mapping[str, Any], asked: Mapping[str, Any]) -> str:
    """What is wrong with a key of a module, in a game that is otherwise as asked."""
    try:
        GameConfig.of({**asked, "duchies": None, **({name: given[name]} if name in given else {})})
    except ConfigError as error:
        about, _, why = str(error).partition(": ")
        return why if about == name else ""
    return ""


def _problem(asked: Mapping[str, Any], players: Sequence[int]) -> str:
    """Why there can be no such game, with any number of players that what is added is for."""
    problem = ""
    for number in (asked["players"], *players, 1, 2, 3, 4):
        try:
            GameConfig.of({**asked, "players": number, "duchies": None})
        except ConfigError as error:
            problem = problem or str(error).partition(": ")[2]
        else:
            return ""
    return problem


def read(wish: object, programs: Sequence[str]) -> Wished:
    """The game that a page wishes."""
    if not isinstance(wish, dict):
        raise WishError("a wish is an object")
    for key in wish:
        if key not in _KEYS:
            raise WishError(f"{str(key)[:40]!a}: nothing of that name can be wished")
    try:
        config = GameConfig.of(config_keys(wish))
    except (ConfigError, TypeError) as error:
        raise WishError(str(error)) from None
    return wished_at(Game.new(config, secrets.randbits(48)), wish.get("seats"), programs)


def wished_at(game: Game, seats: object, programs: Sequence[str]) -> Wished:
    """The table of a game that these play."""
    places = _places(seats, game.config.players, programs)
    names = [place.name for place in places]
    ident = secrets.token_hex(6)
    about = f"{', '.join(map(called, names))}: {played(game.config)}"
    return Wished(game, Kept(ident, secrets.token_urlsafe(12), tuple(places), about))


def config_keys(wish: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a config that a page wishes."""
    modules, chateauma = wish.get("modules", []), wish.get("chateauma")
    if not isinstance(modules, list) or not all(isinstance(one, str) for one in modules) or len(modules) > 20:
        raise WishError("modules: a list of names")
    if chateauma is not None and not isinstance(chateauma, dict):
        raise WishError("chateauma: null, or an object with difficulty and modifiers")
    asked = {"players": wish.get("players", 2), "ruleset": wish.get("ruleset", RULESETS[0]), "modules": modules}
    asked |= {"chateauma": chateauma, "duchies": wish.get("duchies")}
    return asked | {name: wish[name] for name in _OF_MODULES if name in wish}


def _places(seats: object, players: int, programs: Sequence[str]) -> list[Place]:
    if not isinstance(seats, list) or len(seats) != players:
        raise WishError(f"seats: one for each of {players} players")
    places: list[Place] = []
    alone = sum(isinstance(seat, dict) and seat.get("agent") is None for seat in seats) == 1
    for number, seat in enumerate(seats):
        if not isinstance(seat, dict) or not isinstance(seat.get("name", ""), str):
            raise WishError(f"seat {number}: an object with a name, or with an agent")
        agent = seat.get("agent")
        if agent is None:
            name = _NO_LETTER.sub("", seat.get("name", ""))[:_LONGEST_NAME].strip()
            name = name or ("Player" if alone else f"Player {number + 1}")
            taken = {place.name for place in places}
            while f"{HUMAN}:{name}" in taken:
                name += "'"
            places.append(Place(f"{HUMAN}:{name}", secrets.token_urlsafe(12), seat.get("elsewhere") is True))
        elif agent in AGENTS or agent in programs:
            try:
                places.append(Place(seat_of(number, agent).name))
            except SeatError as error:
                raise WishError(str(error)) from None
        else:
            raise WishError(f"seat {number}: nobody of that name may play here; --agent allows an agent of yours")
    if not any(place.key for place in places):
        raise WishError("seats: a person is needed at the table")
    return places


@cache
def board_picture(number: int) -> dict[str, Any]:
    """A duchy board as pages draw it."""
    sheet = duchy_sheet(load(None), number)
    parts = [[name, round(x, 1), round(y, 1), sheet.parts[name]] for name, (x, y) in sheet.places.items()]
    return {"size": [round(sheet.width, 1), round(sheet.height, 1)], "parts": parts}

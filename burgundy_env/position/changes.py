"""Changes of a position document in words: `p1 silver 3`, `p0 place h12 m6`. Pure: a document in, another one out.

Whether the new one is a position is asked elsewhere (`editing`); here it is only said what a change means, and what
follows from it: whose dice are used when another seat is to decide, say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from ..config import ConfigError, GameConfig
from ..engine.layout import DEPOTS
from ..nearest import nearest
from .parts import forms
from .pending import IN_WORDS
from .values import PositionError
from .words import NONE, Record, Shape, Word, WordsError, whole

Document = dict[str, Any]
_SLOT = re.compile(r"([1-6])\.([1-9])|b([1-9])", re.ASCII)
_STEP = re.compile(r"([\w+]+)|\[(\d{1,3})\]", re.ASCII)


class Home(NamedTuple):
    """Where keys stand: how it is called in words and in errors, and the object itself."""

    said: str
    path: str
    place: str
    there: Document


def homes(document: Document, config: GameConfig) -> list[Home]:
    """All places of a document that have keys, in its order."""
    found = [Home("", "", "table", document)]
    depots, teams = document["depots"], document.get("teams", [])
    found += [Home(f"depot {name}", f"depots.{name}", "depot", depots[name]) for name in sorted(depots)]
    found += [Home(f"t{i}", f"teams[{i}]", "team", team) for i, team in enumerate(teams)]
    found += [Home(f"p{i}", f"players[{i}]", "player", player) for i, player in enumerate(document["players"])]
    for name in ("chateauma", "hidden"):
        if document.get(name) is not None:
            found.append(Home(name, name, name, document[name]))
    return found


def shapes(home: Home, config: GameConfig) -> dict[str, Shape]:
    """The keys of a place and how each is said."""
    found = {form.key.name: form.said for form in forms(home.place, config) if form.key.name != "depots"}
    return found | {"pending": IN_WORDS} if home.place == "table" else found


def spoken(document: Document) -> Iterator[str]:
    """All that a position says, as changes that would bring it about."""
    config = GameConfig.of(document["config"])
    for home in homes(document, config):
        for key, shape in shapes(home, config).items():
            if key in home.there:
                parts = shape.shapes.items() if isinstance(shape, Record) else [("", shape)]
                for part, of_it in parts:
                    value = home.there[key][part] if part else home.there[key]
                    yield " ".join(filter(None, [home.said, key, part, *of_it.write(value)]))


class Applied(NamedTuple):
    """A document after a step, and the keys that followed from what the step said."""

    document: Document
    followed: tuple[str, ...]


def applied(document: Document, step: str) -> Applied:
    """Carry out the changes of a step, which stand with semicolons between them.

    PositionError if the words are not understood; whether the outcome is a position is not asked.
    """
    after = deepcopy(document)
    said: set[str] = set()
    for change in step.split(";"):
        words = change.split()
        if not words:
            raise PositionError(f"{step!r}: a change is said as p1 silver 3; here is none")
        try:
            said.add(_change(after, words))
        except WordsError as error:
            raise PositionError(f"{' '.join(words)}: {error}") from None
    plain = deepcopy(after)
    for follow in _FOLLOWING:
        follow(document, after, said)
    return Applied(after, tuple(_differences(plain, after)))


def _differences(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """The keys whose values differ, those of seats by themselves."""
    for key in other:
        here = f"{path}.{key}".lstrip(".")
        if key in ("players", "teams"):
            for i, (mine, theirs) in enumerate(zip(one[key], other[key], strict=True)):
                yield from _differences(mine, theirs, f"{key}[{i}]")
        elif one.get(key) != other[key]:
            yield here


# --- one change ---------------------------------------------------------------------------------------


def _change(document: Document, words: list[str]) -> str:
    """Carry out one change; the path of the key that it spoke of."""
    if slot := _SLOT.fullmatch(words[0]):
        return _slot(document, slot, words[1:])
    if re.search(r"[.\[]", words[0]):
        return _by_path(document, words[0], words[1:])
    config = _config(document)
    home, words = _home(document, config, words)
    if home.place in ("player", "team") and words and words[0] in _VERBS:
        return _VERBS[words[0]](document, home, words[1:])
    if home.place in ("player", "chateauma") and words[:1] == ["track"] and len(words) == 2:
        return _onto_space(document, home, words[1])
    return _key(home, shapes(home, config), words)


def _config(document: Document) -> GameConfig:
    try:
        return GameConfig.of(document["config"])
    except ConfigError as error:
        raise WordsError(f"config: {error}") from None


def _home(document: Document, config: GameConfig, words: list[str]) -> tuple[Home, list[str]]:
    """The place that the first words name, and the words behind it."""
    if words[0] == "hidden":
        document.setdefault("hidden", {})
    found = {home.said: home for home in homes(document, config)}
    size = 2 if words[0] == "depot" else 1
    name = " ".join(words[:size])
    if name in found and name:
        return found[name], words[size:]
    if re.fullmatch(r"[pt]\d+|depot", words[0]) or words[0] == "chateauma":
        seats = ", ".join(said for said in found if said and not said.startswith("depot"))
        raise WordsError(f"there is no {name} in this game; there are {seats} and depot 1 to depot {DEPOTS}")
    return found[""], words


def _key(home: Home, known: dict[str, Shape], words: list[str]) -> str:
    """Give a key of a place the value that the words behind it say."""
    if not words or words[0] not in known:
        lead = f"{words[0]!r} is no key{nearest(words[0], known)}" if words else "names no key"
        raise WordsError(f"{lead}; {home.said or 'the table'} has {', '.join(known)}")
    key, words = words[0], words[1:]
    shape, there, path = known[key], home.there, f"{home.path}.{key}".lstrip(".")
    if isinstance(shape, Record):
        if not words or words[0] not in shape.shapes:
            raise WordsError(f"{key}: is said {shape.means}")
        there, shape, key, words = there[key], shape.shapes[words[0]], words[0], words[1:]
    if not words:
        raise WordsError(f"{key}: is said {shape.means}")
    try:
        there[key] = shape.read(words, there.get(key))
    except WordsError as error:
        raise WordsError(f"{key}: {error}") from None
    return path


def _slot(document: Document, slot: re.Match[str], words: list[str]) -> str:
    """`3.2 bank`: one slot of a depot."""
    tiles, number = document["black_depot"], slot[3] or slot[2]
    path = "black_depot" if slot[3] else f"depots.{slot[1]}.tiles"
    if slot[1]:
        tiles = document["depots"][slot[1]]["tiles"]
    if len(words) != 1:
        raise WordsError(f"names one tile for the slot, or {NONE}")
    if int(number) > len(tiles):
        raise WordsError(f"there are {len(tiles)} slots")
    tiles[int(number) - 1] = None if words[0] == NONE else words[0]
    return path


def _place(document: Document, home: Home, words: list[str]) -> str:
    """`place h12 m6`: a tile on an empty hex."""
    if len(words) != 2:
        raise WordsError("place names a hex and a tile, as in place h12 m6")
    placed, (h, tile) = _placed(home), words
    if h in placed:
        raise WordsError(f"{placed[h]} lies on {h}; clear {h} takes it away")
    placed[h] = tile
    return f"{home.path}.placed"


def _clear(document: Document, home: Home, words: list[str]) -> str:
    """`clear h12 h13`: no tile on these hexes."""
    placed = _placed(home)
    if not words:
        raise WordsError("clear names a hex or more, as in clear h12")
    for h in words:
        if h not in placed:
            raise WordsError(f"nothing lies on {h}")
        del placed[h]
    return f"{home.path}.placed"


def _placed(home: Home) -> dict[str, str]:
    if "placed" not in home.there:
        raise WordsError(f"{home.said} has no duchy of its own, its team has: t0 or t1")
    placed: dict[str, str] = home.there["placed"]
    return placed


_VERBS: dict[str, Callable[[Document, Home, list[str]], str]] = {"place": _place, "clear": _clear}


def _onto_space(document: Document, home: Home, word: str) -> str:
    """`p0 track 3`: the marker of a seat on top of a space."""
    if "track" not in document:
        raise WordsError("there is no turn track in the solo game")
    seat = len(document["players"]) if home.place == "chateauma" else int(home.said[1:])
    track: list[list[int]] = document["track"]
    if whole(word) >= len(track):
        raise WordsError(f"track has the spaces 0 to {len(track) - 1}")
    for space in track:
        if seat in space:
            space.remove(seat)
    track[whole(word)].insert(0, seat)
    return "track"


def _by_path(document: Document, path: str, words: list[str]) -> str:
    """`players[0].vp 3`: any key as errors call it, with JSON."""
    steps: list[str | int] = [name or int(number) for name, number in _STEP.findall(path)]
    if _written(steps) != path:
        raise WordsError(f"{path} is no key; keys are written as in players[0].placed.h12")
    there: Any = document
    for i, step in enumerate(steps[:-1]):
        there = _child(there, step, _written(steps[: i + 1]))
    last = steps[-1]
    value = _json(words)
    if isinstance(last, int) or not isinstance(there, dict):
        _child(there, last, path)
    there[last] = value
    return path


def _written(steps: list[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def _child(there: Any, step: str | int, path: str) -> Any:
    if isinstance(step, int):
        if isinstance(there, list) and step < len(there):
            return there[step]
    elif isinstance(there, dict) and step in there:
        return there[step]
    raise WordsError(f"there is no {path}")


def _json(words: list[str]) -> Any:
    if not words:
        raise WordsError("says no value; behind a path it is JSON")
    try:
        return json.loads(" ".join(words))
    except (ValueError, RecursionError):
        return Word().read(words, None)


# --- what follows -------------------------------------------------------------------------------------


def _boards(before: Document, after: Document, said: set[str]) -> None:
    """Boards that the config names are those of the seats."""
    named = after["config"].get("duchies")
    owners = after.get("teams") or after["players"]
    if isinstance(named, list) and len(named) == len(owners) and not any(p.startswith("config") for p in said):
        after["config"]["duchies"] = [owner.get("duchy") for owner in owners]


def _over(before: Document, after: Document, said: set[str]) -> None:
    """When the game is over nobody decides, and all have had their turns."""
    if after["stage"] == before["stage"] or "stage" not in said:
        return
    if after["stage"] == "over":
        ends = {"phase": "E", "round": 5, "round_goods": [], "active": None, "pending": []}
        after |= {key: value for key, value in ends.items() if key not in said}
        for i, player in enumerate(after["players"]):
            if f"players[{i}].used" not in said:
                player["used"] = [True, True]
    elif before["stage"] == "over" and "active" not in said:
        after["active"] = after["order"][0]


def _turns(before: Document, after: Document, said: set[str]) -> None:
    """Who is before the seat that decides has had its turn, who comes after it has not begun."""
    if after["active"] is None or (after["active"], after["order"]) == (before["active"], before["order"]):
        return
    if "pending" not in said:
        after["pending"] = []
    begun = after["stage"] == "turn"
    seats = [seat for seat in after["order"] if isinstance(seat, int) and seat < len(after["players"])]
    if after["active"] not in seats:
        return  # which is refused
    now = seats.index(after["active"])
    for place, seat in enumerate(seats):
        player = after["players"][seat]
        for key, value in (("used", [begun and place < now] * 2), ("bought", False), ("recruited", False)):
            if f"players[{seat}].{key}" not in said and not (place < now and key != "used"):
                player[key] = value
        if place >= now and "wild" in player and f"players[{seat}].wild" not in said:
            player["wild"] = None


def _goods_to_come(before: Document, after: Document, said: set[str]) -> None:
    """Of a later round fewer goods are to come."""
    rounds = (before["round"], after["round"])
    if "round_goods" not in said and all(isinstance(number, int) for number in rounds) and rounds[0] < rounds[1]:
        after["round_goods"] = after["round_goods"][rounds[1] - rounds[0] :]


def _bonus_left(before: Document, after: Document, said: set[str]) -> None:
    """A bonus tile that somebody gets comes from those that are left, and one that is taken away goes back there."""
    holders = [*after["players"], *after.get("teams", []), *filter(None, [after.get("chateauma")])]
    if "bonus_tiles" not in after or not any(path.endswith(".bonus") for path in said) or "bonus_tiles" in said:
        return
    held = [str(name) for holder in holders for name in holder.get("bonus") or []]
    was = [*before["players"], *before.get("teams", []), *filter(None, [before.get("chateauma")])]
    kinds = {
        *before["bonus_tiles"],
        *(name.rpartition("_")[0] for holder in was for name in holder.get("bonus") or []),
    }
    left = {kind: 2 - sum(name.rpartition("_")[0] == kind for name in held) for kind in kinds}
    after["bonus_tiles"] = {
        kind: left[kind]
        for kind in [*before["bonus_tiles"], *sorted(kinds - {*before["bonus_tiles"]})]
        if left[kind] > 0
    }


_FOLLOWING = (_boards, _over, _turns, _goods_to_come, _bonus_left)

"""Values of a position in words, as people say and type them: `2 5 5` for goods, `h12:m6` for a tile on a hex.

Each form of a key (`forms`) names the shape in which its value is said. A word that begins with + or - changes what
is there; without one the words are the whole value. `none` is nothing at all.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

NONE = "none"
_YES, _NO = ("yes", "true"), ("no", "false")
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)


class WordsError(ValueError):
    """Words that are no value of their key; the message says what would be."""


class Shape:
    """How a value is said; this one as JSON."""

    means = "as JSON"

    def read(self, words: Sequence[str], before: Any) -> Any:
        """The value that the words say, where `before` is what is there."""
        if words and (words[0][0] in '[{"' or words == ["null"]):
            try:
                return json.loads(" ".join(words))
            except (ValueError, RecursionError) as error:
                raise WordsError(f"looks like JSON and is none: {error}") from None
        return self._read(list(words), before)

    def write(self, value: Any) -> list[str]:
        """The words that say a value."""
        return [json.dumps(value)]

    def _read(self, words: list[str], before: Any) -> Any:
        raise WordsError(f"is said {self.means}")


class Number(Shape):
    """A number; `+2` is two more."""

    means = "as a number such as 3, or +1 or -1 for more or less"

    def write(self, value: Any) -> list[str]:
        return [said(value)]

    def _read(self, words: list[str], before: Any) -> Any:
        if len(words) != 1:
            raise WordsError(f"is said {self.means}, not in {len(words)} words")
        if words[0] == NONE:
            return None
        if words[0][0] not in "+-":
            return whole(words[0])
        change = whole(words[0][1:])
        return (before or 0) + (change if words[0][0] == "+" else -change)


class Word(Shape):
    """One word."""

    means = "in one word"

    def write(self, value: Any) -> list[str]:
        return [str(value)]

    def _read(self, words: list[str], before: Any) -> Any:
        if len(words) != 1:
            raise WordsError(f"is said {self.means}, not in {len(words)}")
        return words[0]


class Flag(Shape):
    """Yes or no."""

    means = "as yes or no"

    def write(self, value: Any) -> list[str]:
        return [_YES[0] if value else _NO[0]]

    def _read(self, words: list[str], before: Any) -> bool:
        if len(words) != 1 or words[0] not in _YES + _NO:
            raise WordsError(f"is said {self.means}")
        return words[0] in _YES


class UsedDice(Shape):
    """Which dice are used."""

    means = "as d1, d2, d1 d2 or none"
    _dice = ("d1", "d2")

    def write(self, value: Any) -> list[str]:
        return [die for die, used in zip(self._dice, value, strict=True) if used] or [NONE]

    def _read(self, words: list[str], before: Any) -> list[bool]:
        if words != [NONE] and not (words and set(words) <= set(self._dice)):
            raise WordsError(f"is said {self.means}")
        return [die in words for die in self._dice]


class Items(Shape):
    """A list of names or numbers."""

    def __init__(self, one: Callable[[str], Any] = str) -> None:
        """`one` makes an item of a word."""
        self._one = one
        self.means = "as numbers" if one is whole else "as names"
        self.means += (
            " one after the other, +3 for one more, -3 for one less"
            if one is whole
            else (" one after the other, +bank for one more, -bank for one less")
        )

    def write(self, value: Any) -> list[str]:
        return [said(item) for item in value] or [NONE]

    def _read(self, words: list[str], before: Any) -> list[Any]:
        changes = changing(words)
        if changes is None:
            return [] if words == [NONE] else [self._one(word) for word in words]
        items = list(before)
        for sign, word in changes:
            item = self._one(word)
            if sign == "+":
                items.append(item)
            elif item in items:
                items.remove(item)
            else:
                raise WordsError(f"there is no {word} to take away")
        return items


class Slots(Shape):
    """A tile or nothing in each slot of a depot."""

    means = "as the tile of each slot in turn, none for an empty one"

    def write(self, value: Any) -> list[str]:
        return [said(tile) for tile in value] or super().write(value)

    def _read(self, words: list[str], before: Any) -> list[Any]:
        slots = len(before) or len(words)  # before the first round a depot has none
        if len(words) > slots:
            raise WordsError(f"has {slots} slots, not {len(words)}")
        tiles = [None if word == NONE else word for word in words]
        return [*tiles, *[None] * slots][:slots]


class Goods(Shape):
    """How many goods of each type, said type by type."""

    means = "as their types, one word each (2 5 5), +2 for one more, -2 for one less"

    def write(self, value: Any) -> list[str]:
        return [name for name in sorted(value) for _ in range(value[name])] or [NONE]

    def _read(self, words: list[str], before: Any) -> dict[str, int]:
        changes = changing(words)
        if changes is None:
            return _counted([] if words == [NONE] else words)
        held = self.write(before) if before else []
        for sign, word in changes:
            if sign == "+":
                held.append(word)
            elif word in held:
                held.remove(word)
            else:
                raise WordsError(f"there is none of type {word} to take away")
        return _counted(held)


class Named(Shape):
    """Something under each name: `h12:m6`, `building:2`."""

    def __init__(self, one: Callable[[str], Any] = str, example: str = "h12:m6") -> None:
        """`one` makes what stands behind the colon of its word."""
        self._one, self._example = one, example
        name = example.partition(":")[0]
        self.means = f"as {example} and so on, +{example} for one more or another there, -{name} for none there"

    def write(self, value: Any) -> list[str]:
        return [f"{name}:{self._said(value[name])}" for name in value] or [NONE]

    def _said(self, one: Any) -> str:
        return ",".join(map(said, one)) if isinstance(one, list) else said(one)

    def _read(self, words: list[str], before: Any) -> dict[str, Any]:
        changes = changing(words)
        found: dict[str, Any] = {} if changes is None else dict(before)
        for sign, word in [("+", word) for word in words if words != [NONE]] if changes is None else changes:
            name, colon, one = word.partition(":")
            if sign == "-":
                if colon or name not in found:
                    raise WordsError(f"there is no {name} to take away")
                del found[name]
            elif not colon or not name or not one:
                raise WordsError(f"{word!r} is not understood; it is said as {self._example}")
            elif changes is None and name in found:
                raise WordsError(f"{name} is there twice")
            else:
                found[name] = self._one(one)
        return found


class Stacks(Shape):
    """The markers on each space of the turn track, top first."""

    means = "as 0:1,0 2:2, the seats on each space that has any, top first"
    _groups = Named(lambda one: [whole(word) for word in one.split(",")], "0:1,0")

    def write(self, value: Any) -> list[str]:
        return self._groups.write({str(space): seats for space, seats in enumerate(value) if seats})

    def _read(self, words: list[str], before: Any) -> list[list[int]]:
        if changing(words) is not None:
            raise WordsError(f"is said {self.means}; or p0 track 3 puts the marker of a seat on a space")
        groups = self._groups.read(words, {})
        for name in groups:
            if whole(name) >= len(before):
                raise WordsError(f"has the spaces 0 to {len(before) - 1}, not {name}")
        return [groups.get(str(space), []) for space in range(len(before))]


class Cards(Shape):
    """The two county cards."""

    means = "as left:4,none,castle,none and right:2,..., a card's number and what lies on its spaces"
    _sides = ("left", "right")
    _cards = Named(lambda one: _card(one.split(",")), "left:4,none,castle,none")

    def write(self, value: Any) -> list[str]:
        words = [",".join([str(card["id"]), *map(said, card["tiles"])]) for card in value]
        return [f"{side}:{card}" for side, card in zip(self._sides, words, strict=True)]

    def _read(self, words: list[str], before: Any) -> list[Any]:
        cards = self._cards.read(words, dict(zip(self._sides, before, strict=True)))
        if sorted(cards) != sorted(self._sides):
            raise WordsError(f"is said {self.means}, or +left:... for one of them")
        return [cards[side] for side in self._sides]


class Supplies(Shape):
    """Counts by name in groups: `building:bank,bank,market`."""

    means = "as building:bank,bank,market and so on, each tile by name"
    _groups = Named(lambda one: _counted([] if one == NONE else one.split(",")), "building:bank,bank")

    def write(self, value: Any) -> list[str]:
        groups = {group: [name for name, n in counts.items() for _ in range(n)] for group, counts in value.items()}
        return self._groups.write({group: names or None for group, names in groups.items()})

    def _read(self, words: list[str], before: Any) -> dict[str, Any]:
        return self._groups.read(words, before or {})  # type: ignore[no-any-return]


class Decisions(Shape):
    """The pending decisions, the last one now."""

    means = "as castle take colours:building,mine, the last is decided first; +castle puts one on top"

    def __init__(self, arguments: Mapping[str, Mapping[str, Callable[[str], Any]]]) -> None:
        """What each kind of decision says besides, and what a word of it means."""
        self.arguments = arguments

    def write(self, value: Any) -> list[str]:
        words = []
        for entry in value:
            words.append(entry["kind"])
            for key, one in entry.items():
                if key != "kind":
                    words.append(f"{key}:{','.join(map(said, one)) if isinstance(one, list) else said(one)}")
        return words or [NONE]

    def _read(self, words: list[str], before: Any) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = []
        if words == [NONE]:
            return entries
        if words[0].startswith("+"):
            entries, words = [dict(entry) for entry in before], [words[0][1:], *words[1:]]
        first = len(entries)
        for word in words:
            key, colon, one = word.partition(":")
            if not colon:
                if key not in self.arguments:
                    raise WordsError(f"{key!r} is no decision; there are {', '.join(self.arguments)}")
                entries.append({"kind": key})
                continue
            if len(entries) == first:
                raise WordsError(f"is said {self.means}")
            kind = entries[-1]["kind"]
            known = self.arguments[kind]
            if key not in known:
                raise WordsError(f"{kind} says {', '.join(known) or 'nothing more'}, not {key!r}")
            entries[-1][key] = known[key](one)
        return entries


class Record(Shape):
    """Keys of its own, each with a shape."""

    def __init__(self, **shapes: Shape) -> None:
        """The keys of the record."""
        self.shapes = shapes
        self.means = f"by its keys, {', '.join(shapes)}"


def said(value: Any) -> str:
    """A single value as a word."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return _YES[0] if value else _NO[0]
    return str(value)


def whole(word: str) -> int:
    """The number that a word is."""
    if not _WHOLE.fullmatch(word):
        raise WordsError(f"{word!r} is no number")
    return int(word)


def listed(one: Callable[[str], Any] = str) -> Callable[[str], list[Any]]:
    """Reads what stands behind a colon as a list."""
    return lambda text: [one(word) for word in text.split(",")]


def changing(words: Sequence[str]) -> list[tuple[str, str]] | None:
    """The signs and the rests of words that change something; None if they say the whole value."""
    signed = [word[0] in "+-" and len(word) > 1 for word in words]
    if not any(signed):
        return None
    if not all(signed):
        raise WordsError("either all words begin with + or -, or none does")
    return [(word[0], word[1:]) for word in words]


def _counted(names: Sequence[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _card(words: list[str]) -> dict[str, Any]:
    return {"id": whole(words[0]), "tiles": [None if word == NONE else word for word in words[1:]]}

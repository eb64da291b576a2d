"""What happens in a game, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """`seat 0 (Anna)`; the seat after the players' is the Châteauma's."""
    return f"seat {seat} ({names[seat].removeprefix('human:')})" if seat < len(names) else "the Châteauma"


def sentences(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """What fell by chance or followed by itself, a sentence for all events of a kind that come together."""
    groups: list[list[Event]] = []
    for event in events:
        if groups and _topic(event) is not None and _topic(groups[-1][0]) == _topic(event):
            groups[-1].append(event)
        else:
            groups.append([event])
    return [_sentence(group, names) for group in groups]


def _topic(event: Event) -> str | None:
    kind = event.get("chance")
    return "die" if kind == "white_die" else kind


def _sentence(events: Sequence[Event], names: Sequence[str]) -> str:
    topic = _topic(events[0])
    if topic is None:
        from burgundy_env.telling.steps import sentence

        return f"The Châteauma {sentence(events[0]['chateauma'])}."
    if topic in _SENTENCES:
        return _SENTENCES[topic](events, names)
    return f"{topic.replace('_', ' ').capitalize()}: {', '.join(_generic(event) for event in events)}."


def _generic(event: Event) -> str:
    return " ".join([".".join(map(str, event["where"])), str(event["result"])]).strip()


def _spoken(tile: object) -> str:
    from burgundy_env.render.words import spoken  # pictures need NumPy, and help should not wait for it

    return spoken(str(tile))


def _first_player(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"First player: {seat_name(events[0]['result'], names)}."


def _duchies(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"Duchies: {_by_seat(events, names, 'gets board')}."


def _pile(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"{len(events)} goods tiles are laid aside, face down, for the phases to come."


def _start_goods(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"Goods dealt: {_by_seat(events, names, 'gets')}."


def _routes(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"Trade routes: {_by_seat(events, names, 'draws tiles')}."


def _depots(events: Sequence[Event], names: Sequence[str]) -> str:
    tiles: dict[Any, list[str]] = {}
    for event in events:
        tiles.setdefault(event["where"][0], []).append(_spoken(event["result"]))
    return f"New in the depots: {'; '.join(f'{depot}: ' + ', '.join(new) for depot, new in tiles.items())}."


def _black(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"New in the black depot: {', '.join(_spoken(event['result']) for event in events)}."


def _round_goods(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"Goods of the phase: {' '.join(str(event['result']) for event in events)}."


def _dice(events: Sequence[Event], names: Sequence[str]) -> str:
    rolled = [event for event in events if event["chance"] == "die"]
    white = [f"the white die shows {event['result']}" for event in events if event["chance"] == "white_die"]
    return f"Dice: {', '.join(filter(None, [_by_seat(rolled, names, 'rolls'), *white]))}."


def _county_cards(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"County cards: {', '.join(_generic(event) for event in events)}."


def _face_down(events: Sequence[Event], names: Sequence[str]) -> str:
    """Tiles that nobody at the table sees yet."""
    return f"The Châteauma gets {len(events)} black tile{'s' * (len(events) > 1)}, face down."


def _face_up(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"The Châteauma begins with {', '.join(_spoken(event['result']) for event in events)} in its duchy."


def _chateauma_die(events: Sequence[Event], names: Sequence[str]) -> str:
    return f"The Châteauma rolls {' '.join(str(event['result']) for event in events)}."


def _by_seat(events: Iterable[Event], names: Sequence[str], verb: str) -> str:
    results: dict[int, list[str]] = {}
    for event in events:
        results.setdefault(event["where"][0], []).append(str(event["result"]))
    return ", ".join(f"{_called(seat, names)} {verb} {' '.join(found)}" for seat, found in sorted(results.items()))


def _called(seat: int, names: Sequence[str]) -> str:
    """A seat by its name, if no other has the same."""
    name = names[seat] if seat < len(names) else ""
    return name.removeprefix("human:") if names.count(name) == 1 else f"seat {seat}"


_SENTENCES: dict[str, Callable[[Sequence[Event], Sequence[str]], str]] = {
    "first_player": _first_player,
    "duchy": _duchies,
    "pile_goods": _pile,
    "start_goods": _start_goods,
    "route": _routes,
    "depot_tile": _depots,
    "black_tile": _black,
    "round_goods": _round_goods,
    "die": _dice,
    "county_card": _county_cards,
    "joker_tile": _face_down,
    "preset_tile": _face_up,
    "chateauma_die": _chateauma_die,
}

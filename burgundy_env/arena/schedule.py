"""Who meets whom, from which seats and with which seeds.

A *match-up* is a choice of entrants for one table. Its games come in *blocks*: one game for each rotation
of the seats, all with the same seed, so that set-up, dice and duchies are the same for every seating.
Block number b has the same seed in every match-up, and the first player, drawn from that seed, sits in
the same seat throughout a block: everybody gets every seat, and goes first, equally often. With three or
four players the order round the table changes from block to block.

The Châteauma has a seat of its own; against it only the players rotate. In the team game entrants are teams, and
teams change places.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, permutations

from ..config import Chateauma, GameConfig
from .entrants import ArenaError, Entrant

_SEED_BITS = 53  # a whole number in every language that reads JSON


@dataclass(frozen=True)
class MatchUp:
    """Entrants, by their number, that meet at one table, and the configs they play with."""

    players: tuple[int, ...]
    chateauma: int | None
    configs: tuple[GameConfig, ...]


@dataclass(frozen=True)
class Terms:
    """What is not the same for a seat as for the others: what it is given at the start, what it may not do."""

    vp: int = 0
    silver: int = 0
    workers: int = 0
    without: tuple[str, ...] = ()  # see `engine.restricted`

    @property
    def gifts(self) -> tuple[int, int, int]:
        """In the order of GIFTS."""
        return self.vp, self.silver, self.workers


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played."""

    number: int
    block: int
    seed: int
    config: GameConfig
    seats: tuple[int, ...]  # entrants by seat, the Châteauma last; in the team game by team
    terms: tuple[Terms, ...] = ()  # by seat; none: the same for all
    stream: int | None = None  # games with the same one have players with the same seeds; none: nobody else has

    def entrant_of(self, seat: int) -> int:
        """Who plays a seat."""
        return self.seats[seat % self.config.parties]

    @property
    def without(self) -> tuple[tuple[str, ...], ...]:
        """What the seats may not do; nothing if all may do everything."""
        found = tuple(terms.without for terms in self.terms)
        return found if any(found) else ()

    @property
    def kind(self) -> tuple[object, ...]:
        """What games have in common that are played in one batch."""
        return self.config, self.without


def match_ups(entrants: Sequence[Entrant], config: GameConfig) -> tuple[MatchUp, ...]:
    """All that the entrants can meet in, with as many seats as `config` has.

    Fewer agents than seats: each takes one, and every way to fill the others is a match-up of its own.
    A `config` with the Châteauma has it in every game; it must then be the only one among the entrants.
    """
    agents = [i for i, entrant in enumerate(entrants) if entrant.agents]
    automas = [i for i, entrant in enumerate(entrants) if not entrant.agents]
    if not agents:
        raise ArenaError("the Châteauma needs somebody to play against; name an agent")
    seats = config.parties
    found = []
    if config.chateauma is None and (len(agents) >= seats or not automas):
        found += [MatchUp(players, None, (config,)) for players in _line_ups(agents, seats)]
    for automa in automas:
        if config.teams:
            raise ArenaError("the Châteauma does not play against teams; name agents only")
        if seats > 4:
            raise ArenaError("players: the Châteauma plays with up to 3 others")
        configs = _with_chateauma(config, entrants[automa].chateauma)
        found += [MatchUp(players, automa, configs) for players in _line_ups(agents, seats - 1)]
    return tuple(found)


def _line_ups(agents: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    if len(agents) >= seats:
        return list(combinations(agents, seats))
    fillers = combinations_with_replacement(agents, seats - len(agents))
    return [tuple(sorted([*agents, *others])) for others in fillers]


def _with_chateauma(config: GameConfig, chateauma: Chateauma | None) -> tuple[GameConfig, ...]:
    """The configs in which the automa has the last seat; each board that was given is played equally often."""
    if config.chateauma is not None:
        return (config,)
    players = config.seats - 1
    if isinstance(config.duchies, str) or config.duchies is None:
        return (replace(config, players=players, chateauma=chateauma),)
    boards = dict.fromkeys(rotation[:players] for rotation in _rotations(config.duchies))
    return tuple(replace(config, players=players, duchies=duchies, chateauma=chateauma) for duchies in boards)


def schedule(ups: Sequence[MatchUp], games: int, seed: int) -> Iterator[Fixture]:
    """At least `games` games of each match-up, in whole blocks: first block 0 of all, then block 1 of all ..."""
    number, block = 0, 0
    played = [0] * len(ups)
    orders = [_orders(up.players) for up in ups]
    while min(played) < games:
        block_seed = derived_seed(seed, "game", block)
        for i, up in enumerate(ups):
            if played[i] >= games:
                continue
            for config in up.configs:
                for players in _rotations(orders[i][block % len(orders[i])]):
                    seats = players if up.chateauma is None else (*players, up.chateauma)
                    yield Fixture(number, block, block_seed, config, seats)
                    number += 1
                    played[i] += 1
        block += 1


def _orders(players: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different orders round a table."""
    orders: list[tuple[int, ...]] = []
    known: set[tuple[int, ...]] = set()
    for rest in permutations(players[1:]):
        order = (players[0], *rest)
        if order not in known:
            orders.append(order)
            known.update(_rotations(order))
    return orders


def _rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different rotations of an order."""
    return list(dict.fromkeys(order[i:] + order[:i] for i in range(len(order))))


def derived_seed(seed: int, *what: str | int) -> int:
    """A seed for a part of the tournament, which tells nothing about those of other parts."""
    text = " ".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> (64 - _SEED_BITS)

"""Who plays the seats that aren't yours: compiled players inside the kernels, all others from Python."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeGuard, runtime_checkable

import numpy as np
from burgundy_agents import AgentSpec
from burgundy_agents.compiled import explained
from burgundy_agents.protocol import AgentError, seen
from burgundy_agents.registry import chateauma_of, is_chateauma, parse

from ..config import Chateauma, ConfigError, GameConfig
from ..engine.actions import IDS
from ..game import Game, IllegalAction, inside
from ..observations import encoder
from ..players.handed import NOBODY, PlayerError, handed, write_addresses
from ..players.policies import HANDED_IN, IN_PYTHON, number_of, policy_of


@runtime_checkable
class Acts(Protocol):
    """Whoever decides for a seat: `burgundy_agents.Agent`."""

    def act(self, game: Game) -> str | int:
        """The action of the seat to decide."""


Decide = Callable[[Game], "str | int"]
DecideMany = Callable[[Any, Any, Any], Any]


@dataclass(frozen=True)
class Batched:
    """An opponent that decides in many games at once: `decide(observations, masks, seats) -> actions`.

    A row of each is about one game: what the seat to decide sees, by the encoder named, and which actions are legal.
    In a vector it is asked once for all games that wait for it; it may sit at any number of seats.

    >>> from burgundy_env.envs import Batched, BurgundyEnv
    >>> first = Batched(lambda observations, masks, seats: masks.argmax(1), observation="compact")
    >>> observation, info = BurgundyEnv(opponents=first).reset(seed=7)
    """

    decide: DecideMany
    observation: str = "flat"

    def __post_init__(self) -> None:
        encoder(self.observation)  # refuses names there are not

    def act(self, game: Game) -> int:
        """Its action in a single game."""
        seen = encoder(self.observation, game.config).encode(game)
        masks = game.action_mask().view(np.bool_)
        return int(self.answers(seen[None], masks[None], np.array([game.active]))[0])

    def answers(self, seen: Any, masks: Any, seats: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
        """What it decides, looked at: an id for each game."""
        found = np.asarray(self.decide(seen, masks, seats))
        if found.shape != (len(seats),) or found.dtype.kind not in "iu":
            raise TypeError(
                f"opponents: {self} is to give {len(seats)} integers, one for each game, not {found.dtype} in the "
                f"shape {found.shape}"
            )
        return np.ascontiguousarray(found, np.int64)

    def __str__(self) -> str:
        return f"Batched({getattr(self.decide, '__qualname__', type(self.decide).__name__)})"


Opponent = str | AgentSpec | Acts | Decide
Opponents = Opponent | Sequence[Opponent] | Mapping[str, "Opponent | Sequence[Opponent]"]
Player = int | AgentSpec | Acts | Decide  # a compiled player of ours by its id, one of a user, or one in Python
_KINDS = "an agent's string, an agent with act(game), a function of the game, or Batched of one of many games"


def read_opponents(opponents: Opponents, config: GameConfig) -> tuple[GameConfig, tuple[Player, ...]]:
    """Who plays the other seats, in turn from yours, and the config they play: with the Châteauma if it is named.

    In the team game they may be named: `{"partner": .., "rivals": ..}`, rivals one for both or two in turn.
    The Châteauma takes the last of the config's seats; one that the config has already may be named or not.
    """
    given = _one_each(opponents, config)
    automas = [opponent for opponent in given if _is_automa(opponent)]
    wanted = (config.seats if automas else config.players) - 1
    if len(given) != wanted:
        raise ValueError(f"opponents: {len(given)} for {wanted} other seats; give one for each, or one for all")
    if len(automas) > 1:
        raise ValueError("opponents: the Châteauma sits at a table once; name agents for the other seats")
    for automa in automas:
        config = _with_chateauma(config, automa)
    return config, tuple(_read_opponent(opponent) for opponent in given if not _is_automa(opponent))


def _one_each(opponents: Opponents, config: GameConfig) -> list[Opponent]:
    if isinstance(opponents, Mapping):
        return _around(opponents, config)
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        return list(opponents)
    if _is_automa(opponents) and config.seats == 1:
        raise ValueError(f"opponents: the solo game has no seat for {opponents!r}")
    if _is_automa(opponents) and config.teams:
        raise ValueError("opponents: the Châteauma does not play against teams; name agents")
    return [opponents] * ((config.seats if _is_automa(opponents) else config.players) - 1)


def _around(named: Mapping[str, Any], config: GameConfig) -> list[Opponent]:
    """Partner and rivals of the team game, in turn from your seat."""
    if not config.teams:
        raise ValueError("opponents: 'partner' and 'rivals' are those of the team game; give one agent for each seat")
    if named.keys() != {"partner", "rivals"}:
        raise ValueError(f"opponents: 'partner' and 'rivals' are needed, not {', '.join(map(repr, named))}")
    rivals = named["rivals"]
    first, second = rivals if isinstance(rivals, (list, tuple)) and len(rivals) == 2 else (rivals, rivals)
    return [first, named["partner"], second]


def _is_automa(opponent: object) -> TypeGuard[str]:
    return isinstance(opponent, str) and is_chateauma(opponent)


def _with_chateauma(config: GameConfig, text: str) -> GameConfig:
    try:
        wanted = Chateauma.of(chateauma_of(text))
    except ConfigError as error:
        raise ValueError(f"opponents: {text!r}: {error}") from None
    if config.chateauma is None:
        players, duchies = config.players - 1, config.duchies
        boards = duchies[:players] if isinstance(duchies, tuple) else duchies
        return replace(config, players=players, duchies=boards, chateauma=wanted)
    if config.chateauma != wanted:
        raise ValueError(
            f"opponents: the config plays against the Châteauma {config.chateauma} already, not {wanted}; name it in "
            "one of the two places"
        )
    return config


def _read_opponent(opponent: Opponent) -> Player:
    if isinstance(opponent, str):
        try:
            opponent = parse(opponent)
            opponent.check()
        except AgentError as error:
            raise ValueError(f"opponents: {error}") from None
    if isinstance(opponent, AgentSpec):
        return opponent if opponent.policy is None else number_of(opponent.policy)
    if inspect.isclass(opponent):
        raise TypeError(f"opponents: {_KINDS}; {opponent.__name__} is a class, {opponent.__name__}() may be an agent")
    if not isinstance(opponent, Acts) and not callable(opponent):
        raise TypeError(f"opponents: {_KINDS}, not {opponent!r}")
    return opponent


def compiled_number(agent: str) -> int:
    """The number of a compiled agent of ours."""
    player = _read_opponent(agent)
    if not isinstance(player, int):
        raise ValueError(f"agents: {agent} is no compiled agent of this package")
    return player


def _is_handed_in(player: Player) -> TypeGuard[AgentSpec]:
    return isinstance(player, AgentSpec) and player.is_handed_in


def is_compiled(player: Player) -> bool:
    """Whether kernels ask it."""
    return isinstance(player, int) or _is_handed_in(player)


def policies_of(opponents: Sequence[Player]) -> list[int]:
    """The opponents as kernels know them."""
    numbers, users = [], 0
    for player in opponents:
        if isinstance(player, int):
            numbers.append(player)
        elif _is_handed_in(player):
            numbers.append(HANDED_IN - users)
            users += 1
        else:
            numbers.append(IN_PYTHON)
    return numbers


class Users:
    """The compiled players of users among the opponents."""

    def __init__(self, opponents: Sequence[Player]) -> None:
        self._specs = [player for player in opponents if _is_handed_in(player)]

    def handed(self, tables: Any) -> Any:
        """They as kernels take them, in this process."""
        return handed([spec.player for spec in self._specs], tables) if self._specs else NOBODY

    def write_addresses(self, rows: Any) -> None:
        """Note where they are, in arrays that come from another process."""
        write_addresses(rows, [spec.player for spec in self._specs])

    def blame(self, error: Exception, stuck: Callable[[], tuple[Game, int]]) -> None:
        """A kernel that asks them failed: if it is of one of them, raise what says who. `stuck`: the game, and whose
        policy it is."""
        if not self._specs:
            return
        game, policy = stuck()
        name = str(self._specs[HANDED_IN - policy])
        why = explained(game, error)
        raise PlayerError(f"opponents: {name} in seat {game.active}: {type(why).__name__}: {why}") from error


def name_of(player: Player) -> str:
    """What an opponent is called."""
    if isinstance(player, int):
        return policy_of(player)
    return (
        str(player)
        if isinstance(player, (AgentSpec, Batched))
        else getattr(player, "__qualname__", type(player).__name__)
    )


class PythonPlayer:
    """A player in Python at one table, in one game after the other.

    As in the arena, an agent named by a string is made anew for each game unless it has `begin`, and all of
    them look at a copy of the game in which what is hidden has been dealt anew.
    """

    def __init__(self, player: AgentSpec | Acts | Decide) -> None:
        self.name = name_of(player)
        self._player = player
        self._agent: Any = None if isinstance(player, AgentSpec) else player
        self._game: object = None  # what tells the game it plays from all others

    def decide(self, game: Game, which: object) -> str | int:
        """Its action for the seat to decide; `which` tells this game from others at the table."""
        seat = game.active
        assert seat is not None
        view = seen(game, _derived(int(inside(game).state["rng"][0]), seat))
        if which != self._game:
            self._begin(view, seat, _derived(which, seat))
            self._game = which
        act: Decide = getattr(self._agent, "act", self._agent)
        return act(view)

    def push(self, game: Game, which: object) -> int:
        """The same, carried out; its id."""
        seat, action = game.active, self.decide(game, which)
        try:
            game.push(action)
        except (IllegalAction, TypeError) as error:
            raise type(error)(f"opponents: {self.name} in seat {seat}: {error}") from None
        return IDS[action] if isinstance(action, str) else int(action)

    def _begin(self, view: Game, seat: int, seed: int) -> None:
        if isinstance(self._player, AgentSpec) and not hasattr(self._agent, "begin"):
            self.close()
            self._agent = self._player.make(seed)
        if hasattr(self._agent, "begin"):
            self._agent.begin(view, seat, seed)

    def end(self, game: Game, seat: int, which: object) -> None:
        """The game is over."""
        if which == self._game and hasattr(self._agent, "end"):
            self._agent.end(game.copy(), seat)

    def forget(self) -> None:
        """The next decision begins a game."""
        self._game = None

    def close(self) -> None:
        """Let go of an agent made here, which may hold a program or a file."""
        agent, self._game = self._agent, None
        if isinstance(self._player, AgentSpec):
            self._agent = None
            if hasattr(agent, "close"):
                agent.close()


def _derived(*what: object) -> int:
    """A number that tells nothing about those it is derived from."""
    digest = hashlib.blake2b(repr(what).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 2


class PythonTables:
    """The players in Python of many games side by side: each game has its own."""

    def __init__(self, opponents: Sequence[Player], games: int) -> None:
        for player in opponents:
            if games > 1 and hasattr(player, "begin") and not isinstance(player, int):
                raise TypeError(
                    f"opponents: {name_of(player)} has begin() and so plays one game at a time; name its class as a "
                    "string, FILE.py:CLASS, and every game gets one of its own"
                )
        self._tables = [python_players(opponents) for _ in range(games)]

    def answer(self, i: int, game: Game, mine: int, which: object) -> int:
        """The id of the action taken in game i by the seat to decide, which is done in `game` as well."""
        assert game.active is not None
        return self._tables[i][(game.active - mine - 1) % game.config.players].push(game, which)

    def end(self, i: int, game: Game, mine: int, which: object) -> None:
        """Game i is over."""
        for k, player in self._tables[i].items():
            player.end(game, (mine + 1 + k) % game.config.players, which)

    def forget(self) -> None:
        """The games that are played from here on are no longer those of before."""
        for table in self._tables:
            for player in table.values():
                player.forget()

    def close(self) -> None:
        """Let go of all players."""
        for table in self._tables:
            for player in table.values():
                player.close()


def python_players(opponents: Sequence[Player]) -> dict[int, PythonPlayer]:
    """Those opponents that are no compiled players, by their place among all."""
    for k, player in enumerate(opponents):
        if hasattr(player, "begin") and any(player is other for other in opponents[:k]):
            raise TypeError(
                f"opponents: {name_of(player)} has begin() and so plays one seat at a time; give one for each seat, "
                "or name its class as a string, FILE.py:CLASS"
            )
    return {
        k: PythonPlayer(player)
        for k, player in enumerate(opponents)
        if not isinstance(player, int) and not _is_handed_in(player)
    }

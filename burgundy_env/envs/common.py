"""What the environments share: reading their arguments, streams of games, rewards and the final info."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete

from ..config import GameConfig
from ..data import Data
from ..engine.actions import ACTIONS
from ..engine.layout import LONGEST_STEP, SCORE_NAMES
from ..engine.results import points, write_result
from ..engine.seeds import STREAM
from ..game import Game, inside
from ..players.policies import IN_PYTHON
from ..position.values import PositionError
from ..records.compare import hashes_of, other_data
from .opponents import Player, Users, policies_of, python_players
from .rewards import REWARDS, VP, reward_seats
from .stepping import (
    ANY_SEAT,
    EVERY_SEAT,
    SLOT,
    draw_below,
    next_episode,
    play_on,
)

Position = Game | Mapping[str, Any] | str
ON_ILLEGAL = ("raise", "end", "random")  # in the order of the engine's ids


def one_of(name: str, value: object, choices: Sequence[str]) -> int:
    """The place of a value among its choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name}: {value!r} is unknown; there are {', '.join(choices)}")
    return list(choices).index(value)


def action_space() -> Discrete:
    """The one action space of all configs."""
    return Discrete(ACTIONS)


def action_id(action: Any) -> int:
    """An action as the space has them: a number of Python, NumPy or PyTorch, none with a fraction."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"action: an id from 0 to {ACTIONS - 1}, not {action!r}") from None


def wanted_seat(seat: object, players: int) -> int:
    """The seat asked for, or ANY_SEAT for `"random"`."""
    if seat == "random":
        return ANY_SEAT
    if isinstance(seat, (bool, float)) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < players:
        raise ValueError(f"seat: a number from 0 to {players - 1} or 'random', not {seat!r}")
    return int(seat)


def partners_of(seat: int, config: GameConfig) -> list[int]:
    """The other seats of a seat's team."""
    if not config.teams:
        return []
    return [other for other in range(seat % config.teams, config.players, config.teams) if other != seat]


def stream_words(generator: np.random.Generator) -> tuple[int, int]:
    """How the streams of a place begin: that of its games' seeds, that of its compiled players."""
    games, players = generator.integers(0, 1 << 63, 2).tolist()
    return games, players


class Place:
    """Where one game after the other is played: the streams, and who sits where."""

    def __init__(self, config: GameConfig, data: Data, opponents: Sequence[Player] | None) -> None:
        self.config, self.data = config, data
        self._alone = opponents is None  # nobody plays for you
        self._episodes, self._slots = np.zeros(1, STREAM), np.zeros(1, SLOT)
        self.wanted = EVERY_SEAT
        self._python, self._users = python_players(opponents or ()), Users(opponents or ())
        write_opponents(self._slots, opponents or ())

    def seed(self, generator: np.random.Generator) -> None:
        """Begin both streams anew."""
        self._episodes["rng"], self._slots["stream"]["rng"] = stream_words(generator)

    @property
    def seat(self) -> int:
        """Your seat in this game; -1 if you play them all."""
        return int(self._slots["seat"][0])

    def check(self, position: Position | None, wanted: int) -> None:
        """Refuse a position that you can't go on from in the seat wanted, before anything has changed."""
        if position is not None:
            placed_game(position, self.config, self.data, 0, wanted)

    def new_game(self, position: Position | None = None) -> Game:
        """The next game, or one that goes on from a position. The other players have not moved yet."""
        self._slots["wanted"] = self.wanted
        seed = int(next_episode(self._episodes, self._slots, 0, self.config.players))
        if position is None:
            return Game.new(self.config, seed=seed, data=self.data)
        return placed_game(position, self.config, self.data, seed, self.wanted)

    def play_others(self, game: Game) -> None:
        """The other players decide until it is your turn or the game is over."""
        if self._alone:
            return
        seat, policies, which = self.seat, self._slots["policy"][0], which_game(self._episodes, self._slots, 0)
        while (active := game.active) is not None and active != seat:
            if policies[active] != IN_PYTHON:
                self._play_on(game)
            else:
                self._python[(active - seat - 1) % self.config.players].push(game, which)
        if game.is_over:
            for k, player in self._python.items():
                player.end(game, (seat + 1 + k) % self.config.players, which)

    def close(self) -> None:
        """Let go of the players in Python."""
        for player in self._python.values():
            player.close()

    def random_action(self, game: Game) -> int:
        """A random legal action, drawn from the stream of the compiled players."""
        play = inside(game)
        return int(play.ids[draw_below(self._slots, 0, play.count)])

    def _play_on(self, game: Game) -> None:
        play = inside(game)
        play.make_room()
        players = self._users.handed(play.tables)
        try:
            play.count = play_on(play.tables, play.state, 0, self._slots, players, play.tape, play.ids, LONGEST_STEP)
        except Exception as error:
            self._users.blame(error, lambda: self._stuck(game))
            raise

    def _stuck(self, game: Game) -> tuple[Game, int]:
        inside(game).list_legal()
        return game, int(self._slots["policy"][0, game.active])


def write_opponents(slots: Any, opponents: Sequence[Player]) -> None:
    """Note for the kernels who the opponents are."""
    for k, number in enumerate(policies_of(opponents)):
        slots["opponents"][:, k] = number


def which_game(episodes: Any, slots: Any, i: int) -> tuple[int, int]:
    """What tells the game of a place from those before and after it."""
    return int(episodes["drawn"][i]), int(slots["seed"][i])


def placed_game(position: Position, config: GameConfig, data: Data, seed: int, wanted: int) -> Game:
    """A game that goes on from a position: one of the config, where the seat wanted has something to decide yet."""
    game = position.copy() if isinstance(position, Game) else Game.from_json(position, seed=seed, data=data)
    mine, its = (replace(one, duchies=None, data=None) for one in (config, game.config))
    if mine != its:
        raise ValueError(f"position: it is one of {game.config}, the environment plays {config}")
    other = other_data(hashes_of(game.config, game.data), config, data)
    if other:
        raise ValueError(f"position: {other}")
    if game.config.duchies != config.duchies:
        _check_boards(game, config, data)
    if game.is_over:
        raise ValueError("position: the game is over; there is nothing left to decide")
    for seat in range(config.players) if wanted == ANY_SEAT else (wanted,):
        if wanted != EVERY_SEAT and not _decides_again(game.copy(), seat):
            raise ValueError(f"position: the game is over before seat {seat} decides again")
    return game


def _check_boards(game: Game, config: GameConfig, data: Data) -> None:
    """Refuse boards that games of the config don't have: what is written there could not be read back."""
    own = Game.new(config, seed=0, data=data).config.to_dict()  # with the hash of the data
    try:
        Game.from_json({**game.to_json(), "config": own}, seed=0, data=data)
    except PositionError as error:
        raise ValueError(f"position: it is one of {game.config}, the environment plays {config}: {error}") from None


def _decides_again(game: Game, seat: int) -> bool:
    """Whether a seat is asked once more; which actions the others take makes no difference to that."""
    while game.active is not None and game.active != seat:
        game.push(game.legal_ids()[0])
    return game.active == seat


class Payer:
    """Rewards and result of a game, as one of `REWARDS`."""

    def __init__(self, reward: str, config: GameConfig) -> None:
        seats, parties = config.seats, config.parties
        self.kind = one_of("reward", reward, REWARDS)
        self.pays_on_the_way = self.kind == VP
        self._paid = np.zeros(seats, np.int16)
        self._totals, self._ranking = np.zeros(parties, np.int16), np.zeros(parties, np.int8)
        self._sources = np.zeros((parties, len(SCORE_NAMES)), np.int16)
        self._rewards = np.zeros(seats)

    def begin(self, game: Game) -> None:
        """A game begins: what it has scored already is not paid for."""
        s, solo = inside(game).state[0], game.config.solo
        self._paid[:] = [points(s, p, solo) for p in range(len(self._paid))]

    def pay(self, game: Game) -> list[float]:
        """Each seat's reward for what happened since the last call."""
        play = inside(game)
        reward_seats(
            play.tables, play.state, 0, self.kind, self._paid, self._totals, self._ranking, self._sources,
            self._rewards,
        )  # fmt: skip
        rewards: list[float] = self._rewards.tolist()
        return rewards

    def result(self, game: Game, illegal: bool) -> dict[str, Any]:
        """The info at the end of a game."""
        play = inside(game)
        write_result(play.tables, play.state, 0, self._totals, self._ranking, self._sources)
        info = {
            "totals": self._totals.copy(),
            "ranking": self._ranking.copy(),
            "breakdown": self._sources.copy(),
            "illegal": illegal,
        }
        outcome = game.outcome()
        if game.config.solo and outcome is not None:
            info |= {"won": bool(outcome.winners), "rounds": outcome.rounds, "empty_hexes": outcome.empty_hexes}
        elif game.config.teams:
            info["draw"] = outcome is not None and len(outcome.winners) > 1
        return info

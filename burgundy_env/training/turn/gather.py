"""Games of the search with itself, wherever they are played; their turns kept in files of a folder."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ... import modules
from ...config import ConfigError, GameConfig, held_out
from ...modules.sizes import BOARDS as ALL_BOARDS
from .selfplay import Games, Noted

BOARDS = tuple(board for board in ALL_BOARDS if board not in held_out.BOARDS)
# Alone and in teams of two nothing is learned: nets have no say there.
MODULES = tuple(
    module.key for module in modules.MODULES if not module.own_boards and module.key not in held_out.MODULES
)


def drawn_config(seed: int) -> GameConfig:
    """A game to learn from: two players most often, half of the boards the first one or the same for all."""
    draw = random.Random(seed)
    while True:
        players = draw.choices((1, 2, 3, 4), (15, 55, 15, 15))[0]
        chateauma = None
        if players == 1:
            modifiers = "".join(letter for letter in "ABCD" if draw.random() < 0.2)
            chateauma = f"hard+{modifiers}" if modifiers else draw.choice(("easy", "intermediate", "hard", "hard"))
        kind = draw.random()
        one = draw.choice(BOARDS)
        duchies = (1,) * players if kind < 0.25 else (one,) * players
        if kind > 0.4:
            duchies = tuple(draw.choice(BOARDS) for _ in range(players))
        modules = tuple(module for module in MODULES if draw.random() < 0.4) if draw.random() < 0.3 else ()
        try:
            return GameConfig.of(
                {
                    "players": players,
                    "duchies": duchies,
                    "modules": modules,
                    "chateauma": chateauma,
                    "ruleset": "alea_2011" if draw.random() < 0.15 else "special_edition",
                }
            )
        except ConfigError:
            continue


class Rows(NamedTuple):
    """What was noted, a row for each end of a turn and seat."""

    inputs: np.ndarray  # what the net is told
    expected: np.ndarray  # VP by the futures
    worth: np.ndarray  # VP by the heuristic
    total: np.ndarray  # VP at the end of the game
    taken: np.ndarray  # whether the game went on from there
    own: np.ndarray  # whether the seat's own turn ended
    turn: np.ndarray  # a number of the turn, the same for its rows
    end: np.ndarray
    round: np.ndarray
    players: np.ndarray


def rows_of(noted: Noted, players: int) -> Rows:
    """The rows of one game."""
    turns = int(noted.turns[0])
    turn, end, seat = np.nonzero(
        (np.arange(noted.inputs.shape[1])[None, :, None] < noted.ends[:turns, None, None])
        & (np.arange(noted.inputs.shape[2])[None, None, :] < players)
    )
    at = (turn, end, seat)
    return Rows(
        noted.inputs[at].astype(np.float16),
        noted.expected[at].astype(np.float32),
        noted.worth[at].astype(np.float32),
        noted.totals[seat].astype(np.int16),
        end == noted.taken[turn],
        seat == noted.seat[turn],
        turn.astype(np.int32),
        end.astype(np.int8),
        noted.round[turn].astype(np.int8),
        np.full(len(turn), players, np.int8),
    )


def joined(pieces: list[Rows]) -> Rows:
    """Rows of several games, their turns numbered on."""
    turns, numbered = 0, []
    for piece in pieces:
        numbered.append(piece.turn + turns)
        turns = int(numbered[-1].max(initial=turns - 1)) + 1
    columns = [np.concatenate(column) for column in zip(*pieces, strict=True)]
    columns[Rows._fields.index("turn")] = np.concatenate(numbered)
    return Rows(*columns)


class Gathering:
    """Plays games of one net with itself, on whatever machine it is taken to."""

    def __init__(self, net: np.ndarray, futures: int, games: int) -> None:
        """`games`: of a piece."""
        self._net, self._futures, self._number = net, futures, games
        self._games: Games | None = None

    def __call__(self, first: int) -> bytes:
        """Play so many games from a seed on: the file of their rows."""
        if self._games is None:
            self._games = Games(self._net, self._futures)
        pieces = []
        for seed in range(first, first + self._number):
            config = drawn_config(seed)
            pieces.append(rows_of(self._games.play(config, seed), config.players))
        file = io.BytesIO()
        np.savez_compressed(file, **joined(pieces)._asdict())
        return file.getvalue()


def kept(folder: Path) -> list[Path]:
    """The files of a folder, in order."""
    return sorted(folder.glob("*.npz"))


def rows_in(path: Path) -> Rows:
    """The rows of a file."""
    with np.load(path, allow_pickle=False) as file:
        return Rows(*(file[name] for name in Rows._fields))


def turns_in(path: Path) -> int:
    """How many turns a file has."""
    with np.load(path, allow_pickle=False) as file:
        return int(file["turn"].max(initial=-1)) + 1

"""A policy that `burgundy train ppo` learned: it scores each legal action by what that changes, and by what the turn
can come to after it.

A policy is a file of numbers. To play it needs no torch: a kernel reckons its scores.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from .protocol import AgentError
from .user_file import in_folder

if TYPE_CHECKING:
    from burgundy_env import Game
    from burgundy_env.config import GameConfig
    from burgundy_env.observations import Layout
    from burgundy_env.records import Thought

Array = np.ndarray[Any, Any]
FORMATS = {"burgundy-ppo/1": False, "burgundy-ppo/2": True}  # whether it is shown what its turn can come to
SHIPPED = Path(__file__).with_name("policy.npz")  # docs/ppo.md; evaluations name it by its content
PARTS = ("row", "context", "first_bias", "second", "second_bias", "last", "direct")


class PpoAgent:
    """Takes the action that a policy thinks best: the one in a file, or the one that comes along."""

    def __init__(self, file: str | None = None, seed: int | str | None = None, folder: str | None = None) -> None:
        self._policy = RowPolicy.read(SHIPPED if file is None else in_folder(file, folder))
        self._fitted: dict[Any, Any] = {}

    def act(self, game: Game) -> str:
        """The action, in notation, of the seat to decide."""
        from burgundy_env.engine.actions import STRINGS

        ids, scores = self._scored(game)
        return str(STRINGS[ids[int(scores.argmax())]])

    def think(self, game: Game) -> Thought:
        """How it would divide its choice among the actions if it drew one, as it did while it learned."""
        from burgundy_env.engine.actions import STRINGS
        from burgundy_env.records import Thought

        ids, scores = self._scored(game)
        shares = np.exp((scores - scores.max()).astype(np.float64))
        shares /= shares.sum()
        return Thought({str(STRINGS[k]): round(float(share), 4) for k, share in zip(ids, shares, strict=True)})

    def _scored(self, game: Game) -> tuple[Array, Array]:
        """The legal actions, and what the policy thinks of each."""
        from burgundy_env.observations import action_rows, encoder

        if game.is_over:
            raise ValueError("the game is over; there is nothing to decide")
        ids = game.legal_ids()
        if len(ids) == 1:
            return np.array(ids), np.zeros(1, np.float32)
        offered = action_rows(game, self._policy.looks_ahead)
        fitted = self._fitted.get(game.config)
        if fitted is None:
            fitted = self._fitted[game.config] = self._policy.fitted(game.config)
        return offered.ids, fitted.scores(encoder("features", game.config).encode(game), offered.rows)


class RowPolicy:
    """The weights of a policy, and by which names it knows what it is shown."""

    def __init__(self, rows: list[str], context: list[str], parts: dict[str, Array], about: str = "") -> None:
        self.rows, self.context, self.parts, self.about = rows, context, parts, about
        self.looks_ahead = any(name.startswith("ahead.") for name in rows)

    @classmethod
    def read(cls, path: str | Path) -> RowPolicy:
        """The policy in a file; AgentError if there is none."""
        try:
            with np.load(path, allow_pickle=False) as file:
                if str(file["format"]) not in FORMATS:
                    raise AgentError(f"ppo: {path}: its format is {file['format']}, not {' or '.join(FORMATS)}")
                rows, context = ([str(name) for name in file[kind]] for kind in ("row_names", "context_names"))
                parts = {name: file[name].astype(np.float32) for name in PARTS}
                about = str(file["about"])
        except FileNotFoundError:
            raise AgentError(f"ppo: {path}: there is no such file; burgundy train ppo writes one") from None
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            if isinstance(error, AgentError):
                raise
            raise AgentError(f"ppo: {path}: no policy as burgundy train ppo writes it ({error})") from None
        _check(path, rows, context, parts)
        return cls(rows, context, parts, about)

    def write(self, file: IO[bytes]) -> None:
        """Keep it, by numbers of half the size: of 6,235 decisions they change none."""
        halved = {name: part.astype(np.float16) for name, part in self.parts.items()}
        names = {"row_names": np.array(self.rows), "context_names": np.array(self.context)}
        known = next(name for name, ahead in FORMATS.items() if ahead == self.looks_ahead)
        told: dict[str, Any] = {"format": known, "about": self.about, **names, **halved}
        np.savez_compressed(file, **told)

    def fitted(self, config: GameConfig) -> FittedPolicy:
        """The same for what games of a config show; what the policy does not know counts nothing."""
        from burgundy_env.observations import action_columns, encoder

        shown = numbers_of(action_columns(config, self.looks_ahead)), numbers_of(encoder("features", config))
        return FittedPolicy(_spread(self.parts, "row", self.rows, shown[0]),
                            _spread(self.parts, "context", self.context, shown[1]),
                            _spread(self.parts, "direct", self.rows, shown[0]), self.parts)  # fmt: skip


class FittedPolicy:
    """A policy for the games of a config."""

    def __init__(self, row: Array, context: Array, direct: Array, parts: dict[str, Array]) -> None:
        others = (np.ascontiguousarray(parts[name]) for name in ("first_bias", "second", "second_bias", "last"))
        self._layers = (context, row, *others, direct)

    def scores(self, seen: Array, rows: Array) -> Array:
        """What it thinks of each action; probabilities are to each other as the exponentials of their scores."""
        from burgundy_env.players.net.scoring import score_rows

        found = np.empty(len(rows), np.float32)
        score_rows(seen, rows, *self._layers, found)
        return found


def numbers_of(layout: Layout) -> list[str]:
    """A name for each number: that of its field, of several with its place."""
    return [
        field.name if field.size == 1 else f"{field.name}[{k}]" for field in layout.fields for k in range(field.size)
    ]


def _spread(parts: dict[str, Array], part: str, known: list[str], shown: list[str]) -> Array:
    place = {name: k for k, name in enumerate(known)}
    weights = parts[part]
    spread = np.zeros((len(shown), *weights.shape[1:]), np.float32)
    for k, name in enumerate(shown):
        if name in place:
            spread[k] = weights[place[name]]
    return spread


def _check(path: str | Path, rows: list[str], context: list[str], parts: dict[str, Array]) -> None:
    wide, narrow = parts["first_bias"].shape[0], parts["second_bias"].shape[0]
    shapes = {
        "row": (len(rows), wide), "context": (len(context), wide), "first_bias": (wide,), "second": (wide, narrow),
        "second_bias": (narrow,), "last": (narrow,), "direct": (len(rows),),
    }  # fmt: skip
    for name, shape in shapes.items():
        if parts[name].shape != shape or not np.isfinite(parts[name]).all():
            raise AgentError(f"ppo: {path}: {name} is to have finite numbers in the shape {shape}")

"""What people's games say about boards, to be set beside a study; the package's own facts, or a user's CSV."""

from __future__ import annotations

import csv
import json
import math
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from .errors import BalanceError

FOLDER = Path(__file__).parent / "human_games"
OWN = "human"  # what `--against` calls the package's own
SCATTER = 22.0  # VP: how a player's score scatters round a board's mean; see human_games/README.md
_KEYS = ("duchy", "mean")


@dataclass(frozen=True)
class People:
    """Mean scores of people by board, with standard errors, and pairs of which the one scores more."""

    source: str
    means: tuple[tuple[int, float, float], ...]  # board, mean, standard error
    doubtful: tuple[tuple[int, int], ...] = ()  # a board, and which of ours it may be instead
    order: tuple[tuple[int, int], ...] = ()  # better, worse

    @property
    def boards(self) -> tuple[int, ...]:
        """Those with a mean."""
        return tuple(board for board, _, _ in self.means)

    def readings(self) -> dict[str, People]:
        """All that can be meant: doubtful boards as they stand (under no name), as the others, and left out."""
        found = {"": self}
        for board, other in self.doubtful:
            found[f"board {board} as {other}"] = self._with({board: other})
            found[f"without board {board}"] = self._with({board: None})
        return found

    def _with(self, renamed: dict[int, int | None]) -> People:
        """The same with boards under other numbers, or without them."""
        means = [(renamed.get(board, board), mean, error) for board, mean, error in self.means]
        order = [(renamed.get(better, better), renamed.get(worse, worse)) for better, worse in self.order]
        return replace(
            self,
            means=tuple((board, mean, error) for board, mean, error in means if board is not None),
            order=tuple((better, worse) for better, worse in order if better is not None and worse is not None),
        )


def people(against: str) -> People:
    """The package's own (`human`), or those of a CSV file with the columns duchy, mean and, if known, error."""
    return _own() if against == OWN else _of_file(Path(against))


@cache
def _own() -> People:
    means, doubtful = [], []
    printed: dict[str, int] = {}
    for row in _rows(FOLDER / "boards.csv"):
        board, *others = map(int, row["duchy"].split("|"))
        doubtful += [(board, other) for other in others]
        # Between so many tables of four, whose scores are not independent: the middle of what the reports allow.
        tables = (int(row["tables_low"]) + int(row["tables_high"])) / 2
        means.append((board, float(row["mean"]), SCATTER / math.sqrt(tables * int(row["players"]))))
        printed[row["board"]] = board
    # Boards of the order that nobody has a mean of.
    printed |= {"1": 1, **{f"10{letter}": 11 + i for i, letter in enumerate("abcdefgh")}}
    order = tuple((printed[row["better"]], printed[row["worse"]]) for row in _rows(FOLDER / "order.csv"))
    return People("World Boardgaming Championships 2016-2018; online games of 2013", tuple(means),
                  tuple(doubtful), order)  # fmt: skip


@cache
def figures() -> dict[str, Any]:
    """Means by number of players, first-seat wins and ties of people's online games."""
    document: dict[str, Any] = json.loads((FOLDER / "figures.json").read_text(encoding="utf-8"))
    return document


def _of_file(path: Path) -> People:
    means = []
    for line, row in enumerate(_rows(path), 2):
        if any(row.get(key) is None for key in _KEYS):
            raise BalanceError(f"{path}: columns duchy and mean are needed (and error, if it is known)")
        try:
            error = float(row["error"]) if row.get("error") else 0.0
            means.append((int(row["duchy"]), float(row["mean"]), error))
        except ValueError:
            raise BalanceError(
                f"{path}, line {line}: duchy is a board's number, mean and error are numbers"
            ) from None
    if len(means) < 3:
        raise BalanceError(f"{path}: three boards at least are needed to compare their order")
    return People(str(path), tuple(means))


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))
    except OSError as error:
        raise BalanceError(
            f"{path}: cannot be read ({error.strerror}); --against takes human, or a CSV file with duchy and mean"
        ) from None
    except (UnicodeDecodeError, csv.Error):
        raise BalanceError(f"{path}: no CSV file with duchy and mean") from None

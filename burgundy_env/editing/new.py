"""A position to begin with: a game in which nobody has done anything yet, in any phase and round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.layout import ROUNDS, STAGE_TURN
from ..game import Config, DataSource, Game, inside
from ..modules.sizes import PHASE_LETTERS
from ..position.changes import Document
from ..position.values import PositionError

# What a seat does that does nothing: as it is prefixed, the earlier the rather.
_IDLE = ("d1 workers", "d2 workers", "end", "skip")


def new_position(
    config: Config = None,
    seed: int | None = None,
    *,
    phase: str = "A",
    round: int = 1,
    starts: Sequence[str] = (),
    begun: bool = True,
    data: DataSource = None,
) -> Document:
    """The position of a game at the beginning of a round, in which all seats have what they have at the start.

    What lies in the depots, the dice and the order are those of the game with this seed. `starts` are the hexes of
    the start castles, seat by seat (in the team game team by team); those not named go where the first legal action
    puts them. `begun=False`: before that, at the first decision of the setup. The Châteauma has played on.

    >>> document = new_position({"players": 2, "duchies": [1, 5]}, seed=7, phase="C")
    >>> document["phase"], document["round"]
    ('C', 1)
    """
    if phase not in PHASE_LETTERS or isinstance(round, bool) or not 1 <= round <= ROUNDS:
        raise PositionError(
            f"phase {phase!r}, round {round!r}: phases are {', '.join(PHASE_LETTERS)}, rounds 1 to {ROUNDS}"
        )
    game = Game.new(config, seed, data=data)
    if not begun:
        if starts or (phase, round) != (PHASE_LETTERS[0], 1):
            raise PositionError("before the start castles it is phase A, round 1, and no hex is chosen")
        return _open(game.to_json())
    owners = game.config.owners
    if len(starts) > owners:
        raise PositionError(f"start: {len(starts)} hexes for {owners} duchies")
    while _when(game) is None:
        game.push(_start(game, starts))
    first, wanted = game.to_json(), (phase, round)
    while _when(game) != wanted:
        if game.is_over:
            raise PositionError(f"phase {phase}, round {round}: if nobody does anything this game ends before")
        legal = game.legal_actions()
        game.push(next((action for action in _IDLE if action in legal), legal[0]))
    return _open(_as_at_the_start(game.to_json(), first))


def _when(game: Game) -> tuple[str, int] | None:
    """The phase and round, once the first has begun."""
    s = inside(game).state[0]
    return (PHASE_LETTERS[s.phase], int(s.round_number) + 1) if s.stage == STAGE_TURN else None


def _start(game: Game, starts: Sequence[str]) -> str:
    """What the seat to decide does before the first round: its castle goes where it was said."""
    legal = game.legal_actions()
    owner = (game.active or 0) % game.config.owners
    if not legal[0].startswith("start ") or owner >= len(starts):
        return legal[0]
    if (action := f"start {starts[owner]}") not in legal:
        hexes = ", ".join(one.removeprefix("start ") for one in legal)
        raise PositionError(
            f"start: {starts[owner]} is no hex for the castle of seat {game.active}; there are {hexes}"
        )
    return action


def _as_at_the_start(document: Document, first: Document) -> Document:
    """With what the seats had at the start, but for the dice and what the Châteauma has."""
    for owners in ("players", "teams"):
        for owner, had in zip(document.get(owners, []), first.get(owners, []), strict=True):
            owner |= {key: value for key, value in had.items() if key not in ("dice", "used")}
    return document


def _open(document: dict[str, Any]) -> Document:
    """Without what is hidden, which is dealt when somebody plays on."""
    return {key: value for key, value in document.items() if key != "hidden"}

"""From a question to its cells. A study is a row in `BUILDERS`; nothing here plays or reckons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from ..arena.schedule import Terms
from ..config import MODULES, ConfigError, GameConfig, all_modules
from ..modules import by_key
from .cells import Cell
from .errors import BalanceError
from .question import Question, usual_boards

BASELINE = "none"  # no module, no gift, nothing forbidden
EVERYTHING = "all"
STRENGTH = "strength"  # of cells in which the agents meet: who is stronger
STRENGTH_GAMES = 100
USUAL_RESTRICTIONS = (
    "ship", "monastery", "livestock", "castle", "mine", "building", "black_depot", "workers", "sell",
)  # fmt: skip
GIFTS = (("1 silver", Terms(silver=1)), ("1 worker", Terms(workers=1)), ("3 silver", Terms(silver=3)),
         ("5 VP", Terms(vp=5)))  # fmt: skip


def cells_of(question: Question, data: str | None) -> tuple[Cell, ...]:
    """All that a study plays; `data`: the hash of component data that are not the package's own."""
    try:
        cells = [*BUILDERS[question.study](question), *_strengths(question)]
    except ConfigError as error:
        raise BalanceError(f"{question.study}: {error}") from None
    if data is None:
        return tuple(cells)
    return tuple(_with_data(cell, data) for cell in cells)


def _with_data(cell: Cell, data: str) -> Cell:
    return replace(cell, configs=tuple(replace(config, data=data) for config in cell.configs))


def boards_of(question: Question) -> tuple[int, ...]:
    """The boards that a study is played on."""
    return question.boards or usual_boards(question.study, question.ruleset)


def _config(question: Question, players: int, boards: Sequence[int], modules: Sequence[str]) -> GameConfig:
    if question.own_rules:
        modules = [name for name in MODULES if name in modules or set(boards) <= set(by_key(name).boards)]
    return GameConfig(players=players, ruleset=question.ruleset, duchies=tuple(boards), modules=tuple(modules))


def _mirrors(question: Question, players: int, modules: Sequence[str]) -> tuple[GameConfig, ...]:
    """Everybody on the same board, one board after the other."""
    return tuple(_config(question, players, [board] * players, modules) for board in boards_of(question))


def _agents(question: Question) -> Iterator[tuple[int, str]]:
    return enumerate(question.agents)


# --- the studies -------------------------------------------------------------------------------------


def _boards(question: Question) -> Iterator[Cell]:
    players, modules = question.players[0], question.modules[0]
    boards = boards_of(question)
    for i, agent in _agents(question):
        if question.design in ("pairs", "next"):
            tables = [(str(a), str(b), [a, *[b] * (players - 1)]) for a, b in combinations(boards, 2)]
        elif question.design == "reference":
            r = question.reference
            tables = [(str(b), str(r), [b, *[r] * (players - 1)]) for b in boards if b != r]
        else:
            tables = [(str(b), "", [b] * players) for b in boards]
        for board, against, duchies in tables:
            factors = [("board", board), ("agent", agent)] + ([("against", against)] if against else [])
            yield Cell(tuple(factors), (_config(question, players, duchies, modules),), (i,) * players)


def module_sets(question: Question) -> list[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """Each module alone and all together: the name, the modules, the boards if it is about some of its own."""
    players = question.players[0]
    chosen = question.modules[0] or tuple(
        name for name in all_modules(chateauma=False) if players in by_key(name).players
    )
    sets: list[tuple[str, tuple[str, ...], tuple[int, ...]]] = []
    for name in chosen:
        sets.append((name, (name,), ()))
        if by_key(name).boards:
            sets.append((f"{name} on its boards", (name,), by_key(name).boards))
    if len(chosen) > 1:
        sets.append((EVERYTHING, tuple(chosen), ()))
    return sets


def _modules(question: Question) -> Iterator[Cell]:
    players = question.players[0]
    for i, agent in _agents(question):
        seats = (i,) * players
        known: set[tuple[int, ...]] = set()
        for name, modules, own in module_sets(question):
            boards = own or boards_of(question)
            if boards not in known:
                known.add(boards)
                where = name if own else ""
                yield Cell(
                    (("modules", BASELINE), ("where", where), ("agent", agent)), _on(question, boards, ()), seats
                )
            where = name if own else ""
            yield Cell((("modules", name), ("where", where), ("agent", agent)), _on(question, boards, modules), seats)


def _on(question: Question, boards: Sequence[int], modules: Sequence[str]) -> tuple[GameConfig, ...]:
    players = question.players[0]
    return tuple(_config(question, players, [board] * players, modules) for board in boards)


def _seats(question: Question) -> Iterator[Cell]:
    players = question.players[0]
    for i, agent in _agents(question):
        yield Cell((("agent", agent),), _mirrors(question, players, question.modules[0]), (i,) * players)


def _players(question: Question) -> Iterator[Cell]:
    numbers = question.players if len(question.players) > 1 else (2, 3, 4)
    for i, agent in _agents(question):
        for players in numbers:
            configs = _mirrors(question, players, question.modules[0])
            yield Cell((("players", str(players)), ("agent", agent)), configs, (i,) * players)


def _tiles(question: Question) -> Iterator[Cell]:
    players = question.players[0]
    for i, agent in _agents(question):
        configs = _mirrors(question, players, question.modules[0])
        yield Cell((("tiles", "all"), ("agent", agent)), configs, (i,) * players, twins=True)


def _economy(question: Question) -> Iterator[Cell]:
    players = question.players[0]
    configs = _mirrors(question, players, question.modules[0])
    for i, agent in _agents(question):
        yield Cell((("gift", BASELINE), ("agent", agent)), configs, (i,) * players)
        for name, gift in GIFTS:
            terms = (gift, *[Terms()] * (players - 1))
            yield Cell((("gift", name), ("agent", agent)), configs, (i,) * players, terms)


def _strategies(question: Question) -> Iterator[Cell]:
    players = question.players[0]
    configs = _mirrors(question, players, question.modules[0])
    for i, agent in _agents(question):
        for name in question.without or USUAL_RESTRICTIONS:
            terms = (Terms(without=(name,)), *[Terms()] * (players - 1))
            yield Cell((("without", name), ("agent", agent)), configs, (i,) * players, terms)


HANDICAPS = {"vp": (0, 5, 10, 20, 30, 45, 60), "silver": (0, 1, 2, 4, 6, 9, 12), "workers": (0, 1, 2, 4, 6, 9, 12)}


def _handicap(question: Question) -> Iterator[Cell]:
    """The first board without help against the second with more and more of it."""
    a, b = boards_of(question)
    for i, agent in _agents(question):
        config = _config(question, 2, (a, b), question.modules[0])
        for size in HANDICAPS[question.unit]:
            # To the one and to the other: which of the boards needs help is what is asked.
            for factor in (("to", str(b)), ("to", str(a))) if size else (("to", str(b)),):
                given: dict[str, Any] = {question.unit: size}
                helped = Terms(**given)
                terms = (Terms(), helped) if factor[1] == str(b) else (helped, Terms())
                yield Cell((("handicap", str(size)), factor, ("agent", agent)), (config,), (i, i), terms)


def _factors(question: Question) -> Iterator[Cell]:
    for i, agent in _agents(question):
        for players, modules, board in product(question.players, question.modules, boards_of(question)):
            factors = (
                ("board", str(board)), ("modules", "+".join(modules) or BASELINE), ("players", str(players)),
                ("agent", agent),
            )  # fmt: skip
            yield Cell(factors, (_config(question, players, [board] * players, modules),), (i,) * players)


def _strengths(question: Question) -> Iterator[Cell]:
    """The agents against each other, so that they can be put in order."""
    config = _config(question, 2, [boards_of(question)[0]] * 2, ())
    for (i, first), (j, second) in combinations(_agents(question), 2):
        yield Cell(((STRENGTH, first), ("against", second)), (config,), (i, j), most_games=STRENGTH_GAMES)


BUILDERS: dict[str, Callable[[Question], Iterator[Cell]]] = {
    "boards": _boards,
    "modules": _modules,
    "seats": _seats,
    "players": _players,
    "tiles": _tiles,
    "economy": _economy,
    "strategies": _strategies,
    "handicap": _handicap,
    "factors": _factors,
}

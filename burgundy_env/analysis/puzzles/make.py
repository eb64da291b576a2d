"""Problems looked for in games of the search with itself.

Every turn of a game is asked about in three steps, each with more futures than the one before, as hardly one in a
hundred turns is a problem. What the middle levels play is compared with what the strong player does; where that looks
promising, with the best lines of a search; what is left is judged by many futures which nobody has chosen by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from burgundy_agents import Agent, make

from ...engine.actions import IDS
from ...engine.layout import STATE
from ...game import Game, inside
from ...players.turn.ends import END_OF_TURN
from ...players.turn.thinking import horizon, seats_of
from ..judge import Compared, Ends, Judge, with_played
from ..summary import why

FORMAT = "burgundy-puzzle/1"
LICENCE = "CC0-1.0"
MIDDLE = ("level:3", "level:4", "level:5")
ASKED = ("level:1", "level:2", *MIDDLE, "level:6", "heuristic")  # how often each misses the answer is told
WORTH = 6.0  # VP by which the best turn is better than what each of the middle levels plays, on average
AS_GOOD = 1.0  # VP: turns that come so near the best are answers, too
STRONG = "turn:futures=160"  # plays the games
LOOK, SCREEN, JUDGE = 36, 300, 3000  # futures of the three steps
PROMISING = (4.0, 5.0)  # VP after the first and the second step
TIMES = 8  # that each agent is asked, with another seed
CONFIGS: tuple[Mapping[str, Any], ...] = (
    {"players": 2, "duchies": [1, 1]},
    {"players": 2, "duchies": "random"},
    {"players": 1, "chateauma": "hard", "duchies": "random"},
    {"players": 2, "duchies": "random"},
    {"players": 3, "duchies": "random"},
    {"players": 2, "duchies": "random", "modules": ["shields", "castle_rule"]},
    {"players": 2, "duchies": "random", "modules": ["vineyards", "castle_rule"]},
    {"players": 2, "duchies": "random", "modules": ["inns", "white_castles", "border_posts", "castle_rule"]},
)


def of_game(number: int, seed: int) -> Iterator[dict[str, Any] | None]:
    """The problems of one game: for every turn in which there is something to decide one, or None."""
    config = CONFIGS[number % len(CONFIGS)]
    game = Game.new(config, seed=seed * 1_000_003 + number)
    seats = [make(STRONG, seed=7 * number + seat) for seat in range(game.config.players)]
    before: tuple[Any, ...] = ()
    while game.active is not None:
        document = game.to_json()
        place = (document["stage"], document["phase"], document["round"], document["active"])
        if place != before and document["stage"] == "turn" and not document["pending"]:
            before = place
            found = problem(game, seats[game.active], number)
            yield None if found is None else {**found, "id": f"{seed}-{found['id']}"}
        game.push(seats[game.active].act(game))


def problem(game: Game, strong: Agent, number: int) -> dict[str, Any] | None:
    """The problem of a position in which a turn begins, if it is one. `strong` says what it plays there now."""
    best = played(strong, game)
    middling = [played(make(level, seed=number), game) for level in MIDDLE]
    if sum(_differ(best, other) for other in middling) < 2:
        return None
    lines = _Lines(game, None, [best, *middling])
    judge = Judge(LOOK, seed=number)
    costs = lines.costs(judge, 1)
    if costs[lines.places[1:]].mean() < PROMISING[0]:
        return None
    # From here on only what lies open counts: a problem is judged as whoever solves it sees it.
    shown = {key: value for key, value in game.to_json().items() if key != "hidden"}
    game = Game.from_json(shown, seed=number)
    asked = {name: [played(make(name, seed=97 * k + number), game) for k in range(TIMES)] for name in ASKED}
    judge = Judge(SCREEN, seed=number)
    lines = _Lines(game, judge, [turn for turns in asked.values() for turn in turns])
    if _middle(lines, lines.costs(judge, 2)) < PROMISING[1]:
        return None
    judge = Judge(JUDGE, seed=number)
    compared = lines.compared(judge, 3)
    cost = _costs(compared)
    if _middle(lines, cost) < WORTH:
        return None
    return _told(shown, lines, compared, cost, judge, number)


Played = tuple[Any, tuple[int, ...]]  # the state before the last action, and the actions


def played(agent: Agent, game: Game) -> Played:
    """The turn that an agent plays, on a copy."""
    game, actions = game.copy(), []
    place = game.active
    while True:
        state, action = inside(game).state.copy(), agent.act(game)
        actions.append(IDS[action])
        round_ = game.to_json()["round"]
        game.push(action)
        if game.is_over or action == "end" or game.active != place or game.to_json()["round"] != round_:
            return state, tuple(actions)


def _differ(one: Played, other: Played) -> bool:
    return one[1] != other[1] and (one[0].tobytes() != other[0].tobytes() or one[1][-1] != other[1][-1])


class _Lines:
    """The lines of a position that are compared: of a search, if there is one, and those that agents played."""

    def __init__(self, game: Game, judge: Judge | None, turns: Sequence[Played]) -> None:
        self.game, self.play = game, inside(game)
        self.last = int(horizon(self.play.tables, self.play.state))
        ends = of_one(turns[0]) if judge is None else judge.search(self.play, 0)[1]
        self.places = []
        for state, actions in turns:
            ends, place = with_played(ends, state, actions)
            self.places.append(place)
        self.ends = ends

    def compared(self, judge: Judge, question: int) -> Compared:
        """What futures say of each."""
        rows = judge.rows(self.play, self.ends, self.last, judge.first_future(0, question), judge.futures)
        seat = self.game.active or 0
        return Compared.of(rows, self.ends.paths, seat, seats_of(self.play), self.game.config.teams)

    def costs(self, judge: Judge, question: int) -> np.ndarray[Any, Any]:
        """By which each is worse than the best."""
        return _costs(self.compared(judge, question))


def of_one(turn: Played) -> Ends:
    """The ends that a single line makes."""
    nothing = Ends(np.zeros(0, END_OF_TURN), np.zeros(0, STATE), (), 0)
    return with_played(nothing, *turn)[0]


def _costs(compared: Compared) -> np.ndarray[Any, Any]:
    """By which each line is worse than the best, each half of the futures choosing for the other."""
    own = compared.leads[:, :, compared.seat]
    best = own[np.arange(len(own)), compared.best()]
    costs: np.ndarray[Any, Any] = (best[:, None] - own).mean(0)
    return costs


def _middle(lines: _Lines, costs: np.ndarray[Any, Any]) -> float:
    """What the turns of a middle level cost on average, of the level that does best."""
    first = ASKED.index(MIDDLE[0])
    each = [costs[lines.places[k * TIMES : (k + 1) * TIMES]].mean() for k in range(first, first + len(MIDDLE))]
    return float(min(each))


def _told(
    shown: dict[str, Any], lines: _Lines, compared: Compared, costs: np.ndarray[Any, Any], judge: Judge, number: int
) -> dict[str, Any]:
    """The problem as it is kept."""
    order = compared.order()
    answers = [line for line in order if compared.leads[:, :, compared.seat].mean(0)[order[0]]
               - compared.leads[:, line, compared.seat].mean() <= AS_GOOD]  # fmt: skip
    first = ASKED.index(MIDDLE[0]) * TIMES
    usual = int(np.bincount(lines.places[first : first + len(MIDDLE) * TIMES]).argmax())
    if usual in answers:  # most find it, the others err by all the more
        others = [place for place in lines.places[first : first + len(MIDDLE) * TIMES] if place not in answers]
        usual = int(np.bincount(others).argmax())
    best, typical = compared.told(order[0]), compared.told(usual)
    missed = {
        name: round(float(np.mean([lines.places[k * TIMES + i] not in answers for i in range(TIMES)])), 3)
        for k, name in enumerate(ASKED)
    }
    return {
        "format": FORMAT,
        "id": f"{number}-{shown['phase']}{shown['round']}-{shown['active']}",
        "licence": LICENCE,
        "seat": compared.seat,
        "worth": round(_middle(lines, costs), 2),
        "missed": missed,
        "answer": best,
        "answers": [compared.told(line)["turn"] for line in answers],
        "usual": typical,
        "why": why(best, typical, compared.seat),
        "lines": [{key: told[key] for key in ("turn", "margin", "error")} for told in map(compared.told, order)],
        "judged": f"turn:futures={JUDGE}, net {judge.fingerprint}",
        "position": shown,
    }

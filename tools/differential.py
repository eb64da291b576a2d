"""Random games of the engine beside the second opinion, an independent model written from the rules alone.

`python tools/differential.py --games 2000 [--seed N] [--modules inns,solo] [--keep FOLDER]` is the long mode:
it draws configs (modules alone, in pairs, in any combination that can be together) and reports every
disagreement with the position before it. Each game is made from the seed and its number: `--only NUMBER`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
from differential_positions import late, rich
from second_opinion.games import model_of
from second_opinion.parts import VINES
from second_opinion.vineyards import SPACES

from burgundy_env import Game
from burgundy_env.config import MODULES as ALL
from burgundy_env.engine.actions import IDS

BY_THEMSELVES = ("solo", "team")  # and what goes with them:
SMALL = ("extra_tiles", "white_castles")
MODULES = tuple(module for module in ALL if module not in BY_THEMSELVES)
# Keys that may be null or absent where there is nothing to say.
OPTIONAL = ("copied", "wild", "m27")
Style = Callable[[list[str], random.Random], str]


class Disagreement(AssertionError):
    """The engine and the model part; `position` is the document before the action, if there was one."""

    def __init__(self, what: str, position: dict[str, Any], action: str | None = None) -> None:
        super().__init__(f"{what}\nafter {action!r} at\n{json.dumps(position)}")
        self.what, self.position, self.action = what, position, action


# ----------------------------------------------------------------------------------- one game
class SideBySide:
    """A game of the engine and the model's table at the same position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before, self.action = game.to_json(), None
        self.table = model_of(self.before["config"]).from_json(self.before)

    def legal(self) -> list[str]:
        """What both find legal, in the order of the ids."""
        mine, engines = self.table.legal(), self.game.legal_actions()
        if sorted(mine) != sorted(engines):
            apart = f"legal in the model only: {_beyond(mine, engines)}; in the engine only: {_beyond(engines, mine)}"
            raise Disagreement(apart, self.game.to_json())
        if engines != sorted(engines, key=IDS.__getitem__):
            raise Disagreement("legal actions are not in the order of their ids", self.game.to_json())
        return engines

    def push(self, action: str) -> dict[str, Any]:
        """One action by both; the position that they agree on."""
        self.before, self.action, events = self.game.to_json(), action, len(self.game.events)
        self.game.push(action)
        try:
            self.table.push(action, [event for event in self.game.events[events:] if "chance" in event])
        except AssertionError as error:
            raise Disagreement(f"the model can't follow: {error}", self.before, action) from error
        after = self.game.to_json()
        if self.table.to_json() != _without_nulls(after):
            raise Disagreement("\n".join(_apart(self.table.to_json(), _without_nulls(after))), self.before, action)
        return after

    def read_back(self) -> None:
        """The engine goes on from what it has written, as if nothing had happened."""
        doc = self.game.to_json()
        again = Game.from_json(doc, seed=1)
        if again.legal_actions() != self.game.legal_actions() or again.to_json() != doc:
            raise Disagreement("the position read back is another one", doc)

    def compare_ends(self) -> None:
        """Totals and ranking of a game that is over."""
        totals = [score["total"] for score in self.table.scores()]
        if totals != [score["total"] for score in self.game.scores()]:
            apart = f"final scores: {self.table.scores()}, the engine {self.game.scores()}"
            raise Disagreement(apart, self.before, self.action)
        outcome, mine = self.game.outcome(), {"ranking": tuple(self.table.ranking()), **self.table.result()}
        engines = {key: getattr(outcome, key) for key in mine}
        if mine != engines:
            raise Disagreement(f"result {mine}, the engine {engines}", self.before, self.action)


def walk(game: Game, rng: random.Random, style: Style, seen: Counter[str] | None = None) -> int:
    """Play to the end, comparing legal actions, their order and positions; return the number of decisions."""
    both, decisions = SideBySide(game), 0
    while not game.is_over:
        legal = both.legal()
        if rng.random() < (0.1 if both.table.pending else 0.01):
            both.read_back()
        action = style(legal, rng)
        after = both.push(action)
        decisions += 1
        if seen is not None:
            seen[_verb(action)] += 1
            seen[" > ".join(entry["kind"] for entry in after["pending"][-3:])] += 1
    both.compare_ends()
    return decisions


def together(doc: dict[str, Any], *actions: str) -> dict[str, Any]:
    """A position and actions played by both, what is hidden dealt at random; the position at the end."""
    doc = {key: value for key, value in doc.items() if key != "hidden"}
    both = SideBySide(Game.from_json(doc, seed=1))
    for action in actions:
        both.legal()
        doc = both.push(action)
    both.legal()
    return doc


def _without_nulls(doc: dict[str, Any]) -> dict[str, Any]:
    """A document as the model writes it: optional keys of players and teams only where they say something."""

    def plain(owner: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in owner.items() if key not in OPTIONAL or value is not None}

    return doc | {key: [plain(owner) for owner in doc[key]] for key in ("players", "teams") if key in doc}


def _beyond(some: list[str], others: list[str]) -> list[str]:
    return sorted(set(some) - set(others))


def _apart(mine: Any, engines: Any, path: str = "") -> list[str]:
    """Where two documents differ, one line each."""
    if isinstance(mine, dict) and isinstance(engines, dict):
        keys = sorted({*mine, *engines})
        missing = "(no such key)"
        lines = [_apart(mine.get(key, missing), engines.get(key, missing), f"{path}.{key}") for key in keys]
        return [line for part in lines for line in part]
    if isinstance(mine, list) and isinstance(engines, list) and len(mine) == len(engines):
        parts = [_apart(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(mine, engines, strict=True))]
        return [line for part in parts for line in part]
    return [] if mine == engines else [f"{path[1:]}: the model has {mine}, the engine {engines}"]


# -------------------------------------------------------------------------------------- styles
def uniform(legal: list[str], rng: random.Random) -> str:
    """Any legal action, each as likely as the others."""
    return rng.choice(legal)


def eager(legal: list[str], rng: random.Random) -> str:
    """Prefer what fills duchies and storages: such games see the rules that random ones miss."""
    wishes = (
        "pick",
        "shield",
        "pay",
        "plant",
        "free place",
        "free plant",
        "d1 place",
        "d2 place",
        "d1 plant",
        "d2 plant",
    )
    for wish in (*wishes, "recruit", "buy", "free take", "goods"):
        wanted = [action for action in legal if action.startswith(wish)]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return rng.choice(legal)


def curious(legal: list[str], rng: random.Random) -> str:
    """Every verb as likely as the others, `skip` and `end` last: what is seldom legal is often done."""
    verbs: dict[str, list[str]] = {}
    for action in legal:
        verbs.setdefault(_verb(action), []).append(action)
    lively = [verb for verb in verbs if verb not in ("skip", "end", "d1 workers", "d2 workers", "free workers")]
    return rng.choice(verbs[rng.choice(lively if lively and rng.random() < 0.85 else list(verbs))])


def _verb(action: str) -> str:
    words = action.split()
    return " ".join(words[:2]) if words[0] in ("d1", "d2", "free", "effect") else words[0]


STYLES: tuple[Style, ...] = (uniform, eager, curious)


# ------------------------------------------------------------------------------------- configs
def combinations() -> list[tuple[str, ...]]:
    """Each module alone, each pair, all that can be together; the solo and the team game with what goes with them."""
    alone = [(game, *extra) for game in BY_THEMSELVES for n in range(3) for extra in itertools.combinations(SMALL, n)]
    pairs = itertools.combinations(MODULES, 2)
    without_inns = tuple(name for name in MODULES if name != "inns")
    return [*((name,) for name in MODULES), *pairs, MODULES, without_inns, *alone]


def config_of(modules: tuple[str, ...], rng: random.Random) -> dict[str, Any]:
    """A config with these modules; players, ruleset, boards and the Châteauma at random."""
    ruleset = rng.choice(["special_edition", "alea_2011"])
    config: dict[str, Any] = {"ruleset": ruleset, "modules": sorted(modules)}
    if "solo" in modules:
        target = rng.choice([5, 7, 20, 50])
        return config | {"players": 1, "duchies": [rng.choice([33, 34])], "solo_target": target}
    if "team" in modules:
        return config | {"players": 4, "duchies": [rng.choice([31, 32]) for _ in range(2)]}
    if "inns" not in modules and rng.random() < 0.4:
        players = rng.randint(1, 3)
        letters = [letter for letter in "ABCD" if rng.random() < 0.3]
        difficulty = rng.choice(["easy", "intermediate", "hard"])
        config["chateauma"] = {"difficulty": difficulty, "modifiers": letters}
    else:
        players = rng.randint(2, 4)
    if "trade_routes" in modules and rng.random() < 0.5:
        config["trade_route_order"] = "chosen"
    if "vineyards" in modules and rng.random() < 0.5:
        seats = players + ("chateauma" in config)
        config["vineyards"] = rng.sample(sorted(SPACES), players)
        config["vines_out"] = sorted(rng.sample(VINES, 4 - seats), key=VINES.index)
    ruled = "castle_rule" in modules
    any_board = [*range(1, 31), 44, 48]
    boards = [rng.randint(11, 18) if ruled and rng.random() < 0.9 else rng.choice(any_board) for _ in range(players)]
    return config | {"players": players, "duchies": boards}


# ----------------------------------------------------------------------------------- long mode
def play_number(seed: int, number: int, chosen: list[tuple[str, ...]], seen: Counter[str]) -> None:
    """Game `number` of a seed: fresh, or begun from a position that is rich or late."""
    rng = random.Random(f"{seed}/{number}")
    config = config_of(chosen[number % len(chosen)], rng)
    game, style = Game.new(config, seed=rng.randrange(2**32)), rng.choice(STYLES)
    walk(rng.choice((lambda game, _: game, rich, late))(game, rng), rng, style, seen)


def main() -> int:
    """Play many games and tell where the two parted; the number of disagreements, at most 1, is the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, help="only the game with this number")
    parser.add_argument("--modules", help="only combinations of these, separated by commas")
    parser.add_argument("--keep", type=Path, help="a folder for the positions of disagreements")
    parser.add_argument("--most", type=int, default=20, help="stop after so many disagreements")
    asked = parser.parse_args()
    among = set(asked.modules.split(",")) if asked.modules else {*MODULES, *BY_THEMSELVES}
    chosen = [modules for modules in combinations() if set(modules) <= among]
    seen: Counter[str] = Counter()
    found = 0
    for number in range(asked.games) if asked.only is None else [asked.only]:
        try:
            play_number(asked.seed, number, chosen, seen)
        except Exception as error:
            found += 1
            report(asked.seed, number, error, asked.keep)
            if found >= asked.most:
                break
    print(json.dumps(dict(seen.most_common()), indent=1))
    print(f"{found} disagreements")
    return min(found, 1)


def report(seed: int, number: int, error: Exception, keep: Path | None) -> None:
    """One disagreement on the screen, and its position in a file."""
    print(f"--- seed {seed}, game {number}")
    if not isinstance(error, Disagreement):
        traceback.print_exception(error)
        return
    print(f"after {error.action!r}: {error.what}", flush=True)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"what": error.what, "action": error.action, "position": error.position})
        (keep / f"{seed}-{number}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

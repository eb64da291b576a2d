"""Golden playthroughs: whole games as text, one file per configuration and seed.

`python tools/make_golden.py` plays and writes them, `--check` replays the actions of the files and says which
lines would change. A rules change shows in a diff of these files; read it before committing it.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
from checker import config_name
from policies import ALL_POLICIES

from burgundy_env import Game
from burgundy_env.engine.actions import IDS, block_of
from burgundy_env.modules.sizes import ranges

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "games" / "golden"
# Seeds chosen so that the games together play an action of every block of the table (tested).
GAMES: tuple[tuple[dict[str, Any], int, str], ...] = tuple(
    ({"players": players, "ruleset": ruleset, "duchies": boards}, seed, by)
    for players, ruleset, boards, seed, by in (
        (2, "special_edition", (1, 2), 1, "eager"),
        (2, "special_edition", "random:1-30", 2, "collector"),
        (2, "special_edition", "sides", 3, "greedy_builder"),
        (2, "alea_2011", (9, 17), 4, "collector"),
        (2, "alea_2011", "random:1-30", 5, "greedy_builder"),
        (2, "alea_2011", "sides", 6, "uniform"),
        (3, "special_edition", (3, 11, 24), 7, "greedy_builder"),
        (3, "special_edition", "random:1-30", 8, "uniform"),
        (3, "special_edition", "sides", 9, "eager"),
        (3, "alea_2011", (5, 20, 30), 10, "eager"),
        (3, "alea_2011", "random:1-30", 11, "collector"),
        (3, "alea_2011", "sides", 12, "greedy_builder"),
        (4, "special_edition", (7, 8, 13, 26), 13, "collector"),
        (4, "special_edition", "random:1-30", 14, "eager"),
        (4, "special_edition", "sides", 15, "greedy_builder"),
        (4, "alea_2011", (10, 12, 19, 22), 16, "uniform"),
        (4, "alea_2011", "random:1-30", 17, "greedy_builder"),
        (4, "alea_2011", "sides", 18, "collector"),
    )
) + tuple(
    ({"players": players, "ruleset": ruleset, "duchies": "random:1-30", "chateauma": chateauma}, seed, by)
    for players, ruleset, chateauma, seed, by in (
        (1, "special_edition", "easy", 19, "eager"),
        (1, "special_edition", "intermediate+D", 20, "greedy_builder"),
        (1, "alea_2011", "hard+ABCD", 37, "collector"),
        (2, "special_edition", "hard+AD", 22, "greedy_builder"),
        (2, "alea_2011", "easy+B", 23, "uniform"),
        (2, "special_edition", "intermediate+C", 24, "collector"),
        (3, "special_edition", "hard+BCD", 25, "eager"),
        (3, "alea_2011", "intermediate+A", 26, "greedy_builder"),
    )
)
# By name: what `all` means may grow.
_FIVE = ["castle_rule", "extra_tiles", "border_posts", "white_castles", "trade_routes"]
_SIX = [*_FIVE[:4], "inns", "trade_routes"]
_YARDS = {"vineyards": [4, 1], "vines_out": ["green", "black"]}
_SOLO = ["extra_tiles", "white_castles", "solo"]
GAMES += tuple(
    ({"players": players, "ruleset": ruleset, "duchies": duchies, "modules": modules, **more}, seed, "explorer")
    for players, ruleset, duchies, modules, more, seed in (
        (2, "special_edition", "random:11-18", ["castle_rule", "inns"], {}, 1),
        (2, "alea_2011", "random:11-18", ["castle_rule", "extra_tiles"], {}, 0),
        (2, "special_edition", "sides:23-30", ["border_posts", "trade_routes"], {"trade_route_order": "chosen"}, 0),
        (2, "special_edition", "random:1-30", ["extra_tiles", "white_castles"], {}, 10),
        (3, "special_edition", "random:11-18,23-30", _SIX, {}, 0),
        (4, "alea_2011", "random:11-18,23-30", _SIX, {"trade_route_order": "chosen"}, 0),
        (1, "special_edition", "random:1-30", _FIVE, {"chateauma": "hard+AD"}, 27),
        (1, "special_edition", (33,), ["solo"], {}, 36),
        (1, "special_edition", (34,), _SOLO, {"solo_target": 15}, 6),
        (4, "special_edition", "random:1-30", ["extra_tiles", "inns", "shields"], {}, 25),
        (4, "special_edition", "random:1-30", ["extra_tiles", "inns", "shields"], {}, 35),
        (1, "alea_2011", "random:1-30", ["castle_rule", "extra_tiles", "shields"], {"chateauma": "easy"}, 42),
        (3, "special_edition", "random:1-30", ["inns", "vineyards"], {}, 7),
        (2, "special_edition", "random:1-30", ["inns", "shields", "vineyards"], _YARDS, 4),
        (2, "alea_2011", "random:1-30", ["vineyards"], {"chateauma": "hard"}, 4),
        (4, "special_edition", (31, 32), ["team"], {}, 0),
        (4, "alea_2011", (32, 32), ["extra_tiles", "white_castles", "team"], {}, 1),
    )
)
_ACTION = re.compile(r"^> (.+?) \[\d+\]")


def file_of(config: dict[str, Any], seed: int) -> Path:
    """Where the playthrough of a config and seed is kept."""
    return FOLDER / f"{config_name(config)}-{seed}.txt"


def playthrough(config: dict[str, Any], seed: int, choose: Callable[[Game], str | None]) -> list[str]:
    """The lines of a game whose actions `choose` gives; it may end the game early with None."""
    game = Game.new(config, seed=seed)
    lines = [*_happened(game.events), ""]
    decisions = 0
    while not game.is_over and (action := choose(game)) is not None:
        before, told = game.to_json(), len(game.events)
        lines += [f"{decisions} {_situation(before)}", f"legal {_legal(game)}"]
        if action not in game.legal_actions():
            return [*lines, f"> {action} is not legal here"]
        lines.append(f"> {action} [{IDS[action]}] {game.explain(action)}")
        game.push(action)
        lines += _happened(game.events[told + 1 :]) + _changes(before, game.to_json())
        decisions += 1
    head = [f"config {game.config}", f"seed {seed}", f"actions {decisions}", ""]
    return [*head, *lines, *_end(game)]


def _situation(document: dict[str, Any]) -> str:
    seat = document["players"][document["active"]]
    dice = " ".join(f"({die})" if used else str(die) for die, used in zip(seat["dice"], seat["used"], strict=False))
    pending = [
        " ".join([entry["kind"], *(str(x) for x in list(entry.values())[1:])]) for entry in document["pending"]
    ]
    where = f"{document['phase']}{document['round']} {document['stage']}, seat {document['active']}"
    return where + (f", dice {dice}" if dice else "") + (f", pending {' / '.join(pending)}" if pending else "")


def _legal(game: Game) -> str:
    """The legal actions by verb, each verb with the ids of its objects, runs shortened."""
    verbs: dict[str, list[tuple[str, int]]] = {}
    for action, number in zip(game.legal_actions(), game.legal_ids(), strict=True):
        verb = block_of(number).verb
        verbs.setdefault(verb, []).append((action[len(verb) :].strip(), number))
    parts = []
    for verb, found in verbs.items():
        things = " ".join(thing for thing, _ in found)
        parts.append(
            f"{verb} {things} [{ranges(number for _, number in found).replace(',', ' ')}]".replace("  ", " ")
        )
    return f"{len(game.legal_ids())}: " + ", ".join(parts)


def _happened(events: list[dict[str, Any]]) -> list[str]:
    """Chance events, what the Châteauma did by them and the final scoring, in order."""
    lines = []
    for kind, group in itertools.groupby(events, lambda event: next(iter(event))):
        if kind == "chateauma":
            lines += [f"  Châteauma {_step(event['chateauma'])}{_points(event)}" for event in group]
        elif kind == "final":
            lines += [f"  final {event['final']}{_points(event)}" for event in group]
        else:
            lines += _chance(list(group))
    return lines


def _points(event: dict[str, Any]) -> str:
    """` (regions +15)`, where there are points."""
    points = " ".join(f"{source} {vp:+}" for source, vp in event.get("points", {}).items())
    return f" ({points})" if points else ""


def _step(step: dict[str, Any]) -> str:
    """What it did and the facts of it: `buys tile=m7 from=b2`."""
    return " ".join([step["step"], *(f"{key}={value}" for key, value in step.items() if key != "step")])


def _chance(events: list[dict[str, Any]]) -> list[str]:
    """Chance events, one line for each kind."""
    kinds: dict[str, list[str]] = {}
    for event in events:
        where = ".".join(map(str, event["where"]))
        kinds.setdefault(event["chance"], []).append(f"{where}={event['result']}" if where else str(event["result"]))
    return [f"  {kind} {' '.join(results)}" for kind, results in kinds.items()]


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What changed for the teams and the seats, a line for each."""
    lines = []
    owners = [
        (f"{key} {number}", was, now)
        for key, name in (("team", "teams"), ("seat", "players"))
        for number, (was, now) in enumerate(zip(before.get(name, []), after.get(name, []), strict=True))
    ]
    for whose, was, now in owners:
        changed = [
            f"{key} {_short(was[key])} -> {_short(now[key])}"
            for key in (
                "vp",
                "target",
                "workers",
                "silver",
                "goods",
                "storage",
                "bonus",
                "duchy",
                "m27",
                "route",
                "route_goods",
                "shields",
                "copied",
                "wild",
                "vineyard",
            )
            if key in was and was[key] != now[key]
        ]
        if changed:
            lines.append(f"  {whose}: {', '.join(changed)}")
    if "chateauma" in before:
        lines += _changes_of_chateauma(before["chateauma"], after["chateauma"])
    lines += [
        f"  {key} {before[key]} -> {after[key]}"
        for key in ("inns", "set_aside", "shields", "vineyards")
        if key in before and before[key] != after[key]
    ]
    if "track" in before and before["track"] != after["track"]:
        lines.append(f"  track {_short(after['track'])}")
    return lines


def _changes_of_chateauma(was: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Its numbers and cards as they are now, where they changed."""
    changed = [f"{key} {_short(was[key])} -> {_short(now[key])}" for key in ("vp", "silver") if was[key] != now[key]]
    changed += [
        f"{key} {_short(now[key])}"
        for key in ("goods", "jokers", "bonus", "discard", "shields", "doubles")
        if was.get(key) != now.get(key)
    ]
    lines = [f"  Châteauma's {', '.join(changed)}"] if changed else []
    for key in ("inventory", "duchy"):
        if was[key] != now[key]:
            piles = "; ".join(f"{colour}: {' '.join(tiles)}" for colour, tiles in now[key].items())
            lines.append(f"  Châteauma's {key} {piles or 'nothing'}")
    if was["cards"] != now["cards"]:
        cards = [f"{card['id']}: {' '.join(tile or '-' for tile in card['tiles'])}" for card in now["cards"]]
        lines.append(f"  Châteauma's cards {'; '.join(cards)}")
    return lines


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{count}x{goods}" for goods, count in value.items()) or "nothing"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nothing"
    return str(value)


def _end(game: Game) -> list[str]:
    lines = [""]
    for score in game.scores():
        parts = ", ".join(f"{name} {vp}" for name, vp in score["breakdown"].items() if vp)
        whose = f"team {score['team']}" if "team" in score else f"seat {score['seat']}"
        lines.append(f"{whose}: {score['total']} = {parts}")
    outcome = game.outcome()
    if outcome and outcome.rounds is not None:
        lines.append(f"{'won' if outcome.winners else 'lost'}, rounds {outcome.rounds}, empty {outcome.empty_hexes}")
    elif outcome:
        lines.append(f"ranking {' '.join(map(str, outcome.ranking))}, decided by {outcome.decided_by}")
    return lines


def actions_in(lines: list[str]) -> list[str]:
    """The actions a file says were played."""
    return [match[1] for match in map(_ACTION.match, lines) if match]


def replayed(config: dict[str, Any], seed: int, lines: list[str]) -> list[str]:
    """The lines that the file's actions give now."""
    actions = iter(actions_in(lines))
    return playthrough(config, seed, lambda game: next(actions, None))


def difference(name: str, lines: list[str], now: list[str]) -> str:
    """A sentence and the first lines that differ; empty if none do."""
    if lines == now:
        return ""
    first = next(
        (i for i, pair in enumerate(zip(lines, now, strict=False)) if pair[0] != pair[1]), min(len(lines), len(now))
    )
    diff = difflib.unified_diff(lines, now, "in the file", "replayed now", lineterm="", n=2)
    shown = "\n".join(list(diff)[:40])
    return (
        f"{name}: the game differs from line {first + 1} on. If the change is meant, write the files anew with "
        f"`python tools/make_golden.py` and read the diff.\n{shown}"
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--only", default="", metavar="NAME", help="files with this in their name")
    arguments = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    different = 0
    for config, seed, policy in GAMES:
        path, rng = file_of(config, seed), random.Random(seed)
        if arguments.only not in path.name:
            continue
        if arguments.check:
            lines = path.read_text(encoding="utf-8").splitlines()
            message = difference(path.name, lines, replayed(config, seed, lines))
            different += bool(message)
            print(message or f"{path.name}: unchanged")
        else:
            lines = playthrough(config, seed, lambda game, policy=policy, rng=rng: ALL_POLICIES[policy](game, rng))  # type: ignore[misc]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"{path.name}: {len(actions_in(lines))} actions")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

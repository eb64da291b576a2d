"""What each version of our players plays, as hashes of many games: what papers compare with must not move.

`python tools/make_versions.py` adds the versions that `tests/players/versions.json` does not have yet and refuses to
change one. Where the play of a player is to change, its old play is kept as a version of its own first, as
docs/evaluate.md tells.
`--unreleased` writes all anew: for versions that no release has had.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from burgundy_agents import ENTRIES
from burgundy_agents.registry import versioned_chateauma

from burgundy_env.arena import Plan
from burgundy_env.arena.actions import unpacked
from burgundy_env.arena.play import play_batch

FILE = Path(__file__).resolve().parents[1] / "tests" / "players" / "versions.json"
CONFIGS: dict[str, dict[str, Any]] = {
    "board 1": {"players": 2},
    "2 seats, modules": {"players": 2, "duchies": "random:1-30", "modules": "all"},
    "3 seats, 2011": {"players": 3, "ruleset": "alea_2011", "duchies": "sides:1-30"},
    "4 seats": {"players": 4, "duchies": "random:1-30"},
    "team": {"players": 4, "modules": ["team", "extra_tiles"], "duchies": [31, 32]},
    "solo": {"players": 1, "modules": ["solo"], "solo_target": 20},
    "Châteauma": {"players": 1, "duchies": "random:1-30", "chateauma": "hard+ABCD"},
}
TOLD = {
    "turn": ("futures=3", "futures=40"),
    "level": ("1", "2", "3", "4"),
}  # what those are told that are told something
GAMES = {"turn": 2, "level": 2}  # of each config, of those who think for long
USUAL = 12
SEED = 20261119


def versions() -> list[str]:
    """All versions of all our compiled players, with what they are told."""
    return [
        f"{name}@{entry.version}" + (f":{told}" if told else "")
        for name, newest in ENTRIES.items()
        for entry in newest.versions
        if entry.policy is not None
        for told in TOLD.get(name, ("",))
    ]


def automas() -> list[str]:
    """The Châteauma in all its difficulties, and with each modifier."""
    return [versioned_chateauma(f"hard{also}") for also in ("", "+A", "+B", "+C", "+D", "+ABCD")] + [
        versioned_chateauma(difficulty) for difficulty in ("easy", "intermediate")
    ]


def played(version: str) -> Iterator[tuple[str, str]]:
    """The hash of the games of a version, by config."""
    if version in automas():
        yield "random", _hash(["random@1", version], {"players": 2, "duchies": "random:1-30"}, USUAL)
        return
    for config, document in CONFIGS.items():
        yield config, _hash([version], document, GAMES.get(version.partition("@")[0], USUAL))


def _hash(agents: list[str], config: dict[str, Any], games: int) -> str:
    """Of actions and points of the first games."""
    plan = Plan.of(agents, games, config=config, seed=SEED, keeps_actions=True)
    results = [result for fixture in plan.fixtures[:games] for result in play_batch(plan, [fixture])]
    # Not of the actions as they are kept: zlib may be another one elsewhere.
    told = json.dumps([(unpacked(result.actions), result.totals, result.decided_by) for result in results])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unreleased", action="store_true", help="write all anew")
    anew = parser.parse_args().unreleased
    kept = {} if anew or not FILE.exists() else json.loads(FILE.read_text(encoding="utf-8"))
    for version in [*versions(), *automas()]:
        hashes = dict(played(version))
        if kept.setdefault(version, hashes) != hashes:
            sys.exit(
                f"{version} does not play as it did; give the new play the next version, and keep the old one "
                "(docs/evaluate.md, A better heuristic)"
            )
        print(version, *hashes.values())
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The ratings of a suite's opponents, from the games of the opponents themselves: the scale of `burgundy evaluate`.

    python benchmarks/anchors.py FOLDER --play --write

plays suite v1 with each opponent that can be an agent, or goes on with that where it was stopped, fits the ratings
and writes them into `configs/suites/v1.yaml`. Without `--play` it takes the evaluations that are in FOLDER, without
`--write` it prints the lines alone. All ratings and what going first is worth are fitted together, by the model of
`burgundy_env/evaluation/scores.py`; heuristic@1 stays at 1000. Intervals tell how sure the scale is: as it is fixed
once, they are no part of those of an agent.

The ratings are part of a suite's hash. The games are not others because of them, so the evaluations in FOLDER get the
new hash and stand on the new scale, and `benchmarks/evaluated.py` goes on with them. The new hashes are printed for
`tests/evaluation/test_suites.py`, which is changed by hand, as whoever moves a scale should notice.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from burgundy_agents import parse
from evaluated import AGENTS, folder_of, play

from burgundy_env.config.named import suite as suite_file
from burgundy_env.evaluation import Evaluation, read_document, suite_of
from burgundy_env.evaluation.document import played_of, results_in
from burgundy_env.evaluation.folder import KIND
from burgundy_env.evaluation.scores import ELO, Played
from burgundy_env.store import write_json, write_whole

ANCHOR = "heuristic@1"
SUITE = Path(__file__).resolve().parents[1] / "configs" / "suites" / "v1.yaml"
_STEPS = 50
_STEP = 1e-4
_PRIOR = 0.5  # games won, and as many lost, by everybody against the anchor


def log_likelihood(values: np.ndarray, names: Sequence[str], agents: Sequence[tuple[str, Played]]) -> float:
    """Of all games by the ratings of `names` and, last, what going first is worth; natural units."""
    rating = dict(zip(names, values, strict=False)) | {ANCHOR: 0.0}
    first, total = values[-1], 0.0
    for agent, played in agents:
        one = played.tournament
        others, plain = one.config.seats - 1, one.opponent.startswith("chateauma")
        for begins in (0, 1):
            games, won = played.games[:, begins].sum(), played.won[:, begins].sum()
            beginner = math.exp(0 if begins or plain else first)
            x = rating[agent] + (first if begins and not plain else 0) - rating[one.opponent]
            x -= math.log(others - 1 + beginner)
            total -= won * math.log1p(math.exp(-x)) + (games - won) * math.log1p(math.exp(x))
    for name in names:
        x = rating[name]
        total -= _PRIOR * (math.log1p(math.exp(-x)) + math.log1p(math.exp(x)))
    return total


def fit(names: Sequence[str], agents: Sequence[tuple[str, Played]]) -> tuple[np.ndarray, np.ndarray]:
    """The ratings and what going first is worth, with standard errors."""
    values = np.zeros(len(names) + 1)
    for _ in range(_STEPS):
        gradient, curvature = derivatives(values, names, agents)
        values += np.clip(np.linalg.solve(-curvature, gradient), -1, 1)
    return values, np.sqrt(np.diag(np.linalg.inv(-curvature)))


def derivatives(
    values: np.ndarray, names: Sequence[str], agents: Sequence[tuple[str, Played]]
) -> tuple[np.ndarray, np.ndarray]:
    """First and second ones of the log-likelihood, by differences: it is played once in the life of a suite."""
    n = len(values)
    shifts = np.eye(n) * _STEP

    def at(shift: np.ndarray) -> float:
        return log_likelihood(values + shift, names, agents)

    here = at(np.zeros(n))
    ahead, behind = [at(shift) for shift in shifts], [at(-shift) for shift in shifts]
    gradient = np.array([(a - b) / (2 * _STEP) for a, b in zip(ahead, behind, strict=True)])
    curvature = np.zeros((n, n))
    for i in range(n):
        curvature[i, i] = (ahead[i] - 2 * here + behind[i]) / _STEP**2
        for j in range(i):
            both = at(shifts[i] + shifts[j]) - ahead[i] - ahead[j] + here
            curvature[i, j] = curvature[j, i] = both / _STEP**2
    return gradient, curvature


def games_of(paths: Sequence[Path]) -> list[tuple[str, Played]]:
    """The games of some evaluations against others, by agent and tournament."""
    agents = []
    for path in paths:
        document = read_document(path)
        # Not with its hash: the ratings that are sought are part of that.
        suite = suite_of(document["suite"]["name"], document["suite"]["seed"])
        agents += [(document["agent"]["agent"], one) for one in played_of(suite, results_in(document, suite))]
    return [(agent, one) for agent, one in agents if one.games.sum() and agent != one.tournament.opponent]


def lines_of(rated: Sequence[tuple[str, float, float]]) -> str:
    """The ratings as the suite's file has them."""
    return "".join(f"  {name}: {value:.0f} # +-{1.96 * error:.0f}\n" for name, value, error in rated)


def write(rated: Sequence[tuple[str, float, float]], folders: Sequence[Path]) -> None:
    """Put the ratings into the suite's file, and evaluations that were made before on the new scale."""
    text = SUITE.read_text(encoding="utf-8")
    write_whole(SUITE, re.sub(r"(?m)(?<=^ratings:\n)(  .*\n)+", lines_of(rated), text))
    suite_file.cache_clear()
    for folder in folders:
        header = json.loads((folder / KIND.header).read_text(encoding="utf-8"))
        write_json(folder / KIND.header, header | {"hash": suite_of(header["suite"], header["seed"]).hash})
        Evaluation.open(folder).write()
    for name in ("v1", "v1-quick"):
        print(f"{name}: hash {suite_of(name).hash}")


def main() -> None:
    """Play if asked, fit, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="of the evaluations")
    parser.add_argument("--play", action="store_true", help="first play what is missing of them")
    parser.add_argument("--write", action="store_true", help="write the ratings into the suite's file")
    parser.add_argument("--suite", default="v1", help="v1 or v1-quick (default: v1)")
    parser.add_argument("--workers", type=int)
    args = parser.parse_args()
    rivals = [agent for agent in AGENTS if parse(agent).versioned in suite_of(args.suite).ratings]
    if args.play:
        for agent in rivals:
            play(args.folder, agent, args.suite, args.workers)
    folders = [one for one in (folder_of(args.folder, agent) for agent in rivals) if one.exists()]
    agents = games_of([folder / "result.json" for folder in folders])
    names = sorted({name for agent, one in agents for name in (agent, one.tournament.opponent)} - {ANCHOR})
    values, errors = fit(names, agents)
    first, error = values[-1] * ELO, errors[-1] * ELO
    rated = [(name, 1000 + ELO * v, ELO * e) for name, v, e in zip(names, values, errors, strict=False)]
    rated = sorted([*rated, (ANCHOR, 1000.0, 0.0)], key=lambda one: one[1])
    print(f"{lines_of(rated)}  going first: {first:.0f} +-{1.96 * error:.0f}")
    if args.write:
        write(rated, sorted(path.parent for path in args.folder.glob(f"*/{KIND.header}")))


if __name__ == "__main__":
    main()

"""The ratings of a suite's opponents, from the games of the opponents themselves: the scale of `burgundy evaluate`.

    burgundy evaluate reflex --out reflex; burgundy evaluate heuristic --out heuristic; ...
    python benchmarks/anchors.py reflex/result.json heuristic/result.json ...

prints the lines for `configs/suites/v1.yaml`. All ratings and what going first is worth are fitted together, by the
model of `burgundy_env/evaluation/scores.py`; heuristic@1 stays at 1000. Intervals tell how sure the scale is: as it
is fixed once, they are no part of those of an agent.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

import numpy as np

from burgundy_env.evaluation import read_document, suite_of
from burgundy_env.evaluation.document import played_of, results_in
from burgundy_env.evaluation.scores import ELO, Played

ANCHOR = "heuristic@1"
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


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="result.json of each of the opponents that can be one"
    )
    agents = []
    for path in parser.parse_args().files:
        document = read_document(path)
        # Not with its hash: the ratings that are sought are part of that.
        suite = suite_of(document["suite"]["name"], document["suite"]["seed"])
        agents += [(document["agent"]["agent"], one) for one in played_of(suite, results_in(document, suite))]
    agents = [(agent, one) for agent, one in agents if one.games.sum() and agent != one.tournament.opponent]
    names = sorted({name for agent, one in agents for name in (agent, one.tournament.opponent)} - {ANCHOR})
    values, errors = fit(names, agents)
    rated = sorted(zip([*names, "going first"], values * ELO, errors * ELO, strict=True), key=lambda row: row[1])
    for name, value, error in rated:
        shown = value if name == "going first" else value + 1000
        print(f"  {name}: {shown:.0f} # +-{1.96 * error:.0f}")
    print(f"  {ANCHOR}: 1000")


if __name__ == "__main__":
    main()

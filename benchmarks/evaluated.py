"""The built-in agents by the suite, for docs/results.md and the suite's scale.

    python benchmarks/evaluated.py FOLDER                       write the table from the evaluations in FOLDER
    python benchmarks/evaluated.py FOLDER --play                first play, or go on with, those that are not complete
    python benchmarks/evaluated.py FOLDER --play --suite v1-quick --agents reflex heuristic

The evaluations of reflex, heuristic, net@1 and turn are also what `benchmarks/anchors.py` fits the ratings of a new
suite to: that comes first.
"""

from __future__ import annotations

import argparse
import re
from datetime import date
from pathlib import Path
from typing import Any

from burgundy_env import __version__
from burgundy_env.evaluation import Evaluation, read_document, suite_of
from burgundy_env.evaluation.document import percent

PAGE = Path(__file__).resolve().parents[1] / "docs" / "results.md"
AGENTS = (
    "random", "greedy", "level:1", "reflex", "level:2", "level:3", "heuristic", "net@1", "ppo", "net", "level:4",
    "turn:futures=20", "level:5", "turn:futures=50", "level:6", "turn:futures=200", "level:7",
)  # fmt: skip
_SECTION = re.compile(r"(<!-- evaluated -->\n).*?(<!-- end of evaluated -->)", re.DOTALL)


def folder_of(folder: Path, agent: str) -> Path:
    """Where an agent's evaluation is."""
    return folder / re.sub(r"[^a-z0-9]", "-", agent)


def play(folder: Path, agent: str, suite: str, workers: int | None) -> None:
    """Play what is left."""
    path = folder_of(folder, agent)
    evaluation = Evaluation.open(path) if path.exists() else Evaluation.create(path, suite_of(suite), agent)
    evaluation.run(workers)
    evaluation.write()


def section(documents: list[dict[str, Any]]) -> str:
    """The table, and the command that gives each row."""
    suite = documents[0]["suite"]["name"]
    rows = [
        "| agent | games | rating | 95 % interval | score | where training may be | held out | fingerprint |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for document in sorted(documents, key=lambda one: one["rating"]["mean"]):
        rating = document["rating"]
        cells = [
            f"`{document['agent']['agent']}`",
            f"{document['games_played']:,}",
            f"{rating['mean']:.0f}",
            f"{rating['interval'][0]:.0f} to {rating['interval'][1]:.0f}",
            *(percent(document[key]) for key in ("score", "trained", "held_out")),
            f"`{document['fingerprint']}`",
        ]
        rows.append(f"| {' | '.join(cells)} |")
    words = f"burgundy evaluate heuristic --suite {suite}" if suite != "v1" else "burgundy evaluate heuristic"
    command = f"python benchmarks/evaluated.py evaluated --play --suite {suite}"
    return (
        f"```sh\n{words}  # and so on; all of them and this table:\n{command}\n```\n\n"
        + "\n".join(rows)
        + f"\n\nburgundy-env {__version__}, suite {suite}, {date.today().isoformat()}.\n"
    )


def main() -> None:
    """Play if asked to, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--suite", default="v1", help="v1 or v1-quick (default: v1)")
    parser.add_argument("--agents", nargs="+", default=AGENTS, metavar="AGENT")
    parser.add_argument("--workers", type=int)
    args = parser.parse_args()
    if args.play:
        for agent in args.agents:
            play(args.folder, agent, args.suite, args.workers)
    found = [read_document(path) for path in sorted(args.folder.glob("*/result.json"))]
    documents = [document for document in found if document["complete"]]
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_SECTION.sub(lambda at: at[1] + section(documents) + at[2], text), encoding="utf-8")


if __name__ == "__main__":
    main()

"""How long a stranger waits: the README's first command, its parts, and `burgundy play`, for two commits in turn.

`python tools/first_minute.py [OLD NEW] [--rounds 3] [--no-warmup]` (default: 79530b5, the last commit before kernels
were parts, and HEAD) checks both commits out beside each other and measures, alternating, each time with a fresh
environment and an empty cache:

* the README's first command as it stands in the commit, split into installing and the tournament,
* `burgundy warmup`, and what the cache holds then,
* how long `burgundy play --plain` takes to its first question.

Wheels come from pip's cache: an installation that is not counted fills it. Medians are printed as a table, with the
processor time of all processes and the load before each round; rounds at a load above 0.5 are marked.
"""

from __future__ import annotations

import argparse
import os
import resource
import select
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUIET = 0.5  # the load above which a round says little
_PATIENCE = 600  # seconds


class Stranger:
    """Somebody with a checkout, an environment without anything in it, and no cache."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.source, self.folder = source, folder
        self.environment = {**os.environ, "BURGUNDY_CACHE": str(folder / "cache"), "PIP_QUIET": "1"}
        folder.mkdir()

    def first_command(self) -> list[str]:
        """The README's first command, with an environment elsewhere, cut at its `&&`."""
        text = (self.source / "README.md").read_text()
        line = text.split("<!-- ci: run -->")[1].split("```")[1].partition("\n")[2].strip()
        return line.replace(".venv", shlex.quote(str(self.folder / "venv"))).split(" && ")

    def run(self, command: str) -> tuple[float, float]:
        """Run a command; seconds on the clock and of processors."""
        with timed() as seconds:
            run = subprocess.run(
                ["sh", "-c", command], cwd=self.source, env=self.environment, capture_output=True, text=True
            )
        if run.returncode:
            sys.exit(f"{command}\nended with exit code {run.returncode}:\n{run.stderr[-2000:]}")
        return seconds[0], seconds[1]

    def measure(self, whole: bool = True) -> dict[str, tuple[float, float]]:
        """All steps, without `whole` not the warmup, and the size of the cache in MB at `cache`."""
        *installing, playing = self.first_command()
        shutil.rmtree(self.source / "build", ignore_errors=True)
        found = {
            "install": self.run(" && ".join(installing)),
            "tournament": self.run(f"{playing} --out {self.folder}/arena"),
        }
        found["first command"] = tuple(map(sum, zip(found["install"], found["tournament"], strict=True)))  # type: ignore[assignment]
        burgundy = shlex.quote(str(self.folder / "venv" / "bin" / "burgundy"))
        if whole:
            self.forget()
            found["warmup"] = self.run(f"{burgundy} warmup")
        size = sum(path.stat().st_size for path in (self.folder / "cache").rglob("*") if path.is_file())
        self.forget()
        found["first decision"] = self.first_decision()
        return {**found, "cache": (size / 1e6, 0.0)}

    def forget(self) -> None:
        """Empty the cache."""
        shutil.rmtree(self.folder / "cache")

    def first_decision(self) -> tuple[float, float]:
        """Until `burgundy play` has asked a person something; the heuristic sits before him, so it has decided."""
        command = [
            self.folder / "venv" / "bin" / "burgundy",
            "play",
            "--plain",
            "--seats",
            "heuristic,human",
            "--seed",
            "1",
        ]
        command += ["--save", self.folder / "game.jsonl"]
        with (
            timed() as seconds,
            subprocess.Popen(
                command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            ) as game,
        ):
            assert game.stdout is not None
            heard, end = b"", time.monotonic() + _PATIENCE
            while b"(human)> " not in heard and time.monotonic() < end:
                if select.select([game.stdout], [], [], 1)[0]:
                    some = os.read(game.stdout.fileno(), 1 << 16)
                    if not some:
                        sys.exit(f"burgundy play ended before it asked anything:\n{heard.decode()}")
                    heard += some
            game.kill()
        return seconds[0], seconds[1]


@contextmanager
def timed() -> Iterator[list[float]]:
    """Seconds on the clock, and of processors in all processes that ended meanwhile."""
    seconds: list[float] = []
    clock, used = time.perf_counter(), _used()
    yield seconds
    seconds += [time.perf_counter() - clock, _used() - used]


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def checked_out(commit: str, folder: Path) -> Path:
    """A copy of a commit."""
    place = folder / commit.replace("/", "-")
    place.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", str(place)], input=archive, check=True)
    return place


def table(found: dict[str, list[dict[str, tuple[float, float]]]]) -> Iterator[str]:
    """Medians, a row for each step: seconds on the clock (of processors)."""
    commits = list(found)
    yield f"| | {' | '.join(commits)} | |"
    yield f"|---|{'--:|' * (len(commits) + 1)}"
    for step in next(iter(found.values()))[0]:
        cells, clock = [], []
        for rounds in found.values():
            one, two = (statistics.median(each[step][k] for each in rounds) for k in (0, 1))
            clock.append(one)
            cells.append(f"{one:.1f} MB" if step == "cache" else f"{one:.1f} s ({two:.1f})")
        yield f"| {step} | {' | '.join(cells)} | {clock[-1] / clock[0]:.0%} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("commits", nargs="*", default=["79530b5", "HEAD"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-warmup", action="store_true", help="leave out what takes longest")
    args = parser.parse_args()
    found: dict[str, list[dict[str, tuple[float, float]]]] = {commit: [] for commit in args.commits}
    with tempfile.TemporaryDirectory(prefix="first-minute-") as name:
        folder = Path(name)
        sources = {commit: checked_out(commit, folder) for commit in found}
        for commit, source in sources.items():  # pip's cache is filled
            stranger = Stranger(source, folder / f"first-{commit.replace('/', '-')}")
            stranger.run(" && ".join(stranger.first_command()[:-1]))
        for number in range(args.rounds):
            for commit, source in sources.items():
                load = os.getloadavg()[0]
                one = Stranger(source, folder / f"{commit.replace('/', '-')}-{number}").measure(not args.no_warmup)
                found[commit].append(one)
                steps = ", ".join(
                    f"{step} {one[step][0]:.1f} s ({one[step][1]:.1f})" for step in one if step != "cache"
                )
                print(
                    f"round {number + 1}, {commit}: {steps}; load before {load:.2f}{' (too much)' * (load > QUIET)}",
                    flush=True,
                )
                shutil.rmtree(folder / f"{commit.replace('/', '-')}-{number}")
    print(f"\n{os.cpu_count()} cores; medians of {args.rounds}, seconds on the clock (of processors)\n")
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()

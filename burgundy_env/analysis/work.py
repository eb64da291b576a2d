"""The work of a review: turns judged in processes, each kept as soon as it is there, to be gone on with."""

from __future__ import annotations

import hashlib
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, NamedTuple

from ..records import Record
from ..store import Folder, Kind
from .errors import AnalysisError
from .judge import Judge
from .review import FORMAT, Entry, Reviewer, key_of_record
from .turns import turns_of

KIND = Kind("analysis", FORMAT, ("turns.jsonl",))
_worker: list[Reviewer] = []


class Task(NamedTuple):
    """A record to review, and who judges."""

    record: Record
    agent: str
    seed: int = 1
    data: str | None = None

    def header(self) -> dict[str, Any]:
        """What says which review it is."""
        net = hashlib.sha256(Judge.of(self.agent).net.tobytes()).hexdigest()[:16]
        return {"game": key_of_record(self.record), "agent": self.agent, "seed": self.seed, "net": net}


def entries(
    task: Task,
    *,
    workers: int = 1,
    folder: str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[Entry]:
    """All turns of a record, judged; those that are in the folder already are not judged again.

    `progress` is told how many are done, of how many. With one worker or none, no process is started.
    """
    count = sum(1 for _ in turns_of(task.record))
    with nullcontext() if folder is None else _opened(Path(folder), task) as kept:
        lines = None
        found: dict[int, Entry] = {}
        if kept is not None:
            lines = kept.lines("turns.jsonl", load=dict, dump=dict, key=lambda entry: entry["number"])
            found = {entry["number"]: entry for entry in lines.read()}
        left = [number for number in range(count) if number not in found]
        if progress is not None:
            progress(len(found), count)
        for entry in _in_processes(task, left, workers) if workers > 1 else _here(task, left):
            found[entry["number"]] = entry
            if lines is not None:
                lines.add([entry])
            if progress is not None:
                progress(len(found), count)
    return [found[number] for number in range(count)]


def _opened(path: Path, task: Task) -> Folder:
    if not (path / KIND.header).exists():
        return Folder.create(path, KIND, task.header())
    folder = Folder.open(path, KIND)
    there = {key: folder.document.get(key) for key in task.header()}
    for key, value in task.header().items():
        if there[key] != value:
            what = "of another game" if key == "game" else f"with {key} {there[key]}, not {value}"
            raise AnalysisError(f"{path} holds an analysis {what}; take another folder with --out, or remove it")
    folder.take()
    return folder


def _here(task: Task, left: Sequence[int]) -> Iterator[Entry]:
    if left:
        reviewer = Reviewer(task.record, Judge.of(task.agent, task.seed))
        for number in left:
            yield reviewer.entry(number)


def _in_processes(task: Task, left: Sequence[int], workers: int) -> Iterator[Entry]:
    if not left:
        return
    _here_once(task, left[0])  # what has to be compiled is compiled once, and told
    text = "\n".join(task.record.lines())
    told = (text, task.record.source, task.agent, task.seed, task.data)
    others = set(active_children())
    pool = ProcessPoolExecutor(min(workers, len(left)), get_context("spawn"), _begin, told)
    waiting: set[Future[Entry]] = set()
    try:
        waiting = {pool.submit(_entry, number) for number in left}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()
    finally:
        ours = set(active_children()) - others if waiting else set()
        pool.shutdown(wait=not waiting, cancel_futures=True)
        for process in ours:  # what they are at may take long
            process.kill()


def _here_once(task: Task, number: int) -> None:
    Reviewer(task.record, Judge.of("turn:futures=8", task.seed)).entry(number)


def _begin(text: str, source: str, agent: str, seed: int, data: str | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    _worker.append(Reviewer(Record.parse(text, source, data=data), Judge.of(agent, seed)))


def _entry(number: int) -> Entry:
    return _worker[0].entry(number)

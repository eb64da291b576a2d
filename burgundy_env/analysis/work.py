"""The work of a review: turns judged in processes, each kept as soon as it is there, to be gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from ..crew import Processes
from ..records import Record
from ..store import Folder, Kind
from .errors import AnalysisError
from .judge import Judge
from .review import FORMAT, Entry, Reviewer, key_of_record
from .turns import turns_of

KIND = Kind("analysis", FORMAT, ("turns.jsonl",))


class Task(NamedTuple):
    """A record to review, and who judges."""

    record: Record
    agent: str
    seed: int = 1
    data: str | None = None

    def header(self) -> dict[str, Any]:
        """What says which review it is."""
        net = Judge.of(self.agent).fingerprint
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
    for _, entry in Processes(min(workers, len(left))).do(_Judging(task), left):
        yield entry


def _here_once(task: Task, number: int) -> None:
    Reviewer(task.record, Judge.of("turn:futures=8", task.seed)).entry(number)


class _Judging:
    """Judges turns of a record, in whatever process it is taken to."""

    def __init__(self, task: Task) -> None:
        self._text, self._source, self._data = "\n".join(task.record.lines()), task.record.source, task.data
        self._agent, self._seed = task.agent, task.seed

    def begin(self) -> None:
        """Read the record again."""
        record = Record.parse(self._text, self._source, data=self._data)
        self._reviewer = Reviewer(record, Judge.of(self._agent, self._seed))

    def __call__(self, number: int) -> Entry:
        """The turn with this number."""
        return self._reviewer.entry(number)

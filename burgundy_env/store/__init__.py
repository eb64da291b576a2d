"""What is kept on disk while long work goes on: whole files, lines that are only added, one writer at a time.

A tournament, a study, a training run or a data set is a folder of a `Kind`: a header says what it is, files of
`Lines` take every entry as soon as it is there. The work may be killed at any moment; it goes on with what is
in the folder and counts nothing twice.

>>> from burgundy_env.store import Folder, Kind
>>> kind = Kind("survey", "example-survey/1", ("answers.jsonl",))
>>> with Folder.create("my-survey", kind, {"questions": 3}) as folder:
...     answers = folder.lines("answers.jsonl", load=dict, dump=dict, key=lambda answer: answer["question"])
...     answers.add([{"question": 1, "answer": "yes"}, {"question": 1, "answer": "no"}])
[{'question': 1, 'answer': 'yes'}]
"""

from .folder import Folder, Kind
from .lease import Lease, StoreError
from .lines import Lines
from .whole import try_to_write, wait_for_disk, write_json, write_whole

__all__ = [
    "Folder", "Kind", "Lease", "Lines", "StoreError", "try_to_write", "wait_for_disk", "write_json", "write_whole",
]  # fmt: skip

"""A Ray cluster of nodes on this machine, in a process of its own: to be added, to be killed.

Run as a program it does what the lines of its standard input say; `Clustered` is who writes them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

PLENTY = {"RAY_worker_niceness": "0"}


class Clustered:
    """Started with a head that has no core."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | PLENTY,
        )
        self.address = str(self._ask({}))

    def add(self, cores: int = 1, **variables: str) -> int:
        """A node, under these variables of the environment; its number."""
        return int(self._ask({"add": variables, "cores": cores}))

    def kill(self, number: int) -> None:
        """A node and all its processes end at once."""
        self._ask({"kill": number})

    def close(self) -> None:
        with self._process as process:  # closes its pipes
            assert process.stdin is not None
            process.stdin.close()
            process.wait(60)

    def _ask(self, wanted: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(wanted) + "\n")
        self._process.stdin.flush()
        while not (line := self._process.stdout.readline()).startswith("answer "):
            assert line, "the cluster has ended"
        return json.loads(line.removeprefix("answer "))


def kill(node: Any) -> None:
    """SIGKILL for all that belongs to a node."""
    own = [one.process.pid for several in node.all_processes.values() for one in several]
    for pid in [*own, *(child for parent in own for child in children(parent))]:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *children(child)]
    return found


def main() -> None:
    from ray.cluster_utils import Cluster

    store = {"object_store_memory": 100_000_000}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **store})
    nodes: list[Any] = []
    for line in sys.stdin:
        wanted, answer = json.loads(line), cluster.address
        if "add" in wanted:
            nodes.append(cluster.add_node(num_cpus=wanted["cores"], env_vars=wanted["add"], **store))
            answer = len(nodes) - 1
        if "kill" in wanted:
            kill(nodes[wanted["kill"]])
        print("answer", json.dumps(answer), flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()

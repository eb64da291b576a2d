"""Work that a cluster can't finish, and what is said then: python trouble_on_a_cluster.py."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import ray
from ray.cluster_utils import Cluster

from burgundy_env.crew import CrewError, crew_on

STORE = 80_000_000


def hungry(piece: int) -> int:
    """Never gets the memory that it wants."""
    if piece:
        raise MemoryError
    return piece


def killed(piece: int) -> int:
    """Ends as the system ends a process that has taken too much."""
    if piece:
        os.kill(os.getpid(), signal.SIGKILL)
    return piece


def large(piece: int) -> bytes:
    """What is found is more than the store has room for: Ray puts it on the disk."""
    return bytes(STORE * 2) if piece else b""


def full(piece: int) -> int:
    """There is no room on the disk either."""
    if piece:
        raise ray.exceptions.ObjectStoreFullError("no room")
    return piece


def wrong(piece: int) -> int:
    """An error of the work itself is nobody else's to try."""
    raise ValueError("seven by nine")


def said(work: Callable[[int], object], address: str) -> None:
    """What is done of two pieces, and the sentence."""
    crew, done = crew_on(f"ray={address}", None, print), []
    try:
        for piece, _ in crew.do(work, [0, 1]):
            done.append(piece)
        print(f"{work.__name__}: done {done}", flush=True)
    except (CrewError, ValueError) as error:
        print(f"{work.__name__}: {type(error).__name__}, done {done}: {error}", flush=True)
    crew.close()


if __name__ == "__main__":
    head = {
        "num_cpus": 1,
        "include_dashboard": False,
        "object_store_memory": STORE,
        "_system_config": {"automatic_object_spilling_enabled": False},
    }
    cluster = Cluster(initialize_head=True, head_node_args=head)
    for work in (hungry, killed, large, full, wrong):
        said(work, cluster.address)
    ray.shutdown()
    cluster.shutdown()

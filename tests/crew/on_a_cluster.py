"""A tournament, a study and games to learn from, here and on two nodes: python on_a_cluster.py FOLDER."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from ray.cluster_utils import Cluster

from burgundy_env.arena import Outcome, Plan, Store, run
from burgundy_env.balance import Question
from burgundy_env.balance import Store as Study
from burgundy_env.balance import run as study
from burgundy_env.crew import Crew, crew_on
from burgundy_env.players.net.forward import NO_NET
from burgundy_env.training.turn.gather import Gathering


def played(folder: Path, crew: Crew | None) -> dict[int, dict[str, object]]:
    """What came of a tournament, but for what clocks said."""
    store = Store.create(folder, Plan.of(["reflex", "random"], 40))
    seen: list[Outcome] = []
    run(store, 0, progress=seen.extend, crew=crew)
    assert len(seen) == 40
    return {number: result.to_json() | {"seconds": 0} for number, result in store.results.items()}


def studied(folder: Path, crew: Crew | None) -> list[dict[str, object]]:
    """What came of a study of tiles."""
    store = Study.create(folder, Question(study="tiles", agents=("reflex",), boards=(1,), games=20))
    found = study(store, 0, crew=crew)
    return [twin.to_json() for _, twin in sorted(found.twins.items())]


def dying(folder: Path) -> object:
    """Work whose process ends once in the middle of it."""

    def work(piece: int) -> int:
        mark = folder / "died"
        if piece == 3 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return piece * piece

    return work


def pieces() -> Iterator[int]:
    yield from range(8)


def main(folder: Path) -> None:
    cluster = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 10**8}
    )
    atexit.register(cluster.shutdown)  # or it would stay, and who asks for any cluster would find it
    cluster.add_node(num_cpus=1, object_store_memory=10**8)
    os.environ["RAY_ADDRESS"] = cluster.address
    named = crew_on("ray")
    assert named.hands == 2
    named.close()
    del os.environ["RAY_ADDRESS"]
    crew = crew_on(f"ray={cluster.address}")
    assert crew.hands == 2
    assert played(folder / "there", crew) == played(folder / "here", None)
    assert studied(folder / "study-there", crew) == studied(folder / "study-here", None)
    gathering = Gathering(NO_NET, 1, 1)
    assert dict(crew.do(gathering, [7])) == {7: gathering(7)}
    assert dict(crew.do(dying(folder), pieces())) == {k: k * k for k in range(8)}
    crew.close()
    print("the same")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

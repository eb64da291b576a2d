"""Ray itself: whether it is there, how a cluster is found or started, what its errors say."""

from __future__ import annotations

import os
import socket
from typing import Any

from ..machine import cores
from ..safe import line
from .crew import CrewError

INSTALL = "pip install 'burgundy-env[ray]'"
_STORE = 256_000_000  # bytes for objects, of a cluster that is started here: nets and pieces are far smaller
_ANSWER = 5.0  # seconds in which a cluster has to answer
_QUIET = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}


def imported() -> Any:
    """The package; CrewError where it is not installed."""
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise CrewError(f"playing on a cluster needs Ray ({error}): {INSTALL}") from None
    return ray


def connect(ray: Any, address: str | None, most: int | None) -> bool:
    """Reach a cluster, or start one of this machine's cores; whether that connection is ours to close."""
    if ray.is_initialized():
        if address is not None:
            raise CrewError(
                f"this process has a connection to a cluster already; it can't have one to {line(address)}"
            )
        return False
    address = address or os.environ.get("RAY_ADDRESS") or None
    # Ray tells its makers who uses it unless it is told not to; nobody has asked for that here.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # it would warn of a change that is none here
    os.environ.setdefault(
        "RAY_worker_niceness", "0"
    )  # of what is started here; 15 gets nothing beside other programs
    try:
        if address in (None, "auto"):
            address = _running(address)
        elif address != "local":
            _knock(address)
        if address in (None, "local"):
            count = cores() if most is None else most
            ray.init(address="local", num_cpus=count, object_store_memory=_STORE, **_QUIET)
        else:
            ray.init(address=address, **_QUIET)
    except CrewError:
        raise
    except Exception as error:  # of whatever kind: Ray has none of its own for this
        where = "a cluster of this machine's cores" if address is None else f"the cluster at {line(address)}"
        raise CrewError(f"{where} can't be used: {explained(error)}") from None
    return True


def _running(asked: str | None) -> str | None:
    """The address of what runs on this machine; None if nothing does and nobody has asked for `auto`.

    Ray would find it by itself, too, but cancels all actors of whoever connects by `auto` (seen with 2.60).
    """
    from ray._private.services import canonicalize_bootstrap_address

    try:
        return str(canonicalize_bootstrap_address("auto"))
    except ConnectionError:
        if asked is None:
            return None
        raise


def _knock(address: str) -> None:
    """Whether anybody is there: Ray would ask for a minute."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise CrewError(
            f"{line(address)} is no address of a cluster; `ray start --head` tells it as HOST:PORT, and the command "
            "runs on one of its machines"
        )
    try:
        socket.create_connection((host, int(port)), timeout=_ANSWER).close()
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise CrewError(
            f"no cluster answers at {line(address)} ({said}); `ray start --head` tells its address, and `ray status` "
            "whether it runs"
        ) from None


def explained(error: BaseException) -> str:
    """The sentence of an error of Ray's that says most."""
    text = str(error)
    if "OOM" in type(error).__name__ or "OutOfMemory" in type(error).__name__ or "memory monitor" in text.lower():
        return "it was out of memory; fewer --workers, or nodes with more of it, would help"
    if isinstance(error, MemoryError):
        return "it was out of memory"
    if type(error).__name__ in ("ObjectStoreFullError", "OutOfDiskError"):
        return "the object store of the cluster is full: others keep too much in it, or its disk is full"
    lines = [found for found in text.splitlines() if found.strip() and "\t" not in found[:1]]
    ended = next((found for found in lines if "exit detail:" in found), None)
    if ended is not None:
        return line(ended.partition("exit detail:")[2].partition(". Some common")[0].strip())
    return line(lines[0]) if lines else type(error).__name__

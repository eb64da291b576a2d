"""A lease, a full disk, a folder that can't be written."""

from __future__ import annotations

import os
import resource
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from burgundy_env.store import Lease


@pytest.fixture
def lease(tmp_path: Path) -> Iterator[Lease]:
    """The lease of the test's folder, taken."""
    lease = Lease(tmp_path / "writer.lock")
    lease.take()
    yield lease
    lease.release()


@contextmanager
def _full_at(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def disk_full_at() -> Callable[[int], AbstractContextManager[None]]:
    """`with disk_full_at(100):` no file grows beyond 100 bytes; what fits is written, as on a full disk."""
    return _full_at


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """A folder with a file `there`, in which this process, root as it may be, can't write."""
    folder = Path(tempfile.mkdtemp())
    (folder / "there").write_text("there\n")
    for path, mode in ((folder / "there", 0o444), (folder, 0o555)):
        path.chmod(mode)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        (folder / "there").unlink()
        folder.rmdir()

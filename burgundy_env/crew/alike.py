"""What two machines must have in common to play the same games."""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import llvmlite
import numba
import numpy as np
from numba.core.registry import cpu_target

from .. import data
from .._version import __version__

_SUFFIXES = {".py", ".json", ".npz", ".yaml"}
_BESIDE = {"named_configs", "texts"}  # in a checkout these lie beside the package, and no game depends on them


@dataclass(frozen=True)
class Machine:
    """What decides the results of games, beside what a tournament itself says."""

    version: str
    sources: str  # a hash: two checkouts may call themselves by the same version
    data: str  # the hash of the component data
    libraries: str  # of those that make machine code, or reckon
    processor: str  # as the compiler knows it
    features: str

    @classmethod
    def here(cls) -> Machine:
        """The machine that asks."""
        _, processor, features = cpu_target.target_context.codegen().magic_tuple()
        libraries = (
            f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}, "
            f"llvmlite {llvmlite.__version__}"
        )
        return cls(__version__, _sources(), data.load().hash, libraries, str(processor), str(features))

    def differences(self, other: Machine) -> Iterator[str]:
        """What another one has that this one does not, in words."""
        if self.version != other.version:
            yield f"it has burgundy-env {other.version}, and here is {self.version}"
        elif self.sources != other.sources:
            yield f"its burgundy-env {other.version} has other sources than the one here"
        if self.data != other.data:
            yield f"it has other component data ({other.data[:12]}, here {self.data[:12]}; see BURGUNDY_DATA)"
        if self.libraries != other.libraries:
            yield f"it has {other.libraries}, and here is {self.libraries}"
        if self.processor != other.processor:
            yield f"its processor is a {other.processor}, and here is a {self.processor}"
        elif self.features != other.features:
            yield f"its processor has other features ({_unlike(self.features, other.features)})"


def _unlike(own: str, others: str) -> str:
    return " ".join(sorted(set(others.split(",")) ^ set(own.split(","))))


@functools.cache
def _sources() -> str:
    """The hash of every file of the two packages that games may depend on."""
    found = hashlib.sha256()
    for root in map(_folder, ("burgundy_env", "burgundy_agents")):
        found.update(hash_of(root).encode())
    return found.hexdigest()[:16]


def hash_of(root: Path) -> str:
    """The hash of a package, the same whether it is installed or a checkout."""
    found = hashlib.sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in _SUFFIXES):
        name = path.relative_to(root)
        if name.parts[0] not in _BESIDE:
            found.update(f"{name.as_posix()}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None, "it is installed with this file"
    return Path(str(spec.origin)).parent

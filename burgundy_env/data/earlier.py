"""The package's data as earlier versions had them: records made with those replay with those."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from burgundy_env.data.loader import PACKAGE, Data, block_hashes, own_files, read_all, read_json
from burgundy_env.data.override import override_files

EARLIER = {version: then for version, then in read_json(PACKAGE / "earlier.json").items() if version != "about"}
WROTE_ONE_HASH = "0.1"  # for all data, so that it does not say what of them a game used


def data_of(written: Mapping[str, str] | str, data: Data) -> Data:
    """The data that a record's hashes mean: those in use, or with an earlier version's below them."""
    if isinstance(written, str):
        return data if written == data.hash else _of_version(data, WROTE_ONE_HASH)
    for version, then in EARLIER.items():
        if any(written.get(block) == hashed for block, hashed in then["blocks"].items()):
            return _of_version(data, version)
    return data


def hashes_then(version: str) -> dict[str, str]:
    """The hashes of all blocks of the package's data in an earlier version."""
    return {**_package_hashes(), **EARLIER[version]["blocks"]}


def _package_hashes() -> dict[str, str]:
    return block_hashes({name: read_json(path) for name, path in own_files().items()})


@lru_cache(maxsize=8)
def _of_version(data: Data, version: str) -> Data:
    """An earlier version's data, with what their owner laid over the package's in use."""
    then, directory = EARLIER[version], data.directory
    earlier = read_all(directory, own_files(), override_files(directory) if directory else {}, then["files"])
    hashes = dict(earlier.hashes)
    package = _package_hashes()
    for block, hashed in then["blocks"].items():
        if data.hashes[block] == package[block]:  # else its owner has a block of their own
            hashes[block] = hashed
    return replace(earlier, version=version, hashes=hashes, hash=earlier.hash if directory else then["hash"])

"""Loading: five JSON documents, an owner's overrides laid over them, all checked, as one `Data` object."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from burgundy_env.data.cursor import ANNOTATIONS, DataError, Node, TwiceThere, unique
from burgundy_env.data.duchies import Duchy, read_duchies
from burgundy_env.data.forms import FACTS, blocks_in, check_document
from burgundy_env.data.override import merged, override_files
from burgundy_env.data.provenance import FILES, Block, blocks_of

ENVIRONMENT = "BURGUNDY_DATA"
PACKAGE = Path(__file__).parent
_CARD_OF_BOTH = 1  # decks of county cards, by its number


def _check(file: str) -> Callable[[Node], object]:
    """Files are checked by one called like them, or as a descriptor says."""
    stem = file.removesuffix(".json")
    if find_spec(f"{__package__}.{stem}"):
        check: Callable[[Node], object] = import_module(f"{__package__}.{stem}").check
        return check
    return partial(check_document, facts=next(facts for facts in FACTS if facts.block == stem))


CHECKS = {file: _check(file) for file in FILES if file != "duchies.json"}


# Compared and hashed by identity: `load` returns the same object for the same files, and the documents
# inside are plain dicts (so that Data can be pickled), which have no hash.
@dataclass(frozen=True, eq=False)
class Data:
    """All component facts of one set of files. Treat the nested dicts and lists as read-only."""

    directory: str | None
    hash: str  # of all
    hashes: Mapping[str, str]  # by the blocks that games use or don't
    duchies: Mapping[int, Duchy]
    files: Mapping[str, Mapping[str, Any]]  # by name, without `.json`
    blocks: tuple[Block, ...]
    version: str | None = None  # of the package they are from, where that is an earlier one

    @property
    def components(self) -> Mapping[str, Any]:
        """What is in the box of the base game, and the tiles of the modules."""
        return self.files["components"]

    @property
    def chateauma(self) -> Mapping[str, Any]:
        """Its cards and boards."""
        return self.files["chateauma"]

    def county_cards(self, modules: Collection[str]) -> list[Mapping[str, Any]]:
        """The county cards that are played with: with vineyards others than the first are those of the vineyards."""
        cards: list[Mapping[str, Any]] = self.chateauma["county_cards"]["cards"]
        if "vineyards" not in modules:
            return cards
        first = [card for card in cards if card["id"] == _CARD_OF_BOTH]
        return [*first, *self.chateauma["vineyard_county_cards"]["cards"]]


_cache: dict[str, tuple[tuple[tuple[str, int, int], ...], Data]] = {}


def load(directory: str | os.PathLike[str] | None = None) -> Data:
    """The checked data: the package's files with those of a directory laid over them.

    The directory is the argument, else $BURGUNDY_DATA, else none. Files that have not changed are not
    read again. Anything wrong raises `DataError`.
    """
    chosen = directory if directory is not None else os.environ.get(ENVIRONMENT) or None
    path = Path(chosen).expanduser().resolve() if chosen is not None else None
    own = own_files()
    overrides = override_files(path) if path is not None else {}
    stamp = tuple(_stamp(file) for file in (*own.values(), *overrides.values()))
    key = str(path) if path is not None else ""
    if key not in _cache or _cache[key][0] != stamp:
        _cache[key] = (stamp, read_all(path, own, overrides))
    return _cache[key][1]


def own_files() -> dict[str, Path]:
    """The package's files by their names."""
    return {name: PACKAGE / name for name in FILES}


def _stamp(path: Path) -> tuple[str, int, int]:
    try:
        status = path.stat()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror}); must be a readable file") from error
    # The size catches a second write within the clock's resolution more often than not.
    return str(path), status.st_mtime_ns, status.st_size


def read_all(
    directory: str | Path | None,
    own: Mapping[str, Path],
    overrides: Mapping[str, Path],
    earlier: Mapping[str, Any] | None = None,
) -> Data:
    """The files with the overrides laid over them; `earlier`: what comes between, by the files' names."""
    documents, labels = {}, {}
    for name in FILES:
        documents[name], labels[name] = read_json(own[name]), name
        if earlier and name in earlier:
            documents[name] = merged(name, documents[name], Node(name, "", earlier[name]))
        if name in overrides:
            labels[name] = str(overrides[name])
            override = Node(labels[name], "", read_json(overrides[name]))
            documents[name] = merged(name, documents[name], override)
    return build(documents, labels, None if directory is None else str(directory))


def read_json(path: Path) -> Any:
    """One file as JSON, with every way it can fail as a DataError."""
    if not path.is_file():  # a pipe would have to be waited for
        raise DataError(f"{path}: cannot be read (it is no file); must be a readable file")
    try:
        text = path.read_text(encoding="utf-8-sig")  # editors on Windows put a mark first
        return json.loads(text, object_pairs_hook=unique, parse_constant=_no_constant)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror}); must be a readable file") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: not UTF-8 text at byte {error.start}; must be JSON in UTF-8") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise DataError(f"{path}: {where}: {error.msg}; must be JSON") from error
    except (_Refused, TwiceThere) as error:
        raise DataError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, endless brackets
        raise DataError(f"{path}: {error}; must be plain JSON") from error


class _Refused(Exception):
    """JSON that Python would accept and people don't mean."""


def _no_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is not JSON; must be a number")


def build(
    documents: Mapping[str, Any], labels: Mapping[str, str] | None = None, directory: str | None = None
) -> Data:
    """Checks five complete documents and puts them together; `labels` are the files' names in messages."""
    nodes = {name: Node((labels or {}).get(name, name), "", documents[name]) for name in FILES}
    duchies = read_duchies(nodes["duchies.json"])
    for name, check in CHECKS.items():
        check(nodes[name])
    blocks = tuple(block for name in FILES for block in blocks_of(name, nodes[name]))
    return Data(
        directory=directory,
        hash=content_hash(documents),
        hashes=block_hashes(documents),
        duchies=duchies,
        files={name.removesuffix(".json"): documents[name] for name in FILES},
        blocks=blocks,
    )


def content_hash(documents: Mapping[str, Any]) -> str:
    """Names the content: the same for any order of keys and any layout of the files."""
    return _hash({name: documents[name] for name in FILES})


def block_hashes(documents: Mapping[str, Any]) -> dict[str, str]:
    """Names the facts of each block: a file without what only some games use, and each such part of it.

    Where facts come from and remarks about them count for nothing here: a better word changes no game.
    """
    blocks = {}
    for file in FILES:
        facts = _facts(documents[file])
        for name in blocks_in(file):
            *parents, key = name.split(".")
            inside = facts[parents[0]] if parents else facts
            blocks[name] = _hash(inside.pop(key))
        blocks[file.removesuffix(".json")] = _hash(facts)
    return blocks


def _facts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _facts(inner) for key, inner in value.items() if not _is_remark(key)}
    return [_facts(inner) for inner in value] if isinstance(value, list) else value


def _is_remark(key: str) -> bool:
    return key == "about" or key.rpartition("_")[2] in ANNOTATIONS


def _hash(facts: Any) -> str:
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]

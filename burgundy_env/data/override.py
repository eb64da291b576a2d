"""Overrides: a directory of an owner's own files laid over the package's.

A file in it names only the top-level blocks it wants to replace. Blocks are replaced whole, except lists
of things with an id (duchies, county cards and the like): there single items are
laid over those of the same id, field by field, so that {"id": 5, "rows": [...]} is a complete entry.
What the package said about a source never survives the replacement of the fact: the source is then the
one stated, else "owner".
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from burgundy_env.data.cursor import ANNOTATIONS, DataError, Node, listed
from burgundy_env.data.provenance import FILES, ID_LISTS
from burgundy_env.nearest import nearest

_SUFFIXES = tuple(f"_{name}" for name in ANNOTATIONS)
_FILE_LIST = f"one or more of {listed(FILES)}"


def override_files(directory: str | Path) -> dict[str, Path]:
    """The data files of an override directory; a directory that can't be meant is an error."""
    directory = Path(directory)
    if not directory.is_dir():
        problem = "is not a directory" if directory.exists() else "does not exist"
        raise DataError(f"{directory}: the data directory {problem}; must be a directory with {_FILE_LIST}")
    found = {}
    for path in _entries(directory):
        if path.name in FILES:
            found[path.name] = path
        elif path.name.lower().endswith(".json"):
            hint = nearest(path.name, FILES)
            raise DataError(f"{path}: not a data file{hint}; the files are {listed(FILES)}")
    if not found:
        raise DataError(f"{directory}: the data directory holds no data file; must hold {_FILE_LIST}")
    return found


def _entries(directory: Path) -> list[Path]:
    try:
        return sorted(directory.iterdir())
    except OSError as error:
        raise DataError(f"{directory}: cannot be read ({error.strerror}); must be readable") from error


def merged(file: str, base: Mapping[str, Any], override: Node) -> dict[str, Any]:
    """The package's document with the override laid over it; neither is changed."""
    given = override.mapping()
    result = dict(base)
    for key, node in given.items():
        stem = _stem(key, base)
        if stem is not None:
            if stem not in given:
                raise override.error(f"{key!r} without {stem!r}; must come with the block it is about")
        elif key not in base:
            hint = nearest(key, base)
            raise override.error(f"unknown key {key!r}{hint}; the keys are {listed(base)}")
        else:
            _lay_block(file, key, node, given, base, result)
    return result


def _stem(key: str, base: Mapping[str, Any]) -> str | None:
    """'boards' for 'boards_provenance' or 'boards_note', None for a block's own key."""
    for suffix in _SUFFIXES:
        stem = key.removesuffix(suffix)
        if stem != key and stem in base:
            return stem
    return None


def _lay_block(
    file: str,
    key: str,
    node: Node,
    given: Mapping[str, Node],
    base: Mapping[str, Any],
    result: dict[str, Any],
) -> None:
    remarks = {name: given[f"{key}_{name}"].value for name in ANNOTATIONS if f"{key}_{name}" in given}
    child = ID_LISTS[file].get(key)
    if child is not None:
        result[key] = _lay_container(base[key], child, node)
    elif key in ID_LISTS[file]:
        result[key], stated = _lay_items(base[key], node, remarks, f"{key}_provenance" in base)
        if stated:
            _put_beside(key, remarks, result)
    elif isinstance(base[key], str):  # `about` and the like: words, no facts
        result[key] = node.text()
    elif node.value != base[key] or remarks:
        _replace(key, node.value, remarks, base, result)


def _put_beside(key: str, remarks: Mapping[str, Any], result: dict[str, Any]) -> None:
    for suffix in _SUFFIXES:
        result.pop(key + suffix, None)
    result.update({f"{key}_{name}": remark for name, remark in remarks.items()})


def _replace(key: str, value: Any, remarks: dict[str, Any], base: Mapping[str, Any], result: dict[str, Any]) -> None:
    """Puts a block in the place of the package's, its source inside or beside it as the package has it."""
    if isinstance(value, dict):
        remarks = {**remarks, **{name: value[name] for name in ANNOTATIONS if name in value}}
        value = {name: entry for name, entry in value.items() if name not in ANNOTATIONS}
    remarks.setdefault("provenance", "owner")
    inside = isinstance(value, dict) and "provenance" in base[key]
    _put_beside(key, {} if inside else remarks, result)
    result[key] = {**value, **remarks} if inside else value


def _lay_container(base: Mapping[str, Any], child: str, node: Node) -> dict[str, Any]:
    """An object around a list of items, `child`."""
    given = node.record([], list(base))
    remarks = {name: given[name].value for name in ANNOTATIONS if name in given}
    result = {
        **base,
        **{key: value.value for key, value in given.items() if key not in (child, *ANNOTATIONS)},
    }
    if child in given:
        result[child], stated = _lay_items(base[child], given[child], remarks, "provenance" in base)
        if stated:
            result = {key: value for key, value in result.items() if key not in ANNOTATIONS} | remarks
    return result


def _lay_items(
    base: list[dict[str, Any]], node: Node, remarks: Mapping[str, Any], has_source: bool
) -> tuple[list[dict[str, Any]], bool]:
    """The items laid over the base's, and whether the remarks are now true of the list as a whole.

    A source stated for a list is about the items given. It can stay with the list if the list has a place
    for it and all items are given; otherwise every item takes it along.
    """
    given = _by_id(node, {item["id"]: item for item in base})
    whole = has_source and "provenance" in remarks and len(given) == len(base)
    source = {} if whole else {"provenance": "owner"} | (dict(remarks) if "provenance" in remarks else {})
    laid = []
    for item in base:
        over = given.get(item["id"])
        if over is None or over == item:  # a copied file changes nothing where it was not edited
            laid.append(item)
        else:
            kept = {key: value for key, value in item.items() if key not in ANNOTATIONS}
            laid.append({**kept, **source, **over})
    return laid, whole


def _by_id(node: Node, known: Mapping[int, Any]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}
    for element in node.elements(1):
        fields = element.mapping()
        if "id" not in fields:
            raise element.error(f"key 'id' is missing; must be one of {listed(known)}")
        ident = fields["id"].value
        if isinstance(ident, bool) or not isinstance(ident, int) or ident not in known:
            raise fields["id"].wrong(f"one of {listed(known)}")
        if ident in found:
            raise node.error(f"id {ident} is there twice; must be there once")
        found[ident] = element.value
    return found

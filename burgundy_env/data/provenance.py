"""Where each fact comes from: the vocabulary, its check, and the list of all blocks that say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from burgundy_env.data.cursor import Node, listed
from burgundy_env.data.forms import FACTS

# From the surest to the least sure; a block with several sources counts as its least sure one.
PROVENANCES = ("owner", "rulebook", "transcribed", "transcribed-single", "inferred", "reconstructed")

_SUBJECT_FIRST = re.compile(rf"for (?P<subject>.+?) (?P<word>{'|'.join(PROVENANCES)})( from .+)?")

# Lists of things with an `id`: file -> top-level block -> key of the list inside the block (None: the
# block is the list). Overrides replace single items of these by id.
ID_LISTS: dict[str, dict[str, str | None]] = {}
for _facts in FACTS:
    ID_LISTS.setdefault(_facts.file or f"{_facts.block}.json", {}).update(_facts.lists)
FILES = tuple(ID_LISTS)


@dataclass(frozen=True)
class Block:
    """One block of facts, e.g. Block("duchies.json", "duchies.5", "transcribed", "")."""

    file: str
    name: str
    provenance: str
    note: str


def check_provenance(node: Node) -> str:
    """The word itself; for 'rulebook for this, reconstructed for that' the least sure word."""
    text = node.text()
    if text in PROVENANCES:
        return text
    words = []
    for part in _parts(text):
        word, _, subject = part.partition(" for ")
        if word not in PROVENANCES or not subject:
            raise node.wrong(
                f"one of {listed(PROVENANCES)}, or such words with what each is for: "
                "'rulebook for the counts, inferred for the order'"
            )
        words.append(word)
    return max(words, key=PROVENANCES.index)


def _parts(text: str) -> Iterator[str]:
    """What each of several words is for; behind a semicolon the subject may come first: `for 4 inferred from ...`."""
    for clause in text.split("; "):
        turned = _SUBJECT_FIRST.fullmatch(clause)
        if turned:
            yield f"{turned['word']} for {turned['subject']}"
        else:
            yield from clause.split(", ")


def blocks_of(file: str, document: Node) -> list[Block]:
    """Every block of one document that states a provenance, in file order; checks the statements."""
    return [block for block in _walk(file, document) if not _hidden(file, block, document.value)]


def _walk(file: str, node: Node) -> Iterator[Block]:
    if isinstance(node.value, dict):
        yield from _walk_object(file, node)
    elif isinstance(node.value, list):
        for index, value in enumerate(node.value):
            ident = value.get("id", index) if isinstance(value, dict) else index
            yield from _walk(file, node.child(str(ident), value))


def _walk_object(file: str, node: Node) -> Iterator[Block]:
    children = node.mapping()
    if "provenance" in children:
        yield _block(file, node.path, children["provenance"], children.get("note"))
    for key, child in children.items():
        # Lists can't hold a provenance of their own: it stands beside them, as `boards_provenance`.
        beside = f"{key}_provenance"
        if beside in children:
            yield _block(file, child.path, children[beside], children.get(f"{key}_note"))
        yield from _walk(file, child)


def _block(file: str, name: str, provenance: Node, note: Node | None) -> Block:
    word = check_provenance(provenance)
    remark = note.text() if note is not None else ""
    if provenance.value != word:
        remark = f"{provenance.value}. {remark}".strip()
    return Block(file, name, word, remark)


def _hidden(file: str, block: Block, document: dict[str, Any]) -> bool:
    """True if nothing is left that the block's statement is about: each of its items has its own."""
    if block.name not in ID_LISTS[file]:
        return False
    child = ID_LISTS[file][block.name]
    value = document[block.name]
    items = value if child is None else value.get(child)
    return isinstance(items, list) and all(isinstance(item, dict) and "provenance" in item for item in items)

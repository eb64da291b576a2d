"""What descriptors say of their blocks of data, and the check that it is so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from burgundy_env.data.cursor import ANNOTATIONS, Node
from burgundy_env.modules import DESCRIPTORS
from burgundy_env.modules.descriptor import ById, Each, Facts, Number, OneOf, Row
from burgundy_env.modules.sizes import MOST_TILES

FACTS = tuple(facts for module in DESCRIPTORS for facts in module.data)


def blocks_in(file: str) -> dict[str, Facts]:
    """The blocks of a file that not every game uses, by name."""
    return {facts.block: facts for facts in FACTS if facts.file == file}


def check_document(document: Node, facts: Facts) -> None:
    """A file that is one block."""
    for name, node in document.blocks(facts.form, ("about",)).items():
        if name in facts.form:
            _check(node, facts.form[name])


def check_facts(node: Node, facts: Facts) -> None:
    """A block in a file of more."""
    _check(node, facts.form)
    if facts.total:
        values = [value for name, value in node.value.items() if name not in ANNOTATIONS]
        total = sum(len(value) if isinstance(value, list) else value for value in values)
        if total != facts.total:
            raise node.error(f"comes to {total} tiles in all; must be the rulebook's {facts.total}")


def _check(node: Node, form: Any) -> None:
    if form is str:
        node.text()
    elif isinstance(form, Mapping):
        fields = node.record(form)
        for name, inner in form.items():
            _check(fields[name], inner)
    elif isinstance(form, Number):
        node.integer(form.least, form.most)
    elif isinstance(form, OneOf):
        node.choice(form.names)
    elif isinstance(form, Each):
        _check_each(node, form)
    elif isinstance(form, Row):
        for element in node.elements(form.length, form.length):
            _check(element, form.of)
    else:
        assert isinstance(form, ById), f"{form!r} is no form that data can have"
        for item in node.identified(form.ids).values():
            _check(item, {"id": Number(form.ids[0], form.ids[-1]), **form.of})


def _check_each(node: Node, form: Each) -> None:
    if isinstance(form.things[0], str):
        node.each_once([str(name) for name in form.things])
    elif sorted(node.integers(0, MOST_TILES)) != list(form.things):
        raise node.wrong(str(list(form.things)))

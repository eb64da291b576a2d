"""A name with an underscore belongs to the file that writes it; nobody else touches it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("burgundy_env", "agents", "benchmarks", "examples", "tools")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
# The one door to Numba's private rooms; nobody else goes in (and here Numba's names can't be told from our own).
DOOR = {f"burgundy_env/engine/{name}.py" for name in ("parts", "libraries", "keys", "shelf")}
# Documented parts of the standard library whose names begin so all the same.
PUBLIC = {"_replace", "_asdict", "_fields", "_make", "_exit", "_SubParsersAction"}
# Nor has argparse another name by which options can be read, for completion and for the page of commands.
PUBLIC |= {"_actions", "_choices_actions", "_get_formatter", "_expand_help"}


def is_private(name: str) -> bool:
    """One underscore in front, as in `_state`."""
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def written_here(tree: ast.AST) -> set[str]:
    """The private names that a file brings: functions, classes, variables, attributes of its own objects, slots."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_own(node):
            names.add(node.attr)
    return {name for name in names if is_private(name)}


def is_own(node: ast.Attribute) -> bool:
    """`self.x` and `cls.x`."""
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def trespasses(text: str) -> Iterator[tuple[int, str]]:
    """Where a file touches private names of others."""
    tree = ast.parse(text)
    own = written_here(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node) and node.attr not in own:
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if is_private(alias.name):
                    yield node.lineno, f"from {node.module} import {alias.name}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "setattr", "attrgetter"):
            texts = {argument.value for argument in node.args if isinstance(argument, ast.Constant)} - own
            if any(isinstance(text, str) and is_private(text) for text in texts):
                yield node.lineno, ast.unparse(node)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nobody_touches_what_belongs_to_another_file(path: Path) -> None:
    name, text = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    if name in DOOR:
        assert "numba" in text, "whoever has the key uses it"
    else:
        assert list(trespasses(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "game._state",
        "game._state = 1",
        "Game._blank(config)",
        "from burgundy_env.game import _mixed",
        "getattr(game, '_tables')",
    ],
)
def test_touching_is_seen(text: str) -> None:
    assert list(trespasses(text))


@pytest.mark.parametrize(
    "text",
    [
        "self._state",
        "point._replace(x=1)",
        "game.__class__",
        "class Game:\n    _state: int\n    def copy(self, twin):\n        twin._state = self._state",
    ],
)
def test_what_is_ones_own_is_left_alone(text: str) -> None:
    assert not list(trespasses(text))

"""Draw the house from the imports, into docs/architecture.md: python tools/make_architecture.py.

The layers stand here as data; tests/project/test_layers.py sees that the sources keep to them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- drawn by tools/make_architecture.py -->\n", "<!-- end of the drawing -->\n"
FRONT_DOORS = ("__init__", "__main__")  # of the whole package: they lead into every room, and nothing looks at them

# Lowest first. A room imports rooms of the layers before its own, and none of its own layer.
LAYERS = (
    ("_version", "hooks", "machine", "nearest", "safe", "schemas", "modules"),
    ("store",),
    ("config",),
    ("data",),
    ("engine",),
    ("players", "crew"),
    ("encoders",),
    ("position",),
    ("telling",),
    ("outcome",),
    ("game",),
    ("records", "observations", "editing"),
    ("agents",),
    ("envs",),
    ("arena", "bench"),
    ("evaluation", "balance", "dataset", "training", "analysis"),
    ("render", "sitting"),
    ("table", "serve"),
    ("cli",),
)
FILES_OF_ROOMS = {"configs": "config"}  # files at the top that belong to the room of another one


class Import(NamedTuple):
    """One room wants something of another."""

    room: str
    wanted: str
    where: str  # FILE:LINE
    lazy: bool  # inside a function


def imports() -> list[Import]:
    """All imports between rooms."""
    return [found for path, module in sources() for found in _imports(path, module)]


def sources() -> Iterator[tuple[Path, str]]:
    """Every source with the name it is imported by."""
    for folder, package in (("burgundy_env", "burgundy_env"), ("agents", "burgundy_agents")):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ".".join([package, *path.relative_to(ROOT / folder).with_suffix("").parts])


def room_of(module: str) -> str:
    """The room that a module belongs to."""
    package, *inner = module.split(".")
    if package == "burgundy_agents":
        return "agents"
    name = inner[0] if inner else "__init__"
    name = _lent_names().get(name, name)
    return FILES_OF_ROOMS.get(name, name)


def _imports(path: Path, module: str) -> Iterator[Import]:
    room = room_of(module)
    if room in FRONT_DOORS:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lazy = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        for wanted in {room_of(name) for name in _names(node, module)} - {room}:
            where = f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 0)}"
            yield Import(room, wanted, where, id(node) in lazy)


def _names(node: ast.AST, module: str) -> Iterator[str]:
    """What a statement imports of ours, by full names."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        # A package's own file counts as standing inside it: `from .x` means the same there as in its neighbours.
        base = module.split(".")[: -node.level] if node.level else []
        origin = ".".join([*base, *filter(None, [node.module])])
        names = [f"{origin}.{alias.name}" for alias in node.names] if origin == "burgundy_env" else [origin]
    else:
        return
    yield from (name for name in names if name.partition(".")[0] in ("burgundy_env", "burgundy_agents"))


@cache
def _lent_names() -> dict[str, str]:
    """Where the package's own names come from: `burgundy_env.Game` is of the room `game`."""
    tree = ast.parse((ROOT / "burgundy_env" / "__init__.py").read_text(encoding="utf-8"))
    lent = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module]
    return {alias.name: str(node.module).partition(".")[0] for node in lent for alias in node.names}


def drawing() -> str:
    """The rooms that are there, lowest first, and which of those before it each of them imports."""
    there = {room_of(module) for _, module in sources()} - {*FRONT_DOORS, "_version"}
    rooms = [room for layer in LAYERS for room in layer if room in there]
    wanted = {(found.room, found.wanted) for found in imports()}
    rows = [" " * 17 + "".join(f"{column:3}" for column in range(1, len(rooms) + 1))]
    for number, room in enumerate(rooms, 1):
        marks = ("■" if other == room else "●" if (room, other) in wanted else "·" for other in rooms)
        rows.append(f"{number:2} {room:<14}{''.join(f'{mark:>3}' for mark in marks)}")
    return "```\n" + "\n".join(rows) + "\n```\n"


def page(text: str) -> str:
    """The page with the drawing as it is now."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + drawing() + END + rest.split(END)[1]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

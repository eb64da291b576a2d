"""Small faults put into the rules' kernels, one at a time, to learn which of them no test notices.

`python tools/mutants.py --mutants 100 [--seed N] [--results FILE] [--slowest S] [--all] [TESTS ...]` runs the rules
tests without the compiler. Sources stay as they are: a fault is put into the code of a kernel in a process of its
own, which then runs the tests that come by the faulty statement, quick ones first, until one fails. Results are
appended to the file, and the same command goes on from there. `--all` runs on after a failure, and tells which tests
nothing made fail.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import random
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # kernels are plain functions then, whose code can be exchanged
import pytest

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "burgundy_env" / "engine"
SOURCES = sorted([*ENGINE.glob("rules/*.py"), *ENGINE.glob("legal*.py"), ENGINE / "apply.py"])
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
MOST_MEMORY = 4 << 30  # bytes; an endless loop may also grow


@dataclass(frozen=True)
class Mutant:
    """A fault: where it is, and what stands there instead."""

    source: Path
    function: str
    lines: range
    place: tuple[int, int]  # line and column of what is faulty
    before: str
    after: str
    code: CodeType

    @property
    def name(self) -> str:
        """How it is told, and known again."""
        line, column = self.place
        return f"{self.source.relative_to(ENGINE)}:{line}:{column} {self.function}: {self.before} -> {self.after}"


def faulty(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of a node."""
    new: Any = None
    match node:
        case ast.Compare(left=left, ops=[op], comparators=comparators) if type(op) in OTHER:
            new = ast.Compare(left, [OTHER[type(op)]()], comparators)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OTHER:
            new = ast.BinOp(left, OTHER[type(op)](), right)
        case ast.BoolOp(op=op, values=values):
            new = ast.BoolOp(OTHER[type(op)](), values)
        case ast.UnaryOp(op=ast.Invert() | ast.Not(), operand=operand):
            new = operand
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in OTHER:
            new = ast.AugAssign(target, OTHER[type(op)](), value)
        case ast.Constant(value=bool(value)):
            new = ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            new = ast.Constant(value - 1)
        case ast.Name(id=name, ctx=ast.Load()) if name.isupper():
            new = ast.BinOp(node, ast.Add(), ast.Constant(1))
        case ast.If(test=test, body=body, orelse=orelse):
            new = ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(test=test, body=body, orelse=orelse):
            new = ast.While(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            new = ast.IfExp(test, orelse, body)
    if new is not None:
        yield new
    if _may_be_dropped(node):
        yield ast.Pass()


def _may_be_dropped(node: ast.AST) -> bool:
    """Statements without which the others can still run."""
    match node:
        case ast.Assign(targets=[target]):
            return not isinstance(target, ast.Name)
        case ast.Expr(value=value):
            return isinstance(value, ast.Call)
        case ast.Return(value=value):
            return value is None
    return isinstance(node, ast.AugAssign | ast.Continue | ast.Break)


class _Exchange(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        """Puts the new node in the place of the old."""
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, range]]:
    """The nodes of a function that can be faulty, and the lines of the smallest statement they belong to."""

    def walk(node: ast.AST, lines: range) -> Iterator[tuple[ast.AST, range]]:
        if isinstance(node, ast.stmt):
            last = node.body[0].lineno - 1 if isinstance(node, ast.If | ast.While | ast.For) else node.end_lineno
            lines = range(node.lineno, max(node.lineno, last or 0) + 1)
        yield node, lines
        for child in ast.iter_child_nodes(node):
            yield from walk(child, lines)

    for statement in function.body:
        yield from walk(statement, range(0))


def kernels(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module that are compiled."""
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list]


def code_of(tree: ast.Module, source: Path, function: str) -> CodeType:
    """The code of one function of a module that was changed."""
    whole = compile(ast.fix_missing_locations(tree), str(source), "exec")
    return next(code for code in whole.co_consts if isinstance(code, CodeType) and code.co_name == function)


def all_mutants() -> Iterator[Callable[[], Mutant]]:
    """Every fault there may be, made when it is asked for."""
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        for f, function in enumerate(kernels(ast.parse(text))):
            for n, (node, _) in enumerate(places(function)):
                for k, _ in enumerate(faulty(node)):
                    yield lambda source=source, text=text, f=f, n=n, k=k: _mutant(source, text, f, n, k)


def _mutant(source: Path, text: str, f: int, n: int, k: int) -> Mutant:
    tree = ast.parse(text)
    function = kernels(tree)[f]
    node, lines = list(places(function))[n]
    new = list(faulty(node))[k]
    before, after = (ast.unparse(ast.fix_missing_locations(each)).splitlines()[0] for each in (node, new))
    place = (node.lineno, node.col_offset + 1)  # type: ignore[attr-defined]  # only statements and expressions come
    _Exchange(node, new).visit(tree)
    return Mutant(source, function.name, lines, place, before, after, code_of(tree, source, function.name))


def module_of(source: Path) -> Any:
    """The module of a source, imported."""
    return importlib.import_module(".".join(source.relative_to(ROOT).with_suffix("").parts))


def put(source: Path, function: str, code: CodeType) -> FunctionType:
    """Exchange the code of a kernel, wherever it was imported."""
    kernel: FunctionType = getattr(module_of(source), function)
    kernel.__code__ = code
    return kernel


def apart(work: Callable[[], Any], seconds: float) -> Any:
    """What the work gives in a process of its own; None if it took more processor time or memory than it may."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        try:
            with os.fdopen(writing, "w") as out:
                json.dump(work(), out)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as found:
        text = found.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


class Hunt:
    """A plugin of pytest: it runs the tests that were collected, many times and in processes of their own."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.failed: list[str] = []
        self.kept: dict[str, Any] = {}  # results by the name of the mutant
        if options.results.exists():
            for line in options.results.read_text(encoding="utf-8").splitlines():
                self.kept.update([json.loads(line)])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what failed."""
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running each test once."""
        self.items = {item.nodeid: item for item in session.items}
        # What a test comes by, and its seconds of processor time; all of it again for other tests or sources.
        key = f"what {len(self.items)} tests come by"
        if key not in self.kept:
            self.keep(key, apart(self.record, 3600))
        self.met: dict[str, tuple[float, dict[str, list[int]]]] = self.kept[key]
        broken = [name for name, (_, _, failed) in self.met.items() if failed]
        if broken:
            raise SystemExit(f"these fail without a fault: {broken}")
        chosen = random.Random(self.options.seed).sample(list(all_mutants()), self.options.mutants)
        for number, make in enumerate(chosen):
            mutant = make()
            if mutant.name not in self.kept:
                self.keep(mutant.name, self.hunt(mutant))
            print(f"{number}: {mutant.name}: {self.told(self.kept[mutant.name])}", flush=True)
        self.summary([make().name for make in chosen])
        return True

    def keep(self, name: str, result: Any) -> None:
        """Write a result down at once."""
        self.kept[name] = result
        with self.options.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, result]) + "\n")

    def run(self, names: list[str]) -> list[str]:
        """Run these tests, to the first failure unless all are wanted; what failed."""
        for k, name in enumerate(names):
            following = self.items[names[k + 1]] if k + 1 < len(names) else None
            item = self.items[name]
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed and not self.options.all:
                break
        return self.failed

    def record(self) -> dict[str, Any]:
        """For each test: its seconds, the lines of kernels it comes by, whether it fails."""
        hits: set[tuple[str, int]] = set()
        for source in SOURCES:
            tree = ast.parse(source.read_text(encoding="utf-8"))
            for function in kernels(tree):
                _Counted().visit(function)
            for function in kernels(tree):
                kernel = put(source, function.name, code_of(tree, source, function.name))
                kernel.__globals__["_come_by"] = lambda line, name=source.name: hits.add((name, line))
        met = {}
        for name in self.items:
            hits.clear()
            self.failed.clear()
            begun = time.process_time()
            failed = bool(self.run([name]))
            lines: dict[str, list[int]] = {}
            for file, line in sorted(hits):
                lines.setdefault(file, []).append(line)
            met[name] = (time.process_time() - begun, lines, failed)
        return met

    def hunt(self, mutant: Mutant) -> dict[str, Any]:
        """What became of a mutant: the tests it was given to, and those that failed, None if it never ended."""
        file, lines = mutant.source.name, set(mutant.lines)
        names = [name for name, (seconds, met, _) in self.met.items()
                 if seconds < self.options.slowest and not lines.isdisjoint(met.get(file, ()))]  # fmt: skip
        names.sort(key=lambda name: self.met[name][0])

        def work() -> list[str]:
            put(mutant.source, mutant.function, mutant.code)
            return self.run(names)

        seconds = 10 + 3 * sum(self.met[name][0] for name in names)
        return {"given": len(names), "failed": apart(work, seconds)}

    def told(self, result: dict[str, Any]) -> str:
        """A result in words."""
        if result["failed"] is None:
            return "killed, it took too long"
        return f"killed by {result['failed'][0]}" if result["failed"] else f"LIVES after {result['given']} tests"

    def summary(self, names: list[str]) -> None:
        """Who lives, and which tests nothing made fail."""
        alive = [name for name in names if self.kept[name]["failed"] == []]
        print(f"\n{len(alive)} of {len(names)} live:", *alive, sep="\n  ")
        if self.options.all:
            fallen = {test for name in names for test in self.kept[name]["failed"] or ()}
            print("\nnever failed:", *(test for test in self.items if test not in fallen), sep="\n  ")


class _Counted(ast.NodeTransformer):
    """Every statement of a kernel tells first that somebody comes by."""

    def visit(self, node: ast.AST) -> Any:
        """Statements become two; an `elif` is no place of its own."""
        line = getattr(node, "lineno", 0)
        self.generic_visit(node)
        if not isinstance(node, ast.stmt) or isinstance(node, ast.FunctionDef):
            return node
        told = ast.parse(f"_come_by({line})").body[0]
        return [ast.copy_location(told, node), node]


def main() -> int:
    """Hunt mutants."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tests", nargs="*", default=[str(ROOT / "tests" / "engine" / "rules")])
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"), help="kept here, and gone on from")
    parser.add_argument("--slowest", type=float, default=1e9, help="leave tests out that take more seconds")
    parser.add_argument("--all", action="store_true", help="run on after a failure")
    options = parser.parse_args()
    options.results = options.results.absolute()
    quiet = ["-qq", "--capture=no", "-p", "no:cacheprovider", "-o", "timeout=0", f"--rootdir={ROOT}"]
    return int(
        pytest.main(
            [*quiet, f"--confcutdir={ROOT}", "-c", str(ROOT / "pyproject.toml"), *options.tests], [Hunt(options)]
        )
    )


if __name__ == "__main__":
    sys.exit(main())

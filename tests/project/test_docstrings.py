"""The page of what can be imported: every name on it exists and is in an example, and the examples run."""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
PROMISED = (
    "burgundy_env",
    "burgundy_env.envs",
    "burgundy_env.observations",
    "burgundy_env.editing",
    "burgundy_env.schemas",
    "burgundy_agents",
)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHOWN = re.findall(r"^\.\. auto(\w+):: ([\w.]+)(?:\n   :members: (.*))?$", PAGE, re.MULTILINE)


def found(name):
    """What stands under a dotted name."""
    module, _, last = name.rpartition(".")
    try:
        return getattr(import_module(module), last)
    except ModuleNotFoundError:
        return getattr(found(module), last)


def examples(name):
    """The source of the examples in the docstring of a name itself."""
    thing = found(name)
    text = thing.fget.__doc__ if isinstance(thing, property) else thing.__doc__
    return doctest.DocTestParser().get_examples(text or "")


@pytest.mark.parametrize("name", [name for _, name, _ in SHOWN])
def test_the_examples_of_a_name_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    thing = found(name)
    if callable(thing) and not isinstance(thing, type):
        tests = doctest.DocTestFinder(recurse=False).find(thing, name)
    else:
        tests = doctest.DocTestFinder().find(thing, name)
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    for test in tests:
        said = []
        runner.run(test, out=said.append)
        assert not said, "".join(said)


@pytest.mark.parametrize(("kind", "name", "members"), SHOWN, ids=[name for _, name, _ in SHOWN])
def test_every_name_is_in_an_example(kind, name, members):
    shown = examples(name)
    assert shown, f"{name} has no example"
    for member in filter(None, members.split(", ")):
        own = examples(f"{name}.{member}")
        by_its_class = any(re.search(rf"\b{member}\b", one.source) for one in shown)
        assert own or by_its_class, f"{name}.{member} is in no example"


def test_everything_that_is_promised_is_on_the_page():
    names = {name for _, name, _ in SHOWN}
    for package in PROMISED:
        for exported in import_module(package).__all__:
            if callable(found(f"{package}.{exported}")):
                assert f"{package}.{exported}" in names, exported
    assert "burgundy_env.envs.burgundy_v0.env" in names

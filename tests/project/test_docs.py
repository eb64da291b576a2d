"""The Python of pages runs, their documents are read, generated pages are current, links lead somewhere."""

import json
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import make_docs
import pytest

from burgundy_env import Game, GameConfig
from burgundy_env.balance import Question
from burgundy_env.cli.parser import Parser
from burgundy_env.engine.actions import IDS as ACTIONS_BY_NAME
from burgundy_env.records.thoughts import split

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = {
    str(page.relative_to(ROOT)): page.read_text(encoding="utf-8")
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
}
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = {name: [text for kind, text in FENCED.findall(page) if kind == "python"] for name, page in SHOWN.items()}
ELSEWHERE = ("docs/stdio.md",)  # a program that reads its input: tests/agents/test_agents_stdio.py plays with it
COMMANDS_SHOWN = [
    (name, line)
    for name, page in SHOWN.items()
    for kind, text in FENCED.findall(page)
    if kind == "sh"
    for line in text.replace("\\\n", " ").splitlines()
    if re.match(r"\s*(\S*/)?burgundy ", line)
]


@pytest.mark.parametrize("name", [name for name, blocks in BLOCKS.items() if blocks and name not in ELSEWHERE])
def test_the_python_of_a_page_runs(name, tmp_path, monkeypatch):
    """All of it, one block after the other, as a reader types it; in a process of its own where it starts others."""
    monkeypatch.chdir(tmp_path)
    whole = "\n".join(BLOCKS[name])
    if "__main__" in whole:
        (tmp_path / "page.py").write_text(whole, encoding="utf-8")
        subprocess.run([sys.executable, "page.py"], check=True, capture_output=True, timeout=250)
        return
    if "pyspiel" in whole:
        pytest.importorskip("pyspiel")
    exec(compile(whole, name, "exec"), {})


DOCUMENTS = [
    (f"{name}, {kind} {number}", kind, text)
    for name, page in SHOWN.items()
    for number, (kind, text) in enumerate(found for found in FENCED.findall(page) if found[0] in ("yaml", "json"))
]


@pytest.mark.parametrize(("kind", "text"), [shown[1:] for shown in DOCUMENTS], ids=[shown[0] for shown in DOCUMENTS])
def test_the_documents_of_a_page_are_read_by_whoever_they_are_for(kind, text, tmp_path):
    """Configs and studies by their readers, boards by that of data, lines of a record with the record around them."""
    (tmp_path / "shown.yaml").write_text(text, encoding="utf-8")
    if kind == "yaml" and "study:" in text:
        assert Question.of_yaml(tmp_path / "shown.yaml").games
        return
    if kind == "yaml":
        assert GameConfig.from_yaml(text).to_dict()
        return
    document = json.loads(text)
    if "duchies" in document:
        (tmp_path / "duchies.json").write_text(text, encoding="utf-8")
        assert Game.new({"players": 2, "duchies": [5, 5]}, seed=1, data=tmp_path)
    elif "format" in document:
        assert Game.from_json(document, seed=1).to_json()
    else:
        event, thought = split(document)
        assert event.keys() == {"seat", "action"}
        assert thought is not None
        thought.check(ACTIONS_BY_NAME, 2)


@pytest.mark.parametrize(("name", "line"), COMMANDS_SHOWN, ids=[f"{name}: {line}" for name, line in COMMANDS_SHOWN])
def test_the_commands_of_a_page_are_understood(name, line):
    """Not run, as some take hours; but every command and option there is one, and every value can be one."""
    words = shlex.split(line, comments=True)[1:]
    words = words[: next((k for k, word in enumerate(words) if word in ("|", ">", "&", "&&", "...")), None)]
    parser = Parser(prog="burgundy")
    import_module(f"burgundy_env.cli.{words[0]}").add_parser(parser.add_subparsers())
    parser.parse_args(words)


QUICK = ("position", "data", "legal", "perft", "schema", "completion", "replay")
QUICK_SHOWN: dict[str, list[list[str]]] = {}
for _name, _line in COMMANDS_SHOWN:
    _words = shlex.split(_line, comments=True)[1:]
    if _words[0] in QUICK and "--gif" not in _words:  # a film takes long
        QUICK_SHOWN.setdefault(_name, []).append(_words)


@pytest.mark.parametrize("name", QUICK_SHOWN)
def test_the_quick_commands_of_a_page_run(name, tmp_path, monkeypatch, capsys):
    """One after the other, as a reader types them, in a folder with a game, a position and the page's own board."""
    from burgundy_env.cli import main

    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS["README.md"][0], "README.md", "exec"), {})
    boards = [text for kind, text in FENCED.findall(SHOWN[name]) if kind == "json" and '"duchies"' in text]
    if boards:
        Path("my-boards").mkdir()
        Path("my-boards/duchies.json").write_text(boards[0], encoding="utf-8")
    for words in QUICK_SHOWN[name]:
        if "--png" in words:
            pytest.importorskip("resvg_py")
        assert main(words) == 0, (words, capsys.readouterr().err)


@pytest.mark.parametrize("name", make_docs.pages())
def test_generated_pages_are_current(name):
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert page == make_docs.pages()[name], "run python tools/make_docs.py"


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_commands_of_the_readme_run_on_what_its_example_leaves(tmp_path, monkeypatch, capsys):
    """Those that neither fill a terminal nor measure anything."""
    from burgundy_env.cli import main

    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS["README.md"][0], "README.md", "exec"), {})
    commands = re.findall(r"`burgundy ((?:replay|legal|perft|data)\b[^`]*)`", README)
    assert {command.split()[0] for command in commands} == {"replay", "legal", "perft", "data"}
    for command in commands:
        assert main(command.split()) == 0, command
        assert capsys.readouterr().out or Path("out.html").exists()


def test_every_command_of_the_readme_exists():
    from burgundy_env.cli import COMMANDS

    for command in re.findall(r"`burgundy (\w+)", README):
        assert command in COMMANDS, command

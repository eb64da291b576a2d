"""The README's Python runs, generated pages are current, links lead somewhere."""

import re
from pathlib import Path

import make_docs
import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = (
    "README.md",
    "docs/agents.md",
    "docs/compiled-players.md",
    "docs/dataset.md",
    "docs/observations.md",
    "docs/positions.md",
    "docs/stability.md",
)
SHOWN = {name: (ROOT / name).read_text(encoding="utf-8") for name in PAGES}
BLOCKS = [
    (name, block) for name, text in SHOWN.items() for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
]


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[f"{name}-{k}" for k, (name, _) in enumerate(BLOCKS)])
def test_the_python_of_a_page_runs(name, block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(block, name, "exec"), {})


def test_the_pages_have_python_to_run():
    assert len(BLOCKS) >= 4


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
    exec(compile(next(block for name, block in BLOCKS if name == "README.md"), "README.md", "exec"), {})
    commands = re.findall(r"`burgundy ((?:replay|legal|perft|data)\b[^`]*)`", README)
    assert {command.split()[0] for command in commands} == {"replay", "legal", "perft", "data"}
    for command in commands:
        assert main(command.split()) == 0, command
        assert capsys.readouterr().out or Path("out.html").exists()


def test_every_command_of_the_readme_exists():
    from burgundy_env.cli import COMMANDS

    for command in re.findall(r"`burgundy (\w+)", README):
        assert command in COMMANDS, command

"""Completion in shells: the scripts hold what the commands have, and a real shell completes with them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from burgundy_env.cli import COMMANDS, main
from burgundy_env.cli.completion import SHELLS, places
from burgundy_env.schemas import NAMES, schema


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "burgundy.bash"
    path.write_text(SHELLS["bash"](places()), encoding="utf-8")
    return path


def completed(script: Path, *words: str) -> list[str]:
    """What bash offers for the last word."""
    line = f"""source {script}
COMP_WORDS=(burgundy {" ".join(f"'{word}'" for word in words)}); COMP_CWORD={len(words)}
_burgundy; printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-euc", line], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_bash_completes_commands_options_and_values(script: Path) -> None:
    assert {*COMMANDS, "--help", "--version"} >= {*completed(script, "")} >= {*COMMANDS}
    assert completed(script, "eval") == ["evaluate"]
    assert completed(script, "train", "")[:2] == ["ppo", "turn"]
    assert completed(script, "train", "ppo", "--dec") == ["--decisions"]
    assert completed(script, "play", "--rules") == ["--ruleset"]
    assert completed(script, "play", "--ruleset", "") == ["special_edition", "alea_2011"]
    assert completed(script, "play", "--ruleset", "alea_2011", "--play") == ["--players"]
    assert completed(script, "play", "--save", "") == [], "a file: bash goes on by itself"


def test_a_value_is_no_command(script: Path) -> None:
    """`--out train` names a folder, whatever commands there are."""
    assert "--decisions" in completed(script, "train", "ppo", "--out", "play", "--d")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_every_script(shell: str) -> None:
    there = places()
    script = SHELLS[shell](there)
    assert {place.words.split()[0] for place in there if place.words} == {*COMMANDS}
    for place in there:
        assert place.words in script
        for option in place.options:
            assert (option.names[-1] if shell != "fish" else option.names[-1].lstrip("-")) in script


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_can_read_its_script(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is missing")
    assert main(["completion", shell]) == 0
    path = tmp_path / f"burgundy.{shell}"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    done = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_another_shell_is_told_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "there are bash, zsh, fish" in capsys.readouterr().err


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out) == schema(name)

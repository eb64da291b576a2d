"""`burgundy completion`: a script that lets a shell complete commands, options and their values.

The script is written from the parsers themselves and holds all words, so that completing starts no Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from burgundy_env.cli import COMMANDS, FINE, options
from burgundy_env.cli.parser import Parser


class Option(NamedTuple):
    """An option of a command."""

    names: tuple[str, ...]
    about: str
    takes: bool  # a value
    values: tuple[str, ...]  # that it may have, where they are known


class Place(NamedTuple):
    """Where a line may stand: after `burgundy`, `burgundy train`, `burgundy train ppo` ..."""

    words: str  # as typed, each after a space
    commands: tuple[tuple[str, str], ...]  # and what they do
    options: tuple[Option, ...]


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser("completion", help="print a script that completes commands in your shell")
    parser.description = (
        "Print a script for a shell, which then completes commands, options and values at the Tab key."
    )
    parser.epilog = (
        "bash: add to ~/.bashrc   source <(burgundy completion bash)   |   zsh: add to ~/.zshrc, after compinit   "
        "source <(burgundy completion zsh)   |   fish: burgundy completion fish > "
        "~/.config/fish/completions/burgundy.fish"
    )
    parser.add_argument("shell", choices=tuple(SHELLS), help="which shell it is for")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    print(SHELLS[args.shell](places()), end="")
    return FINE


def places() -> list[Place]:
    """All places, from the parsers of all commands."""
    parser = Parser(prog="burgundy")
    subparsers = parser.add_subparsers()
    for name in COMMANDS:
        import_module(f".{name}", __package__).add_parser(subparsers)
    return list(_places(parser, ""))


def _places(parser: argparse.ArgumentParser, words: str) -> Iterator[Place]:
    inner: dict[str, argparse.ArgumentParser] = {}
    about: dict[str, str] = {}
    for action in parser._actions:  # argparse has no public way to look into a parser
        if isinstance(action, argparse._SubParsersAction):
            inner |= action.choices
            about |= {choice.dest: choice.help or "" for choice in action._choices_actions}
    found = tuple(_option(action) for action in parser._actions if action.option_strings)
    yield Place(words, tuple((name, _line(about.get(name, ""))) for name in inner), found)
    for name, each in inner.items():
        yield from _places(each, f"{words} {name}")


def _option(action: argparse.Action) -> Option:
    known = tuple(str(choice) for choice in action.choices or ())
    told = "" if action.help in (None, argparse.SUPPRESS) else _line(str(action.help))
    return Option(tuple(action.option_strings), told, action.nargs != 0, known)


def _line(text: str) -> str:
    """Help as a shell shows it: short, and in letters that no shell takes for its own."""
    first = text.partition(";")[0].partition(" (")[0].partition(": ")[0]
    return "".join(letter for letter in first.replace("%%", "%") if letter not in "'\"`$\\[]:")


# --- the shells ---------------------------------------------------------------------------------------


def _bash(there: list[Place]) -> str:
    words = "\n".join(f"    '{place.words}') words='{_offered(place)}' ;;" for place in there)
    return f"""# Completes burgundy in bash: source <(burgundy completion bash)
_burgundy() {{
  local at="" word words="" previous="${{COMP_WORDS[COMP_CWORD-1]}}" current="${{COMP_WORDS[COMP_CWORD]}}"
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$at $word" in {_patterns(there)}) at="$at $word" ;; esac
  done
  COMPREPLY=()
  case "$at $previous" in
{_values(there, "words='{}'", "return")}
    *) case "$at" in
{words}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -o bashdefault -F _burgundy burgundy
"""


def _zsh(there: list[Place]) -> str:
    described = "\n".join(
        f"    '{place.words}') found=({' '.join(_with_colon(name, about) for name, about in _told(place))}) ;;"
        for place in there
    )
    return f"""#compdef burgundy
# Completes burgundy in zsh: source <(burgundy completion zsh)
_burgundy() {{
  local at="" word
  local -a found
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "$at $word" in {_patterns(there)}) at="$at $word" ;; esac
  done
  case "$at ${{words[CURRENT-1]}}" in
{_values(there, "compadd -- {}; return", "_files; return")}
  esac
  case "$at" in
{described}
  esac
  [[ ${{words[CURRENT]}} == -* || -z ${{found[(r)[^-]*]}} ]] || found=(${{found:#-*}})
  _describe -o 'burgundy' found || _files
}}
if [[ ${{funcstack[1]}} == _burgundy ]]; then _burgundy "$@"; else compdef _burgundy burgundy; fi
"""


def _fish(there: list[Place]) -> str:
    lines = [
        "# Completes burgundy in fish: burgundy completion fish > ~/.config/fish/completions/burgundy.fish",
        "function __burgundy_at",
        "    set -l at ''",
        "    for word in (commandline -opc)[2..-1]",
        '        switch "$at $word"',
        f"            case {_patterns(there).replace('|', ' ')}",
        '                set at "$at $word"',
        "        end",
        "    end",
        '    test "$at" = "$argv[1]"',
        "end",
    ]
    for place in there:
        here = f"complete -c burgundy -n '__burgundy_at \"{place.words}\"'"
        lines += [f"{here} -f -a '{name}' -d '{about}'" for name, about in place.commands]
        for option in place.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            value = f" -x -a '{' '.join(option.values)}'" if option.values else " -r" if option.takes else ""
            lines.append(f"{here} {names}{value} -d '{option.about}'")
    return "\n".join(lines) + "\n"


def _patterns(there: list[Place]) -> str:
    """All places but the first as alternatives of a `case`."""
    return "|".join(f"'{place.words}'" for place in there if place.words)


def _values(there: list[Place], known: str, unknown: str) -> str:
    """What follows an option that takes a value: those that are known, or whatever the shell thinks of."""
    lines = []
    for place in there:
        for option in place.options:
            if option.takes:
                pattern = "|".join(f"'{place.words} {name}'" for name in option.names)
                lines.append(
                    f"    {pattern}) {known.format(' '.join(option.values)) if option.values else unknown} ;;"
                )
    return "\n".join(lines)


def _offered(place: Place) -> str:
    return " ".join(name for name, _ in _told(place))


def _told(place: Place) -> list[tuple[str, str]]:
    return [*place.commands, *((option.names[-1], option.about) for option in place.options)]


def _with_colon(name: str, about: str) -> str:
    return f"'{name}:{about}'"


SHELLS: dict[str, Callable[[list[Place]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}

"""`burgundy position`: positions set up in words, looked at and checked."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgundy_env import safe
from burgundy_env.cli import options, pictures
from burgundy_env.cli.parser import Told
from burgundy_env.modules.sizes import PHASE_LETTERS
from burgundy_env.store import try_to_write, write_whole

if TYPE_CHECKING:
    from burgundy_env.editing import Changed
    from burgundy_env.game import Game

_CHANGES = """\
A change is said in words, in one argument:

  p1 silver 3                 a key of seat 1; p1 silver +1 for one more
  p0 place h12 bank           a tile on an empty hex; p0 clear h12 takes it away
  p0 goods 2 5 5              goods by their types; p0 goods +2 -5, p0 goods none
  p0 storage bank m12         tiles by name; +ship for one more
  p0 bonus +mine_large        it comes from those that are left
  p0 dice 3 5                 and p0 used d1, p0 bought yes
  p0 track 3                  the marker on top of a space of the turn track
  3.2 bank                    slot 2 of depot 3; b1 m7 the black depot; none for an empty slot
  depot 3 goods 2 2           what else lies in a depot
  phase C, round 3            and active 1, order 1 0, white_die 4, stage over, round_goods 1 2
  pending take colours:mine   what is to be decided first; pending none
  chateauma vp 12             the Châteauma's keys; t0 vp 40 those of a team

`burgundy position words FILE` says a whole position in such words, with all keys that its game has; their names are
those of burgundy-position/1. A key may also be called as errors call it, with JSON: players[0].placed.h12 "bank".

Each argument is checked by itself and must leave a position that can be played on; what has to change together stands
in one argument, with semicolons: 'p0 clear h12; p0 place h13 bank'. What follows goes along: where another seat is to
decide, whose dice are used; where a position says what is hidden and no longer can, hidden is left out and dealt anew
by whoever plays on. Nothing is written where a change is refused.
"""


class _Intermixed(Told):
    """Options may stand between a position and its changes."""

    _within = False  # the method below calls the first one again, up to Python 3.11

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._within:
            return super().parse_known_args(args, namespace)
        self._within = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._within = False


def add_parser(subparsers: options.Parsers[argparse.ArgumentParser]) -> None:
    """Add the command and its commands."""
    parser = subparsers.add_parser("position", help="set up a position in words, look at it, check it")
    parser.description = "Set up positions (burgundy-position/1) in words, look at them, check them."
    parser.epilog = _CHANGES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=_Intermixed)
    _add_new(commands)
    _add_edit(commands)
    _add_show(commands)
    check = _added(commands, "check", "say whether it is a position that can be played on", _check)
    check.description = "Say whether it is a position that can be played on; if not, why not (exit code 1)."
    check.add_argument("--json", action="store_true", help="print JSON for programs")
    words = _added(commands, "words", "say it in words, as changes for new and edit", _words)
    words.description = "Say a whole position in words, a change a line: all keys that its game has."
    words.add_argument("--json", action="store_true", help="as a list in JSON")


def _added(commands: options.Parsers[Any], name: str, about: str, run: Any) -> Any:
    """A command that reads a position."""
    parser = commands.add_parser(name, help=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("position", metavar="POSITION", help="a file, - for standard input, or the JSON itself")
    options.add_data(parser)
    parser.set_defaults(run=run, seed=0)
    return parser


def _add_new(commands: options.Parsers[Any]) -> None:
    parser = commands.add_parser(
        "new", help="a new one: nobody has done anything yet", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.description = (
        "A position at the beginning of a round in which all seats have what they have at the start.\n"
        "Depots, dice and order are those of the game with this seed."
    )
    parser.epilog = _CHANGES
    options.add_config(parser)
    options.add_chateauma(parser)
    options.add_seed(parser, None, "of what lies in the depots, and of the dice (default: a random one)")
    parser.add_argument("--phase", default=PHASE_LETTERS[0], metavar="P", help="A to E (default: A)")
    parser.add_argument("--round", type=int, default=1, metavar="N", help="1 to 5 (default: 1)")
    parser.add_argument("--start", default="", metavar="H", help="hexes of the start castles, seat by seat: h19,h7")
    parser.add_argument("--before-start", action="store_true", help="before the start castles are put down")
    _add_changes(parser, "standard output")
    options.add_data(parser)
    parser.set_defaults(run=_new)


def _add_edit(commands: options.Parsers[Any]) -> None:
    parser = _added(commands, "edit", "change it in words", _edit)
    parser.description = "Change a position in words. A file is changed itself, as a whole or not at all."
    parser.epilog = _CHANGES
    _add_changes(parser, "the file that was read, or standard output")


def _add_changes(parser: argparse.ArgumentParser, usual: str) -> None:
    parser.add_argument("changes", nargs="*", metavar="CHANGE", help="as 'p1 silver 3'; see below")
    parser.add_argument(
        "--changes", dest="script", metavar="FILE", help="more of them, a line each (- for standard input)"
    )
    parser.add_argument("--together", action="store_true", help="check all changes as one")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help=f"where it is written (default: {usual}; -: the latter)"
    )
    parser.add_argument("--json", action="store_true", help="print what was changed and the position for programs")


def _add_show(commands: options.Parsers[Any]) -> None:
    parser = _added(commands, "show", "draw it, in characters or as a picture", _show)
    parser.description = "Draw a position, in characters or into files."
    group = parser.add_argument_group("pictures, instead of characters")
    pictures.add_drawing(group, "draw it as SVG")
    options.add_colour(parser)


# --- what they do -------------------------------------------------------------------------------------


def _new(args: argparse.Namespace) -> int:
    from burgundy_env.editing import new_position

    starts = args.start.split(",") if args.start else []
    document = new_position(
        options.config(args), args.seed, phase=args.phase.upper(), round=args.round, starts=starts,
        begun=not args.before_start, data=args.data,
    )  # fmt: skip
    return _change(document, args, None)


def _edit(args: argparse.Namespace) -> int:
    given = args.position
    if given == "-" and args.script == "-":
        raise options.InputError("standard input is either the position or the changes, not both")
    if not args.changes and args.script is None:
        raise options.InputError("no change is given, as 'p1 silver 3'")
    document = _document(given, args)
    return _change(document, args, None if given == "-" or given.lstrip().startswith("{") else given)


def _document(given: str, args: argparse.Namespace) -> dict[str, Any]:
    """The position as it was given, once it is known to be one."""
    from burgundy_env.position.document import parsed

    text = options.given_text(given, "position")
    options.game_of(text, given, args)
    document: dict[str, Any] = parsed(text)
    return document


def _change(document: dict[str, Any], args: argparse.Namespace, file: str | None) -> int:
    """Carry out the changes and write what comes of them; nothing is written before all are allowed."""
    from burgundy_env.editing import step_by_step
    from burgundy_env.position.document import written

    target = None if args.output == "-" else args.output or file
    if target is not None:
        try_to_write(target)
    steps = [*args.changes, *_script(args.script)]
    done = list(step_by_step(document, ["; ".join(steps)] if args.together and steps else steps, data=args.data))
    outcome = done[-1].document if done else document
    if target is not None:
        write_whole(Path(target), written(outcome))
    if args.json:
        told = [{"change": each.step, "also": list(each.also)} for each in done]
        print(options.as_json({"changes": told, "position": outcome}))
    elif target is None:
        print(written(outcome), end="")
    _tell(done, target, sys.stderr if args.json or target is None else sys.stdout)
    return 0


def _script(name: str | None) -> Sequence[str]:
    """The changes in a file, a line each; what follows a # is a remark."""
    if name is None:
        return []
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise options.InputError(f"{name}: not a list of changes but something that is no UTF-8 text") from None
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def _tell(done: Sequence[Changed], target: str | None, stream: Any) -> None:
    """What was done, and what went along with it."""
    for each in done:
        if each.also:
            print(f"{safe.line(each.step)}: with it {', '.join(each.also)}", file=stream)
    if target is not None:
        number = f"{len(done)} change{'s' * (len(done) != 1)}"
        print(f"{safe.line(target)}: {number}", file=stream)


def _show(args: argparse.Namespace) -> int:
    from burgundy_env.render import draw
    from burgundy_env.telling.score_table import table

    game = options.position_game(args.position, args)
    if pictures.wanted(args):
        pictures.write_position(game, args)
        return 0
    width = max(60, shutil.get_terminal_size((100, 24)).columns)
    colour = options.coloured(args.colour)
    print(draw(game.to_json(), colour=colour, width=width, data_dir=game.data.directory), end="\n\n")
    print(table(game, []))
    return 0


def _check(args: argparse.Namespace) -> int:
    from burgundy_env.position.values import PositionError

    try:
        game = options.position_game(args.position, args)
    except PositionError as error:
        if args.json:
            print(options.as_json({"position": False, "why": str(error)}))
        else:
            print(safe.lines(error))
        return 1
    if args.json:
        print(options.as_json({"position": True, "active": game.active, "actions": len(game.legal_actions())}))
    else:
        print(_summary(game))
    return 0


def _summary(game: Game) -> str:
    from burgundy_env.telling.game import played
    from burgundy_env.telling.log import when
    from burgundy_env.telling.pending import capital

    which = capital(played(game.config))
    if game.is_over:
        return f"{which}: the game is over"
    number = len(game.legal_actions())
    return (
        f"{which}: {when(game.to_json())}, seat {game.active} to decide, {number} legal action{'s' * (number != 1)}"
    )


def _words(args: argparse.Namespace) -> int:
    from burgundy_env.editing import in_words

    words = in_words(_document(args.position, args), data=args.data)
    print(options.as_json(words) if args.json else "\n".join(words))
    return 0

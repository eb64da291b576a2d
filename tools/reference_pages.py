"""Pages of `make_docs.py` that are printed from what runs: the environment in Gymnasium's form, configs, commands."""

import argparse
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from burgundy_env import GameConfig
from burgundy_env.cli import COMMANDS
from burgundy_env.cli.options import OF_A_NEW_GAME
from burgundy_env.cli.parser import Parser
from burgundy_env.config import KEYS
from burgundy_env.encoders.fields import Field
from burgundy_env.engine.actions import STRINGS
from burgundy_env.envs import SCORE_NAMES
from burgundy_env.envs.registration import register_ids
from burgundy_env.modules import MODULES
from burgundy_env.modules.sizes import ranges
from burgundy_env.observations import encoder, encoders

SHARED = OF_A_NEW_GAME[:5]  # those that say enough of them
CONFIGS = Path(__file__).resolve().parents[1] / "configs"

ENVIRONMENT_PAGE = """# Burgundy

![A position of a two-player game](images/table.png)

This page is what Gymnasium's environments have: spaces, index, rewards, versions, printed from the live code. How the
environments behave in detail, vectors, PettingZoo and libraries included, is told in [environments](environments.md).
What a duchy, a depot, a seat is: [words used everywhere](start.md#words-used-everywhere).

| | |
|---|---|
| import | `import burgundy_env`, then `gymnasium.make("Burgundy-v0")` |
| action space | `{action_space}` |
| observation space | `{observation_space}` |
| reward range | from -1 to 1, with `reward="win"` |
| ids | {ids} ([what each is](environments.md)) |

## Description

A board game for 2 to 4: each covers a board of 37 hexes with tiles, by dice that workers can turn, in 25 rounds; most
points win ([the rules in five minutes](rules.md)). You decide for one seat, a step is one of its decisions, and agents of
your choice have the other seats. A game of two takes about 100 decisions of your seat. Dice and draws come from the seed.
All that anybody has lies open; only what will be drawn is hidden.

## Action space

`{action_space}`, for every config. Some [six to nine](benchmarks.md#the-environments) are legal at a time:
`info["action_mask"]` has a 1 for each of them. The kinds of actions of the base game; [all of them](actions.md):

| example | id | does |
|---|---|---|
{actions}

## Observation space

`observation=` names what is seen. With the default config:

| `observation` | space |
|---|---|
{spaces}

What each is for: [observations](observations.md). Bounds that differ from number to number are written from the least to the
greatest. The index of `flat`:

| numbers | block | what it is |
|---|---|---|
{index}

Each block field by field: [observations](observations.md#flat-1286). By name:
`env.unwrapped.encoder.view(observation, "self.dice")`.

## Rewards

| `reward` | pays |
|---|---|
| `"win"` (default) | at the end: 1 to the first, -1 to the last, those between evenly |
| `"margin"` | at the end: points ahead of the best other, / 100 |
| `"vp"` | at each step: points gained since the last one |

An illegal action ends the game at -1 (`on_illegal="end"`, the default), raises (`"raise"`) or is replaced
(`"random"`). Solo and team games, and who is paid when: [rewards](environments.md#rewards).

## Starting state

`reset(seed=7)` deals a new game and plays the others up to your first decision: usually your start castle.
`reset(options={{"seat": 1, "position": game}})` sets another seat, or begins at a position.

## End of an episode

`terminated` is true when the game is over (after 25 rounds; the solo game when all hexes are covered, too) or was ended by
an illegal action. `truncated` is never true: a game ends by itself.

## Info

| key | when | is |
|---|---|---|
| `seat` | always | your seat |
| `action_mask` | always | int8, 1 for each legal id |
| `totals` | at the end | points by seat |
| `ranking` | at the end | seats, best first |
| `breakdown` | at the end | by seat, points by source: {sources} of them, named in `burgundy_env.envs.SCORE_NAMES` |
| `illegal` | at the end | whether an illegal action ended the game |

## Arguments

```python
import gymnasium
import burgundy_env

env = gymnasium.make("Burgundy-v0", config={{"players": 3}}, opponents=["heuristic", "random"], reward="vp")
```

| argument | default | |
|---|---|---|
{arguments}

## Versions

| id | since | what changed |
|---|---|---|
| `Burgundy-v0`, `BurgundySolo-v0`, `BurgundySelfPlay-v0`, `burgundy_v0` | 0.2.0 | the first |

What would be `v1`, and what may be appended without one: [what is promised](stability.md#ids-and-numbers).

This page is written by `tools/reference_pages.py`.
"""
EXAMPLES = (
    ("start h19", "puts down the start castle"),
    ("d1 take 3.2", "by the first die: takes a tile of a depot"),
    ("d1 place h26", "by the first die: places a stored tile"),
    ("d2 sell 4", "by the second die: sells the goods of a type"),
    ("d2 workers", "by the second die: two workers"),
    ("buy b3", "2 silver: a tile of the black depot"),
    ("free take 3.2", "the same as the dice, by an effect (castle, market, town hall ...)"),
    ("pick market", "which stored tile a placement means"),
    ("discard market", "which stored tile makes room"),
    ("goods 5", "the depot of a ship"),
    ("keep 2", "which type of goods is taken where not all fit"),
    ("skip", "declines what is offered"),
    ("end", "ends the turn"),
)
# The blocks of `flat`: the words before the first dot of a field.
BLOCKS = {
    "self": "you: points, workers, silver, goods, dice, storage, each hex of your duchy",
    "opponent1": "the seat after yours in the order of the round, with less of what only you need",
    "opponent2": "the next one; all 0 where there is none",
    "opponent3": "the last one",
    "table": "phase, round, depots, goods, bonus tiles, what is left in the supplies",
    "decision": "what is to be decided now",
    "config": "how many seats, which rules",
}
ARGUMENTS = {
    "config": "[which game](configs.md): a dict of keys, a name, a YAML file",
    "seat": 'your seat, or `"random"` for another one in each game',
    "opponents": "an [agent](agents.md), or a list of them for the seats after yours",
    "reward": "see above",
    "observation": "see above",
    "on_illegal": '`"end"`, `"raise"`, `"random"`',
    "render_mode": '`"ansi"`, `"human"`, `"rgb_array"`',
    "data": "a folder with [data of your own](adding-a-board.md)",
}


def environment_page() -> str:
    """The environment in Gymnasium's form."""
    import gymnasium

    register_ids()
    spaces = {name: gymnasium.make("Burgundy-v0", observation=name).observation_space for name in encoders()}
    env = gymnasium.make("Burgundy-v0")
    known = [name for name in gymnasium.registry if name.startswith("Burgundy")]
    makes = inspect.signature(type(env.unwrapped).__init__).parameters
    assert set(makes) - {"self"} == set(ARGUMENTS), "ARGUMENTS must name the arguments of Burgundy-v0"
    return ENVIRONMENT_PAGE.format(
        action_space=env.action_space,
        observation_space=_short(spaces["flat"]),
        ids=", ".join(f"`{name}`" for name in known),
        actions="\n".join(f"| `{said}` | {STRINGS.index(said)} | {does} |" for said, does in EXAMPLES),
        spaces="\n".join(f"| `{name}` | `{_short(space)}` |" for name, space in spaces.items()),
        index="\n".join(_index(encoder("flat").fields)),
        sources=len(SCORE_NAMES),
        arguments="\n".join(f"| `{key}` | `{makes[key].default!r}` | {text} |" for key, text in ARGUMENTS.items()),
    )


def _short(space: object) -> str:
    """A space in a line: with bounds that differ, the least and the greatest."""
    low, high = space.low.min(), space.high.max()  # type: ignore[attr-defined]
    return f"Box({low:g}, {high:g}, {space.shape}, {space.dtype})"  # type: ignore[attr-defined]


def _index(fields: tuple[Field, ...]) -> Iterator[str]:
    ends: dict[str, tuple[int, int]] = {}
    for field in fields:
        block = field.name.partition(".")[0]
        ends[block] = (ends.get(block, (field.first, 0))[0], field.slice.stop - 1)
    assert list(ends) == list(BLOCKS), f"BLOCKS must be {list(ends)}"
    for block, (first, last) in ends.items():
        yield f"| {first}-{last} | `{block}` | {BLOCKS[block]} |"


CONFIGS_PAGE = """# Configs

A config says which game is played. Wherever one is asked for it may be a dict of its keys, a name, a YAML file or a
`GameConfig`:

```python
from burgundy_env import Game, GameConfig

Game.new({{"players": 3, "duchies": [1, 5, 8], "modules": ["inns"]}})
Game.new("base4p")
Game.new(GameConfig(chateauma="hard+AD", players=1))
```

```sh
burgundy play --config base4p
burgundy arena heuristic reflex --players 3 --duchies random --modules inns,shields
burgundy play --chateauma hard+AD
```

As `my-game.yaml`, for `--config my-game.yaml` and `Game.new("my-game.yaml")`:

```yaml
players: 2
duchies: [1, 5]
modules: [inns, trade_routes]
trade_route_order: chosen
```

What can't be is refused with the key and the reason: `modules: solo goes with extra_tiles and white_castles only, not
with inns`. Equal configs are equal, and `str(config)` is the same for them.

## Keys

| key | default | is |
|---|---|---|
| `players` | `2` | who decides: 2 to 4; 1 in the solo game; 1 to 3 with the Châteauma, which is not counted |
| `ruleset` | `special_edition` | or `alea_2011`, the box of 2011: [what differs](rules-in-full.md#the-two-rulesets) |
| `duchies` | board 1 for everybody | a list with a board for each; `random` or `sides`; see below |
| `modules` | `[]` | a list of expansions, or `all`: those of the table below that can be together |
| `chateauma` | none | `easy`, `intermediate`, `hard`, and any of the modifiers A to D: `hard+AD`, or `{{difficulty: hard, modifiers: [A, D]}}` |
{keys}
| `data` | none | the hash of component data that are not the package's; written, not asked for: give the folder as `data=` |

## Boards

A number is a board: 1 to 30, 44 and 48 ([which is which](boards.md)). `random` deals a side of a board of the box to each,
`sides` a double-sided board whose owner chooses the side. Both take others: `random:1-30`, `sides:1-10,19-22`. `"2011/4"` is board
4 of the box of 2011.

## Modules

What each brings: [expansions](rules-in-full.md#expansions).

| name | title | players | boards of its own | with the Châteauma | can be together with |
|---|---|---|---|---|---|
{modules}

A module's own boards are those that `random` deals with it; the solo and the team game are played on no others.

## Names

| name | is |
|---|---|
{names}

This page is written by `tools/reference_pages.py`.
"""


def configs_page() -> str:
    """Keys, modules and names of configs."""
    keys = [
        f"| `{key.name}` | `{key.usual}` | with `{module.key}`: {key.meaning}"
        + (f"; {' or '.join(f'`{one}`' for one in key.choices)}" if key.choices else "")
        + (f", as `[{key.example.replace(',', ', ')}]`" if key.example else "")
        + (f"; {key.least} to {key.most}" if key.most else "")
        + " |"
        for module, key in KEYS
    ]
    modules = [
        f"| `{m.key}` | {m.title} | {' '.join(map(str, m.players))} | {ranges(m.boards) if m.boards else ''} "
        f"| {'yes' if m.with_chateauma else 'no'} "
        f"| {'all but `solo`, `team`' if m.only_with is None else ', '.join(f'`{one}`' for one in m.only_with)} |"
        for m in MODULES
    ]
    names = []
    for path in sorted(CONFIGS.glob("*.yaml")):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert GameConfig.of(path.stem)
        assert first.startswith("# "), f"{path}: its first line says what it is"
        names.append(f"| `{path.stem}` | {first[2:]} |")
    return CONFIGS_PAGE.format(keys="\n".join(keys), modules="\n".join(modules), names="\n".join(names))


COMMANDS_PAGE = """# Commands

What each command takes, as its `--help` says. What is played is chosen everywhere by the same options, which stand under
[`burgundy play`](#burgundy-play) only. Exit codes: 0 fine; 1 the answer is no, or an agent failed; 2 bad input; 130
after Ctrl-C.

{commands}
This page is written by `tools/reference_pages.py`.
"""


def commands_page() -> str:
    """All commands and options."""
    parser = Parser(prog="burgundy")
    into = parser.add_subparsers()
    for name in COMMANDS:
        import_module(f"burgundy_env.cli.{name}").add_parser(into)
    shown: list[str] = []
    for name in COMMANDS:
        shown += _command(into.choices[name], 2)
    return COMMANDS_PAGE.format(commands="\n".join(shown))


def _command(parser: argparse.ArgumentParser, depth: int) -> Iterator[str]:
    yield f"{'#' * min(depth, 3)} `{parser.prog}`\n"
    if parser.description:
        yield " ".join(parser.description.split()).replace("|", r"\|") + "\n"
    rows, below = [], []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            below = list(dict.fromkeys(action.choices.values()))
        elif action.dest in OF_A_NEW_GAME and parser.prog != "burgundy play":
            shared = f"[a new game](#burgundy-play): {', '.join(_code(f'--{name}') for name in SHARED)} ..."
            rows += [f"| | {shared} |"] if f"| | {shared} |" not in rows else []
        elif action.dest != "help" and action.help != argparse.SUPPRESS:
            rows.append(f"| {_name(action)} | {_help(parser, action)} |")
    if rows:
        yield "\n".join(["| | |", "|---|---|", *rows]) + "\n"
    for inner in below:
        yield from _command(inner, depth + 1)


def _name(action: argparse.Action) -> str:
    value = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else "")
    if isinstance(value, tuple):
        value = " ".join(value)
    if not action.option_strings:
        return _code(value or action.dest)
    takes = "" if action.nargs == 0 else f" {value or action.dest.upper()}"
    return ", ".join(_code(name + takes) for name in action.option_strings)


def _code(text: str) -> str:
    return "`" + text.replace("|", r"\|") + "`"


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    if not action.help:
        return ""
    text = parser._get_formatter()._expand_help(action)
    return " ".join(text.split()).replace(str(Path.home()), "~").replace("|", r"\|").replace("<", r"\<")


def pages() -> dict[str, str]:
    """These pages, by file name."""
    return {"commands.md": commands_page(), "configs.md": configs_page(), "environment.md": environment_page()}

"""Write the docs pages whose tables come from the code: python tools/make_docs.py [--check]."""

import json
import sys
from pathlib import Path

import reference_pages
import stacks

from burgundy_env.encoders.actions import ROOM
from burgundy_env.encoders.tokens import HEAD, IN_PIECES, KINDS
from burgundy_env.engine.actions import ACTIONS, STRINGS, table_markdown
from burgundy_env.evaluation import Tournament, suite_of
from burgundy_env.modules import CHANCE, STEPS
from burgundy_env.observations import action_columns, encoder, markdown
from burgundy_env.players.heuristic.features import FEATURES
from burgundy_env.position.parts import every_key
from burgundy_env.position.pending import IN_WORDS
from burgundy_env.position.words import Record

MODULES_PLAYED = {"modules": ["inns"]}
DOCS = Path(__file__).resolve().parents[1] / "docs"

ACTIONS_PAGE = """# Actions

`Discrete({actions})` for every config. Ids never move; a new module appends its blocks at the end. Which workers
an action costs follows from the rules and is not written; `game.explain(action)` tells. What a hex, a depot, a slot
is: [words used everywhere](start.md#words-used-everywhere).

Tiles are called {tiles}.
`m` are the [monasteries](rules-in-full.md#monasteries), `pig3` has three pigs, `black` lies face down in the solo
game; double tiles have both vines, `orange+blue`.

{table}
This page is written by `tools/make_docs.py` from `burgundy_env/engine/actions.py`.
"""

RECORDS_PAGE = """# Records

`burgundy-record/1`: a game as text, one JSON object per line. `burgundy play --save`, `burgundy watch --save` and
the arena write them; `burgundy replay` shows them; in Python:

```python
from burgundy_env import Game, Record

game = Game.new(seed=7)
game.push(game.legal_actions()[0])
record = Record.of(game, players=["Anna", "Ben"])
again = Record.parse("\\n".join(record.lines()))
assert again.game() == game
```

The first line says what was played, by whom and with which software and data. `data` has a hash for each block of
component data that the game uses; with other ones it isn't replayed, and the block is named. Then come the game's
events, and at the end of a finished game its scores and result. A record replays from its seed, and without one
from its chance events. Its shape is a JSON Schema, `burgundy schema record` ([more](stability.md)). Readers compare
only what is there, so records of older versions are read; where version 0.1 told a step of the Châteauma in words,
nothing is compared.

## Actions

`{{"seat": 0, "action": "d1 take 3.2"}}`, with the strings of [actions.md](actions.md). Beside it
stand `points`, what it scored at once for its seat by source, `{{"regions": 15, "phase_bonuses": 8}}`, if it did, and
perhaps what the agent thought: `probabilities` (action to number), `value` (in a measure of its own), `expected`
(`{{"vp": [..], "win": [..]}}`, final points and chances to win by seat) and `lines`, the best turns, best first
([analysis.md](analysis.md)).

The final scoring follows the last action, for each seat (in the team game for each team)
`{{"final": 0, "points": {{"m16": 8, "leftover_silver": 2}}}}`. All points of a game are told so: those of a seat's
events add up to its total.

## What falls by chance

`{{"chance": "die", "where": [1, 2], "result": 5}}`: the second die of seat 1 shows 5. Numbers count from 1, seats
from 0; an owner is a seat, in the team game a team.

{chance}
## Steps of the Châteauma

`{{"chateauma": {{"step": "takes", "tile": "bank", "from": "3.2", "side": "left", "space": 2, "card": 4}}}}`. They
follow from what fell by chance, so no replay has to be told them. One that scores has `points` beside it, as
actions have. A key is left out where there is nothing to tell.

{steps}
| key | its values |
|---|---|
{facts}

This page is written by `tools/make_docs.py` from `burgundy_env/modules/`.
"""
POSITIONS_PAGE = """# Positions

`burgundy-position/1` is what FEN is to chess: a position as JSON, with all that lies on the table. `game.to_json()`
writes it, `Game.from_json(document, seed=1)` goes on from it; `burgundy schema position` is its JSON Schema
([stability.md](stability.md)). What the table can't see (`hidden`) may be left out; it
is dealt from the seed then. For analysis, puzzles and tests positions are set up in words:

```sh
burgundy position new --duchies 1,5 --phase C --seed 7 -o p.json   # nobody has done anything yet
burgundy position edit p.json 'p0 place h1 pig3' 'p1 silver 3'     # each change checked by itself
burgundy position show p.json                                      # or --png p.png, --svg p.svg
burgundy position check p.json                                     # yes, or why not
burgundy position words p.json                                     # all of it, as changes
```

`edit` writes the file as a whole or, where a change is refused, not at all; taking a change back is left to version
control, for which the file has a line for each key, depot and seat. `-` is standard input, `-o` another file (`-o -`:
standard output), `--changes FILE` has a change a line, `--json` is for programs. Exit codes: 0 fine; 1, of `check`,
no position; 2 a change or an input that was refused.

`new` deals the depots, rolls the dice and sets the order as the game with this seed does in which everybody only
takes workers; then all seats get back what they began with. The Châteauma has played on.

## A change

`p1 silver 3` is where, what and which value: a place, a key with the name it has in the document, words.

| place | |
|---|---|
| none | the table: `phase C`, `active 1`, `white_die 4` |
| `p0` to `p3` | a player |
| `t0`, `t1` | a team, which has what its partners share |
| `chateauma` | the Châteauma |
| `depot 1` to `depot 6` | a numbered depot; `3.2 bank` is its slot 2, `b1 m7` a slot of the black one |
| `hidden` | what the table can't see |

| change | does |
|---|---|
| `p0 place h12 bank` | lays a tile on an empty hex |
| `p0 clear h12 h13` | takes tiles away |
| `p0 track 3` | puts the marker of a seat on top of a space of the turn track |
| `players[0].vp 12` | any key as errors call it, with JSON |

`none` is nothing: an empty slot, an empty list, null. A word that begins with + or - changes what is there; without
one the words are all of the value. Tiles, hexes, colours and decisions have the names that [actions](actions.md)
have.

Each argument must leave a position that can be played on, or is refused with a sentence. What has to change together
stands in one argument, with semicolons: `'round 1; round_goods 2 2 6 1'`; with `--together` all arguments are one.

What goes along and is told:

- Where another seat is to decide, or the order is another, who came before it has used both dice, who comes after it
  none, nothing is bought and nothing is pending.
- A bonus tile that a seat gets comes from those that are left, and goes back there.
- Of a later round fewer goods are to come. Of an earlier one more: say which.
- When the game is `over`, it is phase E, round 5, and all dice are used.
- Another board of a seat is named by `config.duchies`, too.
- What a position says of hidden things stays if it still can be so; if not, `hidden` is left out.

## From Python

The same functions for notebooks and editors: from documents to documents, which are never changed themselves.

```python
from burgundy_env import Game, PositionError
from burgundy_env.editing import changed, checked, in_words, new_position, step_by_step

document = new_position({{"players": 2, "duchies": [1, 5]}}, seed=7, phase="C", starts=["h19", "h20"])
document = changed(document, "p0 place h20 ship", "p1 silver 3", "p0 bonus +mine_large")
try:
    changed(document, "p0 place h12 m6")
except PositionError as error:
    print(error)  # p0 place h12 m6: players[0].placed.h12: is "m6"; must be a building tile, as h12 of duchy 1 ...
(step,) = step_by_step(document, ["active 1"])
assert step.also == ("players[0].used",)  # what went along
game = Game.from_json(step.document, seed=1)  # to play on; `checked(document)` only asks
assert "p1 silver 3" in in_words(document)
```

## All keys

Keys of modules and of the Châteauma are there where they are played. In the team game most keys of players are those
of their team.

| place | keys | are said |
|---|---|---|
{keys}
Decisions, as `pending` says them, each with the further words it takes: {decisions}.

This page is written by `tools/make_docs.py` from `burgundy_env/position/`.
"""
PLACES = {
    "table": "the table",
    "depot": "a depot",
    "player": "a player",
    "team": "a team",
    "chateauma": "the Châteauma",
    "hidden": "hidden",
}

# What the values of a step's facts are.
FACTS = {
    "tile": "the name of a tile",
    "double": "a double tile, `red+blue`",
    "slot": "a slot of a numbered depot, `3.2`",
    "black_slot": "a slot of the black depot, `b3`",
    "depot": "a numbered depot",
    "side": "`left` or `right`: which county card",
    "side_of_space": "`left` or `right`: which county card",
    "space": "a space of it, in reading order, from 1",
    "size": "`large` or `small`",
    "colour": "a colour",
    "number": "a number",
}

OBSERVATIONS_PAGE = """# Observations

What a seat sees, as numbers from its own side: itself first, then the others in the order of the round. Nothing that
is hidden is in any of them. Every environment takes the encoder's name, as `observation="flat"` (the default).

| name | numbers | what is in it |
|---|---|---|
{overview}
```python
from burgundy_env import Game
from burgundy_env.observations import action_columns, action_rows, encoder

flat = encoder("flat")                     # or encoder("flat", config): modules add fields
seen = flat.encode(Game.new(seed=7), seat=0)
flat.view(seen, "self.storage")            # a field, in its shape, not copied; batches keep their first axes
flat.view(seen, "opponent1")               # a whole block

offered = action_rows(Game.new(seed=7))    # a row for each legal action; offered.ids says of which
action_columns().view(offered.rows, "thumb")
```

Which one to learn from, and how fast each is written: [training.md](training.md) and [benchmarks.md](benchmarks.md).

In `flat`, `planes` and `tokens` fields of the Châteauma and of expansion modules stand behind all others, and only
where the config plays with them: what is learned on the base game reads the beginning of every observation.

{encoders}
This page is written by `tools/make_docs.py` from `burgundy_env/encoders/`.
"""
ENCODER = """## `{name}`: {shape}

{about}

{base}
With the Châteauma there follow:

{chateauma}
With expansion modules there follow (behind the Châteauma's, if both are played):

{expansions}
In the team game, whose first 37 hexes stand where those of a player do, there follow:

{team}"""
OVERVIEW = {
    "flat": "all that lies open, as one vector of float32",
    "planes": "the same as channels of 7 x 7 cells",
    "tokens": "the same as a row for each thing",
    "compact": "what is cheap to write, as small whole numbers of a byte each; the same fields for every config",
    "features": "what the heuristic judges positions by, of every seat, as float32; the same fields for every config",
    "actions": "`features`, and a row for each legal action of what it changes, filled up to a fixed size",
    "ahead": "the same with what the turn can come to after each action, some ten times as dear",
}
ABOUT = {
    "flat": "One vector, for networks of plain layers.",
    "planes": "Channels of 7 x 7 cells, for convolutions. The first ones show the duchies: the hex in axial "
    "column *q* and row *r* (the middle one, h19, is 0, 0) stands in cell [*r* + 3, *q* + 3], and touches those "
    "left, right, above, below, above right and below left of it. A duchy of the team game is three columns "
    "wider: the first seven stand there, the others in channels of their own. What has no place on a duchy follows "
    "in channels that are filled from the beginning, number by number.",
    "tokens": "One row for each hex, slot, stored tile, seat and so on, for transformers. What the columns of a row "
    "mean depends on its kind; rows of things that are not there are 0, and the first column is their mask.",
}
COMPACT = """## `compact`: {size}

Small whole numbers, `uint8`: as they are most of them are 0 or 1, and divided by the encoder's `high` all are. Other
than the three above it does not show everything: of the others' duchies only counts, of most modules only that they
are played and a number or two. Fields and their places are the same for every config.

{table}"""
FEATURES_SECTION = """## `features`: {size}

What the heuristic judges positions by (`burgundy_env/players/heuristic/features.py`), of every seat, and what it
makes of them. `net` sees these of one seat, and 93 numbers more about what the others and the depots have for it
(`burgundy_env/players/net/inputs.py`). Positions are judged as if the seat's turn were over. Fields and their places
are the same for every config. The blocks `opponent1`, `opponent2` and `opponent3` are that of `self` once more,
{width} numbers each.
`expected`, `stored_worth`, `partner_worth` and `partner_places` rest on tuned weights; all others only count.

{own}
The others' blocks end at {end}. Then follow:

{rest}"""
ROWS_SECTION = """## `actions`: {size}

The fields of `features`; then `ids`, those of the legal actions and 1 more, in the order in which the rules list
them, 0 behind the last one; then `rows`, a row for each of them, {room} at most ({modules_size} numbers in all with
expansion modules). Only the seat to decide has any. No game has been seen to offer a hundred actions; one that is
beyond the room has no row, though the mask has it.

So much is mostly zeros, and there for frameworks that need observations of one size. `vector.action_rows()` and
`burgundy_env.observations.action_rows(game)` give the rows alone, without gaps: `rows`, `ids` and `offsets`, by
which game i of a vector has the rows from `offsets[i]` to before `offsets[i + 1]`. Beside them any observation
will do.

A row is found out on a copy of the game, in which the action is carried out. Where that draws chance, and where it
ends the turn, so that others go on, `unknown` is 1 and nothing is told of what follows. The start castle is put
down and nothing else. `thumb`, `worth` and the changes of `stored_worth`, `partner_worth` and `partner_places` rest
on tuned weights; all other columns don't.

{table}
With expansion modules there follow:

{later}"""
AHEAD_SECTION = """## `ahead`: {size}

As `actions` ({modules_size} numbers with expansion modules); `vector.action_rows(ahead=True)` and
`action_rows(game, ahead=True)` give these rows alone. A row goes on, behind the modules' columns, with what the turn
can come to after the action: from there the likeliest actions are looked at, four at a step until 60 have been, then
one at a step, and told is the end of the turn that the rules of thumb judge best
(`burgundy_env/players/turn/ahead.py`). `ahead.net` is what [`net@1`](net.md#version-1) makes of the same end; in the
solo and the team game and in the last round it is not asked, and `ahead.net` is `ahead.thumb`. Nothing that draws
chance is looked at, and no action of others: after an action that is `unknown`, and after `end`, the turn is judged
as it stands. Where no turn is thought through, as for the start castle, `ahead.thumb` and `ahead.net` are `thumb`,
all others 0. All of these columns rest on tuned weights, by which ends are chosen and tiles are worth something.

{table}
From {first} to {last} stand the changes from now to that end, `ahead.bias` and so on, as those of `change` by name
and scale. With modules all these numbers are {later} higher.
"""


def _learned_sections() -> list[str]:
    """The encoders that are reckoned or cut down."""
    compact, features, actions = (encoder(name) for name in ("compact", "features", "actions"))
    width = len([field for field in features.fields if field.name.startswith("self.")])
    own, rest = features.fields[:width], features.fields[4 * width :]
    columns, ahead = action_columns(), encoder("ahead")
    told = action_columns(ahead=True).fields[len(columns.fields) :]
    return [
        COMPACT.format(size=compact.size, table=compact.table_markdown()),
        FEATURES_SECTION.format(
            size=features.size, width=width, own=markdown(own), end=rest[0].first - 1, rest=markdown(rest)
        ),
        ROWS_SECTION.format(
            size=actions.size, room=ROOM, modules_size=encoder("actions", MODULES_PLAYED).size,
            table=columns.table_markdown(), later=action_columns(MODULES_PLAYED).table_markdown(columns),
        ),
        AHEAD_SECTION.format(
            size=ahead.size, modules_size=encoder("ahead", MODULES_PLAYED).size,
            table=markdown(told[:-len(FEATURES)]), first=told[-len(FEATURES)].first, last=told[-1].first,
            later=action_columns(MODULES_PLAYED).size - columns.size,
        ),
    ]  # fmt: skip


def _overview() -> str:
    lines = []
    for name, what in OVERVIEW.items():
        shape = " x ".join(map(str, encoder(name).shape))
        lines.append(f"| [`{name}`](#{name}-{shape.replace(' ', '-')}) | {shape} | {what} |\n")
    return "".join(lines)


def observations_page() -> str:
    """The tables of all encoders."""
    sections = []
    for name, about in ABOUT.items():
        base = encoder(name)
        chateauma = encoder(name, {"players": 1, "chateauma": "hard"}).table_markdown(base)
        modules = encoder(name, {"modules": ["inns"]})
        team = encoder(name, {"players": 4, "modules": ["team"]}).table_markdown(modules)
        sections.append(
            ENCODER.format(
                name=name, shape=" x ".join(map(str, base.shape)), about=about, base=base.table_markdown(),
                chateauma=chateauma, expansions=modules.table_markdown(base), team=team,
            )
        )  # fmt: skip
    for kind, columns in KINDS.items():
        sections.append(f"### Columns of a row of kind `{kind}`\n\n{markdown(columns)}")
        if kind in IN_PIECES:
            sections.append(f"The numbers of all pieces together:\n\n{markdown(IN_PIECES[kind])}")
    sections.insert(len(ABOUT), f"### Columns of every row\n\n{markdown(HEAD)}")
    sections += _learned_sections()
    return OBSERVATIONS_PAGE.format(overview=_overview(), encoders="\n".join(sections))


def records_page() -> str:
    """The tables of what falls by chance and of the Châteauma's steps."""
    chance = ["| chance | where | result |", "|---|---|---|"]
    chance += [f"| `{kind.kind}` | {', '.join(kind.where)} | {kind.result} |" for kind in CHANCE]
    steps = ["| step | keys |", "|---|---|"]
    steps += [f"| `{step.kind}` | {', '.join(f'`{fact.key}`' for fact in step.facts)} |" for step in STEPS]
    facts: dict[str, list[str]] = {}
    for fact in (fact for step in STEPS for fact in step.facts):
        meanings = facts.setdefault(fact.key, [])
        if FACTS[fact.of] not in meanings:
            meanings.append(FACTS[fact.of])
    rows = [f"| `{key}` | {'; or '.join(meanings)} |" for key, meanings in facts.items()]
    return RECORDS_PAGE.format(chance="\n".join(chance) + "\n", steps="\n".join(steps) + "\n", facts="\n".join(rows))


def _tiles() -> str:
    """The names of all tiles, monasteries in one."""
    picked = (said.removeprefix("pick ") for said in STRINGS if said.startswith("pick "))
    named = [name for name in picked if not name.startswith("team ")]
    numbered = [name for name in named if name[0] == "m" and name[1:].isdigit()]
    shown = [f"`{numbered[0]}` to `{numbered[-1]}`" if name in numbered else f"`{name}`" for name in named]
    return ", ".join(dict.fromkeys(shown))


def positions_page() -> str:
    """All keys of positions, by place, and how each is said."""
    said: dict[tuple[str, str], list[str]] = {("table", IN_WORDS.means): ["`pending`"]}
    for place, module, form in every_key():
        shapes = form.said.shapes if isinstance(form.said, Record) else {"": form.said}
        for part, shape in shapes.items() if form.key.name != "depots" else ():
            of = "" if module.key in ("base", place) else f" ({module.title.lower()})"
            said.setdefault((place, shape.means), []).append(f"`{f'{form.key.name} {part}'.strip()}`{of}")
    rows = [
        f"| {name} | {', '.join(keys)} | {means} |"
        for place, name in PLACES.items()
        for (where, means), keys in said.items()
        if where == place
    ]
    kinds = ", ".join(
        f"`{' '.join([kind, *(f'{key}:' for key in says)])}`" for kind, says in IN_WORDS.arguments.items()
    )
    return POSITIONS_PAGE.format(keys="\n".join(rows) + "\n", decisions=kinds)


def evaluate_page() -> str:
    """The page as it is, with the table of the suite anew."""
    rows = ["| part | config | against | held out |", "|---|---|---|---|"]
    parts: dict[str, list[Tournament]] = {}
    for one in suite_of("v1").tournaments:
        parts.setdefault(one.part, []).append(one)
    for part, some in parts.items():
        against = ", ".join(f"`{one.opponent}`" for one in some)
        rows.append(f"| {part} | {some[0].config} | {against} | {'yes' if some[0].held_out else ''} |")
    before, begin, rest = (DOCS / "evaluate.md").read_text(encoding="utf-8").partition("<!-- suite: v1 -->\n")
    return "\n".join([before + begin + rows[0], *rows[1:], "<!-- end -->" + rest.partition("<!-- end -->")[2]])


def stacks_page() -> str:
    """The page as it is, with the table of what was measured anew."""
    begin, end = "<!-- measured -->\n", "<!-- end -->"
    before, _, rest = (DOCS / "stacks.md").read_text(encoding="utf-8").partition(begin)
    kept = json.loads(stacks.FIGURES.read_text(encoding="utf-8"))
    return before + begin + stacks.table(kept) + "\n" + end + rest.partition(end)[2]


def pages() -> dict[str, str]:
    """The text of every generated page, by file name."""
    return {
        "actions.md": ACTIONS_PAGE.format(actions=ACTIONS, table=table_markdown(), tiles=_tiles()),
        "evaluate.md": evaluate_page(),
        "observations.md": observations_page(),
        "positions.md": positions_page(),
        "records.md": records_page(),
        **reference_pages.pages(),
        "stacks.md": stacks_page(),
    }


def main() -> int:
    """Write the pages, or with --check say which are out of date."""
    stale = [name for name, text in pages().items() if not _is(DOCS / name, text)]
    if "--check" in sys.argv:
        print("out of date: " + ", ".join(stale) if stale else "all pages are current")
        return 1 if stale else 0
    for name in stale:
        (DOCS / name).write_text(pages()[name], encoding="utf-8")
    return 0


def _is(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())

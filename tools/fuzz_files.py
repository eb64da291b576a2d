"""Fuzzers for files that others write: `python tools/fuzz_files.py records|tournaments|data`, the rest as
`fuzzing.py` says. A damaged file must be refused with a sentence, or be read and do what its kind does.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

sys.path.extend(str(Path(__file__).resolve().parents[1] / place) for place in ("tests", "tests/support"))
import fuzzing
from fuzz_positions import damage_one, damaged_text

from burgundy_env import Game, Record, RecordError
from burgundy_env.arena import ArenaError, Plan, Store, run, summarise
from burgundy_env.config import ConfigError
from burgundy_env.data import DataError, load
from burgundy_env.data.provenance import FILES
from burgundy_env.safe import line
from burgundy_env.store import StoreError

OLD = Path(__file__).resolve().parents[1] / "tests" / "records" / "0.1"
PACKAGE = Path(load.__code__.co_filename).parent
NASTY = ("\x1b]0;x\x07", "\ud800", "\u202e", "=1+1", "<script>", 10**400, -(10**400), 1e308, 30_000, 2**31)


def refused(error: Exception) -> str:
    """A refusal, which must be a sentence that a terminal can show."""
    if str(error).count(" ") < 2 or len(str(error)) > 20_000:
        raise AssertionError("the refusal is no sentence") from error
    line(error).encode()
    return "refused"


def damage(document: Any, rng: random.Random) -> None:
    """One of the damages of positions, or something that spoils what shows it."""
    holder = {"": document}
    if rng.random() < 0.2:
        path = rng.choice([("",), *_places(document, ("",))])
        parent = holder
        for key in path[:-1]:
            parent = parent[key]
        parent[path[-1]] = rng.choice(NASTY)
    else:
        damage_one(document, rng, document)


def _places(value: Any, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The paths of all values inside."""
    found = []
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += [(*path, key), *_places(value[key], (*path, key))]
    return found


# --- records -------------------------------------------------------------------------------------------


@cache
def records() -> tuple[str, ...]:
    """Records old and new: whole games, parts of games, from positions, with thoughts."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(OLD.glob("*.jsonl"))]
    for number, config in enumerate(({}, {"players": 1, "chateauma": "hard+ABCD"}, {"modules": "all"})):
        game = _played(Game.new(config, seed=number), 60)
        texts.append(_text(game))
        texts.append(_text(_played(Game.from_json(game.to_json(), seed=number), 30)))
    texts.append(_text(_played(Game.new({"players": 1, "modules": ["solo"]}, seed=1), 10_000)))
    return tuple(texts)


def _played(game: Game, decisions: int) -> Game:
    rng = random.Random(1)
    for _ in range(decisions):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_ids()))
    return game


def _text(game: Game) -> str:
    return "\n".join(Record.of(game).lines()) + "\n"


def damaged_record(rng: random.Random) -> str:
    """A record with one to three damages."""
    lines = rng.choice(records()).splitlines()
    for _ in range(rng.choice((1, 1, 2, 3))):
        i = rng.choice((0, len(lines) - 1, rng.randrange(len(lines)), rng.randrange(len(lines))))
        kind = rng.choice(("value", "value", "value", "text", "drop", "twice", "swap", "many", "key"))
        if kind == "value":
            try:
                document = json.loads(lines[i])
            except (ValueError, RecursionError):
                continue
            damage(document, rng)
            lines[i] = json.dumps(document)
        elif kind == "text":
            lines[i] = damaged_text(lines[i], rng)
        elif kind == "drop" and len(lines) > 1:
            del lines[i]
        elif kind == "twice":
            lines.insert(i, rng.choice(lines))
        elif kind == "swap":
            k = rng.randrange(len(lines))
            lines[i], lines[k] = lines[k], lines[i]
        elif kind == "many":
            lines[i:i] = [lines[i]] * rng.choice((10, 500, 500, 40_000 if rng.random() < 0.02 else 500))
        elif kind == "key":
            lines[i] = lines[i].replace("{", '{"seat": 1, ', 1)
        lines = lines or [""]
    return "\n".join(lines) + rng.choice(("\n", "", "\n\n"))


def try_record(text: str, number: int) -> str:
    """Refused with a sentence, or a record that replays and is read back."""
    try:
        record = Record.parse(text, repair=number % 3 == 0)
    except RecordError as error:
        return refused(error)
    game = record.game()
    assert [event for event in game.events if "action" in event] == [e for e in record.events if "action" in e]
    assert Record.parse("\n".join(record.lines())) == record
    str(game)
    return "accepted"


# --- tournaments ---------------------------------------------------------------------------------------


@cache
def tournaments() -> tuple[dict[str, str], ...]:
    """The texts of folders of tournaments, done and half done."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (agents, config) in enumerate(
            ((["random", "reflex"], {}), (["random", "greedy", "chateauma:hard"], {"modules": ["inns"]}),
             (["random", "random"], {"players": 3}))
        ):  # fmt: skip
            config = {} if number == 1 else config
            store = Store.create(Path(folder) / str(number), Plan.of(agents, 4, config=config))
            run(store, 0)
            texts = {name: (store.folder / name).read_text() for name in ("tournament.json", "games.jsonl")}
            found.append(texts)
            half = texts["games.jsonl"].splitlines(keepends=True)
            found.append({**texts, "games.jsonl": "".join(half[: len(half) // 2])})
    return tuple(found)


def damaged_tournament(rng: random.Random) -> dict[str, str]:
    """A folder with damage in one of its files."""
    texts = dict(rng.choice(tournaments()))
    name = rng.choice(tuple(texts))
    for _ in range(rng.choice((1, 1, 2))):
        lines = texts[name].splitlines() if name == "games.jsonl" else [texts[name]]
        i = rng.randrange(len(lines)) if lines else 0
        if not lines or rng.random() < 0.2:
            lines = [damaged_text("\n".join(lines), rng)]
        else:
            try:
                document = json.loads(lines[i])
            except (ValueError, RecursionError):
                continue
            damage(document, rng)
            lines[i] = json.dumps(document)
        texts[name] = "\n".join(lines) + "\n"
    return texts


@contextmanager
def folder_of(texts: dict[str, str]) -> Iterator[Path]:
    """A folder with these files, for as long as it is needed."""
    with tempfile.TemporaryDirectory() as name:
        for file, text in texts.items():
            (Path(name) / file).write_text(text, encoding="utf-8", errors="surrogatepass")
        yield Path(name)


def try_tournament(texts: dict[str, str], number: int) -> str:
    """Refused with a sentence, or a tournament of which tables can be made. No program runs."""
    with folder_of(texts) as folder:
        try:
            store = Store.open(folder)
            summary = summarise(store.plan, store.in_order(), speeds=False)
        except (ArenaError, StoreError, ConfigError, DataError) as error:
            return refused(error)
        json.dumps(summary)
        return "accepted"


# --- data ----------------------------------------------------------------------------------------------


@cache
def packages() -> dict[str, Any]:
    """The package's own documents."""
    return {name: json.loads((PACKAGE / name).read_text(encoding="utf-8")) for name in FILES}


def damaged_data(rng: random.Random) -> dict[str, str]:
    """A folder with one or two files that lay damaged blocks over the package's."""
    texts = {}
    for name in rng.sample(tuple(FILES), rng.choice((1, 1, 2))):
        document = copy.deepcopy(packages()[name])
        blocks = rng.sample(tuple(document), min(len(document), rng.choice((1, 2, 9))))
        document = {key: document[key] for key in blocks}
        for _ in range(rng.choice((1, 1, 2, 4))):
            damage(document, rng)
        text = json.dumps(document)
        texts[name] = damaged_text(text, rng) if rng.random() < 0.1 else text
    return texts


CONFIGS: tuple[dict[str, Any], ...] = (
    {"players": 4, "duchies": "random:1-30"},
    {"players": 3, "modules": "all", "duchies": "random"},
    {"players": 3, "modules": "all", "duchies": "random", "chateauma": "hard+ABCD"},
    {"players": 1, "modules": ["solo"]},
    {"players": 2, "modules": ["trade_routes"], "ruleset": "alea_2011"},
)


def try_data(texts: dict[str, str], number: int) -> str:
    """Refused with a sentence, or data with which games of all kinds can be played, written and read back."""
    with folder_of(texts) as folder:
        try:
            data = load(folder)
        except DataError as error:
            return refused(error)
        game, rng = Game.new(CONFIGS[number % len(CONFIGS)], seed=number, data=data), random.Random(number)
        for _ in range(10_000 if number % 10 == 0 else 30):
            if game.is_over:
                break
            if rng.random() < 0.02:
                document = game.to_json()
                assert Game.from_json(document, data=data).to_json() == document
            game.push(rng.choice(game.legal_ids()))
        assert all(abs(entry["total"]) < 5000 for entry in game.scores())
        return "accepted"


KINDS: dict[str, tuple[fuzzing.Make, fuzzing.Try, Callable[[], object]]] = {
    "records": (damaged_record, try_record, records),
    "tournaments": (damaged_tournament, try_tournament, tournaments),
    "data": (damaged_data, try_data, packages),
}


def as_text(case: Any) -> str:
    """A case as files would hold it."""
    text = case if isinstance(case, str) else json.dumps(case)
    return text if len(text) < 20_000 else f"{text[:20_000]} ... (--only shows that it is longer)"


def main() -> None:
    """The command line: the kind, then what all fuzzers take."""
    if sys.argv[1:2] == [] or sys.argv[1] not in KINDS:
        sys.exit(f"which fuzzer? {', '.join(KINDS)}")
    make, attempt, prepare = KINDS[sys.argv[1]]
    prepare()
    fuzzing.main(__doc__.splitlines()[0], make, attempt, as_text, sys.argv[2:])


if __name__ == "__main__":
    main()

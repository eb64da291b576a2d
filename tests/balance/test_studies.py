"""Studies from question to folder: the same games, however they are played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars
import pytest
from studies import Play

from burgundy_env.balance import BalanceError, Question, Store, laboratory, run, summarise, write, write_rows
from burgundy_env.balance.designs import cells_of
from burgundy_env.balance.question import STUDIES
from burgundy_env.balance.report import FILES
from burgundy_env.store import StoreError

GOLDEN = Path(__file__).parent / "golden"
PUBLISHED = sorted((Path(__file__).parents[2] / "docs" / "studies").glob("*.yaml"))
SMALL: dict[str, dict[str, Any]] = {
    "boards": {"boards": [1, 5, 8], "agents": ["random", "reflex"]},
    "reference": {"study": "boards", "design": "reference", "boards": [1, 5, 8], "reference": 1},
    "pairs": {"study": "boards", "design": "pairs", "boards": [1, 5, 8], "players": 3},
    "next": {
        "study": "boards",
        "design": "next",
        "boards": [1, 5, 8, 18],
        "agents": ["random", "reflex"],
        "games": 60,
    },
    "people": {"study": "boards", "boards": [1, 2, 3, 5, 6, 10, 48, 23, 24], "own_rules": True, "against": "human"},
    "modules": {"modules": ["inns", "border_posts"], "agents": ["random", "reflex"]},
    "seats": {"players": 4, "agents": ["random", "reflex"]},
    "players": {},
    "tiles": {"agents": ["random", "reflex"], "games": 60, "modules": ["shields", "vineyards"]},
    "economy": {},
    "strategies": {"without": ["ships", "m5", "workers"]},
    "handicap": {"boards": [5, 18], "unit": "silver"},
    "factors": {"boards": [1, 5], "modules": [[], ["inns"]], "players": [2, 3], "agents": ["random", "reflex"]},
}


def question(name: str, games: int = 12) -> dict[str, Any]:
    return {"study": name, "agents": ["random"], "games": games, **SMALL[name]}


def files(folder: Path) -> dict[str, bytes]:
    names = [name for name in (*FILES, "twins.parquet") if name in FILES or (folder / "twins.jsonl").exists()]
    return {name: (folder / name).read_bytes() for name in names}


def finish(store: Store, workers: int = 1) -> dict[str, bytes]:
    played = run(store, workers)
    write(store.folder, summarise(store, played))
    write_rows(store, played)
    return files(store.folder)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_studies_are_studies(path: Path) -> None:
    """Their files can be played as they are, beside people by the rules that people played."""
    asked = Question.of_yaml(path)
    assert cells_of(asked, None)
    assert asked.against is None or asked.ruleset == "alea_2011"


def test_every_study_is_tested() -> None:
    assert {SMALL[name].get("study", name) for name in SMALL} == set(STUDIES)


@pytest.mark.parametrize("name", SMALL)
def test_goldens(play: Play, name: str) -> None:
    """Numbers of small studies as they were: `python tools/make_studies.py` writes them anew."""
    found = play(**question(name)).summary.to_json()
    kept = json.loads((GOLDEN / f"{name}.json").read_text())
    assert same(json.loads(json.dumps(found["numbers"])), kept["numbers"])
    assert found["tables"] == kept["tables"]
    assert found["findings"] == kept["findings"]


def same(found: Any, kept: Any) -> bool:
    """Whether two documents say the same but for the last digits."""
    if isinstance(found, dict) and isinstance(kept, dict):
        return found.keys() == kept.keys() and all(same(found[key], kept[key]) for key in kept)
    if isinstance(found, list) and isinstance(kept, list):
        return len(found) == len(kept) and all(map(same, found, kept))
    if isinstance(found, float) or isinstance(kept, float):
        return found is kept is None or (found is not None and kept is not None and abs(found - kept) < 2e-6)
    return bool(found == kept)


@pytest.mark.parametrize("name", ["boards", "factors", "next", "tiles"])
def test_two_processes_write_the_same_bytes(tmp_path: Path, name: str) -> None:
    one, two = (
        finish(Store.create(tmp_path / f"{workers}", Question.of(question(name, 40))), workers) for workers in (1, 2)
    )
    assert one == two


def test_a_study_that_was_stopped_goes_on_and_ends_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Question.of({**question("boards"), "games": 300, "precision": 4})
    whole = finish(Store.create(tmp_path / "whole", asked))
    store = Store.create(tmp_path / "parts", asked)
    keep, kept = laboratory._keep, []

    def tired(*arguments: Any) -> bool:
        kept.append(1)
        if len(kept) == 3:
            raise KeyboardInterrupt
        return keep(*arguments)

    monkeypatch.setattr(laboratory, "_keep", tired)
    played = run(store, 1)
    assert played.interrupted
    assert 0 < sum(len(there) for there in played.frame.counts) < 300
    monkeypatch.setattr(laboratory, "_keep", keep)
    lines = store.folder / "games.jsonl"
    lines.write_bytes(lines.read_bytes()[:-20])  # killed while it wrote
    assert finish(Store.open(tmp_path / "parts")) == whole
    monkeypatch.setattr(laboratory, "play_all", None)  # nothing more is played
    assert finish(Store.open(tmp_path / "parts")) == whole
    numbers = [json.loads(line)["game"] for line in lines.read_text().splitlines()]
    assert len(numbers) == len(set(numbers))


def test_rows_have_every_seat_of_every_game(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "s", Question.of(question("reference")))
    finish(store)
    table = polars.read_parquet(store.folder / "games.parquet")
    lines = [json.loads(line) for line in (store.folder / "games.jsonl").read_text().splitlines()]
    assert len(table) == 2 * len(lines)
    for line in lines:
        for seat in (0, 1):
            row = table.row(
                by_predicate=(polars.col("game") == line["game"]) & (polars.col("seat") == seat), named=True
            )
            assert row["total"] == line["totals"][seat]
            assert row["duchy"] == line["duchies"][seat]
            assert row["began"] == (line["first"] == seat)
            assert row["rank"] == line["ranking"].index(seat) + 1
            assert row["vp_regions"] == line["breakdown"][seat].get("regions", 0)
            assert row["place"] == 1 or row["study_board"] == str(row["duchy"])
            assert (row["duchy"] == 1) == (row["place"] == 1)


def test_games_of_a_block_have_one_seed_and_go_round_the_table(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "s", Question.of(question("reference")))
    finish(store)
    lines = [json.loads(line) for line in (store.folder / "games.jsonl").read_text().splitlines()]
    seeds = {line["block"]: line["seed"] for line in lines}
    assert all(line["seed"] == seeds[line["block"]] for line in lines)
    for block in seeds:
        mine = sorted(tuple(line["duchies"]) for line in lines if line["block"] == block)
        assert mine == [(1, 5), (1, 8), (5, 1), (8, 1)]


def test_the_manifest_plays_the_same_study_again(play: Play, tmp_path: Path) -> None:
    first = play(**question("boards"))
    again = Store.create(tmp_path / "again", Question.of(first.summary.manifest["question"]))
    assert summarise(again, run(again, 1)).to_json() == first.summary.to_json()


def test_an_agent_that_fails_stops_the_study_and_is_kept(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def act(self, game):\n        raise ValueError('no idea')\n")
    store = Store.create(tmp_path / "s", Question.of({"study": "seats", "agents": [f"{bot}:Bot"], "games": 1}))
    played = run(store, 0)
    assert played.crash is not None
    failure, path = played.crash
    assert "no idea" in failure.error
    assert json.loads(path.read_text())["position"] is not None
    with pytest.raises(BalanceError, match=r"run programs: .*bot.py:Bot"):
        Store.open(store.folder)
    bot.write_text("import random\nclass Bot:\n    def act(self, game):\n        return game.legal_actions()[0]\n")
    with pytest.raises(BalanceError, match="is not what it was"):
        Store.open(store.folder, trusts=lambda programs: True)


def test_one_process_writes_at_a_time(tmp_path: Path) -> None:
    store = Store.create(tmp_path / "s", Question.of(question("seats")))
    with pytest.raises(StoreError, match="is writing here"):
        Store.open(tmp_path / "s").take()
    store.close()


@pytest.mark.parametrize(
    "changed", [{"seed": 5}, {"totals": [1]}, {"first": None}, {"seats": ["a", "b"]}, {"game": -1}]
)
def test_lines_of_another_study_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    store = Store.create(tmp_path / "s", Question.of(question("seats", 2) | {"agents": ["random"], "players": 2}))
    finish(store)
    lines = store.folder / "games.jsonl"
    first = json.loads(lines.read_text().splitlines()[0])
    line = {key: value for key, value in {**first, **changed}.items() if value is not None}
    lines.write_text(json.dumps(line) + "\n")
    with pytest.raises(StoreError, match="line 1"):
        run(Store.open(store.folder), 1)

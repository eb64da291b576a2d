"""Worths of tiles: the same position played on with and without."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import numpy as np
import pytest
from studies import Play

from burgundy_env import Game, GameConfig, data
from burgundy_env.balance import BalanceError, Question, Store, counterfactual, run
from burgundy_env.balance.twins import WITH, WITHOUT, new_twins, play_twins
from burgundy_env.engine.layout import STORAGE, TILES
from burgundy_env.engine.tables import tables_for
from burgundy_env.game import inside
from burgundy_env.players.policies import Policy, number_of
from burgundy_env.store import StoreError

SEED, PLAYERS = 11, (5, 6)


def play_on(game: Game, players: list[Policy]) -> list[int]:
    while game.active is not None:
        game.push(players[game.active].choose(inside(game)))
    return [entry["total"] for entry in game.scores()]


def twins_of(game: Game, players: list[Policy], place: tuple[str, int, int], given: bool) -> list[int]:
    """The position played on without the tile at a place, or with it in the storage of whose turn it is."""
    twin, again = game.copy(), copy.deepcopy(players)
    play = inside(twin)
    depot, row, slot = place
    tiles = play.state[depot][0] if depot == "black_depot" else play.state[depot][0][row]
    tile, tiles[slot] = int(tiles[slot]), 0
    if given:
        seat = play.state["active"][0]
        stored = int(play.state["stored"][0, seat])
        play.state["storage"][0, seat, : stored + 1] = sorted(
            [*play.state["storage"][0, seat, :stored].tolist(), tile]
        )
        play.state["stored"][0, seat] += 1
    play.list_legal()
    return play_on(twin, again)


def test_twins_are_the_position_played_on_with_the_tile_and_without() -> None:
    """Done once more by hand, for each turn and place that it may have been."""
    config, components = GameConfig(), data.load()
    twins = new_twins(tables_for(config, components), [SEED], [PLAYERS], [3], number_of("reflex"))
    play_twins(twins)
    wanted = {
        (phase, int(twins.who[0, phase]), TILES[tile]): (
            twins.totals[0, phase, WITH].tolist(), twins.totals[0, phase, WITHOUT].tolist()
        )
        for phase, tile in enumerate(twins.tiles[0].tolist()) if tile
    }  # fmt: skip
    assert len(wanted) >= 3
    found = set()
    game, players = Game.new(config, SEED), [Policy("reflex", seed) for seed in PLAYERS]
    while game.active is not None:
        state = inside(game).state
        seat, phase = game.active, int(state["phase"][0])
        begins = game.to_json()["stage"] == "turn" and state["depth"][0] == 0 and not state["used"][0, seat].any()
        if begins and state["stored"][0, seat] < STORAGE:
            for (when, who, tile), (with_it, without) in wanted.items():
                if (when, who) == (phase, seat):
                    for place in places(state, tile or ""):
                        hers = [twins_of(game, players, place, given) for given in (True, False)]
                        if hers == [with_it, without]:
                            found.add((when, who, tile))
        game.push(players[seat].choose(inside(game)))
    assert found == wanted.keys()
    assert [entry["total"] for entry in game.scores()].index(max(e["total"] for e in game.scores())) == twins.winner[
        0
    ]


def places(state: np.ndarray, tile: str) -> list[tuple[str, int, int]]:
    number = TILES.index(tile)
    depots = [("depot", int(row), int(slot)) for row, slot in np.argwhere(state["depot"][0] == number)]
    return depots + [("black_depot", 0, int(slot)) for slot in np.flatnonzero(state["black_depot"][0] == number)]


def test_castles_and_ships_are_worth_something_to_who_can_play(play: Play) -> None:
    study = play(study="tiles", agents=["reflex"], games=400)
    assert study.effect("castle", "reflex")["low"] > 0
    assert study.effect("ship", "reflex")["low"] > 0
    # And nearly nothing is worth as much in the last phase as in the first.
    phases = study.summary.numbers["by_phase"]["reflex"]["building"]
    assert phases["E"]["mean"] < phases["A"]["mean"] + phases["A"]["error"] * 2


def test_it_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Question.of({"study": "tiles", "agents": ["random"], "games": 40})
    store = Store.create(tmp_path / "s", asked)
    run(store, 1)
    lines = store.folder / "twins.jsonl"
    whole = lines.read_text().splitlines()
    lines.write_text("\n".join(whole[:25]) + "\n" + whole[25][:30])
    again = run(Store.open(store.folder), 2)
    assert len(again.twins) == 40
    assert sorted(lines.read_text().splitlines()) == sorted(whole)
    monkeypatch.setattr(counterfactual, "_played", None)  # nothing more is played
    assert len(run(Store.open(store.folder), 1).twins) == 40


@pytest.mark.parametrize(("key", "value"), [
    ("seed", 5), ("cell", 9), ("samples", [[1, 7, 0.0, 0.0, 0, 0]]), ("samples", [[0, 1, 0.0, 0.0, 0, 0]]),
    ("samples", [[1, 1, "x", 0.0, 0, 0]]), ("winner", 2), ("duchies", [[999], []]),
])  # fmt: skip
def test_lines_of_something_else_are_refused(tmp_path: Path, key: str, value: object) -> None:
    store = Store.create(tmp_path / "s", Question.of({"study": "tiles", "agents": ["random"], "games": 1}))
    run(store, 1)
    lines = store.folder / "twins.jsonl"
    lines.write_text(json.dumps({**json.loads(lines.read_text()), key: value}) + "\n")
    with pytest.raises(StoreError, match="line 1"):
        run(Store.open(store.folder), 1)


def test_agents_from_python_and_precision_are_refused() -> None:
    with pytest.raises(BalanceError, match="plays from Python"):
        Question.of({"study": "tiles", "agents": ["turn:ms=5"], "inexact": True})
    with pytest.raises(BalanceError, match="takes a number of games"):
        Question.of({"study": "tiles", "precision": 1})


def test_too_few_games_tell_nothing(play: Play) -> None:
    summary = play(study="tiles", games=1).summary
    assert any("play more games" in note for note in summary.notes)

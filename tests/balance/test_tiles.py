"""Worths of tiles: the same position played on with and without."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest
from studies import Play

from burgundy_env import Game, GameConfig, data
from burgundy_env.balance import BalanceError, Question, Store, counterfactual, run, write_rows
from burgundy_env.balance.analysis.tiles import TileEffects
from burgundy_env.balance.things import KIND_OF, KINDS, THINGS, mask_of
from burgundy_env.balance.twins import WITH, WITHOUT, new_twins, play_twins
from burgundy_env.engine.layout import BONUS_NAMES, BONUS_TILES, COLOURS, HEXES, SCORE_NAMES, SEATS, STORAGE, TILES
from burgundy_env.engine.tables import tables_for
from burgundy_env.game import inside
from burgundy_env.modules.vineyards import DOUBLES, VINES
from burgundy_env.players.handed import NetPlayer
from burgundy_env.players.net.weights import ALONE
from burgundy_env.players.policies import Policy, number_of
from burgundy_env.store import StoreError

SEED, PLAYERS = 11, (5, 6)
OPEN = ("shield", "vine", "bonus")  # they need no room in storage
Place = tuple[str, tuple[int, ...]]  # an array of the state, and where in it


def play_on(game: Game, players: list[Policy]) -> list[int]:
    while game.active is not None:
        game.push(players[game.active].choose(inside(game)))
    return [entry["total"] for entry in game.scores()]


def twins_of(game: Game, players: list[Policy], thing: str, place: Place, given: bool) -> list[int]:
    """The position played on without the thing at a place, or with it given to whose turn it is."""
    twin, again = game.copy(), copy.deepcopy(players)
    play = inside(twin)
    s, seat = play.state[0], int(play.state["active"][0])
    kind, _, name = thing.partition(" ")
    field, index = place
    if kind == "shield":
        s["depot_shields"][index] &= ~(1 << int(name))
        if given:
            s["shields"][seat] |= 1 << int(name)
            s["shield_hex"][int(name)] = int(np.flatnonzero(s["tiles"][seat] == TILES.index("castle"))[0])
            if name == "18":
                s["reach"][seat] = (1 << HEXES) - 1
    elif kind in ("vine", "bonus"):
        s[field][index] -= 1
        if given and kind == "vine":
            s["vine_tiles"][seat, index[1]] += 1
        if given and kind == "bonus":
            bit = BONUS_NAMES.index(name.replace(" ", "_"))
            vp = int(play.tables["bonus_vp"][0, bit % 2])
            s["bonus"][seat] |= 1 << bit
            s["vp"][seat] += vp
            s["source"][seat, SCORE_NAMES.index("border_posts" if "post" in name else "colour_bonuses")] += vp
    elif kind == "inn":
        s["inn_stack"] -= 1
    else:
        s[field][index] = 0
    if given and kind == "double":
        s["stored_doubles"][seat] += 1 << 3 * DOUBLES.index(name)
        s["doubled"][seat] += 1
    elif given and kind not in ("shield", "vine", "bonus"):
        stored = int(s["stored"][seat])
        s["storage"][seat, : stored + 1] = sorted([*s["storage"][seat, :stored].tolist(), TILES.index(thing)])
        s["stored"][seat] += 1
    play.list_legal()
    return play_on(twin, again)


def places(state: Any, thing: str) -> list[Place]:
    """Where a thing lies."""
    kind, _, name = thing.partition(" ")
    if kind == "shield":
        return [("depot_shields", (depot,)) for depot in range(6) if state["depot_shields"][depot] >> int(name) & 1]
    if kind == "vine":
        return [("vine_tiles", (SEATS, VINES.index(name)))]
    if kind == "bonus":
        return [("bonus_left", (BONUS_TILES.index(name.split()[0]),))]
    if kind == "inn":
        return [("inn_stack", ())]
    fields = ("double_depot", "double_store") if kind == "double" else ("depot", "black_depot")
    number = DOUBLES.index(name) + 1 if kind == "double" else TILES.index(thing)
    return [(field, tuple(index)) for field in fields for index in np.argwhere(state[field] == number).tolist()]


@pytest.mark.parametrize("kind", ["tiles", "inn", "double", "shield", "vine", "bonus"])
def test_twins_are_the_position_played_on_with_the_thing_and_without(kind: str) -> None:
    """Done once more by hand, for each turn and place that it may have been."""
    modules = () if kind == "tiles" else ("inns", "shields", "vineyards", "border_posts")
    config, components = GameConfig(modules=modules), data.load()
    kinds = mask_of(COLOURS if kind == "tiles" else (kind,))
    twins = new_twins(tables_for(config, components), [SEED], [PLAYERS], [3], number_of("reflex"), kinds)
    play_twins(twins)
    wanted = {
        (phase, int(twins.who[0, phase]), THINGS[thing]): (
            twins.totals[0, phase, WITH].tolist(), twins.totals[0, phase, WITHOUT].tolist()
        )
        for phase, thing in enumerate(twins.tiles[0].tolist()) if thing
    }  # fmt: skip
    assert len(wanted) >= 2
    found = set()
    game, players = Game.new(config, SEED), [Policy("reflex", seed) for seed in PLAYERS]
    while game.active is not None:
        state = inside(game).state[0]
        seat, phase = game.active, int(state["phase"])
        begins = game.to_json()["stage"] == "turn" and state["depth"] == 0 and not state["used"][seat].any()
        room = STORAGE - int(state["stored"][seat]) - 2 * int(state["doubled"][seat])
        for (when, who, thing), (with_it, without) in wanted.items() if begins else ():
            if (when, who) == (phase, seat) and (thing.split()[0] in OPEN or room >= 1 + (thing[:6] == "double")):
                for place in places(state, thing):
                    hers = [twins_of(game, players, thing, place, given) for given in (True, False)]
                    if hers == [with_it, without]:
                        found.add((when, who, thing))
        game.push(players[seat].choose(inside(game)))
    assert found == wanted.keys()
    totals = [entry["total"] for entry in game.scores()]
    assert totals == twins.ends[0].tolist()
    assert totals.index(max(totals)) == twins.winner[0]


def test_players_with_a_net_of_a_file_play_twins_too() -> None:
    """As the same player does by its number: `net`, handed in with the net it has anyway."""
    tables, net = tables_for(GameConfig(), data.load()), NetPlayer("same", "net", ALONE)
    by_number, by_net = (
        new_twins(tables, [SEED, 8], [PLAYERS] * 2, [3, 4], player, mask_of(COLOURS))
        for player in (number_of("net"), net)
    )
    for twins in (by_number, by_net):
        play_twins(twins)
    assert by_net.tiles.any()
    for name in ("tiles", "who", "totals", "first", "ends"):
        assert np.array_equal(getattr(by_net, name), getattr(by_number, name)), name
    assert Question.of({"study": "tiles", "agents": ["net@1"]}).agents == ("net@1",)


def test_what_everybody_has_in_the_end_is_counted() -> None:
    """As positions tell it, in games in which there is something of each kind."""
    config, components = GameConfig(modules=("shields", "vineyards")), data.load()
    seeds, names = range(1, 9), set()
    twins = new_twins(tables_for(config, components), seeds, [PLAYERS] * 8, [3] * 8, number_of("reflex"), 0)
    play_twins(twins)
    assert not twins.tiles.any(), "nothing was asked for"
    for i, seed in enumerate(seeds):
        game, players = Game.new(config, seed), [Policy("reflex", one) for one in PLAYERS]
        play_on(game, players)
        s = inside(game).state[0]
        for p in range(2):
            mine = Counter({THINGS[k]: int(n) for k, n in enumerate(twins.owned[i, p]) if n})
            names |= mine.keys()
            assert mine["castle"] == int((s["tiles"][p] == TILES.index("castle")).sum())
            assert sum(mine[f"vine {vine}"] for vine in VINES) == int(s["vine_tiles"][p].sum())
            assert sum(mine[f"shield {k}"] for k in range(1, 19)) == int(s["shields"][p]).bit_count()
            assert sum(n for name, n in mine.items() if name.startswith("bonus")) == int(s["bonus"][p]).bit_count()
            laid = int(s["vines"][p, 0] | s["vines"][p, 1] | s["vines"][p, 2]).bit_count() // 2
            assert sum(n for name, n in mine.items() if name.startswith("double")) == laid
    assert {name.split()[0] for name in names} >= {"castle", "double", "shield", "vine", "bonus"}


def test_castles_and_ships_are_worth_something_to_who_can_play(play: Play) -> None:
    study = play(study="tiles", agents=["reflex"], games=400)
    assert study.effect("castle", "reflex")["low"] > 0
    assert study.effect("ship", "reflex")["low"] > 0
    # And nearly nothing is worth as much in the last phase as in the first.
    phases = study.summary.numbers["by_phase"]["reflex"]["building"]
    assert phases["E"]["mean"] < phases["A"]["mean"] + phases["A"]["error"] * 2


def test_rows_have_every_seat_of_every_game_and_of_its_twins(play: Play) -> None:
    study = play(study="tiles", agents=["random", "reflex"], games=20, players=3)
    write_rows(study.store, study.run)
    table = polars.read_parquet(study.store.folder / "twins.parquet")
    twins = study.run.twins
    assert len(table) == 3 * sum(1 + 2 * len(twin.samples) for twin in twins.values())
    games = table.filter(polars.col("twin") == "played")
    assert games["thing"].null_count() == games["asked"].null_count() == len(games) == 3 * 40
    assert games["game"].n_unique() == 40
    ends = {(agent, block, seat): total for agent, block, seat, total in
            games.select("agent", "block", "seat", "total").iter_rows()}  # fmt: skip
    assert all(ends["reflex", block, seat] == total for (cell, block), twin in twins.items() if cell == 1
               for seat, total in enumerate(twin.itself.totals))  # fmt: skip
    # Rows alone say what a tile is worth.
    asked = table.filter(polars.col("asked") & (polars.col("agent") == "reflex"))
    lead = {name: asked.filter(polars.col("twin") == name)["lead"].to_numpy() for name in ("with", "without")}
    things = asked.filter(polars.col("twin") == "with")["thing"].to_list()
    for thing in study.summary.numbers["effects"]["reflex"]:
        pairs = [k for k, name in enumerate(things) if name == thing]
        assert len(pairs) == study.summary.numbers["tiles"]["reflex"][thing]["pairs"]
    worth = np.mean(lead["with"] - lead["without"])
    assert worth == pytest.approx(np.mean(TileEffects(study.store, study.run).samples("reflex")[:, 3]), abs=1e-5)


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
    monkeypatch.setattr(counterfactual.Playing, "__call__", None)  # nothing more is played
    assert len(run(Store.open(store.folder), 1).twins) == 40


def sample(**changed: object) -> dict[str, list[object]]:
    """A pair of twins as a line has it."""
    usual = {"thing": 1, "phase": 1, "seat": 0, "given": [9, 9], "first": 0, "not_given": [9, 9], "other": 0}
    return {"samples": [[*(usual | changed).values()]]}


@pytest.mark.parametrize("changed", [
    {"seed": 5}, {"cell": 9}, {"winner": 2}, {"owned": [[999], []]}, {"totals": [9]}, {"samples": [[1, 1, 0]]},
    sample(phase=7), sample(thing=0), sample(seat=2), sample(given=["x", 9]), sample(not_given=[9]), sample(other=2),
    {"owned": [[], [], []], "totals": [9, 9, 9], "samples": []},
])  # fmt: skip
def test_lines_of_something_else_are_refused(tmp_path: Path, changed: dict[str, object]) -> None:
    store = Store.create(tmp_path / "s", Question.of({"study": "tiles", "agents": ["random"], "games": 1}))
    run(store, 1)
    lines = store.folder / "twins.jsonl"
    lines.write_text(json.dumps({**json.loads(lines.read_text()), **sample()}) + "\n")
    assert len(run(Store.open(store.folder), 1).twins) == 1
    lines.write_text(json.dumps({**json.loads(lines.read_text()), **changed}) + "\n")
    with pytest.raises(StoreError, match="line 1"):
        run(Store.open(store.folder), 1)


def test_a_kind_is_given_alone(play: Play) -> None:
    study = play(study="tiles", kinds=["monasteries", "bonus"], games=40)
    names = study.summary.numbers["effects"]["random"]
    assert all(name.startswith(("m", "bonus")) and name != "mine" for name in names)
    assert study.store.question.kinds == ("monastery", "bonus")
    assert study.summary.numbers["by_phase"]["random"].keys() == {"monastery", "bonus"}
    told = next(note for note in study.summary.notes if note.startswith("m"))
    named = [name for name in names if name.startswith("m")]
    assert [one.partition(": ")[0] for one in told.split("; ")] == named, "a number says nothing to people"


def test_everything_that_lies_about_has_its_worth(play: Play) -> None:
    """Of each kind some things, where their modules are played."""
    modules = ["inns", "shields", "vineyards", "border_posts", "white_castles"]
    study = play(study="tiles", modules=modules, agents=["reflex"], games=400)
    assert study.summary.numbers["by_phase"]["reflex"].keys() == set(KINDS)
    kinds = {KINDS[KIND_OF[THINGS.index(name)]] for name in study.summary.numbers["effects"]["reflex"]}
    assert kinds == set(KINDS)


def test_points_of_a_bonus_tile_are_what_it_is_worth_at_the_end(play: Play) -> None:
    """In phase E hardly anybody would have won it or lost it any more."""
    phases = play(study="tiles", kinds=["bonus"], games=300).summary.numbers["by_phase"]["random"]["bonus"]
    assert 4.5 < phases["E"]["mean"] < 6


@pytest.mark.parametrize(("asked", "said"), [
    ({"study": "tiles", "kinds": ["shield", "wine"]}, "no kind of tile .did you mean .vine"),
    ({"study": "seats", "kinds": ["shield"]}, "of the study tiles"),
    ({"study": "tiles", "kinds": ["shields"], "modules": ["inns"]}, "none without the module shields"),
    ({"study": "tiles", "kinds": ["bonus", "doubles"]}, "none without the module vineyards"),
])  # fmt: skip
def test_kinds_that_are_none_are_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(BalanceError, match=said):
        Question.of(asked)


def test_agents_from_python_and_precision_are_refused() -> None:
    with pytest.raises(BalanceError, match="plays from Python"):
        Question.of({"study": "tiles", "agents": ["turn:ms=5"], "inexact": True})
    with pytest.raises(BalanceError, match="takes a number of games"):
        Question.of({"study": "tiles", "precision": 1})


def test_too_few_games_tell_nothing(play: Play) -> None:
    summary = play(study="tiles", games=1).summary
    assert any("play more games" in note for note in summary.notes)

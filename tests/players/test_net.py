"""Nets beside the judge: what they are told, what they reckon, how they are kept; nothing hidden is shown to them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from burgundy_agents import ENTRIES, AgentError, make, parse
from nets import NARROW, WIDE, a_net, kept, parts_of

from burgundy_env import Game, GameConfig
from burgundy_env.arena import Plan
from burgundy_env.arena.play import play_batch
from burgundy_env.data import load
from burgundy_env.engine.jit import kernel
from burgundy_env.engine.tables import tables_for
from burgundy_env.envs.vector import BurgundyVectorEnv
from burgundy_env.game import inside
from burgundy_env.players.games import new_batch, play_games
from burgundy_env.players.handed import NetPlayer, handed, seated
from burgundy_env.players.heuristic.basics import rounds_before
from burgundy_env.players.heuristic.features import FEATURES
from burgundy_env.players.heuristic.position import position_worth, write_usual_prices
from burgundy_env.players.heuristic.weights import DEFAULT
from burgundy_env.players.net import weights
from burgundy_env.players.net.forward import LAYER, NO_NET, correction
from burgundy_env.players.net.inputs import INPUTS
from burgundy_env.players.policies import HANDED_IN, HEURISTIC, Policy, number_of
from burgundy_env.players.turn.ends import new_room, write_inputs

CONFIGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4, "duchies": "random", "modules": "all"},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random"},
    {"players": 1, "chateauma": "hard+ABCD"},
    {"players": 1, "modules": ["solo"]},
    {"players": 4, "modules": ["team"]},
]


def by_matrices(net: np.ndarray, inputs: np.ndarray) -> float:
    """What it adds to a worth, reckoned otherwise."""
    first, first_bias, second, second_bias, last, last_bias = parts_of(net)
    layer = np.maximum(inputs @ first + first_bias, 0)
    return float(np.maximum(layer @ second + second_bias, 0) @ last + last_bias[0])


@kernel
def told(tables, states, seat):
    """What a net is told of a seat."""
    t, s = tables[0], states[0]
    room = new_room(1, np.zeros(0, np.float32))
    write_usual_prices(t, rounds_before(s), room.prices)
    worth = position_worth(t, s, seat, DEFAULT, room.prices, room.worth, room.x, room.out)
    write_inputs(t, s, seat, worth, room)
    return room.inputs


def inputs_of(game: Game, seat: int) -> dict[str, float]:
    """The same by name."""
    return dict(zip(INPUTS, told(inside(game).tables, inside(game).state, seat).tolist(), strict=True))


def played(config: dict[str, Any], decisions: int) -> Game:
    """A game some decisions on."""
    game, player = Game.new(config, seed=6), Policy("heuristic", 1)
    for _ in range(decisions):
        game.push(player.choose(inside(game)))
    return game


def test_a_net_reckons_what_matrices_do() -> None:
    draw = np.random.default_rng(3)
    for seed in range(5):
        net, inputs = a_net(seed, 0.2), draw.normal(0, 1, len(INPUTS)).astype(np.float32)
        inputs[draw.random(len(INPUTS)) < 0.6] = 0
        reckoned = correction(net, inputs, np.empty((2, LAYER), np.float32))
        assert reckoned == pytest.approx(by_matrices(net, inputs), abs=1e-3)


def test_inputs_say_which_game_it_is_and_how_far() -> None:
    assert len(set(INPUTS)) == len(INPUTS)
    assert INPUTS[: len(FEATURES)] == FEATURES
    game = played({"players": 3, "duchies": [1, 5, 9], "modules": ["shields"]}, 30)
    document = game.to_json()
    x = inputs_of(game, game.active or 0)
    assert (x["players_2"], x["players_3"], x["players_4"], x["chateauma"], x["alea_2011"]) == (0, 1, 0, 0, 0)
    assert [name for name in INPUTS if name.startswith("module_") and x[name]] == ["module_shields"]
    assert [letter for letter in "ABCDE" if x[f"phase_{letter}"]] == [document["phase"]]
    assert [number for number in range(1, 6) if x[f"round_{number}"]] == [document["round"]]
    assert x["points"] == document["players"][game.active]["vp"]
    assert x["goods_lying"] == sum(sum(depot["goods"].values()) for depot in document["depots"].values())
    assert x["best_lying_1"] >= x["best_lying_2"] >= x["best_lying_3"]
    assert x["done_1"] >= x["done_6"]


def test_who_has_yet_to_move_waits() -> None:
    game = played({"players": 3}, 3)  # start castles
    order = game.to_json()["order"]
    assert [inputs_of(game, seat)["waits"] for seat in order] == [0, 1, 1]


@pytest.mark.parametrize("config", CONFIGS[:4], ids=lambda config: str(GameConfig.of(config)))
def test_what_is_hidden_is_not_told(config: dict[str, Any]) -> None:
    game = Game.new(config, seed=5)
    player = Policy("heuristic", 1)
    for number in range(60):
        dealt_anew = game.copy()
        dealt_anew.redetermine(number)
        for seat in range(game.config.players):
            assert inputs_of(game, seat) == inputs_of(dealt_anew, seat)
        game.push(player.choose(inside(game)))


@pytest.mark.parametrize("after_round", [False, True])
@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: str(GameConfig.of(config)))
def test_net_plays_every_game_to_its_end(config: dict[str, Any], after_round: bool) -> None:
    game = Game.new(config, seed=3)
    players = [Policy("net", seat, a_net(1, 0.05, after_round)) for seat in range(game.config.players)]
    while game.active is not None:
        game.push(players[game.active].choose(inside(game)))
    assert game.is_over


def test_a_net_of_zeros_changes_nothing() -> None:
    game = played({"players": 2}, 2)
    plain, corrected = Policy("turn:12", 7, NO_NET), Policy("turn:12", 7, a_net(1, 0.0))
    for _ in range(80):
        action = plain.choose(inside(game))
        assert corrected.choose(inside(game)) == action
        game.push(action)


def test_a_net_changes_what_is_played() -> None:
    game, plain, corrected = played({"players": 2}, 2), Policy("turn:1", 7), Policy("net", 7, a_net(1, 0.3))
    chosen = []
    for _ in range(80):
        chosen.append(plain.choose(inside(game)) == corrected.choose(inside(game)))
        game.push(plain.choose(inside(game)))
    assert not all(chosen)


def test_handed_in_it_plays_as_alone() -> None:
    """In a batch the loops find a net by its address; alone it is an argument."""
    config, net = GameConfig(players=2), a_net(2, 0.1)
    tables, player = tables_for(config, load()), NetPlayer("mine", "net", net)
    batch = new_batch(tables, [41], [[7, 8]], [[HANDED_IN, HEURISTIC]], handed([player], tables))
    play_games(batch)
    game, seats = Game.new(config, seed=41), [seated(player, 7), Policy("heuristic", 8)]
    while game.active is not None:
        game.push(seats[game.active].choose(inside(game)))
    assert batch.totals[0].tolist() == [score["total"] for score in game.scores()]


@pytest.mark.parametrize("after_round", [False, True])
def test_a_file_gives_back_what_was_written(tmp_path: Path, after_round: bool) -> None:
    net = a_net(4, 0.1, after_round)
    assert weights.read(kept(net, tmp_path / "net.npz")).tolist() == net.tolist()


def test_inputs_are_kept_by_name(tmp_path: Path) -> None:
    """A net from before an input was there counts nothing for it; the order of a file is its own."""
    net, path = a_net(4, 0.1), tmp_path / "net.npz"
    first, *others = parts_of(net)
    order = np.random.default_rng(1).permutation(len(INPUTS))[:-20]
    arrays = dict(zip(weights.PARTS, [first[order], *others], strict=True))
    names = np.array([INPUTS[k] for k in order])
    np.savez(path, format=np.array("burgundy-net/1"), inputs=names, about=np.array(""), **arrays)
    read = parts_of(weights.read(path))[0]
    assert np.array_equal(read[order], first[order])
    assert not read[np.setdiff1d(np.arange(len(INPUTS)), order)].any()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"format": np.array("burgundy-net/9")},
            "its format is burgundy-net/9, not burgundy-net/1 or b",
        ),
        ({"inputs": np.array(["knights", *INPUTS[1:]])}, "made by a newer version.* knights"),
        ({"first": np.zeros((3, WIDE))}, "layers don't fit each other"),
        ({"last": np.full(NARROW, np.nan)}, "finite numbers"),
        ({"second": None}, "no net as burgundy train turn writes it"),
        ({"first_bias": np.array([{}] * WIDE, object)}, "no net as burgundy train turn writes it"),
    ],
)
def test_a_file_that_holds_no_net_is_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    path = kept(a_net(4, 0.1), tmp_path / "net.npz")
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    np.savez(path, **{name: array for name, array in (arrays | change).items() if array is not None})
    with pytest.raises(weights.NetError, match=sentence):
        weights.read(path)


def test_no_file_and_no_archive_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="there is no such file"):
        parse(f"net:{tmp_path / 'none.npz'}").check()
    (tmp_path / "text.npz").write_text("no archive")
    with pytest.raises(AgentError, match="no net as burgundy train turn writes it"):
        parse("turn:net=text.npz", str(tmp_path)).check()


@pytest.mark.parametrize("version", weights.VERSIONS)
def test_nets_that_come_along_never_change_are_small_and_say_where_they_are_from(version: int) -> None:
    content = weights.file_of(version).read_bytes()
    assert hashlib.sha256(content).hexdigest().startswith(weights.VERSIONS[version])
    assert len(content) < 2_000_000
    with np.load(weights.file_of(version)) as file:
        assert "burgundy train turn" in str(file["about"])


@pytest.mark.parametrize(
    ("text", "policy"), [("net@1", "net"), ("turn@1:futures=6", "turn:6"), ("level@1:4", "level:4")]
)
def test_an_earlier_version_keeps_its_net(
    text: str, policy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if a better net had come along, and the first one were this."""
    net, name = a_net(5, 0.2), text.partition("@")[0]
    path = kept(net, tmp_path / "weights-1.npz")
    monkeypatch.setattr(weights, "file_of", lambda version: path if version == 1 else None)
    newest = replace(ENTRIES[name], version=2)
    monkeypatch.setitem(ENTRIES, name, replace(newest, earlier=(replace(newest, version=1, net="@1"),)))
    spec = parse(text)
    assert (str(spec), spec.policy, spec.is_handed_in, spec.is_ours, spec.files) == (text, None, True, True, ())
    game = played({"players": 2}, 2)
    agent, in_loops, same = spec.make(7), spec.seated(7), Policy(policy, 7, net)
    for _ in range(20):
        action = same.choose(inside(game))
        assert agent.act(game) == game.legal_actions()[inside(game).legal_ids().index(action)]
        assert in_loops.choose(inside(game)) == action
        game.push(action)
    batch = [
        play_batch(plan, list(plan.fixtures[:1]))[0].totals
        for plan in (Plan.of([one], 1, seed=3) for one in (text, f"{name}@2{text.partition('1')[2]}"))
    ]
    assert batch[0] != batch[1], "batches take the other net"


def test_agents_with_a_net_of_a_file(tmp_path: Path) -> None:
    net = a_net(5, 0.2)
    kept(net, tmp_path / "net.npz")
    for text, policy in (("net:net.npz", "net"), ("turn:futures=6,net=net.npz", "turn:6")):
        spec = parse(text, str(tmp_path))
        assert (spec.policy, spec.is_handed_in, spec.runs_program) == (None, True, False)
        assert spec.files == (str((tmp_path / "net.npz").resolve()),)
        game, agent, same = played({"players": 2}, 2), spec.make(7), Policy(policy, 7, net)
        for _ in range(20):
            action = same.choose(inside(game))
            assert agent.act(game) == game.legal_actions()[inside(game).legal_ids().index(action)]
            game.push(action)
    assert spec.player is parse("turn:futures=6,net=net.npz", str(tmp_path)).player, "loops know it by its address"
    spec = parse("turn:ms=5,net=net.npz", str(tmp_path))
    assert not spec.is_handed_in
    game = played({"players": 2}, 2)
    assert spec.make(1).act(game) in game.legal_actions()


def test_batches_play_who_has_a_net_of_a_file() -> None:
    """As the same player does by its number: `net`, with a file that has the net it has anyway."""
    totals = [
        [result.totals for result in play_batch(plan, list(plan.fixtures[:4]))]
        for plan in (Plan.of([one, "greedy"], 4, seed=3) for one in ("net", f"net:{weights.file_of(2)}"))
    ]
    assert totals[0] == totals[1]


def test_a_search_may_do_without_a_net() -> None:
    """`net=none` is no file; handed to the loops or asked from Python, it differs from what the net that comes along
    would have it play."""
    none, plain, corrected = parse("turn:futures=12,net=none"), Policy("turn:12", 7, NO_NET), Policy("turn:12", 7)
    assert (none.policy, none.is_handed_in, none.files, none.runs_program) == (None, True, (), False)
    assert isinstance(none.player, NetPlayer)
    assert len(none.player.net) == 0
    game, agent, differs = played({"players": 2}, 2), none.make(7), 0
    for _ in range(80):
        action = plain.choose(inside(game))
        assert agent.act(game) == game.legal_actions()[inside(game).legal_ids().index(action)]
        differs += corrected.choose(inside(game)) != action
        game.push(action)
    assert differs > 0


def test_net_is_an_opponent_in_vectors(tmp_path: Path) -> None:
    path = kept(a_net(5, 0.2), tmp_path / "net.npz")
    envs = BurgundyVectorEnv(num_envs=4, opponents=f"net:{path}")
    _, info = envs.reset(seed=1)
    for _ in range(30):
        _, _, _, _, info = envs.step(np.argmax(info["action_mask"], axis=1))
    envs.close()


def test_net_is_made_by_name() -> None:
    game = played({"players": 2}, 2)
    assert make("net", seed=1).act(game) in game.legal_actions()
    assert number_of("net") == number_of(parse("net").policy or "")

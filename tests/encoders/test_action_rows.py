"""Rows of legal actions: what each changes, and nothing of a chance that has yet to fall."""

import numpy as np
import pytest
from observed import CONFIGS, name_of, walk
from rules.positions import play, position

from burgundy_env import Game
from burgundy_env.encoders.actions import BY_HAND, ROOM
from burgundy_env.encoders.feature_meanings import SCALES
from burgundy_env.engine.actions import STRINGS
from burgundy_env.envs import BurgundyVectorEnv, SelfPlayVectorEnv
from burgundy_env.game import inside
from burgundy_env.observations import action_columns, action_rows, encoder
from burgundy_env.players.heuristic.features import FEATURES
from burgundy_env.players.kit import features


def columns(game):
    """The rows of a game by the names of columns."""
    offered, layout = action_rows(game), action_columns(game.config)
    return lambda name: layout.view(offered.rows, name)


def raw(game, seat):
    play = inside(game)
    return features(play.tables[0], play.state[0], seat)


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_a_row_for_each_legal_action_and_the_same_ones_in_a_padded_observation(config):
    padded, width = encoder("actions", config), action_columns(config).size
    for game in walk(config, 1, every=9):
        offered = action_rows(game)
        assert offered.ids.tolist() == (game.legal_ids() if not game.is_over else [])
        assert offered.rows.shape == (len(offered.ids), width)
        assert offered.offsets.tolist() == [0, len(offered.ids)]
        for seat in range(game.config.players):
            seen = padded.encode(game, seat)
            count = len(offered.ids) if seat == game.active else 0
            ids, rows = padded.view(seen, "ids"), padded.view(seen, "rows")
            assert ids.tolist() == [*(offered.ids[:count] + 1), *[0] * (ROOM - count)]
            assert np.array_equal(rows[:count], offered.rows[:count])
            assert not rows[count:].any()
            context = encoder("features", config).encode(game, seat)
            assert np.array_equal(seen[: len(context)], context)


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_changes_are_those_of_the_game_after_the_action(config):
    told = 0
    for game in walk(config, 2, every=12):
        if game.is_over:
            continue
        seat, view = game.active, columns(game)
        before, vp = raw(game, seat), int(inside(game).state["vp"][0, seat])
        for k, action in enumerate(game.legal_ids()):
            if view("unknown")[k] or STRINGS[action].startswith("start"):
                continue
            after = game.copy()
            after.push(action)
            changes = {name: raw(after, seat)[i] - before[i] for i, name in enumerate(FEATURES)}
            for name in ("workers", "silver", "stored_1", "missing_ship", "open", "stored_worth", "goods_all"):
                per = max(1, SCALES[name] / 4)
                assert view(f"change.{name}")[k] == pytest.approx(changes[name] / per, abs=1e-4), (name, action)
            assert view("points")[k] * 10 == pytest.approx(int(inside(after).state["vp"][0, seat]) - vp, abs=1e-4)
            assert view("goes_on")[k] == (after.active == seat)
            assert view("pending")[k].sum() == sum(
                int(kind) < 9 for kind in inside(after).state["pending"][0, : inside(after).state["depth"][0], 0]
            )
            told += 1
    assert told > 30


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_nothing_is_told_of_what_chance_brings(config):
    """Whatever the generator says next, rows stay as they are; what draws from it is `unknown`, and nothing else."""
    dice = 0
    for game in walk(config, 3, every=5):
        if game.is_over:
            continue
        offered = action_rows(game)
        unknown = action_columns(game.config).view(offered.rows, "unknown")
        other = game.copy()
        inside(other).state["rng"] += np.uint64(12345)
        assert np.array_equal(offered.rows, action_rows(other).rows)
        for k, action in enumerate(offered.ids.tolist()):
            one = game.copy()
            one.push(action)
            if STRINGS[action] == "end":
                assert unknown[k] == 1
                dice += int((inside(one).state["rng"] != inside(game).state["rng"]).item())
            elif not STRINGS[action].startswith("start"):
                assert unknown[k] == (inside(one).state["rng"] != inside(game).state["rng"])
    assert dice > 3 or game.config.chateauma is None  # ends that rolled dice were among them


def test_a_decision_after_which_the_phase_ends_is_unknown():
    """The next phase brings new tiles as soon as the upkeep of the last shield is settled."""
    mine = {"placed": {"h19": "castle", "h7": "castle"}, "shields": {"h19": 3}, "workers": 3}
    game = play(position(modules=("shields",), round=5, order=[1, 0], used=[True, True], **mine), "end")
    offered, layout = action_rows(game), action_columns(game.config)
    unknown, drew = layout.view(offered.rows, "unknown"), []
    for action in offered.ids.tolist():
        after = game.copy()
        after.push(action)
        drew.append(bool(inside(after).state["rng"][0] != inside(game).state["rng"][0]))
    assert any(drew)
    assert (unknown == 1).tolist() == drew
    assert not layout.view(offered.rows[np.array(drew)], "worth").any()


def test_of_what_is_unknown_only_what_lies_on_the_table_is_told():
    game = next(g for g in walk({"players": 2}, 4) if not g.is_over and "end" in g.legal_actions())
    offered, layout = action_rows(game), action_columns()
    row = offered.rows[game.legal_actions().index("end")]
    told = {field.name for field in layout.fields if row[field.slice].any()}
    assert {"kind", "unknown"} <= told <= {"kind", "unknown", "thumb"}


def test_the_start_castle_is_put_down_and_nothing_else():
    game = Game.new(seed=1)
    view = columns(game)
    assert not view("unknown").any()
    assert view("worth").std() > 0
    assert (view("colour")[:, 4] == 1).all()  # castle hexes
    assert (view("tile")[:, 4] == 1).all()
    assert (view("change.missing_castle") < 0).all()


def test_every_column_is_used_by_some_game():
    unused = {field.name for config in ({}, {"modules": "all"}) for field in action_columns(config).fields}
    # What no action changes: a turn's end does, of which nothing is told, or the partner.
    rare = {"change.bias", "change.turn_order", "change.ahead", "change.partner_dice", "change.partner_stored"}
    for config in CONFIGS:
        layout = action_columns(config)
        for seed in range(4):
            for game in walk(config, seed, every=2):
                rows = action_rows(game).rows
                unused -= {field.name for field in layout.fields if rows[:, field.slice].any()}
            if unused <= rare:
                break
    # Rare monasteries, regions that no board has.
    assert {name for name in unused if not name.startswith(("change.m", "change.region_"))} <= rare


def test_columns_by_hand_are_columns():
    assert BY_HAND <= {field.name for field in action_columns().fields}


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_of_a_vector_are_those_of_its_games(threads):
    env = SelfPlayVectorEnv(6, {"players": 3}, observation="compact", threads=threads, autoreset_mode="Disabled")
    with pytest.raises(RuntimeError, match="reset"):
        env.action_rows()
    env.reset(seed=5)
    for _ in range(40):
        env.step(env.sample_actions())
    offered = env.action_rows()
    for i in range(6):
        ours, one = slice(*offered.offsets[i : i + 2]), action_rows(env.game(i))
        assert offered.ids[ours].tolist() == one.ids.tolist() == env.action_masks()[i].nonzero()[0].tolist()
        assert np.array_equal(offered.rows[ours], one.rows)
    kept = offered.rows.copy()
    env.step(env.sample_actions())
    env.action_rows()
    assert np.array_equal(kept, offered.rows)  # copy=True: nobody writes into them any more


def test_games_that_are_over_have_no_rows():
    env = BurgundyVectorEnv(3, {"players": 1, "modules": ["solo"]}, opponents=[], autoreset_mode="Disabled")
    env.reset(seed=1)
    while True:
        ended = env.step(env.sample_actions())[2]
        if ended.any():
            break
    offered = env.action_rows()
    counts = np.diff(offered.offsets)
    assert ((counts == 0) == ended).all()
    assert len(offered.rows) == len(offered.ids) == counts.sum()

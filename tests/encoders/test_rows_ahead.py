"""Rows of what lies ahead: the best end of the turn after each action, and nothing of a chance to come."""

from typing import NamedTuple

import numpy as np
import pytest
from observed import CONFIGS, name_of, walk

from burgundy_env import Game
from burgundy_env.encoders.actions import ROOM
from burgundy_env.encoders.ahead import BY_HAND
from burgundy_env.encoders.feature_meanings import SCALES
from burgundy_env.engine.jit import kernel, read_only
from burgundy_env.engine.layout import COLOUR_OF, MOST_HEXES
from burgundy_env.engine.rules.dice import ALL_VALUES
from burgundy_env.envs import SelfPlayVectorEnv
from burgundy_env.game import inside
from burgundy_env.observations import action_columns, action_rows, encoder
from burgundy_env.players.heuristic.basics import rounds_before
from burgundy_env.players.heuristic.features import FEATURES
from burgundy_env.players.heuristic.position import write_usual_prices
from burgundy_env.players.heuristic.weights import DEFAULT
from burgundy_env.players.heuristic.worth import best_place, write_hex_worth
from burgundy_env.players.kit import features
from burgundy_env.players.kit import points as points_of
from burgundy_env.players.net.forward import NO_NET
from burgundy_env.players.net.weights import IN_SEARCH
from burgundy_env.players.turn.ends import judge, new_room

CLOSE = 0.03  # VP that can't be told apart in a float32 of hundreds of points
FEW = 120  # positions: turns with more are not gone through by hand


def seen(game):
    """The rows of a game by the names of columns."""
    offered, layout = action_rows(game, ahead=True), action_columns(game.config, ahead=True)
    return lambda name: layout.view(offered.rows, name)


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_they_begin_as_those_of_actions_and_are_the_same_in_a_padded_observation(config):
    padded, width = encoder("ahead", config), action_columns(config).size
    for game in walk(config, 1, every=15):
        offered, plain = action_rows(game, ahead=True), action_rows(game)
        assert offered.ids.tolist() == plain.ids.tolist()
        assert np.array_equal(offered.rows[:, :width], plain.rows)
        for seat in range(game.config.players):
            shown = padded.encode(game, seat)
            count = len(offered.ids) if seat == game.active else 0
            ids, rows = padded.view(shown, "ids"), padded.view(shown, "rows")
            assert ids.tolist() == [*(offered.ids[:count] + 1), *[0] * (ROOM - count)]
            assert np.array_equal(rows[:count], offered.rows[:count])
            assert not rows[count:].any()


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_nothing_is_told_of_what_chance_brings(config):
    """Whatever the generator says next, and whatever is hidden, rows stay as they are."""
    for game in walk(config, 3, every=5):
        if game.is_over:
            continue
        rows, other = action_rows(game, ahead=True).rows, game.copy()
        inside(other).state["rng"] += np.uint64(12345)
        assert np.array_equal(rows, action_rows(other, ahead=True).rows)
        other.redetermine(7)
        assert np.array_equal(rows, action_rows(other, ahead=True).rows)


class End(NamedTuple):
    """An end of a turn, as the heuristic and the net judge it."""

    worth: float
    net: float
    points: int
    x: np.ndarray  # the features


@kernel
def write_judged(tables, states, seat, net, told):
    """What a seat may expect, corrected by a net."""
    room = new_room(1, read_only(net))
    write_usual_prices(tables[0], rounds_before(states[0]), room.prices)
    told[0] = judge(tables[0], states[0], seat, room)


def judged(game, seat):
    """A position as if the turn of the seat ended there."""
    play, told = inside(game), np.zeros(2)
    for k, net in enumerate((NO_NET, IN_SEARCH)):
        write_judged(play.tables, play.state.copy(), seat, net, told[k:])
    table, state = play.tables[0], play.state[0]
    return End(*told.tolist(), points_of(table, state, seat), features(table, state, seat))


def ends(game, met):
    """The ends that a turn can come to, none of them twice; those of `met` are left out."""
    met.add(str(game.to_json()))
    for action in game.legal_actions():
        if len(met) > FEW:
            return
        if action == "end":
            yield game
            continue
        after = game.copy()
        after.push(action)
        if str(after.to_json()) not in met:
            yield from ends(after, met)


def ends_by_action(game):
    """By legal action all ends after it, as the heuristic judges them; None if there are too many."""
    all_ends, seat = [], game.active
    for action in game.legal_actions():
        met, reached = set(), [game]
        if action != "end":
            after = game.copy()
            after.push(action)
            reached = list(ends(after, met))
        if len(met) > FEW:
            return None
        all_ends.append([judged(end, seat) for end in reached])
    return all_ends


def test_what_is_told_is_an_end_and_hardly_ever_another_one_is_better():
    """In turns that are short enough to be gone through whole."""
    told = best = 0
    for game in walk({"players": 2}, 5):
        if game.is_over or game.to_json()["stage"] != "turn" or not 1 < len(game.legal_ids()) < 9:
            continue
        all_ends, view = ends_by_action(game), seen(game)
        if all_ends is None:
            continue
        before = judged(game, game.active)
        changes = np.stack([view(f"ahead.{name}") * max(1, SCALES[name] / 4) for name in FEATURES], 1)
        chosen = []
        for k, reached in enumerate(all_ends):
            alike = [end for end in reached if np.allclose(changes[k], end.x - before.x, atol=1e-3)]
            assert alike
            chosen.append(max(alike, key=lambda end: end.worth))
            told, best = told + 1, best + (chosen[k].worth > max(end.worth for end in reached) - CLOSE)
            assert view("ahead.points")[k] * 10 == pytest.approx(chosen[k].points - before.points, abs=1e-4)
        for name, judge_of in (("thumb", "worth"), ("net", "net")):
            worths = np.array([getattr(end, judge_of) for end in chosen])
            assert view(f"ahead.{name}") * 10 == pytest.approx(worths - worths.max(), abs=CLOSE)
    assert told > 60
    assert best > 0.9 * told, (best, told)


def test_where_the_turn_is_over_nothing_lies_ahead():
    for game in walk({"players": 2}, 6, every=4):
        if not game.is_over and "end" in game.legal_actions():
            offered, layout = action_rows(game, ahead=True), action_columns(ahead=True)
            row = offered.rows[game.legal_actions().index("end")]
            told = {f.name for f in layout.fields if f.name.startswith("ahead.") and row[f.slice].any()}
            assert told <= {"ahead.thumb", "ahead.net"}


def test_the_start_castle_is_told_by_the_rules_of_thumb():
    view = seen(Game.new(seed=1))
    assert np.array_equal(view("ahead.thumb"), view("thumb"))
    assert np.array_equal(view("ahead.net"), view("thumb"))
    assert not view("ahead.points").any()


def test_the_best_of_them_has_nothing_over_it():
    for config in CONFIGS:
        for game in walk(config, 2, every=11):
            if not game.is_over:
                view = seen(game)
                assert view("ahead.thumb").max() == view("ahead.net").max() == 0


def worth_to(game, seat, tile):
    """Tens of VP that a tile would bring a seat on its best hex."""
    table, state = inside(game).tables[0], inside(game).state[0]
    board, hexes = int(state["duchy"][seat]), np.empty(MOST_HEXES)
    free = int(table["colour_hexes"][board, COLOUR_OF[tile]]) & ~int(state["occupied"][seat])
    write_hex_worth(table, state, seat, DEFAULT, hexes)
    return best_place(table, state, seat, DEFAULT, tile, ALL_VALUES, hexes) / 10 if free else 0.0


def test_wanted_is_what_others_would_have_of_a_tile():
    """Its worth on their best hex; now if they play after this in the round and can have it."""
    told = dict.fromkeys(("take", "buy"), 0)
    for game in walk({"players": 3}, 4, every=3):
        if game.is_over or game.to_json()["stage"] != "turn":
            continue
        view, state = seen(game), inside(game).state[0]
        others = [int(p) for p in state["order"][:3] if p != game.active]
        later = [int(p) for p in state["order"][int(state["turn"]) + 1 : 3]]
        for k, action in enumerate(game.legal_actions()):
            verb = next((verb for verb in told if verb in action.split()), None)
            if verb is None:
                assert action.startswith("recruit") or view("ahead.wanted")[k] == view("ahead.wanted_now")[k] == 0
                continue
            place = action.split()[-1]
            if verb == "take":
                depot, slot = map(int, place.split("."))
                tile, able = int(state["depot"][depot - 1, slot - 1]), [depot in state["dice"][p] for p in range(3)]
            else:
                tile, able = int(state["black_depot"][int(place[1:]) - 1]), state["silver"] >= 2
            worths = {p: max(worth_to(game, p, tile), 0.0) for p in others}
            assert view("ahead.wanted")[k] == pytest.approx(max(worths.values()), abs=1e-5)
            now = max((worth for p, worth in worths.items() if p in later and able[p]), default=0.0)
            assert view("ahead.wanted_now")[k] == pytest.approx(now, abs=1e-5)
            told[verb] += view("ahead.wanted")[k] > 0
    assert min(told.values()) > 5, told


def test_columns_by_hand_are_columns():
    assert BY_HAND <= {field.name for field in action_columns(ahead=True).fields}


def test_rows_of_a_vector_are_those_of_its_games():
    env = SelfPlayVectorEnv(6, {"players": 3}, observation="compact", threads=2, autoreset_mode="Disabled")
    env.reset(seed=5)
    for _ in range(40):
        env.step(env.sample_actions())
    plain = env.action_rows().rows.shape[1]
    offered = env.action_rows(ahead=True)
    for i in range(6):
        ours, one = slice(*offered.offsets[i : i + 2]), action_rows(env.game(i), ahead=True)
        assert np.array_equal(offered.rows[ours], one.rows)
    assert env.action_rows().rows.shape[1] == plain

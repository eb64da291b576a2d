"""The compact observation and the features, against what the flat one and the rules say."""

import numpy as np
import pytest
from observed import CONFIGS, name_of, walk

from burgundy_env import Game
from burgundy_env.encoders.feature_meanings import SCALES
from burgundy_env.engine.layout import MONASTERIES
from burgundy_env.game import inside
from burgundy_env.modules import MODULES
from burgundy_env.observations import encoder
from burgundy_env.players.heuristic.features import FEATURES
from burgundy_env.players.kit import features, points, worth


def test_sizes_do_not_depend_on_the_config():
    for name in ("compact", "features"):
        assert {encoder(name, config).fields for config in CONFIGS} == {encoder(name).fields}
    assert encoder("compact").space.dtype == np.uint8
    assert 1000 <= encoder("compact").size <= 1100


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_compact_and_flat_agree(config):
    compact, flat = encoder("compact", config), encoder("flat", config)
    for game in walk(config, 1, every=6):
        for seat in range(game.config.players):
            small, large = compact.encode(game, seat), flat.encode(game, seat)
            see, told = (
                (lambda name, row=small: compact.view(row, name)),
                (lambda name, row=large: flat.view(row, name)),
            )
            for who in ("self", "opponent1", "opponent2", "opponent3"):
                tens, ones = see(f"{who}.vp").tolist()
                assert (10 * tens + ones) / 100 == pytest.approx(float(told(f"{who}.vp")))
                workers = int(see(f"{who}.workers"))
                assert workers / (workers + 4) == pytest.approx(float(told(f"{who}.workers")))
                assert see(f"{who}.goods") / 4 == pytest.approx(told(f"{who}.goods"))
                assert see(f"{who}.bonus") / 2 == pytest.approx(told(f"{who}.bonus"))
                assert see(f"{who}.standing") / 3 == pytest.approx(told(f"{who}.standing"))
                assert see(f"{who}.turn") / 3 == pytest.approx(told(f"{who}.turn"))
                for field in ("present", "automa", "active", "done"):
                    assert see(f"{who}.{field}") == told(f"{who}.{field}")
                shown = told(f"{who}.dice").argmax(1) + told(f"{who}.dice").any(1)
                assert see(f"{who}.dice").tolist() == (shown * (1 - told(f"{who}.used"))).tolist()
            assert np.array_equal(see("own.empty"), told("self.empty"))
            assert np.array_equal(see("own.reach"), told("self.reach"))
            assert np.array_equal(see("own.storage"), told("self.storage"))
            assert np.array_equal(see("own.monasteries")[:MONASTERIES], told("self.monasteries"))
            for field in ("depots", "black_depot", "next_goods", "white_die", "phase", "round"):
                assert np.array_equal(see(f"table.{field}"), told(f"table.{field}")), field
            assert see("table.depot_goods") / 4 == pytest.approx(told("table.depot_goods"))
            assert see("table.bonus_left") / 2 == pytest.approx(told("table.bonus_left"))
            assert np.array_equal(see("decision.kind")[:17], told("decision.kind"))
            assert np.array_equal(see("decision.tile"), told("decision.tile"))
            played = [module.key for module, flag in zip(MODULES, see("config.modules"), strict=False) if flag]
            assert played == list(game.config.modules)


def test_what_is_left_of_a_region_and_the_numbers_of_hexes():
    game = next(g for g in walk({"players": 2, "duchies": "random:1-30"}, 2) if g.to_json()["phase"] == "C")
    player = game.to_json()["players"][0]
    duchy = game.data.duchies[player["duchy"]]
    compact = encoder("compact", game.config)
    seen = compact.encode(game, 0)
    placed = {int(name[1:]) for name in player["placed"]}
    left = [0] * 37
    for region in duchy.regions:
        for h in region:
            left[h - 1] = len(set(region) - placed)
    assert compact.view(seen, "own.left").tolist() == left
    assert compact.view(seen, "own.number").tolist() == list(duchy.numbers)


@pytest.mark.parametrize("config", CONFIGS, ids=name_of)
def test_features_are_those_of_the_heuristic(config):
    made = encoder("features", config)
    for game in walk(config, 3, every=11):
        play = inside(game)
        t, s = play.tables[0], play.state[0]
        order = game.to_json()["order"]
        before = play.state.tobytes()
        for seat in range(game.config.players):
            row = made.encode(game, seat)
            for k in range(game.config.players):
                p = order[(order.index(seat) + k) % len(order)]
                who = "self" if k == 0 else f"opponent{k}"
                if p >= game.config.players:
                    continue
                x = features(t, s, p)
                found = np.array([float(made.view(row, f"{who}.{name}")) * SCALES[name] for name in FEATURES])
                assert found == pytest.approx(np.clip(x, -8 * np.array(list(SCALES.values())), None), abs=1e-4)
                assert float(made.view(row, f"{who}.points")) * 100 == pytest.approx(points(t, s, p), abs=1e-3)
                assert float(made.view(row, f"{who}.expected")) * 100 == pytest.approx(worth(t, s, p), abs=1e-2)
        assert play.state.tobytes() == before  # looking changes nothing


def test_compact_rows_lie_in_buffers_of_bytes():
    compact, game = encoder("compact"), Game.new(seed=1)
    out = np.full(compact.shape, 9, np.uint8)
    assert compact.encode(game, 0, out) is out
    assert np.array_equal(out, compact.encode(game, 0))
    with pytest.raises(ValueError, match="an array of uint8"):
        compact.encode(game, 0, np.zeros(compact.shape, np.float32))

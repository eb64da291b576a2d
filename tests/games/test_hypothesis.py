"""Hypothesis on configs, games and positions: whatever is tried, in whatever order."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from checker import check_decision, check_hidden, check_round_trip, check_scores, check_table, same_state
from fuzz_positions import as_text, try_document
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from recount import owners

from burgundy_env import ConfigError, Game, GameConfig, IllegalAction, PositionError
from burgundy_env.config import DIFFICULTIES, MODULES, RULESETS
from burgundy_env.engine.actions import ACTIONS, IDS, STRINGS
from burgundy_env.game import inside
from burgundy_env.modules.vineyards import VINES

# --- configs ---

BOARDS = st.integers(1, 30)
RANGES = st.tuples(BOARDS, BOARDS).map(lambda pair: "-".join(str(n) for n in sorted(set(pair))))
ODD = st.integers(0, 14).map(lambda n: 2 * n + 1)
SIDES = st.tuples(ODD, ODD).map(lambda pair: f"{min(pair)}-{max(pair) + 1}")


TOGETHER = [module for module in MODULES if module not in ("solo", "team")]
MODIFIERS = st.sets(st.sampled_from("ABCD")).map(sorted)
CHATEAUMA = st.one_of(
    st.sampled_from(["easy", "hard+AD"]),
    st.fixed_dictionaries({"difficulty": st.sampled_from(DIFFICULTIES)}, optional={"modifiers": MODIFIERS}),
)


@st.composite
def configs(draw: st.DrawFn) -> dict[str, Any]:
    """Configs that can be played: among players, against the Châteauma, alone; `players` is always there."""
    automa = draw(st.booleans())
    if not automa and draw(st.integers(0, 4)) == 0:
        return draw(st.one_of(solo_configs(), team_configs()))
    players = draw(st.integers(1, 3) if automa else st.integers(2, 4))
    given_boards = st.lists(BOARDS, min_size=players, max_size=players)
    pools = st.one_of(
        st.sampled_from(["random", "sides"]),
        st.lists(RANGES, min_size=1, max_size=3).map(lambda parts: "random:" + ",".join(parts)),
        st.lists(SIDES, min_size=1, max_size=3).map(lambda parts: "sides:" + ",".join(parts)),
    )
    names = [module for module in TOGETHER if not automa or module != "inns"]
    modules = draw(st.one_of(st.just("all"), st.sets(st.sampled_from(names)).map(list).flatmap(st.permutations)))
    whole = {
        "players": players,
        "ruleset": draw(st.sampled_from(RULESETS)),
        "modules": modules,
        "duchies": draw(st.one_of(st.none(), given_boards, given_boards.map(tuple), pools)),
        "chateauma": draw(CHATEAUMA) if automa else None,
        "data": None,
    }
    if "trade_routes" in modules or modules == "all":
        whole["trade_route_order"] = draw(st.sampled_from(("random", "chosen")))
    if ("vineyards" in modules or modules == "all") and draw(st.booleans()):
        whole["vineyards"] = draw(st.permutations((1, 2, 3, 4)))[:players]
        whole["vines_out"] = draw(st.permutations(VINES))[: 4 - players - automa]
    needed = {
        "players",
        *(["chateauma"] if automa else []),
        *(["modules"] if whole.keys() & {"trade_route_order", "vineyards"} else []),
    }
    kept = draw(st.sets(st.sampled_from([key for key in whole if key not in needed])))
    return {key: value for key, value in whole.items() if key in needed | kept}


@st.composite
def solo_configs(draw: st.DrawFn) -> dict[str, Any]:
    """Configs of the solo game."""
    whole = {
        "ruleset": draw(st.sampled_from(RULESETS)),
        "duchies": draw(st.sampled_from([[33], (34,), None])),
        "solo_target": draw(st.integers(5, 60)),
    }
    kept = draw(st.sets(st.sampled_from(list(whole))))
    modules = draw(st.sets(st.sampled_from(["extra_tiles", "white_castles"]))) | {"solo"}
    return {"players": 1, "modules": sorted(modules)} | {key: whole[key] for key in kept}


@st.composite
def team_configs(draw: st.DrawFn) -> dict[str, Any]:
    """Configs of the team game."""
    boards = st.lists(st.sampled_from([31, 32]), min_size=2, max_size=2)
    whole = {
        "ruleset": draw(st.sampled_from(RULESETS)),
        "duchies": draw(st.one_of(st.none(), boards, boards.map(tuple))),
    }
    kept = draw(st.sets(st.sampled_from(list(whole))))
    modules = draw(st.sets(st.sampled_from(["extra_tiles", "white_castles"]))) | {"team"}
    return {"players": 4, "modules": sorted(modules)} | {key: whole[key] for key in kept}


@given(configs())
def test_a_valid_config_is_canonical(config: dict[str, Any]) -> None:
    made = GameConfig.of(config)
    assert made == GameConfig(**config) == GameConfig.of(made)
    assert GameConfig.of(made.to_dict()) == made
    assert GameConfig.of(json.loads(json.dumps(made.to_dict()))) == made
    assert hash(GameConfig.of(made.to_dict())) == hash(made)
    assert pickle.loads(pickle.dumps(made)) == made
    assert isinstance(made.modules, tuple)
    if isinstance(made.duchies, str):
        bare = GameConfig(players=made.players, duchies=made.duchies, chateauma=made.chateauma)
        assert bare.duchies == made.duchies
        assert made.pool == tuple(sorted(set(made.pool)))
        kind, sides = made.duchies.split(":")[0], ",".join(map(str, made.pool))
        assert GameConfig.of(config | {"duchies": f"{kind}:{sides}"}) == made
    else:
        assert len(made.duchies or ()) == made.owners


@given(configs(), configs())
def test_equal_configs_have_equal_strings_and_others_have_not(one: dict[str, Any], other: dict[str, Any]) -> None:
    first, second = GameConfig.of(one), GameConfig.of(other)
    assert (str(first) == str(second)) == (first == second)


@given(configs(), st.integers(0, 2**64))
def test_every_valid_config_can_be_played(config: dict[str, Any], seed: int) -> None:
    game = Game.new(config, seed=seed)
    document = game.to_json()
    assert document["config"] == GameConfig.of(config).to_dict()
    boards = [owner["duchy"] for owner in owners(document)]
    made = game.config
    assert all(board in made.pool for board in boards) if made.pool else boards == list(made.duchies or ())
    check_decision(game, document)
    check_round_trip(game, document, seed)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)


KEYS = ["players", "ruleset", "modules", "duchies", "chateauma", "trade_route_order", "solo_target", "data"]
# Where two keys don't go together, either may be the one to change.
PARTNERS = {
    "players": {"duchies", "chateauma"},
    "modules": {"players", "duchies", "trade_route_order", "solo_target"},
    "chateauma": {"players", "modules", "duchies"},
}


@given(configs(), st.sampled_from(KEYS), JSON)
def test_an_invalid_config_is_refused_by_the_name_of_its_key(config: dict[str, Any], key: str, value: Any) -> None:
    config[key] = value
    refusal = refused(config)
    if not refusal:
        made = GameConfig.of(config)
        assert GameConfig.of(made.to_dict()) == made
    else:
        assert refusal.startswith((key, *PARTNERS.get(key, ())))


def refused(config: dict[str, Any]) -> str:
    """What is wrong with a config; empty if nothing is."""
    try:
        GameConfig.of(config)
    except ConfigError as refusal:
        return str(refusal)
    return ""


@given(configs(), st.text(max_size=12))
def test_an_unknown_key_is_refused_by_its_name(config: dict[str, Any], key: str) -> None:
    assume(key not in KEYS)
    with pytest.raises(ConfigError) as refusal:
        GameConfig.of(config | {key: 1})
    assert key in str(refusal.value)


# --- games ---


class AnyGame(RuleBasedStateMachine):
    """A game to which anything may be done at any time; `shadow` is told the same by other ways."""

    @initialize(config=configs(), seed=st.integers(0, 1000))
    def begin(self, config: dict[str, Any], seed: int) -> None:
        self.game = Game.new(config, seed=seed)
        self.shadow = Game.new(config, seed=seed)
        self.copies: list[tuple[Game, dict[str, Any]]] = []

    @precondition(lambda self: not self.game.is_over)
    @rule(data=st.data())
    def push_a_legal_action(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.game.legal_actions()), label="action")
        assert self.game.explain(action).endswith(".")
        self.game.push(action)
        self.shadow.push(IDS[action])

    @precondition(lambda self: not self.game.is_over)
    @rule(count=st.integers(1, 40), which=st.integers(0, 10_000))
    def push_many(self, count: int, which: int) -> None:
        """So that machines see later phases than single actions lead to."""
        for step in range(count):
            if self.game.is_over:
                return
            legal = self.game.legal_ids()
            action = legal[(which + 7 * step) % len(legal)]
            self.game.push(action)
            self.shadow.push(STRINGS[action])

    @rule(number=st.integers(0, ACTIONS - 1))
    def push_an_illegal_action(self, number: int) -> None:
        assume(number not in self.game.legal_ids())
        before, told = inside(self.game).state.tobytes(), len(self.game.events)
        for action in (number, STRINGS[number]):
            with pytest.raises(IllegalAction):
                self.game.push(action)
        assert inside(self.game).state.tobytes() == before
        assert len(self.game.events) == told

    @rule()
    def copy(self) -> None:
        for twin in (self.game.copy(), copy.copy(self.game), copy.deepcopy(self.game)):
            assert twin == self.game
            assert twin is not self.game
            assert twin.events == self.game.events
        self.copies.append((self.game.copy(), self.game.to_json()))

    @rule()
    def go_on_with_a_pickle(self) -> None:
        twin = pickle.loads(pickle.dumps(self.game))
        assert twin == self.game
        assert twin.events == self.game.events
        assert twin.seed == self.game.seed
        assert twin.config == self.game.config
        assert twin.legal_ids() == self.game.legal_ids()
        self.game = twin

    @rule(seed=st.integers(0, 100))
    def write_and_read(self, seed: int) -> None:
        document = self.game.to_json()
        check_round_trip(self.game, document, seed)
        check_hidden(self.game, document)

    @rule(seed=st.integers(0, 100))
    def redetermine_both(self, seed: int) -> None:
        before = self.game.to_json()
        self.game.redetermine(seed)
        self.shadow.redetermine(seed)
        after = self.game.to_json()
        del before["hidden"], after["hidden"]
        assert after == before

    @invariant()
    def all_is_well(self) -> None:
        document = self.game.to_json()
        check_table(document)
        check_scores(self.game.scores(), document)
        if not self.game.is_over:
            check_decision(self.game, document)
        assert (self.game.outcome() is None) != self.game.is_over
        assert same_state(self.game, self.shadow)

    def teardown(self) -> None:
        for twin, document in getattr(self, "copies", []):
            assert twin.to_json() == document, "a copy changed with the game it was made of"


AnyGame.TestCase.settings = settings(max_examples=25, stateful_step_count=25)
TestAnyGame = AnyGame.TestCase

# --- positions ---


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values of a document."""
    found = [path] if path else []
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += paths(value[key], (*path, key))
    return found


def middle(config: dict[str, Any]) -> dict[str, Any]:
    """A position of a game under way."""
    game = Game.new(config, seed=3)
    for _ in range(70):
        game.push(game.legal_actions()[len(game.legal_actions()) // 2])
    return game.to_json()


MIDDLE = middle({"players": 2, "duchies": [1, 14]})
OF_MODULES = [
    middle({"players": 2, "duchies": [11, 23], "modules": "all", "trade_route_order": "chosen"}),
    middle({"players": 1, "duchies": [14], "modules": "all", "chateauma": "hard+A"}),
    middle({"players": 1, "modules": ["extra_tiles", "solo"]}),
    middle({"players": 4, "modules": ["extra_tiles", "team"]}),
]


PLACES = [(document, path) for document in (MIDDLE, *OF_MODULES) for path in paths(document)]


@settings(max_examples=200)
@given(st.sampled_from(PLACES), JSON)
def test_any_value_anywhere_is_refused_or_playable(place: tuple[dict[str, Any], tuple[Any, ...]], value: Any) -> None:
    document, path = copy.deepcopy(place[0]), place[1]
    target: Any = document
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    try_document(document, seed=1)


@given(st.sampled_from([path for path in paths(MIDDLE) if isinstance(path[-1], str)]))
def test_a_missing_key_is_refused_by_its_name_unless_it_counts_nothing(path: tuple[Any, ...]) -> None:
    document = copy.deepcopy(MIDDLE)
    target: Any = document
    for key in path[:-1]:
        target = target[key]
    del target[path[-1]]
    try:
        Game.from_json(document, seed=1)
    except PositionError as refusal:
        words = str(refusal)
        assert any(str(part) in words for part in path)
        return
    counts = {"hidden", "goods", "sold", "placed", "bonus_tiles", "supply", "black", "config"}
    assert path == ("hidden",) or counts & set(path[:-1])


@given(st.integers(0, len(json.dumps(MIDDLE)) - 1))
def test_a_text_cut_off_anywhere_is_refused(length: int) -> None:
    with pytest.raises(PositionError):
        Game.from_json(json.dumps(MIDDLE)[:length])


@given(JSON)
def test_any_json_is_refused(value: Any) -> None:
    with pytest.raises(PositionError):
        Game.from_json(value)
    with pytest.raises(PositionError):
        Game.from_json(as_text(value) if not isinstance(value, str) else value)

"""The random-play checker: one game from beginning to end, everything that must always hold checked at every step.

`check_game(config, seed, hook, policy)` is what the tests call; `hook(game, action)` sees the game after
every action (action None: before the first one) and may ask questions of its own.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import policies
from recount import Recount
from second_opinion_parts import COLOURS, COMPONENTS, SPECIES, colour_of

from burgundy_env import Game
from burgundy_env.engine.actions import ACTIONS, IDS, STRINGS
from burgundy_env.engine.layout import FINAL_SOURCES

Hook = Callable[[Game, "str | None"], None]

CONFIGS = [
    {"players": players, "ruleset": ruleset, "duchies": duchies}
    for players in (2, 3, 4)
    for ruleset in ("special_edition", "alea_2011")
    for duchies in ([1, 14, 22, 30][:players], "random:1-30", "sides")
]


def config_name(config: dict[str, Any]) -> str:
    """`3p-alea_2011-sides`, `1p-alea_2011-given-chateauma_hard_AD`: how tests and files are named."""
    duchies = config["duchies"]
    kind = duchies.partition(":")[0] if isinstance(duchies, str) else "given"
    chateauma = config.get("chateauma")
    its = f"-chateauma_{chateauma.replace('+', '_')}" if chateauma else ""
    return f"{config['players']}p-{config['ruleset']}-{kind}{its}"


def check_game(
    config: dict[str, Any], seed: int, hook: Hook | None = None, policy: policies.Policy | None = None
) -> Game:
    """Play a game to its end, checking at every step; return it."""
    policy, rng = policy or policies.uniform, random.Random(f"{config} {seed}")
    game = Game.new(config, seed=seed)
    document, told = game.to_json(), []
    keeper, recount = Bookkeeper(document), Recount(document)
    if hook:
        hook(game, None)
    while not game.is_over:
        check_decision(game, document)
        check_round_trip(game, document, seed)
        action = policy(game, rng)
        told.append({"seat": game.active, "action": action})
        check_push(game, action)
        before, document = document, game.to_json()
        keeper.check(document, action)
        recount.follow(before, action, document)
        scores = game.scores()
        check_scores(scores, document)
        recount.compare(document, scores)
        if action == "end" or len(told) % 8 == 0:
            check_hidden(game, document)
        if hook:
            hook(game, action)
    assert [event for event in game.events if "chance" not in event] == told
    check_end(game)
    check_round_trip(game, document, seed)
    return game


def check_decision(game: Game, document: dict[str, Any]) -> None:
    """The legal actions: as strings, as ids and as a mask the same, each once, in the order of ids."""
    ids, strings, mask = game.legal_ids(), game.legal_actions(), game.action_mask()
    assert ids, "somebody must always have something to do"
    assert 0 <= ids[0] <= ids[-1] < ACTIONS
    assert ids == sorted(set(ids))
    assert strings == [STRINGS[number] for number in ids]
    assert [IDS[string] for string in strings] == ids
    assert mask.shape == (ACTIONS,)
    assert mask.nonzero()[0].tolist() == ids
    assert mask.sum() == len(ids)
    assert game.active == document["active"]
    assert game.active in document["order"]


def check_push(game: Game, action: str) -> None:
    """Push the action on a copy and on the game: both do the same, and the copy doesn't touch the game."""
    bytes_before = game._state.tobytes()
    twin = game.copy()
    twin.push(action)
    assert game._state.tobytes() == bytes_before, "pushing on a copy changed the game"
    game.push(IDS[action])
    assert same_state(twin, game)
    assert twin.legal_ids() == game.legal_ids()


def same_state(one: Game, other: Game) -> bool:
    """Whether two games are equal in every field; bytes won't do, as padding is undefined."""
    return bool((one._state == other._state).all())


def check_round_trip(game: Game, document: dict[str, Any], seed: int) -> None:
    """A position written and read back is the same position; with the same generator the same game."""
    back = Game.from_json(json.dumps(document), seed=seed)
    assert back.to_json() == document
    assert back.legal_ids() == game.legal_ids()
    back._state["rng"] = game._state["rng"]
    assert back == game, "a position read back differs in something that its document doesn't say"


def check_hidden(game: Game, document: dict[str, Any]) -> None:
    """Dealing the hidden anew changes nothing on the table, and a document may leave it out."""
    other = game.copy()
    hidden, visible = document["hidden"], {key: value for key, value in document.items() if key != "hidden"}
    other.redetermine(12345)
    again = other.to_json()
    assert again.pop("hidden")["supply"] == hidden["supply"]
    assert again == visible
    assert other.legal_ids() == game.legal_ids()
    dealt = Game.from_json(visible, seed=1)
    assert dealt.legal_ids() == game.legal_ids()
    found = dealt.to_json()
    dealt_hidden = found.pop("hidden")
    assert found == visible
    assert sum(dealt_hidden["goods"].values()) == sum(hidden["goods"].values())
    for colour in COLOURS:
        assert sum(dealt_hidden["supply"][colour].values()) == sum(hidden["supply"][colour].values()), colour
    assert sum(dealt_hidden["black"].values()) == sum(hidden["black"].values())


def check_end(game: Game) -> None:
    """Nobody decides any more, and the outcome follows from the scores."""
    assert game.active is None
    assert game.legal_ids() == []
    assert game.action_mask().sum() == 0
    outcome, totals = game.outcome(), [score["total"] for score in game.scores()]
    assert outcome is not None
    assert list(outcome.totals) == totals
    assert sorted(outcome.ranking) == list(range(len(totals)))
    assert [totals[seat] for seat in outcome.ranking] == sorted(totals, reverse=True)
    assert outcome.winners == outcome.ranking[:1]


def check_scores(scores: list[dict[str, Any]], document: dict[str, Any]) -> None:
    """Every seat's breakdown adds up to its total; `vp` is what has been scored in play."""
    owners = [*document["players"], *([document["chateauma"]] if document["config"]["chateauma"] else [])]
    assert [score["seat"] for score in scores] == list(range(len(owners)))
    for score, owner in zip(scores, owners, strict=True):
        assert score["total"] == sum(score["breakdown"].values())
        assert score["vp"] == owner["vp"]
        final = sum(score["breakdown"].get(name, 0) for name in FINAL_SOURCES)
        assert score["vp"] == score["total"] - final


class Bookkeeper:
    """Counts every tile, goods tile, bonus tile, worker and coin: nothing comes from nowhere."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.printed = printed_tiles()
        self.gone = self.printed - tiles_in_sight(document)
        self.goods = goods_on_the_table(document)
        self.phase = document["phase"]
        assert +self.gone == Counter(), "tiles missing before the game"

    def check(self, document: dict[str, Any], action: str) -> None:
        """What must hold after any action."""
        self._check_tiles(document, action)
        assert goods_on_the_table(document) == self.goods
        check_table(document)

    def _check_tiles(self, document: dict[str, Any], action: str) -> None:
        there = tiles_in_sight(document)
        assert all(count >= 0 for count in there.values())
        gone = Counter(self.printed)
        gone.subtract(there)
        assert min(gone.values()) >= 0, f"more tiles than were printed: {-gone}"
        thrown = Counter(gone)
        thrown.subtract(self.gone)
        assert min(thrown.values(), default=0) >= 0, "a tile came back into the game"
        if document["phase"] != self.phase:
            pass  # what lay in the depots has left the game
        elif action.startswith("discard"):
            assert +thrown == Counter([action.split()[1]])
        else:
            assert +thrown == Counter(), f"{action} lost tiles"
        self.gone, self.phase = gone, document["phase"]


def printed_tiles() -> Counter[str]:
    """All hex tiles of the base game by name."""
    supply, black = COMPONENTS["supply"], COMPONENTS["black_supply"]
    tiles: Counter[str] = Counter()
    for kind in supply["building"]["kinds"]:
        tiles[kind] = supply["building"]["per_kind"] + black["building"]["per_kind"]
    for name in ("ship", "castle", "mine"):
        tiles[name] = supply[name] + black[name]
    for part in (supply, black):
        for species in SPECIES:
            tiles.update(f"{species}{animals}" for animals in part["livestock"]["per_species_counts"])
        tiles.update(f"m{number}" for number in part["monastery"]["numbers"])
    return tiles


def tiles_in_sight(document: dict[str, Any]) -> Counter[str]:
    """All tiles a position document knows of, hidden ones included."""
    tiles: Counter[str] = Counter()
    for depot in document["depots"].values():
        tiles.update(tile for tile in depot["tiles"] if tile)
    tiles.update(tile for tile in document["black_depot"] if tile)
    for player in document["players"]:
        tiles.update(player["storage"])
        tiles.update(player["placed"].values())
    tiles.update(entry["for"] for entry in document["pending"] if entry["kind"] == "discard")
    for group in document["hidden"]["supply"].values():
        tiles.update(group)
    tiles.update(document["hidden"]["black"])
    return tiles


def goods_on_the_table(document: dict[str, Any]) -> Counter[str]:
    """Goods tiles by type wherever they are; those that left the game before it began are not."""
    goods: Counter[str] = Counter(str(goods) for goods in document["round_goods"])
    goods.update(document["hidden"]["goods"])
    for depot in document["depots"].values():
        goods.update(depot["goods"])
    for owner in [*document["players"], document.get("chateauma", {"goods": {}, "sold": {}})]:
        goods.update(owner["goods"])
        goods.update(owner["sold"])
    return goods


def check_table(document: dict[str, Any]) -> None:
    """What must hold of any position document, however it came about."""
    its = [document["chateauma"]] if document["config"]["chateauma"] else []
    seats = range(document["config"]["players"] + len(its))
    assert sorted(document["order"]) == list(seats)
    assert sorted(seat for space in document["track"] for seat in space) == list(seats)
    assert goods_on_the_table(document).total() <= 42
    begun = document["stage"] in ("turn", "over")
    assert document["white_die"] in range(1, 7) if begun else document["white_die"] is None
    for colour in COLOURS:
        left = document["bonus_tiles"].get(colour, 0)
        holders = [*document["players"], *its]
        held = [name for holder in holders for name in holder["bonus"] if name.startswith(colour)]
        assert sorted(held) == [f"{colour}_large", f"{colour}_small"][: 2 - left], colour
    for player in document["players"]:
        _check_player(player, begun)


def _check_player(player: dict[str, Any], begun: bool) -> None:
    assert player["workers"] >= 0
    assert player["silver"] >= 0
    assert player["vp"] >= 0
    assert player["storage"] == sorted(player["storage"])
    assert len(player["storage"]) <= 3
    assert len(player["goods"]) <= 3
    assert all(count > 0 for count in [*player["goods"].values(), *player["sold"].values()])
    assert len(player["dice"]) == (2 if begun else 0)
    assert all(1 <= die <= 6 for die in player["dice"])
    for tile in [*player["storage"], *player["placed"].values()]:
        assert colour_of(tile) in COLOURS

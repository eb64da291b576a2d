"""The random-play checker: one game from beginning to end, everything that must always hold checked at every step.

`check_game(config, seed, hook, policy)` is what the tests call; `hook(game, action)` sees the game after
every action (action None: before the first one) and may ask questions of its own.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import policies
from recount import Recount, owners
from second_opinion.parts import COLOURS, COMPONENTS, ROUTES_PER_PLAYER, SPECIES, VINES, VINEYARDS, colour_of
from second_opinion.vineyards import stored_name

from burgundy_env import Game, Outcome
from burgundy_env.engine.actions import ACTIONS, IDS, STRINGS
from burgundy_env.engine.layout import FINAL_SOURCES
from burgundy_env.game import inside

PHASES = 5
BEGUN = ("turn", "phase_end", "over")  # stages since the first round
Hook = Callable[[Game, "str | None"], None]

CONFIGS = [
    {"players": players, "ruleset": ruleset, "duchies": duchies}
    for players in (2, 3, 4)
    for ruleset in ("special_edition", "alea_2011")
    for duchies in ([1, 14, 22, 30][:players], "random:1-30", "sides")
]


# Each module alone, some pairs whose rules meet, all that can be together, the solo game.
MODULE_CONFIGS: list[dict[str, Any]] = [
    {"players": players, "ruleset": ruleset, "duchies": duchies, "modules": modules}
    for players, ruleset, duchies, modules in (
        (2, "special_edition", "random:11-18", ["castle_rule"]),
        (3, "alea_2011", "random:11-18", ["castle_rule"]),
        (2, "special_edition", "random:1-30", ["extra_tiles"]),
        (2, "special_edition", "random:23-30", ["border_posts"]),
        (4, "alea_2011", "random:1-30", ["white_castles"]),
        (2, "alea_2011", "random:1-30", ["inns"]),
        (4, "special_edition", "random:1-10", ["trade_routes"]),
        (2, "special_edition", "random:1-30", ["shields"]),
        (4, "alea_2011", "random:1-30", ["shields", "inns", "extra_tiles"]),
        (3, "special_edition", "random:11-18", ["castle_rule", "inns"]),
        (2, "special_edition", "random:1-30", ["extra_tiles", "white_castles"]),
        (2, "special_edition", "random:1-30", ["extra_tiles", "trade_routes"]),
        (3, "alea_2011", "sides:23-30", ["border_posts", "inns"]),
        (2, "alea_2011", "random:1-30", ["white_castles", "trade_routes"]),
        (3, "special_edition", "random:1-30", ["vineyards"]),
        (2, "alea_2011", "random:1-30", ["inns", "shields", "vineyards"]),
        (2, "special_edition", "random", "all"),
        (3, "alea_2011", "random", "all"),
        (4, "special_edition", "sides:1-30", "all"),
        (1, "special_edition", [33], ["solo"]),
        (1, "special_edition", [34], ["extra_tiles", "white_castles", "solo"]),
        (4, "alea_2011", [32, 31], ["team"]),
        (4, "special_edition", [31, 32], ["extra_tiles", "white_castles", "team"]),
    )
]
MODULE_CONFIGS[-7] |= {"trade_route_order": "chosen"}
MODULE_CONFIGS[-3] |= {"solo_target": 15}


def config_name(config: dict[str, Any]) -> str:
    """`3p-alea_2011-sides`, `1p-alea_2011-given-chateauma_hard_AD`: how tests and files are named."""
    duchies = config["duchies"]
    kind = duchies.partition(":")[0] if isinstance(duchies, str) else "given"
    chateauma = config.get("chateauma")
    its = f"-chateauma_{chateauma.replace('+', '_')}" if chateauma else ""
    modules = config.get("modules", [])
    played = "".join(f"-{module}" for module in ([modules] if isinstance(modules, str) else modules))
    played += "-chosen" if "trade_route_order" in config else ""
    played += f"-target_{config['solo_target']}" if "solo_target" in config else ""
    return f"{config['players']}p-{config['ruleset']}-{kind}{its}{played}"


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
        points, scores = game.points_all(), game.scores()
        assert list(points) == game.legal_actions()
        if points[action]:
            told[-1]["points"] = points[action]
        check_push(game, action)
        assert points_between(scores, game.scores(), told[-1]["seat"]) == points[action]
        before, document = document, game.to_json()
        keeper.check(before, action, document)
        recount.follow(before, action, document)
        scores = game.scores()
        check_scores(scores, document)
        recount.compare(document, scores)
        if action == "end" or len(told) % 8 == 0:
            check_hidden(game, document)
        if hook:
            hook(game, action)
    assert [event for event in game.events if "action" in event] == told
    check_all_points_told(game)
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
    bytes_before = inside(game).state.tobytes()
    twin = game.copy()
    twin.push(action)
    assert inside(game).state.tobytes() == bytes_before, "pushing on a copy changed the game"
    game.push(IDS[action])
    assert same_state(twin, game)
    assert twin.legal_ids() == game.legal_ids()


def points_between(before: list[dict[str, Any]], after: list[dict[str, Any]], seat: int) -> dict[str, int]:
    """What `game.scores()` of two moments say that a seat has scored, final scoring apart."""
    then, now = (scores[seat % len(scores)]["breakdown"] for scores in (before, after))
    return {name: now[name] - then[name] for name in now if name not in FINAL_SOURCES and now[name] != then[name]}


def check_all_points_told(game: Game) -> None:
    """The events of a whole game bring each seat or team, source by source, what it has in the end."""
    told = [Counter[str]() for _ in game.scores()]
    for event in game.events:
        seat = event.get("seat", event.get("final", -1))  # the Châteauma comes last
        told[seat if seat < 0 else seat % len(told)].update(event.get("points", {}))
    for counted, score in zip(told, game.scores(), strict=True):
        has = {name: vp for name, vp in score["breakdown"].items() if vp}
        assert {name: vp for name, vp in counted.items() if vp} == has


def same_state(one: Game, other: Game) -> bool:
    """Whether two games are equal in every field; bytes won't do, as padding is undefined."""
    return bool((inside(one).state == inside(other).state).all())


def check_round_trip(game: Game, document: dict[str, Any], seed: int) -> None:
    """A position written and read back is the same position; with the same generator the same game."""
    back = Game.from_json(json.dumps(document), seed=seed)
    assert back.to_json() == document
    assert back.legal_ids() == game.legal_ids()
    inside(back).state["rng"] = inside(game).state["rng"]
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
    if game.config.solo:
        check_solo_end(game, outcome)
        return
    assert sorted(outcome.ranking) == list(range(len(totals)))
    assert [totals[seat] for seat in outcome.ranking] == sorted(totals, reverse=True)
    drawn = outcome.decided_by == "draw"
    assert outcome.winners == (tuple(sorted(outcome.ranking)) if drawn else outcome.ranking[:1])
    assert not drawn or game.config.teams
    assert not drawn or len(set(totals)) == 1


def check_solo_end(game: Game, outcome: Outcome) -> None:
    """Won when no hex is empty, at once; lost after 25 rounds."""
    document = game.to_json()
    assert outcome.empty_hexes == 37 - len(document["players"][0]["placed"])
    assert outcome.rounds == 5 * "ABCDE".index(document["phase"]) + document["round"]
    assert outcome.winners == ((0,) if outcome.empty_hexes == 0 else ())
    assert (outcome.ranking, outcome.decided_by) == ((0,), "solo")
    assert outcome.winners or outcome.rounds == 25
    assert document["pending"] == []


def check_scores(scores: list[dict[str, Any]], document: dict[str, Any]) -> None:
    """Every seat's breakdown adds up to its total; `vp` is what has been scored in play."""
    parties = [*owners(document), *([document["chateauma"]] if document["config"]["chateauma"] else [])]
    whose = "team" if "teams" in document else "seat"
    assert [score[whose] for score in scores] == list(range(len(parties)))
    for score, owner in zip(scores, parties, strict=True):
        assert score["total"] == sum(score["breakdown"].values())
        assert score["vp"] == owner["vp"]
        final = sum(score["breakdown"].get(name, 0) for name in FINAL_SOURCES)
        assert score["vp"] == score["total"] - final


class Bookkeeper:
    """Counts every tile, goods tile, bonus tile, worker and coin: nothing comes from nowhere."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.modules = document["config"]["modules"]
        self.printed = printed_tiles(self.modules) + doubles_in_game(document)
        self.gone = self.printed - tiles_in_sight(document)
        self.goods = goods_on_the_table(document)
        assert +self.gone == Counter(), "tiles missing before the game"

    def check(self, before: dict[str, Any], action: str, document: dict[str, Any]) -> None:
        """What must hold after any action."""
        self._check_tiles(before, action, document)
        self._check_goods(before, action, document)
        self._check_shields(before, action, document)
        check_table(document)

    def _check_tiles(self, before: dict[str, Any], action: str, document: dict[str, Any]) -> None:
        there = tiles_in_sight(document)
        assert all(count >= 0 for count in there.values())
        face_down, was_face_down = there.pop("black", 0), tiles_in_sight(before)["black"]
        gone = Counter(self.printed)
        gone.subtract(there)
        assert min(gone.values()) >= 0, f"more tiles than were printed: {-gone}"
        thrown = Counter(gone)
        thrown.subtract(self.gone)
        assert min(thrown.values(), default=0) >= 0, "a tile came back into the game"
        left = leaving(before, action, document)
        if (document["phase"], document["stage"]) != (before["phase"], before["stage"]):
            # What lay in the depots has left the game; castles are set aside, and inns stay in their stack.
            assert not thrown["castle"] or "set_aside" not in document
            assert not thrown["inn"]
        else:
            assert +thrown == Counter({tile: n for tile, n in left.items() if tile != "black"}), (
                f"{action}: {+thrown}"
            )
        paid = [entry for entry in before["pending"] if entry == {"kind": "pay", "left": 1}]
        assert face_down == was_face_down + (action.startswith("pay") and len(paid)) - left["black"]
        self.gone = gone

    def _check_shields(self, before: dict[str, Any], action: str, document: dict[str, Any]) -> None:
        """None comes back; one goes where another takes its castle, or is not paid for."""
        was, now = Counter(shields_in_sight(before)), Counter(shields_in_sight(document))
        assert max(now.values(), default=1) == 1
        assert not now - was
        replaced = len(was - now)
        assert replaced <= (action == "lose" or action.startswith("shield h"))
        assert action != "lose" or replaced

    def _check_goods(self, before: dict[str, Any], action: str, document: dict[str, Any]) -> None:
        there = goods_on_the_table(document)
        lost = Counter(self.goods)
        lost.subtract(there)
        assert min(lost.values(), default=0) >= 0, "goods came back into the game"
        if action.startswith("pay") and action.split()[1].isdigit():
            assert +lost == Counter([action.split()[1]])
        elif +lost:
            # Solo: a ship takes the goods of a depot or two, and those of the others leave the game.
            assert "solo" in self.modules
            assert action.startswith(("goods", "skip"))
            assert not any(depot["goods"] for depot in document["depots"].values())
            lay = sum((Counter(depot["goods"]) for depot in before["depots"].values()), Counter())
            taken = Counter(document["players"][0]["goods"]) - Counter(before["players"][0]["goods"])
            assert +lost + taken == lay
        self.goods = there


def shields_in_sight(document: dict[str, Any]) -> list[int]:
    """All shields that lie somewhere, or are on their way to a castle."""
    places = [*document.get("shields", {}).values(), document.get("chateauma", {}).get("shields", [])]
    places += [player["shields"].values() for player in document["players"] if "shields" in player]
    return [shield for place in places for shield in place] + [
        entry["id"] for entry in document["pending"] if entry["kind"] == "shield"
    ]


def leaving(before: dict[str, Any], action: str, document: dict[str, Any]) -> Counter[str]:
    """The tiles that an action takes out of the game while a phase goes on."""
    verb, *rest = action.split()
    left: Counter[str] = Counter()
    if verb == "discard":
        left[rest[-1]] += 1  # of "discard team ship" the ship
    elif verb == "swap":  # it comes back face down, as nothing
        left[before["black_depot"][int(rest[0][1]) - 1]] += 1
    elif "target" in document["players"][0] and document["round"] != before["round"]:
        for i in range(
            6
        ):  # each round of the solo game one leaves the white die's depot, or the next one that has any
            tiles = [t for t in before["depots"][str((document["white_die"] - 1 + i) % 6 + 1)]["tiles"] if t]
            if tiles:
                left[tiles[0]] += 1
                break
    return left


def printed_tiles(modules: Sequence[str] = ()) -> Counter[str]:
    """All hex tiles of the base game and of modules by name."""
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
    tiles.update(["m27", "m28", "crane", "geese"] if "extra_tiles" in modules else [])
    tiles.update({"white_castle": 8, "m29": 1} if "white_castles" in modules else {})
    tiles.update({"inn": PHASES} if "inns" in modules else {})
    return tiles


def tiles_in_sight(document: dict[str, Any]) -> Counter[str]:
    """All tiles a position document knows of, hidden ones, castles set aside and inns still to come included."""
    tiles: Counter[str] = Counter()
    for depot in document["depots"].values():
        tiles.update(tile for tile in depot["tiles"] if tile)
    tiles.update(tile for tile in document["black_depot"] if tile)
    for player in [*document["players"], *document.get("teams", [])]:
        tiles.update(player["storage"])
        tiles.update(player.get("placed", {}).values())
    tiles.update(doubles_in_sight(document))
    coming = {"discard": "for", "set": "tile", "stow": "tile"}
    tiles.update(entry[coming[entry["kind"]]] for entry in document["pending"] if entry["kind"] in coming)
    for group in document["hidden"]["supply"].values():
        tiles.update(group)
    tiles.update(document["hidden"]["black"])
    tiles.update({"castle": document.get("set_aside", 0)})
    if "inns" in document:
        begun = document["stage"] in BEGUN
        tiles["inn"] += document["inns"] + PHASES - ("ABCDE".index(document["phase"]) + 1 if begun else 0)
    return tiles


def doubles_in_game(document: dict[str, Any]) -> Counter[str]:
    """All double tiles that a game has, without those of the vines that are out."""
    yard, counts = document.get("vineyards"), VINEYARDS["tiles"]
    vines = [vine for vine in VINES if vine not in yard["out"]] if yard else []
    each = (
        (f"{a}+{b}", counts["pure_each" if a == b else "mixed_each"]) for i, a in enumerate(vines) for b in vines[i:]
    )
    return Counter(dict(each))


def doubles_in_sight(document: dict[str, Any]) -> Counter[str]:
    """The double tiles that lie elsewhere than in storage, hidden ones included, by the names they have there."""
    yard = document.get("vineyards", {"depot": [], "store": []})
    doubles = Counter(tile for tile in yard["depot"] + yard["store"] if tile)
    doubles.update(document["hidden"].get("doubles", {}))
    doubles.update(document.get("chateauma", {}).get("doubles", []))
    for player in document["players"]:
        doubles.update(map(stored_name, player.get("vineyard", {"placed": {}})["placed"].values()))
    return doubles


def goods_on_the_table(document: dict[str, Any]) -> Counter[str]:
    """Goods tiles by type wherever they are; those that left the game before it began are not."""
    goods: Counter[str] = Counter(str(goods) for goods in document["round_goods"])
    goods.update(document["hidden"]["goods"])
    for depot in document["depots"].values():
        goods.update(depot["goods"])
    for owner in [*owners(document), document.get("chateauma", {"goods": {}, "sold": {}})]:
        goods.update(owner["goods"])
        goods.update(owner["sold"])
        goods.update(map(str, owner.get("route_goods", [])))
    return goods


def check_table(document: dict[str, Any]) -> None:
    """What must hold of any position document, however it came about."""
    modules = document["config"]["modules"]
    its = [document["chateauma"]] if document["config"]["chateauma"] else []
    seats = range(document["config"]["players"] + len(its))
    solo = "solo" in modules
    assert sorted(document["order"]) == list(seats)
    assert goods_on_the_table(document).total() <= 42
    begun = document["stage"] in BEGUN
    assert document["white_die"] in range(1, 7) if begun else document["white_die"] is None
    if not solo:
        assert sorted(seat for space in document["track"] for seat in space) == list(seats)
        for name in [*COLOURS, *(["post"] if "border_posts" in modules else [])]:
            left = document["bonus_tiles"].get(name, 0)
            holders = [*owners(document), *its]
            held = [tile for holder in holders for tile in holder["bonus"] if tile.startswith(name)]
            assert sorted(held) == [f"{name}_large", f"{name}_small"][: 2 - left], name
    routes = [tile for player in document["players"] for tile in _routes_of(player)]
    assert len(routes) == len(set(routes)) == (len(seats[: document["config"]["players"]]) * _length(document))
    for seat, player in enumerate(document["players"]):
        stored = (
            set(shields_in_sight(document)) - {*player.get("shields", {}).values()} if "shields" in modules else {4}
        )
        filled = sum(2 if "+" in tile else 1 for tile in player["storage"])
        assert filled <= (3 if 4 in stored else 99)  # shield 4 lies elsewhere
        _check_player(owners(document)[seat % len(owners(document))] | player, begun, solo)
    for team in document.get("teams", []):
        assert team["storage"] == sorted(team["storage"])
        assert all(len(one["storage"]) <= 2 for one in (team, *document["players"]))


def _routes_of(player: dict[str, Any]) -> list[int]:
    return [*player.get("route", []), *player.get("route_hand", [])]


def _length(document: dict[str, Any]) -> int:
    """How many trade-route tiles every player has."""
    played = "trade_routes" in document["config"]["modules"]
    return int(ROUTES_PER_PLAYER[str(len(document["order"]))]) if played else 0


def _check_player(player: dict[str, Any], begun: bool, solo: bool) -> None:
    assert player["workers"] >= 0
    assert player["silver"] >= 0
    assert player["vp"] >= 0
    assert not solo or player["vp"] < player["target"] or len(player["placed"]) == 37
    assert player["storage"] == sorted(player["storage"])
    assert len(player["goods"]) <= (6 if solo else 3)
    assert all(count > 0 for count in [*player["goods"].values(), *player["sold"].values()])
    assert len(player["dice"]) == (2 if begun else 0)
    assert all(1 <= die <= 6 for die in player["dice"])
    assert len(player.get("route_goods", [])) <= 3 * len(player.get("route", []))
    for tile in [*player["storage"], *player["placed"].values()]:
        assert "+" in tile or colour_of(tile) in (*COLOURS, "inn", "black")

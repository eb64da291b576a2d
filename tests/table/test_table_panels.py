"""What the panels draw: every legal action has a place or a button, and marks say what may be chosen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_pilot import begun

from burgundy_env import Game
from burgundy_env.data import load
from burgundy_env.render.terminal import grid
from burgundy_env.render.terminal.spans import Line, length
from burgundy_env.sitting.spots import Box, by_spot, channel, neighbour, spot_of
from burgundy_env.table import panels, texts
from burgundy_env.telling.seats import by_seat

CONFIGS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "ruleset": "alea_2011", "duchies": "random:1-30"},
    {"players": 4, "duchies": "sides"},
    {"players": 1, "chateauma": "hard+ABCD"},
    {"players": 3, "chateauma": "easy"},
    {"players": 2, "modules": "all", "trade_route_order": "chosen", "duchies": [11, 14]},
    {"players": 1, "modules": ["solo", "extra_tiles", "white_castles"], "duchies": [34]},
    {"players": 4, "modules": ["team", "extra_tiles"], "duchies": [31, 32]},
]
NAMES = ["human:Anna", "heuristic", "heuristic", "turn:ms=50"]
# Decisions that are no place on the table; all others have one.
BUTTONS = (
    "workers",
    "end",
    "skip",
    "hire",
    "side",
    "effect",
    "retrieve",
    "route",
    "points",
    "shield",
    "any",
    "copy",
    "gather",
    "pay",
    "lose",
    "double",
    "plant",
    "bonus",
    "vine",
    "stow",
)


def text(lines: list[Line]) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_every_legal_action_points_at_a_place_that_is_drawn_or_is_a_button(config: dict[str, Any]) -> None:
    choose, data = random.Random(3), load()
    game = Game.new(config, 11)
    names = NAMES[: game.config.players]
    while not game.is_over:
        document, spots = by_seat(game.to_json()), by_spot(game.legal_actions())
        frames = dict.fromkeys(spots, "lit")
        assert game.active is not None
        depots = panels.depots(document, data, frames, 98)
        seat = panels.seat_panel(document, data, game.active, frames, 61)
        drawn = panels.visible_spots([depots, seat])
        rest = [action for spot, actions in spots.items() if spot not in drawn for action in actions]
        assert all(set(action.split()) & set(BUTTONS) for action in rest), rest
        # A mark is drawn for each place, and no place is marked that nothing points at.
        marked = {span.spot for line in [*depots, *seat] for span in line if span.text[:1] == "»" and span.spot}
        assert marked == set(spots) & drawn
        lines = [*panels.header(document, names, 100), *depots, *panels.tabs(document, names, 0, 100)]
        lines += panels.buttons(rest, frames, 55)
        assert max(map(length, lines)) <= 100
        game.push(choose.choice(game.legal_actions()))


@pytest.mark.parametrize(
    ("action", "spot"),
    [
        ("start h17", "h17"), ("d1 take 3.2", "3.2"), ("d2 place h26", "h26"), ("free place h30", "h30"),
        ("d1 sell 4", "goods4"), ("pay 4", "goods4"), ("keep 3", "keep3"), ("goods 6", "depot6"),
        ("pick bank", "stored:bank"), ("discard team cow2", "stored:team cow2"),
        ("discard cow2", "stored:cow2"), ("buy b3", "b3"), ("buy 5.2", "5.2"),
        ("buy inn", "inn"), ("recruit 5.3", "5.3"), ("swap b3", "b3"), ("retrieve h17", "h17"),
        ("free place b3 h17", "h17"), ("d1 workers", "=d1 workers"), ("free workers", "=free workers"),
        ("end", "=end"), ("skip", "=skip"), ("hire", "=hire"), ("retrieve", "=retrieve"), ("points", "=points"),
        ("effect bank", "=effect bank"), ("route 7", "=route 7"), ("side 3", "=side 3"),
        ("some thing new", "=some thing new"),
    ],
)  # fmt: skip
def test_actions_point_at_places(action: str, spot: str) -> None:
    assert spot_of(action) == spot
    assert channel(action) == (action.split()[0] if action[:2] in ("d1", "d2", "fr") else "")


def test_arrow_keys_find_the_nearest_place_that_lies_that_way() -> None:
    data = load()
    places = grid.places(data.duchies[1])
    boxes = {f"h{i}": Box(column, line, 5) for i, (column, line) in enumerate(places, 1)}
    assert neighbour(boxes, "h19", "left") == "h18"
    assert neighbour(boxes, "h19", "right") == "h20"
    assert neighbour(boxes, "h19", "up") in ("h12", "h13")
    assert neighbour(boxes, "h19", "down") in ("h25", "h26")
    assert neighbour(boxes, "h1", "up") == "h1"
    for start in boxes:  # wherever one is, every place can be reached
        reached, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for direction in ("left", "right", "up", "down"):
                there = neighbour(boxes, here, direction)
                if there not in reached:
                    reached.add(there)
                    todo.append(there)
        assert reached == set(boxes)


def test_goods_to_keep_are_places_in_their_depot() -> None:
    document = begun(["start h2", "start h7"]).to_json()
    document["depots"]["4"]["goods"] = {"1": 2, "6": 1}
    document["pending"] = [{"kind": "keep", "depot": 4}]
    lines = panels.depots(document, load(), {"keep6": "lit"}, 98)
    assert "»6«" in text(lines)
    assert " 1 " in text(lines)


def test_what_modules_add_is_drawn() -> None:
    document = begun(["start h2", "start h7"]).to_json()
    document["inns"], document["set_aside"] = 3, 2
    document["depots"]["2"]["shield"] = [7, 12]
    document["players"][0] |= {"route": [1, 2], "route_goods": [3, 4, 1, 6], "route_hand": [3]}
    document["config"]["modules"] = ["border_posts"]
    document["surprise"] = {"a": [1, 2]}
    table = text(panels.depots(document, load(), {"inn": "lit"}, 98))
    for said in ("»3 inns«", "castles set aside 2", "shield 7 12", "surprise  a 1 2"):
        assert said in table
    seat = text(panels.seat_panel(document, load(), 0, {}, 43))
    assert "route [=3 =4 =1] [=6 3:2s 4:t]" in seat
    assert "to lay 3[4:any 3:eyr 2:4w]" in seat
    assert "|h4P  |" in seat
    assert "|h16P |" in seat


@pytest.mark.parametrize("duchy", [31, 33, 34])
def test_boards_of_other_shapes_fit_beside_the_list(duchy: int) -> None:
    document = begun(["start h2", "start h7"]).to_json()
    document["players"][0] |= {"duchy": duchy, "placed": {"h3": "castle"}}
    lines = panels.seat_panel(document, load(), 0, {"h17": "lit"}, 61)
    assert max(map(length, lines)) <= 62
    assert "»h17«" in text(lines)
    assert len(lines) <= 23


def test_names_are_told_apart() -> None:
    names = ["human:Anna", "heuristic", "heuristic", "stdio:cmd=./bot x", "human"]
    assert [panels.short_name(seat, names) for seat in range(5)] == [
        "Anna",
        "heuristic 1",
        "heuristic 2",
        "stdio",
        "human",
    ]


def test_tiles_and_places_in_words() -> None:
    document = begun(["start h2", "start h7"]).to_json()
    data = load()
    assert texts.about("3.1", document, data, 0) == "slot 3.1: 3 sheep (livestock)"
    assert texts.about("stored:m6", document, data, 0).startswith("in storage: monastery 6: once per turn")
    region = "building region of 5, 5 missing, worth 15 + 10 if finished in phase A"
    assert texts.about("h37", document, data, 0) == f"h37: an empty building hex, die number 3; {region}"
    assert texts.about("h2", document, data, 0).endswith(
        "castle region of 3, 2 missing, worth 6 + 10 if finished in phase A"
    )
    assert texts.about("3.4", document, data, 0) == ""
    view = texts.tiles_in_view(document).plain
    assert " CAST  castle: one more action" in view
    assert "COW4" in view


@pytest.mark.parametrize("seats", [2, 4])
def test_four_seats_fit_into_a_hundred_columns(seats: int) -> None:
    game = begun(["start h2", "start h7"], {"players": seats - 1, "chateauma": "hard"} if seats > 2 else None)
    document, names = game.to_json(), ["heuristic"] * (seats - bool(seats > 2))
    for player in document["players"]:
        player |= {"vp": 105, "workers": 12, "silver": 13}
    header = text(panels.header(document, names, 100))
    tabs = text(panels.tabs(document, names, 0, 100))
    for seat in range(len(names)):
        assert header.count(f" heuristic {seat} ") == 1
        assert f"heuristic {seat}: 105 VP" in tabs
    assert ("Châteauma: " in tabs) == (seats > 2)
    assert tabs.endswith("|")
    assert ("105 VP, 12 workers, 13 silver" in tabs) == (seats == 2)


def test_dice_and_wealth_are_as_long_as_there_is_room() -> None:
    player = begun(["start h2", "start h7"]).to_json()["players"][0] | {"workers": 1}
    plain = text([panels._wealth(player, {}, 43)])
    player |= {"used": [True, True], "bought": True}
    used = panels._wealth(player, {}, 43)
    assert "1 worker  1 silver" in plain
    assert length(used) <= 43
    assert "used" not in text([used])
    assert text([used]).count("✓") == 2
    assert text([used]).endswith("1w 1s  bought")
    assert " used " in text([panels._wealth(player, {}, 80)])


def test_a_panel_is_not_wider_than_its_duchy() -> None:
    """Else the list of actions and the log beside it would move with every die."""
    document = begun(["start h2", "start h7"], {"players": 2, "chateauma": "hard"}).to_json()
    document["players"][1] |= {"workers": 12, "silver": 11, "used": [True, False]}
    document["players"][1]["goods"] = {"1": 2, "3": 1, "4": 3}
    document["players"][1]["sold"] = {str(kind): 3 for kind in range(1, 7)}
    for seat, name in ((0, ""), (1, "heuristic 1"), (2, "")):
        assert max(map(length, panels.seat_panel(document, load(), seat, {}, 43, name))) <= 43


def test_points_of_four_seats_keep_the_names_of_their_sources() -> None:
    game = begun(["start h2", "start h7"], {"players": 3, "chateauma": "hard"})
    lines = panels.points(game.scores(), ["heuristic"] * 3, 55)
    assert max(map(len, lines)) <= 55
    assert " ".join(lines[:2]).split() == [
        *["0:", "heuristic", "0", "1:", "heuristic", "1", "2:", "heuristic", "2", "C:", "Châteauma"]
    ]
    assert lines[2].split() == ["0", "1", "2", "C"]
    assert lines[3].startswith("if it ended now ")


def test_points_are_listed_by_where_they_come_from() -> None:
    game = begun(["start h2", "start h7"], {"players": 2, "chateauma": "hard"})
    lines = panels.points(game.scores(), NAMES[:2], 55)
    totals = [entry["total"] for entry in game.scores()]
    assert lines[0].split() == ["Anna", "heuristic", "Châteauma"]
    assert lines[1].split() == ["if", "it", "ended", "now", *map(str, totals)]
    sources = [[0 if cell == "-" else int(cell) for cell in line[22:].split()] for line in lines[2:]]
    assert [sum(column) for column in zip(*sources, strict=True)] == totals
    assert max(map(len, lines)) <= 55

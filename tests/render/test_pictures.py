"""Pictures: the kept ones, what must be in each, pixels, and colours that can be told apart."""

from __future__ import annotations

import base64
import copy
import json
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from burgundy_agents import make
from pictured import MOST_DIFFERENT, PICTURES, PLACE, difference, drawn, kept, read
from PIL import Image

from burgundy_env import Game
from burgundy_env.data import load
from burgundy_env.modules import TILES
from burgundy_env.records import Record
from burgundy_env.render import Shown, film, png, points_chart, raster, rgb_array, strip
from burgundy_env.render.facts import tiles_in_view
from burgundy_env.render.film import _palette as palette_of_film
from burgundy_env.render.fonts import face, width_of
from burgundy_env.render.regions import regions
from burgundy_env.render.svg import marks, palette, picture, scene
from burgundy_env.render.svg.pictograms import PICTOGRAMS
from burgundy_env.telling.position import decision
from burgundy_env.telling.scores import by_group, group_label, groups
from burgundy_env.telling.seats import by_seat
from burgundy_env.telling.tiles import bonus_held, spoken

SVG = "{http://www.w3.org/2000/svg}"
DOCUMENTS = {name: by_seat(one.document) for name, one in PICTURES.items()}


def titles(svg: str) -> Counter[str]:
    """What pointers over the parts of a picture are told."""
    return Counter(element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}title"))


# --- kept pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_kept_picture(name):
    """If the change is meant: python tools/make_pictures.py, look at the pictures, and keep them."""
    one = PICTURES[name]
    found = difference(drawn(one.svg, one.pixels), read(kept(name).read_bytes()))
    assert found <= MOST_DIFFERENT, f"{found} pixels of {name} have changed"


def test_every_kept_file_is_looked_at():
    assert {path.stem for path in PLACE.glob("*.png")} == set(PICTURES)
    assert {path.stem for path in PLACE.glob("*.json")} == {one.position for one in PICTURES.values()}


@pytest.mark.parametrize("lost", ["tile", "depot", "die", "goods"])
def test_a_picture_that_lacks_something_is_noticed(lost):
    document = copy.deepcopy(DOCUMENTS["middle_2p"])
    player = document["players"][0]
    if lost == "tile":
        player["placed"].popitem()
    elif lost == "depot":
        document["depots"]["1"]["tiles"][0] = None
    elif lost == "die":
        document["white_die"] = 6
    else:
        player["goods"] = {}
    one = PICTURES["middle_2p"]
    changed = difference(drawn(picture(document, **one.options), one.pixels), read(kept("middle_2p").read_bytes()))
    assert changed > MOST_DIFFERENT


# --- what is in a picture --------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_well_formed_and_self_contained(name):
    svg = PICTURES[name].svg
    root = ET.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert used <= {f"#{one}" for one in ids}
    assert set(re.findall(r'https?://[^"<)]*', svg)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bnan\b|\binf\b|None", svg)
    classes = set(re.findall(r'class="([^"]+)"', svg)) - {root.get("class")}
    scope = root.get("class")
    defined = set(re.findall(rf"\.{scope} \.([\w-]+)\{{", svg))
    assert classes <= defined


@pytest.mark.parametrize("name", PICTURES)
def test_read_aloud(name):
    document, root = DOCUMENTS[name], ET.fromstring(PICTURES[name].svg)
    labels = root.get("aria-labelledby").split()
    told = {element.get("id"): element.text for element in root if element.get("id")}
    assert root.get("role") == "img"
    assert f"phase {document['phase']}, round {document['round']}" in told[labels[0]]
    for player in document["players"]:
        workers = f"{player['workers']} worker{'s' * (player['workers'] != 1)}"
        assert f"{player['vp']} VP, {workers}, {player['silver']} silver" in told[labels[1]]


@pytest.mark.parametrize("name", PICTURES)
def test_everything_on_the_table_is_drawn(name):
    document, parts = DOCUMENTS[name], scene(DOCUMENTS[name]).parts
    for number, depot in document["depots"].items():
        for i, tile in enumerate(depot["tiles"], 1):
            assert tile is None or f"<title>{spoken(tile)}" in parts[f"depot{number}.{i}"]
        for kind, count in depot["goods"].items():
            assert f"<title>goods of type {kind}: {count}<" in parts[f"depot{number}.goods"]
    for i, tile in enumerate(document["black_depot"], 1):
        assert tile is None or f"<title>{spoken(tile)}" in parts[f"black.{i}"]
    for seat, player in enumerate(document["players"]):
        for i in range(1, 59 if "team_storage" in player else 38):
            tile = player["placed"].get(f"h{i}")
            wanted = "face down" if tile == "black" else spoken(tile) if tile else f"h{i}: "
            assert f"<title>{wanted}" in parts[f"seat{seat}.h{i}"]
        stored = Counter(re.findall(r"<title>([^<:]+)", parts[f"seat{seat}.storage"]))
        assert stored == Counter(spoken(tile) for tile in [*player["storage"], *player.get("team_storage", [])])
        for key in ("goods", "sold"):
            shown = dict(re.findall(r"<title>goods of type (\d): (\d+)<", parts[f"seat{seat}.{key}"]))
            assert shown == {kind: str(count) for kind, count in player[key].items()}
        dice = re.findall(r"<title>die showing (\d)(, used)?<", parts[f"seat{seat}.dice"])
        assert dice == [(str(v), ", used" * used) for v, used in zip(player["dice"], player["used"], strict=False)]
        assert f">{player['vp']}</text>" in parts[f"seat{seat}.points"]
        assert f"<title>workers: {player['workers']}<" in parts[f"seat{seat}.workers"]
        assert f"<title>silver: {player['silver']}<" in parts[f"seat{seat}.silver"]
        held = re.findall(r"<title>([^<]+) bonus, (\w+):", parts.get(f"seat{seat}.bonus", ""))
        assert [" ".join(one) for one in held] == [bonus_held(one) for one in player.get("bonus", [])]


@pytest.mark.parametrize("name", [name for name in PICTURES if "chateauma" in DOCUMENTS[name]])
def test_everything_of_the_chateauma_is_drawn(name):
    theirs, parts = DOCUMENTS[name]["chateauma"], scene(DOCUMENTS[name]).parts
    for side, card in zip(("left", "right"), theirs["cards"], strict=True):
        drawn_card = parts[f"chateauma.{side}"]
        assert f"county card {card['id']}: " in drawn_card
        lying = Counter(spoken(tile.removeprefix("black:")) for tile in card["tiles"] if tile and tile != "black")
        shown = Counter(re.findall(r"<title>([^<:,]+)[:,<]", drawn_card))
        assert lying == {tile: count for tile, count in shown.items() if tile in lying}
    for colour, tiles in theirs["duchy"].items():
        told = parts[f"chateauma.duchy.{colour}"]
        assert told.count("<title>") >= min(len(tiles), 3)
        for tile in tiles[:3]:
            assert "<title>face down" in told if tile == "black" else f"<title>{spoken(tile)}" in told
    for pile in (*theirs["inventory"].values(), theirs["jokers"]):
        assert all(spoken(tile) in parts["chateauma.inventory"] for tile in pile)


def test_what_modules_lay_on_the_table_is_drawn():
    for name, one in PICTURES.items():
        document, parts = by_seat(one.document), scene(one.document).parts
        modules = document["config"]["modules"]
        for key, tile in (("inns", "inn"), ("set_aside", "castle")):
            assert (f"black.{tile}" in parts) == (key in document), name
            assert key not in document or f"×{document[key]}<" in parts[f"black.{tile}"]
        for seat, player in enumerate(document["players"]):
            posts = [part for part in parts if part.startswith(f"seat{seat}.post")]
            assert len(posts) == (3 if "border_posts" in modules else 0)
            reached = [f"h{h}" in player["placed"] for h in (4, 16)]
            told = [", reached<" in parts[post] for post in sorted(posts)]
            assert told[:2] == reached[: len(told)]
            routes = [*player.get("route", []), *player.get("route_hand", [])]
            drawn_routes = [parts[part] for part in parts if re.fullmatch(rf"seat{seat}\.route\d", part)]
            assert [int(re.search(r"<title>route tile (\d+)<", one)[1]) for one in drawn_routes] == routes
            covered = re.findall(r"covered by goods (\d)<", "".join(drawn_routes))
            assert covered == [str(kind) for kind in player.get("route_goods", [])]
            assert "target" not in player or f"target {player['target']}<" in parts[f"seat{seat}.points"]
        assert ("goal" in parts) == ("solo" in modules)


def test_how_it_ended():
    game, agent = Game.new({"players": 2}, seed=4), make("heuristic", seed=1)
    while not game.is_over:
        game.push(agent.act(game))
    winner, totals = game.outcome().winners[0], game.outcome().totals
    told = scene(game, names=["Ann", "Bo"]).parts["decision"]
    assert f"{('Ann', 'Bo')[winner]} wins: " in told
    assert all(f"{name} {total}" in told for name, total in zip(("Ann", "Bo"), totals, strict=True))
    assert "Victory points before the final scoring" in scene(game.to_json()).parts["decision"]
    for seat, score in enumerate(game.scores()):  # the panels say the same as the head
        panel = scene(game).parts[f"seat{seat}.points"]
        assert f">{score['total']}</text>" in panel
        assert f">{score['vp']} VP and {score['total'] - score['vp']} in the final scoring</text>" in panel
    alone, agent = Game.new({"players": 1, "modules": ["solo"], "duchies": [33]}, seed=4), make("random", seed=1)
    while not alone.is_over:
        alone.push(agent.act(alone))
    assert f"Not won: {alone.outcome().empty_hexes} hexes are empty after 25" in scene(alone).parts["decision"]
    assert points_chart(alone)


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2},
        {"players": 2, "ruleset": "alea_2011"},
        {"players": 3, "modules": "all"},
        {"players": 1, "chateauma": "hard"},
        {"players": 1, "modules": ["solo"], "duchies": [33]},
    ],
    ids=["base", "alea_2011", "all", "chateauma", "solo"],
)
def test_a_purchase_is_spoken_of_where_one_is_legal(config):
    told = set()
    for seed in range(6):  # alone, silver is scarce
        game, agent = Game.new(config, seed=seed), make("random", seed=seed)
        while not game.is_over:
            document = game.to_json()
            if document["stage"] == "turn" and not document["pending"]:
                legal = any(action.startswith("buy b") for action in game.legal_actions())
                _, what = decision(document, None, str)
                assert ("one purchase from the black depot" in what) == legal, document
                told.add(legal)
            game.push(agent.act(game))
    assert told == {True, False}


def test_nothing_hidden_is_drawn():
    game = Game.new({"players": 2}, seed=3)
    game.push(game.legal_actions()[0])
    document = game.to_json()
    other = copy.deepcopy(document)
    other["hidden"] = {"supply": {"building": {"bank": 40}}, "black": {"m14": 9}, "goods": {"1": 4}}
    assert picture(document) == picture(other)


def test_names_notes_and_what_is_new():
    document = DOCUMENTS["middle_2p"]
    before = copy.deepcopy(document)
    lost = list(before["players"][1]["placed"])[-1]
    del before["players"][1]["placed"][lost]
    before["black_depot"][2] = "m7"
    now = scene(document, names=["Ann & Bo", "Cy"], note="5 < 6", before=before).parts
    assert "Ann &amp; Bo" in now["seat0"]
    assert "5 &lt; 6" in now["note"]
    assert [name for name, part in now.items() if 'class="glow"' in part] == ["black.3", f"seat1.{lost}"]
    twins = scene(document, names=["heuristic", "heuristic"]).parts
    assert "Seat 0 (heuristic)" in twins["seat0"]
    assert ">h1<" in picture(document, hex_names=True)
    assert ">h1<" not in picture(document)


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("hex_names", [False, True])
def test_letters_are_large_enough_for_a_phone(name, hex_names):
    """12 pixels where the phone is 390 wide."""
    svg = picture(DOCUMENTS[name], width=390, hex_names=hex_names)
    sizes = {
        float(element.get("font-size")) * 390 / 420: element.text for element in ET.fromstring(svg).iter(f"{SVG}text")
    }
    assert min(sizes) >= 12, sizes[min(sizes)]


def test_long_words_are_pressed_together():
    long_word = marks.fitted(0, "watchtower", 10, 40)
    assert 'transform="scale(0.' in long_word
    assert "scale" not in marks.fitted(0, "ship", 10, 40)


def test_routes_have_room_on_a_phone():
    """Five tiles beside each other would have their rewards in each other's way."""
    document = Game.new({"players": 2, "modules": ["trade_routes"]}, seed=1).to_json()
    for width, rows in ((1200, 1), (420, 2)):
        places = scene(document, width).places
        assert len({places[f"seat0.route{i}"][1] for i in range(1, 6)}) == rows


def test_what_is_decided_is_told_and_shown():
    document = copy.deepcopy(DOCUMENTS["middle_2p"])
    seat = document["active"]
    hex_ = next(f"h{i}" for i in range(1, 38) if f"h{i}" not in document["players"][seat]["placed"])
    document["pending"] = [{"kind": "pick", "hex": hex_, "by": "d1"}]
    parts = scene(document).parts
    assert f"Choose the stored tile to place on {hex_} with die 1<" in parts["decision"]
    assert 'class="active"' in parts[f"seat{seat}.{hex_}"]
    document["pending"] = [{"kind": "sell"}]
    parts = scene(document).parts
    assert "Warehouse: sell one goods type or skip<" in parts["decision"]
    assert 'class="active"' not in parts[f"seat{seat}.{hex_}"]


@pytest.mark.parametrize("width", [420, 1200])
def test_long_names_have_room(width):
    parts = scene(DOCUMENTS["middle_2p"], width, names=["m" * 32, "W" * 60]).parts
    assert "W" * 31 + "…" in parts["seat1"]
    for part in ("decision", "seat0", "seat1"):
        words = ET.fromstring(f"<g>{parts[part]}</g>").iter("text")
        name = next(one for one in words if re.search("WWW|mmm", one.text))
        panel = float(re.search(r'<rect x="0" y="0" width="([\d.]+)"', parts[part])[1])
        assert width_of(name.text, float(name.get("font-size")), True) <= panel - 70


def test_rivers_end_where_they_link():
    document = DOCUMENTS["solo"]
    one = scene(document)
    rivers = load().duchies[document["players"][0]["duchy"]].rivers
    ends = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', one.parts["seat0.landings"])
    near = [
        min(one.places, key=lambda name: math.dist(one.places[name], (float(x), float(y)))) for x, y in ends
    ]  # of all that is drawn, the hex that the river ends in
    assert near == [f"seat0.h{hex_}" for link in rivers for hex_ in link]


@pytest.mark.parametrize("width", [1200, 420])
def test_parts_keep_their_places_through_a_game(width):
    """Films and replay pages rely on it."""
    game, agent = Game.new({"players": 2, "chateauma": "hard+AD"}, seed=5), make("heuristic", seed=1)
    shapes = set()
    while not game.is_over:
        one = scene(game, width)
        shapes.add((one.width, one.height, tuple(one.parts), tuple(one.places.items())))
        for _ in range(8):
            if not game.is_over:
                game.push(agent.act(game))
    # A colour completed or a card changed must not move anything else.
    assert len(shapes) == 1


def test_bad_input():
    document = DOCUMENTS["middle_2p"]
    for arguments, message in [
        ({"theme": "pink"}, "theme: 'pink' is unknown; there are light, dark, auto"),
        ({"width": 10}, "width: 200 to 8000 pixels, not 10"),
    ]:
        with pytest.raises(ValueError, match=message):
            picture(document, **arguments)
    with pytest.raises(ValueError, match="a burgundy-position/1 document is needed, not None"):
        picture({})


# --- regions, pictograms, letters --------------------------------------------------------------------


def test_regions_are_told_with_what_is_missing_and_what_they_would_give():
    document, data = DOCUMENTS["middle_2p"], load()
    board, player = data.duchies[document["players"][0]["duchy"]], document["players"][0]
    for region, numbers in zip(regions(document, data, 0), board.regions, strict=True):
        hexes = [f"h{number}" for number in numbers]
        missing = [hex_ for hex_ in hexes if hex_ not in player["placed"]]
        told = region.told(document["phase"])
        assert told.startswith(f"{board.colours[numbers[0] - 1]} region of {len(numbers)}, ")
        vp = len(numbers) * (len(numbers) + 1) // 2
        worth = f"{len(missing)} missing, worth {vp} + 6 if finished in phase C"
        assert told.endswith(worth if missing else "complete")


def test_shield_17_makes_all_regions_count_one_larger():
    document, data = copy.deepcopy(DOCUMENTS["shields_2p"]), load()
    seat = document["players"][0]
    seat["shields"] = {}
    before = regions(document, data, 0)
    seat["shields"] = {"h1": 17}
    for then, now in zip(before, regions(document, data, 0), strict=True):
        assert now.counted == then.counted + 1


def test_an_inn_makes_its_region_count_one_larger():
    document, data = copy.deepcopy(DOCUMENTS["modules_2p"]), load()
    assert "inns" in document["config"]["modules"]
    before = regions(document, data, 0)
    placed = document["players"][0]["placed"]
    has_inn = [any(placed.get(hex_) == "inn" for hex_ in region.hexes) for region in before]
    open_one = next(one for one, inn in zip(before, has_inn, strict=True) if one.missing and not inn)
    placed[next(hex_ for hex_ in open_one.hexes if hex_ not in placed)] = "inn"
    now = next(region for region in regions(document, data, 0) if region.hexes == open_one.hexes)
    assert now.counted == len(now.hexes) + 1
    assert now.counted == open_one.counted + 1
    assert f"(counts as {now.counted})" in now.told("C")


def test_borders_of_regions_are_drawn_once():
    one = scene(Game.new({"players": 2, "duchies": [1, 5]}, seed=1))
    for seat, duchy in enumerate((1, 5)):
        board = load().duchies[duchy]
        region_of = {hex_: i for i, region in enumerate(board.regions) for hex_ in region}
        sides = 6 * len(board.colours)
        for hex_, around in enumerate(board.neighbours, 1):
            sides -= sum(1 if region_of[hex_] == region_of[other] else 0.5 for other in around)
        assert one.parts[f"seat{seat}.regions"].count("M") == sides


def test_monasteries_bear_what_they_do():
    monasteries = {tile.name for tile in TILES if tile.colour == "monastery"}
    assert monasteries == PICTOGRAMS.keys()
    assert len(set(PICTOGRAMS.values())) == len(PICTOGRAMS)
    assert all(1 <= len(signs) <= 3 for signs in PICTOGRAMS.values())


@pytest.mark.parametrize("width", [420, 1200])
def test_a_key_says_what_the_tiles_in_view_do(width):
    document = DOCUMENTS["middle_2p"]
    told = scene(document, width, key=True)
    for tile in tiles_in_view(document):
        assert f">{spoken(tile)}</text>" in told.parts["key"]
    assert told.height > scene(document, width).height
    assert "key" not in scene(document, width).parts
    assert scene(document, width, key=["m16"]).parts["key"].count("<title>") == 1


def test_letters_are_carried_along_and_are_as_wide_as_reckoned():
    """The widths that drawings are laid out by are those that come out, and a little more."""
    svg = picture(DOCUMENTS["middle_2p"])
    assert svg.count("@font-face") == 2
    assert "@font-face" not in picture(DOCUMENTS["middle_2p"], fonts=False)
    assert len(face()) < 40_000
    for words, bold in (("Rounds, and the goods to come", False), ("watchtower WMil 0123", True)):
        weight = ' font-weight="700"' if bold else ""
        box = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><rect width="900" height="60"/>'
        drawn_words = drawn(
            f'{box}<text x="0" y="45" font-size="40" font-family="Lato" fill="#fff"{weight}>{words}</text></svg>', 900
        )
        inked = np.flatnonzero((drawn_words > 128).any(axis=(0, 2)))[-1]
        assert inked <= width_of(words, 40, bold) <= inked * 1.08


# --- colours ---------------------------------------------------------------------------------------


def contrast(one: str, other: str) -> float:
    """As WCAG measures it, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize("theme", [palette.LIGHT, palette.DARK])
def test_text_can_be_read(theme):
    pairs = [(theme.ink, theme.panel), (theme.muted, theme.panel), (theme.muted, theme.inset)]
    pairs += [(theme.ink, theme.inset), (theme.panel, theme.ink)]
    pairs += [(shade.ink, shade.tile) for shade in theme.colours.values()]
    pairs += [(shade.print, shade.empty) for shade in theme.colours.values()]
    pairs += [(ink, fill) for fill, ink in (*palette.SEATS, palette.CHATEAUMA, *palette.GOODS)]
    assert min((contrast(*pair), pair) for pair in pairs) > (4.5, ())


def test_colours_have_emblems_too():
    parts = scene(Game.new({"players": 2, "duchies": [1, 1]}, seed=1)).parts
    colours = ("building", "monastery", "ship", "livestock", "castle", "mine")
    seen = set()
    for i in range(1, 38):
        colour = re.search(r"<title>h\d+: (\w+),", parts[f"seat0.h{i}"])[1]
        assert f'href="#g-{colour}"' in parts[f"seat0.h{i}"]
        seen.add(colour)
    assert seen == set(colours)


def test_chart_of_points():
    game, agent = Game.new({"players": 2, "chateauma": "easy"}, seed=4), make("heuristic", seed=1)
    for _ in range(120):
        game.push(agent.act(game))
    root = ET.fromstring(points_chart(game, ["Ann & Bo"]))
    told = root.get("aria-label")
    names = ("Ann & Bo", "Seat 1", "Châteauma")
    for name, score, bar in zip(names, game.scores(), root.findall(f"{SVG}g"), strict=False):
        parts = [title.text.rpartition(": ") for title in bar.iter(f"{SVG}title")]
        assert sum(int(points) for _, _, points in parts) == score["total"]
        assert {source for source, _, _ in parts} == set(by_group(score))
        assert f"{name} {score['total']} points" in told
        assert next(text.text for text in bar.iter(f"{SVG}text")) == name
    assert not re.search(r"\bm\d", told), "monasteries are one source"
    for name, points in game.scores()[0]["breakdown"].items():
        assert not points or group_label(name) in told


def test_a_source_of_points_has_one_colour_and_no_tile_has_it_that_means_something_else():
    looks = palette.source_looks()
    assert looks.keys() == groups().keys()
    fills = [fill for fill, _ in looks.values()]
    assert len(set(fills)) == len(fills)
    tiles = {shade.tile: colour for theme in (palette.LIGHT, palette.DARK) for colour, shade in theme.colours.items()}
    alike = {group: tiles[fill] for group, (fill, _) in looks.items() if fill in tiles}
    assert alike == {"livestock": "livestock", "monasteries": "monastery", "watchtowers": "building"}
    assert min((contrast(*pair), pair) for pair in looks.values()) > (4.5, ())


# --- pixels ----------------------------------------------------------------------------------------


def test_pixels():
    game = Game.new({"players": 2}, seed=1)
    frame = rgb_array(game, 480)
    assert frame.dtype == np.uint8
    assert frame.shape[1:] == (480, 3)
    assert len(frame) % 2 == 0
    assert np.array_equal(rgb_array(json.loads(json.dumps(game.to_json())), 480), rgb_array(game.to_json(), 480))
    assert frame.mean() > 128 > rgb_array(game, 480, "dark").mean()
    assert png(picture(game)).startswith(b"\x89PNG")


def test_strip():
    games = [Game.new({"players": 2}, seed=seed) for seed in range(5)]
    sheet = strip(games, columns=3, width=240)
    one = rgb_array(games[4], 240)
    assert sheet.shape == (2 * len(one) + 8, 3 * 240 + 16, 3)
    assert np.array_equal(sheet[len(one) + 8 :, 248:488], one)
    assert (sheet[len(one) + 8 :, 496:] == one[0, 0]).all()
    with pytest.raises(ValueError, match="at least one is needed"):
        strip([])
    with pytest.raises(ValueError, match="columns: at least 1, not 0"):
        strip(games, columns=0)


@pytest.fixture(scope="module")
def record():
    game, agent = Game.new({"players": 2}, seed=2), make("random", seed=1)
    for _ in range(23):
        game.push(agent.act(game))
    return Record.of(game, ["human:Anna", "random"])


def test_film(record, tmp_path: Path):
    seen = []
    frames = film(
        record, tmp_path / "g.gif", every=5, fps=4, width=320, watch=lambda numbers: seen.append(numbers) or numbers
    )
    with Image.open(tmp_path / "g.gif") as image:
        assert image.n_frames == frames == 6  # before the first action, after 5, 10, 15, 20 and 23
        assert image.size[0] == 320
        times = []
        for i in range(image.n_frames):
            image.seek(i)
            times.append(image.info["duration"])
        last = np.asarray(image.convert("RGB"), np.int16)
    assert times == [250] * 5 + [4000]
    assert len(seen[0]) == 6
    game = record.game()
    plain = rgb_array(game, 320, names=["Anna", "random"], note="x").astype(np.int16)
    assert last.shape == plain.shape
    # The end is drawn, but for the note and what is marked as new.
    assert difference(last[120:], plain[120:]) < 600
    for arguments, message in [({"every": 0}, "every: at least 1"), ({"fps": 0}, "fps: above 0")]:
        with pytest.raises(ValueError, match=message):
            film(record, tmp_path / "no.gif", **arguments)


def test_a_film_has_the_colours_of_all_goods_and_seats():
    """Few small tiles have them, so that a palette of the commonest colours would make purple goods grey."""
    frames = [Image.fromarray(rgb_array(DOCUMENTS[name], 800)) for name in ("middle_4p", "chateauma_modules_2p")]
    palette_of = np.array(palette_of_film(frames).getpalette()).reshape(-1, 3)
    for fill, _ in (*palette.GOODS, *palette.SEATS):
        wanted = [int(fill[i : i + 2], 16) for i in (1, 3, 5)]
        assert np.abs(palette_of - wanted).max(axis=1).min() < 25, fill


def test_without_the_extra(monkeypatch):
    raster._fonts.cache_clear()
    monkeypatch.setattr(raster, "find_spec", lambda module: None if module == "resvg_py" else object())
    with pytest.raises(raster.PicturesMissing, match=r"need resvg-py; .* pip install 'burgundy-env\[pictures\]'"):
        rgb_array(Game.new(seed=1))
    monkeypatch.undo()
    raster._fonts.cache_clear()


def test_in_a_notebook():
    game = Game.new({"players": 2}, seed=1)
    shown = game._repr_mimebundle_()
    assert shown.keys() == {"text/html", "text/plain"}
    assert shown["text/plain"] == repr(game)
    source = re.match(
        r'<img alt="([^"]+)" style="max-width:100%;height:auto" src="data:image/svg[+]xml;base64,(.*?)">',
        shown["text/html"],
    )
    svg = base64.b64decode(source[2]).decode()
    assert svg == picture(game, "auto")
    assert "prefers-color-scheme:dark" in svg
    assert source[1].startswith("Phase A, round 1 of 5")
    for tile in tiles_in_view(game.to_json()):
        assert f"<li><b>{spoken(tile)}</b>: " in shown["text/html"]
    told = Shown(points_chart(game))._repr_mimebundle_()["text/html"]
    assert 'alt="Seat 0 4 points: left over 4; ' in told


def test_the_same_for_a_document_in_text():
    game = Game.new({"players": 3}, seed=1)
    assert picture(json.loads(json.dumps(game.to_json()))) == picture(game.to_json())

"""The terminal picture shows all a player needs, fits its width and shows nothing hidden."""

import copy
import re
from typing import Any

import pytest

from burgundy_env.data import load
from burgundy_env.render.terminal import grid, spans
from burgundy_env.render.terminal.ansi import draw
from burgundy_env.telling.pending import decision
from burgundy_env.telling.tiles import code, letter

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
COLOURS = ("building", "monastery", "ship", "livestock", "castle", "mine")
BUILDINGS = [
    *("warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "town_hall"),
    *("white_castle", "crane"),
]
LIVESTOCK = [f"{kind}{count}" for kind in ("cow", "sheep", "pig", "chicken") for count in (2, 3, 4)]
TILES = [
    *("castle", "ship", "mine", *BUILDINGS, *LIVESTOCK, "geese", "inn", "black"),
    *(f"m{number}" for number in range(1, 30)),
]
DEPOT_TILES = [
    ["bank", "ship", "m13", "cow4"],
    ["m2", "castle", "church", "boarding_house"],
    ["sheep3", "market", "ship", "m21"],
    ["ship", "carpenter", "pig2", "mine"],
    ["mine", "m5", "town_hall", "boarding_house"],
    ["watchtower", "chicken4", None, "ship"],
]
DUCHIES = [1, 5, 9, 3]
PLACED = [
    {"h19": "castle", "h18": "ship", "h12": "town_hall", "h13": "m9", "h26": "bank", "h11": "sheep4"},
    {"h4": "ship", "h9": "mine", "h8": "mine", "h11": "castle", "h18": "cow3"},
    {},
    {"h7": "castle", "h6": "ship"},
]


def player(seat: int) -> dict[str, Any]:
    return {
        "vp": 17 + seat,
        "dice": [2, 5 - seat],
        "used": [seat == 0, False],
        "bought": seat == 0,
        "recruited": False,
        "workers": seat + 1,
        "silver": 11 + seat,
        "goods": {"2": 1, "5": 2, "6": 3},
        "sold": {"1": 4},
        "storage": ["bank", "boarding_house", f"m{16 + seat}"],
        "duchy": DUCHIES[seat],
        "placed": PLACED[seat],
        "bonus": ["mine_large"] if seat == 1 else [],
    }


def position(players: int = 2) -> dict[str, Any]:
    empty = [None] * (4 - players)
    return {
        "format": "burgundy-position/1",
        "config": {"players": players, "ruleset": "special_edition", "modules": [], "chateauma": None},
        "phase": "B",
        "round": 3,
        "order": [*range(1, players), 0],
        "active": 0,
        "stage": "turn",
        "white_die": 4,
        "track": [[], list(range(1, players)), [0], [], [], [], []],
        "depots": {
            str(i): {"tiles": tiles[:players] + empty, "goods": {"3": 1, "4": 2} if i == 4 else {}}
            for i, tiles in enumerate(DEPOT_TILES, 1)
        },
        "black_depot": ["m7", None, "pig4", "cow4", "market", "ship", "castle", "bank"][: 2 * players],
        "round_goods": [2, 6],
        "bonus_tiles": {"building": 2, "monastery": 2, "ship": 1, "livestock": 2, "castle": 2, "mine": 1},
        "players": [player(seat) for seat in range(players)],
        "pending": [],
        "hidden": {"supply": {"building": {"bank": 3}}, "black": {"m14": 1}, "goods": {"1": 4}},
    }


def start_position() -> dict[str, Any]:
    doc = position(2)
    doc |= {"phase": "A", "round": 1, "stage": "start", "white_die": None, "track": [[0, 1], *[[]] * 6]}
    doc |= {"black_depot": [], "round_goods": [], "bonus_tiles": dict.fromkeys(COLOURS, 2)}
    doc["depots"] = {str(i): {"tiles": [None] * 4, "goods": {}} for i in range(1, 7)}
    for seat in doc["players"]:
        seat |= {"vp": 0, "dice": [], "used": [], "sold": {}, "storage": [], "placed": {}, "bonus": []}
    return doc


def over_position() -> dict[str, Any]:
    return position(3) | {"phase": "E", "round": 5, "stage": "over", "active": None, "round_goods": []}


def castle_position() -> dict[str, Any]:
    return position(4) | {
        "active": 2,
        "pending": [{"kind": "castle"}, {"kind": "keep", "depot": 4}],
        "surprise": {"from": "a module to come"},
    }


POSITIONS = {
    "two": position(2),
    "three": position(3),
    "four": position(4),
    "start": start_position(),
    "over": over_position(),
    "pending": castle_position(),
}


@pytest.fixture(params=POSITIONS)
def doc(request: pytest.FixtureRequest) -> dict[str, Any]:
    return copy.deepcopy(POSITIONS[request.param])


@pytest.mark.parametrize("width", [43, 60, 80, 100, 140, 200])
def test_nothing_is_wider_than_the_width(doc: dict[str, Any], width: int) -> None:
    doc["pending"] = [*doc["pending"], {"kind": "x" * 300}] if doc["active"] is not None else []
    assert max(len(ESCAPE.sub("", line)) for line in draw(doc, width=width).splitlines()) <= width


def test_colour_repeats_the_letters(doc: dict[str, Any]) -> None:
    plain = draw(doc, colour=False)
    assert "\x1b" not in plain
    assert "\x1b" in draw(doc)
    assert ESCAPE.sub("", draw(doc)) == plain


def test_every_hex_of_every_duchy_is_there(doc: dict[str, Any]) -> None:
    names = re.findall(r"\|(h\d+)(?= |=)", draw(doc, colour=False))
    expected = sorted(f"h{i}" for i in range(1, 38) for _ in doc["players"])
    assert sorted(names) == expected


def test_every_hex_shows_its_tile_or_its_colour_and_number() -> None:
    doc = position(2)
    doc["players"][1] = copy.deepcopy(doc["players"][0])
    cells = cells_of(draw(doc, colour=False, width=60, seat=0))
    board = load().duchies[1]
    for i, (colour, number) in enumerate(zip(board.colours, board.numbers, strict=True), 1):
        tile = PLACED[0].get(f"h{i}")
        shown = code(tile) if tile else f"{letter(colour)}{number}"
        assert cells[f"h{i}"].strip(" =") == shown
        assert ("=" in cells[f"h{i}"]) == bool(tile)


def cells_of(picture: str) -> dict[str, str]:
    """Hex name -> the text of its cell's second line, for the last duchy of a single-column picture."""
    lines = [line for line in picture.splitlines() if line.lstrip().startswith("|")]
    cells: dict[str, str] = {}
    for top, bottom in zip(lines[::2], lines[1::2], strict=True):
        names = [name.strip(" =") for name in top.strip().strip("|").split("|")]
        cells |= dict(zip(names, bottom.strip().strip("|").split("|"), strict=True))
    return cells


def test_every_stored_and_depot_tile_is_named(doc: dict[str, Any]) -> None:
    picture = re.sub(r"\s+", " ", draw(doc, colour=False))
    for key, depot in doc["depots"].items():
        for slot, tile in enumerate(depot["tiles"], 1):
            if tile:
                assert re.search(rf"\b{key}\.{slot}\s+[tybgre]\s+{re.escape(tile)}\b", picture)
    for slot, tile in enumerate(doc["black_depot"], 1):
        assert re.search(rf"\bb{slot}\s+(-|[tybgre]\s+{tile}\b)", picture)
    for seat, who in enumerate(doc["players"]):
        block = draw(doc, colour=False, width=60, seat=seat).split("Seat ")
        stored = next(part for part in block if part.startswith(f"{seat} ") and "storage" in part)
        for tile in who["storage"]:
            assert re.search(rf"storage[^|]*\b{tile}\b", stored)


def test_no_code_can_be_taken_for_an_empty_hex() -> None:
    empty = {f"{letter(colour)}{number}" for colour in COLOURS for number in range(1, 7)}
    assert not empty & {code(tile) for tile in TILES}


def test_hidden_information_changes_nothing(doc: dict[str, Any]) -> None:
    picture = draw(doc)
    doc["hidden"] = {"supply": {"building": {"church": 5}}, "black": {}, "goods": {"6": 7}}
    assert draw(doc) == picture
    del doc["hidden"]
    assert draw(doc) == picture


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"kind": "castle"}, "castle: one free action"),
        ({"kind": "ship"}, "choose a depot and take its goods"),
        ({"kind": "ship2", "near": 4}, "next to depot 4"),
        ({"kind": "keep", "depot": 6}, "too many goods types in depot 6"),
        ({"kind": "take", "colours": ["monastery", "castle", "mine"]}, "monastery or castle or mine"),
        ({"kind": "sell"}, "sell one goods type"),
        ({"kind": "place"}, "die number ignored"),
        ({"kind": "pick", "hex": "h26", "by": "d1"}, "place on h26 with die 1"),
        ({"kind": "pick", "hex": "h26", "by": "free"}, "place on h26 with the free action"),
        ({"kind": "discard", "for": "castle"}, "make room for castle"),
        ({"kind": "white_castle"}, "the white die's value"),
        ({"kind": "crane"}, "choose the building"),
        ({"kind": "black"}, "colour completed"),
        ({"kind": "points"}, "1 silver each"),
        ({"kind": "swap"}, "5 goods"),
        ({"kind": "pay", "left": 3}, "3 more goods"),
        ({"kind": "after", "hex": "h30", "steps": ["colour", "effect"]}, "tile on h30 (colour, effect)"),
        ({"kind": "clear"}, "goods left"),
        ({"kind": "shield_choice", "n": 2}, '{"kind": "shield_choice", "n": 2}'),
        ({"kind": "keep"}, '{"kind": "keep"}'),
    ],
)
def test_pending_decisions_are_told_in_words(entry: dict[str, Any], said: str) -> None:
    assert said in decision(entry)
    picture = draw(position(2) | {"pending": [entry]}, colour=False)
    assert said in re.sub(r"\s+", " ", picture)


def test_the_last_pending_decision_is_the_one_to_take() -> None:
    picture = draw(castle_position(), colour=False)
    assert picture.index("Seat 2 decides: too many goods types") < picture.index("then castle:")


def test_stages_are_told_in_words() -> None:
    assert "start castle" in draw(start_position(), colour=False)
    assert "the game is over" in draw(over_position(), colour=False)
    assert "trade route" in draw(start_position() | {"stage": "routes"}, colour=False)
    doc = position(2)
    assert "die 2 shows 5" in draw(doc, colour=False)
    assert "buy b for" not in draw(doc, colour=False)
    doc["players"][0] |= {"used": [True, True], "bought": False}
    assert "both dice are used: end; buy b for 2 silver" in draw(doc, colour=False)
    assert "recruit" not in draw(doc, colour=False)
    doc["players"][0]["placed"] |= {"h4": "m6", "h25": "m28"}
    text = re.sub(r"\s+", " ", draw(doc, colour=False))
    assert "buy b for 2 silver; recruit d.s for 2 workers; hire: 2 workers for 1 silver" in text
    doc["config"]["ruleset"] = "alea_2011"
    assert "recruit d.s" not in draw(doc, colour=False)


def test_each_fact_of_the_table_and_the_players_is_shown() -> None:
    picture = draw(position(3), colour=False)
    for fact in (
        *("Phase B", "round 3 of 5", "seat 0 to decide", "white die 4", "Order of play 1 2 [0]"),
        *("1: 1,2", "2: 0", "3x1 4x2", "Goods to come (next first)  2  6"),
        *("building 6+3", "ship 3", "mine 3", "mine large (6 VP)", "VP 17", "VP 19", "3 workers"),
        *("11 silver", "dice  d1 2 (used)  d2 5", "goods  2x1  5x2  6x3", "sold  1x4", "bought this round"),
    ):
        assert fact in picture, fact


def test_bonus_tiles_are_worth_what_the_number_of_seats_says() -> None:
    doc = position(2)
    assert "building 5+2" in draw(doc, colour=False)
    doc["config"]["chateauma"] = {"difficulty": "easy", "modifiers": []}
    assert "building 6+3" in draw(doc, colour=False)


def test_the_seat_asked_for_comes_first() -> None:
    doc = position(4)
    titles = [re.findall(r"Seat (\d).*?duchy", draw(doc, colour=False, seat=seat)) for seat in (None, 2)]
    assert titles[0][0] == "0"
    assert titles[1][0] == "2"


def luminance(colour: int) -> float:
    """Relative luminance (WCAG) of a colour of the 256-colour palette's cube or grey ramp."""
    if colour >= 232:
        channels = [8 + 10 * (colour - 232)] * 3
    else:
        cube = colour - 16
        channels = [0 if c == 0 else 55 + 40 * c for c in (cube // 36, cube // 6 % 6, cube % 6)]
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("shade", [*spans.SHADES.values(), spans.NEUTRAL])
def test_text_stands_out_from_its_background(shade: spans.Shade) -> None:
    for text, background in shade:
        light, dark = sorted((luminance(text), luminance(background)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_bad_requests_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="There is no seat 2"):
        draw(position(2), seat=2)
    with pytest.raises(ValueError, match="width=42 is too narrow"):
        draw(position(2), width=42)
    with pytest.raises(ValueError, match="burgundy-position/1 document"):
        draw({"format": "burgundy-record/1"})


# --- boards of other shapes, modules, the Châteauma ----------------------------------------------------


@pytest.mark.parametrize("duchy", [1, 30, 31, 32, 33, 34])
def test_hexes_of_every_board_are_drawn_apart_and_as_they_lie(duchy: int) -> None:
    board = load().duchies[duchy]
    places = grid.places(board)
    covered = [(c + i, r + j) for c, r in places for i in range(1, grid.PITCH) for j in range(grid.HEIGHT)]
    assert len(covered) == len(set(covered)) == len(board.colours) * (grid.PITCH - 1) * grid.HEIGHT
    water = {frozenset(link) for link in board.rivers}
    for here, around in enumerate(board.neighbours, 1):
        for there in around:
            if frozenset((here, there)) not in water:
                across, down = (abs(a - b) for a, b in zip(places[here - 1], places[there - 1], strict=True))
                assert (across, down) in ((grid.PITCH, 0), (grid.PITCH // 2, grid.HEIGHT))


@pytest.mark.parametrize("duchy", [31, 33, 34])
def test_boards_of_other_shapes_in_a_picture(duchy: int) -> None:
    doc = position(2)
    doc["players"][0] |= {"duchy": duchy, "placed": {"h17": "castle"}}
    picture = draw(doc, colour=False, width=64)
    assert max(map(len, picture.splitlines())) <= 64
    names = re.findall(r"\|(h\d+)(?= |=)", picture)
    assert len(names) == len(load().duchies[duchy].colours) + 37
    assert "h17==|" in picture
    assert ("~~" in picture) == (duchy > 32)
    with pytest.raises(ValueError, match="A duchy needs 61 columns"):
        draw(doc, width=60)


def test_what_a_module_adds_is_shown_though_nobody_drew_it() -> None:
    doc = position(2)
    doc["inns"] = 2
    doc["players"][1]["shields"] = {"h19": 7}
    picture = draw(doc, colour=False)
    assert "inns  2" in picture
    assert "shields  h19 7" in picture


def test_the_chateauma_is_drawn_with_what_everyone_sees() -> None:
    doc = position(2)
    doc["config"]["chateauma"] = {"difficulty": "hard", "modifiers": ["A", "D"]}
    doc["chateauma"] = {
        "vp": 39, "silver": 1, "die": 3, "goods": {"1": 1}, "sold": {"2": 2},
        "cards": [{"id": 3, "tiles": ["ship", None, "black:pig3", None]}, {"id": 4, "tiles": [None] * 5}],
        "inventory": {"building": ["bank", "church"]}, "jokers": ["m14"],
        "duchy": {"building": ["black", "crane"], "mine": ["mine"]}, "bonus": ["mine_large"], "posts": 1,
        "discard": [1, 7], "vineyard": ["red+blue"],
    }  # fmt: skip
    plain = draw(doc, colour=False)
    for fact in (
        *("The Châteauma (hard+AD)  VP 39", "silver 1  die 3", "goods  1x1", "sold  2x2"),
        *("left card, no. 3: 22 VP  <- white die", "right card, no. 4: 25 VP"),
        *("  |b====|t    |g$===|t    |\n  |=SHIP|     |=pig3|     |", "  |t    |r    |y    |e    |t    |"),
        *("inventory  bank church", "jokers  m14", "t building 2/12 again at 6  BLCK CRAN"),
        *("e mine 1/3  MINE", "border post: 1", "bonus  mine_large", "vineyard  red+blue"),
    ):
        assert fact in plain, fact
    assert ESCAPE.sub("", draw(doc)) == plain
    doc["white_die"], doc["config"]["chateauma"]["modifiers"] = 5, ["C"]
    assert "25 VP  <- white die" in draw(doc, colour=False)
    assert "again at" not in draw(doc, colour=False)

"""The duchy boards: `duchies.json` checked and turned into `Duchy` objects."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from burgundy_env.data.cursor import Node, listed
from burgundy_env.data.provenance import check_provenance
from burgundy_env.modules.base import BOARDS_OF_2011
from burgundy_env.modules.sizes import BOARDS

COLOURS = ("building", "monastery", "ship", "livestock", "castle", "mine")
LETTERS = {"t": "building", "y": "monastery", "b": "ship", "g": "livestock", "r": "castle", "e": "mine"}

TEAM_IDS = (31, 32)
SOLO_IDS = (33, 34)
REGULAR_ROWS = (4, 5, 6, 7, 6, 5, 4)
TEAM_ROWS = (7, 8, 9, 10, 9, 8, 7)
# Every printed duchy has these counts; they are what exposed misread boards when the data was made.
HEX_COUNTS = {"building": 12, "monastery": 6, "ship": 6, "livestock": 6, "castle": 4, "mine": 3}
# The scoring table ends at 10, and modules make a region count one or two larger.
MAX_REGION = 8

Graph = tuple[tuple[int, ...], ...]  # neighbours of each hex, 1-based, h1 first


@dataclass(frozen=True)
class Duchy:
    """One duchy board. Hexes are numbered from 1; tuples are in hex order."""

    id: int
    set: str
    provenance: str
    note: str
    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    neighbours: Graph  # for placing; on solo boards land and river links
    regions: tuple[tuple[int, ...], ...]  # on solo boards by land only; ordered by smallest hex
    positions: tuple[tuple[float, float], ...]  # for drawing, y downwards; solo boards: as given
    start_castle: tuple[int, ...] | None  # team boards: the hexes allowed; None: any castle hex
    name: str = ""  # as people call it, where another board has its number
    rivers: tuple[tuple[int, int], ...] = ()  # solo boards: the links that are not land


@dataclass(frozen=True)
class _Grid:
    """The shape shared by boards of one kind."""

    rows: tuple[int, ...]
    neighbours: Graph
    positions: tuple[tuple[float, float], ...]


def read_duchies(document: Node) -> dict[int, Duchy]:
    """All boards by id."""
    blocks = ("numbers", "axial", "neighbours", "border_posts", "duchies", "solo_duchies", "team_duchies")
    top = document.blocks(blocks, ("about", "solo_note"))
    grid = _grid(top, REGULAR_ROWS)
    numbers = _numbers(top["numbers"], grid)
    duchies = {ident: _regular(node, grid, numbers) for ident, node in top["duchies"].identified(BOARDS).items()}
    duchies |= _team_boards(top["team_duchies"])
    duchies |= {ident: _solo(node) for ident, node in top["solo_duchies"].identified(SOLO_IDS).items()}
    _check_border_posts(top["border_posts"], grid)
    return duchies


def regions_of(colours: Sequence[str], neighbours: Graph) -> tuple[tuple[int, ...], ...]:
    """Connected hexes of one colour, each region sorted, ordered by smallest hex."""
    regions = []
    seen: set[int] = set()
    for start in range(1, len(colours) + 1):
        if start not in seen:
            same = {hex_ for hex_, colour in enumerate(colours, start=1) if colour == colours[start - 1]}
            same = _reach(start, neighbours, same)
            seen |= same
            regions.append(tuple(sorted(same)))
    return tuple(regions)


def _reach(start: int, neighbours: Graph, allowed: Collection[int]) -> set[int]:
    reached, todo = {start}, [start]
    while todo:
        for hex_ in neighbours[todo.pop() - 1]:
            if hex_ in allowed and hex_ not in reached:
                reached.add(hex_)
                todo.append(hex_)
    return reached


# -- the hexagonal grid of boards 1-32 --------------------------------------------------------------


def _grid(fields: Mapping[str, Node], rows: tuple[int, ...]) -> _Grid:
    axial = _axial(fields["axial"], rows)
    neighbours = _neighbours(fields["neighbours"], sum(rows))
    for hex_, (found, (q, r)) in enumerate(zip(neighbours, axial, strict=True), start=1):
        touching = [
            i for i, (q2, r2) in enumerate(axial, start=1) if max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2)) == 1
        ]
        if sorted(found) != touching:
            raise fields["neighbours"].error(
                f"h{hex_} has neighbours {sorted(found)}, but by 'axial' it touches {touching}; must agree"
            )
    positions = tuple((q + r / 2, r * math.sqrt(3) / 2) for q, r in axial)
    return _Grid(rows, neighbours, positions)


def _axial(node: Node, rows: tuple[int, ...]) -> list[tuple[int, int]]:
    """Axial coordinates in reading order, one run of neighbours per row."""
    total = sum(rows)
    pairs = [element.integers(-total, total, 2) for element in node.elements(total, total)]
    axial = [(q, r) for q, r in pairs]
    counts = Counter(r for _, r in axial)
    in_order = all(r1 < r2 or (r1 == r2 and q2 == q1 + 1) for (q1, r1), (q2, r2) in pairwise(axial))
    if not in_order or tuple(counts.values()) != rows:
        raise node.error(
            "the hexes do not lie in reading order; must be [q, r] with rows of "
            f"{', '.join(map(str, rows))} neighbouring hexes, top to bottom"
        )
    return axial


def _neighbours(node: Node, count: int) -> Graph:
    lists = [element.integers(1, count) for element in node.elements(count, count)]
    for hex_, found in enumerate(lists, start=1):
        if hex_ in found:
            raise node.error(f"h{hex_} is listed as a neighbour of itself; must list other hexes only")
        if len(set(found)) != len(found):
            raise node.error(f"h{hex_} lists a neighbour twice; must list each once")
        for other in found:
            if hex_ not in lists[other - 1]:
                raise node.error(
                    f"h{hex_} lists h{other}, but h{other} does not list h{hex_}; must be the same both ways"
                )
    return tuple(tuple(found) for found in lists)


def _row_characters(node: Node, rows: tuple[int, ...], allowed: Iterable[str]) -> str:
    """A board written as one string per row, joined."""
    options = "".join(allowed)
    for element, length in zip(node.elements(len(rows), len(rows)), rows, strict=True):
        row = element.text()
        if len(row) != length:
            raise element.error(f"{row!r} has {len(row)} hexes; must have {length}")
        for character in row:
            if character not in options:
                raise element.error(f"{row!r} has {character!r}; each must be one of {', '.join(options)}")
    return "".join(node.value)


def _numbers(node: Node, grid: _Grid) -> tuple[int, ...]:
    return tuple(int(character) for character in _row_characters(node, grid.rows, "123456"))


def _colours(node: Node, grid: _Grid) -> tuple[str, ...]:
    return tuple(LETTERS[letter] for letter in _row_characters(node, grid.rows, LETTERS))


# -- boards -----------------------------------------------------------------------------------------


def _regular(node: Node, grid: _Grid, numbers: tuple[int, ...]) -> Duchy:
    fields = node.record(("id", "rows", "set", "provenance"), ("name",))
    colours = _colours(fields["rows"], grid)
    _check_counts(fields["rows"], colours)
    return Duchy(
        id=fields["id"].value,
        set=fields["set"].text(),
        provenance=_source(fields),
        note=_note(fields),
        colours=colours,
        numbers=numbers,
        neighbours=grid.neighbours,
        regions=_checked_regions(node, colours, grid.neighbours),
        positions=grid.positions,
        start_castle=None,
        name=_name(fields),
    )


def _team_boards(node: Node) -> dict[int, Duchy]:
    fields = node.record(("axial", "neighbours", "boards"))
    grid = _grid(fields, TEAM_ROWS)
    return {ident: _team(board, grid) for ident, board in fields["boards"].identified(TEAM_IDS).items()}


def _team(node: Node, grid: _Grid) -> Duchy:
    fields = node.record(("id", "rows", "numbers", "start_castle", "provenance"))
    colours = _colours(fields["rows"], grid)
    start = fields["start_castle"]
    hexes = start.integers(1, len(colours))
    if not hexes or len(set(hexes)) != len(hexes) or any(colours[h - 1] != "castle" for h in hexes):
        raise start.wrong("one or more castle hexes, each once")
    return Duchy(
        id=fields["id"].value,
        set="team",
        provenance=_source(fields),
        note=_note(fields),
        colours=colours,
        numbers=_numbers(fields["numbers"], grid),
        neighbours=grid.neighbours,
        regions=_checked_regions(node, colours, grid.neighbours),
        positions=grid.positions,
        start_castle=tuple(hexes),
    )


def _solo(node: Node) -> Duchy:
    fields = node.record(("id", "cells", "land", "rivers", "provenance"))
    total = sum(HEX_COUNTS.values())
    keys = ("hex", "colour", "number", "xy")
    cells = [cell.record(keys) for cell in fields["cells"].elements(total, total)]
    for hex_, cell in enumerate(cells, start=1):
        if cell["hex"].integer(1, total) != hex_:
            raise cell["hex"].wrong(f"{hex_}: cells are listed in the order of their numbers")
    colours = tuple(LETTERS[cell["colour"].choice(LETTERS)] for cell in cells)
    _check_counts(fields["cells"], colours)
    land, rivers = _links(fields["land"], total), _links(fields["rivers"], total)
    if doubled := {tuple(sorted(link)) for link in land} & {tuple(sorted(link)) for link in rivers}:
        raise fields["rivers"].error(f"{sorted(doubled)[0]} is linked by land too; must be one of the two")
    neighbours = _graph(land + rivers, total)
    if len(_reach(1, neighbours, range(1, total + 1))) != total:
        raise node.error("some hexes can't be reached from h1; land and rivers must link all of them")
    return Duchy(
        id=fields["id"].value,
        set="solo",
        provenance=_source(fields),
        note=_note(fields),
        colours=colours,
        numbers=tuple(cell["number"].integer(1, 6) for cell in cells),
        neighbours=neighbours,
        regions=_checked_regions(node, colours, _graph(land, total)),
        positions=tuple(_point(cell["xy"]) for cell in cells),
        start_castle=None,
        rivers=tuple(rivers),
    )


def _point(node: Node) -> tuple[float, float]:
    x, y = (element.number() for element in node.elements(2, 2))
    return x, y


def _links(node: Node, count: int) -> list[tuple[int, int]]:
    links: list[tuple[int, int]] = []
    for element in node.elements():
        a, b = element.integers(1, count, 2)
        if a == b:
            raise element.wrong("two different hexes")
        if (a, b) in links or (b, a) in links:
            raise element.error(f"h{a} and h{b} are linked twice; must be linked once")
        links.append((a, b))
    return links


def _graph(links: Iterable[tuple[int, int]], count: int) -> Graph:
    lists: list[set[int]] = [set() for _ in range(count)]
    for a, b in links:
        lists[a - 1].add(b)
        lists[b - 1].add(a)
    return tuple(tuple(sorted(found)) for found in lists)


def _check_counts(node: Node, colours: Sequence[str]) -> None:
    found = Counter(colours)
    if found != HEX_COUNTS:
        wrong = listed(f"{found[c]} {c}" for c in COLOURS if found[c] != HEX_COUNTS[c])
        wanted = listed(f"{HEX_COUNTS[c]} {c}" for c in COLOURS)
        raise node.error(f"has {wrong} hexes; every duchy must have {wanted}")


def _checked_regions(node: Node, colours: Sequence[str], neighbours: Graph) -> tuple[tuple[int, ...], ...]:
    regions = regions_of(colours, neighbours)
    for region in regions:
        if len(region) > MAX_REGION:
            raise node.error(
                f"the {colours[region[0] - 1]} region at h{region[0]} has {len(region)} hexes; "
                f"must have {MAX_REGION} at most"
            )
    return regions


def _check_border_posts(node: Node, grid: _Grid) -> None:
    posts = node.record(("hexes", "provenance"))["hexes"]
    lists = [element.integers(1, sum(grid.rows)) for element in posts.elements(3, 3)]
    flat = [hex_ for post in lists for hex_ in post]
    if not all(lists) or len(set(flat)) != len(flat):
        raise posts.wrong("three posts of one or more hexes, no hex in two of them")
    for hex_ in flat:
        if len(grid.neighbours[hex_ - 1]) == 6:
            raise posts.error(f"h{hex_} is not on the rim; posts must be")


def _source(fields: Mapping[str, Node]) -> str:
    return check_provenance(fields["provenance"])


def _name(fields: Mapping[str, Node]) -> str:
    """Boards of 2011 have one, as configs may call them."""
    ident = fields["id"].value
    name = next((f"2011/{printed}" for printed, board in BOARDS_OF_2011.items() if board == ident), "")
    if "name" in fields and fields["name"].text() != name:
        raise fields["name"].wrong(f"{name!r}, as configs call it" if name else "left out: its number is its name")
    return name


def _note(fields: Mapping[str, Node]) -> str:
    return fields["note"].text() if "note" in fields else ""

"""The component data of a user: over the package by id, block or file."""

from __future__ import annotations

import copy
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from data_documents import OWN_ROWS, PACKAGE, C, D, T, V, X, documents, write

from burgundy_env import data
from burgundy_env.data import loader
from burgundy_env.data.provenance import FILES


def test_override_by_id(tmp_path: Path) -> None:
    loaded = data.load(write(tmp_path, D, {"duchies": [{"id": 5, "rows": OWN_ROWS}]}))
    base = data.load()
    assert loaded.directory == str(tmp_path)
    assert loaded.duchies[5].colours[-2:] == ("mine", "building")
    assert (loaded.duchies[5].provenance, loaded.duchies[5].set) == ("owner", "base")
    assert loaded.duchies[4] == base.duchies[4]
    assert list(loaded.duchies) == list(base.duchies)
    assert loaded.hash != base.hash
    assert data.Block(D, "duchies.5", "owner", "") in loaded.blocks


def test_override_by_id_forgets_the_package_note_and_keeps_a_stated_source(tmp_path: Path) -> None:
    rows = documents()[D]["duchies"][13]["rows"]
    item = {"id": 14, "rows": rows, "provenance": "transcribed", "note": "seen twice"}
    assert data.load(write(tmp_path / "a", D, {"duchies": [item]})).duchies[14].note == "seen twice"
    assert data.load(tmp_path / "a").duchies[14].provenance == "transcribed"
    loaded = data.load(write(tmp_path / "b", D, {"duchies": [{"id": 14, "rows": rows}]}))
    assert (loaded.duchies[14].provenance, loaded.duchies[14].note) == ("owner", "")


def test_override_by_id_inside_a_block(tmp_path: Path) -> None:
    cards = {"county_cards": {"cards": [{"id": 2, "shield": True}]}}
    loaded = data.load(write(tmp_path, X, cards))
    card = loaded.chateauma["county_cards"]["cards"][1]
    assert (card["id"], card["shield"], card["provenance"], len(card["spaces"])) == (2, True, "owner", 4)
    names = {block.name: block.provenance for block in loaded.blocks}
    assert names["county_cards.cards.2"] == "owner"
    assert names["county_cards"] == "transcribed", "the other eight are still the package's"
    write(tmp_path, D, {"team_duchies": {"boards": [{"id": 31, "start_castle": [29]}]}})
    assert data.load(tmp_path).duchies[31].provenance == "owner"
    assert data.load(tmp_path).duchies[32].provenance == "reconstructed"


def test_a_source_for_a_whole_list_goes_to_the_items_that_need_one(tmp_path: Path) -> None:
    override = {"duchies": [{"id": ident} for ident in range(1, 31)], "duchies_provenance": "inferred"}
    loaded = data.load(write(tmp_path, D, override))
    assert {loaded.duchies[ident].provenance for ident in range(1, 31)} == {"inferred"}


def test_overriding_every_item_retires_the_block_s_statement(tmp_path: Path) -> None:
    def named(override: Any) -> dict[str, str]:
        blocks = data.load(write(tmp_path, V, override)).blocks
        return {block.name: block.provenance for block in blocks if block.name.startswith("boards")}

    boards = [{"id": ident} for ident in range(1, 5)]
    stated = {"boards_provenance": "inferred"}
    assert named({"boards": boards[:1]}) == {"boards": "reconstructed", "boards.1": "owner"}
    assert named({"boards": boards[:1], **stated}) == {"boards": "reconstructed", "boards.1": "inferred"}
    assert named({"boards": boards}) == {f"boards.{ident}": "owner" for ident in range(1, 5)}
    assert named({"boards": boards, **stated}) == {"boards": "inferred"}
    assert data.load(tmp_path).files["vineyards"].get("boards_note") is None, "the package's remark is gone too"


def test_override_by_block(tmp_path: Path) -> None:
    depots = {key: value for key, value in documents()[C]["depots"].items() if key != "provenance"}
    depots["black_depot_slots"] = {"2": 3, "3": 6, "4": 8}
    loaded = data.load(write(tmp_path, C, {"depots": depots}))
    assert loaded.components["depots"]["black_depot_slots"]["2"] == 3
    assert loaded.components["depots"]["provenance"] == "owner"
    assert loaded.components["goods"] == data.load().components["goods"]
    names = {block.name: block.provenance for block in loaded.blocks}
    assert names["depots"] == "owner"
    assert "depots.black_depot_slots" not in names, "the block is replaced whole, with its inner sources"


@pytest.mark.parametrize(
    ("file", "override", "name", "source"),
    [
        (X, {"inventory_order": ["castle", "mine", "ship", "livestock", "building", "monastery"]},
         "inventory_order", "owner"),
        (X, {"inventory_order": list(data.COLOURS), "inventory_order_provenance": "rulebook"},
         "inventory_order", "rulebook"),
        # The package's own value, confirmed:
        (X, {"inventory_order": documents()[X]["inventory_order"], "inventory_order_provenance": "owner"},
         "inventory_order", "owner"),
        (T, {"per_player": {"2": 4, "3": 4, "4": 3}}, "per_player", "owner"),
        (T, {"per_player": {"2": 4, "3": 4, "4": 3, "provenance": "inferred"}}, "per_player", "inferred"),
    ],
)  # fmt: skip
def test_override_of_a_block_without_room_for_a_source(
    tmp_path: Path, file: str, override: Any, name: str, source: str
) -> None:
    loaded = data.load(write(tmp_path, file, override))
    assert {block.provenance for block in loaded.blocks if block.name == name} == {source}
    # The source stands beside the block: code that walks 2, 3, 4 must not meet it.
    assert "provenance" not in loaded.files["trade_routes"]["per_player"]


def test_override_by_whole_file(tmp_path: Path) -> None:
    for name in FILES:
        shutil.copy(PACKAGE / name, tmp_path / name)
    loaded = data.load(tmp_path)
    assert (loaded.hash, loaded.blocks) == (data.load().hash, data.load().blocks), "a copy changes nothing"
    cards = documents()[X]
    cards["county_cards"]["cards"][1]["shield"] = True
    cards["county_cards"]["provenance"] = "inferred"
    loaded = data.load(write(tmp_path, X, cards))
    named = {b.name: b.provenance for b in loaded.blocks if b.name.startswith("county_cards")}
    assert named == {"county_cards": "inferred"}, "the whole list is given, with one source for it"
    assert loaded.chateauma["county_cards"]["cards"][1]["shield"] is True


def test_environment_names_the_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a", D, {"duchies": [{"id": 5, "rows": OWN_ROWS}]})
    write(tmp_path / "b", D, {"duchies": [{"id": 5, "provenance": "inferred"}]})
    monkeypatch.setenv("BURGUNDY_DATA", str(tmp_path / "a"))
    assert data.load().duchies[5].provenance == "owner"
    assert data.load(tmp_path / "b").duchies[5].provenance == "inferred", "the argument comes first"
    monkeypatch.setenv("BURGUNDY_DATA", "")
    assert data.load().duchies[5].provenance == "transcribed"


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, D, {"duchies": [{"id": 5, "note": "one"}]}) / D
    assert data.load(tmp_path).duchies[5].note == "one"
    assert data.load(tmp_path) is data.load(str(tmp_path))
    write(tmp_path, D, {"duchies": [{"id": 5, "note": "two"}]})
    os.utime(path, ns=(1, 1))
    assert data.load(tmp_path).duchies[5].note == "two"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("duchy.json", {}, "not a data file (did you mean 'duchies.json'?); the files are duchies.json"),
        (
            D,
            {"duchys": []},
            "duchies.json: top level: unknown key 'duchys' (did you mean 'duchies'?); the keys are",
        ),
        (D, [], "duchies.json: top level: is []; must be an object"),
        (D, {"duchies": {}}, "duchies: is {}; must be a list"),
        (D, {"duchies": []}, "duchies: has 0 entries; must have 1 or more"),
        (D, {"duchies": [5]}, "duchies[0]: is 5; must be an object"),
        (D, {"duchies": [{"rows": OWN_ROWS}]}, "duchies[0]: key 'id' is missing; must be one of 1, 2"),
        (D, {"duchies": [{"id": 31}]}, "duchies[0].id: is 31; must be one of 1, 2"),
        (D, {"duchies": [{"id": [1]}]}, "duchies[0].id: is [1]; must be one of 1, 2"),
        (D, {"duchies": [{"id": True}]}, "duchies[0].id: is true; must be one of 1, 2"),
        (D, {"duchies": [{"id": 5}, {"id": 5}]}, "duchies: id 5 is there twice"),
        (D, {"duchies": [{"id": 5, "rows": ["t"]}]}, "duchies.5.rows: has 1 entries; must have 7"),
        (D, {"team_duchies": {"board": []}}, "team_duchies: unknown key 'board' (did you mean 'boards'?)"),
        (V, {"boards_provenance": "owner"}, "'boards_provenance' without 'boards'"),
        (C, {"depots": {"slots": {}}}, "components.json: depots: key 'three_player_exception' is missing"),
        (C, "{\n 'a': 1}", "components.json: line 2 column 2: "),
        (C, '{"goods": {}, "goods": {}}', "components.json: key 'goods' is there twice in one object"),
        (C, '{"goods": NaN}', "components.json: NaN is not JSON; must be a number"),
        (C, '{"goods": ' + "9" * 5000 + "}", "must be plain JSON"),
        (C, "[" * 100_000, "must be plain JSON"),
    ],
)
def test_bad_override(tmp_path: Path, name: str, content: Any, words: str) -> None:
    with pytest.raises(data.DataError) as caught:
        data.load(write(tmp_path, name, content))
    assert str(caught.value).startswith(str(tmp_path / name)), "the file the owner has to mend"
    assert words in str(caught.value)


def test_bad_directory(tmp_path: Path) -> None:
    with pytest.raises(data.DataError, match=r"nowhere: the data directory does not exist; must be"):
        data.load(tmp_path / "nowhere")
    with pytest.raises(data.DataError, match=r"holds no data file; must hold one or more of duchies\.json"):
        data.load(tmp_path)
    (tmp_path / "readme.txt").write_text("not looked at", encoding="utf-8")
    with pytest.raises(data.DataError, match=r"readme\.txt: the data directory is not a directory"):
        data.load(tmp_path / "readme.txt")
    (tmp_path / D).write_bytes(b"\xff\xfe")
    with pytest.raises(data.DataError, match=r"duchies\.json: not UTF-8 text at byte 0"):
        data.load(tmp_path)
    (tmp_path / D).unlink()
    (tmp_path / D).symlink_to(tmp_path / "gone")
    with pytest.raises(data.DataError, match=r"duchies\.json: cannot be read \(No such file"):
        data.load(tmp_path)
    (tmp_path / D).unlink()
    (tmp_path / D).mkdir()
    with pytest.raises(data.DataError, match=r"duchies\.json: cannot be read"):
        data.load(tmp_path)


def test_a_byte_order_mark_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / D).write_text(json.dumps({"duchies": [{"id": 5}]}), encoding="utf-8-sig")
    assert data.load(tmp_path).duchies[5].provenance == "owner"


def test_hash_follows_content_only() -> None:
    base = documents()
    turned = {name: dict(reversed(base[name].items())) for name in reversed(FILES)}
    spaced = json.loads(json.dumps(turned, indent=7))
    assert loader.build(spaced).hash == loader.build(base).hash == data.load().hash
    for name in FILES:
        changed = copy.deepcopy(base)
        changed[name]["about"] = "other"
        assert loader.build(changed).hash != data.load().hash

"""Game records: written, read, replayed with and without the seed; every damage named with its line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from data_documents import documents

from burgundy_env import Game, Record, RecordError
from burgundy_env.data import load, loader

CONFIG = {"players": 3, "duchies": "random:1-10"}


def play(game: Game, actions: int | None = None, seed: int = 1) -> Game:
    """Random actions: `actions` of them, or to the end."""
    choose = random.Random(seed)
    while not game.is_over and actions != 0:
        game.push(choose.choice(game.legal_actions()))
        actions = None if actions is None else actions - 1
    return game


@pytest.fixture(scope="module")
def finished() -> Game:
    return play(Game.new(CONFIG, seed=7))


@pytest.fixture(scope="module")
def unfinished() -> Game:
    return play(Game.new({"players": 2}, seed=3), 40)


def lines_of(game: Game) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Record.of(game).lines()]


def text_of(lines: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


# --- what is written -----------------------------------------------------------------------------------


def test_the_lines_are_header_events_and_final_scores(finished: Game) -> None:
    header, *events, final = [json.loads(line) for line in Record.of(finished, ["Ann", "Ben", "Zoé"]).lines()]
    assert list(header) == ["format", "config", "seed", "players", "version", "data"]
    assert header["format"] == "burgundy-record/1"
    assert header["config"] == finished.config.to_dict()
    assert (header["seed"], header["players"]) == (7, ["Ann", "Ben", "Zoé"])
    assert header["data"] == {block: load().hashes[block] for block in ("duchies", "components")}
    assert events == finished.events
    outcome = finished.outcome()
    assert outcome is not None
    assert final["scores"] == finished.scores()
    assert final["result"] == {
        "ranking": list(outcome.ranking),
        "winners": list(outcome.winners),
        "totals": list(outcome.totals),
        "decided_by": outcome.decided_by,
    }


def test_an_unfinished_game_has_no_final_line(unfinished: Game) -> None:
    assert lines_of(unfinished)[-1] == unfinished.events[-1]


@pytest.mark.parametrize("names", [["Ann"], ["Ann", 2, "Ben"], "Ann"])
def test_names_that_do_not_fit_are_refused(finished: Game, names: Any) -> None:
    with pytest.raises(ValueError, match="players"):
        Record.of(finished, names)


def test_chance_that_no_seed_gave_leaves_the_seed_out(unfinished: Game) -> None:
    game = unfinished.copy()
    game.redetermine(99)
    assert Record.of(game).seed is None, "the seed would have put other goods on the piles"
    assert Record.of(play(game, 30)).seed is None
    last = unfinished.copy()
    while last.to_json()["phase"] != "E":
        last.push(last.legal_ids()[0])
    last.redetermine(99)
    assert Record.of(last).seed is None, "nothing has fallen differently, but the seed would tell what comes"


# --- reading and replaying -----------------------------------------------------------------------------


def test_a_record_read_back_is_the_record(finished: Game, unfinished: Game, tmp_path: Path) -> None:
    for game in (finished, unfinished):
        record = Record.of(game)
        record.save(tmp_path / "game.jsonl")
        loaded = Record.load(tmp_path / "game.jsonl")
        assert loaded == record
        assert loaded.game() == game
        assert loaded.game().events == game.events


def test_a_game_with_the_chateauma() -> None:
    """Its steps are events that no replay has to be told."""
    game = play(Game.new({"players": 1, "chateauma": {"difficulty": "hard", "modifiers": ["A", "D"]}}, seed=4))
    record = Record.of(game)
    assert any("chateauma" in event for event in record.events)
    assert record.players == ("player 0",)
    loaded = Record.parse("\n".join(record.lines()))
    assert loaded == record
    assert loaded.game() == game
    lines = lines_of(game)
    i = _first(lines, "chateauma")
    lines[i] = {"chateauma": {"step": "dances"}}
    with pytest.raises(RecordError, match=f"line {i + 1}: the replay has .*chateauma.* here"):
        Record.parse(text_of(lines))


def test_without_the_seed_it_replays_from_its_chance_events(finished: Game) -> None:
    lines = lines_of(finished)
    lines[0]["seed"] = None
    game = Record.parse(text_of(lines)).game()
    assert game.to_json() == finished.to_json()
    assert game.events == finished.events


@pytest.mark.parametrize(
    "config",
    [
        {"players": 3, "modules": "all", "duchies": "random"},
        {"players": 2, "ruleset": "alea_2011", "modules": "all", "duchies": "sides", "trade_route_order": "chosen"},
        {"players": 1, "chateauma": "hard+AB", "modules": "all", "duchies": "random"},
        {"players": 1, "modules": ["extra_tiles", "white_castles", "solo"], "duchies": [34], "solo_target": 10},
    ],
    ids=["3p", "chosen routes", "chateauma", "solo"],
)
def test_games_with_modules(config: dict[str, Any]) -> None:
    """From the seed, and without it from the chance events, the trade routes drawn among them."""
    game = play(Game.new(config, seed=4))
    record = Record.of(game)
    assert Record.parse("\n".join(record.lines())) == record
    assert record.game() == game
    assert record.game(len(record) // 2).to_json()["config"] == game.config.to_dict()
    lines = lines_of(game)
    lines[0]["seed"] = None
    again = Record.parse(text_of(lines)).game()
    assert again.to_json() == game.to_json()
    assert again.events == game.events
    routes = [(event["where"], event["result"]) for event in game.events if event.get("chance") == "route"]
    per_player = load().files["trade_routes"]["per_player"]
    expected = per_player[str(game.config.n)] * game.config.players if "trade_routes" in game.config.modules else 0
    assert len(routes) == expected
    assert len({tile for _, tile in routes}) == expected
    if not game.config.chooses_routes and routes:
        document = Record.of(game).game(0).to_json()
        assert [[p, i, tile] for (p, i), tile in routes] == [
            [p, i, tile] for p, player in enumerate(document["players"]) for i, tile in enumerate(player["route"], 1)
        ]


def test_a_route_that_cannot_be_drawn_is_refused() -> None:
    lines = lines_of(play(Game.new({"modules": ["trade_routes"]}, seed=4), 1))
    first = _first(lines, "chance", "route")
    for tile, words in (
        (13, "can't happen here"),
        (0, "can't happen here"),
        (lines[first]["result"], "can't happen"),
    ):
        changed = [dict(line) for line in lines]
        changed[first + 1]["result"] = tile
        changed[0]["seed"] = None
        with pytest.raises(RecordError, match=f"line {first + 2}: .*{words}"):
            Record.parse(text_of(changed))


def test_the_last_line_of_a_solo_game_says_whether_it_is_won() -> None:
    lost = play(Game.new({"players": 1, "modules": ["solo"]}, seed=4))
    empty = 37 - len(lost.to_json()["players"][0]["placed"])
    result = {"ranking": [0], "totals": [lost.to_json()["players"][0]["vp"]], "decided_by": "solo"}
    final = lines_of(lost)[-1]
    assert final["result"] == {**result, "winners": [], "rounds": 25, "empty_hexes": empty}
    document = lost.to_json()
    del document["hidden"]
    placed = {f"h{h}": "black" for h in range(1, 38)} | document["players"][0]["placed"]
    free = next(h for h, tile in placed.items() if tile == "black")
    del placed[free]
    document.update(phase="C", stage="turn", active=0, pending=[{"kind": "place"}])
    document["players"][0].update(placed=placed, storage=["black"])
    game = Game.from_json(document, seed=1)
    game.push(f"free place {free}")
    record = Record.parse(text_of(lines_of(game)))
    assert record.game().to_json() == game.to_json()
    won = lines_of(game)[-1]["result"]
    assert (won["winners"], won["rounds"], won["empty_hexes"], won["decided_by"]) == ([0], 15, 0, "solo")


def test_after_so_many_actions(unfinished: Game) -> None:
    record = Record.of(unfinished)
    walked = Game.new(unfinished.config, 3)
    assert len(record) == 40
    for number, step in enumerate(record.steps()):
        assert step.game == walked
        assert record.game(number) == walked
        before = len(walked.events)
        walked.push(step.action)
        action, *followed = walked.events[before:]
        assert (action["seat"], action["action"]) == (step.game.active, step.action)
        assert followed == list(step.events)
        assert step.after == walked
    assert walked == record.game(40) == unfinished


def test_the_games_of_steps_are_the_readers_own(unfinished: Game) -> None:
    for step in Record.of(unfinished).steps():
        step.game.push(step.game.legal_actions()[-1])  # must not disturb the replay


@pytest.mark.parametrize("upto", [-1, 41])
def test_actions_that_are_not_there(unfinished: Game, upto: int) -> None:
    with pytest.raises(RecordError, match=f"40 actions; the game after {upto} "):
        Record.of(unfinished).game(upto)


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden said", "hidden dealt from the seed"])
def test_a_game_set_up_from_a_position(unfinished: Game, hidden: bool) -> None:
    document = unfinished.to_json()
    if not hidden:
        del document["hidden"]
    game = play(Game.from_json(document, seed=5), 60)
    record = Record.parse(text_of(lines_of(game)))
    assert record.position == game.origin
    assert record.seed == 5, "the seed gives this game"
    assert record.game().to_json() == game.to_json()
    assert record.game().events == game.events


def test_another_version_or_other_data_need_not_give_the_game_from_the_seed(unfinished: Game) -> None:
    for key in ("version", "data"):
        lines = lines_of(unfinished)
        lines[0] |= {"seed": 4, key: "another"}
        assert Record.parse(text_of(lines)).game().to_json() == unfinished.to_json()


def test_other_versions_may_count_other_sources(finished: Game) -> None:
    lines = lines_of(finished)
    for entry in lines[-1]["scores"]:
        nothing = next(source for source, vp in entry["breakdown"].items() if vp == 0)
        del entry["breakdown"][nothing]
        entry["breakdown"]["a source of old"] = 0
    assert Record.parse(text_of(lines)).scores == finished.scores()


def test_of_a_step_of_the_chateauma_the_keys_that_are_there_are_compared() -> None:
    game = play(Game.new({"players": 1, "chateauma": "hard"}, seed=2), 10)
    lines = lines_of(game)
    step = next(i for i, line in enumerate(lines) if "tile" in line.get("chateauma", ()))
    del lines[step]["chateauma"]["tile"]
    assert Record.parse(text_of(lines)).events == tuple(game.events)
    lines[step]["chateauma"]["side"] = "middle"
    with pytest.raises(RecordError, match=f"line {step + 1}: the replay has"):
        Record.parse(text_of(lines))
    lines[step]["chateauma"] = 5
    with pytest.raises(RecordError, match=f"line {step + 1}: a step is an object"):
        Record.parse(text_of(lines))


def test_the_component_data_that_the_game_uses_must_be_those_of_the_record(unfinished: Game) -> None:
    """Both ways: a record of other data, and other data for a record; blocks the game doesn't use may differ."""
    posts = play(Game.new({"modules": ["border_posts"], "duchies": [23, 24]}, seed=1), 5)
    changed = documents()
    changed["duchies.json"]["border_posts"]["hexes"] = changed["duchies.json"]["border_posts"]["hexes"][::-1]
    other = loader.build(changed)
    assert [block for block in other.hashes if other.hashes[block] != load().hashes[block]] == ["border_posts"]
    text = "\n".join(Record.of(unfinished).lines())
    assert Record.parse(text, data=other).game().to_json() == unfinished.to_json()
    text = "\n".join(Record.of(posts).lines())
    with pytest.raises(RecordError, match=r"line 1: data\.border_posts: the game was played with \w+, in use are"):
        Record.parse(text, data=other)
    lines = lines_of(posts)
    lines[0]["data"]["components"] = "another"
    with pytest.raises(RecordError, match=r"line 1: data\.components: the game was played with another, in use"):
        Record.parse(text_of(lines))
    lines[0]["data"] = {"a block of later": "hash"}
    assert Record.parse(text_of(lines)).game() == posts


def test_windows_line_ends_are_read(unfinished: Game) -> None:
    text = text_of(lines_of(unfinished)).replace("\n", "\r\n")
    assert Record.parse(text) == Record.of(unfinished)


# --- refusals ------------------------------------------------------------------------------------------

Lines = list[dict[str, Any]]


def _first(lines: Lines, key: str, name: str | None = None) -> int:
    return next(i for i, line in enumerate(lines) if key in line and name in (None, line[key]))


def _header(**changes: Any) -> Callable[[Lines], int]:
    def damage(lines: Lines) -> int:
        lines[0] |= changes
        return 1

    return damage


def _drop(key: str) -> Callable[[Lines], int]:
    def damage(lines: Lines) -> int:
        del lines[0][key]
        return 1

    return damage


def _event(key: str, name: str | None, **changes: Any) -> Callable[[Lines], int]:
    def damage(lines: Lines) -> int:
        i = _first(lines, key, name)
        lines[i] = lines[i] | changes
        return i + 1

    return damage


def _missing_die(lines: Lines) -> int:
    """The last event of the step that begins round 1 is gone."""
    i = _first(lines, "chance", "white_die")
    del lines[i]
    return i


def _second_die(lines: Lines) -> int:
    i = _first(lines, "chance", "white_die")
    lines.insert(i + 1, lines[i])
    return i + 2


def _final(change: Callable[[dict[str, Any]], Any]) -> Callable[[Lines], int]:
    def damage(lines: Lines) -> int:
        change(lines[-1])
        return len(lines)

    return damage


def _scores_too_early(lines: Lines) -> int:
    lines.insert(10, lines[-1])
    return 11


def _result_too_early(lines: Lines) -> int:
    del lines[_first(lines, "action") + 1 : -1]
    # The step is cut short, too: with its own chance it would still not be over.
    game = Record.parse(text_of(lines[:-2])).game()
    game.push(lines[-2]["action"])
    lines[-2:-1] = game.events[len(lines) - 3 :]
    return len(lines)


DAMAGES: dict[str, tuple[Callable[[Lines], int], str]] = {
    "no record": (_header(format="burgundy-position/1"), "format: must be 'burgundy-record/1'"),
    "key missing": (_drop("seed"), "key 'seed' is missing"),
    "unknown key": (_header(date="today"), "unknown key 'date'"),
    "seed": (_header(seed="7"), "seed: must be an integer or null"),
    "seed of another game": (_header(seed=8), "seed 8 does not give this event"),
    "version": (_header(version=1), "version: must be a text"),
    "data": (_header(data=1), "data: must be a text for each block"),
    "data of a block": (_header(data={"duchies": 1}), "data: must be a text for each block"),
    "config": (_header(config={"players": 9}), "config: players: 9"),
    "no config": (_header(config=None), "config: "),
    "names": (_header(players=["Ann"]), "players: 1 names for 3 players"),
    "position of another config": (_header(position={"config": {}}), "position: "),
    "data not at hand": (_header(config=CONFIG | {"data": "beef"}), "data: the config wants component data beef"),
    "no such chance": (_event("chance", "die", chance="dice"), 'chance: "dice" is no kind'),
    "die of 7": (_event("chance", "die", result=7), "can't happen here"),
    "die of nobody": (_event("chance", "die", where=[5, 1]), "can't happen here"),
    "where of no length": (_event("chance", "die", where=[0]), "where: die happens at a list of 2"),
    "chance with a key too many": (_event("chance", "die", note=""), 'the keys "chance", "where" and "result"'),
    "setup of another colour": (_event("chance", "start_goods", result=9), "can't happen here"),
    "chance missing": (_missing_die, "more has to be decided here"),
    "chance too much": (_second_die, "nothing asks for it here"),
    "no such action": (_event("action", None, action="d1 fly"), "'d1 fly' is no action"),
    "illegal action": (_event("action", None, action="end"), "'end' is not legal here"),
    "wrong seat": (_event("action", None, seat=2), "seat 2 acts, but it is for seat 0 to decide"),
    "action without a seat": (_event("action", None, seat=None), "an action is"),
    "told, not so": (_event("chance", "pile_goods", **{"told": 1}), "a chance event has the keys"),
    "total": (_final(lambda line: line["scores"][1].update(total=999)), r"scores\[1\].total is 999, but the replay"),
    "points of a source": (
        _final(lambda line: line["scores"][0]["breakdown"].update(regions=-1)),
        r"scores\[0\].breakdown.regions is -1, but",
    ),
    "ranking": (_final(lambda line: line["result"]["ranking"].reverse()), r"result.ranking\[0\] is "),
    "a seat missing": (_final(lambda line: line["scores"].pop()), "scores is "),
    "no result": (_final(lambda line: line.pop("result")), "result is nothing, but"),
    "scores amid the game": (_scores_too_early, "more lines follow"),
    "scores of a game that goes on": (_result_too_early, "the game is not over after 1 actions"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damage_is_refused_with_its_line(finished: Game, name: str) -> None:
    damage, words = DAMAGES[name]
    lines = lines_of(finished)
    line = damage(lines)
    where = r"\d+" if name == "seed of another game" else str(line)
    with pytest.raises(RecordError, match=f"^game.jsonl, line {where}: .*{words}"):
        Record.parse(text_of(lines), "game.jsonl")


def test_a_told_event_must_be_what_the_replay_tells(unfinished: Game) -> None:
    lines = [*lines_of(unfinished), {"chateauma": "dances"}]
    with pytest.raises(RecordError, match=f"line {len(lines)}: the replay has nothing more here"):
        Record.parse(text_of(lines))


def test_events_before_the_first_action_of_a_position(unfinished: Game) -> None:
    lines = lines_of(play(Game.from_json(unfinished.to_json(), seed=5), 3))
    lines.insert(1, {"chance": "die", "where": [0, 1], "result": 3})
    with pytest.raises(RecordError, match="line 2: an action comes first"):
        Record.parse(text_of(lines))


@pytest.mark.parametrize(
    ("line", "words"), [("[1]", "a JSON object is needed"), ("", "not JSON"), ("{]", "not JSON")]
)
def test_a_line_that_is_no_object(unfinished: Game, line: str, words: str) -> None:
    lines = text_of(lines_of(unfinished)).split("\n")
    lines[4] = line
    with pytest.raises(RecordError, match=f"line 5: {words}"):
        Record.parse("\n".join(lines), repair=True)


def test_an_empty_text_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="line 1: not JSON"):
        Record.parse("", repair=True)
    (tmp_path / "x").write_bytes(b"{}\n\xff\n")
    with pytest.raises(RecordError, match="x, line 2: not UTF-8"):
        Record.load(tmp_path / "x")


# --- files that were cut off ---------------------------------------------------------------------------


def test_a_half_written_last_line_can_be_left_out(finished: Game, tmp_path: Path) -> None:
    text = text_of(lines_of(finished))
    (tmp_path / "cut.jsonl").write_text(text[:-20])
    with pytest.raises(RecordError, match=r"line \d+: the file was cut off here"):
        Record.load(tmp_path / "cut.jsonl")
    repaired = Record.load(tmp_path / "cut.jsonl", repair=True)
    assert repaired == Record.of(finished), "the result follows from the replay"


def test_wherever_the_file_is_cut_repair_gives_the_whole_actions_before(unfinished: Game) -> None:
    text = text_of(lines_of(unfinished))
    record = Record.of(unfinished)
    first_action = text.index('"seat"')
    for end in range(first_action + 40, len(text), 97):
        repaired = Record.parse(text[:end], repair=True)
        complete = text[:end].count('"action"')
        assert complete - 2 <= len(repaired) <= complete
        assert repaired.game() == record.game(len(repaired))


def test_a_cut_between_the_lines_of_a_step(finished: Game) -> None:
    lines = lines_of(finished)
    cut = text_of(lines[: _first(lines, "chance", "white_die")])
    with pytest.raises(RecordError, match="more has to be decided here"):
        Record.parse(cut)
    assert len(Record.parse(cut, repair=True)) == 2, "the third start castle brought the chance that is missing"


def test_repair_does_not_hide_other_damage(unfinished: Game) -> None:
    lines = lines_of(unfinished)
    lines[_first(lines, "chance", "white_die")]["result"] = 7
    with pytest.raises(RecordError, match="can't happen here"):
        Record.parse(text_of(lines), repair=True)


def test_what_cannot_be_written_is_named(unfinished: Game, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as refusal:
        Record.of(unfinished).save(tmp_path / "none" / "game.jsonl")
    assert refusal.value.filename == str(tmp_path / "none" / "game.jsonl")


def test_saving_is_all_or_nothing(
    finished: Game, unfinished: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    Record.of(unfinished).save(file)

    def fail(self: Path, *args: Any, **keywords: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(OSError, match="full"):
            Record.of(finished).save(file)
    assert Record.load(file) == Record.of(unfinished)
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_saving_through_a_link_keeps_the_link(unfinished: Game, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    Record.of(unfinished).save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert Record.load(tmp_path / "file") == Record.of(unfinished)

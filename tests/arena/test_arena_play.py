"""Tournaments: the same games whatever plays them, nothing lost, failures told."""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from burgundy_agents import ENTRIES, stdio
from burgundy_agents.protocol import seen

from burgundy_env import Game, GameConfig, Record, __version__
from burgundy_env.arena import ArenaError, Outcome, Plan, Result, Run, Store, report, run, summarise, write_csv
from burgundy_env.arena.actions import unpacked
from burgundy_env.arena.play import Cast, play_batch, player_seed
from burgundy_env.arena.report import STYLES
from burgundy_env.engine import warmup
from burgundy_env.engine.layout import SCORE_NAMES
from burgundy_env.modules import SCORE_GROUPS
from burgundy_env.store import StoreError


def timeless(result: Result) -> dict[str, Any]:
    """A result without what a clock said."""
    return {key: value for key, value in vars(result).items() if key not in ("seconds", "thinking")}


def without_speeds(summary: dict[str, Any]) -> dict[str, Any]:
    agents = [
        {key: value for key, value in row.items() if key != "decisions_per_second"} for row in summary["agents"]
    ]
    return {**summary, "agents": agents}


def tournament(folder: Path, plan: Plan, workers: int = 0) -> tuple[Store, Run]:
    store = Store.create(folder, plan)
    return store, run(store, workers)


def outcomes(store: Store) -> list[dict[str, Any]]:
    return [timeless(result) for result in store.in_order()]


# --- what is played -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "config",
    [
        {"players": 2, "duchies": "random:1-30"},
        {"players": 3, "duchies": "sides"},
        {"players": 4, "ruleset": "alea_2011"},
        {"players": 2, "chateauma": "hard+ABCD"},
        {"players": 3, "modules": "all", "trade_route_order": "chosen"},
        {"players": 1, "modules": ["solo"]},
    ],
)
def test_the_kernel_plays_what_python_plays(config: dict[str, Any]) -> None:
    plan = Plan.of(["random", "greedy", "heuristic", "random"], 2, config=config)
    alone = [fixture for fixture in plan.fixtures if fixture.config == plan.fixtures[0].config][:12]
    cast = Cast(plan)
    one_by_one = [cast.play(fixture) for fixture in alone]
    assert all(isinstance(result, Result) for result in one_by_one)
    assert [timeless(result) for result in play_batch(plan, alone)] == [timeless(one) for one in one_by_one]  # type: ignore[arg-type]


def test_results_are_those_of_the_game(tmp_path: Path, bots: Path) -> None:
    plan = Plan.of([f"{bots}:Polite", "heuristic"], 2, records=str(tmp_path / "records"))
    store, _ = tournament(tmp_path / "t", plan)
    assert len(store.results) == 2
    for result in store.in_order():
        record = Record.load(tmp_path / "records" / f"game-{result.game:06}.jsonl")
        assert record.seed == result.seed
        names = [name.replace("heuristic", "heuristic@1") for name in result.seats]
        assert list(record.players) == names
        game = record.game()
        outcome = game.outcome()
        assert outcome is not None
        assert [entry["total"] for entry in game.scores()] == result.totals == list(outcome.totals)
        assert [sum(points.values()) for points in result.breakdown] == result.totals
        assert (list(outcome.ranking), list(outcome.winners), outcome.decided_by) == (
            result.ranking,
            result.winners,
            result.decided_by,
        )
        assert sum(result.decisions) == len(record)
        assert result.thinking is not None
        assert all(0 < seconds < result.seconds for seconds in result.thinking)


def test_seeds_of_players_are_their_own() -> None:
    plan = Plan.of(["random", "random"], 100)
    seeds = [player_seed(plan, fixture, seat) for fixture in plan.fixtures for seat in (0, 1)]
    assert len({*seeds, *(fixture.seed for fixture in plan.fixtures)}) == len(seeds) + 50


@pytest.mark.skipif(not warmup.compiles(), reason="10,000 games need the compiler")
def test_seats_are_symmetric(tmp_path: Path) -> None:
    """Identical agents over 10,000 games win equally within the interval, by agent and by seat."""
    plan = Plan.of(["random", "random"], 10_000)
    store, _ = tournament(tmp_path / "t", plan, workers=2)
    results = store.in_order()
    summary = summarise(plan, results, speeds=False)
    for agent in summary["agents"]:
        low, high = agent["win_rate_interval"]
        assert low < 0.5 < high
    seats = Counter(result.winners[0] for result in results)
    assert abs(seats[0] - 5000) < 1.96 * 50
    assert sum(result.decided_by != "points" for result in results) > 20


@pytest.mark.parametrize("agents", [["random", "greedy", "chateauma:easy"], ["random", "BOTS:Polite", "BOTS:Kept"]])
def test_workers_make_no_difference(tmp_path: Path, bots: Path, agents: list[str]) -> None:
    plan = Plan.of([agent.replace("BOTS", str(bots)) for agent in agents], 8 if "BOTS" in agents[1] else 300)
    reference = outcomes(tournament(tmp_path / "here", plan, 0)[0])
    assert len(reference) == len(plan.fixtures)
    assert outcomes(tournament(tmp_path / "one", plan, 1)[0]) == reference
    assert outcomes(tournament(tmp_path / "three", plan, 3)[0]) == reference
    other = Plan.of(plan.texts, plan.games, seed=2)
    assert outcomes(tournament(tmp_path / "other", other, 0)[0]) != reference


def test_an_agent_that_derives_from_ours_is_shown_no_more_than_any_other(bots: Path) -> None:
    """Which policies choose on the true game is decided by the name that was asked for."""
    plan = Plan.of([f"{bots}:Disguised", "random"], 2)
    cast = Cast(plan)
    assert all(isinstance(cast.play(fixture), Result) for fixture in plan.fixtures)


def test_kept_agents_are_told_of_games(tmp_path: Path, bots: Path) -> None:
    log = tmp_path / "log"
    tournament(tmp_path / "t", Plan.of([f"{bots}:Kept:log={log}"], 3))
    # One for each seat, both for all games.
    lines = log.read_text().splitlines()
    game = ["begin 0 True", "begin 1 True", "end 0 True", "end 1 True"]
    assert lines[:6] == ["made", "begin 0 True", "made", *game[1:]]
    assert lines[6:] == [*game, *game, "close", "close"]


def test_an_agent_that_failed_is_not_kept(tmp_path: Path, bots: Path) -> None:
    log = tmp_path / "log"
    plan = Plan.of([f"{bots}:Kept:log={log}", f"{bots}:Cheats"], 2, on_error="skip")
    tournament(tmp_path / "t", plan)
    assert log.read_text().splitlines() == ["made", "begin 0 True", "close", "made", "begin 1 True", "close"]


def test_agents_see_a_copy(tmp_path: Path, bots: Path) -> None:
    played = [
        outcomes(tournament(tmp_path / bot, Plan.of([f"{bots}:{bot}", "random"], 2))[0])
        for bot in ("Spoils", "Polite")
    ]
    for results in played:
        for result in results:
            del result["seats"]
    assert played[0] == played[1]


def test_the_copy_has_another_future() -> None:
    game = Game.new(seed=1)
    views = [seen(game, seed) for seed in range(5)]
    for view in views:
        assert stdio.visible(view) == stdio.visible(game)
        assert view.seed is None
    for one in (game, *views):
        for _ in range(2):  # the start castles; then the first phase is dealt
            one.push(one.legal_ids()[0])
    assert len({json.dumps(one.to_json()["depots"]) for one in (game, *views)}) == 6


# --- going on -----------------------------------------------------------------------------------------


class _Interrupted:
    """A progress bar at which somebody presses Ctrl-C after a number of games."""

    def __init__(self, games: int) -> None:
        self.left = games

    def __call__(self, outcomes: Sequence[Outcome]) -> None:
        self.left -= len(outcomes)
        if self.left <= 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("agents", "games", "workers"), [(["random", "greedy"], 700, 2), (["BOTS:Polite", "random"], 12, 2)]
)
def test_an_interrupted_tournament_goes_on_to_the_same_tables(
    tmp_path: Path, bots: Path, agents: list[str], games: int, workers: int
) -> None:
    plan = Plan.of([agent.replace("BOTS", str(bots)) for agent in agents], games)
    whole, _ = tournament(tmp_path / "whole", plan, workers)
    store = Store.create(tmp_path / "parts", plan)
    outcome = run(store, workers, progress=_Interrupted(games // 3))
    assert outcome.interrupted
    done = Store.open(tmp_path / "parts", trusts=lambda programs: True)
    assert 0 < len(done.results) < len(plan.fixtures)
    # Whatever else ended it may have cut a line off.
    path = tmp_path / "parts" / "games.jsonl"
    text = path.read_text()
    path.write_text(text[:-20])
    again = Store.open(tmp_path / "parts", trusts=lambda programs: True)
    assert len(again.results) == len(done.results) - 1
    assert not run(again, workers).interrupted
    assert outcomes(again) == outcomes(whole)
    assert outcomes(Store.open(tmp_path / "parts", trusts=lambda programs: True)) == outcomes(whole)
    first, second = (summarise(plan, store.in_order(), speeds=False) for store in (again, whole))
    assert without_speeds(first) == without_speeds(second)


def test_a_folder_is_not_taken_twice(tmp_path: Path) -> None:
    plan = Plan.of(["random"], 1)
    Store.create(tmp_path, plan)
    with pytest.raises(StoreError, match="holds a tournament already; go on with it by --resume"):
        Store.create(tmp_path, plan)


def _edited(folder: Path, **changes: Any) -> None:
    path = folder / "tournament.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_folders_that_can_not_be_gone_on_with(tmp_path: Path) -> None:
    def refused(message: str) -> None:
        with pytest.raises((ArenaError, StoreError), match=message):
            Store.open(tmp_path, trusts=lambda programs: True)

    refused("holds no tournament")
    tournament(tmp_path, Plan.of(["random"], 3))
    games = tmp_path / "games.jsonl"
    text = games.read_text()
    games.write_text(text.replace("{", "[", 1))
    refused(r"games\.jsonl, line 1: no JSON object")
    games.write_text(text + '{"game": 0}\n')
    refused(r"games\.jsonl, line 4: no game of this tournament")
    games.write_text(text)
    _edited(tmp_path, seed=2)
    refused("line 1: game 0 has another seed or other players here")
    _edited(tmp_path, seed=1, version="0.0.0")
    refused(r"tournament\.json: begun with version 0\.0\.0")
    _edited(tmp_path, version=__version__, data={"folder": None, "hash": "0"})
    refused("begun with other component data")
    _edited(tmp_path, format="burgundy-arena/9")
    refused("the format is 'burgundy-arena/9'")
    (tmp_path / "tournament.json").write_text('{"format": "burgundy-arena/1"}')
    refused("'version'.* is missing")
    (tmp_path / "tournament.json").write_text("{")
    refused(r"tournament\.json: ")


# --- failing ------------------------------------------------------------------------------------------


def failures(
    folder: Path, bots: Path, bot: str, on_error: str, workers: int = 0, games: int = 3
) -> tuple[Store, Run]:
    return tournament(folder, Plan.of([f"{bots}:{bot}", "random"], games, on_error=on_error), workers)


def test_a_failure_stops_the_tournament_and_can_be_mended(tmp_path: Path, bots: Path) -> None:
    mended = tmp_path / "mended"
    store, outcome = failures(tmp_path / "t", bots, f"Fails:mended={mended}", "stop")
    assert outcome.stopped
    assert not store.results
    [(failure, path)] = outcome.crashes
    document = json.loads(path.read_text())
    assert path.name == "crash-000000.json"
    assert document["error"] == failure.error == "ZeroDivisionError: seven by nine"
    assert (document["game"], document["seat"], document["seed"]) == (0, 0, store.plan.fixtures[0].seed)
    assert document["agent"] == f"{bots}:Fails:mended={mended}"
    assert "in act" in document["traceback"]
    position = Game.from_json(document["position"], seed=1)
    assert position.active == 0
    assert document["position"]["phase"] == "B"
    mended.touch()
    again = Store.open(tmp_path / "t", trusts=lambda programs: True)
    assert not run(again, 0).stopped
    assert len(again.results) == len(again.plan.fixtures)


def test_a_failure_can_be_left_out(tmp_path: Path, bots: Path) -> None:
    store, outcome = failures(tmp_path / "t", bots, "Fails", "skip")
    assert not outcome.stopped
    assert len(outcome.crashes) == len(store.results) == 4
    summary = summarise(store.plan, store.in_order(), speeds=False)
    assert summary["games"] == {"planned": 4, "played": 4, "failed": 4, "forfeited": 0}
    assert [agent["games"] for agent in summary["agents"]] == [0, 0]
    assert {agent["name"]: agent["failures"] for agent in summary["agents"]} == {f"{bots}:Fails": 4, "random": 0}
    assert "4 of them failed and are not counted" in report(summary)
    # They are done: going on does not play them again.
    assert not run(Store.open(tmp_path / "t", trusts=lambda programs: True), 0).crashes


def test_a_failure_can_lose_the_game(tmp_path: Path, bots: Path) -> None:
    store, _ = failures(tmp_path / "t", bots, "Fails", "forfeit")
    assert {(result.decided_by, result.seats[result.winners[0]]) for result in store.in_order()} == {
        ("forfeit", "random")
    }
    summary = summarise(store.plan, store.in_order(), speeds=False)
    winner, loser = summary["agents"]
    assert (winner["name"], winner["wins"], winner["vp"]) == ("random", 4, None)
    assert (loser["wins"], loser["failures"]) == (0, 4)


def test_of_the_others_whoever_leads_wins_a_forfeited_game(tmp_path: Path, bots: Path) -> None:
    plan = Plan.of([f"{bots}:Fails", "random", "random"], 6, config={"players": 3}, on_error="forfeit")
    store, _ = tournament(tmp_path / "t", plan)
    for result in store.in_order():
        first, second, last = result.ranking
        assert result.seats[last] == f"{bots}:Fails"
        assert result.totals[first] >= result.totals[second]
    assert (
        len({result.totals[result.ranking[0]] - result.totals[result.ranking[1]] for result in store.in_order()}) > 1
    )


@pytest.mark.parametrize(
    ("bot", "error"),
    [
        ("Cheats", "IllegalAction: 'end' is not legal here; seat 0 in phase A round 1 may play: start h2"),
        ("Silent", "TypeError: an action is its string or its id, not None"),
        ("Quits", "SystemExit: 3"),
        ("Missing", ""),
    ],
)
def test_what_counts_as_failing(tmp_path: Path, bots: Path, bot: str, error: str) -> None:
    if bot == "Missing":
        plan = Plan.of(["stdio:cmd=/no/such/bot", "random"], 2)
        _, outcome = tournament(tmp_path / "t", plan)
        error = "AgentError: stdio: /no/such/bot can't be started"
    else:
        _, outcome = failures(tmp_path / "t", bots, bot, "stop")
    [(failure, _)] = outcome.crashes
    assert failure.error.startswith(error)


@pytest.mark.parametrize("on_error", ["stop", "skip", "forfeit"])
def test_a_process_that_dies_is_replaced(tmp_path: Path, bots: Path, on_error: str) -> None:
    store, outcome = failures(tmp_path / "t", bots, "Dies", on_error, workers=1, games=2)
    assert len(outcome.crashes) == (1 if on_error == "stop" else 2)
    failure, path = outcome.crashes[0]
    assert failure.error == "ChildProcessError: the process that played the game ended with exit code 7"
    document = json.loads(path.read_text())
    assert document["agent"] == f"{bots}:Dies"
    position = Game.from_json(document["position"], seed=1)
    assert position.active == document["seat"] == failure.seat
    decided_by = {"stop": [], "skip": ["error"] * 2, "forfeit": ["forfeit"] * 2}[on_error]
    assert [result.decided_by for result in store.in_order()] == decided_by
    report(summarise(store.plan, store.in_order(), speeds=False))
    write_csv(tmp_path / "games.csv", store.in_order())


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_is_not_for_the_processes(tmp_path: Path, bots: Path) -> None:
    store, outcome = failures(tmp_path / "t", bots, "Interrupts", "stop", workers=1, games=2)
    assert not outcome.crashes
    assert len(store.results) == 2


# --- the tables ---------------------------------------------------------------------------------------


def test_every_source_of_points_is_in_one_group() -> None:
    assert Counter(source for sources in SCORE_GROUPS.values() for source in sources) == Counter(SCORE_NAMES)


def _game(number: int, seats: list[str], totals: list[int]) -> Result:
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    points = [{"regions": total - 1, "m7": 1} for total in totals]
    decisions, thinking = [10 * (seat + 1) for seat in range(len(seats))], [0.5] * len(seats)
    return Result(
        number,
        number // 2,
        number // 2,
        seats,
        [1, 1],
        totals,
        points,
        order,
        order[:1],
        "points",
        decisions,
        1.0,
        thinking,
    )


def test_the_summary_against_numbers_worked_out_by_hand() -> None:
    plan = Plan.of(["random", "greedy"], 4)
    games = [
        _game(0, ["random", "greedy"], [30, 70]),
        _game(1, ["greedy", "random"], [80, 50]),
        _game(2, ["random", "greedy"], [60, 50]),
        _game(3, ["greedy", "random"], [60, 40]),
    ]
    summary = summarise(plan, games, speeds=False)
    greedy, random = summary["agents"]
    assert (greedy["name"], greedy["games"], greedy["wins"], greedy["win_rate"]) == ("greedy", 4, 3, 0.75)
    assert greedy["win_rate_interval"] == pytest.approx([0.3006, 0.9544], abs=1e-4)
    assert (greedy["vp"], random["vp"]) == (65, 45)
    # Two seeds: sums of deviations +20 and -20 for greedy; error sqrt(800 * 2) / 4 = 10, Student's 12.706.
    assert greedy["vp_interval"] == pytest.approx([65 - 127.06, 65 + 127.06], abs=0.01)
    assert greedy["sources"] == {"regions": 64, "m7": 1}
    assert (greedy["points"]["regions"], greedy["points"]["livestock"], sum(greedy["points"].values())) == (64, 1, 65)
    # 20 + 10 + 20 + 10 decisions in 2 s.
    assert (greedy["decisions_per_second"], greedy["decisions_per_game"]) == (30, 15)
    assert summary["pairs"] == [
        {"first": "random", "second": "greedy", "games": 4, "first_ahead": 1, "rate": 0.25,
         "interval": pytest.approx([0.0456, 0.6994], abs=1e-4)}
    ]  # fmt: skip
    assert greedy["expected_win_rate"] == 0.5
    assert greedy["rating"]["mu"] > 25 > random["rating"]["mu"]


def test_reports_in_all_styles() -> None:
    plan = Plan.of(["random", "greedy", "chateauma:hard"], 1)
    games = [_game(0, ["random", "greedy"], [30, 70]), _game(1, ["random", "chateauma:hard"], [30, 250])]
    summary = summarise(plan, games, speeds=False)
    texts = {style: report(summary, style) for style in STYLES}
    for text in texts.values():
        assert "2 of 4 games in 3 match-ups, seed 1" in text
        assert "Equal agents would win 50.0 %." in text
        assert "against it seats can't be exchanged" in text
    rows = [line.split() for line in texts["text"].splitlines()]
    assert ["3", "random", "2", "0.0", "0.0-65.8", "30.0"] in [row[:6] for row in rows]
    assert "| 2 | chateauma:hard | - | - | 100.0 [20.7-100.0] |" in texts["markdown"]
    assert r"2 & chateauma:hard & 1 & 100.0 & 20.7-100.0 & 250.0" in texts["latex"]
    assert texts["latex"].count(r"\begin{tabular}") == texts["latex"].count(r"\end{tabular}") == 3
    assert r"wins \%" in texts["latex"]
    outside = re.sub(r"(?s)\\begin\{tabular\}.*?\\end\{tabular\}", "", texts["latex"])
    assert all(line.startswith("%") for line in outside.splitlines() if line)


def test_the_csv_has_a_row_for_every_seat(tmp_path: Path) -> None:
    write_csv(tmp_path / "games.csv", [_game(0, ["random", "chateauma:hard"], [30, 250])])
    with open(tmp_path / "games.csv", encoding="utf-8") as file:
        first, second = csv.DictReader(file)
    assert (first["agent"], first["total"], first["place"], first["won"], first["regions"]) == (
        "random",
        "30",
        "2",
        "0",
        "29",
    )
    assert (second["seat"], second["place"], second["won"], second["m7"], second["m15"]) == ("1", "1", "1", "1", "0")


def test_speeds_are_measured_of_compiled_agents(tmp_path: Path) -> None:
    plan = Plan.of(["random", "chateauma:easy"], 1)
    store, _ = tournament(tmp_path / "t", plan)
    speeds = {row["name"]: row["decisions_per_second"] for row in summarise(plan, store.in_order())["agents"]}
    assert speeds["random"] > 1000
    assert speeds["chateauma:easy"] is None


def test_a_plan_is_the_same_read_back() -> None:
    plan = Plan.of(["random", "chateauma:hard+AD"], 7, config="duchies3p", seed=5, on_error="skip")
    assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    assert plan.config == GameConfig.of("duchies3p")


def test_a_tournament_does_not_go_on_with_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the heuristic had become better meanwhile; whoever has asked for its first version goes on with that."""
    Store.create(tmp_path / "newest", Plan.of(["heuristic", "random"], games=2)).close()
    Store.create(tmp_path / "first", Plan.of(["heuristic@1", "random"], games=2)).close()
    newest = ENTRIES["heuristic"]
    monkeypatch.setitem(ENTRIES, "heuristic", replace(newest, version=2, earlier=(newest,)))
    with pytest.raises(ArenaError, match='begun with "heuristic@1", and it would go on with heuristic@2'):
        Store.open(tmp_path / "newest")
    Store.open(tmp_path / "first")


def test_records_name_the_version(tmp_path: Path) -> None:
    plan = Plan.of(["heuristic", "random:name=me"], games=2, records=str(tmp_path / "records"))
    store = Store.create(tmp_path / "t", plan)
    run(store, 0)
    assert Record.load(tmp_path / "records" / "game-000000.jsonl").players == ("heuristic@1", "me")
    assert summarise(plan, store.in_order(), speeds=False)["agents"][0]["version"] == "heuristic@1"


def test_actions_that_are_kept_are_those_of_the_game() -> None:
    """In batches and one by one the same, and from the seed they lead to the result."""
    plan = Plan.of(["heuristic", "turn:futures=2", "random"], games=3, config={"players": 3}, keeps_actions=True)
    for in_batch in play_batch(plan, plan.fixtures[:3]):
        alone = Cast(plan).play(plan.fixtures[in_batch.game])
        assert isinstance(alone, Result)
        assert alone.actions == in_batch.actions is not None
        game = Game.new(plan.config, seed=in_batch.seed)
        for action in unpacked(in_batch.actions):
            game.push(action)
        assert [entry["total"] for entry in game.scores()] == in_batch.totals
    unkept = Plan.of(["random", "greedy"], games=1)
    assert play_batch(unkept, unkept.fixtures[:1])[0].actions is None

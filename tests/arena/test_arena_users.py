"""Tournaments with compiled players of users: whatever one does, the games of the others go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from burgundy_env.arena import Plan, Result, Run, Store, run
from burgundy_env.arena.play import Cast, has_users, play_batch
from burgundy_env.arena.users import play_users

EXAMPLE = Path(__file__).parents[2] / "examples" / "compiled_bot.py"
BOTS = """
from burgundy_env.players.kit import below

def choose(t, s, stream, ids, count):
    return ids[below(stream, count)]

def last(t, s, stream, ids, count):
    return ids[count - 1]

def raising(t, s, stream, ids, count):
    if s.phase == 1:
        raise ValueError("too hot")
    return ids[0]

def illegal(t, s, stream, ids, count):
    return 5000 if s.phase == 1 else ids[0]

def broken(t, s, stream, ids, count):
    return nowhere

def endless(t, s, stream, ids, count):
    n = 0
    while s.phase == 1:
        n = n * 7 + below(stream, 3)
        if n == -1:
            break
    return ids[0]

def crashing(t, s, stream, ids, count):
    if s.phase == 1:
        s.vp[1_000_000_000_000] = 1
    return ids[0]
"""


@pytest.fixture
def users(tmp_path: Path) -> Path:
    (tmp_path / "users.py").write_text(BOTS)
    return tmp_path / "users.py"


def timeless(result: object) -> dict[str, object]:
    assert isinstance(result, Result)
    return {key: value for key, value in vars(result).items() if key not in ("seconds", "thinking")}


def tournament(folder: Path, plan: Plan, workers: int) -> tuple[Store, Run]:
    store = Store.create(folder, plan)
    return store, run(store, workers)


@pytest.mark.parametrize(
    "config", [{"players": 2}, {"players": 2, "chateauma": "hard+A"}, {"players": 3, "modules": "all"}]
)
def test_a_batch_plays_what_is_played_one_by_one(users: Path, config: dict[str, object]) -> None:
    plan = Plan.of([f"{users}:choose", f"{users}:last", "reflex"], 4, config=config)
    fixtures = [fixture for fixture in plan.fixtures if has_users(plan, fixture)][:8]
    cast = Cast(plan)
    batched = play_users(plan, fixtures)
    assert [timeless(one) for one in batched] == [timeless(cast.play(fixture)) for fixture in fixtures]
    assert [timeless(play_users(plan, [fixture])[0]) for fixture in fixtures] == [timeless(one) for one in batched]
    ours = [fixture for fixture in plan.fixtures if not has_users(plan, fixture)]
    assert all(isinstance(one, Result) for fixture in ours for one in play_batch(plan, [fixture]))


@pytest.mark.parametrize("workers", [0, 2])
def test_whoever_fails_is_named_and_the_others_play_on(users: Path, tmp_path: Path, workers: int) -> None:
    bad = {"raising": "ValueError: too hot", "illegal": "5000", "broken": "can't be compiled: NameError"}
    plan = Plan.of([f"{users}:choose", *(f"{users}:{name}" for name in bad), "random"], 2, on_error="skip")
    store, outcome = tournament(tmp_path / "t", plan, workers)
    assert len(store.results) == len(plan.fixtures) == 20
    sound = {f"{users}:choose", "random"}
    assert {result.game for result in store.in_order() if result.counts} == {
        result.game for result in store.in_order() if set(result.seats) <= sound
    }
    for failure, path in outcome.crashes:
        name = str(failure.agent).rpartition(":")[2]
        assert bad[name] in failure.error
        assert path.exists()
        assert failure.position is not None
    assert {str(failure.agent).rpartition(":")[2] for failure, _ in outcome.crashes} == set(bad)


def test_it_stops_with_what_was_played(users: Path, tmp_path: Path) -> None:
    plan = Plan.of([f"{users}:raising", "random"], 4)
    store, outcome = tournament(tmp_path / "t", plan, 0)
    assert outcome.stopped
    assert len(outcome.crashes) == 1
    assert not store.results


def test_one_that_makes_no_end_loses_its_game_only(users: Path, tmp_path: Path) -> None:
    solo = {"players": 1, "chateauma": "easy"}
    plan = Plan.of([f"{users}:endless", f"{users}:choose"], 1, config=solo, on_error="forfeit")
    store, outcome = tournament(tmp_path / "t", plan, 1)
    assert [failure.error for failure, _ in outcome.crashes] == [
        "TimeoutError: no answer within 10 s of processor time or 120 s in all"
    ]
    assert outcome.crashes[0][0].agent == f"{users}:endless"
    assert {result.decided_by == "forfeit" for result in store.in_order()} == {True, False}


SLEEPING = """
import sys, time
from contextlib import ExitStack
from burgundy_env.arena import watch
watch.SLEEP = 1
class Play:
    marks, busy = 0, sys.argv[1] == "answers"
    def mark(self):
        self.marks += self.busy
        return self.marks
    def overdue(self, processor, passed):
        return watch.overdue(processor, passed)
    def given_up(self):
        return ["slept"], ()
with watch.Watch(Play(), lambda *told: print(*told, flush=True)):
    time.sleep(3)
print("over")
"""


@pytest.mark.parametrize(("how", "told"), [("sleeps", "['slept'] ()\n"), ("answers", "over\n")])
def test_one_that_sleeps_is_not_waited_for(how: str, told: str) -> None:
    done = subprocess.run([sys.executable, "-c", SLEEPING, how], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == (told, "")


@pytest.mark.parametrize("records", [False, True], ids=["in a batch", "one by one"])
def test_a_process_that_dies_costs_no_other_game_and_who_ended_it_is_named(
    users: Path, tmp_path: Path, records: bool
) -> None:
    texts = [f"{users}:choose", f"{users}:crashing", "random"]
    plan = Plan.of(texts, 1, on_error="forfeit", records=str(tmp_path) if records else None)
    store, outcome = tournament(tmp_path / "t", plan, 1)
    for failure, _ in outcome.crashes:
        assert "ended by signal" in failure.error
        assert failure.agent == failure.result.seats[failure.seat or 0] == texts[1]
        assert failure.position is not None
        assert (failure.position["phase"], failure.position["active"]) == ("B", failure.seat)
        assert failure.result.ranking[-1] == failure.seat
    for result in store.in_order():
        assert result.decided_by == ("forfeit" if texts[1] in result.seats else result.decided_by)
        assert result.is_complete == (texts[1] not in result.seats)
    assert len(outcome.crashes) == sum(texts[1] in result.seats for result in store.in_order()) > 0


def test_the_example_beats_random_play() -> None:
    plan = Plan.of([f"{EXAMPLE}:choose:futures=1", "random"], 6)
    results = play_users(plan, plan.fixtures)
    assert all(plan.texts[0] in timeless(one)["seats"] for one in results)  # type: ignore[operator]
    for one in results:
        assert isinstance(one, Result)
        assert one.seats[one.winners[0]] == plan.entrants[0].name

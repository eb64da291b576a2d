"""Threads that share the games of a vector: none is waited for that has not begun, none outlives its vector."""

from __future__ import annotations

import gc
import os
import threading
import time

import numpy as np
import pytest

from burgundy_env.envs.threads import ThreadPool
from burgundy_env.envs.vector import SelfPlayVectorEnv

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")


class Games:
    """Counts how often each of n games is played and by whom; stands in for the kernel."""

    def __init__(self, n: int) -> None:
        self.n, self.by, self.lock = n, [[] for _ in range(n)], threading.Lock()

    def share(self, piece: int, progress: np.ndarray, rank: int, patience: int) -> bool:
        """As `step_games`."""
        threads = len(progress) - 1
        for whose in [(rank + k) % threads for k in range(threads)]:
            end = (whose + 1) * self.n // threads
            while True:
                with self.lock:
                    first = whose * self.n // threads + int(progress[whose])
                    progress[whose] += piece
                if first >= end:
                    break
                last = min(first + piece, end)
                for i in range(first, last):
                    self.play(i, rank)
                with self.lock:
                    progress[threads] += last - first
        return bool(progress[threads] >= self.n)

    def play(self, i: int, rank: int) -> None:
        """One of them."""
        self.by[i].append(rank)


def alive() -> set[threading.Thread]:
    """Threads of pools."""
    return {thread for thread in threading.enumerate() if thread.name == "burgundy"}


def wait_until(what) -> None:
    """At most ten seconds."""
    end = time.monotonic() + 10
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("size", [1, 2, 3, 5])
@pytest.mark.parametrize("n", [5, 64, 1000])
def test_every_game_is_played_once(size, n):
    pool = ThreadPool(size)
    for _ in range(50):
        games = Games(n)
        pool.run(games.share, n)
        assert [len(by) for by in games.by] == [1] * n
    pool.close()


def test_nobody_waits_for_a_thread_that_has_not_woken():
    """The only other thread is held up before its first game; all are played nevertheless."""
    pool, games, gate = ThreadPool(2), Games(100), threading.Event()

    def late(piece, progress, rank, patience):
        if rank == 1:
            gate.wait(10)
        return games.share(piece, progress, rank, patience)

    pool.run(late, 100)
    assert games.by == [[0]] * 100
    gate.set()
    pool.close()


def test_a_thread_helped_late_does_the_newest_work_next():
    """Work that was done without a thread is over for it."""
    pool, gate, done = ThreadPool(2), threading.Event(), []

    def share(number):
        def play(piece, progress, rank, patience):
            if rank == 1:
                gate.wait(10)
                done.append(number)
            return Games(8).share(piece, progress, rank, patience)

        return play

    for number in range(20):
        pool.run(share(number), 8)
    gate.set()
    wait_until(lambda: 19 in done)
    assert len(done) <= 2
    pool.close()


def test_what_fails_in_another_thread_is_told():
    pool, begun = ThreadPool(2), threading.Event()

    class Failing(Games):
        def play(self, i, rank):
            if rank == 1:
                begun.set()
                raise ZeroDivisionError("game 7")
            begun.wait(10)
            super().play(i, rank)

    with pytest.raises(ZeroDivisionError, match="game 7"):
        pool.run(Failing(64).share, 64)
    games = Games(64)
    pool.run(games.share, 64)
    assert [len(by) for by in games.by] == [1] * 64
    pool.close()


@pytest.mark.parametrize("presses", [1, 2])
def test_nobody_plays_on_when_work_was_interrupted(presses):
    """Ctrl-C while the thread is in the middle of a game; pressed again, the next work waits for it."""
    pool, begun, gate, pressed, ended = ThreadPool(2), threading.Event(), threading.Event(), [], []

    class Interrupted(Games):
        def share(self, piece, progress, rank, patience):
            if rank == 0:
                begun.wait(10)
                if len(pressed) < presses:
                    pressed.append(rank)
                    raise KeyboardInterrupt
                gate.set()
            return super().share(piece, progress, rank, patience)

        def play(self, i, rank):
            if rank == 1 and not begun.is_set():
                begun.set()
                gate.wait(10)
                time.sleep(0.1)
            super().play(i, rank)

    class Later(Games):
        def share(self, piece, progress, rank, patience):
            ended.append([len(by) for by in games.by] == [1] * 64)
            return super().share(piece, progress, rank, patience)

    games = Interrupted(64)
    with pytest.raises(KeyboardInterrupt):
        pool.run(games.share, 64)
    assert presses == 2 or [len(by) for by in games.by] == [1] * 64
    pool.run(Later(64).share, 64)
    assert ended[0]
    pool.close()


@pytest.mark.parametrize("how", ["closed", "forgotten"])
def test_threads_end_with_their_vector(how):
    before = alive()
    envs = SelfPlayVectorEnv(64, threads=3)
    envs.reset(seed=1)
    envs.step(envs.sample_actions())
    ours = alive() - before
    assert len(ours) == 2
    if how == "closed":
        envs.close()
    del envs
    gc.collect()
    wait_until(lambda: not ours & alive())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_plays_on_alone():
    """It has none of its parent's threads."""
    envs = SelfPlayVectorEnv(64, threads=2, copy=False)
    envs.reset(seed=1)
    envs.step(envs.sample_actions())
    child = os.fork()
    if child == 0:
        try:
            for _ in range(20):
                envs.step(envs.sample_actions())
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    envs.close()

"""`burgundy play`: scripted sessions at one terminal, killed and resumed, with a record that is never wrong."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from burgundy_env import Game, Record
from burgundy_env.cli import main
from burgundy_env.sitting.sitting import Sitting
from burgundy_env.telling import choices
from burgundy_env.telling.language import say

FILE = "burgundy-7.jsonl"


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Play in a folder of its own, the answers typed in advance; returns exit code and output."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(["play", *arguments])
        return code, "".join(capsys.readouterr())

    return run


def two_people(play: Any, typed: str) -> tuple[str, Record]:
    code, out = play("--seats", "human:Ann,human:Ben", "--seed", "7", typed=typed)
    assert code == 0
    return out, Record.load(FILE)


def actions(record: Record) -> list[str]:
    return [event["action"] for event in record.events if "action" in event]


# --- answers -------------------------------------------------------------------------------------------


def test_a_number_or_the_action_itself(play: Any) -> None:
    out, record = two_people(play, "1\nstart  h7 \nd1 take 3.1\n2\n")
    game = Game.new({"players": 2}, 7)
    assert actions(record)[:3] == [game.legal_actions()[0], "start h7", "d1 take 3.1"]
    assert len(record) == 4
    assert record.players == ("human:Ann", "human:Ben")
    assert f"Go on with: burgundy play --resume {FILE}" in out


def test_numbers_count_as_listed(play: Any) -> None:
    """The list is grouped, so its numbers are not the order of the ids."""
    two_people(play, "start h2\nstart h7\nd1 workers\nd2 workers\n")
    game = Record.load(FILE).game()
    listed = choices.choices(game)
    assert sorted(choice.action for choice in listed) == sorted(game.legal_actions())
    for number, choice in enumerate(listed, 1):
        assert f"  {number:>3}  {choice.action} " in choices.listing(listed) + " "


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        ("99", "There is no action 99; the list goes from 1 to 4."),
        ("0", "There is no action 0"),
        ("end", "'end' is not among the actions"),
        ("?", "take action 7 of the list"),
        ("?2", "start h3: Put your start castle on h3"),
        ("? start h19", "start h19: Put your start castle on h19"),
        ("?x", "'x' is not among the actions"),
        ("u", "There is nothing to undo"),
        ("s", "these would be the points if it ended now"),
        ("²", "'²' is not among the actions"),
    ],
)
def test_what_is_no_action_changes_nothing(play: Any, typed: str, reply: str) -> None:
    out, record = two_people(play, f"{typed}\n")
    assert reply in out
    assert len(record) == 0


def test_the_list_and_the_board_again(play: Any) -> None:
    out, _ = two_people(play, "l\n\nb\n")
    assert out.count("    1  start h2 ") == 3
    assert out.count("Phase A  round 1 of 5") == 2


def test_the_board_is_drawn_once_a_turn(play: Any) -> None:
    out, _ = two_people(play, "1\n1\nd1 workers\n")
    assert out.count("Phase A  round 1 of 5") == 3, "for each start castle and for the turn"


def test_undo_goes_back_to_chance_and_no_further(play: Any) -> None:
    typed = "start h2\nstart h7\nd1 take 3.1\nd2 take 6.1\nu\nu\nu\nd2 take 6.2\n"
    out, record = two_people(play, typed)
    assert actions(record) == ["start h2", "start h7", "d2 take 6.2"]
    assert out.count("There is nothing to undo") == 1
    assert record.game() == Record.of(_pushed(["start h2", "start h7", "d2 take 6.2"])).game()


def test_an_undone_action_is_not_saved_any_more(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answers, saved = iter(["1", "1", "1", "u", "q"]), []

    def typed(prompt: str) -> str:
        saved.append(len(Record.load(FILE)))
        return next(answers)

    monkeypatch.setattr("builtins.input", typed)
    play("--seats", "human,human", "--seed", "7")
    assert saved == [0, 1, 2, 3, 2]


def test_an_end_of_turn_can_be_undone_until_the_next_person_decides(play: Any) -> None:
    """Who ends a turn and meant to buy first may: nothing has been seen, and nobody else has decided."""
    turn = "start h2\nstart h7\nd1 workers\nd2 workers\nend\n"
    _, record = two_people(play, f"{turn}u\nu\n")
    assert actions(record) == ["start h2", "start h7", "d1 workers"]
    Path(FILE).unlink()
    out, record = two_people(play, f"{turn}d1 workers\nu\nu\n")
    assert out.count("There is nothing to undo") == 1
    assert actions(record)[-1] == "end"


def test_what_could_be_undone_still_can_after_a_resume(play: Any) -> None:
    two_people(play, "start h2\nstart h7\nd1 workers\n")
    _, out = play("--resume", FILE, typed="u\nu\n")
    assert len(Record.load(FILE)) == 2
    assert out.count("There is nothing to undo") == 1


def test_what_an_agent_did_can_not_be_undone(play: Any) -> None:
    _, out = play("--seats", "human,random", "--seed", "7", typed="1\nu\n")
    assert Record.load(FILE).game().active == 0
    assert "There is nothing to undo" in out


def _pushed(pushed: list[str]) -> Game:
    game = Game.new({"players": 2}, 7)
    for action in pushed:
        game.push(action)
    return game


def test_choices_are_grouped_by_what_gives_them(play: Any) -> None:
    game = _pushed(["start h2", "start h7"])
    assert [choice.group for choice in choices.choices(game)] == ["Die 1 shows 3"] * 8 + ["Die 2 shows 6"] * 8
    by_name = {choice.action: choice.note for choice in choices.choices(game)}
    assert by_name["d1 take 4.2"] == "take the watchtower of depot 4 [made 4 with 1 worker]"
    assert by_name["d1 take 3.2"] == "take the warehouse of depot 3"
    document = game.to_json()
    document["players"][0]["silver"] = 2
    groups = dict.fromkeys(choice.group for choice in choices.choices(Game.from_json(document, 1)))
    assert list(groups)[2:] == ["Purchases, at any time of the turn"]


def test_purchases_and_the_end_come_last_whatever_their_ids() -> None:
    game = _pushed(["start h2", "start h7", "d1 workers", "d2 workers"])
    (end,) = choices.choices(game)
    buy, take = (
        choices.Choice(name, group, "") for name, group in (("hire", say("group.buying")), ("d1 take 1.1", "Die 1"))
    )
    assert choices.grouped([buy, end, take, buy]) == [take, buy, buy, end]


# --- seats, seeds and files ----------------------------------------------------------------------------


def test_random_seats_play_by_themselves_to_the_end(play: Any) -> None:
    code, out = play("--seats", "random,random,random", "--duchies", "random", "--seed", "7")
    record = Record.load(FILE)
    assert code == 0
    assert record.config.players == 3
    assert record.players == ("random",) * 3
    assert record.result is not None
    assert f"wins with {max(record.result['totals'])} points" in out
    assert f"burgundy replay {FILE}" in out


def test_a_program_plays_unless_told_otherwise(play: Any) -> None:
    code, out = play("--seed", "7", typed="1\n")
    assert code == 0
    assert Record.load(FILE).players == ("human", "heuristic")
    assert "seat 1 (heuristic): start h" in out


def test_without_a_seed_one_is_told_and_names_the_file(play: Any, tmp_path: Path) -> None:
    code, out = play("--seats", "human,human")
    (file,) = tmp_path.iterdir()
    assert code == 0
    assert f"seed {Record.load(file).seed}; saved in {file.name}" in out
    assert file.name == f"burgundy-{Record.load(file).seed}.jsonl"


def test_a_file_that_is_there_is_not_overwritten(play: Any, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("precious")
    code, out = play("--seed", "7")
    assert code == 2
    assert f"--resume {FILE}" in out
    assert (tmp_path / FILE).read_text() == "precious"


def test_save_names_the_file(play: Any, tmp_path: Path) -> None:
    play("--seed", "7", "--save", "mine.jsonl", typed="1\nq\n")
    assert len(Record.load(tmp_path / "mine.jsonl")) == 2


@pytest.mark.parametrize(
    "arguments", [("--seats", "human,chateauma:hard+AD"), ("--seats", "human", "--chateauma", "hard+AD")]
)
def test_the_chateauma_at_the_table(play: Any, arguments: tuple[str, ...]) -> None:
    code, out = play(*arguments, "--seed", "7", typed="1\n")
    assert code == 0
    config = Record.load(FILE).config
    assert (config.players, str(config.chateauma)) == (1, "hard+AD")
    assert "The Châteauma (hard+AD)" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seats", "human,chateauma", "--chateauma", "hard"), "the Châteauma can take part only once"),
        (("--pace", "-1"), "--pace: seconds, 0 or more, not -1"),
        (("--resume", FILE, "--chateauma", "hard"), "--chateauma is for a new game"),
        (("--seats", "human,chateauma:mild"), "chateauma.difficulty: 'mild' is unknown"),
    ],
)
def test_what_can_not_be_played_is_refused(play: Any, arguments: tuple[str, ...], said: str) -> None:
    code, out = play(*arguments)
    assert code == 2
    assert said in out


def test_a_plain_start_tells_of_a_game_that_was_not_finished(play: Any, tmp_path: Path) -> None:
    two_people(play, "1\n")
    (tmp_path / "burgundy-1.jsonl").write_text("nonsense")
    Record.of(_finished(), ["human:Ann", "human:Ben"]).save(tmp_path / "burgundy-2.jsonl")
    _, out = play("--seats", "human,human", "--seed", "8")
    assert "was not finished" not in out, "who says what to play is not asked"
    (tmp_path / "burgundy-8.jsonl").unlink()
    _, out = play()
    assert f"{FILE} is a game that was not finished (human:Ann, human:Ben; 1 actions)." in out
    assert f"burgundy play --resume {FILE}" in out
    assert len(list(tmp_path.glob("burgundy-*.jsonl"))) == 4, "and a new game was begun"


def _finished() -> Game:
    game = Game.new({"players": 2}, 2)
    while not game.is_over:
        game.push(game.legal_actions()[-1])
    return game


# --- watching without a full screen --------------------------------------------------------------------


def test_a_full_disk_is_told_once_and_the_game_goes_on(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    save, saves = Record.save, []

    def filling(self: Record, path: Any) -> None:
        saves.append(path)
        if len(saves) > 2:
            raise OSError(28, "No space left on device", str(path))
        save(self, path)

    monkeypatch.setattr(Record, "save", filling)
    code, out = play("--seats", "human:Ann,human:Ben", "--seed", "7", typed="1\n1\n1\n1\nq\n")
    assert code == 2
    assert len(saves) > 4, "it is tried after every action"
    assert out.count("No space left on device; the game goes on unsaved.") == 1
    assert "No space left on device; the game is not saved as it stands" in out
    assert len(Record.load(FILE)) == 1


@pytest.fixture
def watch(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Watch in a folder of its own, in a pipe; returns exit code and output."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        code = main(["watch", *arguments])
        return code, "".join(capsys.readouterr())

    return run


def test_agents_are_watched_and_their_game_saved(watch: Any, tmp_path: Path) -> None:
    code, out = watch("random", "random", "chateauma:easy", "--seed", "3", "--save", "game.jsonl")
    assert code == 0
    record = Record.load(tmp_path / "game.jsonl")
    assert record.result is not None
    assert str(record.config.chateauma) == "easy"
    assert " wins with " in out
    code, again = watch("game.jsonl")
    assert code == 0
    assert f"{len(record)} actions" in again
    assert " wins with " in again
    assert watch("random", "random", "--save", "game.jsonl")[0] == 2


def test_what_agents_think_is_shown_and_kept_while_they_are_watched(watch: Any) -> None:
    plain = watch("net", "random", "--seed", "3", "--save", "plain.jsonl")
    asked = watch("net", "random", "--seed", "3", "--save", "asked.jsonl", "--thoughts")
    assert plain[0] == asked[0] == 0
    assert ("\u2588" in plain[1], "\u2588" in asked[1]) == (False, True)
    without, kept = Record.load("plain.jsonl"), Record.load("asked.jsonl")
    assert without.thoughts == ()
    thinks, silent = ([step.thought for step in kept.steps() if step.game.active == seat] for seat in (0, 1))
    assert sum(bool(thought and thought.lines) for thought in thinks) > 25  # turns of a game
    assert not any(silent)


def test_what_opponents_think_is_shown_and_kept_while_one_plays(play: Any) -> None:
    seats = ("--seats", "net,human:Ann", "--seed", "7", "--plain")
    code, out = play(*seats, "--thoughts", typed="1\n" * 12)
    assert code == 0
    assert "\u2588" in out
    kept = Record.load(FILE)
    thoughts = [step.thought for step in kept.steps() if step.game.active == 0]
    assert any(thought and thought.lines for thought in thoughts)
    code, more = play("--resume", FILE, "--plain", "--thoughts", typed="1\n" * 12)
    assert code == 0
    assert "\u2588" in more
    assert Record.load(FILE).thoughts[: len(kept.thoughts)] == kept.thoughts
    Path(FILE).unlink()
    assert "\u2588" not in play(*seats, typed="1\n" * 12)[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("human:Ann", "random"), "human:Ann can't be watched; people play by: burgundy play --seats"),
        (("random", "--players", "2"), "1 agents for 2 players; give one for each"),
        (("owl", "random"), "seat 0: nobody here is called 'owl'"),
        (("random", "random", "--speed", "0"), "--speed: actions a second, more than 0, not 0"),
        (("nowhere.jsonl",), "nowhere.jsonl: No such file or directory"),
    ],
)
def test_what_can_not_be_watched_is_refused(watch: Any, arguments: tuple[str, ...], said: str) -> None:
    code, out = watch(*arguments)
    assert code == 2
    assert said in out


# --- saving, stopping, going on ------------------------------------------------------------------------


def test_a_resumed_game_goes_on_as_if_it_had_not_stopped(play: Any) -> None:
    answers = ["1\n"] * 60
    _, whole = two_people(play, "".join(answers))
    Path(FILE).unlink()
    two_people(play, "".join(answers[:25]))
    code, out = play("--resume", FILE, typed="".join(answers[25:]))
    assert code == 0
    assert "going on after 25 actions" in out
    assert Record.load(FILE) == whole


def test_a_resumed_game_may_get_another_file_and_other_players(play: Any) -> None:
    _, before = two_people(play, "1\n1\n")
    play("--resume", FILE, "--save", "other.jsonl", "--seats", "human:Cal,random", typed="1\n")
    assert Record.load(FILE) == before
    assert Record.load("other.jsonl").players == ("human:Cal", "random")
    assert len(Record.load("other.jsonl")) == 3


def test_a_record_that_was_cut_off_can_be_resumed(play: Any) -> None:
    two_people(play, "1\n1\n1\n")
    text = Path(FILE).read_text()
    Path(FILE).write_text(text[:-9])
    assert play("--resume", FILE)[0] == 0
    assert len(Record.load(FILE)) == 2


def test_a_record_of_others_needs_to_be_told_who_plays(play: Any) -> None:
    Record.of(Game.new(seed=1), ["Ann", "deep thought"]).save(FILE)
    code, out = play("--resume", FILE)
    assert code == 2
    assert "nobody here is called 'Ann'; say who plays with --seats" in out


def test_a_finished_game_shows_its_end_again(play: Any) -> None:
    play("--seats", "random,random", "--seed", "7")
    record = Record.load(FILE)
    code, out = play("--resume", FILE)
    assert code == 0
    assert " wins with " in out
    assert Record.load(FILE) == record


def test_ctrl_c_saves_and_says_so(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1", "1", "1"])

    def typed(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typed)
    code, out = play("--seats", "human,human", "--seed", "7")
    assert code == 130
    assert "Saved in" in out
    assert len(Record.load(FILE)) == 3


def test_ctrl_c_between_an_action_and_its_saving_loses_nothing(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    save, calls = Sitting.save, []

    def interrupted(self: Sitting) -> None:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        save(self)

    monkeypatch.setattr(Sitting, "save", interrupted)
    code, _ = play("--seats", "human,human", "--seed", "7", typed="1\n1\n1\n")
    assert code == 130
    assert len(Record.load(FILE)) == 2


def test_a_session_killed_in_the_middle_can_be_resumed(play: Any, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "burgundy_env", "play", "--seats", "human,human", "--seed", "7"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=tmp_path) as process:
        assert process.stdin is not None
        process.stdin.write(b"1\n1\n1\n")
        process.stdin.flush()
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and not _has_actions(tmp_path / FILE, 3):
            time.sleep(0.05)
        process.kill()
    assert len(Record.load(tmp_path / FILE)) == 3
    code, _ = play("--resume", FILE, typed="1\nq\n")
    assert code == 0
    assert len(Record.load(tmp_path / FILE)) == 4


def _has_actions(file: Path, number: int) -> bool:
    return file.exists() and file.read_text().count('"action"') >= number


def test_at_a_terminal_in_colour_with_ctrl_c(tmp_path: Path) -> None:
    """A real terminal: colour by itself, and Ctrl-C as people press it."""
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "burgundy_env", "play", "--plain", "--seats", "human,human", "--seed", "7"]
    process = subprocess.Popen(
        command, stdin=child, stdout=child, stderr=child, cwd=tmp_path, env=environment, start_new_session=True
    )
    os.close(child)
    seen, typed, stopped = b"", False, False
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        try:
            if stopped and not select.select([parent], [], [], 1)[0]:
                # readline misses a Ctrl-C that comes between its prompt and its waiting; people press again
                process.send_signal(signal.SIGINT)
                continue
            seen += os.read(parent, 65536)
        except OSError:  # the terminal's other end is closed
            break
        if b"seat 0 (human)> " in seen and not typed:
            typed = True
            os.write(parent, b"1\n")
        if b"seat 1 (human)> " in seen and not stopped:
            stopped = True
            process.send_signal(signal.SIGINT)
    code = process.wait(timeout=60)
    os.close(parent)
    assert code == 130
    assert b"\x1b[" in seen
    assert b"Traceback" not in seen
    assert f"Saved in {FILE}".encode() in seen
    assert len(Record.load(tmp_path / FILE)) == 1

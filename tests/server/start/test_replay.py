"""`crownhouse replay`: what it prints and how it exits, twice through the console script."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.forked import run
from tests.server.start.commands import RECORDS, SCRIPT, crownhouse, in_this_process


@pytest.fixture
def changed(tmp_path):
    """Writes a golden record with something else in place of what stands there."""

    def write(name, right, wrong):
        text = (RECORDS / f"{name}.record").read_text(encoding="utf-8")
        assert text.count(right) == 1
        path = tmp_path / f"{name}.record"
        path.write_text(text.replace(right, wrong), encoding="utf-8")
        return path

    return write


def test_a_finished_game_ends_with_its_standings():
    done = crownhouse("replay", RECORDS / "one-round.record")
    assert (done.status, done.err) == (0, [])
    assert done.out == [
        "court rounds=1",
        "seat 1: amber",
        "seat 2: birch",
        "",
        "   0         deal : 2",
        "   1  birch  roll : 3 3 1",
        "   2  birch  keep 1 3 3",
        "   3  birch  take farmer",
        "   4  amber  roll : 6 2 4",
        "   5  amber  keep 2 4 6",
        "   6  amber  take nothing",
        "",
        "Standings",
        "   1. birch (score 4)",
        "   2. amber (score 3)",
    ]


def test_an_unfinished_game_ends_with_who_is_to_move():
    done = crownhouse("replay", RECORDS / "german-example.record")
    assert (done.status, done.err) == (0, [])
    assert done.out[-1] == "To move: Susanne"


@pytest.mark.parametrize("version", [1, 2])
def test_a_record_may_stop_before_the_deal(tmp_path, version):
    path = tmp_path / "new.record"
    path.write_text(f"crownhouse record {version}\ngame court\nseats a, b\n")
    assert in_this_process("replay", path)[:2] == (0, ["", "Not started yet."])


def test_records_of_both_versions_are_replayed_alike(changed):
    """With or without keys and signatures, which a replay reads over."""
    older = changed("one-round", "crownhouse record 1", "crownhouse record 1")
    expected = crownhouse("replay", older)
    for version in ("crownhouse record 2", f"crownhouse record 2\nkey 1 SHA256:{'a' * 43}"):
        newer = changed("one-round", "crownhouse record 1", version)
        with newer.open("a") as file:
            file.write("signature 1 AAAA\n")
        assert crownhouse("replay", newer) == expected
    assert expected.status == 0


@pytest.mark.parametrize(
    ("name", "right", "wrong", "step"),
    [
        ("one-round", "1 2 roll : 3 3 1", "1 2 roll : 3 3 7", 1),
        ("one-round", "1 2 roll : 3 3 1", "1 1 roll : 3 3 1", 1),
        ("one-round", "2 2 keep 1 3 3", "2 2 keep 1 3 4", 2),
        ("one-round", "3 2 take farmer", "3 2 take knight", 3),
        ("one-round", "result 2 1", "result 1 1", 6),
        ("german-example", "40 1 use astronomer 4>2", "40 1 use astronomer 4>3", 40),
        ("german-example", "21 2 undo", "21 1 undo", 21),
        ("two-pages", "\n1 ", "\n2 ", 1),
    ],
)
def test_a_broken_record_is_told_up_to_the_step_that_is_wrong(changed, name, right, wrong, step):
    done = in_this_process("replay", changed(name, right, wrong))
    assert done.status == 1
    assert done.err[-1].startswith(f"step {step}: ")
    assert len(done.err[-1]) > len(f"step {step}: ")
    told = [int(line.split()[0]) for line in done.out if line[:4].strip().isdecimal()]
    assert told == list(range(len(told)))
    assert told[-1:] == [step if right.startswith("result") else step - 1]


def test_why_a_step_is_wrong_is_said_in_the_words_of_its_game(changed):
    """Games refuse some things by the same codes."""
    done = in_this_process("replay", changed("intrigue-by-hand", "\n1 1 play", "\n1 1 roll"))
    assert done.err[-1] == "step 1: That isn't a move. Try: play heir end, reveal, leave, remove 2."


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"just a text\n",
        b"\x7fELF\x00\xff\xfe",
        b"crownhouse record 2\n",
        b"crownhouse record 1\ngame chess\nseats a, b\n0 deal : 1\n",
        b"crownhouse record 1\ngame court\nseats a\n0 deal : 1\n",
    ],
)
def test_what_is_no_record_gets_one_sentence(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    done = in_this_process("replay", path)
    assert (done.status, done.out, len(done.err)) == (2, [], 1)


def test_a_file_that_cannot_be_read_gets_one_sentence(tmp_path):
    for path in (tmp_path, tmp_path / "missing"):
        done = in_this_process("replay", path)
        assert (done.status, done.out, len(done.err)) == (2, [], 1)


def test_names_in_a_file_cannot_steer_the_terminal(changed):
    path = changed("one-round", "amber, birch", "%1B[2J%07amber, \x1b]52;c;x\x07birch")
    done = in_this_process("replay", path)
    assert done.status == 0
    assert all(line.isprintable() for line in done.out)


def test_a_terminal_that_cannot_show_a_name_stops_nothing():
    done = subprocess.run(
        [SCRIPT, "replay", RECORDS / "four-pages.record"],
        capture_output=True,
        encoding="ascii",
        check=False,
        env={**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-4] == "   1. ? (score 73)"


def watched(path: Path, *lines: str) -> list[str]:
    """What somebody reads who looks at a record through pipes."""
    done = run(
        ["crownhouse", "replay", "--watch", path],
        said="".join(f"{line}\n" for line in lines),
        encoding="utf-8",
        env={**os.environ, "LANG": "en_US.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    lines_said: list[str] = done.stdout.splitlines()
    return lines_said


def test_any_record_can_be_looked_at_and_played_on():
    """By the words of plain mode in a pipe; on from there goes a game against bots."""
    said = watched(RECORDS / "one-round.record", "on 2", "back turn", "play amber", "yes", "look")
    assert said[0] == "Looking again at To Court the King: amber, birch."
    assert "birch rolls 3 3 1." in said
    assert any(line.startswith("Position 2 of 6, round 1.") for line in said)
    assert any(line.endswith("To Court the King, round 1.") for line in said)


def test_a_record_that_cannot_be_looked_at_is_told(tmp_path):
    """With the statuses of a record that is only checked."""
    path = tmp_path / "new.record"
    path.write_text("crownhouse record 1\ngame court\nseats a, b\n")
    assert in_this_process("replay", "--watch", path).status == 2

"""`crownhouse analyse`: what it prints, what it writes, and how it exits."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from engine import codec
from engine.analysis.findings import Analysis
from tests.server.start.commands import RECORDS, in_this_process


def test_a_report_says_how_every_chance_became_a_result() -> None:
    """With the chances over the game above."""
    status, out, err = in_this_process("analyse", RECORDS / "one-round.record")
    assert (status, err) == (0, [])
    assert any(line.startswith("Chances to win, by round") for line in out)
    assert sum(" decision" in line for line in out) == 2
    assert sum("own dice" in line for line in out) == 2
    assert max(map(len, out)) <= 78


def test_one_seat_alone_is_told_if_it_is_asked_for() -> None:
    """The curve is everybody's all the same."""
    _, whole, _ = in_this_process("analyse", RECORDS / "one-round.record")
    status, out, err = in_this_process("analyse", RECORDS / "one-round.record", "--seat", "2")
    assert (status, err) == (0, [])
    assert sum(" decision" in line for line in out) == 1
    assert set(out) <= set(whole)


def test_programs_get_the_whole_analysis_as_json() -> None:
    """As it is stored; the same every time."""
    status, out, _ = in_this_process("analyse", RECORDS / "one-round.record", "--json")
    assert status == 0
    analysis = codec.decode(Analysis, out[0].encode())
    assert analysis.complete
    assert analysis.done == (1, 2)
    assert in_this_process("analyse", RECORDS / "one-round.record", "--json")[1] == out


def test_the_curve_is_written_as_a_picture(tmp_path: Path) -> None:
    """Beside the report."""
    path = tmp_path / "curve.svg"
    status, out, _ = in_this_process("analyse", RECORDS / "one-round.record", "--svg", path)
    assert status == 0
    assert out
    assert ET.fromstring(path.read_text("utf-8")).tag.endswith("svg")  # noqa: S314


def test_a_picture_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    """Without a file of a game that is not over, either."""
    record = RECORDS / "one-round.record"
    assert in_this_process("analyse", record, "--svg", tmp_path / "no" / "curve.svg") == (
        2, [], [f"{tmp_path / 'no' / 'curve.svg'}: No such file or directory"],
    )  # fmt: skip
    assert in_this_process("analyse", record, "--svg", tmp_path).err == [f"{tmp_path}: Is a directory"]
    in_this_process("analyse", RECORDS / "german-example.record", "--svg", tmp_path / "curve.svg")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([RECORDS / "german-example.record"], 1, "This game is not over yet"),
        ([RECORDS / "one-round.record", "--seat", "3"], 2, "seat"),
        ([RECORDS / "missing.record"], 2, "No such file"),
        ([Path(__file__)], 2, "This isn't a record"),
    ],
)
def test_what_cannot_be_analysed_is_said_in_one_line(arguments: list, status: int, message: str) -> None:
    """Nothing is printed besides."""
    found, out, err = in_this_process("analyse", *arguments)
    assert (found, out) == (status, [])
    assert len(err) == 1
    assert message in err[0]

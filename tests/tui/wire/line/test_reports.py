"""What a terminal reports is dropped whole, wherever the line cuts it, and never makes the keyboard deaf."""

from __future__ import annotations

import pytest

from tests.tui.wire.line.terminal_reports import REPORTS, STRINGS
from tests.tui.wire.line.test_keyboard import TypedKeys, typed
from tui.wire.line.keyboard import LONGEST_PASTE, PASTE_END, PASTE_START
from tui.wire.line.reports import LONGEST_STRING, PAUSE, ReportFilter


@pytest.mark.parametrize("sent", REPORTS, ids=repr)
async def test_nothing_of_a_report_is_a_key(sent: bytes):
    """At once, cut at any byte, byte by byte, twice in a row; the key behind it counts."""
    assert await typed(sent + b"q") == ["q"]
    for cut in range(1, len(sent)):
        assert await typed(sent[:cut], sent[cut:], b"q") == ["q"], (sent[:cut], sent[cut:])
    assert await typed(*[bytes([byte]) for byte in sent + sent], b"q") == ["q"]


@pytest.mark.parametrize(
    "begun", [b"\x1b]", b"\x1bP", b"\x1b_", b"\x1b^", b"\x1bX", *[s[:5] for s in STRINGS]]
)
async def test_a_string_that_never_ends_is_over_after_a_pause(begun: bytes):
    """Alt+] and its like keep the keyboard silent for a second, not for ever."""
    hands = TypedKeys()
    hands.keyboard.feed(begun)
    assert hands.keyboard._timer is not None
    hands.keyboard._tick()
    hands.keyboard.feed(b"q")
    hands.keyboard.close()
    assert hands.heard == ["q"]


@pytest.mark.parametrize("key", [(b"\x1b[A", "up"), (b"\x1bOB", "down"), (b"\x1b[5~", "pageup")])
async def test_a_key_with_a_sequence_ends_a_string_that_was_never_one(key: tuple[bytes, str]):
    """After Alt+] an arrow acts at once."""
    assert await typed(b"\x1b]", key[0]) == [key[1]]
    assert await typed(b"\x1b]12", key[0], b"q") == [key[1], "q"]


async def test_cancel_ends_a_string():
    """CAN and SUB do so on every terminal; neither is a key then."""
    assert await typed(b"\x1b]12\x18q") == ["q"]
    assert await typed(b"\x1bP12\x1aq") == ["q"]


def test_a_pause_is_shorter_after_a_long_string():
    """Whoever types on without a pause is not deaf for long; a long answer in one go is dropped whole."""
    reports = ReportFilter()
    assert reports.filter("\x1b]52;c;") == ""
    assert reports.patience(0.15) == PAUSE
    assert reports.filter("r" * LONGEST_STRING) == ""
    assert reports.patience(0.15) == 0.15
    assert reports.filter("ry\x07q") == "q"


@pytest.mark.parametrize(
    ("begun", "patience"), [("\x1b", 0.15), ("\x1b[", 0.15), ("\x1b[1;", PAUSE), ("\x1b[M ", PAUSE)]
)
def test_what_may_be_a_key_waits_as_long_as_one(begun: str, patience: float):
    """ESC alone is a key soon; what can only be a sequence waits for its rest."""
    reports = ReportFilter()
    assert reports.filter(begun) == ""
    assert reports.patience(0.15) == patience


async def test_a_control_ends_the_report_of_a_mouse():
    """Three characters follow, and none of them is a control: a key is not taken for one of them."""
    assert await typed(b"\x1b[M !", b"\r") == ["enter"]
    assert await typed(b"\x1b[M", b"\x1b[A", b"q") == ["up", "q"]


async def test_a_paste_may_contain_anything():
    """Nothing in a paste begins a string that would take its end along."""
    evil = "a\x9db\x9b200~c\x90"
    data = f"{PASTE_START}{evil}{PASTE_END}q".encode()
    assert await typed(data) == [("ab200~c",), "q"]
    assert await typed(*[bytes([byte]) for byte in data]) == [("ab200~c",), "q"]
    assert len(evil) < LONGEST_PASTE

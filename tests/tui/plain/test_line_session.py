"""A session takes its turn with others: much input at once costs nobody else their moment."""

from __future__ import annotations

import asyncio

import pytest

from tests.tui.lines import ended
from tests.tui.plain.test_lobby_shell import arrived, evening
from tui.plain.line_session import LINES_AT_ONCE


@pytest.mark.parametrize("terminal", [True, False])
async def test_between_two_lines_it_is_everybody_elses_turn(terminal: bool):
    """A hundred lines in one packet are obeyed one by one, and none is lost."""
    host = evening()
    wren = await arrived(host, terminal=terminal)
    wren.fresh()
    others = 0
    wren.session.feed(b"lobby\r" * 50)
    while wren.lines.count("This is the lobby.") < 50:
        before = wren.lines.count("This is the lobby.")
        await asyncio.sleep(0)
        others += 1
        assert wren.lines.count("This is the lobby.") <= before + 1
    assert others >= 50


async def test_too_many_lines_wait_for_their_time():
    """After the burst the others follow as time goes by; the end of the input waits behind them."""
    host = evening()
    wren = await arrived(host)
    wren.session.feed(b"lobby\n" * (LINES_AT_ONCE + 5))
    wren.session.end_of_input()
    await wren.until(lambda: wren.lines.count("This is the lobby.") == LINES_AT_ONCE)
    await wren.settle()
    assert wren.lines.count("This is the lobby.") == LINES_AT_ONCE
    assert not wren.task.done()
    host.time += 60
    assert await ended(wren.task) == 0
    assert wren.lines.count("This is the lobby.") == LINES_AT_ONCE + 5


async def test_a_long_paste_is_typed_at_once():
    """Thousands of keys in one packet are shown in one piece, cut to what a line holds."""
    wren = await arrived(evening(), terminal=True)
    sent = len(wren.line.sent)
    wren.session.feed(b"x" * 10_000)
    await wren.until(lambda: not wren.session.unread())
    await wren.settle()
    assert len(wren.line.sent) == sent + 1
    assert wren.lines[-1].endswith("x" * 70)


async def test_what_was_written_over_is_said_anew():
    """Ctrl+L and `redraw` say how things stand, with a question that waits; a typed line is shown once more,
    also when the client tells its size again.
    """
    wren = await arrived(evening(), terminal=True)
    wren.fresh()
    said = await wren.types("\f")
    assert said[0].startswith("Lobby. ")
    assert await wren.enters("redraw") == said
    asked = await wren.enters("forget me")
    assert (await wren.types("\f"))[-len(asked) :] == asked
    await wren.enters("no")
    await wren.types("open co")
    assert await wren.types("\f") == ["> open co"]
    wren.session.resize(80, 24)
    await wren.settle()
    assert wren.fresh() == ["> open co"]
    await wren.types("urt x y z\r")
    assert "> open court x y z" in wren.lines

"""Who can is shown a screen, everybody else sentences; and from either one can go to the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.tui.lines import Recorder, client
from tests.tui.plain.test_lobby_shell import evening
from tui.app.mode_switch import ModeSwitch
from tui.host.session import Client

PLAIN = Client("dumb", terminal=False, environment={"LANG": "en_GB.UTF-8"})


class Guest:
    """A visit on a line that is recorded."""

    def __init__(self, at: Client) -> None:
        self.host = evening()
        self.line = Recorder()
        self.visit = ModeSwitch(self.host.port("Wren"), at, self.line)
        self.task = asyncio.get_running_loop().create_task(self.visit.run())

    async def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(5000):
            if condition():
                return
            await asyncio.sleep(0.001)
        raise AssertionError(self.line.text)

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.line.text)

    async def leaves(self) -> int:
        self.visit.hang_up()
        return await asyncio.wait_for(self.task, 5)


@pytest.mark.parametrize(
    ("at", "plain"),
    [
        (client("xterm-256color"), False),
        (client("vt100"), False),
        (client("no-such-terminal"), False),
        (client("dumb"), True),
        (client("dumb-emacs-ansi"), True),
        (client("unknown"), True),
        (PLAIN, True),
        (Client("xterm-256color", terminal=False), True),
        (Client("xterm-256color", plain=True), True),
    ],
    ids=lambda value: f"{value.term}-{value.terminal}" if isinstance(value, Client) else "",
)
async def test_who_gets_what(at: Client, plain: bool):
    """By the terminal, and by what was asked for; plain mode never sends ESC."""
    guest = Guest(at)
    await guest.sees("KIWI-7")
    assert ("\x1b" not in guest.line.text) == plain
    await guest.leaves()


async def test_there_and_back():
    """/plain on the screen gives the terminal back and goes on in sentences; /screen returns."""
    guest = Guest(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/plain\r")
    await guest.sees("Tables:")
    assert "\x1b[?1049l" in guest.line.text
    assert "Welcome" not in guest.line.text
    before = len(guest.line.sent)
    guest.visit.feed(b"/screen\r")
    await guest.until(lambda: b"\x1b[?1049h" in b"".join(guest.line.sent[before:]))
    guest.visit.resize(100, 30)
    guest.visit.drained()
    assert await guest.leaves() == 0
    assert guest.host.followed == 0


async def test_a_dumb_terminal_has_no_way_to_a_screen():
    """It is told so, and plain mode goes on."""
    guest = Guest(client("dumb"))
    guest.visit.feed(b"screen\rplain\r")
    await guest.sees("This terminal can't show the screen")
    await guest.sees("You're already in plain mode.")
    guest.visit.end_of_input()
    assert await asyncio.wait_for(guest.task, 5) == 0


async def test_the_table_stays_the_same():
    """Whoever watches goes on watching in the other mode, without a seat."""
    guest = Guest(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/watch kiwi-7\r")
    await guest.until(lambda: ("follow_table", "t2") in guest.host.asked)
    guest.visit.feed(b"/plain\r")
    await guest.sees("2 seats are still free.")
    assert [asked for asked in guest.host.asked if asked[0] in {"join", "sit"}] == []
    await guest.leaves()


async def test_a_goodbye_ends_the_whole_visit():
    """Whatever was wished for at the same moment."""
    guest = Guest(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/plain\r")
    guest.visit.say_goodbye("kicked")
    assert await asyncio.wait_for(guest.task, 5) == 0
    assert "The host has ended this session." in guest.line.text

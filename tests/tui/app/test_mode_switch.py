"""Who can is shown a screen, everybody else sentences; and from either one can go to the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.registry import GAMES
from tests.server.simulation import ADA, Simulation
from tests.tui.lines import RecordingLine, client, ended, rested
from tests.tui.plain.test_lobby_shell import evening
from tests.tui.scripted_port import Hosted, player, table
from tui.app.mode_switch import ModeSwitch
from tui.host.session import ClientInfo
from tui.language import notices
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.deep_links import practice

PLAIN = ClientInfo("dumb", terminal=False, environment={"LANG": "en_GB.UTF-8"})


class RecordedVisit:
    """A visit on a line that is recorded."""

    def __init__(self, at: ClientInfo, host: Hosted | None = None, port: Any = None) -> None:
        self.host = host or evening()
        self.port = port or self.host.port("Wren")
        self.line = RecordingLine()
        self.visit = ModeSwitch(self.port, at, self.line)
        self.task = asyncio.get_running_loop().create_task(self.visit.run())

    async def until(self, condition: Callable[[], bool]) -> None:
        await rested(condition, lambda: self.line.text)

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.line.text)

    async def leaves(self) -> int:
        self.visit.hang_up()
        return await ended(self.task)


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
        (ClientInfo("xterm-256color", terminal=False), True),
        (ClientInfo("xterm-256color", plain=True), True),
    ],
    ids=lambda value: f"{value.term}-{value.terminal}" if isinstance(value, ClientInfo) else "",
)
async def test_who_gets_what(at: ClientInfo, plain: bool):
    """By the terminal, and by what was asked for; plain mode never sends ESC."""
    guest = RecordedVisit(at)
    await guest.sees("KIWI-7")
    assert ("\x1b" not in guest.line.text) == plain
    await guest.leaves()


async def test_there_and_back():
    """/plain on the screen gives the terminal back and goes on in sentences; /screen returns."""
    guest = RecordedVisit(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/plain\r")
    await guest.sees("Games and tables:")
    assert "\x1b[?1049l" in guest.line.text
    assert "Welcome" not in guest.line.text
    before = len(guest.line.sent)
    guest.visit.feed(b"/screen\r")
    await guest.until(lambda: b"\x1b[?1049h" in b"".join(guest.line.sent[before:]))
    guest.visit.drained()
    assert await guest.leaves() == 0
    assert guest.host.followed == 0


async def test_a_window_has_its_size_in_every_mode():
    """The screen is drawn to the last row, and one that comes later knows what was told in plain mode."""
    guest = RecordedVisit(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.resize(100, 30)
    await guest.until(lambda: b"\x1b[30;" in b"".join(guest.line.sent))
    guest.visit.feed(b"/plain\r")
    await guest.sees("Games and tables:")
    guest.visit.resize(90, 40)
    guest.visit.feed(b"/screen\r")
    await guest.until(lambda: b"\x1b[40;" in b"".join(guest.line.sent))
    assert await guest.leaves() == 0


async def test_a_dumb_terminal_has_no_way_to_a_screen():
    """It is told so, and plain mode goes on."""
    guest = RecordedVisit(client("dumb"))
    await guest.sees("learn a game")
    guest.visit.feed(b"screen\rplain\r")
    await guest.sees("This terminal can't show the screen")
    await guest.sees("You're already in plain mode.")
    guest.visit.end_of_input()
    assert await ended(guest.task) == 0


async def test_keys_behind_the_one_that_changes_the_mode_are_told():
    """They answer nothing in the other mode, whose questions were not seen."""
    guest = RecordedVisit(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/plain\r4\r1\r")
    await guest.sees("That line came before this question; nothing was done.")
    assert {asked[0] for asked in guest.host.asked} <= {"set"}
    guest.line.sent.clear()
    guest.visit.feed(b"screen\r\r\r")
    await guest.sees("That key came before this question.")
    assert {asked[0] for asked in guest.host.asked} <= {"set"}
    await guest.leaves()


async def test_the_table_stays_the_same():
    """Whoever watches goes on watching in the other mode, without a seat."""
    guest = RecordedVisit(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/watch kiwi-7\r")
    await guest.until(lambda: ("follow_table", "t2") in guest.host.asked)
    guest.visit.feed(b"/plain\r")
    await guest.sees("2 seats are still free.")
    assert [asked for asked in guest.host.asked if asked[0] in {"join", "sit"}] == []
    await guest.leaves()


async def test_a_goodbye_ends_the_whole_visit():
    """Whatever was wished for at the same moment."""
    guest = RecordedVisit(client("xterm-256color"))
    await guest.sees("KIWI-7")
    guest.visit.feed(b"/plain\r")
    guest.visit.say_goodbye("kicked")
    assert await ended(guest.task) == 0
    assert "The host has ended this session." in guest.line.text


SEAT_CODE = "SEAT-CODE-0123-4567"


async def test_plain_mode_is_remembered_until_the_screen_is_asked_for():
    """/plain keeps it with the account: the next session begins in it. /screen forgets it."""
    first = RecordedVisit(client("xterm-256color"))
    await first.sees("KIWI-7")
    first.visit.feed(b"/plain\r")
    await first.sees("Games and tables:")
    await first.leaves()
    second = RecordedVisit(client("xterm-256color"), first.host, first.port)
    await second.sees("Games and tables:")
    assert "\x1b" not in second.line.text
    second.visit.feed(b"/screen\r")
    await second.sees("\x1b[?1049h")
    await second.leaves()
    third = RecordedVisit(client("xterm-256color"), first.host, first.port)
    await third.sees("\x1b[?1049h")
    assert "Games and tables:" not in third.line.text
    await third.leaves()


async def test_an_announcement_is_still_there_in_the_other_mode():
    """At a table: said in plain mode, above the log on the screen. The greeting of the lobby is no news."""
    host = Hosted(replace(table(2, "KIWI-7", player("Amber"), player("Birch")), stage="over", round=3))
    host.notice = "Welcome."
    guest = RecordedVisit(client("xterm-256color"), host)
    await guest.sees("Welcome.")
    guest.visit.feed(b"/watch kiwi-7\r")
    await guest.until(lambda: ("follow_table", "t2") in host.asked)
    host.notice = "Supper at seven."
    host.tell()
    await guest.sees("Supper at seven.")
    for order in (b"/plain\r", b"/screen\r"):
        before = len(guest.line.text)
        guest.visit.feed(order)
        await guest.until(lambda before=before: "Supper at seven." in guest.line.text[before:])
        assert "Welcome." not in guest.line.text[before:]
    await guest.leaves()


@pytest.mark.parametrize("at", [client("xterm-256color"), PLAIN], ids=["screen", "plain"])
@pytest.mark.parametrize(("guest", "told"), [(True, f"/resume {SEAT_CODE}"), (False, "Your seat is kept")])
async def test_a_guest_is_told_the_code_of_their_seat_when_the_host_stops(
    at: ClientInfo, guest: bool, told: str
):
    """Whoever has a key needs none."""
    host = Hosted(replace(table(1, "KIWI-7", player("Wren")), stage="running"))
    port = host.port("Wren")
    port.me = replace(port.me, guest=guest)
    visit = RecordedVisit(at, host, port)
    await visit.sees("KIWI-7")
    visit.visit.say_goodbye("shutdown")
    assert await ended(visit.task) == 0
    assert told in visit.line.text


@pytest.mark.parametrize("at", [client("xterm-256color"), PLAIN], ids=["screen", "plain"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_is_moved_reads_the_line_to_type(at: ClientInfo, language: str):
    """On the screen and in plain mode, as players reach the host, in their language."""
    host = Hosted(replace(table(1, "KIWI-7", player("Wren")), stage="running"))
    at = replace(at, environment={**at.environment, "LANG": f"{language}.UTF-8"})
    visit = RecordedVisit(at, host, host.port("Wren"))
    await visit.sees("KIWI-7")
    visit.visit.say_goodbye("moved")
    assert await ended(visit.task) == 0
    sentence = notices.goodbye(Texts(language), "moved", visit.port.ssh_host)
    assert visit.line.text.splitlines()[-1].endswith(sentence)
    assert f"ssh {visit.port.ssh_host}" in sentence


async def test_whoever_has_no_seat_is_told_of_none_when_the_host_stops():
    """Nothing is kept for them."""
    visit = RecordedVisit(PLAIN, Hosted())
    await visit.sees("Welcome")
    visit.visit.say_goodbye("shutdown")
    assert await ended(visit.task) == 0
    assert visit.line.text.splitlines()[-1] == "The host is going down for a moment: come back soon."


@pytest.mark.parametrize("reason", ["shutdown", "moved", "slow"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_goodbye_with_a_code_fits_into_a_row(language: str, reason: Any):
    """The code is whole, with the command that takes it."""
    sentence = notices.goodbye(Texts(language), reason, "-p 2222 play.example.org", SEAT_CODE)
    assert cell_len(sentence) <= 78
    assert SEAT_CODE in sentence


@pytest.mark.parametrize("at", [client("xterm-256color"), PLAIN], ids=["screen", "plain"])
async def test_who_goes_straight_to_a_table_reads_there_why_they_have_another_name(at: ClientInfo):
    """Once: in the other mode it is old news. A newcomer's lobby shows it below the games."""
    host = Hosted(replace(table(1, "KIWI-7", player("Amber")), stage="open"))
    port = host.port("Wren-7")
    port.me = replace(port.me, name_refused="name-taken")
    guest = RecordedVisit(replace(at, goto="watch kiwi-7"), host, port)
    await guest.sees("Your login name is taken: you are Wren-7")
    for order in (b"/plain\r", b"/screen\r") if at is not PLAIN else (b"lobby\r",):
        before = len(guest.line.text)
        guest.visit.feed(order)
        await guest.until(lambda before=before: "KIWI-7" in guest.line.text[before:])
        assert "login name" not in guest.line.text[before:]
    await guest.leaves()


async def test_a_result_stays_in_the_other_mode():
    """The last one who looks at a table that is over changes the mode there and back; then it is closed."""
    here = Simulation(games=GAMES)
    port, _ = here.enter(ADA)
    table = await practice(port, "court", 2, "page")
    guest = RecordedVisit(replace(client("xterm-256color"), goto=f"watch {table}"), port=port)
    await guest.sees("round 1")
    await port.concede(table)
    await guest.sees("play again")
    before = len(guest.line.sent)
    guest.visit.feed(b"/plain\r")
    await guest.until(lambda: "has won" in b"".join(guest.line.sent[before:]).decode())
    before = len(guest.line.sent)
    guest.visit.feed(b"/screen\r")
    await guest.until(lambda: "play again" in b"".join(guest.line.sent[before:]).decode())
    assert [at.opening.id for at in here.lobby.tables] == [table]
    await guest.leaves()
    assert list(here.lobby.tables) == []

"""A client without a locale is asked once what it reads; whatever it answers, the session begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.tui.lines import RecordedSession, RecordingLine
from tests.tui.scripted_port import Hosted, bot, player, table
from tui.host.session import ClientInfo
from tui.wire.terminal.probe import PATIENCE, QUESTION, Probe

READS, READS_NOT = b"\x1b[2;2R", b"\x1b[2;3R"
DRAWN, SIGNS = "Ämbér", "──"


class SteppedTimers:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        entry = (seconds, call)
        self.waiting.append(entry)
        return lambda: entry in self.waiting and self.waiting.remove(entry)

    def ring(self) -> None:
        for _, call in self.waiting:
            call()


def asked(clock: SteppedTimers, **environment: str) -> RecordedSession:
    host = Hosted(table(1, "KIWI-7", player("Ämbér"), bot("Elm")))
    client = ClientInfo(term="xterm-256color", environment=environment)
    return RecordedSession(host, client, later=clock.later)


async def until_asked(visit: RecordedSession) -> None:
    await visit.until(lambda: QUESTION in visit.line.text, "the question")


@pytest.mark.parametrize(("answer", "utf8"), [(READS, True), (READS_NOT, False)])
async def test_the_answer_decides(answer: bytes, utf8: bool):
    """One column further: UTF-8. Two: ASCII. Nothing is drawn before, and no more is asked."""
    clock = SteppedTimers()
    visit = asked(clock)
    await until_asked(visit)
    assert "KIWI" not in visit.line.text
    assert [seconds for seconds, _ in clock.waiting] == [PATIENCE]
    visit.session.feed(answer)
    await visit.sees("KIWI-7")
    assert (DRAWN in visit.line.text) is utf8
    assert visit.line.text.count("\x1b[6n") == 1
    assert clock.waiting == []
    assert visit.terminal.text.count("R") == visit.terminal.text.count("Roll")
    await visit.leave()


async def test_a_terminal_that_does_not_answer_is_shown_ascii():
    """Patience ends by the clock that is handed in; a late answer draws everything anew."""
    clock = SteppedTimers()
    visit = asked(clock)
    await until_asked(visit)
    clock.ring()
    await visit.sees("Amber")
    assert visit.line.text.replace(QUESTION, "").isascii()
    visit.session.feed(READS)
    await visit.sees(DRAWN)
    await visit.leave()


@pytest.mark.parametrize("locale", ["de_DE.UTF-8", "C"])
async def test_who_sends_a_locale_is_not_asked(locale: str):
    """The locale says it; not one byte is spent, and an answer to nothing is nothing."""
    visit = asked(SteppedTimers(), LANG=locale)
    visit.session.feed(READS)
    await visit.sees("KIWI-7")
    assert "\x1b[6n" not in visit.line.text
    await visit.leave()


async def test_what_was_typed_before_the_first_picture_acts_on_it():
    """Keys that come before the answer wait for something to see, and are not lost."""
    visit = asked(SteppedTimers())
    await until_asked(visit)
    visit.session.feed(b"n")
    visit.session.feed(b"\x1b[B" + READS_NOT)
    await visit.sees(">  Seats")
    await visit.leave()


async def test_a_line_that_breaks_while_it_is_asked_ends_the_session():
    """Nobody waits for the answer of a terminal that is gone."""
    clock = SteppedTimers()
    visit = asked(clock)
    await until_asked(visit)
    visit.session.hang_up()
    await asyncio.wait_for(visit.task, 5)
    assert clock.waiting == []


async def test_a_goodbye_while_it_is_asked_gives_the_terminal_back():
    """The modes that were set for the question are taken back, and the sentence is said."""
    visit = asked(SteppedTimers())
    await until_asked(visit)
    visit.session.say_goodbye("shutdown")
    await asyncio.wait_for(visit.task, 5)
    assert visit.line.text.count("\x1b[?1049h") == visit.line.text.count("\x1b[?1049l") == 1
    assert "going down" in visit.line.text


def test_where_the_cursor_is_otherwise_is_no_answer():
    """Shift+F3 looks like a cursor in the first row; and nothing is heard twice."""
    heard: list[bool] = []
    line = RecordingLine()
    probe = Probe(lambda text: line.write(text.encode()), heard.append, SteppedTimers().later)
    probe.hear(1, 1)
    asyncio.run(_waited(probe))
    assert heard == [True]
    assert line.text == QUESTION


async def _waited(probe: Probe) -> None:
    waiting = asyncio.ensure_future(probe.wait())
    await asyncio.sleep(0)
    for column, row in ((1, 0), (1, 1), (2, 1)):
        probe.hear(column, row)
    await waiting

"""A client without a locale is asked once what it reads; whatever it answers, the session begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from tests.tui.lines import RecordedSession, RecordingLine, ended
from tests.tui.scripted_port import Hosted, bot, player, table
from tui.host.session import ClientInfo
from tui.wire.terminal.probe import COLOUR_QUESTION, PATIENCE, QUESTION, Probe, shows_true_colours

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
    """The locale says it, and an answer to nothing is nothing."""
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
    await ended(visit.task)
    assert clock.waiting == []


async def test_a_goodbye_while_it_is_asked_gives_the_terminal_back():
    """The modes that were set for the question are taken back, and the sentence is said."""
    visit = asked(SteppedTimers())
    await until_asked(visit)
    visit.session.say_goodbye("shutdown")
    await ended(visit.task)
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


def with_colours(term: str = "xterm-256color", **environment: str) -> RecordedSession:
    host = Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm")))
    return RecordedSession(host, ClientInfo(term=term, environment={"LANG": "C.UTF-8", **environment}))


KEPT, NEAREST = b"\x1bP1$r0;48:2:1:2:3m\x1b\\", b"\x1bP1$r0;48:5:16m\x1b\\"
IN_24_BITS = "48;2;"


@pytest.mark.parametrize(
    ("said", "true"),
    [
        ("1$r0;48:2:1:2:3m", True), ("1$r0;48:2::1:2:3m", True), ("1$r48;2;1;2;3m", True),
        ("1$r0;1;48:2:1:2:3m", True), ("1$r0;48:5:16m", False), ("1$r0m", False), ("0$r", False),
        ("1$r0;48:2:1:2:33m", False), ("", False),
    ],
)  # fmt: skip
def test_a_terminal_has_kept_the_colour_or_not(said: str, true: bool):
    assert shows_true_colours(said) is true


@pytest.mark.parametrize("pieces", [1, 5])
async def test_a_terminal_that_keeps_24_bits_is_shown_them(pieces: int):
    """Its answer is no key, in whatever pieces it comes; the picture that stands is drawn anew."""
    visit = with_colours()
    await visit.sees("KIWI-7")
    drawn = "".join(part.decode() for part in visit.line.sent).replace(COLOUR_QUESTION, "")
    assert IN_24_BITS not in drawn
    visit.line.sent.clear()
    for at in range(0, len(KEPT), len(KEPT) // pieces):
        visit.session.feed(KEPT[at : at + len(KEPT) // pieces])
    await visit.until(lambda: IN_24_BITS in visit.line.text, "colours of 24 bits")
    assert "does nothing here" not in visit.terminal.text
    await visit.leave()


async def test_an_answer_before_the_first_picture_costs_no_second_one():
    visit = with_colours()
    visit.session.feed(KEPT)
    await visit.sees("KIWI-7")
    assert IN_24_BITS in visit.line.text.replace(COLOUR_QUESTION, "")
    assert visit.line.text.count("KIWI-7") == 1
    await visit.leave()


async def test_other_answers_change_nothing():
    """The nearest colour of the table, or one that was not asked for."""
    visit = with_colours()
    await visit.sees("KIWI-7")
    visit.line.sent.clear()
    visit.session.feed(NEAREST + KEPT)
    visit.session.feed(b"?")
    await visit.sees("Help")
    assert IN_24_BITS not in visit.line.text
    await visit.leave()


@pytest.mark.parametrize(
    ("term", "environment"),
    [
        ("xterm-256color", {"COLORTERM": "truecolor"}), ("xterm-256color", {"NO_COLOR": "1"}),
        ("linux", {}), ("vt100", {}), ("xterm-kitty", {}),
    ],
)  # fmt: skip
async def test_who_has_said_it_is_not_asked(term: str, environment: dict[str, str]):
    """Nor a terminal that might print the question."""
    visit = with_colours(term, **environment)
    await visit.sees("KIWI-7")
    assert COLOUR_QUESTION not in visit.line.text
    await visit.leave()

"""Sessions leave nothing behind: what they took is free again without the collector's help."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from textual.cache import LRUCache

from engine.court.model.state import Turn
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import RecordedSession, client
from tests.tui.plain.typist import Typist
from tests.tui.replay.replayed import ReplayPort, replayed
from tests.tui.scripted_port import Hosted, bot, player, table
from tests.tui.stage import TABLE, StagePort
from tests.tui.wire.line.test_key_queue import CourtSession
from tui.boards import BOARDS, PLAYABLE
from tui.boards.court import controller as court
from tui.boards.intrigue import controller as intrigue
from tui.boards.kit.speech import question
from tui.boards.laurin import controller as laurin
from tui.host.alarm import Alarm
from tui.host.session import ClientInfo
from tui.language.texts import texts_in
from tui.plain.line_session import LineSession
from tui.plain.plain_session import PlainSession
from tui.plain.shell import Shell
from tui.wire.line.keyboard import Keyboard
from tui.wire.private.keys import KeyParser
from tui.wire.private.screens import unlink

SESSIONS = 8
LITTLE = 180
"""More objects than a session leaves to the collector: its two last screens with their widgets, and the
regions of how Textual worked them out. That is 0 to 135 by course, ten more or fewer by what was drawn
together. Where nothing is taken apart it is 210 for a session that ended before its first picture and 640 to
1,000 otherwise.
"""


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def lobby() -> None:
    """Talks, asks for help, leaves."""
    visit = RecordedSession(Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm"))), client())
    await visit.sees("KIWI-7")
    await visit.press(b'"hello\r', "Wren: hello")
    await visit.press(b"?", "Help")
    await visit.press(b"q", "KIWI-7")
    visit.session.feed(b"\x03\x03")
    await visit.task


async def at_the_table() -> None:
    """Plays a turn, and loses the line in the midst of a power."""
    turn = Turn(1, 0, (1, 1, 2, 2, 3, 4), (), rolled=True)
    here = CourtSession(CourtStage(position(("farmer", "maid"), (), turn=turn), dice="6 6 6 6 6"))
    await here.sit()
    here.session.feed(b" s")
    await here.until(lambda: bool(here.stage.moves), "the move")
    here.session.feed(b"p")
    await here.leave()


class ReplayHost(Hosted):
    """Has an ended game."""

    def port(self, name: str) -> ReplayPort:
        return ReplayPort(replayed("court"), self, name)


async def looked_again() -> None:
    """Looks at a game again, lets it run, and goes to the lobby; in plain mode, too."""
    visit = RecordedSession(ReplayHost(), replace(client(), goto="replay 5f0c2a9e"))
    await visit.sees("0/183")
    await visit.press(b"lll", "3/183")
    await visit.press(b" ", "×1")
    await visit.press(b"q", "Lobby")
    visit.session.feed(b"\x03\x03")
    await visit.task
    wren = Typist(ReplayHost().port("Wren"), goto="replay 5f0c2a9e")
    await wren.types("on 3\nrun\n")
    await wren.types("lobby\nquit\n")
    await wren.task


async def aborted() -> None:
    """Is gone before the first picture, and while its terminal is asked what it reads."""
    hasty = RecordedSession(Hosted(), client())
    hasty.session.hang_up()
    await hasty.task
    mute = RecordedSession(Hosted(), ClientInfo(term="xterm"))
    await mute.until(lambda: bool(mute.line.sent), "the question")
    await mute.leave()


async def failed() -> None:
    """Breaks in the midst of drawing."""
    visit = RecordedSession(Hosted(), client())
    await visit.sees("Lobby")
    visit.session._app.screen.call_later(lambda: 1 / 0)
    await visit.task


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def drawing() -> int:
    """Living objects of ours and of Textual's."""
    rooms = {"tui", "textual", "rich"}
    return sum(str(type(thing).__module__).partition(".")[0] in rooms for thing in gc.get_objects())


@pytest.mark.parametrize("course", [lobby, at_the_table, looked_again, aborted, failed])
async def test_nothing_grows_with_sessions(course, caplog: pytest.LogCaptureFixture):
    """However they end, and with the collector off."""
    for _ in range(2):
        await course()
    await settled()
    caplog.clear()
    gc.collect()
    before = drawing()
    for _ in range(SESSIONS):
        await course()
        caplog.clear()
    await settled()
    assert (drawing() - before) / SESSIONS < LITTLE
    gc.collect()
    assert drawing() - before < LITTLE


async def plain_ways() -> None:
    """Leaves a game for the lobby with a list and a question open, comes back and hangs up; another quits."""
    stage = CourtStage(position((), (), turn=Turn(1, 0, (4, 4, 6), (), rolled=True)), dice="1 2 3 4 5 6")
    stage.deadline = stage.time + 300
    amber = Typist(StagePort(stage, "Amber"), goto=f"watch {TABLE}", terminal=True)
    await amber.settle()
    await amber.enters("4", "help", "lobby", "list")
    amber.session._session.go_table(TABLE)
    await amber.settle()
    amber.session.feed(b"say hel\x1b")
    amber.session.hang_up()
    await amber.task
    amber.session.feed(b"too late\r")
    amber.session.hang_up()
    wren = Typist(Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm"))).port("Wren"))
    await wren.types("watch KIWI-7\nlobby\nquit\n")
    await wren.task


@pytest.mark.parametrize("course", [plain_ways, lobby, at_the_table, looked_again])
async def test_nothing_of_a_session_waits_for_the_collector(course):
    """Plain mode's parts refer to each other, and the parser of keys to itself, until the session ends."""
    await course()
    await settled()
    parts = (LineSession, PlainSession, Shell, KeyParser, Keyboard, Alarm)
    assert [type(thing).__name__ for thing in gc.get_objects() if isinstance(thing, parts)] == []


async def test_a_question_in_words_does_not_hold_on_to_itself():
    """It lasts as long as it is asked: many a move of every session."""
    snapshot = CourtStage(position((), (), turn=Turn(1, 0, (4, 4, 6), (), rolled=True))).news("Amber")
    gc.collect()
    assert question(BOARDS["court"].speech, PLAYABLE["court"], texts_in(), snapshot).choices
    assert gc.collect() == 0


@pytest.mark.parametrize(
    "hands", [court.CourtController, intrigue.IntrigueController, laurin.LaurinController]
)
def test_hands_do_not_hold_on_to_themselves(hands: Any):
    """What their keys do is of the class, not of the hands: a dead board leaves them to nobody."""
    dead = hands(None, None, lambda: None)
    gone = weakref.ref(dead)
    del dead
    assert gone() is None


async def test_a_widgets_caches_are_no_rings_when_it_is_gone():
    """Textual chains the entries of some caches in a ring, which the collector would have to find."""
    cache: LRUCache[int, Layout] = LRUCache(4)
    kept = [Layout() for _ in range(3)]
    gone = [weakref.ref(value) for value in kept]
    for number, value in enumerate(kept):
        cache[number] = value
    unlink(cache)
    assert not cache
    del kept, value, cache
    assert not any(ref() for ref in gone)


class Layout:
    """Something that is kept."""

"""Keys that come faster than the screen act on what they were meant for, or do nothing."""

from __future__ import annotations

import asyncio

import pytest

from engine.court.model.moves import Keep
from engine.court.model.state import Turn
from engine.game import Refused
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import RecordedSession, RecordingLine, client
from tests.tui.scripted_port import Hosted, bot, player, table
from tests.tui.stage import TABLE, StagePort
from tui.app.terminal_session import TerminalSession
from tui.wire.line.key_queue import MOST_TOGETHER

TURN = Turn(1, 0, (1, 1, 2, 2, 3, 4), (), rolled=True)


class CourtSession(RecordedSession):
    """A session at the court table, with its first picture."""

    def __init__(self, stage: CourtStage) -> None:
        self.stage, self.line, self.client = stage, RecordingLine(), client()
        self.session = TerminalSession(StagePort(stage, "Amber"), self.client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    async def sit(self) -> None:
        await self.sees("Lobby")
        self.session._app.call_later(self.session._app.go_table, TABLE)
        await self.sees("Jester")


def stage(dice: str) -> CourtStage:
    return CourtStage(position(("farmer",), (), turn=TURN), dice=dice)


async def test_a_line_opened_by_the_first_key_takes_the_others():
    """Letters behind a slash are typed, however they come: none of them is a key of the screen."""
    visit = RecordedSession(Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm"))), client())
    await visit.sees("KIWI-7")
    await visit.press(b'"quick quit\r', "quick quit")
    asked = visit.session._app.port.host.asked
    await visit.until(lambda: asked == [("say", None, "quick quit")], "what was said")
    await visit.leave()


async def test_wide_letters_stand_before_the_caret():
    """What an input method commits in one piece is typed whole; the cursor stands behind its cells."""
    visit = RecordedSession(Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm"))), client())
    await visit.sees("KIWI-7")
    await visit.press('"漢字a'.encode(), "> 漢字a")
    assert visit.terminal.cursor == (3 + 5, 23)
    await visit.press(b"\x1b[D\x1b[D\x7f", "> 字")
    assert visit.terminal.cursor == (3, 23)
    await visit.leave()


async def test_keys_in_one_piece_play_as_if_typed_slowly():
    """Choosing, setting aside, rolling: each on the dice that are there when its turn comes."""
    here = CourtSession(stage("6 6 6"))
    await here.sit()
    here.session.feed(b" \x1b[C \x1b[C ")
    here.session.feed(b"s")
    await here.until(lambda: here.stage.moves == ["keep 2 3 4"], "the dice set aside")
    await here.leave()


@pytest.mark.parametrize("answer", ["slow", "refused"])
async def test_a_key_ahead_of_the_hosts_answer_does_nothing(answer: str):
    """While a move is on its way no other leaves the hands: the next key would mean what it was for."""
    here = CourtSession(stage(""))
    await here.sit()
    here.stage.hold = answer == "slow"
    here.stage.refuse_next = Refused("not-saved") if answer == "refused" else None
    here.session.feed(b" ss")
    await here.until(lambda: bool(here.stage.moves), "the move")
    for _ in range(200):
        await asyncio.sleep(0)
    assert here.stage.moves in (["keep 4"], ["keep 4", "keep 4"] if answer == "refused" else [])
    await here.leave()


async def test_a_key_for_an_old_question_does_not_answer_a_new_one():
    """Others played in the meantime: what was marked for the old question is not set aside now."""
    here = CourtSession(stage(""))
    await here.sit()
    here.session.feed(b"\x1b[C ")
    await here.sees("▀")
    here.stage.play(1, Keep((4,)))
    here.session.feed(b"s")
    for _ in range(200):
        await asyncio.sleep(0)
    assert here.stage.submitted == []
    await here.leave()


@pytest.mark.parametrize("together", [2, 5, MOST_TOGETHER + 5])
async def test_keys_that_come_together_change_the_screen_once(together: int):
    """At most so many of them; alone, each key does. What is seen in the end is the same."""
    pieces, seen = [], []
    for keys in ([b"\x1b[C"] * together, [b"\x1b[C" * together]):
        here = CourtSession(stage(""))
        await here.sit()
        before = len(here.line.sent)
        for key in keys:
            here.session.feed(key)
            await here.until(lambda here=here: here.session.unread() == 0, "the keys")
            for _ in range(100):
                await asyncio.sleep(0)
        pieces.append(len(here.line.sent) - before)
        seen.append(here.terminal.text)
        await here.leave()
    assert pieces == [together, 1 + together // MOST_TOGETHER]
    assert seen[0] == seen[1]

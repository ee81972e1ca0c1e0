"""What moves by itself ends as if nothing had moved, waits for nobody and nobody for it, and costs little."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import FairChance
from engine.court.model.moves import Keep, Roll, Take
from engine.court.model.state import Turn
from tests.cases import cases
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.intrigue.intrigue_stage import position as queue_of
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.emulator import EmulatedTerminal
from tests.tui.lines import UNEMULATED, RecordingLine, SteppedAlarm, client
from tests.tui.stage import TABLE, StagePort, TableStage
from tui.app.motion import PAUSE, STEP, Motion
from tui.app.terminal_session import TerminalSession
from tui.host.session import ClientInfo
from tui.host.setting_names import MOTION, OFF, ON

KEYS = (b"\x1b[C", b"\x1b[D", b" ", b"?", b"\t")
MOST = cases(100)
"""Moves of a game that are watched."""
GAMES: dict[str, Callable[[], TableStage]] = {
    "court": lambda: CourtStage(seats=2),
    "intrigue": lambda: IntrigueStage(seats=3),
    "laurin": lambda: LaurinStage(seats=3),
}


class PlayedMotion:
    """A motion with a clock, an alarm and a line in the test's hand."""

    def __init__(self) -> None:
        self.time, self.may, self.arrived = 100.0, True, True
        self.drawn: list[str] = []
        self.alarm = SteppedAlarm(self._step)
        self.motion = Motion(lambda: self.time, lambda: self.may, lambda: self.arrived, self.alarm)

    def _step(self) -> None:
        self.motion.step()

    def frames(self, *names: str) -> Sequence[Callable[[], object]]:
        return [lambda name=name: self.drawn.append(name) for name in names]  # type: ignore[misc]

    def begin(self, *names: str) -> None:
        self.motion.begin(self.frames(*names))


def test_frames_follow_each_other_by_the_clock():
    """The first one at once, the others a step apart, and then there is peace."""
    play = PlayedMotion()
    play.begin("a", "b", "c")
    assert play.drawn == ["a"]
    assert play.alarm.seconds == STEP
    play.alarm.ring()
    assert play.drawn == ["a", "b"]
    play.alarm.ring()
    assert play.drawn == ["a", "b", "c"]
    assert play.alarm.seconds is None
    assert not play.motion.runs


def test_what_ends_early_ends_as_it_would_have():
    """The last frame is drawn, once; those between are left out."""
    play = PlayedMotion()
    play.begin("a", "b", "c")
    play.motion.end()
    play.motion.end()
    play.motion.step()
    assert play.drawn == ["a", "c"]
    assert play.alarm.seconds is None


def test_the_next_one_ends_the_one_before():
    """What stays of the first is drawn before the second begins."""
    play = PlayedMotion()
    play.begin("a", "b")
    play.begin("c", "d")
    assert play.drawn == ["a", "b", "c"]
    play.begin()
    assert play.drawn == ["a", "b", "c", "d"]


def test_what_is_gone_is_not_drawn():
    """Its widgets may be taken apart by now."""
    play = PlayedMotion()
    play.begin("a", "b")
    play.motion.forget()
    play.motion.end()
    assert play.drawn == ["a"]


def test_nothing_moves_where_nothing_may():
    """No frame is drawn: what was drawn before is what stays."""
    play = PlayedMotion()
    play.may = False
    play.begin("a", "b")
    assert play.drawn == []


def test_a_line_that_turns_out_to_be_slow_has_peace_for_a_while():
    """A frame that has not arrived when the next is due ends the motion, and those of the next minute."""
    play = PlayedMotion()
    play.begin("a", "b", "c")
    play.arrived = False
    play.alarm.ring()
    assert play.drawn == ["a", "c"]
    play.time += PAUSE - 1
    play.begin("d", "e")
    assert play.drawn == ["a", "c"]
    play.time += 1
    play.begin("d", "e")
    assert play.drawn == ["a", "c", "d"]


class Onlooker:
    """A session at a table, its terminal, and the alarm of what moves."""

    def __init__(self, stage: TableStage, known: ClientInfo, *, moves: bool = True) -> None:
        self.line, self._alarms = RecordingLine(), list[SteppedAlarm]()
        self.port = StagePort(stage, "Amber")
        if not moves:
            self.port.me = replace(self.port.me, settings={MOTION: OFF})
        self.session = TerminalSession(self.port, known, self.line, alarm=self._alarm)
        self.screen = EmulatedTerminal(known.columns, known.rows)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    def _alarm(self, ring: Callable[[], object]) -> SteppedAlarm:
        self._alarms.append(SteppedAlarm(ring))
        return self._alarms[-1]

    @property
    def moves(self) -> bool:
        return any(alarm.seconds is not None for alarm in self._alarms)

    async def sit(self) -> Onlooker:
        await self.sent()
        app: Any = self.session._app
        app.call_later(app.go_table, TABLE)
        await self.sent()
        return self

    async def sent(self) -> int:
        """Bytes since the last time, once nothing more comes by itself."""
        quiet = 0
        while quiet < 80:
            before = len(self.line.sent)
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(self.line.sent) == before else 0
        data = b"".join(self.line.sent)
        self.line.sent.clear()
        self.screen.feed(UNEMULATED.sub("", data.decode()))
        return len(data)

    async def step(self) -> int:
        """Bytes of the next frame."""
        next(alarm for alarm in self._alarms if alarm.seconds is not None).ring()
        return await self.sent()

    async def leave(self) -> None:
        self.session.hang_up()
        await self.task


async def rolls_of_mine(known: ClientInfo, *, moves: bool, slow: bool = False) -> list[int]:
    """Bytes of each frame of an own first roll of seven dice."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(1, 7)), dice="6 4 4 2 1 2 5")
    one = await Onlooker(stage, known, moves=moves).sit()
    one.line.slow = slow
    stage.play(1, Roll())
    sizes = [await one.sent()]
    while one.moves:
        sizes.append(await one.step())
    await one.leave()
    return sizes


@pytest.mark.parametrize("known", [client(), client(columns=120, rows=40), client("linux")])
async def test_a_roll_settles_in_three_frames_for_few_bytes(known: ClientInfo):
    """In all at most 150 bytes more than without, because every die is drawn once."""
    moving, still = await rolls_of_mine(known, moves=True), await rolls_of_mine(known, moves=False)
    assert len(moving) == 3
    assert len(still) == 1
    assert sum(moving) - sum(still) <= 150


async def test_dice_settle_from_the_first_to_the_last():
    """Those that have not settled lie as they lay before, and their digits with them."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(1, 6)), dice="6 5 4 3 2 1")
    one = await Onlooker(stage, client()).sit()
    stage.play(1, Roll())
    seen = []
    await one.sent()
    for _ in range(3):
        digits = next(
            row for row in one.screen.text.splitlines() if row.strip(" 123456►") == "" and "6" in row
        )
        seen.append("".join(re.findall("[1-6]", digits)))
        if one.moves:
            await one.step()
    assert seen == ["65", "6543", "654321"]
    await one.leave()


@pytest.mark.parametrize("game", GAMES)
async def test_the_end_is_as_if_nothing_had_moved(game: str):
    """After every move of a game, however far what moves was let come, and with keys pressed meanwhile."""
    random, stage = Random(game), GAMES[game]()
    stage.chance = FairChance(b"motion".ljust(32))  # type: ignore[assignment]
    stage.begin()
    moving = await Onlooker(stage, client()).sit()
    still = await Onlooker(stage, client(), moves=False).sit()
    moved = 0
    for _ in range(MOST):
        if stage.playthrough is None or not stage.playthrough.asks:
            break
        ask = stage.playthrough.asks[0]
        view = stage.playthrough.view(ask.seat)
        chance: Any = FairChance(random.randbytes(32))
        stage.play(ask.seat, stage.game.bots["page"].choose(stage.game, view, ask, chance))
        await moving.sent()
        await still.sent()
        moved += moving.moves
        assert not still.moves
        while moving.moves and random.random() < 0.7:
            await moving.step()
        if random.random() < 0.4:
            key = random.choice(KEYS)
            for one in (moving, still):
                one.session.feed(key)
                await one.sent()
            assert not moving.moves, "a key did not end it"
        if not moving.moves:
            assert moving.screen.seen() == still.screen.seen()
            assert moving.screen.cursor == still.screen.cursor
    assert moved > 5
    for one in (moving, still):
        await one.leave()


@pytest.mark.parametrize(
    "known", [client("vt100"), client(NO_COLOR="1"), client("xterm-mono")], ids=["vt100", "NO_COLOR", "mono"]
)
async def test_nothing_moves_without_colours(known: ClientInfo):
    """There what matters is reversed already."""
    assert len(await rolls_of_mine(known, moves=True)) == 1


async def test_nothing_moves_for_a_client_that_compresses_until_it_is_turned_on():
    """Who asks for few bytes gets few, whatever the line carries."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(1, 7)), dice="6 4 4 2 1 2 5 5 5 5")
    one = await Onlooker(stage, replace(client(), compresses=True)).sit()
    stage.play(1, Roll())
    await one.sent()
    assert not one.moves
    one.session.feed(b"/motion on\r")
    await one.sent()
    assert one.port.me.settings == {MOTION: ON}
    assert one.session._app._may_move()
    await one.leave()


async def test_nothing_moves_on_a_line_that_was_slow_from_the_first():
    """A relay may take everything at once, but the client behind it was long in answering."""
    assert len(await rolls_of_mine(client(), moves=True, slow=True)) == 1


async def test_what_moves_follows_the_line_during_a_session():
    """A roll is whole while the line is slow, and settles again once it is not."""
    stage = CourtStage(position((), ("maid",), turn=Turn(1, 3)), dice="2 2 2 3 3 3 4 4 4")
    one = await Onlooker(stage, client()).sit()
    moved = []
    for slow in (False, True, False):
        one.line.slow = slow
        one.session._app._motion.begin([lambda: None, lambda: None])
        moved.append(one.moves)
        one.session._app._motion.end()
    assert moved == [True, False, True]
    await one.leave()


async def test_nothing_moves_on_a_line_that_is_behind():
    """The roll comes whole, when there is room for it."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(1, 7)), dice="6 4 4 2 1 2 5")
    one = await Onlooker(stage, client()).sit()
    one.line.behind = 1000
    stage.play(1, Roll())
    assert await one.sent() == 0
    assert not one.moves
    one.line.behind = 0
    one.session.drained()
    assert await one.sent() > 0
    await one.leave()


async def test_a_card_that_is_taken_flashes_once():
    """Its name is reversed for a moment, for everybody at the table."""
    stage = CourtStage(position((), ("maid",), turn=Turn(2, 3)), dice="2 2 2")
    one = await Onlooker(stage, client()).sit()
    for move in (Roll(), Keep((2, 2, 2))):
        stage.play(2, move)
        await one.sent()
    stage.play(2, Take("farmer"))
    await one.sent()
    row = next(y for y, text in enumerate(one.screen.text.splitlines()) if "Farmer" in text)
    x = one.screen.text.splitlines()[row].index("Farmer")
    flashing = []
    while True:
        flashing.append(one.screen.seen_in(row)[x].reverse)
        if not one.moves:
            break
        await one.step()
    assert flashing == [True, True, False]
    await one.leave()


async def test_a_card_that_is_revealed_flashes():
    """In the queue, where it lies."""
    stage = IntrigueStage(queue_of("2lord | 1heir^ | 3archer^", at=1))
    one = await Onlooker(stage, client()).sit()
    stage.read(2, "reveal")
    await one.sent()
    row = next(text for text in one.screen.text.splitlines() if "Lord" in text and "Heir" in text)
    y, x = one.screen.text.splitlines().index(row), row.index("Lord")
    assert one.screen.seen_in(y)[x].reverse
    while one.moves:
        await one.step()
    assert not one.screen.seen_in(y)[x].reverse
    await one.leave()


async def test_motion_is_turned_off_for_good():
    """`/motion off` is kept with the account."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(1, 7)), dice="6 4 4 2 1 2 5")
    one = await Onlooker(stage, client()).sit()
    one.session.feed(b"/motion off\r")
    await one.sent()
    assert one.port.me.settings == {MOTION: OFF}
    assert "Nothing moves by itself." in one.screen.text
    stage.play(1, Roll())
    await one.sent()
    assert not one.moves
    await one.leave()


async def test_a_frame_that_is_held_back_is_sent_with_the_next_position():
    """Which ends the moment that it was held back for."""
    stage = CourtStage(position(("farmer",), ("maid",), turn=Turn(1, 7)), dice="6 4 4 2 1 2 5")
    one = await Onlooker(stage, client(), moves=False).sit()
    app: Any = one.session._app
    app.hold_frames(3600)
    app.screen.announce("held back")
    assert await one.sent() == 0
    stage.play(1, Roll())
    assert await one.sent()
    app.hold_frames(3600)
    app.screen.announce("and again")
    assert await one.sent() == 0
    app.release_frames()
    assert await one.sent()
    await one.leave()

"""Twin games of intrigue look alike, byte for byte, to whoever does not know the hidden cards."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from engine.codec import encode
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import LEAVE, Play
from engine.intrigue.model.state import View
from tests.engine.seeded_chance import luck
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage, position
from tests.tui.emulator import EmulatedTerminal
from tests.tui.lines import UNEMULATED, RecordingLine, client, rested
from tests.tui.stage import StagePort
from tui.app.terminal_session import TerminalSession
from tui.host.port import ChatLine
from tui.screens.table.plan import BESIDE_FROM

STEPS = 24
KEYS = (b"\t", b"?", b"l", b"k", b"c", b"?")
"""What the one who looks presses along with the steps, where the log stands beside the board: other
panels, explanations, cards. (Then two things happen at once, which may be one frame or two.)
"""


class WatchedTerminal:
    """Somebody's terminal at a stage's table."""

    def __init__(self, stage: IntrigueStage, name: str, size: tuple[int, int]) -> None:
        self.stage, self.line, self.read, self.unseen = stage, RecordingLine(), 0, b""
        self.terminal = EmulatedTerminal(*size)
        here = replace(client(columns=size[0], rows=size[1]), goto="join KIWI-7")
        self.session = TerminalSession(StagePort(stage, name), here, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    async def until(self, text: str) -> bytes:
        """What was sent since the last time, once the terminal shows this."""
        await rested(lambda: text in self._shown, lambda: self.terminal.text)
        seen, self.unseen = self.unseen, b""
        return seen

    @property
    def _shown(self) -> str:
        sent = b"".join(self.line.sent)[self.read :]
        self.read += len(sent)
        self.unseen += sent
        self.terminal.feed(UNEMULATED.sub("", sent.decode()))
        return self.terminal.text

    async def leave(self) -> None:
        self.session.hang_up()
        await self.task


def quiet(stage: IntrigueStage, which: int) -> None:
    """Whoever is asked plays the card `which` of the hand, in the same place, or reveals nothing.

    A line of talk comes with it, by which the end of the picture is known.
    """
    assert stage.playthrough is not None
    [ask] = stage.playthrough.asks
    view: View = stage.playthrough.view(ask.seat)
    number = view.position.number
    stage.chat = (*stage.chat, ChatLine("Zoe", f"<{number}>", stage.time))
    if view.position.resolving is not None:
        stage.play(ask.seat, LEAVE)
        return
    spots = [move.spot for move in GAME.legal(view) if isinstance(move, Play)]
    hand = view.position.hands[ask.seat - 1]
    card = hand[0 if ask.seat == 1 else which]
    assert card is not None
    stage.play(ask.seat, Play(card, spots[number * 5 % len(spots)]))


def twins() -> tuple[IntrigueStage, IntrigueStage]:
    """Two games that look alike to the first seat and to spectators."""
    first, second = IntrigueStage(), IntrigueStage()
    for stage in (first, second):
        stage.chat = (ChatLine("Zoe", "<begin>", stage.time),)
        stage.deal(luck("twins"))
    assert second.playthrough is not None
    twin = GAME.sample(first.playthrough.view(1), luck("other")) if first.playthrough else None
    second.playthrough = replace(
        second.playthrough, state=twin, asks=GAME.asks(twin), game_asks=GAME.asks(twin)
    )
    return first, second


@pytest.mark.parametrize("size", [(100, 34), (120, 40)])
@pytest.mark.parametrize("name", ["Amber", "Zoe"])
async def test_twins_send_the_same_bytes(name: str, size: tuple[int, int]):
    """To the seat that knows only its own cards and to a spectator, at every step and key."""
    stages = twins()
    watches = [WatchedTerminal(stage, name, size) for stage in stages]
    for watch in watches:
        await watch.until("in hand")
    different, pressing = 0, size[0] >= BESIDE_FROM
    for step in range(STEPS):
        for watch, stage, which in zip(watches, stages, (0, -1), strict=True):
            if pressing:
                watch.session.feed(KEYS[step % len(KEYS)])
            quiet(stage, which)
        sent = [await watch.until(f"<{step}>") for watch in watches]
        assert watches[0].terminal.seen() == watches[1].terminal.seen(), f"step {step}"
        assert watches[0].terminal.cursor == watches[1].terminal.cursor
        assert pressing or sent[0] == sent[1], f"step {step}"
        different += hidden(stages[0]) != hidden(stages[1])
    screens = [await whole_screen(watch) for watch in watches]
    assert screens[0] == screens[1]
    assert different > STEPS / 2
    for watch in watches:
        await watch.leave()


async def whole_screen(watch: WatchedTerminal) -> bytes:
    """The screen drawn anew, in another size."""
    watch.terminal = EmulatedTerminal(90, 30)
    watch.session.resize(90, 30)
    return await watch.until("in hand")


def hidden(stage: IntrigueStage) -> bytes:
    return encode([[card.kind for card in stack] for stack in stage.state.queue])


async def test_a_card_laid_face_down_is_named_to_its_owner_alone():
    """In the queue and in the log; a spectator's terminal never gets its name."""
    stage = IntrigueStage(position("", waiting=(1, 2, 3)))
    watches = [WatchedTerminal(stage, name, (100, 34)) for name in ("Amber", "Zoe")]
    for watch in watches:
        await watch.until("in hand")
    stage.chat = (ChatLine("Zoe", "<done>", stage.time),)
    stage.read(1, "play heir front")
    amber, zoe = [await watch.until("<done>") for watch in watches]
    assert b"?Heir" in amber
    assert b"plays the Heir face down at the front" in amber
    assert b"Heir" not in zoe
    assert b"plays a card at the front" in zoe
    for watch in watches:
        await watch.leave()

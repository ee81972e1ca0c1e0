"""Walks through games with keys that come before the frame of what they would act on, at every moment.

At each question of a game, up to its result, all keys that could act are pressed: in one packet with the key
before, and after the frame was sent, until the client acknowledges it. None of them may do anything.
`python -m tests.tui.asked_first SEEDS` walks longer.
"""

from __future__ import annotations

import asyncio
import string
import sys
from collections.abc import Hashable
from typing import Any

from engine.chance import FairChance
from engine.registry import GAMES
from tests.tui.lines import RecordedSession, RecordingLine, client
from tests.tui.stage import TABLE, StagePort, TableStage
from tui.app.terminal_session import TerminalSession

KEYS = ("\r", " ", *string.ascii_letters, *string.digits)
"""Everything that acts somewhere; what opens a line is none of it."""
FIRST, SECOND = ("\r", *"nptfgcm5"), ("\r", "y", "r", "n", "s", "f")
"""Keys that begin something or act, and those that act or confirm behind them."""
READING = frozenset(("odds", "past"))
"""What is only asked to be shown."""
MOST_STEPS = 4000


class Walk(RecordedSession):
    """One player's session at a table of a game, on a line whose frames arrive when they are told to."""

    def __init__(self, game: str, seed: int) -> None:
        self.game, self.seed = game, seed
        self.chance = FairChance(bytes([seed]) * 32)
        self.stage = TableStage(GAMES[game], GAMES[game].seats[0])
        self.stage.chance = self.chance  # type: ignore[assignment]  # fair instead of told beforehand
        self.line, self.client = RecordingLine(), client()
        self.line.is_long = True
        self.session = TerminalSession(StagePort(self.stage, "Amber"), self.client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())
        self.pairs: set[tuple[Hashable, Hashable]] = set()
        self.moments = self.tried = 0

    @property
    def app(self) -> Any:
        return self.session._app

    async def rest(self) -> None:
        """Lets everything happen that a key or a step has caused."""
        for _ in range(400):
            await asyncio.sleep(0)
            if self.app and self.app.is_running and self.app.is_at_rest and not self.app.waits_for_host:
                break
        for _ in range(8):
            await asyncio.sleep(0)

    @property
    def deeds(self) -> tuple[object, ...]:
        """What the player has done so far, and where they are."""
        stage = self.stage
        asked = [one for one in stage.asked if one not in READING]
        return len(stage.submitted), len(asked), type(self.app.screen) if self.app else None, self.task.done()

    @property
    def kind(self) -> tuple[Hashable, str]:
        """Which question is asked, without the numbers that make it another one each time."""
        (_, line, (asked, _, _, begun)) = self.app.question
        begun = (
            begun[1] if isinstance(begun, tuple) and len(begun) == 2 and isinstance(begun[0], int) else begun
        )
        if line is not None:
            return "question in the line", "NoIntent"
        model = self.app.screen._board.model
        phase = getattr(model, "phase", None) or getattr(model, "question", None)
        return (asked[0] if isinstance(asked[0], str) else phase), type(begun).__name__

    async def begin(self) -> None:
        await self.until(lambda: bool(self.app.is_running and self.app.has_drawn), "the lobby")
        await self.rest()
        self.line.acknowledge()
        self.stage.begin()
        self.app.call_later(self.app.go_table, TABLE)
        await self.until(lambda: getattr(self.app.screen, "_board", None) is not None, "the board")
        await self.rest()

    async def press_early(self) -> None:
        """No key does anything before the frame is known to have come; the next behind it counts."""
        questions = self.session._output.questions
        if questions._numbers.get(self.app.question, questions.reached + 1) <= questions.reached:
            return  # it is known: whoever has lifted a dwarf is asked nothing else
        before = self.deeds
        for key in KEYS:
            self.session.feed(key.encode())
            await self.rest()
            self.tried += 1
            assert self.deeds == before, (self.game, self.seed, key, self.terminal.text)
        self.moments += 1
        self.line.acknowledge()

    async def press_behind(self, key: str) -> bool:
        """Of two keys in one packet the second does nothing once the first has changed what is asked. Returns
        whether that has made a move.
        """
        asked, kind, before = self.app.question, self.kind, len(self.stage.submitted)
        self.session.feed((key + SECOND[self.tried % len(SECOND)]).encode())
        await self.rest()
        self.tried += 1
        self.moments += 1
        done = len(self.stage.submitted) - before
        assert done <= 1, (self.game, self.seed, key, self.terminal.text)
        if self.app.question != asked:
            self.pairs.add((kind, self.kind))
            await self.press_early()
            await self.go_back()
        return bool(done)

    async def walk(self, most: int = MOST_STEPS) -> None:
        """Plays to the end: pages answer for all seats, and every question of the player is tried."""
        await self.begin()
        page, stage = GAMES[self.game].bots["page"], self.stage
        last: Hashable = "the lobby"
        for _ in range(most):
            assert stage.playthrough is not None
            if stage.playthrough.over:
                break
            if (last, self.kind) not in self.pairs and stage.playthrough.ask_of(1):
                self.pairs.add((last, self.kind))
                await self.press_early()
                await self.go_back()
                for key in FIRST:
                    if await self.press_behind(key) or stage.playthrough.ask_of(1) is None:
                        break
            last = self.kind
            if stage.playthrough.over:
                break
            ask = stage.playthrough.asks[0]
            view = stage.playthrough.view(ask.seat)
            stage.play(ask.seat, page.choose(stage.game, view, ask, self.chance))
            await self.rest()
        self.pairs.add((last, self.kind))
        await self.press_early()

    async def go_back(self) -> None:
        """Leaves what keys have begun that do nothing by themselves."""
        for _ in range(4):
            if self.app.screen._line.question is None and self.kind[1:] in (("NoIntent",), ("NoneType",)):
                return
            self.session.feed(b"\x7f")
            await self.rest()
            self.line.acknowledge()


async def walked(game: str, seed: int, most: int = MOST_STEPS) -> Walk:
    """A walk that is over."""
    walk = Walk(game, seed)
    try:
        await walk.walk(most)
    finally:
        walk.session.hang_up()
        await walk.task
    return walk


async def main(seeds: int) -> None:
    for game in GAMES:
        walks = [await walked(game, seed) for seed in range(1, seeds + 1)]
        pairs = set().union(*(walk.pairs for walk in walks))
        moments, tried = (sum(getattr(walk, name) for walk in walks) for name in ("moments", "tried"))
        print(f"{game}: {len(pairs)} pairs of questions, {moments} moments, {tried} keys, none too early")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))

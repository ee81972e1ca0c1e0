"""Shows pictures that follow each other by the clock: dice that settle, a card that flashes.

What moves is drawn by the boards; what they drew before it began is what stays. Nothing waits for it: a key,
a snapshot or a line that turns out to be slow ends it at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from tui.boards.kit.board import Frame
from tui.host.alarm import Alarm

STEP = 0.12
"""Seconds from one picture to the next."""
PAUSE = 60.0
"""Seconds for which nothing moves on a line on which a picture was still on its way when the next was due."""


class Motion:
    """`now` is a clock in seconds. `may` says whether something may move now, `arrived` whether the client
    has taken everything. `alarm` must have `step` called when it rings, where the screen can be drawn.
    """

    def __init__(
        self, now: Callable[[], float], may: Callable[[], bool], arrived: Callable[[], bool], alarm: Alarm
    ) -> None:
        self._now, self._may, self._arrived, self._alarm = now, may, arrived, alarm
        self._frames: deque[Frame] = deque()
        self._slow_until: float | None = None

    @property
    def runs(self) -> bool:
        """Returns whether something moves."""
        return bool(self._frames)

    def begin(self, frames: Sequence[Frame]) -> None:
        """Draws the first frame now and the others a step apart; the last one must draw what stays. Whatever
        moved before has ended. Does nothing if nothing may move.
        """
        self.end()
        slow = self._slow_until is not None and self._now() < self._slow_until
        if frames and not slow and self._may():
            self._frames.extend(frames)
            self._draw_next()

    def step(self) -> None:
        """Draws the next frame; the last one if the client has not taken the one before."""
        if not self._frames:
            return
        if self._arrived():
            self._draw_next()
        else:
            self._slow_until = self._now() + PAUSE
            self.end()

    def end(self) -> None:
        """Draws the last frame, if something moves."""
        if self._frames:
            last = self._frames[-1]
            self.forget()
            last()

    def forget(self) -> None:
        """Draws nothing more: what moved is gone."""
        self._frames.clear()
        self._alarm.stop()

    def _draw_next(self) -> None:
        self._frames.popleft()()
        if self._frames:
            self._alarm.set(STEP)

"""Gives keys to the app one at a time, each once the app has finished with the one before.

On a slow connection several keys arrive together. Handed over together, they would all go to the widget that
has the focus now, although the first of them may open a line to type in: letters of a sentence would be
played as moves. One by one, they go where the player meant them. Keys typed before there is anything to see
wait for the first frame, those behind a key that acts for what the host answers.
"""

from __future__ import annotations

import asyncio
from collections import deque

from textual.events import Key, Paste

from tui.wire.private.app import QuietApp
from tui.wire.private.when_idle import WhenIdle

MOST_TOGETHER = 64
"""Keys that come together and change the screen once."""
PATIENCE = 0.5
"""Seconds for which keys wait for the host's answer to the one before them."""


class KeyQueue:
    """Queues one client's keys for its app."""

    def __init__(self, app: QuietApp) -> None:
        self._app = app
        self._settled = WhenIdle(app, self._next)
        self._waiting: deque[Key | Paste] = deque()
        self._open = self._taken = self._is_first = self._comes_more = False
        self._together = 0
        """Keys since the last one that painted."""
        self._waits: asyncio.TimerHandle | None = None
        """The timer while keys wait for the host."""
        self._waited = False
        """Whether they have waited for this answer long enough."""

    def open(self) -> None:
        """Starts to give keys to the app: there is something to see."""
        if not self._open:
            self._open = True
            self._next()

    def begin(self) -> None:
        """Notes that keys are about to come together: the first of them is worked on at once, each other one
        in a turn of the event loop of its own, once `all_have_come`.
        """
        self._is_first = self._comes_more = True

    def all_have_come(self) -> None:
        """Notes that the keys that come together are here."""
        self._comes_more = False
        if self._waiting and self._open and not self._taken:
            self._next()

    def enter(self, event: Key | Paste) -> None:
        """Adds a key after those that wait."""
        self._waiting.append(event)
        if self._open and not (self._taken or self._comes_more):
            self._next()

    def __len__(self) -> int:
        """Returns how many keys wait."""
        return len(self._waiting)

    def take(self) -> Key | Paste | None:
        """Returns the first key that waits, which the app does not get then; None: there is none."""
        return self._waiting.popleft() if self._waiting else None

    def put_back(self, event: Key | Paste) -> None:
        """Adds a key before those that wait."""
        self._waiting.appendleft(event)

    def answered(self) -> None:
        """Goes on with the next key: the host has answered."""
        self._waited = False
        if self._waits:
            self._stop_waiting()
            self._settled.soon()

    def close(self) -> None:
        """Drops all keys from now on."""
        self._waiting.clear()
        self._settled.stop()
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._waits:
            self._waits.cancel()
            self._waits = None

    def _wait(self) -> None:
        self._waits = asyncio.get_running_loop().call_later(PATIENCE, self._give_up_waiting)

    def _give_up_waiting(self) -> None:
        self._waits, self._waited = None, True
        self._next()

    def _next(self) -> None:
        self._taken = bool(self._waiting)
        if self._waiting and self._app.waits_for_answer and not self._waited:
            self._wait()
        elif self._waiting:
            at_once, self._is_first = self._is_first, False
            if at_once:
                self._give()
            else:
                asyncio.get_running_loop().call_soon(self._give)

    def _give(self) -> None:
        if not self._waiting:  # closed meanwhile
            return
        key = self._waiting.popleft()
        if isinstance(key, Key):
            self._settled.after_key()
            self._app.another_follows = self._another_follows()
            self._app.take_key(key)
        else:
            self._settled.soon()
            self._app.post_message(key)

    def _another_follows(self) -> bool:
        """Returns whether the next key can paint for this one."""
        follows = bool(self._waiting) and isinstance(self._waiting[0], Key)
        self._together = (self._together + 1) % MOST_TOGETHER if follows else 0
        return self._together > 0

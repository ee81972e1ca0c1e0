"""Keys go to the app one at a time, each when the app has done what the one before meant.

On a slow line several keys arrive in one piece. Handed over together they would all go to what
has the focus now, though the first of them may open a line to type in: letters of a sentence
would be played as moves. One by one they go where their player meant them. What is typed
before there is anything to see waits for the first picture.
"""

from __future__ import annotations

from collections import deque

from textual.events import Key, Paste

from tui.wire.private.app import QuietApp
from tui.wire.private.when_idle import WhenIdle


class KeyQueue:
    """Stands between one client's keyboard and its app."""

    def __init__(self, app: QuietApp) -> None:
        self._app = app
        self._settled = WhenIdle(app, self._next)
        self._waiting: deque[Key | Paste] = deque()
        self._open = self._taken = False

    def open(self) -> None:
        """There is something to see."""
        if not self._open:
            self._open = True
            self._next()

    def enter(self, event: Key | Paste) -> None:
        """One more, behind those that wait."""
        self._waiting.append(event)
        if self._open and not self._taken:
            self._next()

    def close(self) -> None:
        """Nobody comes any more."""
        self._waiting.clear()
        self._settled.stop()

    def _next(self) -> None:
        self._taken = bool(self._waiting)
        if self._waiting:
            self._app.post_message(self._waiting.popleft())
            self._settled.soon()

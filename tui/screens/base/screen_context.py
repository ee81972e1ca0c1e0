"""What a screen may use of its session. `tui.app.app` implements it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from tui.actions.context import SessionContext


class ScreenContext(SessionContext, Protocol):
    """A session's context, with what only screens need."""

    lasting: bool
    """True if the host outlives the session, so that the player can come back."""

    def question_changed(self) -> None:
        """Called where something else may be asked now than before."""

    def hold_frames(self, seconds: float) -> None:
        """Sends what is drawn from now on with the next key, question or `release_frames`, or after some
        seconds.
        """

    def release_frames(self) -> None:
        """Sends what was held back with what is drawn now."""

    def copy(self, text: str) -> bool:
        """Puts a text into the clipboard of the player's terminal; returns whether that may have worked."""

    def show_frames(self, frames: Sequence[Callable[[], object]]) -> None:
        """Draws pictures one after the other, a step of the clock apart, unless the player or their line has
        none of that. The next key or call ends it with the last one, which must be what stays.
        """

"""What a place of plain mode may use of its session. `tui.plain.plain_session` implements it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui.actions.context import SessionContext
from tui.plain.lines.line_output import LineOutput


class PlainContext(SessionContext, Protocol):
    """A session's context, with what only plain mode needs."""

    output: LineOutput
    post: Callable[[Callable[[], object]], None]
    """Runs a function in the session's own queue."""
    known: set[str]
    """The choices whose meaning the player has already been shown."""
    told: str
    """The host's notice that was said last."""
    shows_screens: bool
    """True if the client has a terminal that can show screens."""

    @property
    def is_brief(self) -> bool:
        """True if the player wants a bot's turn in one sentence."""

    @property
    def prompts(self) -> bool:
        """True if lists are shown without being asked for."""

    def is_at(self, place: object) -> bool:
        """Returns whether the player is at this place now."""

    def go_next(self) -> None:
        """Goes to the table that waits longest for the player's answer; leaves if none does."""

    def answered(self) -> None:
        """Called when the player is asked nothing more at a table: who came to answer goes on."""

    def when_free(self, work: Callable[[], object]) -> None:
        """Runs a function once no line is being typed, because it would change what that line means."""

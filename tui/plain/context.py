"""What a place of plain mode may use of the session it is in. `tui.plain.plain_session` implements it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui.commands.session_context import SessionContext
from tui.plain.lines.line_output import LineOutput


class PlainContext(SessionContext, Protocol):
    """A session's context, and what only lines of text need."""

    output: LineOutput
    known: set[str]
    """Choices that the player has heard the meaning of."""
    shows_screens: bool
    """Whether the client has a terminal that can."""

    @property
    def post(self) -> Callable[[Callable[[], object]], None]:
        """Has something done on the session's own turn."""
        ...

    def is_at(self, place: object) -> bool:
        """Whether the player is at this place now."""
        ...

    def when_free(self, work: Callable[[], object]) -> None:
        """Does something as soon as no line is being typed: it would change what that line means."""
        ...

"""How a host runs a player's screen: the two ends of one terminal session.

The host implements `PaintedLine` (bytes to the client) and calls a `Screen` (bytes from the client,
its window, its end). Nothing here knows SSH.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from tui.host.port import Port

GoodbyeReason = Literal["shutdown", "kicked", "slow"]
"""Why a host ends a session: it stops, an operator ends it, or the client does not keep up."""


class Client(Struct, frozen=True):
    """What a client said about its terminal, already limited and cleaned by the host."""

    term: str = "xterm-256color"
    columns: int = 80
    rows: int = 24
    environment: Mapping[str, str] = {}
    """LANG, LC_ALL, LC_MESSAGES, LC_CTYPE, COLORTERM, NO_COLOR, where the client sent them."""
    goto: str = ""
    """Where to begin: '' the lobby, a game's key, 'join CODE', 'watch TABLE' (without a
    new seat), or 'lobby' without a question.
    """
    terminal: bool = True
    """Whether there is one; where not, whole lines come in."""
    plain: bool = False
    """Plain mode is wished for."""
    lasting: bool = True
    """Whether there is a host to come back to when the session is over."""


class Line(Protocol):
    """Bytes to one client."""

    def write(self, data: bytes) -> None:
        """Hands bytes to the transport; never blocks, never raises on a lost line."""
        ...

    def backlog(self) -> int:
        """Bytes handed in that the client has not taken yet."""
        ...

    def keeps_up(self) -> bool:
        """Whether next to nothing of what was handed in is still on its way to the client. Where it
        is not so, the screen's `drained` is called when it is.
        """
        ...


class Screen(Protocol):
    """A player's session on its terminal. Every method is called from the event loop."""

    def feed(self, data: bytes) -> None:
        """Bytes from the client, in any chopping."""
        ...

    def end_of_input(self) -> None:
        """The client sends nothing more; it may still look on."""
        ...

    def input_dropped(self) -> None:
        """The client sent more at once than is read; the rest is dropped."""
        ...

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has another size now."""
        ...

    def drained(self) -> None:
        """The client has caught up: a frame that was held back may go out."""
        ...

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """End the session: restore the terminal and leave one sentence in the player's language on it."""
        ...

    def hang_up(self) -> None:
        """The line is gone: end without writing."""
        ...

    async def run(self) -> int:
        """Runs until the player leaves; the exit status. Never raises: an error inside is
        logged, the player gets one sentence and the way back.
        """
        ...


MakeScreen = Callable[[Port, Client, Line], Screen]


ENVIRONMENT = ("LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "COLORTERM", "NO_COLOR", "ESCDELAY")
"""The variables of a client that screens want to know; all others are dropped as they come."""

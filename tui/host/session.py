"""How a host runs a player's screen: the two ends of one terminal session.

The host implements `ClientLine` (bytes to the client) and calls a `Screen` (bytes from the client,
its window, its end). Nothing here knows SSH.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from tui.host.port import Port

GoodbyeReason = Literal["shutdown", "moved", "kicked", "banned", "slow", "crowded"]
"""Why a host ends a session: it stops, the player comes back to another node of it, an operator ends the
session, the client does not keep up, or the host is full and others have fewer sessions.
"""


class ClientInfo(Struct, frozen=True):
    """What a client sent about its terminal, already limited and cleaned by the host."""

    term: str = "xterm-256color"
    columns: int = 80
    rows: int = 24
    environment: Mapping[str, str] = {}
    """The variables of `ENVIRONMENT`, as far as the client sent them."""
    goto: str = ""
    """Where to begin: '' the lobby, 'play' against bots, a game's key, 'join CODE', 'watch TABLE' (without a
    new seat), 'match' with a game's key and '--no-bots' as wanted, or 'lobby' without a question.
    """
    terminal: bool = True
    """False for a pipe: input arrives line by line."""
    plain: bool = False
    """True if the client asked for plain mode."""
    compresses: bool = False
    """True if the client compresses what is sent (`ssh -C`): its player wants few bytes."""
    escape_delay: float = 0.15
    """The seconds after which ESC alone is a key, if the client does not say it."""
    lasting: bool = True
    """True if the host outlives the session, so that the player can come back."""
    greeting: str = ""
    """The host's notice that the player read in the lobby when they came, before they changed the mode."""
    named: bool = False
    """True if the player read before a change of mode why they have another name than their client sent."""


class ClientLine(Protocol):
    """The output to one client, as bytes."""

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        """Sends bytes; never blocks, and never raises on a lost connection. `reached` is called once they
        have reached the client itself, before anything that it sends afterwards is passed on.
        """

    def backlog(self) -> int:
        """Returns the number of bytes sent that the client has not taken yet."""

    def keeps_up(self) -> bool:
        """True if nearly everything sent has reached the client. If it is false, the screen's `drained` is
        called once it is true again.
        """

    def arrived(self) -> bool:
        """True if everything sent has reached the client, as far as that is known."""

    def is_slow(self) -> bool:
        """True while a round trip to the client takes so long that only what matters is sent."""


class NearLine(ClientLine, Protocol):
    """A line at whose end all bytes are at once."""

    def backlog(self) -> int:
        return 0

    def keeps_up(self) -> bool:
        return True

    def arrived(self) -> bool:
        return True

    def is_slow(self) -> bool:
        return False


class Screen(Protocol):
    """A player's session on its terminal. Every method is called from the event loop."""

    def feed(self, data: bytes) -> None:
        """Takes bytes from the client, in pieces of any size."""

    def unread(self) -> int:
        """Returns about how many bytes it has taken and not worked on: while they are many, the host hands
        over no more.
        """

    def end_of_input(self) -> None:
        """The client sends nothing more; it may still read."""

    def input_dropped(self) -> None:
        """The client sent more at once than is read; the rest was dropped."""

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has a new size."""

    def drained(self) -> None:
        """The client has caught up: a frame that was held back can be sent."""

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """End the session: restore the terminal and leave one sentence in the player's language on it."""

    def hang_up(self) -> None:
        """The connection is lost: end without writing."""

    async def run(self) -> int:
        """Runs until the player leaves and returns the exit status. Never raises: an error inside is logged,
        and the player gets one sentence and a way back.
        """


MakeScreen = Callable[[Port, ClientInfo, ClientLine], Screen]


ENVIRONMENT = ("LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "COLORTERM", "NO_COLOR", "ESCDELAY", "TZ")
"""The variables of a client that screens use; the host drops all others."""

"""How often a session is sent what it looks at in the lobby."""

from __future__ import annotations

from msgspec import Struct


class LobbyPace(Struct, frozen=True):
    """Seconds: after a change until it is sent, so that several go together; between two pages of tables, or
    two lines of talk in a large crowd; between two counts.
    """

    soon: float = 0.1
    pages: float = 2.0
    counts: float = 10.0
    crowd: int = 25
    """Number of viewers from which on talk is sent less often, so that it costs the host no more."""
    batch: int = 60
    """The most viewers that are sent something before others of the host's tasks have their turn."""
    named: int = 100
    """The most people who are named; of more, only the number is sent."""

    def talk(self, viewers: int) -> float:
        """Return the least time between two lines of talk."""
        return min(self.pages, self.soon * max(1.0, viewers / self.crowd))

"""How the lines of players are who have a session on this node: what their clocks are credited with, and what
others see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.log.line_credit import LineLoss
from tui.host.port import Release

NO_LOSS = LineLoss()


class ClientLineState(Protocol):
    """What is known of one connection."""

    @property
    def is_stalled(self) -> bool:
        """Whether nothing that waits for it arrives."""
        ...

    def loss(self, seconds: float) -> LineLoss:
        """Return its round trip, and for how many of the last seconds it was stalled."""
        ...

    def follow_stalls(self, changed: Callable[[], object]) -> Release:
        """Call `changed` whenever a stall begins or ends."""
        ...


class PlayerLines:
    """The lines by player. `changed(player)` is called when one begins or ends to be stalled."""

    def __init__(self, changed: Callable[[str], object]) -> None:
        self._changed = changed
        self._lines: dict[str, list[ClientLineState]] = {}

    def add(self, player: str, line: ClientLineState) -> Release:
        """Add the line of a session. Return the function that takes it away; it is to be called once."""
        self._lines.setdefault(player, []).append(line)
        release = line.follow_stalls(lambda: self._changed(player))

        def remove() -> None:
            release()
            lines = self._lines[player]
            lines.remove(line)
            if not lines:
                del self._lines[player]
            if line.is_stalled:
                self._changed(player)

        return remove

    def is_stalled(self, player: str) -> bool:
        """Return whether no line of a player who is on this node moves."""
        lines = self._lines.get(player)
        return lines is not None and all(line.is_stalled for line in lines)

    def loss(self, player: str, seconds: float) -> LineLoss:
        """Return what a player has lost in the last seconds by their best line."""
        losses = [line.loss(seconds) for line in self._lines.get(player, ())]
        return min(losses, key=lambda loss: loss.round_trip + loss.stalled, default=NO_LOSS)

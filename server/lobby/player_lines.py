"""How the lines of players are: what their clocks are credited with, by the node on which they have their
session, and what others see, on every node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.log.line_credit import LineLoss
from tui.host.port import Release

NO_LOSS = LineLoss()
TOLD_AGAIN = 30.0
"""Seconds from one stall of a player that other nodes are told of to the next: each is stored for a while."""


class ClientLineState(Protocol):
    """What is known of one connection."""

    @property
    def is_stalled(self) -> bool:
        """Whether nothing that waits for it arrives."""

    def loss(self, seconds: float) -> tuple[float, float]:
        """Return its round trip, and for how many of the last seconds it was stalled."""

    def follow_stalls(self, changed: Callable[[], object]) -> Release:
        """Call `changed` whenever a stall begins or ends."""


class PlayerLines:
    """The lines by player. `changed(player)` is called when one begins or ends to be stalled; `tell(player,
    stalled)` tells the other nodes, and returns whether it did.
    """

    def __init__(
        self,
        changed: Callable[[str], object],
        tell: Callable[[str, bool], bool] = lambda *_: False,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._changed, self._tell, self._clock = changed, tell, clock
        self.stalled: set[str] = set()
        """The players none of whose lines moves."""
        self._lines: dict[str, list[ClientLineState]] = {}
        self._stalled_elsewhere: set[str] = set()
        """The players of whom another node has said that all their lines are stalled there."""
        self._told: dict[str, float] = {}
        """Of whom this node has said that last, and when."""
        self._told_stalled: set[str] = set()

    def add(self, player: str, line: ClientLineState) -> Release:
        """Add the line of a session. Return the function that takes it away; it is to be called once."""
        self._lines.setdefault(player, []).append(line)
        self._note(player)
        release = line.follow_stalls(lambda: self._line_changed(player))

        def remove() -> None:
            release()
            lines = self._lines[player]
            lines.remove(line)
            self._note(player)
            if line.is_stalled or player in self._told_stalled:
                self._line_changed(player)
            if not lines:
                del self._lines[player]
                self._note(player)
                self._told.pop(player, None)

        return remove

    def _line_changed(self, player: str) -> None:
        """Tell everybody, but other nodes not of every stall of a line that stalls again and again."""
        self._note(player)
        self._changed(player)
        lines, told = self._lines[player], player in self._told_stalled
        stalled = bool(lines) and all(line.is_stalled for line in lines)
        if told and not stalled:
            self._told_stalled.discard(player)
            self._tell(player, False)
        elif stalled and not told and self._may_tell(player) and self._tell(player, True):
            self._told_stalled.add(player)
            self._told[player] = self._clock()

    def _may_tell(self, player: str) -> bool:
        return self._clock() >= self._told.get(player, float("-inf")) + TOLD_AGAIN

    def _note(self, player: str) -> None:
        lines = self._lines.get(player)
        if all(line.is_stalled for line in lines) if lines else player in self._stalled_elsewhere:
            self.stalled.add(player)
        else:
            self.stalled.discard(player)

    def hear(self, player: str, *, stalled: bool) -> None:
        """Take from another node whether the lines are stalled that a player has there."""
        if stalled:
            self._stalled_elsewhere.add(player)
        else:
            self._stalled_elsewhere.discard(player)
        self._note(player)
        self._changed(player)

    def forget(self, player: str) -> None:
        """Forget what other nodes have said of a player who has come or gone."""
        self._stalled_elsewhere.discard(player)
        self._note(player)

    def loss(self, player: str, seconds: float) -> LineLoss:
        """Return what a player has lost in the last seconds by their best line."""
        losses = [LineLoss(*line.loss(seconds)) for line in self._lines.get(player, ())]
        return min(losses, key=lambda loss: loss.round_trip + loss.stalled, default=NO_LOSS)

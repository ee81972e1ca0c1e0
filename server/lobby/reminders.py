"""Reminds the players of a table with a start time: some minutes before it, and when it has come."""

from __future__ import annotations

from collections.abc import Callable

from server.lobby.dependencies import LobbyDependencies
from server.people.notes import Note
from server.table.table import Table
from tui.host.port import Release

BEFORE = (600.0, 0.0)
"""Seconds before the start time at which players are reminded."""


class Reminders:
    """Has a timer for each open table with a start time. Every node sets them; the one that acts for the
    table reminds: `give` keeps a note for a player, `notify` reaches who is away, so many seconds before.
    """

    def __init__(
        self,
        dependencies: LobbyDependencies,
        give: Callable[[Note], object],
        notify: Callable[[Table, str, float], object],
    ) -> None:
        self._give, self._notify = give, notify
        self._clock = dependencies.clock
        self._timer = dependencies.timer
        self._acts_for = dependencies.nodes.duties.acts_for
        self._timers: dict[str, Release] = {}

    def table_changed(self, table: Table) -> None:
        """Set the timer of a new table, and end that of one whose game has begun."""
        place, starts = table.opening.id, table.opening.starts
        if not starts:
            return
        if table.state.stage != "open":
            if release := self._timers.pop(place, None):
                release()
        elif place not in self._timers:
            self._set(table, starts)

    def close(self) -> None:
        """Stop all timers."""
        for release in self._timers.values():
            release()
        self._timers.clear()

    def _set(self, table: Table, starts: float) -> None:
        now = self._clock()
        coming = [before for before in BEFORE if starts - before > now]
        if coming:
            before = coming[0]
            self._timers[table.opening.id] = self._timer(
                starts - before - now, lambda: self._due(table, starts, before)
            )

    def _due(self, table: Table, starts: float, before: float) -> None:
        del self._timers[table.opening.id]
        if table.state.stage != "open":
            return
        if self._acts_for(table.opening.id):
            for player in table.state.players:
                note = Note(
                    id=f"{table.opening.id} {player} {before:.0f}",
                    to=player,
                    kind="reminder",
                    sent=self._clock(),
                    place=table.opening.id,
                    table=table.opening.name,
                )
                self._give(note)
                self._notify(table, player, before)
        self._set(table, starts)

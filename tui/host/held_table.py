"""Keeps a table while a session changes from one mode to the other: one that is over is closed as soon as
nobody follows it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from engine.game import Refused
from tui.host.port import Port, Release, TableSnapshot


def nothing() -> None:
    """Ends nothing: no table is held."""


def hold(port: Port, table: str) -> Release:
    """Follows a table until it is followed once more, or until the returned release is called."""
    loop, heard = asyncio.get_running_loop(), list[TableSnapshot]()

    def hear(snapshot: TableSnapshot) -> None:
        heard.append(snapshot)
        if len(heard) > 1:  # a player who follows a table anew is sent a snapshot wherever they follow it
            loop.call_soon(release)

    try:
        release = port.follow_table(table, hear)
    except Refused:
        return nothing
    return release


class TableForScreen:
    """Follows a table before there is the screen that shows it, for whom `listener` hears of it: what was
    heard waits for the screen, so that the table need not tell everything again. Raises Refused: no such
    table.
    """

    def __init__(self, port: Port, table: str, listener: Callable[[TableSnapshot], None]) -> None:
        self._listener = listener
        self._heard: list[TableSnapshot] | None = []
        self.release: Release = port.follow_table(table, self._hear)
        """Ends it."""

    @property
    def count(self) -> int:
        """How many snapshots wait for the screen."""
        return len(self._heard or ())

    def hand_over(self, listener: Callable[[TableSnapshot], None]) -> Release:
        """Gives the screen what was heard, and from now on what is; returns what ends it."""
        heard, self._heard, self._listener = self._heard or [], None, listener
        for snapshot in heard:
            listener(snapshot)
        return self.release

    def _hear(self, snapshot: TableSnapshot) -> None:
        if self._heard is not None:
            self._heard.append(snapshot)
        self._listener(snapshot)

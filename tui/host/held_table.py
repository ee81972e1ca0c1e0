"""Keeps a table while a session changes from one mode to the other: one that is over is closed as soon as
nobody follows it.
"""

from __future__ import annotations

import asyncio

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

"""Tables and entries as tests of stores need them, and the thread of a database."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engine.chance import commitment
from server.log.entries import Entry, Opening
from server.sqlite.database import Join


def start_thread(work: Callable[[], None]) -> Join:
    thread = threading.Thread(target=work)
    thread.start()
    return thread.join


def opening(table: str = "t1", opened: float = 1.0) -> Opening:
    return Opening(
        table,
        f"NAME-{table}",
        "toy",
        1,
        2,
        {"edition": "de", "rounds": 9},
        "ada",
        b"\0" * 32,
        commitment(b"\0" * 32, table),
        opened,
    )


def entry(seq: int, kind: str = "move", **more: object) -> Entry:
    return Entry(seq=seq, kind=kind, time=seq + 0.5, **more)  # type: ignore[arg-type]

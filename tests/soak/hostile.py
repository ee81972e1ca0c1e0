"""Hostile clients, one after another: which attacks the soak has, and when each was under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

from tests.edge.quiet_player import attack

PAUSE = 10.0
"""Seconds of peace between two attacks."""
_LONG = {"stay": 75}
ATTACKS: tuple[tuple[str, dict[str, float | str]], ...] = (
    ("flood", {"kind": "sizes", "count": 9000, "seconds": 3, "stay": 12}),
    ("silent", {"count": 300, "enough": 300, "seconds": 8}),
    ("bomb", {"megabytes": 30, "times": 3}),
    ("handshakes", {"per_second": 100, "seconds": 6}),
    ("flood", {"kind": "bytes", "count": 9000, "seconds": 3, "stay": 12}),
    ("huge_window", {"keys": 100, "seconds": 2, **_LONG}),
    ("channels", {"count": 200}),
    ("flood", {"kind": "inflate", "count": 2000, "seconds": 3, "stay": 12}),
    ("passwords", {"count": 100}),
    ("rekeys", {"count": 1000, "seconds": 6}),
    ("paste", {"kilobytes": 84, "times": 3}),
    ("shut_window", _LONG),
    ("flood", {"kind": "channel", "count": 9000, "seconds": 3, "stay": 12}),
    ("closed_window", {"keys": 200, "seconds": 4, "reading": 0}),
    ("half_exchange", _LONG),
    ("flood", {"kind": "global", "count": 9000, "seconds": 3, "stay": 12}),
    ("flood", {"kind": "ignore", "count": 9000, "seconds": 3, "stay": 12}),
)


class Hostile:
    """Attacks a host until cancelled; `say` gets a line about each."""

    def __init__(self, port: int, say: Callable[[dict[str, Any]], None], first: int = 0) -> None:
        self._port, self._say = port, say
        self.number = first
        """The attack that is next: a run that is resumed goes on there."""
        self._times: list[tuple[float, float]] = []

    async def run(self) -> None:
        """One attack after another, each from an address of its own."""
        while True:
            name, options = ATTACKS[self.number % len(ATTACKS)]
            await asyncio.sleep(PAUSE)
            began = perf_counter()
            self._times.append((began, float("inf")))
            try:
                async with attack(
                    self._port, name, f"127.0.2.{1 + self.number % 250}", **options
                ) as under_way:
                    report = await under_way.report()
            except AssertionError as error:  # it could not even begin
                report = {"failed": str(error)}
            self._times[-1] = (began, perf_counter())
            self._say({"attack": name, **options, "report": report})
            self.number += 1

    def was_on(self, moment: float) -> bool:
        """Whether an attack was under way then."""
        return any(began <= moment <= ended for began, ended in reversed(self._times))

"""Pieces of work that took too long: each is counted, and logged by its name once a minute."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

log = logging.getLogger(__name__)

BETWEEN_LINES = 60.0
"""Seconds between two lines of the log about pieces of the same name."""


def _nobody(_name: str, _seconds: float) -> None:
    """Do nothing."""


class LongPieces:
    """Hears of every piece that took too long; `counted` is called with its name and seconds."""

    def __init__(
        self, counted: Callable[[str, float], None] = _nobody, clock: Callable[[], float] = monotonic
    ) -> None:
        self._counted, self._clock = counted, clock
        self._logged: dict[str, float] = {}

    def tell(self, name: str, cost: int) -> None:
        """Count a piece that took `cost` nanoseconds."""
        seconds, now = cost / 1e9, self._clock()
        self._counted(name, seconds)
        if now - self._logged.get(name, now - BETWEEN_LINES) >= BETWEEN_LINES:
            self._logged[name] = now
            log.warning("a piece of work took long", extra={"piece": name, "seconds": round(seconds, 4)})


def name_of(call: Any) -> str:
    """Return what the code calls a piece of work: of a step of a task, whose task it is and what it runs."""
    while isinstance(call, partial):
        call = call.func
    owner = getattr(call, "__self__", None)
    if isinstance(owner, asyncio.Task):
        call = owner.get_coro()
        frame = getattr(call, "cr_frame", None)
        owner = frame.f_locals.get("self") if frame else None
    name = getattr(call, "__qualname__", type(call).__name__)
    own = type(owner).__name__
    return name if owner is None or name.startswith(own) else f"{own}: {name}"


def name_of_handle(handle: asyncio.Handle) -> str:
    """Return what the code calls what the event loop was to call."""
    return name_of(getattr(handle, "_callback", None))

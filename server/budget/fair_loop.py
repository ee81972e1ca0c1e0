"""The event loop of a process that serves players: what runs on behalf of a session waits for its turn.

A step of a task or a callback belongs to the session whose context it has (`server.budget.share.SHARE`), and
is drawn from the work queue. All else, the house's own work, is done at once.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar, TypeVarTuple

from server.budget.fair_selector import FairSelector
from server.budget.share import SHARE

T = TypeVar("T")
Given = TypeVarTuple("Given")


class FairLoop(asyncio.SelectorEventLoop):
    """An event loop on which every session has its share, and a turn hears a few sockets."""

    def __init__(self, selector: selectors.BaseSelector | None = None) -> None:
        super().__init__(selector or FairSelector())

    def call_soon(
        self, callback: Callable[[*Given], object], *args: *Given, context: Context | None = None
    ) -> asyncio.Handle:
        """Have a callback called in its turn."""
        share = SHARE.get() if context is None else context.get(SHARE)
        if share is None:
            return super().call_soon(callback, *args, context=context)
        piece = asyncio.Handle(callback, args, self, context)
        share.put(piece)
        return piece


def run_fairly(main: Coroutine[Any, Any, T]) -> T:
    """Run a process's main coroutine, as `asyncio.run` does, on an event loop on which every session has its
    share.
    """
    with asyncio.Runner(loop_factory=FairLoop) as runner:
        return runner.run(main)

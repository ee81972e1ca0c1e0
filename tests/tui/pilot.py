"""Waiting for an app in tests, by what it has still to do and not by the clock.

Textual's own way is to sleep until the process was idle for a while: some 60 ms for every key, and more
on a busy machine, which it takes for a busy app.
"""

from __future__ import annotations

import asyncio
from math import inf
from typing import Any

from textual._context import active_app

SOON = 0.02
"""Seconds: a timer that is due sooner belongs to what came before, and is waited for."""


async def settle(*_: object) -> bool:
    """Returns when the app has ended, or nothing is ready to run and no timer is due soon.

    Stands in for several functions of Textual, and takes what they take.
    """
    app, loop = active_app.get(), asyncio.get_running_loop()
    end = loop.time() + SOON
    while app.is_running:
        await asyncio.sleep(0)
        if _is_ready(loop):
            continue
        due = _next_timer(loop)
        if due > end:
            break
        await asyncio.sleep(due - loop.time())
    return True


def _is_ready(loop: Any) -> bool:
    return bool(loop._ready)


def _next_timer(loop: Any) -> float:
    return min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=inf)

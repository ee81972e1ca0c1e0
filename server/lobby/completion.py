"""Requests of several steps: once begun, they are carried out even if whoever waits for them leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def carry_out(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`, or raise what it raises. If the caller is cancelled meanwhile, because its
    connection is lost, the work goes on: what is stored and what is in memory never differ.
    """
    task = asyncio.ensure_future(work)
    task.add_done_callback(_note)
    return await asyncio.shield(task)


def _note(task: asyncio.Task[Any]) -> None:
    """Take what was raised: if nobody waits for it any more, it is nobody's business."""
    if not task.cancelled():
        task.exception()

"""What a client types is handed over in the order in which it came, together with what else it answers."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from server.budget.work_queue import WorkQueue
from server.sessions.typed_input import TypedInput


async def test_what_comes_between_keys_is_told_between_them() -> None:
    """Also where all of it had to wait for the session's turn: a key behind an answer was typed after it."""
    queue, heard = WorkQueue(), []
    share = queue.share("192.0.2.1")
    channel: Any = SimpleNamespace(pause_reading=lambda: None, resume_reading=lambda: None)
    typed = TypedInput(share, channel, heard.append, lambda: 0)

    def come() -> None:
        """While the queue works on this, nothing else is handed over."""
        typed.take(b"a")
        typed.then(lambda: heard.append("first answer"))
        typed.take(b"b")
        typed.take(b"c")
        typed.then(lambda: heard.append("second answer"))
        typed.take(b"d")
        assert heard == []

    share.do(come)
    for _ in range(9):
        await asyncio.sleep(0)
    assert heard == [b"a", "first answer", b"bc", "second answer", b"d"]

"""A window's process: its session at the host, which is begun again when it ends, and its listener."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from server.settings.address import Address
from server.settings.web import WebSettings
from server.telemetry.logs import reason
from server.web.feed import Feed, Writer
from server.web.listener import WebListener
from server.web.pictures import pictures
from server.web.routes import Routes

log = logging.getLogger(__name__)

Connect = Callable[[], Awaitable[tuple[asyncio.StreamReader, Writer]]]
"""Begins a session at the host. Raises OSError."""
LONGEST_LINE = 16 * 1024 * 1024
FIRST_WAIT, LONGEST_WAIT = 1.0, 3.0
"""Seconds until the host is tried again: pages are right within five seconds of its coming back."""
LOOK = 5.0
"""Seconds between two looks at what nobody views any more."""


async def serve_window(
    settings: WebSettings, address: Address, connect: Connect, *, again: bool, opened: Callable[[int], None]
) -> None:
    """Serve pages. `again`: a session that ends is begun again, as often as it takes; else the window ends
    with it. `opened` is told the port. Raises OSError if nothing can listen there.
    """
    feed = Feed()
    listener = WebListener(Routes(feed, pictures()), settings.believed)
    opened(await listener.open(*address))
    looking = asyncio.ensure_future(_let_go(feed))
    try:
        wait, told = FIRST_WAIT, False
        while True:
            try:
                reader, writer = await connect()
                await feed.run(reader, writer)
                wait, told = FIRST_WAIT, False
            except OSError as why:
                if not told:
                    log.warning("the host is not reached", extra={"why": reason(why)[:200]})
                told = True
            if not again:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
    finally:
        looking.cancel()
        await listener.close()


async def _let_go(feed: Feed) -> None:
    while True:
        await asyncio.sleep(LOOK)
        await feed.let_go()

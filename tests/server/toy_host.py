"""A host of toy games in a process of its own: `toy_host DATA` serves it as `crownhouse serve` does."""

import asyncio
from collections.abc import Sequence

from server.settings.loading import load
from server.start.serve import serve
from tests.server.running_host import FakeScreen
from tests.server.toy import GAMES


def main(arguments: Sequence[str]) -> int:
    flags = {"data": arguments[0], "listen": "127.0.0.1:0", "names": "login"}
    asyncio.run(serve(load(flags, {}, None), GAMES, FakeScreen))
    return 0

"""A host of toy games in a process of its own: `toy_host.py DATA` serves it as `crownhouse serve` does."""

import asyncio
import sys

from server.cli.serve import serve
from server.settings.config import load
from tests.server.running_host import FakeScreen
from tests.server.toy import GAMES

if __name__ == "__main__":
    flags = {"data": sys.argv[1], "listen": "127.0.0.1:0", "names": "login"}
    asyncio.run(serve(load(flags, {}, None), GAMES, FakeScreen))

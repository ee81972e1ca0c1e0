"""A host of toy games in a process of its own: `toy_host.py DATA` serves it as `crownhouse serve` does."""

import asyncio
import sys

from server.config import load
from server.serve import serve
from tests.server.house import ToyScreen
from tests.server.toy import GAMES

if __name__ == "__main__":
    asyncio.run(serve(load({"data": sys.argv[1], "listen": "127.0.0.1:0"}, {}, None), GAMES, ToyScreen))

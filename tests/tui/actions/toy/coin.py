"""What `/coin` adds to the program: a text for each file, and the line before which it stands."""

from __future__ import annotations

from typing import NamedTuple


class Added(NamedTuple):
    """A text, and what it stands before, in a file."""

    file: str
    before: str
    text: str


COIN = (
    Added(
        "tui/actions/tables.py",
        "    lend=Action(\n",
        """    coin=Action(
        asks=Port.toss_coin,
        answer=lambda _place, _args, side: {"side": side},
        limit=CHAT,
        slash=Slash("", "toss a coin: everybody at the table sees how it falls"),
        ssh=Ssh("tosses a coin at a table", is_present=True, shows_table=True),
    ),
""",
    ),
    Added("tui/actions/tables.py", "from tui.host.port import", "from tui.host.refusals import CHAT\n"),
    Added(
        "tui/host/tables.py",
        "    async def lend(",
        '''    async def toss_coin(self, table: str) -> str:
        """Tosses a coin at a table: the `side` that it shows, which the `chat` there tells as well."""
        ...

''',
    ),
    Added(
        "server/host/requests/player_requests.py",
        "    async def start(",
        '''    async def toss_coin(self, table: str) -> str:
        """Toss a coin at a table, and return the side."""
        at = self._at(table)
        self._services.moderation.check_talk(self._id, self._lobby.presence.address_of(self._id))
        await self._services.limits.of(CHAT).count(self._id, self._lobby.dependencies.clock())
        side = "tails" if self._lobby.dependencies.pick(2) else "heads"
        self._tell_table(at, HostLine(side))
        return side

''',
    ),
    Added(
        "server/host/requests/player_requests.py",
        "from tui.host.pictures import",
        "from tui.host.refusals import CHAT\n",
    ),
    Added(
        "tui/language/host_lines.py",
        '"kicked": ',
        '"heads": N_("tosses a coin: heads"), "tails": N_("tosses a coin: tails"), ',
    ),
    Added(
        "docs/api.md",
        "| `lend` |",
        "| `coin` | `table` | tosses a coin at a table: the `side` that it shows, which the `chat` there "
        "tells as well |\n",
    ),
)

"""The hosts that a database's address names, one of which is the primary: `postgresql://a,b/name`.

asyncpg tries them one after another, but within one time for all: a machine that is gone and refuses nothing
takes all of it, so that the next one is never asked. Here each has its part of the time, and the one that
was the primary last is asked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg

from server.settings.store_address import split_address
from server.store.postgres.protocols import PostgresConnection

GO_ON = (OSError, asyncpg.TargetServerAttributeNotMatched, asyncpg.CannotConnectNowError)
"""After these the next host is asked; TimeoutError is an OSError."""


class PostgresHosts:
    """The hosts at which a database may be."""

    def __init__(self, url: str) -> None:
        self._urls = each_host(url)

    async def connect(self, _url: str = "", *, timeout: float, **options: Any) -> PostgresConnection:  # noqa: ASYNC109
        """Connect to the first host that is as the address wants it, within `timeout` seconds. Made for
        asyncpg's pool, too, which passes the address again. Raises what asyncpg raises, OSError.
        """
        error: Exception = OSError("no host")
        for url in tuple(self._urls):
            try:
                connection: PostgresConnection = await asyncpg.connect(
                    url, timeout=timeout / len(self._urls), **options
                )
            except GO_ON as why:
                error = why
            else:
                self._urls = [url, *(other for other in self._urls if other != url)]
                return connection
        raise error


def each_host(url: str) -> Sequence[str]:
    """Return the address with each of its hosts alone. One that asyncpg has to read as a whole stays."""
    parts = split_address(url)
    if parts is None:
        return [url]
    login, at, hosts = parts.place.rpartition("@")
    if "," not in hosts or "port=" in parts.query:
        return [url]
    return ["".join(parts._replace(place=f"{login}{at}{host}")) for host in hosts.split(",")]

"""The host key that all nodes share, as a row: whoever starts first makes it."""

from __future__ import annotations

from collections.abc import Callable

from server.postgres.connection import Postgres

READ = "SELECT private FROM host_key"
KEEP = "INSERT INTO host_key (private) VALUES ($1) ON CONFLICT DO NOTHING"


async def shared_host_key(database: Postgres, make: Callable[[], bytes]) -> bytes:
    """Return the private key that is stored; if there is none, store what `make` returns, unless another node
    does at that moment. Raises what `Postgres.run` raises.
    """
    while not (rows := await database.fetch(READ)):
        await database.execute(KEEP, make())
    return bytes(rows[0][0])

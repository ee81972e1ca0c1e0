"""The host key that all nodes share, as a row: whoever starts first makes it; which keys players know; and a
hash that it keys.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from server.postgres.connection import Postgres

READ = "SELECT private FROM host_key"
KEEP = "INSERT INTO host_key (private) VALUES ($1) ON CONFLICT DO NOTHING"
KNOWN = "SELECT fingerprint FROM host_keys ORDER BY since DESC LIMIT 1"
KEEP_KNOWN = "INSERT INTO host_keys (fingerprint, since) VALUES ($1, $2)"


class Concealment:
    """Conceals what limits are counted by, since addresses are not stored: a hash that is the same on all
    nodes, and from which nobody finds the text without the host's private key.
    """

    def __init__(self, host_key: bytes) -> None:
        self._key = blake2b(host_key, digest_size=32).digest()

    def __call__(self, text: str) -> str:
        """Return what is stored instead of a text."""
        return blake2b(text.encode(), key=self._key, digest_size=16).hexdigest()


class PostgresHostKeys:
    """See `server.storage.host_keys.KnownHostKeys`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def known(self) -> str:
        """See `KnownHostKeys.known`."""
        rows = await self._database.fetch(KNOWN)
        return str(rows[0][0]) if rows else ""

    async def keep(self, fingerprint: str, now: float) -> None:
        """See `KnownHostKeys.keep`."""
        await self._database.execute(KEEP_KNOWN, fingerprint, now)


async def shared_host_key(database: Postgres, make: Callable[[], bytes]) -> bytes:
    """Return the private key that is stored; if there is none, store what `make` returns, unless another node
    does at that moment. Raises what `Postgres.run` and `make` raise.
    """
    while not (rows := await database.fetch(READ)):
        await database.execute(KEEP, make())
    return bytes(rows[0][0])

"""The host key that all nodes share, as a row: whoever starts first makes it; and a hash that it keys."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from server.store.postgres.connection import Postgres

READ = "SELECT private FROM host_key"
CHANGE = "UPDATE host_key SET private = $2 WHERE private = $1"
KEEP = "INSERT INTO host_key (private) VALUES ($1) ON CONFLICT DO NOTHING"


END = b"-----END OPENSSH PRIVATE KEY-----\n"


class Concealment:
    """Conceals what limits are counted by, since addresses are not stored: a hash that is the same on all
    nodes, and from which nobody finds the text without the host's private key.
    """

    def __init__(self, host_key: bytes) -> None:
        first, end, _ = host_key.partition(END)  # a next key may stand behind it
        self._key = blake2b(first + end, digest_size=32).digest()

    def __call__(self, text: str) -> str:
        """Return what is stored instead of a text."""
        return blake2b(text.encode(), key=self._key, digest_size=16).hexdigest()


async def shared_host_key(database: Postgres, make: Callable[[], bytes]) -> bytes:
    """Return the private key that is stored; if there is none, store what `make` returns, unless another node
    does at that moment. Raises what `Postgres.run` and `make` raise.
    """
    while not (rows := await database.fetch(READ)):
        await database.execute(KEEP, make())
    return bytes(rows[0][0])

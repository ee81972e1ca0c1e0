"""By which host key players know a host: stored with its games, so that the operator notices another key
before everybody's `ssh` does.
"""

from __future__ import annotations

from typing import Literal

from server.store.database.data_folder import StartupError
from server.store.sql import Sql

KeyChange = Literal["refused", "accepted", "unnoticed"]
"""What becomes of a key that players do not know: the start is refused, or they know it from then on; or
nobody is served, so that it does not matter.
"""
KNOWN = "SELECT fingerprint FROM host_keys ORDER BY since DESC LIMIT 1"
KEEP = "INSERT INTO host_keys (fingerprint, since) VALUES ($1, $2)"
ALLOWED = "or start once with --new-host-key, and tell players the new fingerprint"


class HostKeyStore:
    """Stores the fingerprints of the keys that a host has had."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def known(self) -> str:
        """Return the fingerprint that players know, '' before the first start."""
        rows = await self._database.fetch(KNOWN)
        return str(rows[0][0]) if rows else ""

    async def keep(self, fingerprint: str, now: float) -> None:
        """Note that players know the host by this key from now on."""
        await self._database.execute(KEEP, fingerprint, now)


async def check_host_key(keys: HostKeyStore, fingerprint: str, now: float, change: KeyChange) -> None:
    """Note the key that a host starts with. Raises StartupError if it is another one than players know, and
    that is to be refused.
    """
    if change == "unnoticed":
        return
    known = await keys.known()
    if change == "refused":
        check_fingerprint(fingerprint, known)
    if known != fingerprint:
        await keys.keep(fingerprint, now)


def check_fingerprint(fingerprint: str, known: str) -> None:
    """Raise StartupError if a key is not the one that players know, '' if they know none yet."""
    if known and known != fingerprint:
        raise StartupError(
            f"The host key is {fingerprint}, but players know this host by {known}: put that key back,"
            f" {ALLOWED}."
        )


def missing_key(where: str, known: str) -> StartupError:
    """Return the refusal of a start whose key is missing, although players know one."""
    return StartupError(
        f"The host key {where} is missing, but players know this host by {known}: put it back, {ALLOWED}."
    )

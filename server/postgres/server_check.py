"""Checks that a PostgreSQL server keeps what it confirms: asked on every new connection.

A setting may change while the host runs, and after a failover the server is another one.
"""

from __future__ import annotations

from typing import Any

from server.postgres.failures import UnfitServer
from server.postgres.protocols import PostgresConnection

OLDEST_VERSION = 150_000
"""PostgreSQL 15, as `server_version_num` has it."""
CHECK = """
    SELECT current_setting('server_version_num')::integer AS version, current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only') AS read_only
"""


async def check_server(connection: PostgresConnection) -> None:
    """Raise UnfitServer if the server of a connection cannot promise that what it confirms stays."""
    if why := _unfit(await connection.fetchrow(CHECK)):
        raise UnfitServer(why)


def _unfit(found: Any) -> str:
    """Return what is wrong with a server and what to do, in one sentence; "": nothing."""
    if found["version"] < OLDEST_VERSION:
        major = OLDEST_VERSION // 10_000
        return f"It is PostgreSQL {found['version'] // 10_000}: crownhouse needs {major} or later."
    if found["standby"]:
        return "It is a standby, which cannot be written: name the primary."
    if found["read_only"] == "on":
        return "It is read-only (default_transaction_read_only): let the host write."
    for setting in ("fsync", "full_page_writes"):
        if found[setting] == "off":
            return f"It may lose what it has confirmed ({setting} = off): set {setting} = on."
    if found["synchronous_commit"] not in {"on", "remote_apply"}:
        now = found["synchronous_commit"]
        return f"It confirms what may still be lost (synchronous_commit = {now}): set it to on."
    if found["encoding"] != "UTF8":
        return f"Its encoding is {found['encoding']}: make a database with ENCODING 'UTF8'."
    return ""

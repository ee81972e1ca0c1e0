"""Checks that a PostgreSQL server keeps what it confirms: asked on every new connection.

A setting may change while the host runs, and after a failover the server is another one, with another clock.
The time of a host is the database's, so that clock must neither go back behind what is stored nor be far from
the truth; a node's own clock may be hours off, which does no harm.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from server.store.outages import LAST_BEAT
from server.store.postgres.failures import UnfitServer
from server.store.postgres.protocols import PostgresConnection

OLDEST_VERSION = 150_000
"""PostgreSQL 15, as `server_version_num` has it."""
MOST_BACK = 5.0
"""Seconds by which a server's clock may be behind the last heartbeat of all nodes, whose times are never
behind those of entries. After a failover two clocks differ a little; a lost node is found later by as much.
"""
MOST_APART = 86_400.0
"""Seconds by which the clocks of server and node may differ: more than any wrong time zone explains."""
CHECK = """
    SELECT current_setting('server_version_num')::integer AS version, current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby,
    current_setting('transaction_read_only') AS read_only,
    extract(epoch FROM clock_timestamp())::float8 AS now, to_regclass('life') IS NOT NULL AS has_beats
"""


async def check_server(connection: PostgresConnection) -> None:
    """Raise UnfitServer if the server of a connection cannot promise that what it confirms stays, or if its
    clock cannot be right.
    """
    found = await connection.fetchrow(CHECK)
    last_beat: float | None = await connection.fetchval(LAST_BEAT) if found["has_beats"] else None
    if why := _unfit(found) or _wrong_clock(found["now"], last_beat, time.time()):
        raise UnfitServer(why)


def _unfit(found: Mapping[str, Any]) -> str:
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


def _wrong_clock(now: float, last_beat: float | None, here: float) -> str:
    """Return the same of a server's clock, which says `now` while the node's says `here`. `last_beat` is the
    last heartbeat in its database, None: there was none yet.
    """
    if last_beat is not None and now < last_beat - MOST_BACK:
        return f"Its clock says {_utc(now)}, but nodes were here at {_utc(last_beat)}: set its clock right."
    if abs(now - here) > MOST_APART:
        return f"Its clock says {_utc(now)}, this machine's {_utc(here)}: set the wrong one right."
    return ""


def _utc(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at))

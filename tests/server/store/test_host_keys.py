"""By which key players know a host, in every store."""

from __future__ import annotations

import pytest

from server.store.database.data_folder import StartupError
from server.store.host_keys import HostKeyStore, check_host_key
from server.store.sql import Sql


async def test_which_key_players_know_is_kept(sql: Sql) -> None:
    """The last one; a first key is noted, another one refused until it is accepted."""
    keys = HostKeyStore(sql)
    await check_host_key(keys, "SHA256:one", 1.0, "unnoticed")
    assert await keys.known() == ""
    for number in range(2):
        await check_host_key(keys, "SHA256:one", float(number), "refused")
    with pytest.raises(StartupError, match="--new-host-key"):
        await check_host_key(keys, "SHA256:two", 2.0, "refused")
    assert await keys.known() == "SHA256:one"
    await check_host_key(keys, "SHA256:two", 3.0, "accepted")
    assert await keys.known() == "SHA256:two"

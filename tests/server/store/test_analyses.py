"""Analyses of finished games, in every store."""

from __future__ import annotations

import asyncio

from tests.server.stores import Stores


async def test_an_analysis_is_found_by_its_table_and_version(stores: Stores) -> None:
    assert await stores.analyses.find("t1", 1) is None
    await stores.analyses.keep("t1", 1, '{"so": "ähnlich"}')
    assert await stores.analyses.find("t1", 1) == '{"so": "ähnlich"}'
    assert await stores.analyses.find("t1", 2) is None
    assert await stores.analyses.find("t2", 1) is None


async def test_a_later_version_replaces_an_earlier_one_and_nothing_else_does(stores: Stores) -> None:
    """Also if two nodes keep theirs at once, or an older program keeps one afterwards."""
    await stores.analyses.keep("t1", 1, "old")
    await asyncio.gather(*(stores.analyses.keep("t1", 2, text) for text in ("new", "new")))
    await stores.analyses.keep("t1", 2, "again")
    await stores.analyses.keep("t1", 1, "older")
    assert [await stores.analyses.find("t1", version) for version in (1, 2)] == [None, "new"]


async def test_all_of_them_may_go(stores: Stores) -> None:
    """They are made again; until then there is none."""
    await stores.analyses.keep("t1", 1, "12345")
    await stores.analyses.keep("t2", 1, "123")
    assert await stores.analyses.size() == (2, 8)
    await stores.analyses.drop()
    assert (await stores.analyses.size(), await stores.analyses.find("t1", 1)) == ((0, 0), None)

"""Where tests of nodes run that claim something of all stores that join nodes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.server.cluster.stages import JoinedStage, NodeStage, PostgresStage


@pytest.fixture(params=["joined", "postgres"])
async def stage(request: pytest.FixtureRequest) -> AsyncIterator[NodeStage]:
    if request.param == "joined":
        yield JoinedStage()
        return
    server = request.getfixturevalue("postgres_server")
    async with server.emptied_database() as url:
        postgres = PostgresStage(url)
        yield postgres
        await postgres.close()

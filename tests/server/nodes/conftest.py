"""Where tests of nodes run that claim something of all stores that join nodes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.nodes.hub_stage import HubStage
from tests.server.nodes.stages import JoinedStage, NodeStage, PostgresStage


@pytest.fixture(params=["joined", "hub", "postgres"])
async def stage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[NodeStage]:
    if request.param == "joined":
        yield JoinedStage()
        return
    if request.param == "hub":
        hub = HubStage(tmp_path)
        yield hub
        await hub.close()
        return
    server = request.getfixturevalue("postgres_server")
    url = await server.make_database()
    postgres = PostgresStage(url)
    yield postgres
    await postgres.close()
    await server.drop_database(url)

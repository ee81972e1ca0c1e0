"""A node learns of every table that is open, of its own where it does not know that it has opened it, too."""

from __future__ import annotations

import pytest

from server.cluster.postgres.directory import PostgresDirectory
from server.store.journal.journal import Unsure
from server.store.postgres.connection import Postgres
from tests.server.journals import opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.answer_cutter import answer_cutter
from tests.server.store.postgres.journal_node import node_on


@pytest.mark.parametrize("is_read_meanwhile", [True, False])
async def test_a_table_that_was_opened_although_nobody_knew_is_told_of(
    postgres: Postgres, postgres_server: RunningPostgres, postgres_url: str, is_read_meanwhile: bool
) -> None:
    """The others list it, so must the node whose store stopped answering while it opened the table."""
    directory = PostgresDirectory(postgres)
    told: list[str] = []
    unsure: list[str] = []
    directory.follow(lambda summary: told.append(summary.opening.id), lambda _: None)
    async with (
        answer_cutter(postgres_server.socket) as cutter,
        node_on(
            cutter.url(postgres_url), patience=0.3, deaf=True, poll=3600, when_opening=directory.opens,
            when_unsure=unsure.append,
        ) as node,
    ):  # fmt: skip
        await node.journal.create(opening("t1"))
        await directory.catch_up()

        def lose(answer: bytes) -> bool:
            cutter.is_closed = cutter.is_closed or b"COMMIT" in answer
            return cutter.is_closed

        cutter.loses = lose
        with pytest.raises(Unsure):
            await node.journal.create(opening("t2"))
        assert unsure == ["t2"]
        cutter.loses, cutter.is_closed = lambda _: False, False
        if is_read_meanwhile:
            await directory.catch_up()
        assert told == []
        directory.may_have_opened("t2")
        await directory.catch_up()
        await directory.catch_up()
        assert told == ["t2"]

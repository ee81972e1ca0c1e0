"""What a job may count on, in every database."""

from __future__ import annotations

import asyncio

import pytest

from server.store.sql import Sql, Transaction
from server.store.sqlite.memory import MemorySql

COUNT = "INSERT INTO dice_counts (what, number) VALUES ($1, $2)"
NUMBER = "SELECT number FROM dice_counts WHERE what = $1"


async def test_a_job_is_one_change(sql: Sql) -> None:
    """What a job did that fails is taken back, and the next one finds nothing of it."""

    async def fails(transaction: Transaction) -> None:
        await transaction.execute(COUNT, "six", 1)
        raise ValueError

    async def counts(transaction: Transaction) -> int:
        await transaction.lock("dice", "six")
        assert await transaction.value(NUMBER, "six") is None
        return await transaction.execute(COUNT, "six", 2)

    with pytest.raises(ValueError, match=r"^$"):
        await sql.run(fails)
    assert await sql.run(counts) == 1
    assert [tuple(row) for row in await sql.fetch(NUMBER, "six")] == [(2,)]
    assert await sql.execute("DELETE FROM dice_counts WHERE number > $1", 0) == 1
    assert await sql.execute("DELETE FROM dice_counts WHERE number > $1", 0) == 0


async def test_a_job_waits_for_its_transaction_alone() -> None:
    """One that would hold up the thread of a database is refused."""
    with pytest.raises(RuntimeError, match="something else"):
        await MemorySql().run(lambda _: asyncio.sleep(0))

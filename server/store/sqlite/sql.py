"""`server.store.sql` in SQLite."""

from __future__ import annotations

from typing import TypeVar

from server.store.sql import Job, Sql, to_its_end
from server.store.sqlite.database import SqliteJobs

T = TypeVar("T")


class SqliteSql(Sql):
    """The database of a host that is one process."""

    def __init__(self, database: SqliteJobs) -> None:
        self._database = database

    async def run(self, job: Job[T]) -> T:
        return await self._database.run(lambda connection: to_its_end(job, connection))

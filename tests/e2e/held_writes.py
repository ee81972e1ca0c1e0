"""Lets what hosts write into a PostgreSQL wait, so that a test can do something to them meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.server.running_postgres import RunningPostgres

HOLD = """
    CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE written integer; BEGIN
        EXECUTE format('SELECT count(*) FROM %I', TG_TABLE_NAME) INTO written;
        WHILE written >= TG_ARGV[0]::integer AND EXISTS (SELECT 1 FROM holding) LOOP
            PERFORM pg_sleep(0.01);
        END LOOP;
        RETURN NEW;
    END $$
"""
"""What is written into a table waits as soon as it has so many rows, while something is in `holding`."""
WAITS = "wait_event = 'PgSleep'"


class HeldWrites:
    """One database whose writes can wait."""

    def __init__(self, store: RunningPostgres) -> None:
        self.store = store
        for statement in ("CREATE TABLE holding (number integer)", HOLD):
            self.rows(statement)

    def rows(self, statement: str) -> Sequence[Any]:
        return asyncio.run(self.store.execute(statement))

    def count(self, table: str, where: str = "true") -> int:
        return int(self.rows(f"SELECT count(*) FROM {table} WHERE {where}")[0][0])  # noqa: S608

    @contextmanager
    def held(self, table: str, written: int, *, as_committed: bool = False) -> Iterator[Callable[[], bool]]:
        """From the time at which there are so many rows in a table, let what is written there wait until the
        end, or whoever commits it (`as_committed`): of a transaction whose host is killed meanwhile, the
        first goes, the other one stays. Yields what returns whether something waits.
        """
        when = "AFTER INSERT ON {} DEFERRABLE INITIALLY DEFERRED" if as_committed else "BEFORE INSERT ON {}"
        kind = "CONSTRAINT TRIGGER" if as_committed else "TRIGGER"
        does = f"FOR EACH ROW EXECUTE FUNCTION held({written})"
        self.rows(f"CREATE {kind} held {when.format(table)} {does}")
        self.rows("INSERT INTO holding VALUES (1)")
        yield lambda: self.count("pg_stat_activity", WAITS) > 0 and self.count(table) == written
        assert self.count(table) == written
        self.rows("DELETE FROM holding")
        self.rows(f"DROP TRIGGER held ON {table}")  # once what has waited is written

"""Pages of tables, as a host makes them, for ports in tests."""

from __future__ import annotations

from collections.abc import Sequence

from tui.host.port import TableInfo
from tui.host.table_search import FoundTables, TableSearch, fits, rank


def page_of(tables: Sequence[TableInfo], search: TableSearch) -> FoundTables:
    """The page of a search; `tables` are newest first."""
    fitting = [table for table in tables if fits(search, table)]
    ordered = fitting if search.newest else sorted(fitting, key=rank)
    return FoundTables(tuple(ordered[search.skip :][: search.count]), search.skip, len(ordered))

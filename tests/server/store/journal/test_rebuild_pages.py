"""Results are filled in page by page, from where the last page ended."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.store.journal import rebuild


@pytest.mark.parametrize(("tables", "noted"), [(("a", "b"), "b"), ((), None)])
async def test_the_last_table_of_a_page_is_noted(
    tables: Sequence[str], noted: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None: there are no more."""
    upto: list[str | None] = []

    async def ended(*_: object) -> Sequence[str]:
        return tables

    async def note(last: str | None) -> None:
        upto.append(last)

    async def rate_again() -> None:
        upto.append("rated again")

    async def nothing(*_: object) -> None:
        return

    monkeypatch.setattr(rebuild, "_rebuild", nothing)
    journal = cast(
        "Any",
        SimpleNamespace(
            history=SimpleNamespace(ended=ended, note_filled=note),
            ratings=SimpleNamespace(rate_again=rate_again),
        ),
    )
    await rebuild._fill_page(journal, {}, nothing, "")
    assert upto == ([noted] if tables else ["rated again", noted])

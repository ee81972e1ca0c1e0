"""The man page and the completions are those of the parsers; `python -m docs.manual` writes them anew."""

from __future__ import annotations

import pytest

from docs.manual import DEPLOY, pages


@pytest.mark.parametrize("name", ["man/crownhouse.1", "completions/crownhouse", "completions/_crownhouse"])
def test_words_are_those_of_the_parsers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's versions break lines differently."""
    monkeypatch.setenv("COLUMNS", "80")  # and has it again afterwards
    file = DEPLOY / name
    assert file.read_text("utf-8").split() == pages()[file].split()

"""Tests of whole programs wait for numbers that a host tells, never for what a screen says."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

E2E = Path(__file__).parent / "e2e"
FOR_TEXTS = {"wait", "look"}
"""Methods of `tests.terminal.PtyTerminals` that look again and again, for programs without a door."""
OF_TABLES = {"values", "items", "keys", "get"}
"""What a condition on the positions of tables may use."""


def waits_for_texts(source: str) -> Iterator[str]:
    """The calls that wait for what a screen says, or for a condition on more than the numbers of tables."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not ast.unparse(node.func.value).endswith("terminals"):
            continue
        condition = node.args[0] if node.func.attr == "until" else None
        used = {one.attr for one in ast.walk(condition or ast.Pass()) if isinstance(one, ast.Attribute)}
        if node.func.attr in FOR_TEXTS or used - OF_TABLES:
            yield ast.unparse(node)


def test_no_test_of_whole_programs_waits_for_a_text() -> None:
    """Nor is there a host of this version without a door, at which nothing else could be waited for."""
    files = sorted(E2E.glob("*.py"))
    assert len(files) > 20
    assert [(file.name, call) for file in files for call in waits_for_texts(file.read_text("utf-8"))] == []
    assert "script=" not in "".join(file.read_text("utf-8") for file in E2E.glob("test_*.py"))


def test_what_waits_for_a_text_is_found() -> None:
    """By its name, or by what its condition looks at."""
    assert [*waits_for_texts("terminals.wait(lambda: person.over, 'the result')")]
    assert [*waits_for_texts("self._terminals.look(anna, 'round 1')")]
    assert [*waits_for_texts("terminals.until(lambda tables: 'won' in anna.text, 'the end')")]
    assert not [*waits_for_texts("terminals.until(lambda tables: tables['KIWI-7']['seq'] > 3, 'a move')")]
    assert not [*waits_for_texts("terminals.see(anna, 'round 1')")]

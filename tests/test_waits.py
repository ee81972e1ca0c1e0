"""Tests of whole programs wait for numbers that a host tells, never for what a screen says; and no test
judges a machine: whoever waits in vain waits for as long as the slowest one needs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
E2E = HERE / "e2e"
TIMED = {"bench", "chaos", "clients", "edge", "quiet", "simulation", "soak"}
"""Folders whose programs measure, or have times of their own."""
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


def _is_whole(arguments: list[ast.expr]) -> bool:
    """Whether a `wait` is for so many seconds; a bucket of tokens is asked with a fraction."""
    return any(isinstance(one, ast.Constant) and isinstance(one.value, int) for one in arguments)


def limits(source: str) -> Iterator[str]:
    """The calls that fail after a number of seconds of their own."""
    if not any(word in source for word in ("wait", "timeout")):  # most files, which are not parsed for it
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func).rpartition(".")[2]
        given = {"wait_for": node.args[1:2], "timeout": node.args[:1], "settimeout": node.args[:1]}.get(
            name, []
        )
        given = node.args[:1] if name == "wait" and _is_whole(node.args) else given
        named = [one.value for one in node.keywords if one.arg == "timeout" and name != "wait"]
        if any(isinstance(one, ast.Constant) for one in [*given, *named]):
            yield ast.unparse(node)


def test_no_test_has_a_limit_of_its_own() -> None:
    """`tests.waiting` has one for all: the shorter ones failed on busy machines."""
    files = [file for file in sorted(HERE.rglob("*.py")) if not TIMED & set(file.parts)]
    assert len(files) > 500
    assert [(file.name, call) for file in files for call in limits(file.read_text("utf-8"))] == []


def test_a_limit_is_found() -> None:
    assert [*limits("await asyncio.wait_for(one.wait(), 5)")]
    assert [*limits("async with asyncio.timeout(20):\n    pass")]
    assert [*limits("process.communicate(timeout=30)")]
    assert [*limits("assert process.wait(10) == 0")]
    assert not [*limits("process.communicate(timeout=WITHIN)")]
    assert not [*limits("bucket.wait(3.0)")]

"""A statement is written once: what two places carry out has a name that both use."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SERVER = Path(__file__).parents[3] / "server"
WORDS = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH ")
SHORTEST = 25
"""Characters of a statement from which it counts."""


def test_no_statement_stands_twice() -> None:
    """But for steps of older schemas, which never change."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SERVER.rglob("*.py")):
        if path.parent.name == "steps":
            continue
        nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
        pieces = {id(piece) for node in nodes if isinstance(node, ast.JoinedStr) for piece in node.values}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
                text = " ".join(node.value.split())
                if text.startswith(WORDS) and len(text) >= SHORTEST:
                    found[text].append(f"{path.relative_to(SERVER)}:{node.lineno}")
    assert len(found) > 200
    assert {text: places for text, places in found.items() if len(places) > 1} == {}

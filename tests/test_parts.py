"""A part of the server gets what it calls, and the parts that it uses, when it is made: nobody hands it one
afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).parents[1] / "server"
OTHERS = {
    "viewer.tables": "rows of the lobby's list, of the same name as a node's directory",
    "page.tables": "likewise",
    "subscription.listener": "None once it is released, and set by the module of its class alone",
}


def _targets(place: ast.AST) -> Iterator[ast.Attribute]:
    for node in ast.walk(place):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node


def _is_own(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id in {"self", "cls"}


def _beginnings(trees: dict[str, ast.Module]) -> list[tuple[str, ast.FunctionDef]]:
    """The name and the `__init__` of each class that has one of its own."""
    return [
        (node.name, one)
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for one in node.body
        if isinstance(one, ast.FunctionDef) and one.name == "__init__"
    ]


def _holders(begin: ast.FunctionDef, parts: frozenset[str]) -> Iterator[str]:
    """The attributes that hold something to call, or a part."""

    def holds(*told: ast.AST | None) -> bool:
        names = {n.id for one in told if one for n in ast.walk(one) if isinstance(n, ast.Name)}
        return bool(names & (parts | {"Callable"}))

    arguments = [*begin.args.args, *begin.args.kwonlyargs]
    given = {one.arg for one in arguments if holds(one.annotation)}
    for node in ast.walk(begin):
        if isinstance(node, ast.AnnAssign):
            held = holds(node.annotation)
        elif isinstance(node, ast.Assign):
            held = isinstance(node.value, ast.Lambda) or holds(node.value) or _holds_given(node.value, given)
        else:
            continue
        if held:
            yield from (target.attr for target in _targets(node) if _is_own(target))


def _holds_given(value: ast.expr, given: set[str]) -> bool:
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    return any(isinstance(one, ast.Name) and one.id in given for one in values)


def handed_later(trees: dict[str, ast.Module]) -> list[str]:
    beginnings = _beginnings(trees)
    parts = frozenset(name for name, _ in beginnings)
    holders = {attribute for _, begin in beginnings for attribute in _holders(begin, parts)}
    return sorted(
        f"{place}:{target.lineno} {ast.unparse(target)}"
        for place, tree in trees.items()
        for target in _targets(tree)
        if target.attr in holders and not _is_own(target) and ast.unparse(target) not in OTHERS
    )


def test_no_part_is_handed_what_it_uses_after_it_was_made() -> None:
    trees = {str(file.relative_to(SERVER)): ast.parse(file.read_text()) for file in SERVER.rglob("*.py")}
    assert handed_later(trees) == []

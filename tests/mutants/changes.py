"""Small changes of the code, and where they are made: found again by scope and text, never by line."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "tui", "server")
KEPT = Path(__file__).parent / "mutants.jsonl"
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Mutant(NamedTuple):
    """One change: in a file, in the scope of that name (empty: the module's own), the `nth` piece of code
    that reads `old` reads `new` instead. `old` is empty where `new` is put before everything else
    that a function does. `tests` are those that have to find it.
    """

    file: str
    scope: str
    old: str
    new: str
    nth: int
    tests: tuple[str, ...]


def kept() -> list[Mutant]:
    """The changes that are tried again."""
    rows = map(json.loads, KEPT.read_text("utf-8").splitlines())
    return [Mutant(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def changed(mutant: Mutant) -> tuple[Path, str] | None:
    """The file that a mutant changes, and its text then; None: that code has gone, or is in several files."""
    here = ROOT / mutant.file
    found = [(here, text)] if here.exists() and (text := _changed(here, mutant)) else list(_elsewhere(mutant))
    return found[0] if len(found) == 1 else None


def _elsewhere(mutant: Mutant) -> Iterator[tuple[Path, str]]:
    """Every other file that has this code in a scope of this name."""
    if not mutant.scope:
        return
    name = mutant.scope.rpartition(".")[2]
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if name in path.read_text("utf-8") and (text := _changed(path, mutant)):
                yield path, text


def _changed(path: Path, mutant: Mutant) -> str | None:
    source = path.read_text("utf-8")
    spots = list(places(ast.parse(source), mutant.scope, mutant.old))
    return _with(source, spots[mutant.nth], mutant) if mutant.nth < len(spots) else None


def _with(source: str, node: ast.AST, mutant: Mutant) -> str:
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    raw = source.encode()
    begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
    if not mutant.old:
        new = f"{mutant.new}\n{' ' * node.col_offset}"  # type: ignore[attr-defined]
        return (raw[:begin] + new.encode() + raw[begin:]).decode()
    end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
    return (raw[:begin] + mutant.new.encode() + raw[end:]).decode()


def places(tree: ast.Module, scope: str, old: str) -> Iterator[ast.AST]:
    """The pieces of a scope that read so, in their order, without those of scopes inside of it."""
    for owner in _scopes(tree, scope):
        if not old:
            yield _first(owner)
        else:
            yield from (node for node in _own(owner) if _reads(node, old))


def _scopes(tree: ast.AST, scope: str) -> Iterator[ast.AST]:
    if not scope:
        yield tree
        return
    name, _, inner = scope.partition(".")
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and node.name == name:
            yield from _scopes(node, inner)


def _own(owner: ast.AST) -> Iterator[ast.AST]:
    """The pieces of a scope, without those of the functions and classes in it."""
    for node in ast.iter_child_nodes(owner):
        yield node
        if not isinstance(node, DEFINITIONS):
            yield from _own(node)


def _reads(node: ast.AST, old: str) -> bool:
    return isinstance(node, ast.expr | ast.stmt) and ast.unparse(node) == old


def _first(owner: ast.AST) -> ast.AST:
    """What a function does first, behind its docstring."""
    body: list[ast.stmt] = owner.body  # type: ignore[attr-defined]
    is_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1
    return body[1] if is_text else body[0]

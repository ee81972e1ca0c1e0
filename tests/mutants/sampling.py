"""Draws small changes of the code: a comparison turned, a number by one, `and` for `or`, a statement removed.

The three packages get as many each, and within a package its rooms do; in a room longer modules get more, and
in a module every kind of change is as likely.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from tests.mutants import changes
from tests.mutants.changes import DEFINITIONS, PACKAGES, Mutant, places

TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = MappingProxyType(
    {
        ast.Lt: ast.LtE,
        ast.LtE: ast.Lt,
        ast.Gt: ast.GtE,
        ast.GtE: ast.Gt,
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
        ast.Is: ast.IsNot,
        ast.IsNot: ast.Is,
        ast.In: ast.NotIn,
        ast.NotIn: ast.In,
    }
)


class Change(NamedTuple):
    """A change of a piece of code; without a piece something is put before all that its scope does."""

    path: Path
    tree: ast.Module
    scope: str
    node: ast.AST | None
    kind: str
    new: str

    def mutant(self) -> Mutant:
        """The change as it is kept."""
        file = self.path.relative_to(changes.ROOT).as_posix()
        if self.node is None:
            return Mutant(file, self.scope, "", self.new, 0, ())
        old = ast.unparse(self.node)
        same = places(self.tree, self.scope, old)
        nth = next(at for at, one in enumerate(same) if one is self.node)
        return Mutant(file, self.scope, old, self.new, nth, ())


def sampled(count: int, seed: int, packages: Sequence[str] = PACKAGES) -> list[Mutant]:
    """So many changes of these packages that differ; the same seed draws the same ones from the same code."""
    random = Random(seed)
    drawn: dict[Mutant, None] = {}
    turns = [_rooms(package, random) for package in packages]
    while len(drawn) < count:
        room = next(turns[len(drawn) % len(turns)])
        (path,) = random.choices(room, [one.stat().st_size for one in room])
        by_kind: defaultdict[str, list[Change]] = defaultdict(list)
        for one in possible(path):
            by_kind[one.kind].append(one)
        if by_kind:
            drawn[random.choice(by_kind[random.choice(sorted(by_kind))]).mutant()] = None
    return list(drawn)


def _rooms(package: str, random: Random) -> Iterator[Sequence[Path]]:
    """The modules of each room again and again, each time in another order."""
    rooms: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted((changes.ROOT / package).rglob("*.py")):
        rooms["/".join(path.relative_to(changes.ROOT).parent.parts[:2])].append(path)
    while True:
        yield from random.sample(list(rooms.values()), len(rooms))


def possible(path: Path) -> Iterator[Change]:
    """Every change that can be drawn in a module."""
    tree = ast.parse(path.read_text("utf-8"))
    for scope, node in _pieces(tree):
        if not isinstance(node, DEFINITIONS):
            yield from (Change(path, tree, scope, node, kind, new) for kind, new in _changes(node))
        elif not isinstance(node, ast.ClassDef) and _does_something(node):
            yield Change(path, tree, scope, None, "early", "return None")


def _pieces(node: ast.AST, scope: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Everything in a scope that runs, and the scopes in it; not annotations, decorators and f-strings, nor
    what a class says of itself, nor functions that do nothing, as those of protocols.
    """
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "keywords"} and _says(node, field):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, DEFINITIONS):
                if not isinstance(child, ast.ClassDef) and not _does_something(child):
                    continue
                inner = f"{scope}.{child.name}".lstrip(".")
                yield inner, child
                yield from _pieces(child, inner)
            elif isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield scope, child
                yield from _pieces(child, scope)


def _says(node: ast.AST, field: str) -> bool:
    return field != "keywords" or isinstance(node, ast.ClassDef)


def _does_something(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function has more in it than a text, `...` or `pass`."""
    return any(
        not isinstance(one, ast.Pass)
        and not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        and not (isinstance(one, ast.Return) and one.value is None)
        for one in node.body
    )


def _changes(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What a piece of code could read instead, by kind."""
    bracketed = partial("({})".format)
    match node:
        case ast.Compare(left, [operator], [right]) if type(operator) in TURNED:
            turned = ast.Compare(left, [TURNED[type(operator)]()], [right])
            yield "comparison", bracketed(ast.unparse(turned))
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "and/or", bracketed(ast.unparse(ast.BoolOp(other, values)))
        case ast.UnaryOp(ast.Not(), operand):
            yield "not", bracketed(ast.unparse(operand))
        case ast.IfExp(test, body, orelse):
            yield "branches", bracketed(ast.unparse(ast.IfExp(test, orelse, body)))
        case ast.Constant(bool() as value):
            yield "truth", str(not value)
        case ast.Constant(int() as value):
            yield "number", str(value + 1)
            if value:
                yield "number", str(value - 1)
        case ast.Expr(value) if not isinstance(value, ast.Constant | ast.Yield | ast.YieldFrom):
            yield "statement", "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]) | ast.AugAssign() | ast.Delete():
            yield "statement", "pass"

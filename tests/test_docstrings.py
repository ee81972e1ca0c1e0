"""The public names of the code explain themselves: nearly every one has a docstring. A method that implements
another one's contract inherits it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PACKAGES = ("engine", "server", "tui")
LEAST = 0.94
"""The least share of each package's public names that have one. The others' names and types say it."""

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules(package: str) -> dict[str, ast.Module]:
    """The modules of a package by their path."""
    paths = sorted((ROOT / package).rglob("*.py"))
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in paths}


@cache
def classes() -> dict[str, ast.ClassDef]:
    """Every class of a module by its name."""
    nodes = (node for package in PACKAGES for tree in modules(package).values() for node in tree.body)
    return {node.name: node for node in nodes if isinstance(node, ast.ClassDef)}


@pytest.fixture(scope="module", autouse=True)
def _let_go() -> Iterator[None]:
    """The trees of three packages are millions of objects, which no other test's collector goes through."""
    yield
    modules.cache_clear()
    classes.cache_clear()


def inherits(bases: Iterable[ast.expr], method: str) -> bool:
    """Whether one of the classes, or of those that it is built on, has this method with a docstring."""
    for base in (classes()[base.id] for base in bases if isinstance(base, ast.Name) and base.id in classes()):
        own = (node for node in base.body if isinstance(node, Definition) and node.name == method)
        if any(map(ast.get_docstring, own)) or inherits(base.bases, method):
            return True
    return False


def public(
    body: list[ast.stmt], inside: str, bases: Iterable[ast.expr] = ()
) -> Iterator[tuple[str, Definition]]:
    """Classes, functions and methods whose names, and those of their classes, have no leading underscore,
    without methods whose contract is one of the class's bases.
    """
    for node in body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            name = f"{inside}.{node.name}"
            if not inherits(bases, node.name):
                yield name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, name, node.bases)


def documented(package: str) -> dict[str, bool]:
    """Whether each public name of a package has a docstring; the module's own name counts, too."""
    found: dict[str, bool] = {}
    for name, module in modules(package).items():
        found[name] = ast.get_docstring(module) is not None
        found |= {inner: ast.get_docstring(node) is not None for inner, node in public(module.body, name)}
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_public_names_have_docstrings(package: str) -> None:
    """Module, class, function and method; a failure names those that have none."""
    found = documented(package)
    share = sum(found.values()) / len(found)
    missing = [name for name, there in found.items() if not there]
    assert share >= LEAST, f"{share:.1%} of {package}; without a docstring: {missing}"


def test_the_check_sees_a_missing_docstring() -> None:
    """Private names and what is in them do not count."""
    module = ast.parse(
        "class A:\n    def b(self): ...\n    def _c(self): ...\nclass _D:\n    def e(self): ...\n"
    )
    names = [name for name, node in public(module.body, "m") if ast.get_docstring(node) is None]
    assert names == ["m.A", "m.A.b"]

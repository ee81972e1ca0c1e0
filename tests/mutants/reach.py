"""Writes down which tests enter which functions, so that a change is tried with tests that can notice it:

    pytest -p tests.mutants.reach --reach FILE tests/engine tests/server tests/tui

Each function of the three packages sets a flag of its own when it is entered. What runs in another process
than its test is not seen, and so are tests by xdist.
"""

from __future__ import annotations

import ast
import os
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import msgspec
import pytest

from tests.mutants.changes import DEFINITIONS, PACKAGES, ROOT

FOLDERS = tuple(str(ROOT / package) for package in PACKAGES)
Function = ast.FunctionDef | ast.AsyncFunctionDef
MOST = 1 << 16
"""More functions than there are."""


class Reach(NamedTuple):
    """Seconds of CPU by test, in the order in which they ran, and by function (`file:scope`) the tests that
    enter it, as places in that order.
    """

    seconds: dict[str, float]
    entered: dict[str, list[int]]


class ReachRecorder:
    """Flags what is entered, and keeps it by test."""

    def __init__(self, file: Path) -> None:
        self.flags = bytearray(MOST)
        self._names: list[str] = []
        self._file = file
        self._seconds: dict[str, float] = {}
        self._entered: defaultdict[str, list[int]] = defaultdict(list)
        usual = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
            path = loader.get_filename(name)
            return self._flagged(Path(path)) if path.startswith(FOLDERS) else usual(loader, name)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]

    def _flagged(self, path: Path) -> CodeType:
        """A module whose functions flag that they were entered."""
        tree = ast.parse(path.read_bytes())
        file = path.relative_to(ROOT).as_posix()
        for scope, node in functions(tree):
            flag = ast.parse(f"__entered__[{len(self._names)}] = 1").body[0]
            at = next((one for one in node.body if not _is_text(one)), node.body[-1])
            for part in ast.walk(flag):
                ast.copy_location(part, at)
            node.body.insert(node.body.index(at), flag)
            self._names.append(f"{file}:{scope}")
        bound = ast.parse("from tests.mutants.reach import RECORDERS as __entered__").body[0]
        taken = ast.parse("__entered__ = __entered__[0].flags").body[0]
        at = next((place for place, one in enumerate(tree.body) if not _is_head(one)), len(tree.body))
        tree.body[at:at] = [bound, taken]
        return compile(tree, str(path), "exec", dont_inherit=True)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, None, None]:
        self.flags[:] = bytes(MOST)
        began = _spent()
        yield
        self._seconds[item.nodeid] = _spent() - began
        place = len(self._seconds) - 1
        for number in _set(self.flags):
            self._entered[self._names[number]].append(place)

    def pytest_sessionfinish(self) -> None:
        self._file.write_bytes(msgspec.msgpack.encode(Reach(self._seconds, dict(self._entered))))


RECORDERS: list[ReachRecorder] = []
"""The one of this process."""


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """Every function with the name of its scope, such as `Table.write`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, DEFINITIONS):
            scope = f"{within}.{node.name}".lstrip(".")
            if not isinstance(node, ast.ClassDef):
                yield scope, node
            yield from functions(node, scope)
        else:
            yield from functions(node, within)


def _spent() -> float:
    """Seconds of CPU, of programs that were started, too: how long a busy machine takes is chance."""
    return sum(os.times()[:4])


def _set(flags: bytearray) -> Iterator[int]:
    at = flags.find(1)
    while at >= 0:
        yield at
        at = flags.find(1, at + 1)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_head(node: ast.stmt) -> bool:
    return _is_text(node) or (isinstance(node, ast.ImportFrom) and node.module == "__future__")


def read(files: Iterable[Path]) -> Reach:
    """What several runs have written, together."""
    seconds: dict[str, float] = {}
    entered: defaultdict[str, list[int]] = defaultdict(list)
    for path in files:
        one = msgspec.msgpack.decode(path.read_bytes(), type=Reach)
        before = len(seconds)
        seconds |= one.seconds
        for name, places in one.entered.items():
            entered[name] += [before + place for place in places]
    return Reach(seconds, dict(entered))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reach", metavar="FILE", help="where to write what each test enters")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begins before anything of the three packages is imported."""
    RECORDERS.append(ReachRecorder(Path(early_config.known_args_namespace.reach)))
    early_config.pluginmanager.register(RECORDERS[0])

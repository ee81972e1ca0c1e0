"""The layout stays readable: each room says what it is for, contributors find it, no import circle."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "tui", "server")


def folders() -> Iterator[Path]:
    """Every folder with modules or rooms."""
    for package in PACKAGES:
        for found in sorted((ROOT / package).rglob("__init__.py")):
            yield found.parent


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("folder", list(folders()), ids=lambda folder: str(folder.relative_to(ROOT)))
def test_a_room_says_what_it_is_for(folder: Path) -> None:
    """How many modules it has is nobody's law."""
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))


def test_the_table_in_contributing_names_every_room() -> None:
    """And none that there is not; a row leaves out the package of its second room and later ones."""
    rows = re.findall(
        r"^\| (`(?:engine|tui|server)/\w.*?) \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE
    )
    named = [(row.split("/")[0].strip("`"), room) for row in rows for room in re.findall(r"(\w+)/`", row)]
    rooms = {(path.parts[-2], path.name) for path in folders() if path.parents[1] == ROOT}
    assert sorted(named) == sorted(rooms)


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside of functions count, too."""
    graph = {name: imported(path) for name, path in MODULES.items()}
    while free := {name for name, names in graph.items() if not names & graph.keys()}:
        graph = {name: names for name, names in graph.items() if name not in free}
    assert not graph, f"circles in {sorted(graph)}"


IMPORTS = re.compile(r"^ *((?:from (?:engine|tui|server)\b|import )(?:.*\([^)]*\)|.*))$", re.MULTILINE)
MODULES = {name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


def imported(path: Path) -> set[str]:
    """The modules of ours that a module names in its imports."""
    found: set[str] = set()
    for node in ast.parse("\n".join(IMPORTS.findall(path.read_text("utf-8")))).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & MODULES.keys() - {name_of(path)}

"""A stranger's change is tried by the tests near it first, and the parts of the whole leave nothing out."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest
from tests.conftest import leaves_out, long_tests, part_of
from tests.touched import near

HERE = (
    "tests/engine/court/test_game.py",
    "tests/engine/test_contract.py",
    "tests/server/log/test_clocks.py",
    "tests/test_setup.py",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in HERE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("engine/court/rules/legal.py", ["tests/engine/court"]),
        ("engine/game.py", ["tests/engine"]),
        ("server/log/clocks.py", ["tests/server/log"]),
        ("server/main.py", ["tests/server"]),
        ("tests/engine/court/test_game.py", ["tests/engine/court/test_game.py"]),
        ("tests/engine/court/positions.py", ["tests/engine/court"]),
        ("tests/engine/court/test_gone.py", []),
        ("docs/api.md", []),
    ],
)
def test_the_tests_near_a_change(tree: Path, changed: str, tests: list[str]) -> None:
    """Those of the repository as a whole always come along."""
    assert near([changed], tree) == [*tests, "tests/test_setup.py"]


def test_a_folder_stands_for_what_is_inside(tree: Path) -> None:
    assert near(["engine/game.py", "tests/engine/court/test_game.py"], tree) == [
        "tests/engine",
        "tests/test_setup.py",
    ]


@pytest.mark.parametrize("parts", [1, 4, 7])
def test_every_file_is_in_one_part(parts: int) -> None:
    """And no part is much larger than another."""
    files = [str(path) for path in Path(__file__).parent.rglob("test_*.py")]
    counted = [[part_of(file, parts) for file in files].count(part) for part in range(1, parts + 1)]
    assert sum(counted) == len(files)
    assert max(counted) < 2 * len(files) / parts


def test_what_is_left_to_the_night_is_always_the_same() -> None:
    """Whole tests, and shares of their cases; but nothing that has to find a mutant."""
    long = long_tests(["# why", "a.py::slow", "1/3 a.py::cases"])
    names = ["a.py::slow[1]", "a.py::slow[2]", "a.py::quick", *(f"a.py::cases[{n}]" for n in range(7))]
    left_out = {"a.py::slow[1]", *(f"a.py::cases[{n}]" for n in (1, 2, 4))}
    assert leaves_out(names, long, ["a.py::slow[2]", "a.py::cases[5]"]) == left_out


@pytest.mark.parametrize(
    ("wanted", "named", "run"),
    [
        ("no", ["tests"], ["a.py::quick", "b.py::quick"]),
        ("no", ["b.py", "folder"], ["a.py::quick", "b.py::slow", "b.py::quick"]),
        ("no", ["b.py::slow"], ["a.py::quick", "b.py::slow", "b.py::quick"]),
        ("only", ["tests"], ["a.py::slow", "b.py::slow"]),
        ("all", ["tests"], ["a.py::slow", "a.py::quick", "b.py::slow", "b.py::quick"]),
    ],
)
def test_a_file_that_is_named_is_run_whole(
    monkeypatch: pytest.MonkeyPatch, wanted: str, named: list[str], run: list[str]
) -> None:
    """Other files are run as they always are: a large change is tried in less time than everything."""
    monkeypatch.setattr(conftest, "LONG", [("a.py::slow", 0), ("b.py::slow", 0)])
    names = ["a.py::slow", "a.py::quick", "b.py::slow", "b.py::quick"]
    items: list[Any] = [SimpleNamespace(nodeid=name, path=Path(name[:4]).resolve()) for name in names]
    hook = SimpleNamespace(pytest_deselected=lambda **_: None)
    config: Any = SimpleNamespace(args=named, getoption=lambda _: wanted, hook=hook)
    conftest.pytest_collection_modifyitems(config, items)
    assert [item.nodeid for item in items] == run

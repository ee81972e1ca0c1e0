"""How property tests judge: by what they find, never by how long a busy machine takes. The stores that tests
share, which tests `make test` leaves to the night, and how several machines share the tests.
"""

import gc
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from tests.cases import IS_NIGHT, cases

settings.register_profile(
    "crownhouse",
    deadline=None,
    max_examples=cases(100),
    derandomize=not IS_NIGHT,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("crownhouse")

pytest_plugins = ["tests.server.running_postgres", "tests.server.stores"]


LONG = tuple(
    line
    for line in (Path(__file__).parent / "long.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)
"""The beginnings of the names of tests that `make test` leaves out."""


def part_of(path: str, parts: int) -> int:
    """In which of so many parts the tests of a file are, from 1; `path` begins at the repository."""
    return crc32(path.encode()) % parts + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", default="no", choices=["no", "only", "all"], help="those in tests/long.txt")
    parser.addoption("--part", default="1/1", metavar="N/M", help="run the tests of part N of M alone")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out the files of other parts."""
    part, _, parts = config.getoption("--part").partition("/")
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_") or int(parts) == 1:
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    return True if part_of(path, int(parts)) != int(part) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests that `tests/long.txt` names, or all others. What is named by its file is run."""
    wanted = config.getoption("--long")
    if wanted == "all" or any(".py" in argument for argument in config.args):
        return
    left_out = [item for item in items if item.nodeid.startswith(LONG) == (wanted == "no")]
    config.hook.pytest_deselected(items=left_out)
    gone = set(map(id, left_out))
    items[:] = [item for item in items if id(item) not in gone]


def pytest_collection_finish() -> None:
    """Keeps the collector from going through eleven thousand tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)

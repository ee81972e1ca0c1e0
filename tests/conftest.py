"""How property tests judge: by what they find, never by how long a busy machine takes. The stores that tests
share, and how several machines share the tests.
"""

import gc
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("crownhouse", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crownhouse")

pytest_plugins = ["tests.server.running_postgres", "tests.server.stores"]


def part_of(path: str, parts: int) -> int:
    """In which of so many parts the tests of a file are, from 1; `path` begins at the repository."""
    return crc32(path.encode()) % parts + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", default="1/1", metavar="N/M", help="run the tests of part N of M alone")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out the files of other parts."""
    part, _, parts = config.getoption("--part").partition("/")
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_") or int(parts) == 1:
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    return True if part_of(path, int(parts)) != int(part) else None


def pytest_collection_finish() -> None:
    """Keeps the collector from going through eleven thousand tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)

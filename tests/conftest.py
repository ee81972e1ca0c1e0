"""How property tests judge: by what they find, never by how long a busy machine takes. The stores that tests
share, which tests `make test` leaves to the night, and how several machines share the tests.
"""

import asyncio
import gc
import json
import re
from asyncio import runners
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.cases import IS_NIGHT, cases

settings.register_profile(
    "crownhouse",
    deadline=None,
    max_examples=cases(100),
    derandomize=not IS_NIGHT,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("crownhouse")
if not IS_NIGHT:  # otherwise cases change with any constant of any module that happens to be imported
    providers._get_local_constants = lambda: providers._local_constants

pytest_plugins = ["tests.server.running_postgres", "tests.server.stores"]


gc.disable()  # until the tests are collected: what that makes stays
HERE = Path(__file__).parent
SHARE = re.compile(r"1/(\d+) ")
"""Before the beginning of names: one in so many stays."""


def long_tests(lines: Iterable[str]) -> list[tuple[str, int]]:
    """The beginnings of the names of tests that `make test` leaves out, each with the number of them of which
    one stays; 0: none does.
    """
    named = [line for line in lines if line and not line.startswith("#")]
    return [(SHARE.sub("", line), int(share[1]) if (share := SHARE.match(line)) else 0) for line in named]


def leaves_out(names: Iterable[str], long: Iterable[tuple[str, int]], finders: Iterable[str]) -> set[str]:
    """Which tests `make test` leaves out. Of a share the first stays, and every so-manyth behind it; whatever
    has to find a mutant stays.
    """
    whole, finders = [name for name, share in long if not share], tuple(finders)
    shares = {name: share for name, share in long if share}
    counted: dict[str, int] = defaultdict(int)
    out = set()
    for name in names:
        test = name.partition("[")[0]
        share = next((n for beginning, n in shares.items() if name.startswith(beginning)), 1)
        counted[test] += 1
        is_long = name.startswith(tuple(whole)) or (counted[test] - 1) % share > 0
        if is_long and not name.startswith(finders):
            out.add(name)
    return out


LONG = long_tests((HERE / "long.txt").read_text("utf-8").splitlines())
FINDERS = {
    test for line in (HERE / "mutants" / "mutants.jsonl").read_text("utf-8").splitlines()
    for test in json.loads(line)["tests"]
}  # fmt: skip
"""The tests that have to find a mutant."""


def part_of(path: str, parts: int) -> int:
    """In which of so many parts the tests of a file are, from 1; `path` begins at the repository."""
    return crc32(path.encode()) % parts + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", default="no", choices=["no", "only", "all"], help="those in tests/long.txt")
    parser.addoption("--part", default="1/1", metavar="N/M", help="run the tests of part N of M alone")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Has each worker begin to import elsewhere: assertions that have not been rewritten yet are so once, by
    one of them, where all would do all of it at the same time.
    """
    told = getattr(session.config, "workerinput", {"workerid": "gw0", "workercount": 1})
    number, count = int(told["workerid"].removeprefix("gw")), told["workercount"]
    paths = sorted(HERE.rglob("test_*.py")) if count > 1 and session.config.args == ["tests"] else []
    for path in paths[len(paths) * number // count : len(paths) * (number + 1) // count]:
        if not {"clients", "laid_over"} & set(path.parts):
            with suppress(Exception):  # what cannot be imported is told by its collection
                import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out the files of other parts."""
    part, _, parts = config.getoption("--part").partition("/")
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_") or int(parts) == 1:
        return None
    path = collection_path.relative_to(config.rootpath).as_posix()
    return True if part_of(path, int(parts)) != int(part) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests that `tests/long.txt` names, or all others. A file that is named is run whole."""
    wanted = config.getoption("--long")
    if wanted == "all":
        return
    named = {Path(argument.partition("::")[0]).resolve() for argument in config.args if ".py" in argument}
    long = leaves_out([item.nodeid for item in items], LONG, FINDERS)
    left_out = [
        item for item in items if item.path not in named and (item.nodeid in long) == (wanted == "no")
    ]
    config.hook.pytest_deselected(items=left_out)
    gone = set(map(id, left_out))
    items[:] = [item for item in items if id(item) not in gone]


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Runs a test as usual, but reports neither its set-up nor its end unless they fail or are asked for: of
    eleven thousand tests that costs the process that prints half of its work.
    """
    if item.config.option.verbose > 0 or item.config.option.durations is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _cancelled(
    loop: asyncio.AbstractEventLoop, once: Callable[[Any], None] = runners._cancel_all_tasks
) -> None:
    """Ends with the loop of a test what its hosts begin even then: a bot is asked by a move that is still
    written while all is cancelled.
    """
    while asyncio.all_tasks(loop):
        once(loop)


runners._cancel_all_tasks = _cancelled


def pytest_collection_finish() -> None:
    """Keeps the collector from going through eleven thousand tests again and again, or once."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)

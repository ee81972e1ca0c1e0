"""One class name, one meaning: a name that is defined twice plays the same role wherever it is defined."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "tui", "server", "tests")


class Role(NamedTuple):
    """A role that several modules fill, each for its own game or room."""

    names: str
    """The names that may be defined again there."""
    places: tuple[str, ...]
    """The files in which that is so, as patterns."""


ROLES: Mapping[str, Role] = {
    "the options, states and views of one game": Role(
        "Options State View Turn",
        (
            "engine/*/model/state.py",
            "tests/*/toy*",
            "tests/fourth_game/*",
            "tests/server/api/test_messages.py",
        ),
    ),
    "the moves of one game": Role(
        "Pass Roll", ("engine/*/model/moves.py", "tests/*/toy*", "tests/fourth_game/*")
    ),
    "the events of one game": Role(
        "Drew Ended Laid Revealed Rolled RoundBegan Scored TurnBegan",
        ("engine/*/model/events.py", "tests/*/toy*", "tests/fourth_game/*"),
    ),
    "a bot by its display name": Role(
        "Beginner Page Steward Master", ("engine/*/bots/*.py", "tests/fourth_game/*")
    ),
    "a part of one game's board": Role(
        "ColumnWidths Plan ViewModel", ("tui/boards/*/*/*.py", "tests/fourth_game/*")
    ),
    "plays the steps of one game's records in tests": Role("StepPlayer", ("tests/engine/*/positions.py",)),
    "a session of the API in tests": Role("Program", ("tests/*/program.py", "tests/fourth_game/*")),
}
"""Every role that has more than one class of one name."""


class Definition(NamedTuple):
    """A class: its name, and the file it is in."""

    name: str
    path: str


def classes(body: list[ast.stmt], path: str) -> Iterator[Definition]:
    """The classes of a module. Messages inside of a widget do not count: they are always named with it."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield Definition(node.name, path)
        inner = getattr(node, "body", [])
        if isinstance(node, ast.ClassDef):
            inner = [one for one in inner if not (isinstance(one, ast.ClassDef) and is_message(one))]
        yield from classes(inner, path)


def is_message(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Message" for base in node.bases)


def ambiguous(found: Iterable[Definition], roles: Mapping[str, Role]) -> dict[str, list[str]]:
    """The names defined more than once without a role that covers all definitions, with their files."""
    paths: dict[str, list[str]] = defaultdict(list)
    for one in found:
        paths[one.name].append(one.path)
    return {
        name: where
        for name, where in paths.items()
        if len(where) > 1
        and not any(name in role.names.split() and all_in(where, role.places) for role in roles.values())
    }


def all_in(paths: list[str], patterns: tuple[str, ...]) -> bool:
    return all(any(fnmatch(path, pattern) for pattern in patterns) for path in paths)


@cache
def of_the_repository() -> tuple[Definition, ...]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return tuple(
        one
        for path in paths
        for one in classes(ast.parse(path.read_text("utf-8")).body, str(path.relative_to(ROOT)))
    )


def test_a_class_name_has_one_meaning() -> None:
    """A failure names the files: rename one of the classes, or share it."""
    assert ambiguous(of_the_repository(), ROLES) == {}


def test_every_role_is_still_filled_more_than_once() -> None:
    """A name that is defined once needs no entry."""
    several = ambiguous(of_the_repository(), {})
    assert {name for role in ROLES.values() for name in role.names.split()} == set(several)


def test_the_check_sees_a_second_meaning() -> None:
    """In another place than those of the role; a widget's messages and inner functions are told apart."""
    module = ast.parse(
        "class View: ...\n"
        "class Panel:\n    class Moved(Message): ...\n    class Inner: ...\n"
        "class Moved: ...\n"
        "def made():\n    class Inner: ...\n"
    )
    found = [*classes(module.body, "engine/a/model/state.py"), Definition("View", "server/log/views.py")]
    assert set(ambiguous(found, ROLES)) == {"View", "Inner"}

"""What is meant where a program, a record or a part of the host leaves something out."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import tui.host
from tests.tui import snapshots


def _signatures(of: Any, module: str) -> Iterator[tuple[str, inspect.Signature]]:
    """Of a module's classes and of their methods, and of its functions."""
    for name, one in vars(of).items():
        if inspect.isclass(one) and one.__module__ == module and not name.startswith("_"):
            yield one.__qualname__, inspect.signature(one)
            yield from _signatures(one, module)
        elif inspect.isfunction(one) and one.__module__ == module and not name.startswith("_"):
            yield one.__qualname__, inspect.signature(one)


def test_what_may_be_left_out_is_as_it_was_written_down() -> None:
    """Of all that the port shows and is asked for: documents tell it, and what is kept relies on it."""
    said = []
    for found in pkgutil.walk_packages(tui.host.__path__, "tui.host."):
        module = importlib.import_module(found.name)
        for name, signature in _signatures(module, found.name):
            usual = [
                f"{one.name}={'...' if inspect.isfunction(one.default) else repr(one.default)}"
                for one in signature.parameters.values()
                if one.default is not one.empty
            ]
            if usual:
                said.append(f"{found.name.rpartition('.')[2]}: {name}: {', '.join(usual)}")
    snapshots.check("left-out", "\n".join(said))

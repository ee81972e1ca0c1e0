"""The tables of docs/monitoring.md, made from the events that the code logs: `python -m docs.events`.

Which events there are, their levels and their facts are the code's; what an event means stays as it is
written on the page. An event without a row gets one at the end, in which that is missing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "monitoring.md"
ROW = re.compile(r"^\| `([^`]+)`(?: \((?:warning|error)\))? \| ([^|]*) \| (.*) \|\n", re.MULTILINE)
LOGS = re.compile(r"\blog\.|log_failure\(|BackgroundTasks\(|LoggedTrouble\(")
"""What a module has that logs: others are not parsed."""
LEVELS = ("info", "warning", "error", "exception")


class Event(NamedTuple):
    """A call that logs; `facts` None: they are put together elsewhere."""

    name: str
    level: str
    facts: tuple[str, ...] | None = ()


@cache
def logged() -> tuple[Event, ...]:
    """Each call of the code that logs."""
    return tuple(_logged())


def _logged() -> Iterator[Event]:
    for folder in ("server", "tui"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text if LOGS.search(text) else "")):
                match node:
                    case ast.Call(ast.Attribute(ast.Name("log"), level), [said, *_]) if level in LEVELS:
                        facts = next((one.value for one in node.keywords if one.arg == "extra"), None)
                        for name in _names(said):
                            yield Event(name, "error" if level == "exception" else level, _facts(facts))
                    case ast.Call(ast.Name("log_failure"), [_, said, _], more):
                        for name in _names(said):
                            yield Event(name, "warning", ("why", *(str(one.arg) for one in more)))
                    case ast.Call(ast.Name("BackgroundTasks"), [ast.Constant(name)]):
                        yield Event(str(name), "error")
                    case ast.Call(ast.Name("LoggedTrouble"), [_, begins, is_over]):
                        yield Event(ast.literal_eval(begins), "warning", ("why",))
                        yield Event(ast.literal_eval(is_over), "info")


def _names(said: ast.expr) -> list[str]:
    match said:
        case ast.Attribute(ast.Name("self"), "_what" | "_begins" | "_is_over"):
            return []  # where it is made, the name stands
        case ast.Constant(str(name)):
            return [name]
        case ast.IfExp(_, first, second):
            return [*_names(first), *_names(second)]
    raise ValueError(f"an event has no fixed name: {ast.unparse(said)}")


def _facts(given: ast.expr | None) -> tuple[str, ...] | None:
    match given:
        case None:
            return ()
        case ast.Dict(keys):
            return tuple(ast.literal_eval(key) for key in keys if key is not None)
    return None


def made(page: str) -> str:
    """The page with the tables as the code has them. Raises ValueError if it has an event in two ways."""
    known = dict[str, Event]()
    for event in logged():
        before = known.setdefault(event.name, event)
        if before.facts is None:
            known[event.name] = event
        is_same = event.facts is None or before.facts is None or set(event.facts) == set(before.facts)
        if not is_same or event.level != before.level:
            raise ValueError(f"{event.name} is logged in two ways")

    def row(found: re.Match[str]) -> str:
        name, facts, means = found.groups()
        return _row(known.pop(name), tuple(re.findall("`([^`]+)`", facts)), means) if name in known else ""

    head, mark, rest = page.partition("## Events")
    events, end, tail = rest.partition("\n\n## ")
    tables = ROW.sub(row, f"{events}\n") + "".join(_row(one, (), "") for one in known.values())
    return head + mark + tables.removesuffix("\n") + end + tail


def _row(event: Event, shown: tuple[str, ...], means: str) -> str:
    facts = shown if event.facts is None or set(event.facts) == set(shown) else event.facts
    level = "" if event.level == "info" else f" ({event.level})"
    return f"| `{event.name}`{level} | {', '.join(f'`{one}`' for one in facts)} | {means} |\n"


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text("utf-8")), "utf-8")

"""docs/monitoring.md lists every event of the log with its level and its facts, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| `([^`]+)`(?: \((warning|error)\))? \| (.*?) \| .+ \|$", re.MULTILINE)
LEVELS = ("info", "warning", "error", "exception")


def documented() -> dict[str, tuple[str, set[str]]]:
    """By event: its level and its facts."""
    text = (ROOT / "docs" / "monitoring.md").read_text("utf-8")
    events = text.partition("## Events")[2].partition("\n## ")[0]
    return {
        event: (level or "info", set(re.findall("`([^`]+)`", facts)))
        for event, level, facts in ROW.findall(events)
    }


def logged() -> Iterator[tuple[str, str, set[str] | None]]:
    """Each call that logs: event, level and facts; None for facts that are put together elsewhere."""
    for folder in ("server", "tui"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Call(ast.Attribute(ast.Name("log"), level), [said, *_]) if level in LEVELS:
                        facts = next((one.value for one in node.keywords if one.arg == "extra"), None)
                        for event in _events(said):
                            yield event, "error" if level == "exception" else level, _facts(facts)
                    case ast.Call(ast.Name("BackgroundTasks"), [ast.Constant(event)]):
                        yield event, "error", set()
                    case ast.Call(ast.Name("LoggedTrouble"), [_, begins, is_over]):
                        yield ast.literal_eval(begins), "warning", {"why"}
                        yield ast.literal_eval(is_over), "info", set()


def _events(said: ast.expr) -> list[str]:
    match said:
        case ast.Attribute(ast.Name("self"), "_what" | "_begins" | "_is_over"):
            return []  # where it is made, the name stands
        case ast.Constant(str(event)):
            return [event]
        case ast.IfExp(_, first, second):
            return [*_events(first), *_events(second)]
    raise AssertionError(f"an event has no fixed name: {ast.unparse(said)}")


def _facts(given: ast.expr | None) -> set[str] | None:
    match given:
        case None:
            return set()
        case ast.Dict(keys):
            return {ast.literal_eval(key) for key in keys if key is not None}
    return None


def test_every_event_is_documented_as_it_is_logged() -> None:
    expected, found = documented(), list(logged())
    assert {event for event, _, _ in found} == expected.keys()
    for event, level, facts in found:
        assert level == expected[event][0], event
        assert facts is None or facts == expected[event][1], event

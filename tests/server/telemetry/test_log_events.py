"""docs/monitoring.md lists every event of the log with its level and its facts, and no other."""

from __future__ import annotations

import re

from docs.events import PAGE, ROOT, ROW, made


def test_the_page_of_events_is_made_of_what_the_code_logs() -> None:
    """`python -m docs.events` makes it, and somebody has written of each what it means."""
    page = PAGE.read_text("utf-8")
    assert made(page) == page
    assert all(means for _, _, means in ROW.findall(page.partition("## Events")[2]))


def test_why_something_failed_is_never_told_as_python_writes_it() -> None:
    """Operators read words; a fault of the program has its trace."""
    logging = {path: path.read_text("utf-8") for path in (ROOT / "server").rglob("*.py")}
    assert [
        str(path) for path, text in logging.items() if re.search(r'"why": (repr\(|str\(error)', text)
    ] == []


def test_an_event_comes_changes_and_goes_with_the_code() -> None:
    """What the code has is right, and a new one comes at the end, without a meaning."""
    page = PAGE.read_text("utf-8")
    assert made(page.replace("| `tables loaded` | `tables` |", "| `tables loaded` (error) |  |")) == page
    row = next(found for found in ROW.finditer(page) if found[1] == "last game ended")[0]
    without = page.replace(row, "| `logged out` | `where` | gone |\n")
    assert made(without) == page.replace(row, "").replace(
        "\n\n## Metrics", "\n| `last game ended` |  |  |\n\n## Metrics", 1
    )

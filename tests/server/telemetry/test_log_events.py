"""docs/monitoring.md lists every event of the log with its level and its facts, and no other."""

from __future__ import annotations

from docs.events import PAGE, ROW, made


def test_the_page_of_events_is_made_of_what_the_code_logs() -> None:
    """`python -m docs.events` makes it, and somebody has written of each what it means."""
    page = PAGE.read_text("utf-8")
    assert made(page) == page
    assert all(means for _, _, means in ROW.findall(page.partition("## Events")[2]))


def test_an_event_comes_changes_and_goes_with_the_code() -> None:
    """What the code has is right, and a new one comes at the end, without a meaning."""
    page = PAGE.read_text("utf-8")
    assert made(page.replace("| `tables loaded` | `tables` |", "| `tables loaded` (error) |  |")) == page
    row = next(found for found in ROW.finditer(page) if found[1] == "last game ended")[0]
    without = page.replace(row, "| `logged out` | `where` | gone |\n")
    assert made(without) == page.replace(row, "").replace(
        "\n\n## Metrics", "\n| `last game ended` |  |  |\n\n## Metrics", 1
    )

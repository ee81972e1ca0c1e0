"""What becomes of a configuration that is read again is in the log."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.start.services import reload_limits


@pytest.mark.parametrize(
    ("failed", "event", "level"),
    [(True, "limits not reloaded", "WARNING"), (False, "limits reloaded", "INFO")],
)
def test_it_is_logged(failed: bool, event: str, level: str, caplog: pytest.LogCaptureFixture) -> None:
    """Limits that are wrong are not taken."""
    taken: list[object] = []
    found = SimpleNamespace(failed=failed, lines=("one", "two"), limits="new")
    dependencies = SimpleNamespace(limits=SimpleNamespace(now="old"))
    host = cast("Any", SimpleNamespace(dependencies=dependencies, limit=taken.append))
    caplog.set_level("INFO")
    reload_limits(host, cast("Any", SimpleNamespace(reload=lambda _: found)))
    (record,) = [one for one in caplog.records if one.name == "server.start.services"]
    assert (record.getMessage(), record.levelname) == (event, level)
    assert "one two" in (record.__dict__.get("why"), record.__dict__.get("said"))
    assert taken == ([] if failed else ["new"])

"""How tests of the screens wait: see `tests.tui.pilot`."""

import pytest
import textual.app
import textual.pilot

from tests.tui.pilot import settle


@pytest.fixture(autouse=True)
def _waits_for_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textual.app, "wait_for_idle", settle)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", settle)
    monkeypatch.setattr(textual.pilot.Pilot, "_wait_for_screen", settle)

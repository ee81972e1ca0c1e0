"""How tests of the screens wait (`tests.tui.pilot`), and the games that those of lists and pictures have."""

from collections.abc import Iterator

import pytest
import textual.app
import textual.pilot

from tests.three_games import THREE, offered
from tests.tui.pilot import settle
from tui.presenters import steps


@pytest.fixture(autouse=True)
def _waits_for_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textual.app, "wait_for_idle", settle)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", settle)
    monkeypatch.setattr(textual.pilot.Pilot, "_wait_for_screen", settle)


@pytest.fixture(autouse=True)
def _steps_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For who has chosen no speed: the tests of steps choose one."""
    monkeypatch.setattr(steps, "usual", lambda *_: steps.ONCE)


@pytest.fixture
def three_games() -> Iterator[None]:
    """Nothing else can be played here."""
    with offered(THREE):
        yield

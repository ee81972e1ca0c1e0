"""The preview of the widgets starts, and the widgets in it answer keys."""

from __future__ import annotations

from tests.tui.snapshots import text_of
from tests.tui.widgets.preview import Preview


async def test_the_preview_shows_both_widgets_small_and_large():
    """What `textual run --dev` shows is not broken."""
    app = Preview()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("tab", "tab", "right", "space", "enter")
        await pilot.pause()
        text = text_of(app)
        assert "●   ●" in text
        assert "Confirmed: (1,)" in text
        assert text.count("Tower") == 2

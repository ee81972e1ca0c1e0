"""A panel draws what is asked of it anew, and nothing else."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.geometry import Offset, Region
from textual.strip import Strip

from tui.widgets.panel import Panel, line_of
from tui.widgets.pieces import cut, fit, justify, keys_line, width_of
from tui.wire.terminal import palette


class CountingLines(Panel):
    """Counts how often each line was drawn."""

    can_focus = True
    DEFAULT_CSS = "CountingLines { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []

    def render_line(self, y: int) -> Strip:
        self.lines.append(y)
        return line_of([(f"row {y}", palette.TEXT)], self.size.width)


class Alone(App[None]):
    def compose(self) -> ComposeResult:
        yield CountingLines()


async def test_only_rows_that_are_refreshed_are_drawn():
    """One row for one row, all of them for everything, all of them in another size."""
    async with Alone().run_test(size=(20, 5)) as pilot:
        panel = pilot.app.query_one(CountingLines)
        for regions, drawn in [([Region(0, 3, 20, 1)], [3]), ([], [0, 1, 2, 3, 4])]:
            panel.lines.clear()
            panel.refresh(*regions)
            await pilot.pause()
            assert sorted(set(panel.lines)) == drawn
        panel.lines.clear()
        await pilot.resize_terminal(30, 4)
        await pilot.pause()
        assert set(panel.lines) == {0, 1, 2, 3}
        assert panel.caret() == Offset(0, 0)


def test_text_is_cut_to_cells():
    """Wide characters count twice, what is left out leaves a sign, nothing is ever wider."""
    assert fit("abc", 5) == "abc  "
    assert fit("abcdef", 5) == "abcd…"
    assert fit("漢字漢字", 5) == "漢字…"
    assert fit("abc", 1) == "…"
    assert fit("abc", 0) == ""


def test_parts_are_cut_and_put_apart():
    """The left end gives way, the right end stays."""
    parts = justify([("left and more", palette.TEXT)], [("right", palette.DIM)], 12)
    assert "".join(text for text, _ in parts) == "left a…right"
    assert width_of(cut([("漢字", palette.TEXT)], 9)) == 9


def test_keys_that_do_not_fit_are_left_out_and_the_last_only_for_the_first():
    """Help is offered, unless it would take the place of what is asked for."""
    keys = [("Enter", "sit down"), ("n", "new table"), ("q", "quit"), ("?", "help")]
    shown = "".join(text for text, _ in keys_line(keys, 32))
    assert shown == "Enter sit down  q quit  ? help"
    assert "".join(text for text, _ in keys_line(keys, 3)) == "? help"
    assert "".join(text for text, _ in keys_line(keys, 20)) == "Enter sit down"


async def test_who_has_the_focus_makes_nothing_of_being_given_it():
    """A board puts the focus where the next decision is after each step, and mostly it is there."""
    async with Alone().run_test(size=(20, 5)) as pilot:
        panel = pilot.app.query_one(CountingLines)
        panel.focus()
        await pilot.pause()
        assert panel.has_focus
        panel.focus()
        assert not pilot.app.message_queue_size
        pilot.app.screen.set_focus(None)
        await pilot.pause()
        panel.focus()
        await pilot.pause()
        assert panel.has_focus

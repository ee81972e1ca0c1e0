"""The tray is played by keys alone, keeps marks where they belong and says what was done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.geometry import Offset, Region

from tests.tui.widgets.stand import shown
from tui.widgets.dice_tray import NOTHING, DiceTray, MarkLimit, carry_marks

DICE = (6, 5, 5, 3, 1)


def tray(
    dice: tuple[int, ...] = DICE,
    aside: tuple[int, ...] = (4, 4),
    limit: MarkLimit | None = None,
    changed: Callable[[], object] = lambda: None,
) -> DiceTray:
    made = DiceTray(changed=changed)
    made.show(dice, aside, ("active", "aside"))
    made.restrict(limit or MarkLimit())
    return made


@pytest.mark.parametrize(
    ("marks", "old", "new", "expected"),
    [
        ((1,), (6, 5, 5), (6, 5, 5), (1,)),
        ((2,), (6, 5, 5), (6, 5, 5, 3), (1,)),
        ((1, 2), (6, 5, 5), (5, 5, 4), (0, 1)),
        ((0, 1), (6, 5, 5), (5, 5), (0,)),
        ((), (6, 5), (5, 6), ()),
        ((0,), (6,), (), ()),
    ],
)
def test_marks_stay_on_dice_of_the_same_face(
    marks: tuple[int, ...], old: tuple[int, ...], new: tuple[int, ...], expected: tuple[int, ...]
):
    """A die that joins or goes takes no mark with it and brings none."""
    assert carry_marks(marks, old, new) == frozenset(expected)


async def test_keys_move_mark_and_confirm():
    """Arrows and letters, Home and End, space, digits, Enter."""
    changes: list[object] = []
    made = tray(changed=lambda: changes.append((made.cursor, made.marks)))
    async with shown(made) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, DiceTray)
        await pilot.press("right", "l", "space", "left", "h", "h")
        assert (panel.cursor, panel.marks) == (4, (2,))
        await pilot.press("right", "end", "space", "home")
        assert (panel.cursor, panel.marks, panel.marked_faces) == (0, (2, 4), (5, 1))
        await pilot.press("5", "enter")
        assert changes == [
            (1, ()), (2, ()), (2, (2,)), (1, (2,)), (0, (2,)), (4, (2,)), (0, (2,)), (4, (2,)), (4, (2, 4)),
            (0, (2, 4)), (1, (1, 2, 4)),
        ]  # fmt: skip
        assert [event.marks for event in app.heard(DiceTray.Confirmed)] == [(1, 2, 4)]


async def test_a_digit_marks_all_of_a_face_and_unmarks_them_again():
    """One key for a pair, the same key to think again; a face that is not there does nothing."""
    async with shown(tray()) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, DiceTray)
        await pilot.press("5")
        assert panel.marks == (1, 2)
        await pilot.press("2", "5")
        assert panel.marks == ()


@pytest.mark.parametrize(
    ("limit", "keys", "marks", "barred"),
    [
        (MarkLimit(1), ["space", "right", "space"], (1,), 0),
        (MarkLimit(2), ["space", "right", "space", "right", "space"], (0, 1), 1),
        (MarkLimit(3), ["5", "6", "end", "space"], (0, 1, 2), 1),
        (MarkLimit(12, lambda index: index > 0), ["space", "right", "space"], (1,), 1),
        (NOTHING, ["space"], (), 1),
        (MarkLimit(1, lambda index: index == 2), ["5"], (2,), 0),
    ],
)
async def test_marks_stay_within_the_limit(
    limit: MarkLimit, keys: list[str], marks: tuple[int, ...], barred: int
):
    """Exactly one (it moves), up to so many, only some: told from outside, and said when it stops a key."""
    async with shown(tray(limit=limit)) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, DiceTray)
        await pilot.press(*keys)
        assert panel.marks == marks
        assert len(app.heard(DiceTray.Barred)) == barred


async def test_enter_takes_the_die_under_the_cursor_where_one_is_wanted():
    """One key less where there is nothing to add up; a die that is not allowed is no answer."""
    async with shown(tray(limit=MarkLimit(1, lambda index: index != 1))) as (app, pilot):
        await pilot.press("enter", "right", "enter")
        assert [event.marks for event in app.heard(DiceTray.Confirmed)] == [(0,)]
        assert [event.index for event in app.heard(DiceTray.Barred)] == [1]


async def test_a_small_tray_is_three_rows():
    """Active dice with the caret, marks and notes below them, and dice set aside, the last ones first."""
    async with shown(tray(aside=(4,)), (34, 3)) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, DiceTray)
        await pilot.press("right", "space")
        panel.note({3: "6"})
        await pilot.pause()
        assert app.rows == [" active   6 ► 5   5   3   1", "             ▀▀▀      →6", " aside    4"]
        assert panel.caret() == Offset(14, 0)


async def test_a_large_tray_has_pips():
    """The same dice with room: light blocks with pips, and the digit below them."""
    async with shown(tray((6, 1), (4,)), (60, 4)) as (app, pilot):
        await pilot.press("right", "space")
        assert app.rows == [
            "          ●   ●                     ●   ●",
            " active   ●   ●     ●       aside",
            "          ●   ●                     ●   ●",
            "            6     ►▀1▀                4",
        ]
        assert app.panel.caret() == Offset(20, 3)


async def test_dice_that_do_not_fit_are_drawn_smaller():
    """Twelve dice in a narrow tray are digits, never cut."""
    async with shown(tray((6,) * 12, ()), (70, 7)) as (app, _):
        assert "".join(app.rows).count("6") == 12
        assert "●" not in "".join(app.rows)


async def test_labels_are_whole_or_left_out():
    """Ten dice set aside take the cells of the label; each stands as far right as the active ones."""
    made = tray((6, 5), (1, *(3,) * 9))
    made.show(made.dice, made.aside, ("aktiv", "beiseite"))
    async with shown(made, (40, 3)) as (app, pilot):
        await pilot.pause()
        assert app.rows[0] == "►6  5"
        assert app.rows[2] == " 1" + "  3" * 9


async def test_a_key_draws_only_what_changed(monkeypatch: pytest.MonkeyPatch):
    """Moving is a part of a row with both dice, a mark is one die: nothing else is drawn again."""
    async with shown(tray(), (60, 3)) as (app, pilot):
        regions: list[Region] = []
        monkeypatch.setattr(app.panel, "refresh", lambda *some, **_: regions.extend(some))
        await pilot.press("right")
        assert [(region.x, region.width, region.height) for region in regions] == [(8, 9, 1)]
        regions.clear()
        await pilot.press("space")
        assert [(region.x, region.width) for region in regions] == [(12, 5)]


async def test_showing_the_same_again_keeps_cursor_and_marks():
    """News from elsewhere never move the player's hand."""
    async with shown(tray(), (40, 3)) as (app, pilot):
        panel = app.panel
        assert isinstance(panel, DiceTray)
        await pilot.press("right", "space")
        panel.show(DICE, (4, 4, 4), ("active", "aside"))
        assert (panel.cursor, panel.marks) == (1, (1,))
        panel.show((), (), ("active", "aside"))
        await pilot.press("space", "right", "enter")
        assert (panel.cursor, panel.marks) == (0, ())

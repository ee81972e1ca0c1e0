"""Lists, paragraphs, the log and the line to type in show clean text and nothing else."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.style import Style
from textual.events import Paste
from textual.geometry import Offset

from tests.tui.widgets.stand import shown
from tui.language.notices import early_key
from tui.language.texts import LANGUAGES, Texts
from tui.screens.table.event_log import EventLog
from tui.screens.table.log_items import LogItem
from tui.widgets.command_line import LONGEST, CommandLine, keys_rows, noted_rows, question_rows
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.roster import Roster, RosterEntry
from tui.wire.terminal import palette, tones

PLAIN = Style.null()


def words(lines: list[list[Part]]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


@pytest.mark.parametrize(
    ("text", "width", "indent", "expected"),
    [
        ("one two three", 20, 0, ["one two three"]),
        ("one two three", 8, 0, ["one two", "three"]),
        ("one two three", 8, 2, ["one two", "  three"]),
        ("abcdefghij kl", 4, 0, ["abcd", "efgh", "ij", "kl"]),
        ("王王王 王", 5, 0, ["王王", "王 王"]),
        ("", 5, 0, [""]),
    ],
)
def test_paragraphs_break_at_blanks(text: str, width: int, indent: int, expected: list[str]):
    """Words stay whole where they can, and no line is wider than it may be, wide characters too."""
    lines = words(wrap([(text, PLAIN)], width, indent))
    assert lines == expected
    assert max(map(cell_len, lines)) <= width


def test_a_word_of_two_styles_stays_one_word():
    """A name and the full stop behind it are not parted."""
    assert words(wrap([("ab cd", PLAIN), ("ef", palette.STRONG), (" g", PLAIN)], 6)) == ["ab", "cdef g"]


async def test_the_log_joins_what_one_seat_does():
    """A turn reads as one sentence; the newest stands last; markup is only text."""
    log = EventLog()
    async with shown(log, (40, 4)) as (app, pilot):
        log.add(
            [
                LogItem("", "Round 1."),
                LogItem("[b]Amber[/]", "rolls 6 2"),
                LogItem("[b]Amber[/]", "sets aside 6"),
            ]
        )
        log.add([LogItem("Birch", "rolls 1")])
        await pilot.pause()
        assert app.rows == ["─" * 40, " Round 1.", " [b]Amber[/] rolls 6 2, sets aside 6.", " Birch rolls 1."]
        log.add([LogItem("Birch", "sets aside 1 and thinks about it for long")])
        await pilot.pause()
        assert app.rows[2:] == [" Birch rolls 1, sets aside 1 and thinks", "   about it for long."]


async def test_an_explanation_stands_in_place_of_the_log():
    """And the log comes back, with what happened meanwhile."""
    log = EventLog()
    async with shown(log, (40, 3)) as (app, pilot):
        log.add([LogItem("Amber", "rolls 6")])
        log.explain([[("Guard: needs three alike.", PLAIN)]])
        log.add([LogItem("Birch", "rolls 1")])
        await pilot.pause()
        assert app.rows[1:] == [" Guard: needs three alike.", ""]
        log.explain([])
        await pilot.pause()
        assert app.rows[1:] == [" Amber rolls 6.", " Birch rolls 1."]


async def test_a_log_begins_with_a_whole_paragraph():
    """Nobody takes the end of a sentence for one of its own; only of what is too long is the end shown."""
    log = EventLog()
    async with shown(log, (40, 3)) as (app, pilot):
        log.add([LogItem("Birch", f"sets aside 1 and {'thinks about it ' * 4}for long")])
        await pilot.pause()
        assert app.rows[1:] == [" … thinks about it thinks about it", "   thinks about it for long."]
        log.add([LogItem("Amber", "rolls 6")])
        await pilot.pause()
        assert app.rows[1:] == [" Amber rolls 6.", ""]
        log.add([LogItem("Cedar", "rolls 1")])
        await pilot.pause()
        assert app.rows[1:] == [" Amber rolls 6.", " Cedar rolls 1."]


async def test_a_log_beside_the_board_has_its_line_at_the_left():
    """No row is lost to it."""
    log = EventLog()
    log.beside = True
    async with shown(log, (20, 3)) as (app, pilot):
        log.add([LogItem("Amber", "rolls 6 6 5 4 3")])
        await pilot.pause()
        assert app.rows == ["│ Amber rolls 6 6", "│   5 4 3.", "│"]


async def test_a_log_beside_the_board_stands_still():
    """Lines come below the others until none has room; then those of the lower half move to the top. What is
    explained covers lines, and moves none; older ones come back above them.
    """
    log = EventLog()
    log.beside = True
    async with shown(log, (24, 20)) as (app, pilot):
        moved, before = 0, list[str]()
        for number in range(40):
            log.add([LogItem(f"P{number % 2}", f"rolls {number}")])
            await pilot.pause()
            lines = [row.removeprefix("│").strip() for row in app.rows]
            assert f"P{number % 2} rolls {number}." in lines
            moved += lines[: len(before)] != before
            before = [one for one in lines if one]
        assert moved == 2
        newest = lines.index("P1 rolls 39.")
        log.explain([[("Guard: needs three alike.", PLAIN)]])
        await pilot.pause()
        assert "Guard" in app.rows[0]
        assert app.rows[newest].endswith("P1 rolls 39.")
        log.explain([])
        await pilot.pause()
        assert [row.removeprefix("│").strip() for row in app.rows] == lines


async def test_a_roster_has_a_caret_before_the_name():
    """Up and down move it, Enter chooses, the real cursor rests on the name."""
    roster = Roster()
    roster.show(
        RosterEntry(((" >", PLAIN),), ((name, PLAIN),), ((" 3 dice", PLAIN),)) for name in ("Amber", "Birch")
    )
    async with shown(roster, (40, 2)) as (app, pilot):
        await pilot.press("j", "down", "enter")
        assert app.rows == [" > Amber  3 dice", " >►Birch  3 dice"]
        assert roster.caret() == Offset(3, 1)
        assert len(app.heard(Roster.Moved)) == 1
        assert [event.index for event in app.heard(Roster.Confirmed)] == [1]


async def test_lines_are_drawn_as_they_are_given():
    """Text that looks like markup is text."""
    lines = Lines()
    async with shown(lines, (40, 2)) as (app, pilot):
        lines.show([[("[link=", PLAIN), ("x]", palette.STRONG)], []])
        await pilot.pause()
        assert app.rows == ["[link=x]", ""]


async def test_a_line_is_typed_edited_and_sent():
    """Keys of a simple line editor; what is sent is what was seen."""
    line = CommandLine()
    async with shown(line, (40, 2)) as (app, pilot):
        line.prompt("What now?", (("r", "roll"),))
        line.notice("Not that.")
        await pilot.pause()
        assert app.rows == [" Not that.", " r roll"]
        line.open()
        await pilot.press(*"keeep", "space", *"35", "left", "left", "left", "left", "backspace", "end")
        assert app.rows[1] == " > keep 35"
        assert line.caret() == Offset(10, 1)
        await pilot.press("backspace", "3", "enter")
        assert [event.text for event in app.heard(CommandLine.Typed)] == ["keep 33"]
        assert not line.can_focus


async def test_a_long_notice_takes_both_rows():
    """Nothing of it is cut; while a line is typed it keeps to the first; '' brings the keys back."""
    line = CommandLine()
    async with shown(line, (40, 2)) as (app, pilot):
        line.prompt("What now?", (("r", "roll"),))
        line.notice("There is no such command here; try another one, perhaps.")
        await pilot.pause()
        assert app.rows == [" There is no such command here; try", " another one, perhaps."]
        line.open("x")
        await pilot.pause()
        assert app.rows == [" There is no such command here; try", " > x"]
        await pilot.press("escape")
        line.notice("")
        await pilot.pause()
        assert app.rows == [" What now?", " r roll"]


async def test_a_line_can_be_left_without_a_word():
    """Esc, Backspace on nothing and Enter on nothing close it; a paste becomes one clean line."""
    line = CommandLine()
    async with shown(line, (40, 2)) as (app, pilot):
        for key in ("escape", "backspace", "enter"):
            line.open()
            await pilot.press(key)
            assert not line.is_open
        assert app.heard(CommandLine.Typed) == []
        line.open()
        await pilot.pause()
        line.post_message(Paste("keep\n3\x1b[31m " + "x" * 400))
        await pilot.pause()
        assert line.text.startswith("keep 3[31m xx")
        assert len(line.text) == LONGEST
        assert line.caret() == Offset(38, 1)


def test_a_question_has_the_row_of_its_keys_where_it_needs_it():
    """Nothing of it is cut, and the key that says yes stands behind it."""
    keys = (("Enter", "yes"), ("any other key", "no"))
    asked = "Your seat at CHERRY-12 is waiting. Go there now?"
    told = words(question_rows(asked, keys, tones.LOBBY, 40, 2))
    assert told[0].rstrip() == " Your seat at CHERRY-12 is waiting. Go"
    assert told[1] == " there now?  Enter yes"
    assert words(question_rows("Really?", keys, tones.LOBBY, 40, 2))[1] == " Enter yes  any other key no"


def test_a_note_is_whole_in_a_narrow_window():
    """Below the keys where there are two rows, else in their place."""
    keys, note = (("Enter", "yes"), ("?", "explain")), "That key came before this question."
    assert words(keys_rows(keys, tones.LOBBY, 40, 2, note)) == [" Enter yes  ? explain", f" {note}"]
    assert [row.rstrip() for row in words(keys_rows(keys, tones.LOBBY, 40, 1, note))] == [f" {note}"]
    assert words(keys_rows(keys, tones.LOBBY, 80, 1, note))[0].rstrip() == f" Enter yes  ? explain  {note}"
    for language in LANGUAGES:
        early = words(keys_rows(keys, tones.LOBBY, 40, 1, early_key(Texts(language), 40)))[0].rstrip()
        assert early == f" Enter yes  ? explain  {early_key(Texts(language), 40)}"


@pytest.mark.parametrize(
    ("said", "height", "rows"),
    [
        ("Which dice?", 2, [" Which dice?  Too early.", " Enter roll them all again  s set aside"]),
        ("Which dice?", 3, [" Which dice?", " Enter roll them all again  s set aside", " Too early."]),
        (
            "Move the King 1 west?",
            2,
            [" Move the King 1 west?  Too early.", " Enter roll them all again  s set aside"],
        ),
        (
            "You won the auction: go on?",
            2,
            [" You won the auction: go on?", " Enter roll them all again  Too early."],
        ),
    ],
)
def test_keys_make_way_for_a_note_only_where_nothing_else_has_room(said: str, height: int, rows: list[str]):
    """It stands behind what is asked, if the keys fill their row."""
    keys = (("Enter", "roll them all again"), ("s", "set aside"))
    shown = [[(f" {said}", palette.TEXT)]]
    told = words(noted_rows(shown, keys, tones.LOBBY, 40, height, "Too early."))
    assert [row.rstrip() for row in told] == rows


@pytest.mark.parametrize(("key", "confirmed"), [("enter", 1), ("q", 0), ("y", 1), ("n", 0), ("escape", 0)])
async def test_a_question_takes_one_key(key: str, confirmed: int):
    """The confirming key does it, every other one does nothing; either is told once."""
    line = CommandLine()
    async with shown(line, (60, 2)) as (app, pilot):
        line.ask("Really?", (("Enter", "yes"),))
        await pilot.pause()
        assert app.rows == [" Really?", " Enter yes"]
        await pilot.press(key)
        assert len(app.heard(CommandLine.Confirmed)) == confirmed
        assert len(app.heard(CommandLine.Closed)) == 1 - confirmed

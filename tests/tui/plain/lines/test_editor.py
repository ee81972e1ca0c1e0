"""A line is edited as people expect, and never shows more than its window holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.plain.lines.editor import LONGEST, Editor

KEYS = ("backspace", "delete", "left", "right", "home", "end", "ctrl+a", "ctrl+e", "ctrl+u", "ctrl+k",
        "ctrl+w", "ctrl+d", "up", "down")  # fmt: skip


def typed(*keys: str) -> Editor:
    """Texts are typed, names of keys are pressed."""
    editor = Editor()
    for key in keys:
        if not editor.press(key):
            editor.insert(key)
    return editor


@pytest.mark.parametrize(
    ("keys", "text", "at"),
    [
        (("keep 5",), "keep 5", 6),
        (("keep 5", "backspace", "6"), "keep 6", 6),
        (("kep", "left", "e"), "keep", 3),
        (("keep", "home", "x", "delete"), "xeep", 1),
        (("keep 5 5", "ctrl+w"), "keep 5 ", 7),
        (("keep", "ctrl+w"), "", 0),
        (("keep 5  ", "ctrl+w", "6"), "keep 6", 6),
        (("keep", "left", "left", "ctrl+u"), "ep", 0),
        (("keep", "ctrl+a", "right", "ctrl+k"), "k", 1),
        (("keep", "left", "ctrl+d", "ctrl+e", "!"), "kee!", 4),
        (("left", "backspace", "right", "delete"), "", 0),
        (("a\x1bb\x07c\u202ed",), "abcd", 4),
    ],
)
def test_keys_edit(keys: tuple[str, ...], text: str, at: int):
    """Backspace and its relatives, both ends, words, and nothing that is no character."""
    editor = typed(*keys)
    assert (editor.text, editor.at) == (text, at)


def test_lines_come_back():
    """Up goes back, down forward again to what was begun; the same line twice stands there once."""
    editor = Editor()
    for line in ("roll", "keep 5", "keep 5", " "):
        editor.insert(line)
        assert editor.take() == line
    editor.insert("ke")
    seen = []
    for key in ("up", "up", "up", "down", "down", "down"):
        editor.press(key)
        seen.append(editor.text)
    assert seen == ["keep 5", "roll", "roll", "keep 5", "ke", "ke"]


def test_a_line_has_an_end():
    """What is typed beyond is dropped."""
    editor = typed("x" * (LONGEST - 1), "yz")
    assert editor.text == "x" * (LONGEST - 1) + "y"


def test_a_long_line_is_scrolled_out_of_sight():
    """The cursor is always in the window; wide characters are never cut in two."""
    editor = typed("abcdefghij")
    assert editor.window(6) == ("<fghij", "")
    editor.press("home")
    assert editor.window(6) == ("", "abcdef")
    assert typed("王冠王冠").window(5) == ("<王冠", "")
    assert typed("abcdef").window(-20) == typed("abcdef").window(2) == ("<f", "")


@given(st.lists(st.one_of(st.sampled_from(KEYS), st.text("ab 王é", max_size=4))), st.integers(4, 20))
def test_whatever_is_typed_fits(keys: list[str], width: int):
    """The window holds what it shows, and the cursor stands within the text."""
    editor = typed(*keys)
    before, behind = editor.window(width)
    assert 0 <= editor.at <= len(editor.text)
    assert cell_len(before) + cell_len(behind) <= width
    assert editor.text[editor.at :].startswith(behind)
    assert editor.text[: editor.at].endswith(before.removeprefix("<"))

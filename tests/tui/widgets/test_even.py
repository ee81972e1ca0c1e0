"""No text ends in a word by itself where another break is possible, and none gets longer by it."""

from __future__ import annotations

import textwrap

import pytest

from tui.widgets.even import even_lines, unwidowed

TEXTS = (
    "adds a die showing 6",
    "adds 1 to 3 to one die",
    "Leave your seat before the game starts.",
    "Doppelkopfkartenspieler",
    "",
)


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("width", [12, 19, 20, 30])
def test_nothing_is_lost_and_no_line_is_added(text: str, width: int):
    """The same words, as many lines, within the width."""
    for lines in (even_lines(text, width), unwidowed(text, width)):
        assert len(lines) == len(textwrap.wrap(text, width))
        assert all(len(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_lines_are_even():
    """Halves of a card's text."""
    assert even_lines("adds a die showing 6", 19) == ("adds a die", "showing 6")


def test_only_a_lonely_word_gets_company():
    """Prose keeps its full lines otherwise."""
    assert unwidowed("one two three four five six", 20) == ("one two three four", "five six")
    assert unwidowed("one two three four five", 20) == ("one two three", "four five")

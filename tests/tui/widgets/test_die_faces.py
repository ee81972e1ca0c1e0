"""A die is told apart in every size, and the focus changes only its two sides."""

from __future__ import annotations

import pytest

from tui.widgets.die_faces import FRAMED, PIPS, SMALL, UNROLLED, DieFace, bare

SIZES = {"small": SMALL, "framed": FRAMED, "pips": PIPS, "bare": bare(PIPS)}


def drawn(face: DieFace, value: int, *, focused: bool = False) -> list[str]:
    rows = (face.row(value, y, focused=focused) for y in range(face.height))
    return ["".join(text for text, _ in row) for row in rows]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", range(7))
def test_every_row_is_as_wide_as_the_die(size: str, value: int):
    """Dice stand in columns, whatever they show."""
    face = SIZES[size]
    assert {len(row) for row in drawn(face, value)} == {face.width}
    assert len(drawn(face, value)) == face.height


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", range(1, 7))
def test_the_digit_stands_where_the_cursor_rests(size: str, value: int):
    """A braille line reads the face in every size."""
    face = SIZES[size]
    assert drawn(face, value)[face.digit_row][face.width // 2] == str(value)


@pytest.mark.parametrize("value", range(1, 7))
def test_there_are_as_many_pips_as_the_face_says(value: int):
    """Pips count."""
    assert "".join(drawn(PIPS, value)).count("●") == value


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_without_its_frame_is_a_digit_where_it_stood(size: str, value: int):
    """It takes the same cells, and nothing else is drawn."""
    face = bare(SIZES[size])
    assert (face.width, face.height) == (SIZES[size].width, SIZES[size].height)
    assert "".join(drawn(face, value)).strip() == str(value)


def test_a_die_in_hand_shows_no_face():
    """Nobody reads a result before the roll."""
    assert drawn(SMALL, UNROLLED) == [" · "]
    assert not any(char.isdigit() for row in drawn(PIPS, UNROLLED) for char in row)


@pytest.mark.parametrize("size", SIZES)
def test_the_focus_changes_two_blank_cells(size: str):
    """Moving over dice is four cells: two lose their brackets, two get them; a mark stays between."""
    face = SIZES[size]
    before = "".join(drawn(face, 5)) + face.below("*", focused=False)
    after = "".join(drawn(face, 5, focused=True)) + face.below("*", focused=True)
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [(" ", "["), (" ", "]")]

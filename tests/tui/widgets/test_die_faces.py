"""A die is told apart in every size, and a tray draws as large ones as it has room for."""

from __future__ import annotations

import pytest

from tui.widgets.die_faces import DIGIT, NARROW, TINY, UNROLLED, WIDE, DieFace, TrayPlace, tray_shape

SIZES = {"tiny": TINY, "digit": DIGIT, "narrow": NARROW, "wide": WIDE}
WITH_PIPS = {size: face for size, face in SIZES.items() if face.pips}
LABELS = ("active", "aside")


def drawn(face: DieFace, value: int) -> list[str]:
    return [face.row(value, y) for y in range(face.height)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", range(7))
def test_every_row_is_as_wide_as_the_die(size: str, value: int):
    """Dice stand in columns, whatever they show, and whatever stands below them."""
    face = SIZES[size]
    assert {len(row) for row in drawn(face, value)} == {face.width}
    for marked in (False, True):
        for note in ("", "*", "3"):
            assert len(face.below(value, marked=marked, note=note)) == face.width


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("value", range(1, 7))
def test_the_digit_stands_where_the_cursor_rests(size: str, value: int):
    """A braille line reads the face in every size: on the die, or under its pips."""
    face = SIZES[size]
    row = face.below(value, marked=False) if face.pips else face.row(value, face.middle)
    assert row[face.width // 2] == str(value) or (face is TINY and str(value) in row)


@pytest.mark.parametrize("size", WITH_PIPS)
@pytest.mark.parametrize("value", range(1, 7))
def test_there_are_as_many_pips_as_the_face_says(size: str, value: int):
    """Pips count."""
    assert "".join(drawn(WITH_PIPS[size], value)).count("●") == value


def test_a_die_in_hand_shows_no_face():
    """Nobody reads a result before the roll."""
    assert drawn(DIGIT, UNROLLED) == [" · "]
    assert "".join([*drawn(WIDE, UNROLLED), WIDE.below(UNROLLED, marked=False)]).strip() == ""


@pytest.mark.parametrize(
    ("face", "marked", "note", "below"),
    [
        (WIDE, False, "", "   5   "),
        (WIDE, True, "", "  ▀5▀  "),
        (WIDE, True, "3", "  5→3  "),
        (NARROW, False, "*", "  5* "),
        (DIGIT, False, "", "   "),
        (DIGIT, True, "", "▀▀▀"),
        (DIGIT, False, "3", " →3"),
        (DIGIT, False, "*", " * "),
    ],
)
def test_below_a_die_are_its_digit_its_mark_and_what_a_power_makes_of_it(
    face: DieFace, marked: bool, note: str, below: str
):
    """The digit is the key that marks it; a digit on the die is not told twice."""
    assert face.below(5, marked=marked, note=note) == below


def ends(place: TrayPlace, dice: int) -> int:
    return place.left + dice * place.face.pitch - 1


@pytest.mark.parametrize("width", [40, 60, 80, 100, 140])
@pytest.mark.parametrize(("dice", "aside"), [(3, 0), (0, 3), (5, 2), (12, 0), (0, 12), (6, 6), (1, 11)])
def test_dice_fit_their_tray(width: int, dice: int, aside: int):
    """Side by side or one above the other: within the tray, in no cell twice, with a row below."""
    for height in (3, 4, 6, 9):
        shape = tray_shape((width, height), dice, aside, LABELS)
        groups = [(shape.active, dice), (shape.aside, aside)]
        for place, number in groups:
            assert not number or ends(place, number) <= width
            assert not number or place.top + place.face.height <= height
        assert shape.active.top + shape.active.face.height == shape.below < height
        if dice and aside and shape.aside.top < shape.below:
            assert ends(shape.active, dice) < shape.aside.label


def test_more_room_means_larger_dice():
    """Five and two dice: digits where there are three rows, pips in four, wide ones where all fit."""
    faces = [
        tray_shape((width, height), 5, 2, LABELS).active.face
        for width, height in ((100, 3), (100, 6), (60, 4))
    ]
    assert faces == [DIGIT, WIDE, NARROW]
    assert tray_shape((40, 6), 12, 0, LABELS).active.face == TINY


def test_what_is_set_aside_first_stays_where_it_is():
    """While dice go over from one group to the other, the other's end does not move."""
    ended = {ends(tray_shape((80, 4), dice, 5 - dice, LABELS).aside, 5 - dice) for dice in range(1, 5)}
    assert len(ended) == 1


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize("dice", range(1, 13))
def test_no_die_of_a_low_tray_changes_when_another_one_is_set_aside(width: int, dice: int):
    """As in a window of 40x12 or 80x24: what is looked at stays as it was drawn."""
    shapes = [tray_shape((width, 4), dice - aside, aside, LABELS) for aside in range(dice)]
    assert len({(shape.active.face, shape.active.top) for shape in shapes}) == 1

"""Wherever a move names a seat, its player's name does as well: whole or its beginning, in any case."""

from __future__ import annotations

import pytest

from engine.game import Refused
from tui.boards.kit.seat_names import seat_numbers, seat_typed, seats_typed
from tui.host.port import Seat

SEATS = seat_numbers([Seat("Ada"), Seat("Adalbert"), Seat("Bert"), Seat(), Seat("Jörg-2")])


@pytest.mark.parametrize(
    ("typed", "seat"),
    [("b", "3"), ("bert", "3"), ("ada", "1"), ("adal", "2"), ("jö", "5"), ("joerg", "5"), ("jorg-2", "5"),
     ("4", "4"), ("9", "9")],
)  # fmt: skip
def test_a_name_stands_for_its_seat(typed: str, seat: str) -> None:
    """A whole name before one that only begins like it; accents may be left out; numbers stay."""
    assert seat_typed(typed, SEATS) == seat


@pytest.mark.parametrize(
    ("typed", "code"), [("ad", "several-called"), ("zoe", "nobody-called"), ("rt", "nobody-called")]
)
def test_what_is_nobodys_name_or_more_than_ones_is_refused(typed: str, code: str) -> None:
    """Nothing is guessed; the refusal says what was typed."""
    with pytest.raises(Refused) as refused:
        seat_typed(typed, SEATS)
    assert (refused.value.code, refused.value.params) == (code, {"name": typed})


def test_only_the_word_that_names_a_seat_is_read() -> None:
    """With other words than the form has, the notation says how it is written."""
    assert seats_typed("bert north", 0, 2, SEATS) == "3 north"
    assert seats_typed("h2c bert", 1, 2, SEATS) == "h2c 3"
    assert seats_typed("north", 0, 2, SEATS) == "north"
    assert seats_typed("", 0, 1, SEATS) == ""

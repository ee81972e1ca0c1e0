"""What stands in parentheses after a name says how it came to that."""

from __future__ import annotations

from msgspec.structs import replace

from tui.boards.kit import seat_notes
from tui.host.port import Seat
from tui.language.texts import Texts


def test_a_seat_that_was_lost_by_time_was_not_conceded() -> None:
    seat = Seat("Ada", "bot", conceded=True)
    texts = Texts("en")
    assert seat_notes.note(texts, seat, 0.0)[0] == "(conceded, bot)"
    assert seat_notes.note(texts, replace(seat, timed_out=True), 0.0)[0] == "(time up, bot)"

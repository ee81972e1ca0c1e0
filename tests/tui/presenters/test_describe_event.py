"""Whose moves are told in brief."""

from __future__ import annotations

from msgspec.structs import replace

from tests.tui.scripted_port import player
from tui.host.port import Seat
from tui.presenters.describe_event import is_bots


def test_a_seat_is_a_bots_while_a_bot_plays_it() -> None:
    """From the start or lent; never a person's, and never what concerns no seat."""
    seats = (player("Amber"), Seat("Elm", "bot"), replace(player("Birch"), lent=True))
    assert [is_bots(seats, seat) for seat in (None, 1, 2, 3)] == [False, False, True, True]

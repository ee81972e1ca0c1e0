"""What players want to add to a table's dice, as the entries it takes. Pure; raises Refused.

What these entries mean is left to `server.log.fair_dice`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.chance import contribution_hash
from server.identity.names import clean_text
from server.log import fair_dice
from server.log.entries import Entry
from server.log.requests import Draft, check_stage, check_unlocked, seat_of, voids
from server.log.table_options import deal_of
from server.log.table_state import TableState
from tui.host.refusals import refused

LONGEST = 100
"""Characters of a text."""
HASH = re.compile("[0-9a-f]{64}")


def add(player: str, text: str) -> Draft:
    """Adds a text to the dice, or, where the player's seat committed to one, reveals it. A text replaces the
    one before.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "open")
        seat = seat_of(state, player)
        _check_own(state, seat)
        _check_text(text)
        mine = state.dice.added.get(seat)
        if mine is not None and mine.text is None and mine.hash == contribution_hash(text):
            return _revealed(state, seat, text)
        if state.dice.locked_at is not None and seat in state.dice.missing:
            raise refused("reveal-differs")
        check_unlocked(state)
        return (fair_dice.contributed(seat, text),)

    return draft


def commit(player: str, hash_: str) -> Draft:
    """Commits the player's seat to a text that it reveals once the start is asked for."""

    def draft(state: TableState) -> Sequence[Entry]:
        check_unlocked(state)
        seat = seat_of(state, player)
        _check_own(state, seat)
        if not HASH.fullmatch(hash_.lower()):
            raise refused("no-hash")
        return (fair_dice.committed(seat, hash_.lower()),)

    return draft


def overdue() -> Draft:
    """The end of a deal for which a text was not revealed in time."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage != "open" or state.dice.locked_at is None:
            return ()
        return tuple(voids(state, seat) for seat in state.dice.missing)

    return draft


def _revealed(state: TableState, seat: int, text: str) -> Sequence[Entry]:
    """The text; and the deal, where it is the last one that was missing."""
    if state.dice.locked_at is None:
        raise refused("reveal-early")
    reveal = Entry(kind="reveal", seat=seat, by="player", move=text)
    if state.dice.missing == (seat,):
        return (reveal, Entry(kind="start", who=state.owner))
    return (reveal,)


def _check_own(state: TableState, seat: int) -> None:
    """Raise Refused where other tables have the same dice: a text would make them others. And where the seat
    voided a deal: whoever knows the seed could void deals until one suits them.
    """
    if deal_of(state.opening.options):
        raise refused("dice-shared")
    if any(seat in deal.seats for deal in state.dice.voided):
        raise refused("dice-voided")


def _check_text(text: str) -> None:
    if not text or len(text) > LONGEST or text != clean_text(text).strip():
        raise refused("dice-text", most=LONGEST)

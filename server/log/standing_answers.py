"""What players said beforehand, from the table's log: what of it holds, and what it answers. Pure.

A word is an entry of the log like a move, so that it outlives the host; but it is shown to the
seat that said it and to nobody else, and no record tells it. When it is answered for a player is
`server.bots.standing_answers`'s business, what can be said is the game's (`engine.standing_answers`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Ask
from server.log.entries import Entry
from server.log.requests import Draft, check, seat_of
from server.log.table_state import TableState
from tui.host.refusals import refused


def words_of(state: TableState, seat: int | None) -> tuple[str, ...]:
    """What a seat has said and still holds."""
    said, playthrough = state.said.get(seat or 0), state.playthrough
    if not said or playthrough is None or state.stage != "running":
        return ()
    view, span = playthrough.view(seat), playthrough.game.standing_answers.span
    return tuple(word for word, said_for in said.items() if span(view, word) == said_for)


def answer(state: TableState, ask: Ask) -> Any | None:
    """What a seat's words answer to an open question; None: the player is asked."""
    words, playthrough = words_of(state, ask.seat), state.playthrough
    if not words or playthrough is None or not ask.reaction or state.holders[ask.seat - 1].by_bot:
        return None
    return playthrough.game.standing_answers.answer(playthrough.view(ask.seat), words)


def say(player: str, word: str, *, on: bool) -> Draft:
    """A player's word, or that it holds no longer; refused with "no-such-answer" (with word and
    words) for what cannot be said now.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "running")
        seat = seat_of(state, player)
        if on:
            _check_word(state, seat, word)
        kept = words_of(state, seat)
        held = tuple(other for other in kept if other != word) + ((word,) if on else ())
        if set(held) == set(kept):
            return ()
        return (Entry(kind="beforehand", seat=seat, by="player", note=" ".join(held)),)

    return draft


def only_for(state: TableState, entries: Sequence[Entry]) -> str | None:
    """The one player who may notice that these entries were written; None: anybody may."""
    seats = {entry.seat if entry.kind == "beforehand" else 0 for entry in entries}
    seat = seats.pop() if len(seats) == 1 else 0
    return state.holders[seat - 1].who if seat else None


def _check_word(state: TableState, seat: int, word: str) -> None:
    playthrough = state.playthrough
    assert playthrough is not None  # noqa: S101  (a running game has one)
    words = playthrough.game.standing_answers.words(playthrough.view(seat))
    if word not in words:
        raise refused("no-such-answer", word=word[:40], words=words)

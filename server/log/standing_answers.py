"""Players' standing answers, from the table's log: which of them are valid, and what they answer. Pure.

A standing answer is set by an entry of the log, so that it survives a restart; but it is shown to its own
seat only, and to no record. When it is given is left to `server.bots.standing_answers`, which answers there
are to the game (`engine.standing_answers`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Ask
from server.log.entries import Entry
from server.log.lessons import check_free
from server.log.requests import Draft, check_stage, seat_of
from server.log.table_state import TableState
from tui.host.refusals import refused


def words_of(state: TableState, seat: int | None) -> tuple[str, ...]:
    """Return the standing answers of a seat that are valid, by their words."""
    said, playthrough = state.said.get(seat or 0), state.playthrough
    if not said or playthrough is None or state.stage != "running":
        return ()
    view, span = playthrough.view(seat), playthrough.game.standing_answers.span
    return tuple(word for word, said_for in said.items() if span(view, word) == said_for)


def answer(state: TableState, ask: Ask) -> Any | None:
    """Return what a seat's standing answers say to an open question; None: the player is asked."""
    words, playthrough = words_of(state, ask.seat), state.playthrough
    if not words or playthrough is None or not ask.reaction or state.holders[ask.seat - 1].by_bot:
        return None
    return playthrough.game.standing_answers.answer(playthrough.view(ask.seat), words)


def set_answer(player: str, word: str, *, on: bool) -> Draft:
    """Draft that a player sets or removes a standing answer. Refused with "no-such-answer" (with word and
    words) if there is no such answer now.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat = seat_of(state, player)
        check_free(state)
        if on:
            _check_word(state, seat, word)
        kept = words_of(state, seat)
        held = tuple(other for other in kept if other != word) + ((word,) if on else ())
        if set(held) == set(kept):
            return ()
        return (Entry(kind="beforehand", seat=seat, by="player", note=" ".join(held)),)

    return draft


def only_for(state: TableState, entries: Sequence[Entry]) -> str | None:
    """Return the one player who may notice that these entries were written; None: anybody may."""
    seats = {entry.seat if entry.kind == "beforehand" else 0 for entry in entries}
    seat = seats.pop() if len(seats) == 1 else 0
    return state.holders[seat - 1].who if seat else None


def _check_word(state: TableState, seat: int, word: str) -> None:
    playthrough = state.playthrough
    assert playthrough is not None  # noqa: S101  (a running game has one)
    words = playthrough.game.standing_answers.words(playthrough.view(seat))
    if word not in words:
        raise refused("no-such-answer", word=word[:40], words=words)

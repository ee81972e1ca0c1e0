"""The outcome of an ended table with all that results need, from its whole log.

The last entry says it by itself, except in logs of versions that did not store points and when a game was
dealt; then the log is played again. Versions that did not store how many moves each player made have them
counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from msgspec.structs import replace

from engine.game import AnyGame
from server.log.entries import Entry, Opening, Outcome, outcome_of
from server.log.fold import moves_after
from server.log.fold import replay as replayed
from server.log.results import outcome
from server.log.table_state import BrokenLog, opened


def whole_outcome(opening: Opening, entries: Sequence[Entry], game: AnyGame | None) -> Outcome | None:
    """Return how a table ended; None if it has not ended. `game` has the rules that the table was played by;
    without them, or if the log cannot be played again, points stay unknown.
    """
    end = next((entry for entry in entries if entry.kind == "end"), None)
    if end is None:
        return None
    told = outcome_of(end)
    if told.names and not told.moves:
        told = replace(told, moves=_moves(entries, len(told.names)))
    if not told.names or told.started:
        return told
    started = next((entry.time for entry in entries if entry.kind == "start"), 0.0)
    before = [entry for entry in entries if entry.kind != "end"]
    try:
        found = outcome(replayed(opened(opening), before, game).state, told.ending) if game else None
    except BrokenLog:
        found = None
    if found is None:
        return replace(told, started=started)
    points = found.points if told.places else ()
    return replace(told, started=started, points=points, fates=found.fates)


def _moves(entries: Sequence[Entry], seats: int) -> tuple[int, ...]:
    """Return how many moves the player of each seat made."""
    nothing: Mapping[int, int] = {}
    moves = reduce(moves_after, entries, nothing)
    return tuple(moves.get(seat, 0) for seat in range(1, seats + 1))

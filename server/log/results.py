"""The end of a table, as the last entry of its log: names, places and players. Pure."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.game import Standing
from engine.playthrough import Playthrough
from engine.records.record import places
from server.log.entries import Entry, FinishedTable, Outcome
from server.log.table_options import is_lesson
from server.log.table_state import TableState
from tui.host.history import SeatFate
from tui.host.pictures import Ending, FinishedGame


def end(state: TableState, ending: Ending) -> Entry:
    """Return the entry that ends a table; without a note if its game never began."""
    note = msgspec.json.encode(outcome(state, ending)).decode() if state.begun else ""
    return Entry(kind="end", note=note)


def natural_end(state: TableState) -> Entry:
    """Return the entry that ends a table whose game is over by the rules or by conceding; or a lesson."""
    playthrough = state.playthrough
    if is_lesson(state.opening.options):
        return end(state, "lesson")
    conceded = playthrough is not None and len(playthrough.resigned) >= playthrough.setup.seats - 1
    return end(state, "conceded" if conceded else "played")


def outcome(state: TableState, ending: Ending) -> Outcome:
    """Return what is kept of a table for good; it has places only if its game has a result."""
    over = state.playthrough is not None and state.playthrough.over
    standings = state.playthrough.standings() if state.playthrough and over else ()
    return Outcome(
        ending,
        names=tuple(holder.name for holder in state.holders),
        places=places(standings),
        players=tuple(holder.account for holder in state.holders),
        bots=tuple("" if holder.account else holder.bot for holder in state.holders),
        points=tuple(one.score for one in sorted(standings, key=lambda one: one.seat)),
        fates=tuple(fate(state, seat) for seat in range(1, len(state.holders) + 1)),
        started=state.started,
        programs=tuple(holder.program for holder in state.holders),
        moves=tuple(state.moves.get(seat, 0) for seat in range(1, len(state.holders) + 1)),
    )


def fate(state: TableState, seat: int) -> SeatFate:
    """Return what became of a seat's player until now."""
    holder, resigned = state.holders[seat - 1], state.playthrough.resigned if state.playthrough else ()
    if holder.gave_up or seat in resigned:
        return "conceded"
    return "replaced" if holder.lent or (holder.held_by == "player" and state.has_left(seat)) else ""


def counted_places(outcome: Outcome) -> tuple[int, ...]:
    """Return the places by seat as they count in results. Who left shares the last place: what a bot or the
    clock achieved there counts for nobody. The others are placed among themselves.
    """
    if not any(outcome.fates):
        return outcome.places
    seats = tuple(zip(outcome.places, outcome.fates, strict=False))
    stayed = [place for place, fate in seats if not fate]
    return tuple(len(seats) if fate else 1 + sum(one < place for one in stayed) for place, fate in seats)


def counted_standings(state: TableState, current: Playthrough) -> tuple[Standing, ...]:
    """Return the seats of a game that is over by their places as they count."""
    reached, counted = current.standings(), counted_places(outcome(state, "played"))
    if 1 not in counted:  # nobody stayed
        return reached
    found = (replace(one, place=counted[one.seat - 1]) for one in reached)
    return tuple(sorted(found, key=lambda one: one.place))


def finished_game(ended: FinishedTable, player: str) -> FinishedGame:
    opening, outcome = ended.opening, ended.outcome
    return FinishedGame(
        id=opening.id,
        name=opening.name,
        game=opening.game,
        names=outcome.names,
        places=counted_places(outcome),
        your_seat=outcome.players.index(player) + 1,
        ended=ended.time,
        ending=outcome.ending,
        code=opening.code,
    )

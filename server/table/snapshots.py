"""Pictures of a table for those who follow it: one `TableInfo` and one `TableSnapshot` each.

The only door through which anything of a game leaves a table: views and shown events of one
seat. Pure; who follows, and when they are told, is `server.table.audience`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine import playthrough
from engine.game import AnyGame, Ask
from server.log import standing_answers
from server.log.clocks import clock_of
from server.log.requests import nobody_gone
from server.log.seating import SeatHolder
from server.log.table_state import TableState
from server.settings.timeouts import Timeouts
from tui.host.pictures import ChatLine, Proposal, Seat, TableInfo, TableSnapshot

AwaySince = Callable[[str], float | None]
"""Since when no terminal of a player is connected; None: one is."""


def _plainly_after(moment: float, seconds: float) -> float:
    return moment + seconds


def _nobody(_: str) -> Container[str]:
    return frozenset()


def _no_rematch(_: str) -> Proposal | None:
    return None


class ProjectionContext(Struct, frozen=True, kw_only=True):
    """What a table's pictures show of things around it. `after(moment, seconds)` is when the
    host has been up for seconds since a moment, `ignored(player)` whom a player does not read,
    `rematch(table)` what became of the wish to play again there.
    """

    away_since: AwaySince
    gone: Callable[[str], bool] = nobody_gone
    after: Callable[[float, float], float] = _plainly_after
    ignored: Callable[[str], Container[str]] = _nobody
    rematch: Callable[[str], Proposal | None] = _no_rematch
    notice: Callable[[], str] = str
    timeouts: Timeouts = Timeouts()


def table_info(state: TableState, watching: int, projection: ProjectionContext) -> TableInfo:
    """The table as the lobby lists it to those it is nothing special to."""
    opening = state.opening
    current = state.playthrough
    return TableInfo(
        id=opening.id,
        name=opening.name,
        game=opening.game,
        options=opening.options,
        seats=tuple(_seat(holder, projection) for holder in state.holders),
        stage=state.stage,
        since=state.since,
        watching=watching,
        round=current.game.round(current.state) if current else 0,
        private=opening.private,
        clock=opening.clock,
        proposals=tuple(_proposals(state, projection)),
        lendable=tuple(_lendable(state, projection)),
        ending=state.ending,
    )


def personal_info(
    public: TableInfo, state: TableState, player: str, projection: ProjectionContext
) -> TableInfo:
    """The same table as `player` sees it, who sits there or once opened it."""
    seat = state.seat_of(player)
    return replace(
        public,
        your_seat=seat,
        given_up=state.given_up_by(player),
        yours=state.acting_owner(projection.gone) == player,
        code=state.opening.code if seat or state.kept_for(player) else "",
    )


def table_snapshot(
    state: TableState, seat: int | None, table: TableInfo, events: Sequence[Any], past: Sequence[Any]
) -> TableSnapshot:
    """What a seat, or a spectator, may know after `events`; `past` are those before."""
    current = state.playthrough
    if current is None:
        return TableSnapshot(table, 0, seat, since=state.since)
    ask = next((ask for ask in state.asks if ask.seat == seat), None)
    return TableSnapshot(
        info=table,
        seq=current.steps,
        seat=seat,
        view=current.view(seat),
        ask=ask,
        waiting_for=tuple(sorted(open_ask.seat for open_ask in state.asks)),
        since=state.asked_at[ask.id] if ask else max(state.asked_at.values(), default=state.since),
        events=_shown(current.game, events, seat),
        past=_shown(current.game, past, seat),
        can_undo=seat is not None and state.stage == "running" and current.can_undo(seat),
        standings=current.standings() if current.over else (),
    )


def add_surroundings(
    picture: TableSnapshot, state: TableState, talk: tuple[ChatLine, ...], projection: ProjectionContext
) -> TableSnapshot:
    """The picture with what is not the game's: time, talk, and what the host says."""
    deadline, said = _deadline(state, picture, projection), standing_answers.words_of(state, picture.seat)
    return replace(picture, deadline=deadline, chat=talk, notice=projection.notice(), beforehand=said)


def deadlines(state: TableState, projection: ProjectionContext) -> dict[int, float]:
    """When time is up for each open ask, by its id: by the table's clock, and sooner in a chance to
    react that a seat leaves unused. Asks without an end are missing.
    """
    clock = clock_of(state.opening.clock)
    found = {}
    for ask in state.asks:
        ends = [reaction_ends(state, ask, projection)]
        if clock is not None:
            ends.append(projection.after(state.clock_from[ask.seat], clock.seconds))
        due = min((end for end in ends if end is not None), default=None)
        if due is not None:
            found[ask.id] = due
    return found


def reaction_ends(state: TableState, ask: Ask, projection: ProjectionContext) -> float | None:
    """When a chance to react is over for a seat that leaves it unused; None: its clock says so."""
    holder, clock = state.holders[ask.seat - 1], clock_of(state.opening.clock)
    if not ask.reaction or holder.by_bot or (clock is not None and clock.per == "question"):
        return None
    asked, away = state.asked_at[ask.id], projection.away_since(holder.who)
    if away is not None:
        return projection.after(max(asked, away), projection.timeouts.reaction)
    here = projection.timeouts.reaction_here
    return projection.after(asked, here) if here else None


def _deadline(state: TableState, picture: TableSnapshot, projection: ProjectionContext) -> float | None:
    due = deadlines(state, projection)
    return due.get(picture.ask.id) if picture.ask else min(due.values(), default=None)


def _seat(holder: SeatHolder, projection: ProjectionContext) -> Seat:
    if holder.held_by == "bot":
        return Seat(holder.name, "bot", holder.who, conceded=bool(holder.gave_up))
    if holder.held_by == "player":
        away = projection.away_since(holder.who)
        return Seat(holder.name, "player", holder.lent, away_since=away, lent=bool(holder.lent))
    return Seat(kept_for=holder.name)


def _lendable(state: TableState, projection: ProjectionContext) -> list[int]:
    return [
        seat
        for seat, holder in enumerate(state.holders, 1)
        if state.stage == "running"
        and holder.held_by == "player"
        and not holder.lent
        and projection.gone(holder.who)
    ]


def _proposals(state: TableState, projection: ProjectionContext) -> list[Proposal]:
    if state.stage == "running" and state.agreed:
        return [Proposal("abandon", tuple(sorted(state.agreed)))]
    again = projection.rematch(state.opening.id) if state.stage == "over" else None
    return [again] if again else []


def _shown(game: AnyGame, events: Sequence[Any], seat: int | None) -> tuple[Any, ...]:
    shown = (playthrough.show(game, event, seat) for event in events)
    return tuple(event for event in shown if event is not None)

"""Pictures of a table for those who follow it: one `TableInfo` and one `TableNews` each.

The only door through which anything of a game leaves a table: views and shown events of one
seat. Pure; who follows, and when they are told, is `server.table`'s business.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine import course
from engine.game import AnyGame
from server.table_state import Holder, TableState
from tui.port import Seat, TableInfo, TableNews

AwaySince = Callable[[str], float | None]
"""Since when no terminal of a player is connected; None: one is."""


def info(state: TableState, player: str, watching: int, away_since: AwaySince) -> TableInfo:
    """The table as the lobby lists it to `player`."""
    opening = state.opening
    begun = state.course
    return TableInfo(
        id=opening.id,
        name=opening.name,
        game=opening.game,
        options=opening.options,
        seats=tuple(_seat(holder, away_since) for holder in state.holders),
        stage=state.stage,
        since=state.since,
        watching=watching,
        round=begun.game.round(begun.state) if begun else 0,
        your_seat=state.seat_of(player),
        yours=state.owner == player,
    )


def news(
    state: TableState, seat: int | None, table: TableInfo, events: Sequence[Any], past: Sequence[Any]
) -> TableNews:
    """What a seat, or a spectator, may know after `events`; `past` are those before."""
    begun = state.course
    if begun is None:
        return TableNews(table, 0, seat, since=state.since)
    ask = begun.ask_of(seat) if seat else None
    return TableNews(
        info=table,
        seq=begun.steps,
        seat=seat,
        view=begun.view(seat),
        ask=ask,
        waiting_for=tuple(sorted(open_ask.seat for open_ask in begun.asks)),
        since=state.asked_at[ask.id] if ask else max(state.asked_at.values(), default=state.since),
        events=_shown(begun.game, events, seat),
        past=_shown(begun.game, past, seat),
        can_undo=seat is not None and begun.can_undo(seat),
        standings=begun.standings() if begun.over else (),
    )


def _seat(holder: Holder, away_since: AwaySince) -> Seat:
    if holder.held_by == "bot":
        return Seat(holder.name, "bot", holder.who)
    if holder.held_by == "player":
        return Seat(holder.name, "player", away_since=away_since(holder.who))
    return Seat()


def _shown(game: AnyGame, events: Sequence[Any], seat: int | None) -> tuple[Any, ...]:
    shown = (course.show(game, event, seat) for event in events)
    return tuple(event for event in shown if event is not None)

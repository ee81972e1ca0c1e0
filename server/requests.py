"""What somebody wants of a table, as the entries it would take. Pure; raises Refused.

`server.table` numbers these entries, lets chance answer them and writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine import codec
from engine.bots import bot_of, strongest
from engine.course import UNDO
from engine.game import AnyGame, Refused
from server.journal import By, Entry
from server.table_state import NOBODY, Stage, TableState

Draft = Callable[[TableState], Sequence[Entry]]
"""Decides on a state: entries without number, time and draws."""


def sit(player: str, name: str) -> Draft:
    """The first free seat; nothing where the player sits here already."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.seat_of(player):
            return ()
        _check(state, "open")
        return (Entry(seat=_free_seat(state), kind="sit", by="player", who=player, name=name),)

    return draft


def stand(player: str) -> Draft:
    """Frees a seat of an open table; when no player is left there, the table ends."""

    def draft(state: TableState) -> Sequence[Entry]:
        _check(state, "open")
        stands = Entry(kind="stand", seat=_seat(state, player), by="player", who=player)
        return (stands, Entry(kind="end")) if state.players == (player,) else (stands,)

    return draft


def add_bot(player: str, game: AnyGame, bot: str | None, names: Sequence[str]) -> Draft:
    """The first free seat for a bot (None: the game's strongest), under a name nobody here has."""

    def draft(state: TableState) -> Sequence[Entry]:
        _check(state, "open")
        _seat(state, player)
        chosen = strongest(game) if bot is None else bot_of(game, bot)
        taken = {holder.name for holder in state.holders}
        name = next(name for name in names if name not in taken)
        seat = _free_seat(state)
        return (Entry(kind="bot", seat=seat, by="player", who=chosen.name, name=name),)

    return draft


def remove_bot(player: str) -> Draft:
    """Sends the bot of the highest seat away."""

    def draft(state: TableState) -> Sequence[Entry]:
        _check(state, "open")
        _seat(state, player)
        bots = [seat for seat, holder in enumerate(state.holders, 1) if holder.held_by == "bot"]
        if not bots:
            raise Refused("no-bot-here")
        return (Entry(kind="stand", seat=bots[-1], by="player", who=player),)

    return draft


def start(player: str) -> Draft:
    """The deal."""

    def draft(state: TableState) -> Sequence[Entry]:
        _check(state, "open")
        if state.owner != player:
            raise Refused("not-owner")
        if NOBODY in state.holders:
            raise Refused("seats-empty", {"empty": state.holders.count(NOBODY)})
        return (Entry(kind="start", by="player", who=player),)

    return draft


def move(seat: int, ask: int, made: Any, by: By) -> Draft:
    """A seat's answer to an open ask."""

    def draft(state: TableState) -> Sequence[Entry]:
        _check(state, "running")
        return (Entry(kind="move", seat=seat, by=by, ask=ask, move=codec.encode(made).decode()),)

    return draft


def player_move(player: str, ask: int, made: Any) -> Draft:
    """`move` from whatever seat a player has here."""
    return lambda state: move(_seat(state, player), ask, made, "player")(state)


def undo(player: str) -> Draft:
    """The player's last step taken back, where `engine.course` allows it."""
    return player_move(player, 0, UNDO)


def _check(state: TableState, stage: Stage) -> None:
    """Raises Refused where the table is at another stage."""
    if state.stage != stage:
        raise Refused(f"table-{state.stage}")


def _seat(state: TableState, player: str) -> int:
    seat = state.seat_of(player)
    if seat is None:
        raise Refused("not-seated")
    return seat


def _free_seat(state: TableState) -> int:
    if state.free_seat is None:
        raise Refused("table-full")
    return state.free_seat

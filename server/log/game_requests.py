"""What somebody wants of a running game, as the entries it would take. Pure; raises Refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine import codec
from engine.game import AnyGame, Ask
from engine.playthrough import UNDO
from server.log.entries import By, Entry
from server.log.requests import Draft, Gone, bot_key, check, nobody_gone, seat_of
from server.log.results import end
from server.log.table_state import TableState
from tui.host.refusals import refused

Late = Callable[[TableState], Sequence[Ask]]
"""The open questions whose time is up."""


def player_move(player: str, ask: int, made: Any) -> Draft:
    """A player's answer to an open ask, from whatever seat they have here; a lent one is theirs again."""

    def draft(state: TableState) -> Sequence[Entry]:
        seat = seat_of(state, player)
        return (*back(player)(state), *move(seat, ask, made, "player")(state))

    return draft


def undo(player: str) -> Draft:
    """The player's last step taken back, where `engine.playthrough` allows it."""
    return player_move(player, 0, UNDO)


def bot_move(seat: int, ask: int, made: Any) -> Draft:
    """A bot's answer, refused where its seat has been returned meanwhile."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "running")
        if not state.holders[seat - 1].by_bot:
            raise refused("not-asked")
        return move(seat, ask, made, "bot")(state)

    return draft


def move(seat: int, ask: int, made: Any, by: By) -> Draft:
    """A seat's answer to an open ask."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "running")
        return (Entry(kind="move", seat=seat, by=by, ask=ask, move=codec.encode(made).decode()),)

    return draft


def time_out(late: Late) -> Draft:
    """The move that the rules, or else the order of moves, have for somebody who is late."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage != "running" or state.playthrough is None:
            return ()
        for ask in late(state)[:1]:
            made = ask.timeout_move
            if made is None:
                made = next(iter(state.playthrough.game.legal(state.playthrough.view(ask.seat))))
            return move(ask.seat, ask.id, made, "timeout")(state)
        return ()

    return draft


def concede(player: str, game: AnyGame) -> Draft:
    """Gives a seat up for good, to the game's strongest bot where it goes on."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "running")
        seat = seat_of(state, player)
        return (Entry(kind="concede", seat=seat, by="player", who=bot_key(game, None)),)

    return draft


def abandon(player: str, gone: Gone = nobody_gone) -> Draft:
    """Agrees to end without a result; the end, too, where every player who is not gone agreed."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "running")
        seat = seat_of(state, player)
        agreed = {*state.agreed, seat}
        agrees = () if seat in state.agreed else (Entry(kind="agree", seat=seat, by="player"),)
        asked = {seat_of(state, other) for other in state.players if not gone(other)}
        return (*agrees, end(state, "abandoned")) if asked <= agreed else agrees

    return draft


def lend(player: str, seat: int, game: AnyGame, gone: Gone) -> Draft:
    """The game's strongest bot plays for a player who is gone."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "running")
        seat_of(state, player)
        holder = state.holder(seat)
        if holder is None:
            raise refused("no-such-seat", seat=seat, seats=len(state.holders))
        if holder.lent:
            return ()
        if holder.held_by != "player" or not gone(holder.who):
            raise refused("seat-not-away", seat=seat)
        return (Entry(kind="lend", seat=seat, by="player", who=bot_key(game, None)),)

    return draft


def back(player: str) -> Draft:
    """A lent seat is its owner's again."""

    def draft(state: TableState) -> Sequence[Entry]:
        seat = state.seat_of(player)
        if seat is None or state.stage != "running" or not state.holders[seat - 1].lent:
            return ()
        return (Entry(kind="back", seat=seat, by="player"),)

    return draft


def close() -> Draft:
    """The end of a table without a result, by an operator."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage != "open":
            check(state, "running")
        return (end(state, "closed"),)

    return draft


def expire(unwanted: Callable[[TableState], bool]) -> Draft:
    """The end of a table at which nobody has been for long."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage not in {"open", "running"} or not unwanted(state):
            return ()
        return (end(state, "expired"),)

    return draft

"""Players' and the host's requests at a running game, as the entries they take. Pure; raises Refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine import codec
from engine.game import AnyGame, Ask
from engine.playthrough import UNDO
from server.log import lessons
from server.log.absence import Absence, Gone, is_gone, may_be_called, nobody_gone
from server.log.entries import By, Entry, EntryKind
from server.log.line_credit import LineLoss, credit
from server.log.requests import Draft, bot_key, check_owner, check_program, check_stage, seat_of, voids
from server.log.results import end
from server.log.table_options import BOT, LATE, LESSON, LOST, NOTHING
from server.log.table_state import TableState
from tui.host.pictures import Ending
from tui.host.refusals import refused
from tui.host.turn_clocks import is_slow

Late = Callable[[TableState], Sequence[Ask]]
"""Returns the open questions whose time is up."""


def player_move(player: str, ask: int, made: Any, by: By = "player") -> Draft:
    """Draft the answer of a player, or of a program, to an open ask, from the seat they have; a lent seat is
    returned to them.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        seat = seat_of(state, player)
        check_program(state, by)
        if made is UNDO:
            lessons.check_free(state)
            if state.forced:
                raise refused("nothing-to-undo")
        elif LESSON in state.opening.options:
            lessons.check_move(state, seat, made)
        return (*return_seat(player)(state), *move(seat, ask, made, by)(state))

    return draft


def undo(player: str, by: By = "player") -> Draft:
    """Draft an undo of the player's last step, if `engine.playthrough` allows it."""
    return player_move(player, 0, UNDO, by)


def bot_move(seat: int, ask: int, made: Any) -> Draft:
    """Draft a bot's answer; refused if the seat has been returned to its player in the meantime."""

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        if all(asked.seat != seat for asked in state.asked_bots) and not state.holders[seat - 1].by_bot:
            raise refused("not-asked")
        return move(seat, ask, made, "bot")(state)

    return draft


def move(seat: int, ask: int, made: Any, by: By) -> Draft:
    """Draft a seat's answer to an open ask."""

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        return (Entry(kind="move", seat=seat, by=by, ask=ask, move=codec.encode(made).decode()),)

    return draft


def time_out(late: Late) -> Draft:
    """Draft the move for a seat that is late: the one that the rules name, else the first legal one."""

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


def run_out(
    late: Callable[[TableState], Sequence[int]], game: AnyGame | None, banned: Gone = nobody_gone
) -> Draft:
    """Draft what the table has chosen for a seat whose time is up; `late` returns such seats. For who is
    `banned` a bot plays on, unless the seat is lost.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage != "running" or game is None:
            return ()
        for seat in late(state)[:1]:
            chosen = state.opening.options.get(LATE)
            if chosen != LOST and banned(state.holders[seat - 1].who):
                chosen = BOT
            if chosen == NOTHING:
                return (Entry(kind="late", seat=seat, by="timeout"),)
            kind: EntryKind = "lend" if chosen == BOT else "concede"
            return (Entry(kind=kind, seat=seat, by="timeout", who=bot_key(game, state.opening.options)),)
        return ()

    return draft


def credit_line(seat: int, began: float, loss: LineLoss, most: LineLoss) -> Draft:
    """Draft the credit for what a line has lost in a seat's turn whose time runs since `began`."""

    def draft(state: TableState) -> Sequence[Entry]:
        entry = credit(state, seat, loss, most) if state.clock_from.get(seat) == began else None
        return () if entry is None else (entry,)

    return draft


def concede(player: str, game: AnyGame) -> Draft:
    """Draft a player's conceding for good; the game's usual bot plays on, unless that ends the game. A
    lesson ends.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat = seat_of(state, player)
        if state.lesson is not None:
            return (end(state, "abandoned"),)
        return (Entry(kind="concede", seat=seat, by="player", who=bot_key(game, state.opening.options)),)

    return draft


def abandon(player: str, absence: Absence) -> Draft:
    """Draft a player's agreement to end without a result, and the end once every player who is not gone has
    agreed.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat = seat_of(state, player)
        agreed = {*state.agreed, seat}
        agrees = () if seat in state.agreed else (Entry(kind="agree", seat=seat, by="player"),)
        seats = {seat_of(state, other) for other in state.players}
        asked = {one for one in seats if one == seat or not is_gone(state, one, absence)}
        return (*agrees, end(state, "abandoned")) if asked <= agreed else agrees

    return draft


def lend(player: str, seat: int, game: AnyGame, absence: Absence) -> Draft:
    """Draft that the game's usual bot plays for a player who is gone; or, where they have to be told before,
    that they are called.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat_of(state, player)
        holder = state.holder(seat)
        if holder is None:
            raise refused("no-such-seat", seat=seat, seats=len(state.holders))
        if holder.lent:
            return ()
        if holder.who != player and may_be_called(state, seat, absence):
            return (Entry(kind="call", seat=seat, by="player", who=player),)
        if holder.who == player or not is_gone(state, seat, absence):
            raise refused("seat-not-away", seat=seat)
        return (Entry(kind="lend", seat=seat, by="player", who=bot_key(game, state.opening.options)),)

    return draft


def return_seat(player: str) -> Draft:
    """Draft the return of a lent seat to its owner."""

    def draft(state: TableState) -> Sequence[Entry]:
        seat = state.seat_of(player)
        if seat is None or state.stage != "running" or not state.holders[seat - 1].lent:
            return ()
        return (Entry(kind="back", seat=seat, by="player"),)

    return draft


def go_away(player: str, until: float, now: float, down: Callable[[float, float], float]) -> Draft:
    """Draft until when a player is on a vacation, which may be over; empty where no slow clock runs, or it is
    noted. `down(since, now)` returns for how long the host was down: their turn goes on after that, too.
    """
    note = f"{until:.0f}"

    def draft(state: TableState) -> Sequence[Entry]:
        seat = state.seat_of(player)
        if seat is None or state.stage != "running" or not is_slow(state.opening.clock):
            return ()
        noted = state.away.get(seat, 0.0)
        if note == f"{noted:.0f}" or max(noted, until) <= state.changed:
            return ()
        began = max(state.clock_from.get(seat, now), noted)
        lost = down(began, now) if began < now else 0.0
        return (Entry(kind="away", seat=seat, by="player", note=note, move=f"{lost:.2f}" if lost else ""),)

    return draft


def end_own(player: str, gone: Gone = nobody_gone) -> Draft:
    """Draft the end of a table by its owner before the game begins, or of a game without other players."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage == "open":
            check_owner(state, player, gone)
            seat = state.seat_of(player)
            missed = (voids(state, seat),) if seat and state.dice.locked_at is not None else ()
            return (*missed, end(state, "left"))
        check_stage(state, "running")
        seat_of(state, player)
        if state.players != (player,):
            raise refused("others-play")
        return (end(state, "abandoned"),)

    return draft


def close(ending: Ending = "closed") -> Draft:
    """Draft the end of a table without a result, frozen or not: by an operator, or as `ending` says."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage not in {"open", "frozen"}:
            check_stage(state, "running")
        return (end(state, ending),)

    return draft


def expire(unwanted: Callable[[TableState], bool]) -> Draft:
    """Draft the end of a table at which no player has been for long."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage not in {"open", "running", "frozen"} or not unwanted(state):
            return ()
        return (end(state, "expired"),)

    return draft

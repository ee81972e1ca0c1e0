"""What somebody wants of a table, as the entries it would take. Pure; raises Refused.

`server.table.table` numbers these entries, lets chance answer them and writes them. Who is gone is
handed in (`Gone`): a table's log does not know it. Seats and the start are here, a running
game's requests in `server.log.game_requests`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots import bot_named, strongest
from engine.game import AnyGame
from server.log.entries import Entry
from server.log.results import end
from server.log.table_state import TableState
from tui.host.pictures import Stage
from tui.host.refusals import refused, wrong_stage

Draft = Callable[[TableState], Sequence[Entry]]
"""Decides on a state: entries without number, time and draws."""
Gone = Callable[[str], bool]
"""Whether an account has been away for longer than one waits."""


def nobody_gone(_: str) -> bool:
    """Where it does not matter who is away."""
    return False


def sit(player: str, name: str) -> Draft:
    """The seat kept for a player, or the first free one; nothing where they sit here already."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.seat_of(player):
            return ()
        check(state, "open")
        if player in state.kicked:
            raise refused("kicked")
        seat = state.kept_for(player) or state.free_seat
        if seat is None:
            kept = any(holder.held_by == "nobody" for holder in state.holders)
            raise refused("seats-kept" if kept else "table-full")
        return (Entry(seat=seat, kind="sit", by="player", who=player, name=name),)

    return draft


def stand(player: str) -> Draft:
    """Frees a seat of an open table; when no player is left there, the table ends."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "open")
        stands = Entry(kind="stand", seat=seat_of(state, player), by="player", who=player)
        return (stands, end(state, "left")) if state.players == (player,) else (stands,)

    return draft


def kick(player: str, seat: int, gone: Gone = nobody_gone) -> Draft:
    """The owner frees a seat: of a player, who cannot come back, of a bot, or one kept for somebody."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "open")
        _check_owner(state, player, gone)
        holder = state.holder(seat)
        if holder is None:
            raise refused("no-such-seat", seat=seat, seats=len(state.holders))
        if holder.account == player:
            raise refused("own-seat")
        if not holder.name:
            raise refused("seat-empty", seat=seat)
        banned = holder.who if holder.held_by == "player" else ""
        return (Entry(kind="kick", seat=seat, by="player", who=banned),)

    return draft


def add_bot(player: str, game: AnyGame, bot: str | None, names: Sequence[str]) -> Draft:
    """The first free seat for a bot (None: the game's strongest), under a name nobody here has."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "open")
        seat_of(state, player)
        taken = {holder.name for holder in state.holders}
        name = next(name for name in names if name not in taken)
        seat = state.free_seat
        if seat is None:
            raise refused("table-full")
        return (Entry(kind="bot", seat=seat, by="player", who=bot_key(game, bot), name=name),)

    return draft


def remove_bot(player: str) -> Draft:
    """Sends the bot of the highest seat away."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "open")
        seat_of(state, player)
        bots = [seat for seat, holder in enumerate(state.holders, 1) if holder.held_by == "bot"]
        if not bots:
            raise refused("no-bot-here")
        return (Entry(kind="stand", seat=bots[-1], by="player", who=player),)

    return draft


def start(player: str, gone: Gone = nobody_gone) -> Draft:
    """The deal."""

    def draft(state: TableState) -> Sequence[Entry]:
        check(state, "open")
        _check_owner(state, player, gone)
        empty = sum(holder.held_by == "nobody" for holder in state.holders)
        if empty:
            raise refused("seats-empty", empty=empty)
        return (Entry(kind="start", by="player", who=player),)

    return draft


def rename(player: str, name: str) -> Draft:
    """A seated player is called otherwise; nothing where they are already, or it is over."""

    def draft(state: TableState) -> Sequence[Entry]:
        seat = state.seat_of(player)
        if seat is None or state.stage == "over" or state.holders[seat - 1].name == name:
            return ()
        return (Entry(kind="name", seat=seat, by="player", who=player, name=name),)

    return draft


def set_code(player: str, digest: str) -> Draft:
    """The hash of the code that regains a player's seat."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage == "over":
            raise refused("table-over")
        seat = seat_of(state, player)
        if state.holders[seat - 1].code == digest:
            return ()
        return (Entry(kind="code", seat=seat, by="player", note=digest),)

    return draft


def take_over(player: str, name: str, digest: str, *, keep_code: bool) -> Draft:
    """A player takes the seat whose code has this hash. `keep_code`: it goes on to regain it."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage == "over":
            raise refused("table-over")
        codes = [holder.code for holder in state.holders]
        if digest not in codes:
            raise refused("code-unknown")
        seat = codes.index(digest) + 1
        if state.seat_of(player) == seat:
            return ()
        if state.seat_of(player):
            raise refused("already-seated")
        note = digest if keep_code else ""
        return (Entry(kind="sit", seat=seat, by="player", who=player, name=name, note=note),)

    return draft


def check(state: TableState, stage: Stage) -> None:
    """Raises Refused where the table is at another stage."""
    if state.stage != stage:
        raise wrong_stage(state.stage)


def seat_of(state: TableState, player: str) -> int:
    """A player's seat. Raises Refused."""
    seat = state.seat_of(player)
    if seat is None:
        raise refused("not-seated")
    return seat


def bot_key(game: AnyGame, bot: str | None) -> str:
    """The key of a bot of this game (None: the strongest). Raises Refused."""
    chosen = strongest(game) if bot is None else bot_named(game, bot)
    return chosen.name


def _check_owner(state: TableState, player: str, gone: Gone) -> None:
    if state.acting_owner(gone) != player:
        raise refused("not-owner")

"""Requests at a table, as the entries they take. Pure; raises Refused.

`server.table.table` numbers these entries, has chance answer them, and writes them. Whether a player is gone
is passed in (`Gone`), because the log does not know it. This module has the seats and the start; requests at
a running game are in `server.log.game_requests`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.bots import opponent_named, usual_bot
from engine.game import AnyGame
from engine.opponents import seat_name
from server.log.absence import Absence, Gone, is_startable, nobody_gone
from server.log.entries import By, Entry, EntryKind
from server.log.results import end
from server.log.table_options import TableOptions, check_programs, game_options
from server.log.table_state import TableState
from tui.host.pictures import StageName
from tui.host.refusals import refused, wrong_stage

Draft = Callable[[TableState], Sequence[Entry]]
"""Decides on a state: returns entries without numbers, times and draws."""


def sit(player: str, name: str, by: By = "player") -> Draft:
    """Draft that a player, or a program, takes the seat kept for them, or the first free one; empty if they
    sit here already.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        if state.seat_of(player):
            return ()
        check_unlocked(state)
        if player in state.kicked:
            raise refused("kicked")
        seat = state.kept_for(player) or state.free_seat
        if seat is None:
            kept = any(holder.held_by == "nobody" for holder in state.holders)
            raise refused("seats-kept" if kept else "table-full")
        check_program(state, by)
        return (Entry(seat=seat, kind="sit", by=by, who=player, name=name),)

    return draft


def stand(player: str) -> Draft:
    """Frees a seat of an open table; when no player is left there, the table ends. Who leaves while texts for
    the dice are waited for voids the deal.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "open")
        stands = Entry(kind="stand", seat=seat_of(state, player), by="player", who=player)
        missed = (voids(state, stands.seat),) if state.dice.locked_at is not None else ()
        ends = (end(state, "left"),) if state.players == (player,) else ()
        return (*missed, stands, *ends)

    return draft


def unseat(banned: Gone) -> Draft:
    """Draft that seats of an open table are free which banned players have, or which are kept for them."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage != "open":
            return ()
        held = [seat for seat, holder in enumerate(state.holders, 1) if banned(holder.account)]
        locked = state.dice.locked_at is not None
        missed = [voids(state, seat) for seat in held if locked]
        stands = [Entry(kind="stand", seat=seat, by="host", who=state.holders[seat - 1].who) for seat in held]
        is_left = held and all(map(banned, state.players))
        return (*missed, *stands, *((end(state, "left"),) if is_left else ()))

    return draft


def kick(player: str, seat: int, gone: Gone = nobody_gone) -> Draft:
    """Draft that the owner frees a seat: of a player, who cannot come back; of a bot; or one kept for a
    player.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_unlocked(state)
        check_owner(state, player, gone)
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


def add_bot(player: str, game: AnyGame, bot: str | None) -> Draft:
    """Draft a bot (None: the game's usual one) at the first free seat, by its opponent's name."""

    def draft(state: TableState) -> Sequence[Entry]:
        check_unlocked(state)
        seat_of(state, player)
        seat = state.free_seat
        if seat is None:
            raise refused("table-full")
        key = bot_key(game, state.opening.options, bot)
        name = seat_name(game.opponents, key, {holder.name for holder in state.holders})
        return (Entry(kind="bot", seat=seat, by="player", who=key, name=name),)

    return draft


def remove_bot(player: str) -> Draft:
    """Draft the removal of the bot at the highest seat."""

    def draft(state: TableState) -> Sequence[Entry]:
        check_unlocked(state)
        seat_of(state, player)
        bots = [seat for seat, holder in enumerate(state.holders, 1) if holder.held_by == "bot"]
        if not bots:
            raise refused("no-bot-here")
        return (Entry(kind="stand", seat=bots[-1], by="player", who=player),)

    return draft


def start(player: str, absence: Absence | None = None) -> Draft:
    """The deal; or, where a seat still has to reveal what it adds to the dice, the wait for that. `absence`
    None: the owner alone may.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_unlocked(state)
        if not (absence and state.seat_of(player) and is_startable(state, absence)):
            check_owner(state, player, absence.gone if absence else nobody_gone)
        banned = absence.banned if absence else nobody_gone
        empty = sum(holder.held_by == "nobody" or banned(holder.account) for holder in state.holders)
        if empty:
            raise refused("seats-empty", empty=empty)
        kind: EntryKind = "lock" if state.dice.missing else "start"
        return (Entry(kind=kind, by="player", who=player),)

    return draft


def start_once(player: str) -> Draft:
    """The deal by the owner; empty if the game has begun."""
    deal = start(player)
    return lambda state: deal(state) if state.stage == "open" else ()


def rename(player: str, name: str) -> Draft:
    """Draft a player's new name; empty if they have that name already or the table is over."""

    def draft(state: TableState) -> Sequence[Entry]:
        seat = state.seat_of(player)
        if seat is None or state.stage == "over" or state.holders[seat - 1].name == name:
            return ()
        return (Entry(kind="name", seat=seat, by="player", who=player, name=name),)

    return draft


def set_code(player: str, digest: str) -> Draft:
    """Draft the hash of the code that regains a player's seat."""

    def draft(state: TableState) -> Sequence[Entry]:
        if state.stage == "over":
            raise refused("table-over")
        seat = seat_of(state, player)
        if state.holders[seat - 1].code == digest:
            return ()
        return (Entry(kind="code", seat=seat, by="player", note=digest),)

    return draft


def take_over(player: str, name: str, digest: str, by: By = "player", *, keep_code: bool) -> Draft:
    """Draft that a player takes the seat whose code has this hash. `keep_code`: the code stays valid."""

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
        check_program(state, by)
        return (Entry(kind="sit", seat=seat, by=by, who=player, name=name, note=note),)

    return draft


def check_stage(state: TableState, stage: StageName) -> None:
    """Raise Refused if the table is at another stage."""
    if state.stage != stage:
        raise wrong_stage(state.stage)


def check_program(state: TableState, by: By) -> None:
    """Raise Refused if a program asks and programs may not play here."""
    if by == "program":
        check_programs(state.opening.options, private=state.opening.private)


def check_unlocked(state: TableState) -> None:
    """Raises Refused where the game has begun, or waits for what seats add to its dice."""
    check_stage(state, "open")
    if state.dice.locked_at is not None:
        raise refused("reveals-awaited", seats=state.dice.missing)


def voids(state: TableState, seat: int) -> Entry:
    """The end of a deal that is counted against a seat."""
    holder = state.holders[seat - 1]
    return Entry(kind="void", seat=seat, who=holder.who, name=holder.name)


def seat_of(state: TableState, player: str) -> int:
    """Return a player's seat. Raises Refused if they have none."""
    seat = state.seat_of(player)
    if seat is None:
        raise refused("not-seated")
    return seat


def bot_key(game: AnyGame, options: TableOptions, bot: str | None = None) -> str:
    """The key of the bot that a word means (None: the usual one), which can play so. Raises Refused."""
    own = game_options(game, options)
    chosen = usual_bot(game, own) if bot is None else opponent_named(game, bot, own)
    return chosen.name


def check_owner(state: TableState, player: str, gone: Gone) -> None:
    """Raise Refused if another player owns the table."""
    if state.acting_owner(gone) != player:
        raise refused("not-owner")

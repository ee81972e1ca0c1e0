"""Builds what the followers of a table are sent: a `TableInfo` and a `TableSnapshot` each.

Nothing of a game leaves a table except through this module: the view and the shown events of one seat. Pure;
who follows, and when they are sent a snapshot, is left to `server.table.audience`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine import playthrough
from engine.analysis.rounds import Curve
from engine.game import AnyGame, Ask
from server.cluster.audiences import TableAudience
from server.log import lessons, standing_answers
from server.log.absence import Absence, is_gone, is_startable, may_be_called
from server.log.clocks import parse_clock, time_of
from server.log.results import counted_standings, fate
from server.log.seating import SeatHolder
from server.log.table_options import LATE, LESSON, is_unproven, listed_options
from server.log.table_state import TableState
from server.settings.timeouts import Timeouts
from server.table.filling import bots_at, is_search
from tui.host.dice import AddedToDice, FairDice
from tui.host.pictures import SOMEBODY, ChatLine, Proposal, SavingName, Seat, TableInfo, TableSnapshot
from tui.host.ratings import RatingChange, ShownRating
from tui.host.trophies import SeatTrophy

AwaySince = Callable[[str], float | None]
"""Returns since when none of a player's terminals is connected; None: one is."""


class ProjectionContext(Struct, frozen=True, kw_only=True):
    """What snapshots show besides the table's own state. `after(moment, seconds)` returns when the host has
    been up for seconds since a moment, `down(since, until)` for how long it was down, `stalled(player)`
    whether a player's line does not move, `ignored(player)` whom a player ignores, `hides(player)` whether a
    player's name is not for strangers, `banned(player)` whether nobody reads what a player has said,
    `rematch(table)` the proposal to play again, `rating(game, holder)` the rating of who has a seat,
    `rating_changes(table, seat)` and `trophies(table, seat)` those of an ended game that a seat is shown,
    `curve(table)` the chances over one, `elsewhere(table)` what other nodes know of a table, `absence` who is
    not waited for any more, and `is_reached()` whether the store is reached: otherwise other nodes may know
    of later positions. `games` are those of the host.
    """

    away_since: AwaySince
    gone: Callable[[str], bool]
    absence: Absence
    stalled: Callable[[str], bool]
    after: Callable[[float, float], float]
    down: Callable[[float, float], float]
    ignored: Callable[[str], Container[str]]
    hides: Callable[[str], bool]
    banned: Callable[[str], bool]
    rematch: Callable[[str], Proposal | None]
    notice: Callable[[], str]
    rating: Callable[[str, SeatHolder], ShownRating | None]
    rating_changes: Callable[[str, int | None], tuple[RatingChange, ...]]
    curve: Callable[[str], Curve | None]
    trophies: Callable[[str, int | None], tuple[SeatTrophy, ...]]
    elsewhere: Callable[[str], TableAudience]
    is_reached: Callable[[], bool]
    games: Mapping[str, AnyGame]
    timeouts: Timeouts


def table_info(
    state: TableState, watching: int, unnamed: Container[str], projection: ProjectionContext
) -> TableInfo:
    """Return the table as the lobby lists it to players without a special relation to it, without the names
    of those who hide their profile, who are `unnamed`; `watching` are those who watch it on this node.
    """
    opening = state.opening
    elsewhere = projection.elsewhere(opening.id)
    current_round = round_of(state)
    return TableInfo(
        id=opening.id,
        name=opening.name,
        game=opening.game,
        options=listed_options(projection.games.get(opening.game), opening.options),
        seats=tuple(_seat(state, seat, unnamed, projection) for seat in range(1, len(state.holders) + 1)),
        stage=state.stage,
        since=state.since,
        watching=watching + elsewhere.watching,
        round=elsewhere.round if current_round is None else current_round,
        private=opening.private,
        clock=opening.clock,
        searching=bool(opening.matching) and is_search(state),
        starts=opening.starts or None,
        bots_at=bots_at(state) if opening.matching else None,
        startable=is_startable(state, projection.absence),
        proposals=tuple(_proposals(state, projection)),
        ending=state.ending,
        lasted=state.since - state.started if state.stage == "over" and state.begun else UNSET,
    )


def round_of(state: TableState) -> int | None:
    """Return how many rounds have begun; None if the log is not read."""
    current = state.playthrough
    return current.game.round(current.state) if current else None


def personal_info(
    public: TableInfo, state: TableState, player: str, projection: ProjectionContext
) -> TableInfo:
    """Return the same table as `player` sees it, who sits there or opened it."""
    seat = state.seat_of(player)
    return replace(
        public,
        seats=named(public.seats, state),
        your_seat=seat,
        given_up=state.given_up_by(player),
        yours=state.acting_owner(projection.gone) == player,
        code=state.opening.code if seat or state.kept_for(player) else "",
        lendable=tuple(_lendable(state, projection)) if state.missed else (),
    )


def table_snapshot(
    state: TableState,
    seat: int | None,
    table: TableInfo,
    events: Sequence[Any],
    past: Sequence[Any],
    *,
    earlier: bool = False,
) -> TableSnapshot:
    """Return what a seat or a spectator may know after `events`; `past` are earlier events, and `earlier`
    says whether there were some before them.
    """
    current = state.playthrough
    if current is None:
        return TableSnapshot(table, 0, seat, since=state.since)
    ask = next((ask for ask in state.asks if ask.seat == seat), None)
    lesson = lessons.step_of(state, seat) if LESSON in state.opening.options else None
    return TableSnapshot(
        info=table,
        seq=current.steps,
        seat=seat,
        view=current.view(seat),
        ask=ask,
        waiting_for=tuple(sorted(open_ask.seat for open_ask in state.asks)),
        since=state.asked_at[ask.id] if ask else max(state.asked_at.values(), default=state.since),
        events=shown(current.game, events, seat),
        past=shown(current.game, past, seat),
        earlier=earlier,
        can_undo=seat is not None and state.stage == "running" and not lesson and state.can_undo(seat),
        standings=counted_standings(state, current) if current.over else (),
        verdict=current.verdict() if current.over else None,
        moments=current.moments() if current.over else (),
        lesson=lesson,
    )


class Surroundings(Struct, frozen=True):
    """What is not the game's, and the same for all who look at a table: when the time for each open ask is
    over, its dice, and what a node that has not read its log cannot list: the seats with what they have for
    their turns, and which of them can be lent.
    """

    deadlines: Mapping[int, float]
    dice: FairDice
    seats: tuple[Seat, ...]
    lendable: tuple[int, ...]


def surroundings(state: TableState, public: TableInfo, projection: ProjectionContext) -> Surroundings:
    """Return what surrounds a table in a state, which is listed like this."""
    seats, is_read, clock = public.seats, state.playthrough is not None, parse_clock(state.opening.clock)
    if is_read and (state.away or (clock and clock.bank)):
        seats = tuple(
            [
                replace(seat, bank=_bank(state, number), vacation=state.away.get(number, UNSET))
                for number, seat in enumerate(seats, 1)
            ]
        )
    return Surroundings(
        deadlines(state, projection),
        shown_dice(state, projection),
        seats,
        tuple(_lendable(state, projection)) if is_read else (),
    )


def add_surroundings(
    picture: TableSnapshot,
    state: TableState,
    talk: tuple[ChatLine, ...],
    saving: SavingName,
    projection: ProjectionContext,
    around: Surroundings | None = None,
) -> TableSnapshot:
    """Return the snapshot with what is not the game's: times, chat, the host's notices, and its disk.
    `around` is worked out if it is not known yet.
    """
    around = around or surroundings(state, picture.info, projection)
    due = around.deadlines
    return replace(
        picture,
        info=replace(picture.info, seats=around.seats, lendable=around.lendable),
        deadline=due.get(picture.ask.id) if picture.ask else min(due.values(), default=None),
        chat=talk,
        notice=projection.notice(),
        beforehand=standing_answers.words_of(state, picture.seat) if state.said else (),
        plan=standing_answers.plan_of(state, picture.seat) if state.plans else None,
        dice=around.dice,
        saving=saving,
        ratings=projection.rating_changes(state.opening.id, picture.seat) if state.stage == "over" else (),
        curve=projection.curve(state.opening.id) if picture.standings else None,
        trophies=projection.trophies(state.opening.id, picture.seat) if picture.standings else (),
    )


def shown_dice(state: TableState, projection: ProjectionContext) -> FairDice:
    """What everybody may know of a table's dice: texts only once no seat can choose another any more, but for
    those of who is banned.
    """

    def is_read(seat: int) -> bool:
        holder = state.holders[seat - 1]
        return public and not any(map(projection.banned, filter(None, (holder.who, holder.gave_up))))

    dice = state.dice
    if is_unproven(state.opening.options):
        return FairDice()
    public = state.stage != "open" or dice.locked_at is not None
    return FairDice(
        commitment=dice.commitment,
        added=tuple(
            AddedToDice(seat, one.hash, (one.text or "") if is_read(seat) else "")
            for seat, one in sorted(dice.added.items())
        ),
        awaited=dice.missing if state.stage == "open" and public else (),
        reveal_by=reveal_by(state, projection),
        voided=tuple(deal.seats for deal in dice.voided),
        restored=tuple(one.backup for one in dice.restored),
    )


def reveal_by(state: TableState, projection: ProjectionContext) -> float | None:
    """When a deal is voided for which a text is still to be revealed; None: none is."""
    if state.stage != "open" or state.dice.locked_at is None:
        return None
    return projection.after(state.dice.locked_at, projection.timeouts.reveal)


def deadlines(state: TableState, projection: ProjectionContext) -> dict[int, float]:
    """Return when the time for each open ask is over, by the ask's id: by the turn clock, or sooner for a
    chance to react at a seat whose player is away. Asks without a limit are missing.
    """
    found = {}
    for ask in state.asks:
        ends = (reaction_ends(state, ask, projection), clock_ends(state, ask.seat, projection))
        due = min((end for end in ends if end is not None), default=None)
        if due is not None:
            found[ask.id] = due
    return found


def clock_ends(state: TableState, seat: int, projection: ProjectionContext) -> float | None:
    """Return when the time of an asked seat is over by the turn clock; None: there is none."""
    clock = parse_clock(state.opening.clock)
    if clock is None:
        return None
    return projection.after(state.clock_from[seat], time_of(clock, state.banks, seat, state.hurry(seat)))


def ends_otherwise(state: TableState, ask: Ask) -> bool:
    """Return whether a clock that runs out does not make a move for a question: the table has chosen
    something else, and no bot plays there. A chance to react passes everywhere.
    """
    return LATE in state.opening.options and not ask.reaction and not state.holders[ask.seat - 1].by_bot


def reaction_ends(state: TableState, ask: Ask, projection: ProjectionContext) -> float | None:
    """When a chance to react is over for a seat that does not answer; None: only the turn clock ends it."""
    if not ask.reaction:
        return None
    holder, clock = state.holders[ask.seat - 1], parse_clock(state.opening.clock)
    if state.lesson or holder.by_bot or (clock is not None and clock.slow):
        return None
    asked, away = state.asked_at[ask.id], projection.away_since(holder.who)
    if away is not None:
        return projection.after(max(asked, away), projection.timeouts.reaction)
    here = projection.timeouts.reaction_here
    return projection.after(asked, here) if here else None


def named(seats: tuple[Seat, ...], state: TableState) -> tuple[Seat, ...]:
    """Return seats with the names that strangers are not told."""
    return tuple(
        [
            seat
            if holder.name in {seat.name, seat.kept_for}
            else replace(seat, **{"kept_for" if holder.held_by == "nobody" else "name": holder.name})
            for seat, holder in zip(seats, state.holders, strict=True)
        ]
    )


def _seat(state: TableState, seat: int, unnamed: Container[str], projection: ProjectionContext) -> Seat:
    holder = state.holders[seat - 1]
    name = "" if unnamed and holder.account in unnamed else holder.name
    if holder.held_by == "bot":
        return Seat(
            name, "bot", holder.who, conceded=bool(holder.gave_up), program=holder.program,
            timed_out=holder.timed_out or UNSET,
        )  # fmt: skip
    if holder.held_by == "player":
        away = projection.away_since(holder.who)
        return Seat(
            name,
            "player",
            holder.lent,
            away_since=away,
            stalled=projection.stalled(holder.who) or UNSET,
            lent=bool(holder.lent),
            program=holder.program,
            rating=projection.rating(state.opening.game, holder),
            left=(state.stage == "over" and fate(state, seat) == "replaced") or UNSET,
        )
    return Seat(kept_for=name or (holder.name and SOMEBODY))


def _bank(state: TableState, seat: int) -> float | UnsetType:
    """Return what a seat has for its turns to come; unset while its time runs."""
    clock = parse_clock(state.opening.clock)
    if clock is None or not clock.bank or state.playthrough is None or seat in state.clock_from:
        return UNSET
    return time_of(clock, state.banks, seat, state.hurry(seat))


def _lendable(state: TableState, projection: ProjectionContext) -> list[int]:
    absence = projection.absence
    return [
        seat
        for seat, holder in enumerate(state.holders, 1)
        if state.stage == "running"
        and not holder.lent
        and (is_gone(state, seat, absence) or may_be_called(state, seat, absence))
    ]


def _proposals(state: TableState, projection: ProjectionContext) -> list[Proposal]:
    if state.stage == "running" and state.agreed:
        return [Proposal("abandon", tuple(sorted(state.agreed)))]
    again = projection.rematch(state.opening.id) if state.stage == "over" else None
    return [again] if again else []


def shown(game: AnyGame, events: Sequence[Any], seat: int | None) -> tuple[Any, ...]:
    """Return what a seat, or None a spectator, is shown of events."""
    seen = (playthrough.show(game, event, seat) for event in events)
    return tuple(event for event in seen if event is not None)

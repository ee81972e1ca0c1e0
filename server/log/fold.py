"""How an entry changes a table. Pure; writing the log is left to `server.table.table`.

One function applies both an entry that is about to be written (with fair chance, which records its draws) and
an entry that is read back (with scripted chance, which must be used up). Entries that change seats alone are
left to `server.log.seating`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import codec, plans, playthrough
from engine.chance import Chance, NoChance, ScriptedChance
from engine.game import AnyGame, telling
from engine.plans import KeptPlan, Plan
from engine.playthrough import RESIGN, LineCredited, Playthrough, Restored, TimeUp, Undo
from engine.value.seats import SeenMove
from server.log import clocks, fair_dice, seating
from server.log.clocks import NO_CREDIT, Bank
from server.log.entries import KINDS, UNDO, Entry, EntryKind, outcome_of
from server.log.table_state import BrokenLog, TableState, setup_of
from tui.host.pictures import StageName
from tui.host.refusals import refused

SIGNS_OF_LIFE = frozenset[EntryKind]({"move", "agree", "beforehand", "plan", "back", "away"})
"""What shows that the player of a seat is there."""
SEEN = 8
"""So many moves of a seat are remembered that tell how its player plays."""


class AppliedEntry(NamedTuple):
    """A table after an entry, with the events of the game and the tokens of its draws."""

    state: TableState
    events: tuple[Any, ...] = ()
    draws: tuple[str, ...] = ()


def apply(state: TableState, entry: Entry, game: AnyGame | None, chance: Chance) -> AppliedEntry:
    """Return the table after `entry`, whose draws come from `chance`. Raises Refused; "table-frozen" if the
    entry needs rules and `game` is None; BrokenLog if a newer version of the program wrote it.
    """
    if entry.kind not in KINDS:
        raise BrokenLog(f"entry {entry.seq} of table {state.opening.id}, of an unknown kind,")
    state = replace(
        state, seq=entry.seq, changed=entry.time, missed=_missed(state, entry), called=_called(state, entry)
    )
    match entry.kind:
        case "start" | "move" | "concede":
            return _played(state, entry, game, chance)
        case "end":
            return AppliedEntry(replace(state, stage="over", since=entry.time, outcome=outcome_of(entry)))
        case "agree":
            return AppliedEntry(replace(state, agreed=(*state.agreed, entry.seat)))
        case "read":
            return AppliedEntry(replace(state, read=state.read + 1))
        case "beforehand":
            return AppliedEntry(_said(state, entry))
        case "plan":
            return AppliedEntry(replace(state, plans=_planned(state, entry)))
        case "contribute" | "lock" | "reveal" | "void":
            return AppliedEntry(replace(state, dice=fair_dice.after(state.dice, entry, state.opening.id)))
        case "restore":
            return _restored(state, entry)
        case "credit":
            return _credited(state, entry)
        case "away":
            return AppliedEntry(_gone_away(state, entry))
        case "late" | "call":
            return AppliedEntry(state, (TimeUp(entry.seat),) if entry.kind == "late" else ())
        case "kick":
            state = replace(state, kicked=state.kicked | {entry.who} - {""})
    if state.stage == "open":
        state = replace(state, dice=fair_dice.after(state.dice, entry, state.opening.id))
    state = _without_bots(replace(state, holders=seating.seats_after(state.holders, entry)))
    state = replace(state, filled=_filled(state, entry))
    if entry.kind == "lend" and state.is_noted_late(entry.seat):  # what was told then
        return AppliedEntry(_with_time(state, entry))
    if entry.kind == "lend" and entry.by == "timeout":
        return AppliedEntry(_with_time(state, entry), (TimeUp(entry.seat),))
    return AppliedEntry(state)


def apply_for_listing(state: TableState, entry: Entry) -> TableState:
    """Return the table after an entry as the lobby lists it: its seats and stage, without a game."""
    state = replace(state, seq=entry.seq, changed=entry.time)
    match entry.kind:
        case "start":
            return replace(state, stage="running", since=entry.time, begun=True, started=entry.time)
        case "beforehand" | "plan" | "read" | "credit" | "late" | "call" | "away":
            return state
        case "move" | "concede":
            return replace(state, holders=seating.seats_after(state.holders, entry))
    return apply(state, entry, None, NoChance()).state


def replay(state: TableState, entries: Sequence[Entry], game: AnyGame | None) -> AppliedEntry:
    """Return the table after entries of its log. Raises BrokenLog if they do not follow from the rules."""
    events: list[Any] = []
    for entry in entries:
        applied = _repeat(state, entry, game)
        state = applied.state
        events += applied.events
    return AppliedEntry(state, tuple(events))


def _repeat(state: TableState, entry: Entry, game: AnyGame | None) -> AppliedEntry:
    chance = ScriptedChance(entry.draws)
    try:
        applied = apply(state, entry, game, chance)
        chance.finish()
    except Exception as error:
        raise BrokenLog(f"entry {entry.seq} of table {state.opening.id}") from error
    return applied


def _played(state: TableState, entry: Entry, game: AnyGame | None, chance: Chance) -> AppliedEntry:
    """Apply the deal, a move, or a seat's conceding."""
    if game is None:
        raise refused("table-frozen")
    if entry.kind == "start":
        return _advanced(state, entry, playthrough.start(game, setup_of(game, state.opening), chance))
    current = state.playthrough
    if current is None:
        raise refused("table-open")
    if entry.kind == "concede":
        applied = playthrough.apply(current, entry.seat, None, RESIGN, chance)
        state = _without_bots(replace(state, holders=seating.seats_after(state.holders, entry), agreed=()))
        was_late, is_late = state.is_noted_late(entry.seat), entry.by == "timeout"
        events = (TimeUp(entry.seat), *applied.events) if is_late else applied.events
        after = _advanced(state, entry, applied._replace(events=events))
        return after._replace(state=_with_time(after.state, entry)) if is_late or was_late else after
    move = codec.decode(playthrough.move_type(game), entry.move.encode())
    applied = playthrough.apply(current, entry.seat, entry.ask, move, chance)
    agreed = () if entry.by in {"player", "program"} else state.agreed
    said = state.said
    if isinstance(move, Undo):
        said, state = {**said, entry.seat: {}}, _back(state, entry.seat, applied.playthrough)
    late, told = _lateness(state, entry)
    holders = state.holders
    if entry.by == "program" and not holders[entry.seat - 1].program:
        holders = seating.seats_after(holders, entry)
    seen = _seen(state, entry, current, move)
    moves = moves_after(state.moves, entry)
    state = replace(
        state,
        forced=entry.by == "timeout",
        agreed=agreed,
        said=said,
        late=late,
        holders=holders,
        seen=seen,
        moves=moves,
    )
    return _advanced(state, entry, applied._replace(events=(*told, *applied.events)))


def _back(state: TableState, seat: int, after: Playthrough) -> TableState:
    """Return the table with the time of the turn that a seat goes back to by undoing."""
    before, kept = state.playthrough, state.turn_before
    if before is None or kept is None or before.game.round(before.state) == after.game.round(after.state):
        return state
    since, bank = kept
    banks = {**state.banks, seat: bank} if bank else state.banks
    return replace(state, clock_from={**state.clock_from, seat: since}, banks=banks, turn_before=None)


def moves_after(moves: Mapping[int, int], entry: Entry) -> Mapping[int, int]:
    """How many moves the player of each seat has made, after one more entry, but for those taken back."""
    if entry.kind != "move" or entry.by not in {"player", "program"}:
        return moves
    made = moves.get(entry.seat, 0)
    return {**moves, entry.seat: max(0, made - 1) if entry.move == UNDO else made + 1}


def _seen(
    state: TableState, entry: Entry, current: Playthrough, move: Any
) -> Mapping[int, tuple[SeenMove, ...]]:
    """Return the moves that tell how people play, after one more, or without the one that was undone."""
    kinds, ask = telling(current.game), current.ask_of(entry.seat)
    if not kinds or entry.by not in {"player", "program"}:
        return state.seen
    before = state.seen.get(entry.seat, ())
    if isinstance(move, Undo):
        return {**state.seen, entry.seat: before[:-1]}
    if ask is None or ask.kind not in kinds:
        return state.seen
    return {**state.seen, entry.seat: (*before, SeenMove(current.view(None), move))[-SEEN:]}


def _with_time(state: TableState, entry: Entry) -> TableState:
    """The time of a seat that a bot has got begins again where it was up."""
    clock, seat = clocks.parse_clock(state.opening.clock), entry.seat
    if clock is None or seat not in state.clock_from:
        return state
    banks = {**state.banks, seat: Bank(clock.seconds, state.down)} if clock.bank else state.banks
    return replace(state, clock_from={**state.clock_from, seat: entry.time}, banks=banks)


def _filled(state: TableState, entry: Entry) -> float:
    """Return since when every seat is taken, after an entry."""
    free = any(holder.held_by == "nobody" for holder in state.holders)
    return 0.0 if free or state.stage != "open" else state.filled or entry.time


def _gone_away(state: TableState, entry: Entry) -> TableState:
    """What was left of a seat's time when its player went is left when they are back, also sooner than they
    said.
    """
    seat, until, now = entry.seat, float(entry.note), entry.time
    longer = max(now, until) - max(now, state.away.get(seat, 0.0)) + float(entry.move or 0)
    clock_from = {one: began + longer * (one == seat) for one, began in state.clock_from.items()}
    return replace(state, away={**state.away, seat: until}, clock_from=clock_from)


def _called(state: TableState, entry: Entry) -> Mapping[int, float]:
    """Return who was called, after an entry."""
    if entry.kind == "call":
        return {**state.called, entry.seat: entry.time}
    if entry.kind in SIGNS_OF_LIFE and entry.by in {"player", "program"} and entry.seat in state.called:
        return {seat: when for seat, when in state.called.items() if seat != entry.seat}
    return state.called


def _missed(state: TableState, entry: Entry) -> Mapping[int, tuple[int, float]]:
    """Return the turns that the clock has played out, after an entry."""
    seat = entry.seat
    if entry.kind in SIGNS_OF_LIFE and entry.by in {"player", "program"}:
        return {other: known for other, known in state.missed.items() if other != seat}
    if entry.by != "timeout" or any(ask.seat == seat and ask.reaction for ask in state.asks):
        return state.missed
    turns, last = state.missed.get(seat, (0, -1.0))
    began = state.clock_from.get(seat, entry.time)
    return state.missed if began == last else {**state.missed, seat: (turns + 1, began)}


def _lateness(state: TableState, entry: Entry) -> tuple[tuple[int, float], tuple[TimeUp, ...]]:
    """Return who was late last, and the event that reports it: once for each turn played out for a seat."""
    if entry.by != "timeout":
        return state.late, ()
    reaction = any(ask.seat == entry.seat and ask.reaction for ask in state.asks)
    began = entry.time if reaction else state.clock_from.get(entry.seat, entry.time)
    late = entry.seat, began
    return late, () if late == state.late else (TimeUp(entry.seat, reaction),)


def _restored(state: TableState, entry: Entry) -> AppliedEntry:
    """Draws follow from another seed from here on, which is told in the log of a running game."""
    playthrough = state.playthrough
    step = playthrough.steps + 1 if playthrough else int(state.begun)
    dice = fair_dice.after(state.dice, entry, state.opening.id, step)
    events = (Restored(float(entry.note)),) if playthrough else ()
    return AppliedEntry(replace(state, dice=dice), events)


def _credited(state: TableState, entry: Entry) -> AppliedEntry:
    """The time of the seat's turn runs since a later moment."""
    more, seat = NO_CREDIT.with_more(entry.note), entry.seat
    if seat not in state.clock_from:
        return AppliedEntry(state)
    known = state.credits.get(seat, NO_CREDIT).with_more(entry.note)
    began = state.clock_from[seat] + more.seconds
    state = replace(
        state, credits={**state.credits, seat: known}, clock_from={**state.clock_from, seat: began}
    )
    return AppliedEntry(state, (LineCredited(seat, more.seconds),))


def _said(state: TableState, entry: Entry) -> TableState:
    """After an undo the player is asked again (`_played`); else standing answers hold for their spans."""
    current = state.playthrough
    if current is None:
        raise refused("table-open")
    view, span = current.view(entry.seat), current.game.standing_answers.span
    words = {word: span(view, word) for word in entry.note.split()}
    return replace(state, said={**state.said, entry.seat: words})


def _planned(state: TableState, entry: Entry) -> Mapping[int, KeptPlan]:
    """Return the seats' plans after one was made, used or withdrawn."""
    current, seat = state.playthrough, entry.seat
    if current is None:
        raise refused("table-open")
    others = {other: kept for other, kept in state.plans.items() if other != seat}
    if entry.by == "host":
        return {**others, seat: plans.used(state.plans[seat], entry.ask)}
    if not entry.note:
        return others
    return {**others, seat: plans.kept(codec.decode(Plan, entry.note.encode()), current, seat, entry.by)}


def _without_bots(state: TableState) -> TableState:
    kept = {seat: one for seat, one in state.plans.items() if not state.holders[seat - 1].by_bot}
    return replace(state, plans=kept)


def _advanced(state: TableState, entry: Entry, applied: playthrough.PlayedStep) -> AppliedEntry:
    after = applied.playthrough
    asked_at = {ask.id: state.asked_at.get(ask.id, entry.time) for ask in after.asks}
    clock = clocks.parse_clock(state.opening.clock)
    clock_from: Mapping[int, float] = {}
    if clock:
        clock_from = clocks.clock_starts(
            clock, state.clock_from, state.playthrough, after, entry.time, state.credits, state.away
        )
    begun = {seat for seat, began in clock_from.items() if state.clock_from.get(seat) != began}
    down = max(state.down, float(entry.note)) if clock and clock.bank and entry.note else state.down
    banks: Mapping[int, Bank] = {}
    if clock and clock.bank:
        banks = clocks.banks_after(clock, state.banks, state.clock_from, clock_from, entry.time, down)
    stage: StageName = "over" if after.over else "running"
    mover = entry.seat if entry.kind == "move" else 0
    left = (
        (seat, plans.after_step(kept, after, seat, applied.events, mover, entry.ask))
        for seat, kept in state.plans.items()
    )
    since = state.since if stage == state.stage else entry.time
    turn_before = state.turn_before if after.undoer else None
    if after.undoer in begun and after.undoer in state.clock_from:
        turn_before = state.clock_from[after.undoer], state.banks.get(after.undoer)
    state = replace(
        state,
        playthrough=after,
        plans={seat: kept for seat, kept in left if kept and not after.over},
        asked_at=asked_at,
        clock_from=clock_from,
        banks=banks,
        turn_before=turn_before,
        down=down,
        credits={seat: known for seat, known in state.credits.items() if seat not in begun},
        stage=stage,
        since=since,
        begun=True,
        started=entry.time if entry.kind == "start" else state.started,
    )
    return AppliedEntry(state, applied.events, applied.draws)

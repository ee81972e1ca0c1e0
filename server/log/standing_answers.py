"""Players' standing answers and plans, from the table's log: which of them are valid, and what they answer.
Pure.

Both are set by an entry of the log, so that they survive a restart; but they are shown to their own seat
only, and to no record. When they are given is left to `server.bots.standing_answers`, which answers there are
to the game (`engine.standing_answers`) and to `engine.plans`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import codec, plans
from engine.game import Ask
from engine.plans import ASK, MOST, Plan, Undecided
from server.log import game_requests
from server.log.entries import By, Entry
from server.log.lessons import check_free
from server.log.requests import Draft, check_program, check_stage, seat_of
from server.log.table_state import TableState
from tui.host.refusals import refused


def words_of(state: TableState, seat: int | None) -> tuple[str, ...]:
    """Return the standing answers of a seat that are valid, by their words."""
    said, playthrough = state.said.get(seat or 0), state.playthrough
    if not said or playthrough is None or state.stage != "running":
        return ()
    view, span = playthrough.view(seat), playthrough.game.standing_answers.span
    return tuple(word for word, said_for in said.items() if span(view, word) == said_for)


def plan_of(state: TableState, seat: int | None) -> Plan | None:
    """Return what a seat has planned; None: nothing."""
    kept = state.plans.get(seat or 0)
    return kept.plan if kept and state.stage == "running" else None


def planned(state: TableState, ask: Ask) -> Sequence[Entry]:
    """Return the answer of a seat's plan to an open question, behind the entry that it is used; nothing if it
    has none.
    """
    kept, playthrough = state.plans.get(ask.seat), state.playthrough
    if kept is None or playthrough is None or ask not in state.asks:
        return ()
    made = plans.decision(kept, playthrough, ask.seat)
    if isinstance(made, Undecided):
        return ()
    by: By = "program" if kept.by == "program" else "player"
    used = Entry(kind="plan", seat=ask.seat, by="host", ask=ask.id)
    return (used, *game_requests.move(ask.seat, ask.id, made, by)(state))


def set_plan(player: str, plan: Plan | None, by: By) -> Draft:
    """Draft that a player plans something, beside what they have planned of another kind, or (None) withdraws
    all of it. Refused with "nothing-planned" if it would say nothing, "plan-too-long", and like its moves.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat, playthrough = seat_of(state, player), state.playthrough
        check_free(state)
        check_program(state, by)
        if plan is None or playthrough is None:
            return (Entry(kind="plan", seat=seat, by=by),) if seat in state.plans else ()
        if plan.is_too_long:
            raise refused("plan-too-long", most=MOST)
        view = playthrough.view(seat)
        for move in plan.moves:
            if move != ASK:
                playthrough.game.parse(move, view)
        before = plan_of(state, seat) or Plan()
        whole = Plan(plan.chain or before.chain, plan.until or before.until)
        kept = plans.kept(whole, playthrough, seat)
        says_nothing = plans.decision(kept, playthrough, seat) is Undecided.ENDS
        if says_nothing or not (plan.chain or plan.until):
            raise refused("nothing-planned")
        return (Entry(kind="plan", seat=seat, by=by, note=codec.encode(whole).decode()),)

    return draft


def answer(state: TableState, ask: Ask) -> Any | None:
    """Return what a seat's standing answers say to an open question; None: the player is asked."""
    words, playthrough = words_of(state, ask.seat), state.playthrough
    if not words or playthrough is None or not ask.reaction or state.holders[ask.seat - 1].by_bot:
        return None
    return playthrough.game.standing_answers.answer(playthrough.view(ask.seat), words)


def set_answer(player: str, word: str, *, on: bool) -> Draft:
    """Draft that a player sets or removes a standing answer. Refused with "no-such-answer" (with word and
    words) if there is no such answer now.
    """

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat = seat_of(state, player)
        check_free(state)
        if on:
            _check_word(state, seat, word)
        kept = words_of(state, seat)
        held = tuple(other for other in kept if other != word) + ((word,) if on else ())
        if set(held) == set(kept):
            return ()
        return (Entry(kind="beforehand", seat=seat, by="player", note=" ".join(held)),)

    return draft


def _check_word(state: TableState, seat: int, word: str) -> None:
    playthrough = state.playthrough
    assert playthrough is not None  # noqa: S101  (a running game has one)
    words = playthrough.game.standing_answers.words(playthrough.view(seat))
    if word not in words:
        raise refused("no-such-answer", word=word[:40], words=words)

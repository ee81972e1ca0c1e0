"""What a table makes of a lesson (`engine.lessons`): the next move, what it draws, when it is over. Pure.

A lesson is at the item that follows from its log: each step of its game, and each entry `read`, is one item.
So it can be left at any time, and is found again where it was. The texts are left to the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.chance import Chance, ScriptedChance
from engine.game import AnyGame
from engine.lessons import LEARNER
from engine.opponents import NAMES
from server.identity.accounts import Player
from server.log.entries import Entry, Opening
from server.log.requests import Draft, check_stage, seat_of
from server.log.results import end
from server.log.table_options import lesson_of
from server.log.table_state import TableState
from tui.host.pictures import LessonStep
from tui.host.refusals import refused

PART = "page"
"""The bot that sits at the other seats of a lesson; its moves are the lesson's."""


def seated(opening: Opening, learner: Player) -> Iterator[Entry]:
    """Yield the entries that seat the learner and, at the other seats, bots that play their part."""
    first = Entry(kind="sit", seat=LEARNER, by="player", who=learner.id, name=learner.name)
    names = (name for name in NAMES if name != learner.name)
    others = range(LEARNER + 1, opening.seats + 1)
    bots = (Entry(kind="bot", seat=seat, by="player", who=PART, name=next(names)) for seat in others)
    for seq, entry in enumerate((first, *bots), 1):
        yield replace(entry, seq=seq, time=opening.opened)


def chance_of(state: TableState, game: AnyGame | None) -> Chance | None:
    """Return where the draws of a step come from if a lesson says it; else None."""
    lesson = lesson_of(game, state.opening.options)
    if lesson is not None and state.playthrough is None:
        return ScriptedChance(lesson.deal)
    item = state.lesson_item
    return ScriptedChance(item.draws) if item else None


def next_move(state: TableState) -> Any | None:
    """Return the move that comes next in a lesson; None: none does, or it is no lesson."""
    item, playthrough = state.lesson_item, state.playthrough
    if item is None or playthrough is None or item.is_read:
        return None
    return playthrough.game.parse(item.notation, playthrough.view(item.seat))


def check_move(state: TableState, seat: int, made: Any) -> None:
    """Raise Refused ("lesson-move", with game, step and move) if the rules allow a learner's move, but the
    lesson makes another one here.
    """
    item, playthrough = state.lesson_item, state.playthrough
    if item is None or playthrough is None or item.seat != seat or made == next_move(state):
        return
    if playthrough.game.check(playthrough.view(seat), made) is None:
        game, step = state.opening.game, step_of(state)
        raise refused("lesson-move", game=game, step=step.code if step else "", move=item.notation)


def check_free(state: TableState) -> None:
    """Raise Refused where a lesson has its own course."""
    if state.lesson is not None:
        raise refused("not-in-lesson")


def go_on(player: str) -> Draft:
    """Draft that the learner has read what is said now."""

    def draft(state: TableState) -> Sequence[Entry]:
        check_stage(state, "running")
        seat, item = seat_of(state, player), state.lesson_item
        if item is None or not item.is_read:
            raise refused("nothing-to-read")
        return (Entry(kind="read", seat=seat, by="player"),)

    return draft


def is_done(state: TableState) -> bool:
    """Return whether a running lesson has come to its last item."""
    lesson = state.lesson
    return lesson is not None and state.stage == "running" and state.lesson_at >= len(lesson.items)


def lesson_end(state: TableState) -> Entry:
    return end(state, "lesson")


def step_of(state: TableState, seat: int | None = LEARNER) -> LessonStep | None:
    """Return where a lesson is; only the learner is shown their next move."""
    lesson, item = state.lesson, state.lesson_item
    if lesson is None or (state.stage != "running" and state.ending != "lesson"):
        return None
    if item is None:
        return LessonStep("end", lesson.steps, lesson.steps)
    at = state.lesson_at
    asked = seat == item.seat == LEARNER and item.is_asked
    return LessonStep(
        lesson.code(at),
        lesson.step(at),
        lesson.steps,
        is_read=item.is_read,
        move=item.notation if asked else "",
    )

"""Planted leaks, which prove that the comparison can fail: each tells somebody what they may not know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from engine.plans import Plan
from engine.registry import GAMES
from server.bots.bot_runner import BotRunner
from server.log import records, standing_answers
from server.log.entries import Entry
from server.log.table_state import TableState
from server.table import snapshots
from server.table.audience import Audience
from server.table.table import Table

PlantedLeak = Callable[[], AbstractContextManager[object]]

log = logging.getLogger(__name__)


@contextmanager
def _rules(game: str, name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    """One function of a game's rules is another one."""
    rules = GAMES[game]
    before = getattr(rules, name)
    object.__setattr__(rules, name, change(before))
    try:
        yield
    finally:
        object.__setattr__(rules, name, before)


def _view_with_a_card(view: Any) -> Any:
    """A round that depends on what lies in the queue."""

    def shown(state: Any, who: int | None) -> Any:
        seen = view(state, who)
        lords = sum(card.kind == "lord" for stack in state.queue for card in stack)
        return replace(seen, position=replace(seen.position, round=seen.position.round + lords))

    return shown


def _view_with_a_sum(view: Any) -> Any:
    """Scores that grow with what is in the hand."""

    def shown(state: Any, who: int | None) -> Any:
        seen = view(state, who)
        sums = tuple(
            score + sum(hand) for score, hand in zip(state.position.scores, state.hands, strict=True)
        )
        return replace(seen, position=replace(seen.position, scores=sums))

    return shown


def _event_with_a_card(show: Any) -> Any:
    """Everybody is told which card was laid."""
    return lambda event, who: event if type(event).__name__ in {"Laid", "BidLaid"} else show(event, who)


def _patched(owner: Any, name: str, change: Callable[[Any], Any]) -> AbstractContextManager[object]:
    return patch.object(owner, name, change(getattr(owner, name)))


def _moves(entries: Sequence[Entry]) -> str:
    return "".join(entry.move for entry in entries)


def _logging(written: Any) -> Any:
    """The log has the moves."""

    def logging_too(self: Table, entries: Sequence[Entry]) -> None:
        if _moves(entries):
            log.debug("written: %s", _moves(entries))
        written(self, entries)

    return logging_too


def _once_more(written: Any) -> Any:
    """A frame more after about half of all moves, by what is in them."""

    def twice(self: Table, entries: Sequence[Entry]) -> None:
        written(self, entries)
        move = _moves(entries)
        if sum(map(ord, move)) % 2:
            self.refresh()

    return twice


def _later(shown: Any) -> Any:
    """Followers are told a little later of some moves."""

    def later(self: Audience, state: TableState, events: Sequence[Any], only: str | None = None) -> None:
        hidden = [str(getattr(event, "card", "") or getattr(event, "cards", "")) for event in events]
        if sum(map(ord, "".join(hidden))) % 2:
            asyncio.get_running_loop().call_later(0.01, shown, self, state, events, only)
        else:
            shown(self, state, events, only)

    return later


def _without_beat(_: Any) -> Any:
    """Bots answer as soon as they can."""

    async def at_once(self: BotRunner, work: Any) -> Any:  # noqa: ARG001
        return await work

    return at_once


def _other_questions(built: Any) -> Any:
    """Everybody is shown somebody's question, with the move for when time is up."""

    def with_ask(state: TableState, seat: int | None, *more: Any, **also: Any) -> Any:
        return replace(built(state, seat, *more, **also), ask=next(iter(state.asks), None))

    return with_ask


def _seed_in_dice(dice: Any) -> Any:
    """A digit of the seed for everybody."""

    def with_seed(state: TableState, projection: Any) -> Any:
        found = dice(state, projection)
        return replace(found, commitment=found.commitment[:-1] + state.dice.seed.hex()[0])

    return with_seed


def _whole_record(own: Any) -> Any:
    """The record of a running game has the moves of the first seat that is not one's own."""

    def of_others(steps: Any, seat: int | None) -> Any:
        return [*own(steps, seat), *own(steps, 1 + (seat or 0) % 3)]

    return of_others


@contextmanager
def _standing_answers() -> Iterator[None]:
    """Everybody is shown the standing answers of all seats, when they are set."""

    def all_words(state: TableState, _: int | None) -> tuple[str, ...]:
        return tuple(word for words in state.said.values() for word in words)

    with (
        patch.object(standing_answers, "words_of", all_words),
        patch("server.table.table.only_for", lambda *_: None),
    ):
        yield


@contextmanager
def _plans() -> Iterator[None]:
    """Everybody is shown what any seat has planned, when it is."""

    def any_plan(state: TableState, _: int | None) -> Plan | None:
        return next((kept.plan for kept in state.plans.values()), None)

    with (
        patch.object(standing_answers, "plan_of", any_plan),
        patch("server.table.table.only_for", lambda *_: None),
    ):
        yield


LEAKS: Mapping[str, tuple[str, PlantedLeak]] = MappingProxyType(
    {
        "a-card-in-a-view": ("intrigue", partial(_rules, "intrigue", "view", _view_with_a_card)),
        "treasure-in-a-view": ("laurin", partial(_rules, "laurin", "view", _view_with_a_sum)),
        "a-card-in-an-event": ("intrigue", partial(_rules, "intrigue", "show", _event_with_a_card)),
        "a-bid-in-an-event": ("laurin", partial(_rules, "laurin", "show", _event_with_a_card)),
        "moves-in-the-log": ("laurin", partial(_patched, Table, "_written", _logging)),
        "a-frame-more": ("intrigue", partial(_patched, Table, "_written", _once_more)),
        "a-frame-later": ("laurin", partial(_patched, Audience, "show", _later)),
        "bots-without-a-beat": ("intrigue", partial(_patched, BotRunner, "_on_the_beat", _without_beat)),
        "questions-of-others": (
            "intrigue", partial(_patched, snapshots, "table_snapshot", _other_questions)
        ),
        "standing-answers": ("laurin", _standing_answers),
        "plans": ("intrigue", _plans),
        "a-digit-of-the-seed": ("court", partial(_patched, snapshots, "shown_dice", _seed_in_dice)),
        "moves-in-the-record": (
            "laurin", partial(_patched, records, "_own", _whole_record)
        ),
    }
)  # fmt: skip
"""A name, the game in which it can be seen, and what makes it."""

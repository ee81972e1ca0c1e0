"""What players said beforehand, and when it is answered for them. In memory, like talk.

A player who said "pass until the next King's move" is passed for by the house, as a move of
their own. Nobody else can tell: what was said is shown to that seat alone, the pass comes after
as long as somebody takes who reads the question and presses a key, and a seat at which nobody
is passes when its time is up, as it would anyway (`server.news.deadlines`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from functools import partial
from typing import Any

from engine.game import Ask, Refused
from server import game_requests
from server.journal import Entry
from server.requests import Draft, check, seat_of
from server.table import Table
from server.table_state import TableState

log = logging.getLogger(__name__)

SHORTEST, SPREAD = 0.9, 2.6
"""Seconds until an answer is given, at least; and up to how many more, evenly."""


class Beforehand:
    """The words that hold, by table and seat, each with its span (`engine.beforehand`)."""

    def __init__(self) -> None:
        self._said: dict[tuple[str, int], dict[str, int]] = {}

    def of(self, state: TableState, seat: int | None) -> tuple[str, ...]:
        """What a seat has said and still holds."""
        course = state.course
        said = self._said.get((state.opening.id, seat or 0))
        if not said or course is None or state.stage != "running":
            return ()
        view, game = course.view(seat), course.game
        return tuple(word for word, span in said.items() if game.beforehand.span(view, word) == span)

    def say(self, state: TableState, player: str, word: str, *, on: bool) -> None:
        """A player's word, or that it holds no longer. Raises Refused: "no-such-answer" (with word
        and words) for what cannot be said now.
        """
        check(state, "running")
        seat, course = seat_of(state, player), state.course
        assert course is not None  # noqa: S101  (a running game has one)
        kept = self.of(state, seat)
        said = {other: span for other, span in self._at(state, seat).items() if other in kept}
        if on:
            view, can = course.view(seat), course.game.beforehand
            words = can.words(view)
            if word not in words:
                raise Refused("no-such-answer", {"word": word[:40], "words": words})
            said[word] = can.span(view, word)
        else:
            said.pop(word, None)
        self._said[state.opening.id, seat] = said

    def withdraw(self, state: TableState, player: str) -> None:
        """Nothing that a player said holds any more."""
        seat = state.seat_of(player)
        if seat is not None:
            self._said.pop((state.opening.id, seat), None)

    def drop(self, table: str) -> None:
        """The table is gone."""
        self._said = {place: said for place, said in self._said.items() if place[0] != table}

    def answer(self, state: TableState, ask: Ask) -> Any | None:
        """What a seat's words answer to an open question; None: the player is asked."""
        words = self.of(state, ask.seat)
        course = state.course
        if not words or course is None or not ask.reaction or state.holders[ask.seat - 1].by_bot:
            return None
        return course.game.beforehand.answer(course.view(ask.seat), words)

    def _at(self, state: TableState, seat: int) -> dict[str, int]:
        return self._said.get((state.opening.id, seat), {})


class Answering:
    """Answers for those who said what they want. `waits(state, ask)` says that a seat's own time
    answers for it, `pause` waits for seconds, `secret(n)` gives n random bytes.
    """

    def __init__(
        self,
        said: Beforehand,
        waits: Callable[[TableState, Ask], bool],
        pause: Callable[[float], Awaitable[None]],
        secret: Callable[[int], bytes],
    ) -> None:
        self._said, self._waits, self._pause, self._secret = said, waits, pause, secret
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}

    def attend(self, table: Table) -> None:
        """Answers what this table asks now, each question once, after a while."""
        for ask in table.state.asks:
            place = (table.opening.id, ask.id)
            if place not in self._under_way and self._wanted(table.state, ask) is not None:
                task = asyncio.get_running_loop().create_task(self._later(table, ask), context=Context())
                self._under_way[place] = task
                task.add_done_callback(partial(self._finished, place))

    async def close(self) -> None:
        """Answers nothing any more."""
        tasks = tuple(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, place: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._under_way.get(place) is task:
            del self._under_way[place]

    def _wanted(self, state: TableState, ask: Ask) -> Any | None:
        made = self._said.answer(state, ask)
        return None if made is None or self._waits(state, ask) else made

    async def _later(self, table: Table, ask: Ask) -> None:
        share = int.from_bytes(self._secret(2), "big") / 0xFFFF
        await self._pause(SHORTEST + SPREAD * share)
        try:
            await table.write(self._given(ask))
        except Refused as refused:
            log.info("table %s: not answered beforehand: %s", table.opening.name, refused.code)
        except Exception:
            log.exception("table %s: not answered beforehand", table.opening.name)

    def _given(self, ask: Ask) -> Draft:
        """The answer, if it is still wanted when it is written."""

        def draft(state: TableState) -> Sequence[Entry]:
            made = self._wanted(state, ask) if ask in state.asks else None
            if made is None:
                return ()
            return game_requests.move(ask.seat, ask.id, made, "player")(state)

        return draft

"""An intrigue table for tests: the real rules behind the port of `court_stage`.

Positions are written as in `tests.engine.intrigue.table`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from msgspec.structs import replace

from engine import course
from engine.game import Setup
from engine.intrigue.cards import KINDS
from engine.intrigue.game import GAME
from engine.intrigue.model import Options, State
from tests.engine.intrigue.table import position
from tests.engine.luck import luck
from tests.tui import court_stage
from tests.tui.court_stage import NAMES, Player
from tui.port import TableNews

__all__ = ["NAMES", "IntrigueStage", "Player", "longest", "position", "seated"]


class IntrigueStage(court_stage.Stage):
    """One table, in this position or before the deal."""

    def __init__(
        self,
        state: State | None = None,
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
        seats: int = 3,
    ) -> None:
        super().__init__(None, names=names, bots=bots, seats=len(state.influence) if state else seats)
        self.info = replace(self.info, game="intrigue")
        if state is not None:
            asks = GAME.asks(state)
            setup = Setup(len(state.influence), state.options)
            self.course = course.Course(GAME, setup, state, asks, asks, asked=state.number)

    @property
    def moves(self) -> list[str]:
        return [GAME.notate(move) for _, _, move in self.submitted]

    @property
    def state(self) -> State:
        assert self.course is not None
        state: State = self.course.state
        return state

    def read(self, seat: int, *notations: str) -> None:
        for text in notations:
            assert self.course is not None
            self.play(seat, GAME.parse(text, self.course.view(seat)))

    def news(self, name: str, events: tuple[Any, ...] = ()) -> TableNews:
        """As a host does: nobody is shown more of what happened than they may know."""
        seat = self.seat_of(name)
        shown = (course.show(GAME, event, seat) for event in events)
        return super().news(name, tuple(event for event in shown if event is not None))

    def begin(self, starter: int = 1) -> None:
        """Deals; the crown and what leaves the game follow from `starter`."""
        self.deal(f"deal {starter}")

    def deal(self, seed: str) -> None:
        applied = course.start(GAME, Setup(len(self.info.seats), Options()), luck(seed))
        self.course = applied.course
        self.tell(applied.events)


def seated(
    stage: IntrigueStage, name: str = "Amber", size: tuple[int, int] = (80, 24), language: str = "en"
) -> AbstractAsyncContextManager[Player]:
    """A player at the table, once its first picture is there."""
    return court_stage.seated(stage, name, size, language)


def longest(places: int, seats: int = 5) -> str:
    """A queue of so many places: everybody's cards in turn, every second one face up."""
    return " | ".join(_cards(places, seats))


def _cards(places: int, seats: int) -> Iterator[str]:
    for place in range(places):
        turn, seat = divmod(place, seats)
        up = "^" if place % 2 else ""
        yield f"{seat + 1}{KINDS[(turn + seat) % len(KINDS)]}{up}{f'+{place % 13}' if place % 3 else ''}"

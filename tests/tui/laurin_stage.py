"""A garden table for tests: the real rules of laurin behind a port, with cards that are told beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import course
from engine.chance import ScriptedChance
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.model import Options, State
from tests.tui.court_stage import NAMES, Stage
from tui.port import TableNews


class Garden(Stage):
    """One table of laurin. `draws` are the cards that come, in order."""

    def __init__(
        self,
        state: State | None = None,
        draws: str = "",
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
        seats: int = 3,
    ) -> None:
        count = len(state.position.scores) if state else seats
        super().__init__(None, names=names, bots=bots, seats=count)
        self.info = replace(self.info, game="laurin")
        self.chance = ScriptedChance(draws.split())
        if state is not None:
            self.course = _course(state)

    @property
    def moves(self) -> list[str]:
        """What was submitted, in notation."""
        return [GAME.notate(move) for _, _, move in self.submitted]

    def read(self, seat: int, *notations: str) -> None:
        """Steps of a seat, in notation."""
        for text in notations:
            assert self.course is not None
            self.play(seat, GAME.parse(text, self.course.view(seat)))

    def begin(self, starter: int = 1) -> None:
        """Deals what chance gives; `starter` is ignored, it is drawn."""
        del starter
        applied = course.start(GAME, Setup(len(self.info.seats), Options()), self.chance)
        self.course = applied.course
        self.tell(applied.events)

    def news(self, name: str, events: tuple[Any, ...] = ()) -> TableNews:
        """What somebody may know, as a host tells it."""
        seat = self.seat_of(name)
        shown = (course.show(GAME, event, seat) for event in events)
        return super().news(name, tuple(event for event in shown if event is not None))

    @property
    def asked_now(self) -> tuple[int, ...]:
        """The seats that have to answer."""
        return tuple(ask.seat for ask in self.course.asks) if self.course else ()


def _course(state: State) -> Any:
    asks = GAME.asks(state)
    own = tuple(asks)
    return course.Course(
        GAME, Setup(len(state.position.scores), state.position.options), state, asks, own, asked=10_000
    )

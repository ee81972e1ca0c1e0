"""An intrigue table for tests: see `tests.tui.stage`; positions as in `tests.engine.intrigue.positions`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import State
from tests.engine.intrigue.positions import position
from tests.engine.seeded_chance import luck
from tests.tui.stage import NAMES, TableStage

__all__ = ["IntrigueStage", "longest", "position"]


class IntrigueStage(TableStage):
    """One table, in this position or before the deal."""

    def __init__(
        self,
        state: State | None = None,
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
        seats: int = 3,
    ) -> None:
        super().__init__(GAME, len(state.influence) if state else seats, names=names, bots=bots)
        if state is not None:
            self.lay_out(state, state.options, state.number)

    @property
    def state(self) -> State:
        assert self.playthrough is not None
        state: State = self.playthrough.state
        return state

    def begin(self, starter: int = 1) -> None:
        """The crown and what leaves the game follow from `starter`."""
        self.deal(luck(f"deal {starter}"))


def longest(places: int, seats: int = 5) -> str:
    """A queue of so many places: everybody's cards in turn, every second one face up."""
    return " | ".join(_cards(places, seats))


def _cards(places: int, seats: int) -> Iterator[str]:
    for place in range(places):
        turn, seat = divmod(place, seats)
        up = "^" if place % 2 else ""
        yield f"{seat + 1}{KINDS[(turn + seat) % len(KINDS)]}{up}{f'+{place % 13}' if place % 3 else ''}"

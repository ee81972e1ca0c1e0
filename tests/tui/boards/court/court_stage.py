"""A court table for tests: see `tests.tui.stage`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.chance import ScriptedChance
from engine.court.game import GAME
from engine.court.model.cards import in_rows, stock
from engine.court.model.state import Final, Kind, Options, State, Turn
from engine.playthrough import Playthrough
from tests.tui.stage import NAMES, TableStage


def position(
    *cards: Sequence[Kind],
    turn: Turn | None = None,
    final: Final | None = None,
    number: int = 0,
    edition: Any = "de",
) -> State:
    """A court position: each seat's cards; what was taken is missing in the middle."""
    left = stock(len(cards), edition)
    for kind in (kind for own in cards for kind in own):
        base = "jester" if kind == "charlatan" else kind
        if base in left:
            left[base] -= 1
    assert min(left.values()) >= 0, left
    seats = len(cards)
    now = turn.seat if turn else 1
    waiting = tuple((now + step - 1) % seats + 1 for step in range(1, seats)) if turn else ()
    own = tuple(in_rows(own) for own in cards)
    return State(Options(edition=edition), number, 9, now, waiting, left, own, turn, final)


class CourtStage(TableStage):
    """One table. `dice` are the faces that fall, in order."""

    def __init__(
        self,
        state: State | None = None,
        dice: str = "",
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
        seats: int = 2,
    ) -> None:
        super().__init__(GAME, len(state.cards) if state else seats, dice, names, bots)
        if state is not None:
            self.lay_out(state, state.options, state.number)

    def with_waiting(self, waiting: tuple[int, ...]) -> Playthrough:
        """The same position with other seats still to come in this round."""
        assert self.playthrough is not None
        state = replace(self.playthrough.state, waiting=waiting)
        self.lay_out(state, state.options, state.number)
        return self.playthrough

    def begin(self, starter: int = 1) -> None:
        """Deals; this seat has the start marker."""
        self.deal(ScriptedChance([str(starter)]))

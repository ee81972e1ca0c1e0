"""A garden table for tests: see `tests.tui.stage`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.laurin.game import GAME
from engine.laurin.model.state import State
from tests.tui.stage import NAMES, TableStage


class LaurinStage(TableStage):
    """One table of laurin. `draws` are the cards that come, in order."""

    def __init__(
        self,
        state: State | None = None,
        draws: str = "",
        names: Sequence[str] = NAMES,
        bots: Sequence[int] = (),
        seats: int = 3,
    ) -> None:
        super().__init__(GAME, len(state.position.scores) if state else seats, draws, names, bots)
        if state is not None:
            self.lay_out(state, state.position.options, asked=10_000)

"""What a player is in the middle of: nothing, choosing a power, answering its questions, confirming.

Beside what every table has (`tui.boards.kit.intents`).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.court.model.moves import Use
from engine.court.model.state import Kind
from tui.boards.court.play.recipes import Answer, PowerChoice, PowerStep, Recipe
from tui.boards.kit.intents import Idle, Sure


class Powers(NamedTuple):
    """Choosing one of the own cards to use."""


class Using(NamedTuple):
    """Answering a card's questions; `at` is the value under the cursor, where values are asked."""

    recipe: Recipe
    given: tuple[PowerChoice, ...] = ()
    at: int = 0

    @property
    def card(self) -> Kind:
        return self.recipe.card

    @property
    def step(self) -> PowerStep | None:
        """The open question; None: all are answered."""
        steps = self.recipe.steps
        return steps[len(self.given)] if len(self.given) < len(steps) else None

    @property
    def values(self) -> tuple[Answer, ...]:
        """What can be chosen, where a value is asked."""
        return self.recipe.answers(self.given) if self.step and self.step.of == "value" else ()

    @property
    def places(self) -> tuple[int, ...]:
        """Where the dice chosen so far lie."""
        return tuple(place for choice in self.given for place in choice.places)

    def answered(self, choice: PowerChoice) -> Using:
        return Using(self.recipe, (*self.given, choice))

    def back(self) -> Using | Powers:
        """One question earlier."""
        return Using(self.recipe, self.given[:-1]) if self.given else Powers()

    def use(self, *more: PowerChoice) -> Use | None:
        """The move these answers make, with `more` besides; None: they make none yet."""
        return self.recipe.use((*self.given, *more))

    @property
    def under_cursor(self) -> Use | None:
        """The move that Enter would make now, where no dice are asked."""
        return self.use(PowerChoice(self.values[self.at])) if self.values else self.use()


Intent = Idle | Powers | Using | Sure

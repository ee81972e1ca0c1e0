"""What a player of court is in the middle of: nothing, choosing a power, answering its questions, confirming.

`tui.boards.kit.view_model` has the intents of every table.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.court.model.moves import Use
from engine.court.model.state import Kind
from tui.boards.court.play.power_questions import Answer, PowerChoice, PowerQuestions, PowerStep
from tui.boards.kit.view_model import Confirming, NoIntent


class ChoosingPower(NamedTuple):
    """The player is choosing one of the own cards to use."""


class UsingPower(NamedTuple):
    """The player is answering the questions of a power. `at` is the index of the value under the cursor."""

    questions: PowerQuestions
    given: tuple[PowerChoice, ...] = ()
    at: int = 0

    @property
    def card(self) -> Kind:
        """The card whose power is used."""
        return self.questions.card

    @property
    def step(self) -> PowerStep | None:
        """The open question; None if all are answered."""
        steps = self.questions.steps
        return steps[len(self.given)] if len(self.given) < len(steps) else None

    @property
    def values(self) -> tuple[Answer, ...]:
        """The values to choose from, if a value is asked."""
        return self.questions.answers(self.given) if self.step and self.step.of == "value" else ()

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the dice chosen so far."""
        return tuple(place for choice in self.given for place in choice.places)

    def answered(self, choice: PowerChoice) -> UsingPower:
        """Return the intent with one more answer."""
        return UsingPower(self.questions, (*self.given, choice))

    def back(self) -> UsingPower | ChoosingPower:
        """Return the intent one question earlier."""
        return UsingPower(self.questions, self.given[:-1]) if self.given else ChoosingPower()

    def use(self, *more: PowerChoice) -> Use | None:
        """Return the move that these answers and `more` make; None if they make none yet."""
        return self.questions.use((*self.given, *more))

    @property
    def under_cursor(self) -> Use | None:
        """Return the move that Enter would make now, if no dice are asked."""
        return self.use(PowerChoice(self.values[self.at])) if self.values else self.use()


Intent = NoIntent | ChoosingPower | UsingPower | Confirming

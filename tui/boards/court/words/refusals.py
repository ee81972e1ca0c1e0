"""Why a move of court is refused, one sentence for every code, in terms of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.court.model.refusals import Code
from engine.game import Refused
from tui.boards.court.words import phrases
from tui.boards.court.words.names import CARDS
from tui.boards.kit import refusals
from tui.boards.kit.board import Names
from tui.boards.kit.refusals import OF_ANY_GAME, refusal_sentence
from tui.language.texts import N_, Sentence, Texts

EXAMPLES = ("roll", "keep 3 3", "use maid 2+3")
"""Moves in notation, as programs write them; see `tui.boards.kit.speech.advised`."""


class CourtRefusalWords(refusals.RefusalWords):
    """The parameters of a refusal of court as words."""

    card_names = CARDS
    examples = EXAMPLES

    @property
    def dice(self) -> str:
        """The dice from the highest down: 6 4 4 1."""
        return phrases.dice(self.params["dice"])


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence for a refusal; None if its code is not one of court."""
    return refusal_sentence(SENTENCES, CourtRefusalWords(texts, names, refused.params), refused)


_TURN: dict[Code, Sentence[CourtRefusalWords]] = {
    "not-your-turn": N_("It's {name}'s turn."),
    "no-power": N_("{card} has no power to use.", card="{the_card}"),
    "not-sorted": N_("The dice {dice} are not in order."),
}

_COURSE: dict[Code, Sentence[CourtRefusalWords]] = {
    "not-before-first-roll": N_("You haven't rolled yet: roll your dice first."),
    "only-before-first-roll": N_("You can only give up a turn before its first roll."),
    "must-keep-first": N_("Set aside at least one die before you reroll the others."),
    "no-active-dice": N_("No active dice left: all of them are set aside."),
    "dice-still-active": N_("Set aside every die to end your turn; still active: {dice}."),
    "no-dice-named": N_("No die is marked: the space bar marks the one at ►."),
    "not-active": N_("Not among the active dice: {dice}."),
    "no-such-face": N_("A die shows 1 to 6, never {face}."),
}

_POWERS: dict[Code, Sentence[CourtRefusalWords]] = {
    "not-owned": N_("You do not own {card}."),
    "already-used": N_("{card} was already used this turn: each card works once a turn.", card="{the_card}"),
    "no-choice": N_("{card} can't be used on any active die now."),
    "adds-after-first-roll": N_("At this table {card} works only after the first roll.", card="{the_card}"),
    "no-die-left": N_("All twelve dice are already in play: there is no die left to add."),
    "face-not-chosen": N_("{card} adds a die with a fixed face: only the Queen chooses.", card="{the_card}"),
    "queen-needs-face": N_("Say which face the Queen's die shows."),
    "queen-rolls-it": N_("Before the first roll, the Queen's die is rolled with the rest: name no face."),
    "jester-one-die": N_("The Jester rerolls exactly one die."),
    "maid-adds-one-to-three": N_("The Maid adds 1, 2 or 3."),
    "needs-two-dice": N_("{card} needs at least two active dice.", card="{the_card}"),
    "needs-pips": N_("The Philosopher moves at least one pip."),
    "die-would-pass-six": N_("A {face} would go above 6: {card} can't change it.", card="{the_card}"),
    "die-below-one": N_("A {face} would fall below 1: every die keeps at least one pip."),
    "astronomer-needs-aside": N_("The Astronomer needs a die already set aside."),
    "face-not-aside": N_("The Astronomer copies a die set aside, and none of those shows a {face}."),
    "already-shows": N_("That die already shows a {face}."),
    "alchemist-two-or-three": N_("The Alchemist takes two or three active dice."),
    "sum-must-stay": N_("The Alchemist keeps the sum: {before} pips cannot become {after}."),
    "nothing-changes": N_("That changes nothing."),
}

_ENDING: dict[Code, Sentence[CourtRefusalWords]] = {
    "final-round-no-cards": N_("In the final round nobody takes cards."),
    "not-final-round": N_("That is only possible in the final round."),
    "queen-never-alone": N_("The Queen comes with the King, never alone."),
    "king-taken": N_("{name} has the King: beat that result in the final round."),
    "no-unflipped-jester": N_("A Charlatan is a flipped Jester, and you have no Jester to flip."),
    "already-own": N_("You already own {card}: you can only have one of a kind."),
    "sold-out": N_("{card} is sold out.", card="{the_card}"),
    "condition-not-met": N_("The dice you set aside don't pay for {card}.", card="{the_card}"),
}

SENTENCES: Mapping[Code, Sentence[CourtRefusalWords]] = MappingProxyType(
    {**OF_ANY_GAME, **_TURN, **_COURSE, **_POWERS, **_ENDING}
)

"""Why a move of court is refused, one sentence for every code, in terms of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Refused
from tui.boards.court.words import phrases
from tui.boards.court.words.names import CARDS
from tui.boards.kit import refusals
from tui.boards.kit.board import Names
from tui.boards.kit.refusals import OF_ANY_GAME, worded
from tui.language.texts import Texts

EXAMPLES = ("roll", "keep 3 3", "use maid 2+3")
"""Moves in notation, as programs write them; see `tui.boards.kit.speech.advised`."""


class Said(refusals.Said):
    """What a sentence of court's can be made of."""

    called = CARDS
    examples = EXAMPLES

    @property
    def dice(self) -> str:
        return phrases.dice(self.params["dice"])


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence; None where the code is not one of court's."""
    return worded(SENTENCES, Said(texts, names, refused.params), refused)


Sentence = refusals.Sentence[Said]

_AROUND: dict[str, Sentence] = {
    "not-your-turn": lambda texts, said: texts._("It is the turn of {name}.", name=said.name),
    "no-power": lambda texts, said: texts._("{card} has no power to use.", card=said.the_card),
    "not-sorted": lambda texts, said: texts._("The dice {dice} are not in order.", dice=said.dice),
}

_COURSE: dict[str, Sentence] = {
    "not-before-first-roll": lambda texts, _: texts._("Nothing is rolled yet: roll the dice in hand first."),
    "only-before-first-roll": lambda texts, _: texts._(
        "Giving up is only possible before the first roll of the turn."
    ),
    "must-keep-first": lambda texts, _: texts._(
        "Set aside at least one die before you roll the others again."
    ),
    "no-active-dice": lambda texts, _: texts._("No active die is left: all of them lie aside."),
    "dice-still-active": lambda texts, said: texts._(
        "The turn ends when every die lies aside; still active: {dice}.", dice=said.dice
    ),
    "no-dice-named": lambda texts, _: texts._("No die is marked: the space bar marks the one in brackets."),
    "not-active": lambda texts, said: texts._("Not among the active dice: {dice}.", dice=said.dice),
    "no-such-face": lambda texts, said: texts._(
        "A die shows 1 to 6, never {face}.", face=said.params["face"]
    ),
}

_POWERS: dict[str, Sentence] = {
    "not-owned": lambda texts, said: texts._("You do not own {card}.", card=said.card),
    "already-used": lambda texts, said: texts._(
        "{card} was used this turn already: each card works once a turn.", card=said.the_card
    ),
    "no-choice": lambda texts, said: texts._("No active die allows {card} now.", card=said.card),
    "adds-after-first-roll": lambda texts, said: texts._(
        "At this table {card} works only after the first roll.", card=said.the_card
    ),
    "no-die-left": lambda texts, _: texts._("All twelve dice are in this turn: no die is left to add."),
    "face-not-chosen": lambda texts, said: texts._(
        "{card} adds a die with a fixed face: only the Queen chooses.", card=said.the_card
    ),
    "queen-needs-face": lambda texts, _: texts._("Say which face the Queen's die shows."),
    "queen-rolls-it": lambda texts, _: texts._(
        "Before the first roll the Queen's die goes into the hand and shows no face."
    ),
    "jester-one-die": lambda texts, _: texts._("The Jester rerolls exactly one die."),
    "maid-adds-one-to-three": lambda texts, _: texts._("The Maid adds 1, 2 or 3."),
    "needs-two-dice": lambda texts, said: texts._(
        "{card} needs at least two active dice.", card=said.the_card
    ),
    "needs-pips": lambda texts, _: texts._("The Philosopher moves at least one pip."),
    "die-would-pass-six": lambda texts, said: texts._(
        "A {face} would pass 6: {card} cannot choose it.", face=said.params["face"], card=said.the_card
    ),
    "die-below-one": lambda texts, said: texts._(
        "A {face} would fall below 1: every die keeps at least one pip.", face=said.params["face"]
    ),
    "astronomer-needs-aside": lambda texts, _: texts._("The Astronomer needs a die already set aside."),
    "face-not-aside": lambda texts, said: texts._(
        "The Astronomer copies a die set aside, and no {face} lies aside.", face=said.params["face"]
    ),
    "already-shows": lambda texts, said: texts._(
        "That die shows a {face} already.", face=said.params["face"]
    ),
    "alchemist-two-or-three": lambda texts, _: texts._("The Alchemist takes two or three active dice."),
    "sum-must-stay": lambda texts, said: texts._(
        "The Alchemist keeps the sum: {before} pips cannot become {after}.", **said.params
    ),
    "nothing-changes": lambda texts, _: texts._("That changes nothing."),
}

_ENDING: dict[str, Sentence] = {
    "final-round-no-cards": lambda texts, _: texts._("In the final round nobody takes cards."),
    "not-final-round": lambda texts, _: texts._("That is only possible in the final round."),
    "queen-never-alone": lambda texts, _: texts._("The Queen comes with the King, never alone."),
    "king-taken": lambda texts, said: texts._(
        "{name} has the King: beat the mark in the final round.", name=said.name
    ),
    "no-unflipped-jester": lambda texts, _: texts._(
        "A Charlatan is an own Jester turned over, and you have none to turn."
    ),
    "already-own": lambda texts, said: texts._(
        "You own {card} already: one of a kind is all you may have.", card=said.card
    ),
    "sold-out": lambda texts, said: texts._("{card} is sold out.", card=said.the_card),
    "condition-not-met": lambda texts, said: texts._(
        "The dice set aside do not show what {card} demands.", card=said.the_card
    ),
}

SENTENCES: Mapping[str, Sentence] = MappingProxyType(
    {**OF_ANY_GAME, **_AROUND, **_COURSE, **_POWERS, **_ENDING}
)

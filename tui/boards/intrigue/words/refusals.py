"""Why a move of intrigue is refused, one sentence for every code, in terms of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Refused
from tui.boards.intrigue.words.names import CARDS
from tui.boards.kit import refusals
from tui.boards.kit.board import Names
from tui.boards.kit.refusals import OF_ANY_GAME, worded
from tui.language.texts import Texts

EXAMPLES = ("play heir end", "reveal", "leave", "remove 2")
"""Moves in notation, as programs write them; see `tui.boards.kit.speech.advised`."""


class Said(refusals.Said):
    """What a sentence of intrigue's can be made of."""

    called = CARDS
    examples = EXAMPLES


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence; None where the code is not one of intrigue's."""
    return worded(SENTENCES, Said(texts, names, refused.params), refused)


Sentence = refusals.Sentence[Said]

_AROUND: dict[str, Sentence] = {
    "not-your-turn": lambda texts, said: texts._("It is the turn of {name}.", name=said.name),
}

_COURSE: dict[str, Sentence] = {
    "card-phase": lambda texts, _: texts._("Now everybody plays a card: choose one of your hand."),
    "resolution-phase": lambda texts, _: texts._(
        "The queue is being resolved: cards are played again in the next round."
    ),
    "reveal-or-leave": lambda texts, said: texts._(
        "Your card at place {place} lies face down: reveal it or leave it.", place=said.params["place"]
    ),
    "already-revealed": lambda texts, said: texts._(
        "{card} is carried out already: choose for it.", card=said.the_card
    ),
    "other-choice": lambda texts, said: texts._(
        "{card} asks for another kind of choice, for example {form}",
        card=said.the_card,
        form=said.form,
    ),
}

_PLAYING: dict[str, Sentence] = {
    "not-in-hand": lambda texts, said: texts._("You do not have {card} in your hand.", card=said.card),
    "queue-empty": lambda texts, _: texts._("The queue is empty: the first card opens it, at the front."),
    "no-such-place": lambda texts, said: texts._(
        "There is no place {place}: the last one is {last}.", **said.params
    ),
    "not-own-stack": lambda texts, said: texts._(
        "A card of {name} lies on top at place {place}: cover only your own cards.",
        place=said.params["place"],
        name=said.name,
    ),
}

_EFFECTS: dict[str, Sentence] = {
    "not-itself": lambda texts, said: texts._("{card} never removes itself.", card=said.the_card),
    "first-or-last": lambda texts, said: texts._(
        "The Archer removes the first or the last card: place 1 or {last}.", last=said.params["last"]
    ),
    "not-adjacent": lambda texts, said: texts._(
        "{card} reaches only the cards right beside it, not place {place}.",
        card=said.the_card,
        place=said.params["place"],
    ),
    "decree-stays": lambda texts, _: texts._("The Royal Decree moves another card, not itself."),
    "same-place": lambda texts, said: texts._(
        "The card is at place {place} already.", place=said.params["place"]
    ),
    "not-same-family": lambda texts, said: texts._(
        "The cards at places {place} and {on} are of different families.", **said.params
    ),
    "no-such-seat": lambda texts, said: texts._("There is no seat {seat} here.", seat=said.params["seat"]),
    "own-family": lambda texts, _: texts._("The Spy steals from another family, never from its own."),
    "family-not-adjacent": lambda texts, said: texts._(
        "{name} has no card on top right beside the Spy.", name=said.name
    ),
}

SENTENCES: Mapping[str, Sentence] = MappingProxyType(
    {**OF_ANY_GAME, **_AROUND, **_COURSE, **_PLAYING, **_EFFECTS}
)

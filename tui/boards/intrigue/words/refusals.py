"""Why a move of intrigue is refused, one sentence for every code, in terms of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Refused
from engine.intrigue.model.refusals import Code
from tui.boards.intrigue.words.names import CARDS
from tui.boards.kit import refusals
from tui.boards.kit.board import Names
from tui.boards.kit.refusals import OF_ANY_GAME, refusal_sentence
from tui.language.texts import N_, Sentence, Texts

EXAMPLES = ("play heir end", "reveal", "leave", "remove 2")
"""Moves in notation, as programs write them; see `tui.boards.kit.speech.advised`."""


class IntrigueRefusalWords(refusals.RefusalWords):
    """The parameters of a refusal of intrigue as words."""

    card_names = CARDS
    examples = EXAMPLES


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence for a refusal; None if its code is not one of intrigue."""
    return refusal_sentence(SENTENCES, IntrigueRefusalWords(texts, names, refused.params), refused)


_TURN: dict[Code, Sentence[IntrigueRefusalWords]] = {"not-your-turn": N_("It's {name}'s turn.")}

_COURSE: dict[Code, Sentence[IntrigueRefusalWords]] = {
    "card-phase": N_("Everyone plays a card now: choose one from your hand."),
    "resolution-phase": N_("The queue is being resolved: you can play a card again next round."),
    "reveal-or-leave": N_("Your card at place {place} lies face down: reveal it or leave it."),
    "already-revealed": N_("{card} is already resolving: make its choice.", card="{the_card}"),
    "other-choice": N_("{card} asks for another kind of choice, for example {form}", card="{the_card}"),
}

_PLAYING: dict[Code, Sentence[IntrigueRefusalWords]] = {
    "not-in-hand": N_("You do not have {card} in your hand."),
    "queue-empty": N_("The queue is empty: play the first card at the front."),
    "no-such-place": N_("There is no place {place}: the last one is {last}."),
    "not-own-stack": N_("Place {place} is topped by {name}'s card; you can only cover your own."),
}

_EFFECTS: dict[Code, Sentence[IntrigueRefusalWords]] = {
    "not-itself": N_("{card} never removes itself.", card="{the_card}"),
    "first-or-last": N_("The Archer removes the first or the last card: place 1 or {last}."),
    "not-adjacent": N_(
        "{card} only reaches the cards right next to it, not place {place}.", card="{the_card}"
    ),
    "decree-stays": N_("The Royal Decree moves another card, not itself."),
    "same-place": N_("The card is already at place {place}."),
    "not-same-family": N_("The cards at places {place} and {on} are of different families."),
    "no-such-seat": N_("There is no seat {seat} here."),
    "own-family": N_("The Spy steals from another family, never from its own."),
    "family-not-adjacent": N_("{name} has no top card right next to the Spy."),
}

SENTENCES: Mapping[Code, Sentence[IntrigueRefusalWords]] = MappingProxyType(
    {**OF_ANY_GAME, **_TURN, **_COURSE, **_PLAYING, **_EFFECTS}
)

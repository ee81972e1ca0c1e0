"""Why a move of laurin is refused, one sentence for every code, in terms of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Refused
from engine.laurin.model.names import Question
from engine.laurin.model.refusals import Code
from tui.boards.kit import refusals
from tui.boards.kit.board import Names
from tui.boards.kit.refusals import OF_ANY_GAME, refusal_sentence
from tui.boards.laurin.words import phrases
from tui.boards.laurin.words.names import CARDS, object_, way
from tui.language.texts import N_, NN_, Sentence, Texts, Translatable
from tui.language.wording import listed

EXAMPLES = ("place 3/2 c4", "bid 3 3 1", "pass")
"""Moves in notation, as programs write them; see `tui.boards.kit.speech.advised`."""


class LaurinRefusalWords(refusals.RefusalWords):
    """The parameters of a refusal of laurin as words."""

    card_names = CARDS
    examples = EXAMPLES

    @property
    def other(self) -> str:
        """The magic card that worked before."""
        return object_(self.texts, self.params["after"])

    @property
    def cards(self) -> str:
        """Treasure cards, as `phrases.treasure` writes them."""
        return phrases.treasure(self.params["cards"])

    @property
    def asked(self) -> str:
        """The names of those who are asked."""
        return listed(self.texts, map(self.names, self.params["asked"]))

    @property
    def way(self) -> str:
        """The direction as a word."""
        return way(self.texts, self.params["direction"])


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence for a refusal; None if its code is not one of laurin."""
    return refusal_sentence(SENTENCES, LaurinRefusalWords(texts, names, refused.params), refused)


_QUESTIONS: Mapping[Question, Translatable] = MappingProxyType(
    {
        "buy": N_("Not now: buy a magic card, or pass."),
        "give": N_("Not now: hand out the movement cards."),
        "place": N_("Not now: place dwarfs, or end your turn."),
        "move": N_("Not now: move dwarfs, or end your turn."),
        "bid": N_("Not now: this is the auction. Bid or pass."),
        "take-back": N_("Not now: choose which bid cards to take back."),
        "king": N_("Not now: choose where the King goes."),
        "king-free": N_("Not now: choose where the King goes, or pass."),
        "king-last": N_("Not now: move the King with the last card, or pass."),
        "react": N_("Not now: play magic, or pass."),
        "counter": N_("Not now: counter the magic, or pass."),
    }
)

_TURN: dict[Code, Sentence[LaurinRefusalWords]] = {
    "not-your-turn": N_("It isn't your turn: waiting for {names}.", names="{asked}"),
    "not-now": lambda texts, said: texts.of(_QUESTIONS[said.params["question"]]),
    "not-sorted": N_("Those aren't in the standard order."),
    "no-such-seat": N_("There is no seat {number}.", number="{seat}"),
    "no-such-square": N_("There is no square {square}: they go from a1 to h8."),
}

_MARKET: dict[Code, Sentence[LaurinRefusalWords]] = {
    "not-in-hand": N_("You do not have these cards: {cards}."),
    "no-cards-named": N_("No treasure picked: press 3, 2 or 1 to add a card."),
    "not-on-offer": N_("{card} isn't for sale.", card="{the_card}"),
    "pays-too-little": N_("{card} costs {price}: add more treasure.", card="{the_card}"),
    "pays-too-much": N_("{card} costs {price}: you don't need that {spare}.", card="{the_card}"),
    "not-drawn": N_("Movement card {card} isn't there to be given."),
    "has-card": N_("{name} already has a movement card."),
}

_GARDEN: dict[Code, Sentence[LaurinRefusalWords]] = {
    "not-in-stock": N_("You have no {dwarf} left to place."),
    "square-taken": N_("A dwarf stands on {square} already."),
    "too-many-points": N_("That needs {points} placing points; you have {left} left."),
    "already-moved": N_("You've already moved this turn: all dwarfs move in one go."),
    "too-many-lifted": NN_(
        "Your card lets you lift {number} dwarf.", "Your card lets you lift {number} dwarfs.", number="{most}"
    ),
    "no-dwarfs-named": N_("No dwarf is lifted yet."),
    "lifted-twice": N_("The dwarf on {square} is already lifted."),
    "no-dwarf-there": N_("There is no dwarf on {square}."),
    "not-your-dwarf": N_("The dwarf on {square} belongs to {name}."),
    "set-down-twice": N_("Only one dwarf fits on {square}."),
    "changes-nothing": N_("That changes nothing on {square}."),
}

_AUCTION: dict[Code, Sentence[LaurinRefusalWords]] = {
    "not-bid": N_("You did not bid these cards: {cards}."),
    "takes-back-too-many": NN_(
        "You may take back {number} card: half of your bid, rounded down.",
        "You may take back {number} cards: half of your bid, rounded down.",
        number="{most}",
    ),
    "no-card-there": N_("{name} has no movement card."),
    "direction-not-on-card": N_("{name}'s card doesn't go {way}."),
    "leaves-board": N_("The King would leave the garden going {way}."),
    "no-lapse": N_("{name}'s card stays in the garden both ways: it can't lapse."),
    "must-choose": N_("You won the auction: you have to choose a card."),
    "last-card-no-lapse": N_("The last card does not lapse: you may pass."),
}

_MAGIC: dict[Code, Sentence[LaurinRefusalWords]] = {
    "not-owned": N_("You do not own {card}."),
    "magic-not-now": N_("{card} cannot be played now.", card="{the_card}"),
    "too-few-dwarfs": N_("The Exchange needs two dwarfs in the garden."),
    "nothing-to-ban": N_("{name} has nothing to do in this turn anyway."),
    "ban-next-only": N_("The Magic Ban only works on whoever plays next: {name}."),
    "once-per-kings-move": N_("{card} was already played in this King's move.", card="{the_card}"),
    "not-after": N_("{card} cannot follow {other} in the same King's move.", card="{the_card}"),
    "revolt-too-short": N_("The Dwarf Revolt needs a King's move of two or three steps."),
    "revolt-straight": NN_(
        "The King must first go straight on for {number} step.",
        "The King must first go straight on for 1 to {number} steps.",
        number="{most}",
    ),
    "revolt-right-angle": N_("The King went {way}: the revolt turns him at a right angle."),
}

SENTENCES: Mapping[Code, Sentence[LaurinRefusalWords]] = MappingProxyType(
    {**OF_ANY_GAME, **_TURN, **_MARKET, **_GARDEN, **_AUCTION, **_MAGIC}
)

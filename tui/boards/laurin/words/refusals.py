"""Why a move of laurin is refused, one sentence for every code, in terms of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import Refused
from engine.laurin.model.names import Question
from tui.boards.kit import refusals
from tui.boards.kit.board import Names
from tui.boards.kit.refusals import OF_ANY_GAME, worded
from tui.boards.laurin.words import phrases
from tui.boards.laurin.words.names import CARDS, object_, way
from tui.language.texts import Texts
from tui.language.wording import listed

EXAMPLES = ("place 3/2 c4", "bid 3 3 1", "pass")
"""Moves in notation, as programs write them; see `tui.boards.kit.speech.advised`."""


class Said(refusals.Said):
    """What a sentence of laurin's can be made of."""

    called = CARDS
    examples = EXAMPLES

    @property
    def other(self) -> str:
        """The magic card that worked before."""
        return object_(self.texts, self.params["after"])

    @property
    def cards(self) -> str:
        return phrases.treasure(self.params["cards"])

    @property
    def asked(self) -> str:
        return listed(self.texts, map(self.names, self.params["asked"]))

    @property
    def way(self) -> str:
        return way(self.texts, self.params["direction"])


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence; None where the code is not one of laurin's."""
    return worded(SENTENCES, Said(texts, names, refused.params), refused)


Sentence = refusals.Sentence[Said]

_QUESTIONS: Mapping[Question, Callable[[Texts], str]] = MappingProxyType(
    {
        "buy": lambda texts: texts._("Not now: magic is for sale, buy a card or pass."),
        "give": lambda texts: texts._("Not now: the movement cards are handed out."),
        "place": lambda texts: texts._("Not now: dwarfs are placed; end your turn when you are done."),
        "move": lambda texts: texts._("Not now: dwarfs are moved; end your turn when you are done."),
        "bid": lambda texts: texts._("Not now: a King's move is auctioned, bid or pass."),
        "take-back": lambda texts: texts._("Not now: say which cards of your bid you take back."),
        "king": lambda texts: texts._("Not now: choose where the King goes."),
        "king-free": lambda texts: texts._("Not now: choose where the King goes, or pass."),
        "king-last": lambda texts: texts._("Not now: lead the King with the last card, or pass."),
        "react": lambda texts: texts._("Not now: play magic, or pass."),
        "counter": lambda texts: texts._("Not now: counter the magic, or pass."),
    }
)

_AROUND: dict[str, Sentence] = {
    "not-your-turn": lambda texts, said: texts._("You are not asked now, but {names}.", names=said.asked),
    "not-now": lambda texts, said: _QUESTIONS[said.params["question"]](texts),
    "not-sorted": lambda texts, _: texts._("That is not written in its order."),
    "no-such-seat": lambda texts, said: texts._("There is no seat {number}.", number=said.params["seat"]),
    "no-such-square": lambda texts, said: texts._(
        "There is no square {square}: they go from a1 to h8.", square=said.params["square"]
    ),
}

_MARKET: dict[str, Sentence] = {
    "not-in-hand": lambda texts, said: texts._("You do not have these cards: {cards}.", cards=said.cards),
    "no-cards-named": lambda texts, _: texts._("No treasure card is laid out: 3, 2 and 1 lay one out."),
    "not-on-offer": lambda texts, said: texts._("{card} is not on offer.", card=said.the_card),
    "pays-too-little": lambda texts, said: texts._(
        "{card} costs {price}: lay out more.", card=said.the_card, price=said.params["price"]
    ),
    "pays-too-much": lambda texts, said: texts._(
        "{card} costs {price}: a {spare} could be left out.",
        card=said.the_card,
        price=said.params["price"],
        spare=said.params["spare"],
    ),
    "not-drawn": lambda texts, said: texts._(
        "The movement card {card} is not there to be given.", card=said.params["card"]
    ),
    "has-card": lambda texts, said: texts._("{name} has a movement card already.", name=said.name),
}

_GARDEN: dict[str, Sentence] = {
    "not-in-stock": lambda texts, said: texts._(
        "You have no {dwarf} to place any more.", dwarf=said.params["dwarf"]
    ),
    "square-taken": lambda texts, said: texts._(
        "On {square} stands a dwarf of {name}.", square=said.params["square"], name=said.name
    ),
    "too-many-points": lambda texts, said: texts._(
        "Placing points needed: {points}; left: {left}.", **said.params
    ),
    "already-moved": lambda texts, _: texts._("You have moved in this turn: all are lifted at once."),
    "too-many-lifted": lambda texts, said: texts.ngettext(
        "Your card lets you lift {number} dwarf.",
        "Your card lets you lift {number} dwarfs.",
        said.params["most"],
    ),
    "no-dwarfs-named": lambda texts, _: texts._("No dwarf is lifted yet."),
    "lifted-twice": lambda texts, said: texts._(
        "The dwarf on {square} is lifted already.", square=said.params["square"]
    ),
    "no-dwarf-there": lambda texts, said: texts._(
        "On {square} stands no dwarf.", square=said.params["square"]
    ),
    "not-your-dwarf": lambda texts, said: texts._(
        "The dwarf on {square} belongs to {name}.", square=said.params["square"], name=said.name
    ),
    "set-down-twice": lambda texts, said: texts._(
        "Only one dwarf fits on {square}.", square=said.params["square"]
    ),
    "changes-nothing": lambda texts, said: texts._(
        "That changes nothing on {square}.", square=said.params["square"]
    ),
}

_AUCTION: dict[str, Sentence] = {
    "not-bid": lambda texts, said: texts._("You did not bid these cards: {cards}.", cards=said.cards),
    "takes-back-too-many": lambda texts, said: texts.ngettext(
        "You may take back {number} card: half of your bid, rounded down.",
        "You may take back {number} cards: half of your bid, rounded down.",
        said.params["most"],
    ),
    "no-card-there": lambda texts, said: texts._("In front of {name} lies no movement card.", name=said.name),
    "direction-not-on-card": lambda texts, said: texts._(
        "The card of {name} does not lead {way}.", name=said.name, way=said.way
    ),
    "leaves-board": lambda texts, said: texts._("{way} the King would leave the garden.", way=said.way),
    "no-lapse": lambda texts, said: texts._(
        "The card of {name} stays in the garden both ways: it cannot lapse.", name=said.name
    ),
    "must-choose": lambda texts, _: texts._("You won the auction: you have to choose a card."),
    "last-card-no-lapse": lambda texts, _: texts._("The last card does not lapse: you may pass."),
}

_MAGIC: dict[str, Sentence] = {
    "not-owned": lambda texts, said: texts._("You do not own {card}.", card=said.card),
    "magic-not-now": lambda texts, said: texts._("{card} cannot be played now.", card=said.the_card),
    "too-few-dwarfs": lambda texts, _: texts._("The Exchange needs two dwarfs in the garden."),
    "ban-next-only": lambda texts, said: texts._(
        "The Magic Ban is for whose turn comes next: {name}.", name=said.name
    ),
    "once-per-kings-move": lambda texts, said: texts._(
        "{card} was played in this King's move already.", card=said.the_card
    ),
    "not-after": lambda texts, said: texts._(
        "{card} cannot follow {other} in the same King's move.", card=said.the_card, other=said.other
    ),
    "revolt-too-short": lambda texts, _: texts._(
        "The Dwarf Revolt needs a King's move of two or three points."
    ),
    "revolt-straight": lambda texts, said: texts.ngettext(
        "The King goes straight on for {number} point.",
        "The King goes straight on for 1 to {number} points.",
        said.params["most"],
    ),
    "revolt-right-angle": lambda texts, said: texts._(
        "The King went {way}: the revolt turns him at a right angle.", way=said.way
    ),
}

SENTENCES: Mapping[str, Sentence] = MappingProxyType(
    {**OF_ANY_GAME, **_AROUND, **_MARKET, **_GARDEN, **_AUCTION, **_MAGIC}
)

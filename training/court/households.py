"""The chances of an owner of cards in one turn. They come from `engine.court.odds` and are never too high."""

from __future__ import annotations

from functools import cached_property, lru_cache

from engine.court.bots.king_race import Mark, beat_chance
from engine.court.model.cards import MOST_DICE, hand_size, in_rows
from engine.court.model.state import Kind
from engine.court.odds.card_effects import ADDERS, UnusedCards
from engine.court.odds.targets import CARDS
from engine.court.rules import powers

Cards = tuple[Kind, ...]
MARKS: tuple[Mark, ...] = tuple((count, face) for count in range(7, MOST_DICE + 1) for face in (1, 3, 5, 6))
"""The marks that are told apart, ascending: a result counts as the highest of them that it reaches."""


class Household:
    """The cards of a seat, with the chances of what a turn can bring."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self._hand = hand_size(cards)
        adders = tuple([card for card in ADDERS if card in cards][: MOST_DICE - self._hand])
        self.most = min(MOST_DICE, self._hand + len(adders))
        """The most dice of a turn."""
        self._unused = UnusedCards(tuple([card for card in cards if card in powers.CHANGERS]), adders)
        self._chances: dict[Kind, float] = {}
        self._reached: dict[Mark, float] = {}

    def chance(self, card: Kind) -> float:
        """The chance (0 to 1) to pay for a card in one turn."""
        if card not in self._chances:
            target = CARDS.get(card)
            if target is None:
                self._chances[card] = 1.0
            elif not target.possible((), self.most):
                self._chances[card] = 0.0
            else:
                self._chances[card] = min(1.0, target.before_roll((), self._hand, self._unused))
        return self._chances[card]

    def reach(self, mark: Mark) -> float:
        """The chance (0 to 1) to equal or beat a mark in one turn."""
        if mark[0] > self.most:
            return 0.0
        if mark not in self._reached:
            self._reached[mark] = min(1.0, beat_chance(self.cards, mark, equal=True))
        return self._reached[mark]

    def result(self, luck: float) -> Mark | None:
        """The mark that a turn of this luck (0 best, 1 worst) reaches; None below seven alike."""
        return next((mark for mark in reversed(MARKS) if self.reach(mark) >= luck), None)

    @cached_property
    def with_queen(self) -> Household:
        """The same household once it has the Queen."""
        return household(in_rows((*self.cards, "queen")))


@lru_cache(maxsize=1 << 17)
def household(cards: Cards) -> Household:
    """The household with these cards, in the order of the rows."""
    return Household(cards)


@lru_cache(maxsize=1 << 17)
def with_card(cards: Cards, card: Kind) -> Household:
    """The household after taking a card. A Charlatan is a flipped Jester."""
    own = list(cards)
    if card == "charlatan":
        own.remove("jester")
    return household(in_rows((*own, card)))


def beating(mark: Mark) -> Mark:
    """The lowest of MARKS that beats a mark; one that nobody reaches if there is none."""
    return next((other for other in MARKS if other > mark), (MOST_DICE + 1, 1))

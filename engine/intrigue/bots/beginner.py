"""The bots `beginner` and `novice`: play by page's rules, with the patience of a first evening.

They know what `page` knows, but
- save their strong cards: at the end of the queue they play one of the three that look weakest;
- wait: they leave a card that had better be revealed, while less than three influence lies on it;
- open an Ambush, or a Conspiracy, for the influence that lies on it, though it would gain more face down;
- remove the card that lies nearest, however dangerous another one is.

How many times of 100 each of them happens makes the difference between the two (`Slips`). They never remove
an own card while another one can go, and in the last round they take what lies on their cards. All mistakes
follow from their chance.

Mistakes that look as natural are none: strong cards early, revealing early and removing the richest card
cost page next to nothing (docs/bots.md).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.intrigue.bots.page import best_choice, reveals
from engine.intrigue.bots.plays import LATE, best_play
from engine.intrigue.bots.worth import rounds_left
from engine.intrigue.model.moves import LEAVE, REVEAL, Choice, Move, Play, Remove
from engine.intrigue.model.state import Kind, State, View
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.legal import spots
from engine.kit.mixture import slips

WEAKEST = 3
"""Among so many cards of the hand it plays one when it saves the others."""
ENOUGH = 3
"""The influence that it waits for."""


class Slips(NamedTuple):
    """How many times of 100 each mistake is made."""

    saves: int
    waits: int
    opens: int = 60
    nearest: int = 50


USUAL = Slips(saves=40, waits=30)


class Beginner:
    """Plays intrigue like somebody who has just learned it."""

    known_options = frozenset(("edition",))

    def __init__(self, name: str = "beginner", slips: Slips = USUAL) -> None:
        self.name, self._slips = name, slips

    def choose(self, _game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move, mistakes included. Draws for each of them."""
        position, resolving = view.position, view.position.resolving
        if resolving is None:
            return self._play(position, ask.seat, chance)
        if resolving.effect is None:
            return REVEAL if self._shown(position, ask.seat, resolving.place, chance) else LEAVE
        return self._chosen(position, ask.seat, resolving.place, resolving.effect, chance)

    def _play(self, position: State, seat: int, chance: Chance) -> Play:
        if not slips(chance, self._slips.saves):
            return best_play(position, seat)
        hand = sorted([kind for kind in position.hands[seat - 1] if kind], key=LATE.__getitem__)
        ends = [spot for spot in spots(position, seat) if not isinstance(spot, int)]
        return Play(chance.pick(hand[:WEAKEST]), ends[-1])

    def _shown(self, position: State, seat: int, place: int, chance: Chance) -> bool:
        """Whether it reveals the card of a place, which is its own."""
        card, by_rule = position.queue[place - 1][-1], reveals(position, seat)
        if not rounds_left(position):
            return by_rule
        if card.kind in {"ambush", "conspiracy"}:
            return by_rule or (card.influence > 0 and slips(chance, self._slips.opens))
        return by_rule and not (card.influence < ENOUGH and slips(chance, self._slips.waits))

    def _chosen(self, position: State, seat: int, place: int, effect: Kind, chance: Chance) -> Choice:
        found = choices(effect, position.queue, place, position.influence)
        foreign = [
            choice
            for choice in found
            if isinstance(choice, Remove) and position.queue[choice.place - 1][-1].owner != seat
        ]
        if foreign and slips(chance, self._slips.nearest):
            return min(foreign, key=lambda choice: (abs(choice.place - place), -choice.place))
        return best_choice(position, seat, place, effect)

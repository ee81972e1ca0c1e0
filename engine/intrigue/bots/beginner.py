"""The bot `beginner`: plays what looks strong where there is room, and cannot wait to reveal it.

It knows what `page` knows, but
- plays one of the three cards that look strongest in its hand, at the end or the front, and forgets what
  lies beside it: 65 times of 100; otherwise it plays by page's rules;
- reveals a card that had better wait, 60 times of 100: before there is anybody to steal from, beside a card
  of the same name, or for the first influence on a Conspiracy;
- removes the card of others with most influence on it, 50 times of 100, however dangerous another one is.

It never reveals an Ambush or an empty Conspiracy out of impatience, nor a card that would have to remove one
of its own; it never removes an own card while another one can go; and in the last round it takes what lies on
its cards. All mistakes follow from its chance.
"""

from __future__ import annotations

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.intrigue.bots.page import best_choice, reveals
from engine.intrigue.bots.plays import LATE, best_play
from engine.intrigue.bots.worth import rounds_left
from engine.intrigue.model.moves import LEAVE, REVEAL, Choice, Move, Play, Remove
from engine.intrigue.model.state import Kind, State, View
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.legal import spots
from engine.kit.slips import slips

FORGETS, HURRIES, STARES = 65, 60, 50
"""How many times of 100 each mistake is made."""
STRONGEST = 3
"""Among so many cards of the hand it plays one."""


class Beginner:
    """Plays intrigue like somebody who has just learned it."""

    name = "beginner"
    known_options = frozenset(("edition",))

    def choose(self, _game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move, mistakes included. Draws for each of them."""
        position, resolving = view.position, view.position.resolving
        if resolving is None:
            return _play(position, ask.seat, chance)
        if resolving.effect is None:
            return REVEAL if _shown(position, ask.seat, resolving.place, chance) else LEAVE
        return _chosen(position, ask.seat, resolving.place, resolving.effect, chance)


def _play(position: State, seat: int, chance: Chance) -> Play:
    if not slips(chance, FORGETS):
        return best_play(position, seat)
    hand = sorted([kind for kind in position.hands[seat - 1] if kind], key=LATE.__getitem__, reverse=True)
    ends = [spot for spot in spots(position, seat) if not isinstance(spot, int)]
    return Play(chance.pick(hand[:STRONGEST]), chance.pick((*ends, ends[-1])))


def _shown(position: State, seat: int, place: int, chance: Chance) -> bool:
    """Whether it reveals the card of a place, which is its own."""
    card = position.queue[place - 1][-1]
    if reveals(position, seat):
        return True
    if not rounds_left(position) or card.kind is None or not _tempting(position, seat, place, card.kind):
        return False
    return slips(chance, HURRIES)


def _tempting(position: State, seat: int, place: int, kind: Kind) -> bool:
    """Whether revealing this card at once looks like a good thing."""
    if kind in {"ambush", "conspiracy"}:
        return kind == "conspiracy" and position.queue[place - 1][-1].influence > 0
    found = tuple(choices(kind, position.queue, place, position.influence))
    removed = [choice for choice in found if isinstance(choice, Remove)]
    return bool(_of_others(position, seat, removed)) if removed else kind != "decree" or bool(found)


def _of_others(position: State, seat: int, removed: list[Remove]) -> list[Remove]:
    return [choice for choice in removed if position.queue[choice.place - 1][-1].owner != seat]


def _chosen(position: State, seat: int, place: int, effect: Kind, chance: Chance) -> Choice:
    found = choices(effect, position.queue, place, position.influence)
    foreign = _of_others(position, seat, [choice for choice in found if isinstance(choice, Remove)])
    if foreign and slips(chance, STARES):
        return max(foreign, key=lambda choice: position.queue[choice.place - 1][-1].influence)
    return best_choice(position, seat, place, effect)

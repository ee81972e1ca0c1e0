"""The queue resolved from its front: what is carried out, who is asked, what comes next.

Everything that needs nobody's decision happens at once: face-up cards one after another, and
effects that leave no choice. Sources: the rulebook's "Auswertungsphase"; intrigue.md, "A round"
and "Terms".

Readings chosen where the rules are silent:
- An effect with exactly one possible choice is carried out without a question, so is a
  Shapeshifter whose two neighbours would copy the same effect (it copies the first).
- A card left face down ends its place, whatever lies below it.
- "Another place" for the Decree is one that changes the queue: a card alone in its place cannot
  become that same place again, a card on a stack may come to stand right before or after it.
"""

from __future__ import annotations

from itertools import islice

from engine.intrigue.model.cards import ONE_TIME, ROUNDS
from engine.intrigue.model.events import Copied, Ended, Left, ResolutionBegan, Revealed, RoundBegan
from engine.intrigue.model.moves import Choice, Copy
from engine.intrigue.model.state import Card, Kind, Resolving
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.effects import carry_out
from engine.intrigue.rules.mutable_position import MutablePosition, kind_of
from engine.intrigue.rules.standings import winners
from engine.kit.seats import clockwise


def begin_round(position: MutablePosition) -> None:
    """Begins a round: the seat with the crown plays first."""
    position.waiting = clockwise(len(position.influence), position.crown)
    position.events.append(RoundBegan(position.round, position.crown))


def begin(position: MutablePosition) -> None:
    """Begins the resolution, after everybody has played."""
    position.events.append(ResolutionBegan(position.round))
    position.turn_to(1)
    _go_on(position)


def leave(position: MutablePosition) -> None:
    """Leaves the card being resolved face down; the cards below it are not resolved."""
    card = position.acting
    position.become(Card(card.owner, card.round, card.kind, card.up, card.influence + 1))
    position.events.append(Left(card.owner, position.place, card.influence + 1))
    position.turn_to(position.place + 1)
    _go_on(position)


def reveal(position: MutablePosition) -> None:
    """Turns the card being resolved face up and carries its effect out."""
    card, kind = position.acting, kind_of(position.acting)
    position.become(Card(card.owner, card.round, kind, True, card.influence))
    position.events.append(Revealed(card.owner, position.place, kind))
    if _start(position, kind):
        _go_on(position)


def choose(position: MutablePosition, effect: Kind, choice: Choice) -> None:
    """Carries out an effect with the choice of its owner."""
    if _perform(position, effect, choice):
        _go_on(position)


def _go_on(position: MutablePosition) -> None:
    """Resolves place by place until somebody has to decide or the round is over."""
    while position.place <= len(position.queue):
        card = position.acting
        if not card.up:
            position.resolving = Resolving(position.place)
            return
        if not _start(position, kind_of(card)):
            return
    _end_round(position)


def _start(position: MutablePosition, effect: Kind) -> bool:
    """Begins an effect; False: its owner has to choose first."""
    found = choices(effect, position.queue, position.place, position.influence)
    first_two = tuple(islice(found, 2))
    if len(first_two) == 2:
        position.resolving = Resolving(position.place, effect)
        return False
    return _perform(position, effect, first_two[0] if first_two else None)


def _perform(position: MutablePosition, effect: Kind, choice: Choice | None) -> bool:
    """Carries an effect out and turns to what is next; False: its owner has to choose first."""
    if isinstance(choice, Copy):
        copied = kind_of(position.queue[choice.place - 1][-1])
        position.events.append(Copied(position.acting.owner, position.place, choice.place, copied))
        return _start(position, copied)
    kind = kind_of(position.acting)
    carry_out(position, effect, choice)
    _settle(position, kind)
    return True


def _settle(position: MutablePosition, kind: Kind) -> None:
    """After its effect: the influence on the acting card, its discard, and what is resolved next.

    Only the card below a one-time card is resolved at the same place.
    """
    if position.depth:
        position.collect()
        if kind in ONE_TIME or (position.ambushed and position.before.options.edition == "en"):
            position.discard()
    stays = position.closed or kind in ONE_TIME
    position.turn_to(position.place if stays else position.place + 1)


def _end_round(position: MutablePosition) -> None:
    position.resolving = None
    if position.round == ROUNDS:
        position.events.append(Ended(winners(position.influence, position.queue)))
        return
    position.round += 1
    position.crown = clockwise(len(position.influence), position.crown)[1]
    begin_round(position)

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
from engine.intrigue.rules.draft import Draft, known
from engine.intrigue.rules.effects import carry_out
from engine.intrigue.rules.standings import winners
from engine.kit.seats import clockwise


def begin_round(draft: Draft) -> None:
    """The seat with the crown plays first."""
    draft.waiting = clockwise(len(draft.influence), draft.crown)
    draft.events.append(RoundBegan(draft.round, draft.crown))


def begin(draft: Draft) -> None:
    """Everybody has played."""
    draft.events.append(ResolutionBegan(draft.round))
    draft.turn_to(1)
    _go_on(draft)


def leave(draft: Draft) -> None:
    """The card being resolved stays face down; what lies below it is not resolved."""
    card = draft.acting
    draft.become(Card(card.owner, card.round, card.kind, card.up, card.influence + 1))
    draft.events.append(Left(card.owner, draft.place, card.influence + 1))
    draft.turn_to(draft.place + 1)
    _go_on(draft)


def reveal(draft: Draft) -> None:
    """The card being resolved turns face up and its effect is carried out."""
    card, kind = draft.acting, known(draft.acting)
    draft.become(Card(card.owner, card.round, kind, True, card.influence))
    draft.events.append(Revealed(card.owner, draft.place, kind))
    if _start(draft, kind):
        _go_on(draft)


def choose(draft: Draft, effect: Kind, choice: Choice) -> None:
    """The owner of the card being resolved chose for its effect."""
    if _perform(draft, effect, choice):
        _go_on(draft)


def _go_on(draft: Draft) -> None:
    """Place by place until somebody has to decide or the round is over."""
    while draft.place <= len(draft.queue):
        card = draft.acting
        if not card.up:
            draft.resolving = Resolving(draft.place)
            return
        if not _start(draft, known(card)):
            return
    _end_round(draft)


def _start(draft: Draft, effect: Kind) -> bool:
    """Begins an effect; False: its owner has to choose first."""
    found = choices(effect, draft.queue, draft.place, draft.influence)
    first_two = tuple(islice(found, 2))
    if len(first_two) == 2:
        draft.resolving = Resolving(draft.place, effect)
        return False
    return _perform(draft, effect, first_two[0] if first_two else None)


def _perform(draft: Draft, effect: Kind, choice: Choice | None) -> bool:
    """Carries an effect out and turns to what is next; False: its owner has to choose first."""
    if isinstance(choice, Copy):
        copied = known(draft.queue[choice.place - 1][-1])
        draft.events.append(Copied(draft.acting.owner, draft.place, choice.place, copied))
        return _start(draft, copied)
    kind = known(draft.acting)
    carry_out(draft, effect, choice)
    _settle(draft, kind)
    return True


def _settle(draft: Draft, kind: Kind) -> None:
    """After its effect: the influence on the acting card, its discard, and what is resolved next.

    Only the card below a one-time card is resolved at the same place.
    """
    if draft.depth:
        draft.collect()
        if kind in ONE_TIME or (draft.ambushed and draft.before.options.edition == "en"):
            draft.discard()
    stays = draft.closed or kind in ONE_TIME
    draft.turn_to(draft.place if stays else draft.place + 1)


def _end_round(draft: Draft) -> None:
    draft.resolving = None
    if draft.round == ROUNDS:
        draft.events.append(Ended(winners(draft.influence, draft.queue)))
        return
    draft.round += 1
    draft.crown = clockwise(len(draft.influence), draft.crown)[1]
    begin_round(draft)

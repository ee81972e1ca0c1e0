"""A sentence for each step of intrigue with what a beginner could do now, and why, from the view.

In every language, each sentence fits into one row of 80 cells after the word that marks it as a hint. Those
of `hint` may name keys; those of `tip` are for plain mode and name none.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.intrigue import queries
from engine.intrigue.model.cards import ROUNDS
from engine.intrigue.model.events import Collected, Gained
from engine.intrigue.model.moves import REVEAL
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.play.intents import Intent, Moving, Placing
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.language.texts import N_, Translatable

_PLACING: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": N_("near the front it strikes before other cards take effect"),
        "archer": N_("it hits the first or the last card: guess which those will be"),
        "decree": N_("near the front it can still move what comes after it"),
        "shapeshifter": N_("it needs a face-up card beside it that is worth copying"),
        "lord": N_("it brings more beside your own cards"),
        "ambush": N_("it pays best if others remove it: make it look valuable"),
        "conspiracy": N_("leave it face down for some rounds: it doubles what lies on it"),
        "heir": N_("at the front it takes effect before another Heir is revealed"),
        "soldier": N_("it hits a card beside it: think of what will lie there"),
        "spy": N_("it steals from a family beside it: go next to a rich one"),
    }
)


def hint(model: ViewModel, intent: Intent) -> str:
    """Return the sentence for this step on the screen."""
    texts = model.texts
    match intent:
        case Placing(card):
            return texts.of(_PLACING[card])
        case Moving():
            return texts._("on top of a card it covers that one; ^ is a place of its own")
        case Confirming():
            return texts._("nothing happens until the final Enter; Backspace goes back")
        case NoIntent() if model.phase == "over":
            return texts._("/rules sums up the game on one page; press r to play again")
        case NoIntent() if model.phase == "watch" and model.view.position.round == 1:
            return texts._("up, down or Tab go to the cards, ? explains; /hints off stops hints")
    return tip(model)


def tip(model: ViewModel) -> str:
    """Return the sentence for this step in plain mode; '' after the game."""
    match model.phase:
        case "over":
            return ""
        case "watch":
            return _watching(model)
        case "play":
            return _playing(model)
        case "reveal":
            return _revealing(model)
        case "move":
            return model.texts._("a card takes its influence along; look who would lie beside it")
    return _choosing(model)


def _watching(model: ViewModel) -> str:
    texts = model.texts
    if not model.place:
        return texts._("the place of a face-down card is a clue to what it may be")
    return texts._("face-up cards take effect in every round, until they are removed")


def _playing(model: ViewModel) -> str:
    texts, seat = model.texts, model.view.seat
    if model.view.position.round == ROUNDS:
        return texts._("last round: influence left on cards is lost, so take what you can")
    if not model.queue:
        return texts._("the queue resolves from its front: early cards act before late ones")
    if any(stack[-1].owner == seat for stack in model.queue):
        return texts._("front, end, or on top of your own card, which then has no effect")
    return texts._("at the front you act first; at the end you see what others did")


def _revealing(model: ViewModel) -> str:
    texts, view = model.texts, model.view
    if model.check(REVEAL) is not None:  # what the host asks is not what the rules ask
        return ""
    known = queries.known_consequences(view, REVEAL)
    if view.position.round == ROUNDS:
        return texts._("last round: the influence on a card that stays face down is lost")
    if model.acting is not None and model.acting.kind == "ambush":
        return texts._("face down it waits for others to remove it: that pays you 4")
    if known.view is None:
        return texts._("a face-down card decides what it brings; face down it gains 1")
    resolving = known.view.position.resolving
    if resolving is not None and resolving.place == model.place and resolving.effect is not None:
        return texts._("revealed, you choose whom it hits; left face down it gains 1")
    own = (event for event in known.events if isinstance(event, Gained | Collected))
    brings = sum(event.amount for event in own if event.seat == view.seat)
    if not brings:
        return texts._("revealed now it brings nothing; left face down it gains 1")
    return texts.ngettext(
        "revealed now it brings you {number}; left face down it gains 1",
        "revealed now it brings you {number}; left face down it gains 1",
        brings,
    )


def _choosing(model: ViewModel) -> str:
    texts, own = model.texts, model.view.seat
    if model.effect == "spy":
        return texts._("what you steal counts twice: you gain it, and they lose it")
    if model.effect == "shapeshifter":
        return texts._("the copied effect is yours and takes place at once")
    cards = [model.top(place) for place in queries.targets(model.view)]
    if any(card.owner != own and not card.up for card in cards):
        return texts._("a face-down card may be an Ambush: removing it would pay its owner 4")
    if any(card.owner != own and card.influence for card in cards):
        return texts._("with a card its influence is gone as well: look where most lies")
    return texts._("face-up cards work again each round: remove what would earn most")

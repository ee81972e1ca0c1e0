"""The prompts of intrigue: what to do now, the keys to do it with, and where a card goes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from engine.intrigue import queries
from engine.intrigue.model.moves import Copy, Leave, Move, MoveOn, MoveTo, Remove, Reveal, Steal
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.play.actions import EXPLAIN, offered
from tui.boards.intrigue.play.hints import hint
from tui.boards.intrigue.play.intents import Intent, Moving, Placing, QueueSpot
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import names, phrases
from tui.boards.kit.board import Prompt
from tui.boards.kit.keys import BACK, CHOOSE, DO, MOVE
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.language.actions import labels
from tui.language.texts import N_, Translatable
from tui.language.wording import listed, sentence

_QUESTIONS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": N_("Which card do you remove? Any but the Assassination itself."),
        "archer": N_("Which card do you remove, the first or the last in the queue?"),
        "soldier": N_("Which of the two cards next to the Soldier do you remove?"),
        "decree": N_("Which card does the Royal Decree move?"),
        "shapeshifter": N_("Which of the two cards next to it does the Shapeshifter copy?"),
        "spy": N_("Which of the two families next to the Spy does it steal from?"),
    }
)


def prompt(model: ViewModel, intent: Intent, since: str, *, elsewhere: bool = False) -> Prompt:
    """Return what to do now. `since` says how long the present question has been open; `elsewhere` as in
    `offered`.
    """
    return _asked(model, intent, since, elsewhere)._replace(hint=partial(hint, model, intent))


def _asked(model: ViewModel, intent: Intent, since: str, elsewhere: bool) -> Prompt:
    texts = model.texts
    match intent:
        case NoIntent():
            resting = frozenset((CHOOSE,) if elsewhere else ())
            keys = labels(texts, offered(model, elsewhere=elsewhere), resting)
            return Prompt(_sentence(model, since), keys)
        case Placing(card):
            text = texts._("Where do you play {card}?", card=names.object_(texts, card))
            return Prompt(text, labels(texts, (CHOOSE, MOVE, BACK, EXPLAIN)))
        case Moving(source):
            text = texts._("Where does {card} go?", card=card_at(model, source))
            return Prompt(text, labels(texts, (CHOOSE, MOVE, BACK, EXPLAIN)))
        case Confirming(move, _):
            return Prompt(sentence(confirmation(model, move)), labels(texts, (DO, BACK)))


def _sentence(model: ViewModel, since: str) -> str:
    texts = model.texts
    match model.phase:
        case "over":
            return texts._("The game is over.")
        case "watch":
            playing = listed(texts, map(model.names, model.waiting_for))
            return texts._("{name}'s turn ({since}).", name=playing, since=since)
        case "play":
            return texts._("Choose a card from your hand to play face down.")
    return question(model)


def question(model: ViewModel) -> str:
    """Return what the owner of the card being resolved has to decide."""
    if model.effect:
        return model.texts.of(_QUESTIONS[model.effect])
    card = model.acting
    kind = names.object_(model.texts, card.kind) if card and card.kind else ""
    return model.texts._("Place {place}: reveal {card}, or leave it face down?", place=model.place, card=kind)


def card_at(model: ViewModel, place: int) -> str:
    """Return the top card of a place in a sentence: Birch's Heir, Birch's face-down card, your Heir."""
    card = model.top(place)
    if card.kind is not None and card.owner == model.view.seat:
        return phrases.yours(model.texts, card.kind)
    return phrases.of_somebody(model.texts, model.names, card.owner, card.kind)


def confirmation(model: ViewModel, move: Move) -> str:
    """Return what a move will do, shown before its confirming key."""
    texts = model.texts
    match move:
        case Reveal():
            kind = model.acting.kind if model.acting else None
            return texts._("Reveal {card}?", card=names.object_(texts, kind) if kind else "")
        case Leave():
            lies = model.acting.influence if model.acting else 0
            return texts._("Leave it face down, bringing it to {number} influence?", number=lies + 1)
        case Remove(place):
            return texts._("Place {place}: remove {card}?", place=place, card=card_at(model, place))
        case Copy(place):
            return texts._("Place {place}: copy {card}?", place=place, card=card_at(model, place))
        case Steal(seat):
            return texts._("Steal 1 influence from {name}?", name=model.names(seat))
        case MoveTo(place, _) | MoveOn(place, _):
            [aim] = queries.placements(model.view, (move,))
            return texts._(
                "Move {card} {where}?", card=card_at(model, place), where=spot(model, QueueSpot(*aim[:2]))
            )
    raise AssertionError(move)


def spot(model: ViewModel, stop: QueueSpot) -> str:
    """Return where a card would be if it were put here."""
    return phrases.spot(model.texts, stop.place, on=stop.on, last=len(model.queue))

"""The line that says what to do now, the keys to do it with, and the line that says where a card goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.intrigue import advice
from engine.intrigue.model.moves import Copy, Leave, Move, MoveOn, MoveTo, Remove, Reveal, Steal
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.play.actions import EXPLAIN, PLAY_HERE, offered
from tui.boards.intrigue.play.intents import Intent, Moving, Placing, Stop
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import names, phrases
from tui.boards.kit.board import Prompt
from tui.boards.kit.intents import Idle, Sure
from tui.boards.kit.keys import BACK, CHOOSE, DO, MOVE
from tui.language.texts import Texts
from tui.language.wording import sentence
from tui.widgets.actions import labels

_QUESTIONS: Mapping[Kind, Callable[[Texts], str]] = MappingProxyType(
    {
        "assassination": lambda texts: texts._("Which card is removed? Any but the Assassination itself."),
        "archer": lambda texts: texts._("Which card is removed, the first or the last of the queue?"),
        "soldier": lambda texts: texts._("Which of the two cards beside the Soldier is removed?"),
        "decree": lambda texts: texts._("Which card does the Royal Decree move?"),
        "shapeshifter": lambda texts: texts._("Which of the two cards beside it does the Shapeshifter copy?"),
        "spy": lambda texts: texts._("From which of the two families beside it does the Spy steal?"),
    }
)


def prompt(scene: ViewModel, intent: Intent, since: str) -> Prompt:
    """What to do now. `since` says how long the present question has been open."""
    texts = scene.texts
    match intent:
        case Idle():
            return Prompt(_sentence(scene, since), labels(texts, offered(scene)))
        case Placing(card):
            text = texts._("Where do you play {card}?", card=names.object_(texts, card))
            return Prompt(text, labels(texts, (PLAY_HERE, MOVE, BACK, EXPLAIN)))
        case Moving(source):
            text = texts._("Where does {card} go?", card=card_at(scene, source))
            return Prompt(text, labels(texts, (CHOOSE, MOVE, BACK, EXPLAIN)))
        case Sure(move, _):
            return Prompt(sentence(sure(scene, move)), labels(texts, (DO, BACK)))


def _sentence(scene: ViewModel, since: str) -> str:
    texts = scene.texts
    match scene.phase:
        case "over":
            return texts._("The game is over.")
        case "watch":
            playing = texts._(" and ").join(map(scene.names, scene.waiting_for))
            return texts._("{name} plays ({since}).", name=playing, since=since)
        case "play":
            return texts._("Play a card face down: choose one of your hand.")
    return question(scene)


def question(scene: ViewModel) -> str:
    """What the owner of the card being resolved has to decide."""
    if scene.effect:
        return _QUESTIONS[scene.effect](scene.texts)
    card = scene.acting
    kind = names.object_(scene.texts, card.kind) if card and card.kind else ""
    return scene.texts._("Place {place}: reveal {card}, or leave it face down?", place=scene.place, card=kind)


def card_at(scene: ViewModel, place: int) -> str:
    """The top card of a place in a sentence: Birch's Heir, Birch's face-down card, your Heir."""
    card = scene.top(place)
    if card.kind is not None and card.owner == scene.view.seat:
        return phrases.yours(scene.texts, card.kind)
    return phrases.of_somebody(scene.texts, scene.names, card.owner, card.kind)


def sure(scene: ViewModel, move: Move) -> str:
    """What a move will do, before its confirming key."""
    texts = scene.texts
    match move:
        case Reveal():
            kind = scene.acting.kind if scene.acting else None
            return texts._("Reveal {card}?", card=names.object_(texts, kind) if kind else "")
        case Leave():
            lies = scene.acting.influence if scene.acting else 0
            return texts._("Leave it face down, with {number} influence on it then?", number=lies + 1)
        case Remove(place):
            return texts._("Place {place}: remove {card}?", place=place, card=card_at(scene, place))
        case Copy(place):
            return texts._("Place {place}: copy {card}?", place=place, card=card_at(scene, place))
        case Steal(seat):
            return texts._("Steal 1 influence from {name}?", name=scene.names(seat))
        case MoveTo(place, _) | MoveOn(place, _):
            [aim] = advice.aims(scene.view, (move,))
            return texts._(
                "Move {card} {where}?", card=card_at(scene, place), where=spot(scene, Stop(*aim[:2]))
            )
    raise AssertionError(move)


def spot(scene: ViewModel, stop: Stop) -> str:
    """Where a card comes to lie that is put here."""
    return phrases.spot(scene.texts, stop.place, on=stop.on, last=len(scene.queue))

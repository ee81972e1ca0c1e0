"""The prompts of court: a line that says what to do now, and the keys to do it with."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

from rich.cells import cell_len

from engine.court import queries
from engine.court.model.moves import Concede, Move, Stand, Take
from engine.court.model.state import Kind
from tui.boards.court.play.actions import DIE, EXPLAIN, EXPLAINED, LOOK_AROUND, MARK, ON, offered
from tui.boards.court.play.hints import hint
from tui.boards.court.play.intents import ChoosingPower, Intent, UsingPower
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import cards, names, phrases
from tui.boards.kit.board import Prompt
from tui.boards.kit.keys import BACK, CHOOSE, DO, MOVE
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.language.actions import labels
from tui.language.texts import Texts
from tui.language.wording import sentence

ROOM = 78
"""Cells of a sentence on the prompt line of the smallest window."""


class PromptContext(NamedTuple):
    """What a prompt depends on besides view model and intent."""

    since: str
    """How long the present turn has been waiting, in words."""
    panel: Literal["court", "seats", "dice"] = "dice"
    """Which panel has the focus."""
    explains: bool = False
    """True if an explanation is shown."""


def prompt(model: ViewModel, intent: Intent, context: PromptContext) -> Prompt:
    """What to do now."""
    return _asked(model, intent, context)._replace(hint=partial(hint, model, intent))


def _asked(model: ViewModel, intent: Intent, context: PromptContext) -> Prompt:
    match intent:
        case NoIntent():
            return _idle(model, context)
        case ChoosingPower():
            text = model.texts._("Which power do you want to use?")
            return Prompt(text, labels(model.texts, (MOVE, CHOOSE, BACK, EXPLAIN)))
        case UsingPower():
            return _using(model, intent)
        case Confirming(move):
            return Prompt(confirmation(model, move), labels(model.texts, (DO, BACK)))


def _idle(model: ViewModel, context: PromptContext) -> Prompt:
    """Return the prompt with the keys of the panel that has the focus."""
    found = offered(model)
    if context.panel != "dice":
        keys = [*found]
        if MARK not in keys:  # that means the same at every panel, and the line stays
            keys.insert(2 if keys[0] is CHOOSE else 1, MOVE)
        if context.panel == "seats" and keys[0] in {CHOOSE, LOOK_AROUND}:
            keys = [ON, *[action for action in keys[1:] if action is not LOOK_AROUND]]
        found = tuple(keys)
    if context.explains:
        found = (*found[:-1], EXPLAINED)
    return Prompt(_sentence(model, context.since), labels(model.texts, found))


def _sentence(model: ViewModel, since: str) -> str:
    texts, turn = model.texts, model.turn
    match model.phase:
        case "over":
            return texts._("The game is over.")
        case "watch":
            return _watching(model, since)
        case "hand":
            return _before_rolling(model)
        case "dice":
            if turn is not None and turn.kept:
                return texts._("Set aside more, or reroll the rest.")
            return texts._("Set aside at least one die.")
        case "last":
            return texts._("All dice are set aside: finish your turn.")
        case "end":
            if queries.payable(model.view, tuple(sorted(model.aside))):
                return texts._("All dice are set aside: take a card; ✓ marks those you can take.")
            return texts._("All dice are set aside, and they pay for no card.")


def _watching(model: ViewModel, since: str) -> str:
    """Return who plays, and how many others play before the viewer."""
    texts, turn, position = model.texts, model.turn, model.view.position
    name = model.names(turn.seat) if turn else ""
    if model.view.seat not in position.waiting:
        return texts._("{name}'s turn ({since}).", name=name, since=since)
    others = position.waiting.index(model.view.seat)
    if not others:
        return texts._("{name}'s turn ({since}); you're next.", name=name, since=since)
    return texts.ngettext(
        "{name}'s turn ({since}); {number} more before you.",
        "{name}'s turn ({since}); {number} more before you.",
        others,
        name=name,
        since=since,
    )


def _before_rolling(model: ViewModel) -> str:
    texts, final = model.texts, model.view.position.final
    if final is not None and final.begun:
        beat = phrases.group(texts, final.mark.count, final.mark.face)
        return texts._("Your last turn: roll, and beat {result}.", result=beat)
    number = model.turn.hand if model.turn else 0
    return texts.ngettext("Your turn: roll your {number} die.", "Your turn: roll your {number} dice.", number)


def _using(model: ViewModel, using: UsingPower) -> Prompt:
    texts, step = model.texts, using.step
    if step is None:
        adds = f"{names.subject(texts, using.card)} {cards.power(texts, using.card)}."
        return Prompt(sentence(adds), labels(texts, (DO, BACK)))
    if step.of == "value":
        return Prompt(texts.of(step.question), labels(texts, (MOVE, DO, BACK)))
    many = using.questions.most(using.given) > 1
    return Prompt(
        texts.of(step.question), labels(texts, (MARK, DO, BACK) if many else (MOVE, DIE, CHOOSE, BACK))
    )


def is_weighty(move: Move) -> bool:
    """Return whether a move ends a turn and so needs a confirming key."""
    return isinstance(move, Take | Stand | Concede)


def confirmation(model: ViewModel, move: Move) -> str:
    """Return what an important move will do, shown before its confirming key."""
    texts = model.texts
    match move:
        case Take(None):
            return texts._("Take no card and end your turn?")
        case Take(card) if card is not None:
            return _taking(texts, card)
        case Stand():
            best = phrases.group(texts, *queries.best(model.aside))
            return texts._("Finish your turn with {result}?", result=best)
        case Concede():
            return texts._("Give up this turn without a roll?")
    raise AssertionError(move)


def _taking(texts: Texts, card: Kind) -> str:
    """Return the question with the longest description of the card that fits."""
    name = names.object_(texts, card)
    questions = [
        texts._("Take {card} ({power})?", card=name, power=power) for power in cards.powers(texts, card)
    ]
    return next((question for question in questions if cell_len(question) <= ROOM), questions[-1])

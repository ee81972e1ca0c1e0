"""The line that says what to do now, and the keys to do it with: one table of actions for all.

An action's keys, its label and when it is offered stand here once; the board binds names to
what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.court import advice
from engine.court.legal import CONCEDE, NOTHING, ROLL
from engine.court.moves import Concede, Move, Stand, Take
from tui.boards.board import Key, Prompt
from tui.boards.court import cards, names, phrases
from tui.boards.court.intents import Idle, Intent, Powers, Sure, Using
from tui.boards.court.scene import Phase, Scene
from tui.texts import Texts

Worded = Callable[[Texts], str]


class Action(NamedTuple):
    """Something a key does at the court table."""

    keys: tuple[str, ...]
    """As Textual calls them."""
    key: Worded
    """As people call the first of them."""
    label: Worded


ACTIONS: Mapping[str, Action] = MappingProxyType(
    {
        "mark": Action((), lambda texts: texts._("space"), lambda texts: texts._("mark")),
        "enter": Action((), lambda _texts: "Enter", lambda texts: texts._("choose")),
        "yes": Action(("y",), lambda _texts: "Enter", lambda texts: texts._("do it")),
        "keep": Action(("s",), lambda _texts: "s", lambda texts: texts._("set aside")),
        "roll": Action(("r",), lambda _texts: "r", lambda texts: texts._("roll")),
        "power": Action(("p",), lambda _texts: "p", lambda texts: texts._("power")),
        "take": Action(("t",), lambda _texts: "t", lambda texts: texts._("take a card")),
        "nothing": Action(("n", "0"), lambda _texts: "n", lambda texts: texts._("take nothing")),
        "stand": Action(("f",), lambda _texts: "f", lambda texts: texts._("finish")),
        "concede": Action(("g",), lambda _texts: "g", lambda texts: texts._("give up")),
        "back": Action(
            ("escape", "backspace"), lambda texts: texts._("Backspace"), lambda texts: texts._("back")
        ),
        "arrows": Action((), lambda texts: texts._("arrows"), lambda texts: texts._("move")),
        "panel": Action((), lambda _texts: "Tab", lambda texts: texts._("look around")),
        "undo": Action(("z",), lambda _texts: "z", lambda texts: texts._("take back")),
        "help": Action(("question_mark",), lambda _texts: "?", lambda texts: texts._("explain")),
        "command": Action((), lambda _texts: "/", lambda texts: texts._("command")),
        "lobby": Action((), lambda _texts: "q", lambda texts: texts._("lobby")),
    }
)

_OFFERED: Mapping[Phase, tuple[str, ...]] = MappingProxyType(
    {
        "watch": ("panel", "help", "undo", "command", "lobby"),
        "hand": ("roll", "power", "concede", "help", "undo", "panel", "command", "lobby"),
        "dice": ("mark", "keep", "roll", "power", "undo", "help", "panel", "command", "lobby"),
        "end": ("enter", "nothing", "power", "roll", "undo", "help", "panel", "command", "lobby"),
        "last": ("stand", "power", "undo", "help", "panel", "command", "lobby"),
        "over": ("panel", "help", "command", "lobby"),
    }
)


def prompt(scene: Scene, intent: Intent, since: str) -> Prompt:
    """What to do now. `since` says how long the present turn has been waiting."""
    match intent:
        case Idle():
            return Prompt(_sentence(scene, since), _keys(scene.texts, offered(scene)))
        case Powers():
            text = scene.texts._("Which power do you want to use?")
            return Prompt(text, _keys(scene.texts, ("arrows", "enter", "help", "back")))
        case Using():
            return _using(scene, intent)
        case Sure(move):
            return Prompt(sure(scene, move), _keys(scene.texts, ("yes", "back")))


def offered(scene: Scene) -> tuple[str, ...]:
    """The actions worth a place in the prompt now."""
    return tuple(name for name in _OFFERED[scene.phase] if _possible(scene, name))


def _possible(scene: Scene, name: str) -> bool:
    match name:
        case "roll":
            return scene.check(ROLL) is None
        case "concede":
            return scene.check(CONCEDE) is None
        case "power":
            return any(why is None for why in advice.usable(scene.view).values())
        case "enter" | "nothing":
            return scene.check(NOTHING) is None
        case "undo":
            return scene.can_undo
    return True


def _keys(texts: Texts, actions: tuple[str, ...]) -> tuple[Key, ...]:
    return tuple(Key(ACTIONS[name].key(texts), ACTIONS[name].label(texts)) for name in actions)


def key_lines(texts: Texts) -> tuple[tuple[str, str], ...]:
    """Every action with its keys, for the help page."""
    return tuple((action.key(texts), action.label(texts)) for action in ACTIONS.values())


def _sentence(scene: Scene, since: str) -> str:
    texts, turn = scene.texts, scene.turn
    match scene.phase:
        case "over":
            return texts._("The game is over.")
        case "watch":
            name = scene.names(turn.seat) if turn else ""
            return texts._("{name} plays ({since}).", name=name, since=since)
        case "hand":
            return _before_rolling(scene)
        case "dice":
            if turn is not None and turn.kept:
                return texts._("Set aside more dice, or roll the rest again.")
            return texts._("Set aside at least one die.")
        case "last":
            return texts._("All dice lie aside: finish your turn.")
        case "end":
            return texts._("All dice lie aside: choose a card, those with + are yours to take.")


def _before_rolling(scene: Scene) -> str:
    texts, final = scene.texts, scene.view.position.final
    number = scene.turn.hand if scene.turn else 0
    if final is not None and final.begun:
        beat = phrases.group(texts, final.mark.count, final.mark.face)
        return texts._("Your last turn: roll, and beat {result}.", result=beat)
    return texts.ngettext("Your turn: roll your {number} die.", "Your turn: roll your {number} dice.", number)


def _using(scene: Scene, using: Using) -> Prompt:
    texts, step = scene.texts, using.step
    if step is None:
        adds = f"{names.subject(texts, using.card)} {cards.power(texts, using.card)}."
        return Prompt(names.sentence(adds), _keys(texts, ("yes", "back")))
    if step.of == "value":
        return Prompt(step.question(texts), _keys(texts, ("arrows", "yes", "back")))
    many = using.recipe.most(using.given) > 1
    return Prompt(
        step.question(texts), _keys(texts, ("mark", "yes", "back") if many else ("arrows", "enter", "back"))
    )


def sure(scene: Scene, move: Move) -> str:
    """What a move of weight will do, before its confirming key."""
    texts = scene.texts
    match move:
        case Take(None):
            return texts._("Take no card and end your turn?")
        case Take(card):
            does = cards.power(texts, card)
            return texts._("Take {card}: {power}?", card=names.object_(texts, card), power=does)
        case Stand():
            return texts._("Finish your turn with {result}?", result=_best(scene))
        case Concede():
            return texts._("Give up this turn without a roll?")
    raise AssertionError(move)


def _best(scene: Scene) -> str:
    return phrases.group(scene.texts, *advice.best(scene.aside))

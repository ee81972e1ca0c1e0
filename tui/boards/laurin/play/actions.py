"""What keys do in the garden: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin import advice
from engine.laurin.game import GAME
from engine.laurin.model.cards import MAGIC
from engine.laurin.model.names import Magic, Question
from tui.boards.kit.keys import BACK, CHOOSE, COMMAND, LOBBY, MOVE, UNDO, explain, look_around
from tui.boards.laurin.play.intents import Intent, Lifting
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import names
from tui.widgets.actions import Action

PLACE = Action(
    "place", (), "Enter",
    lambda texts: texts._("place"),
    lambda texts: texts._("place a dwarf on the square in brackets (also the space bar)"),
)  # fmt: skip
DWARF = Action(
    "dwarf", (), "5 3 1",
    lambda texts: texts._("which dwarf"),
    lambda texts: texts._("while placing: which dwarf of your stock"),
)  # fmt: skip
LIFT = Action(
    "lift", (), "Enter",
    lambda texts: texts._("lift, set down"),
    lambda texts: texts._("lift the own dwarf in brackets, or set it down there"),
)  # fmt: skip
MOVE_THEM = Action(
    "move", ("m",), "m",
    lambda texts: texts._("move them"),
    lambda texts: texts._("move the lifted dwarfs to where you set them down, all at once"),
)  # fmt: skip
DONE = Action(
    "done", ("t",), "t",
    lambda texts: texts._("end turn"),
    lambda texts: texts._("end your turn of placing or moving"),
)  # fmt: skip
LAY = Action(
    "lay", (), "3 2 1",
    lambda texts: texts._("lay out"),
    lambda texts: texts._("lay out a treasure card of this value; up and down do so, too"),
)  # fmt: skip
LAY_BACK = LAY._replace(label=CHOOSE.label)
"""The same keys, where it is one's own bid that they choose from."""
BID = Action(
    "bid", (), "Enter",
    lambda texts: texts._("bid"),
    lambda texts: texts._("bid what is laid out, or take it back"),
)  # fmt: skip
TAKE = Action(
    "take", (), "Enter",
    lambda texts: texts._("take back"),
    lambda texts: texts._("take these cards of your bid back"),
)  # fmt: skip
LEAD = Action(
    "lead", (), "1-0",
    lambda texts: texts._("lead the King"),
    lambda texts: texts._("choose the King's move of this number, in the list and in the garden"),
)  # fmt: skip
PASS = Action(
    "pass", ("p", "n"), "p",
    lambda texts: texts._("pass"),
    lambda texts: texts._("pass: buy nothing, bid nothing, do not react, do not lead the King"),
)  # fmt: skip
HABITS = Action(
    "habits", ("s",), "s",
    lambda texts: texts._("standing answers"),
    lambda texts: texts._("say beforehand when you pass, so that you are not asked; again to end"),
)  # fmt: skip
SWITCH = Action(
    "switch", (), "Enter",
    lambda texts: texts._("on or off"),
    lambda texts: texts._("have what is in brackets answered for you from now on, or no longer"),
)  # fmt: skip
EXPLAIN = explain(lambda texts: texts._("explain what is in brackets: a card, a dwarf, a seat; again to end"))
LOOK_AROUND = look_around(lambda texts: texts._("go to the garden, the players, the cards, your treasure"))


def _magic(kind: Magic) -> Action:
    key = names.key_of(kind)
    return Action(
        f"cast {kind}", (key,), key,
        lambda texts: names.name(texts, kind),
        lambda texts: texts._("play {spell}", spell=names.object_(texts, kind)),
    )  # fmt: skip


CASTS: Mapping[Magic, Action] = MappingProxyType({kind: _magic(kind) for kind in MAGIC})
"""A key for each magic card: the letter on it."""
ACTIONS = (
    *(PLACE, DWARF, LIFT, MOVE_THEM, DONE, LAY, BID, LEAD, PASS),
    *CASTS.values(),
    *(HABITS, CHOOSE, BACK, EXPLAIN, LOOK_AROUND),
)
"""What the help page tells; the table screen tells of its own keys."""
_ALWAYS = (UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN)
_FIRST: Mapping[Question, tuple[Action, ...]] = MappingProxyType(
    {
        "buy": (CHOOSE, PASS),
        "give": (CHOOSE,),
        "place": (PLACE, DWARF, DONE),
        "move": (LIFT, DONE),
        "bid": (LAY, BID, PASS),
        "take-back": (LAY_BACK, TAKE),
        "king": (CHOOSE, LEAD),
        "king-free": (CHOOSE, LEAD, PASS),
        "king-last": (CHOOSE, LEAD, PASS),
        "react": (),
        "counter": (),
    }
)


def offered(model: ViewModel, intent: Intent) -> tuple[Action, ...]:
    """The actions worth a place in the prompt now, the most important first, then the last one."""
    question = model.question
    always = [action for action in _ALWAYS if action is not UNDO or model.can_undo]
    habits = (HABITS,) if GAME.standing_answers.words(model.view) else ()
    if question is None:
        return (*habits, *always)
    magic = tuple(CASTS[kind] for kind, why in advice.playable(model.view).items() if why is None)
    if model.reacts:
        return (*magic, PASS, *habits, *always)
    if isinstance(intent, Lifting) and intent.steps and intent.held is None:
        return (MOVE_THEM, LIFT, BACK, EXPLAIN)
    if isinstance(intent, Lifting):
        return (LIFT, MOVE, BACK, EXPLAIN)
    return (*_FIRST[question], *magic, *always)

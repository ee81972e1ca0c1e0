"""What keys do at the intrigue table: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.actions import Action
from tui.boards.intrigue.scene import Phase, Scene

CHOOSE = Action(
    "choose",
    (),
    "Enter",
    lambda texts: texts._("choose"),
    lambda texts: texts._("choose what is in brackets; arrows or hjkl move them"),
)
HAND = Action(
    "hand",
    ("c",),
    "c",
    lambda texts: texts._("your cards"),
    lambda texts: texts._("go to the cards of your hand, to choose the one you play"),
)
REVEAL = Action(
    "reveal",
    ("r",),
    "r",
    lambda texts: texts._("reveal"),
    lambda texts: texts._("turn your card over that is being resolved: its effect is carried out"),
)
LEAVE = Action(
    "leave",
    ("f",),
    "f",
    lambda texts: texts._("leave it face down"),
    lambda texts: texts._("leave your card face down; 1 influence is put on it"),
)
DO = Action(
    "do",
    ("enter", "y"),
    "Enter",
    lambda texts: texts._("do it"),
    lambda texts: texts._("do what is shown"),
)
PLAY_HERE = Action(
    "play",
    (),
    "Enter",
    lambda texts: texts._("play it there"),
    lambda texts: texts._("play the card where ^ or the brackets are"),
)
BACK = Action(
    "back",
    ("escape", "backspace"),
    "Backspace",
    lambda texts: texts._("back"),
    lambda texts: texts._("go back without doing anything (also Esc or q)"),
)
EXPLAIN = Action(
    "explain",
    ("question_mark",),
    "?",
    lambda texts: texts._("explain"),
    lambda texts: texts._("explain what is in brackets: what it is, what it does, whose it is; again to end"),
)
LOOK_AROUND = Action(
    "panel",
    (),
    "Tab",
    lambda texts: texts._("look around"),
    lambda texts: texts._("go to the queue, the players, your hand"),
)
UNDO = Action("undo", (), "z", lambda texts: texts._("take back"), lambda texts: texts._("take a step back"))
COMMAND = Action("command", (), "/", lambda texts: texts._("type"), lambda texts: texts._("type a move"))
LOBBY = Action("lobby", (), "q", lambda texts: texts._("lobby"), lambda texts: texts._("go to the lobby"))
MOVE = Action("move", (), "arrows", lambda texts: texts._("move"), lambda texts: texts._("move the brackets"))

ACTIONS = (CHOOSE, HAND, REVEAL, LEAVE, BACK, EXPLAIN, LOOK_AROUND)
"""What the help page tells; the table screen tells of its own keys."""

_OFFERED: Mapping[Phase, tuple[Action, ...]] = MappingProxyType(
    {
        "watch": (UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "play": (CHOOSE, MOVE, UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "reveal": (REVEAL, LEAVE, UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "target": (CHOOSE, MOVE, UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "move": (CHOOSE, MOVE, UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "over": (LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
    }
)


def offered(scene: Scene) -> tuple[Action, ...]:
    """The actions worth a place in the prompt now, the most important first, then the last one."""
    return tuple(action for action in _OFFERED[scene.phase] if action.name != "undo" or scene.can_undo)

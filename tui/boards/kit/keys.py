"""Keys that mean the same at every table; what only one game's keys do stands in its board's `actions`.

Some are the table screen's or the panels' own: a board offers them in its prompt and leaves
pressing them to those (they name no keys here).
"""

from __future__ import annotations

from tui.language.texts import Worded
from tui.widgets.actions import Action

CHOOSE = Action(
    "choose", (), "Enter",
    lambda texts: texts._("choose"),
    lambda texts: texts._("choose what is in brackets; arrows or hjkl move them"),
)  # fmt: skip
DO = Action(
    "do", ("enter", "y"), "Enter",
    lambda texts: texts._("do it"),
    lambda texts: texts._("do what is shown"),
)  # fmt: skip
BACK = Action(
    "back", ("escape", "backspace"), "Backspace",
    lambda texts: texts._("back"),
    lambda texts: texts._("go back without doing anything (also Esc or q)"),
)  # fmt: skip
UNDO = Action("undo", (), "z", lambda texts: texts._("take back"), lambda texts: texts._("take a step back"))
COMMAND = Action("command", (), "/", lambda texts: texts._("type"), lambda texts: texts._("type a move"))
LOBBY = Action("lobby", (), "q", lambda texts: texts._("lobby"), lambda texts: texts._("go to the lobby"))
MOVE = Action(
    "arrows", (), "arrows", lambda texts: texts._("move"), lambda texts: texts._("move the brackets")
)


EXPLAINS = ("question_mark",)


def explain(sentence: Worded) -> Action:
    """The key that explains what is in brackets; the sentence says what is told of it."""
    return Action("explain", EXPLAINS, "?", lambda texts: texts._("explain"), sentence)


def look_around(sentence: Worded) -> Action:
    """The key that goes from panel to panel; the sentence names them."""
    return Action("panel", (), "Tab", lambda texts: texts._("look around"), sentence)

"""Keys that mean the same at every table. The keys of one game are in the `actions` of its board.

The table screen or a panel handles some of them; a board only offers these in its prompt.
"""

from __future__ import annotations

from tui.language.actions import Action
from tui.language.texts import N_, Translatable

CHOOSE = Action(
    "choose", (), "Enter", N_("choose"), N_("choose what is at the cursor; arrows or hjkl move it")
)
DO = Action("do", ("enter", "y"), "Enter", N_("do it"), N_("do what is shown"))
BACK = Action(
    "back", ("escape", "backspace"), "Backspace",
    N_("back"),
    N_("go back without doing anything (also Esc or q)"),
)  # fmt: skip
UNDO = Action("undo", (), "z", N_("undo"), N_("undo your last move"))
COMMAND = Action("command", (), "/", N_("type"), N_("type a move"))
LOBBY = Action("lobby", (), "q", N_("lobby"), N_("go to the lobby"))
MOVE = Action("arrows", (), "arrows", N_("move"), N_("move the cursor"))


ODDS_KEYS = ("o",)


def odds(sentence: Translatable) -> Action:
    """Return the action of the key that shows the odds; `sentence` is its line of the help page."""
    return Action("odds", ODDS_KEYS, "o", N_("odds"), sentence)


EXPLAINS = ("question_mark",)


def explain(sentence: Translatable) -> Action:
    """Return the action of the key that explains what is under the cursor; `sentence` is its line of the help
    page.
    """
    return Action("explain", EXPLAINS, "?", N_("explain"), sentence)


def look_around(sentence: Translatable) -> Action:
    """Return the action of the key that goes from panel to panel; `sentence` names the panels."""
    return Action("panel", (), "Tab", N_("look around"), sentence)

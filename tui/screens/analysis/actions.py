"""What can be done while an analysis is read: one table for keys, prompts and help."""

from __future__ import annotations

from tui.language.actions import Action, by_letter
from tui.language.texts import N_
from tui.screens.people.actions import BACK, HELP

SEAT = Action(
    "seat", ("right", "l", "tab"),
    "Left, Right",
    N_("seat"),
    N_("See the decisions of another seat (also h and l, Tab, and the seat's number)."),
)  # fmt: skip
SEAT_BACK = SEAT._replace(name="seat_back", keys=("left", "h", "shift+tab"))
NUMBERED = SEAT._replace(name="numbered", keys=tuple("123456789"))
CHOOSE = Action(
    "choose", ("down", "j"),
    "Up, Down",
    N_("choose"),
    N_("Choose one of the decisions that cost most (also k and j)."),
)  # fmt: skip
CHOOSE_BACK = CHOOSE._replace(name="choose_back", keys=("up", "k"))
LOOK = Action(
    "look", ("enter",),
    "Enter",
    N_("look there"),
    N_("See the game at the chosen decision, as its player saw it; q leads back here."),
)  # fmt: skip
METHOD = by_letter(
    "i", "method", N_("method"), N_("How these figures came about, and what the others are assumed to play.")
)
LISTED = (LOOK, CHOOSE, SEAT, HELP, METHOD, BACK)
ACTIONS = (*LISTED, SEAT_BACK, NUMBERED, CHOOSE_BACK)

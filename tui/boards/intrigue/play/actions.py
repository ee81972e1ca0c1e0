"""What keys do at the intrigue table: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.boards.intrigue.play.view_model import Phase, ViewModel
from tui.boards.kit.keys import BACK, CHOOSE, COMMAND, LOBBY, MOVE, UNDO, explain, look_around, odds
from tui.language.actions import Action, by_letter
from tui.language.texts import N_

HAND = by_letter("c", "hand", N_("your cards"), N_("go to your hand, to choose the card you play"))
REVEAL = by_letter(
    "r", "reveal", N_("reveal"), N_("reveal your card that is being resolved: it takes effect")
)
LEAVE = by_letter("f", "leave", N_("leave it"), N_("leave your card face down; 1 influence is put on it"))
EXPLAIN = explain(N_("explain what is at the cursor: what it is, what it does, whose it is; again to close"))
ODDS = odds(N_("show what face-down cards may be, and how likely they hit you; again to hide it"))
LOOK_AROUND = look_around(N_("go to the queue, the players, your hand"))

ACTIONS = (CHOOSE, HAND, REVEAL, LEAVE, BACK, EXPLAIN, ODDS, LOOK_AROUND)
"""The actions on the help page; the table screen adds its own keys."""

_OFFERED: Mapping[Phase, tuple[Action, ...]] = MappingProxyType(
    {
        "watch": (UNDO, LOOK_AROUND, COMMAND, ODDS, LOBBY, EXPLAIN),
        "play": (CHOOSE, HAND, MOVE, UNDO, LOOK_AROUND, COMMAND, ODDS, LOBBY, EXPLAIN),
        "reveal": (REVEAL, LEAVE, UNDO, LOOK_AROUND, COMMAND, ODDS, LOBBY, EXPLAIN),
        "target": (CHOOSE, MOVE, UNDO, LOOK_AROUND, COMMAND, ODDS, LOBBY, EXPLAIN),
        "move": (CHOOSE, MOVE, UNDO, LOOK_AROUND, COMMAND, ODDS, LOBBY, EXPLAIN),
        "over": (LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
    }
)


def offered(model: ViewModel, *, elsewhere: bool = False) -> tuple[Action, ...]:
    """Return the actions that the prompt shows now, the most important first, then the last one; `elsewhere`:
    the cursor is not where one chooses, in the hand, or in the queue for an effect. From there a key leads
    back to the hand.
    """
    to_hand = elsewhere and model.phase == "play"
    possible = {"undo": model.can_undo, "odds": model.odds, CHOOSE.name: not to_hand, HAND.name: to_hand}
    return tuple(action for action in _OFFERED[model.phase] if possible.get(action.name, True))

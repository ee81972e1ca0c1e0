"""What keys do at the court table: one table of actions for keys, prompt and help page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.court import queries
from engine.court.model.moves import CONCEDE, NOTHING
from tui.boards.court.play.view_model import Phase, ViewModel
from tui.boards.kit.keys import BACK, CHOOSE, COMMAND, LOBBY, UNDO, explain, look_around
from tui.language.actions import Action, by_letter
from tui.language.texts import N_

MARK = Action(
    "mark", (), "space", N_("mark"), N_("mark the die at the cursor; 1 to 6 mark all dice of that face")
)
DIE = MARK._replace(shown="1-6", label=N_("which die"))
KEEP = by_letter(
    "s",
    "keep",
    N_("set aside"),
    N_("set aside the marked dice (also Enter), or the one at ►; they never change again"),
)
ROLL_ALL = by_letter(
    "r", "roll", N_("roll"), N_("roll your dice, or reroll the active ones after setting one aside")
)
POWER = by_letter("p", "power", N_("power"), N_("use the power of one of your cards, each once a turn"))
TAKE = by_letter(
    "t", "take", N_("take a card"), N_("at the end of a turn: choose a card; ✓ marks those you can take")
)
TAKE_NOTHING = Action("nothing", ("n", "0"), "n", N_("nothing"), N_("end your turn without a card"))
FINISH = by_letter("f", "stand", N_("finish"), N_("end your turn of the final round"))
GIVE_UP = by_letter(
    "g", "concede", N_("give up"), N_("give up your turn of the final round before its first roll")
)
EXPLAIN = explain(N_("explain what is at the cursor: its cost, power and owners; again to close"))
ODDS = by_letter(
    "o", "odds", N_("odds"), N_("show how likely each card is and what your choice changes; again to hide it")
)
LOOK_AROUND = look_around(N_("go to the cards, the players, the dice"))
EXPLAINED = EXPLAIN._replace(label=N_("close"))
ON = LOOK_AROUND._replace(label=N_("next"))

ACTIONS = (
    MARK,
    KEEP,
    ROLL_ALL,
    POWER,
    CHOOSE,
    TAKE,
    TAKE_NOTHING,
    FINISH,
    GIVE_UP,
    BACK,
    EXPLAIN,
    ODDS,
    LOOK_AROUND,
)
"""The actions on the help page; the table screen adds its own keys."""

_OFFERED: Mapping[Phase, tuple[Action, ...]] = MappingProxyType(
    {
        "watch": (UNDO, LOOK_AROUND, ODDS, COMMAND, LOBBY, EXPLAIN),
        "hand": (ROLL_ALL, POWER, GIVE_UP, UNDO, LOOK_AROUND, ODDS, COMMAND, LOBBY, EXPLAIN),
        "dice": (MARK, KEEP, ROLL_ALL, POWER, UNDO, LOOK_AROUND, ODDS, COMMAND, LOBBY, EXPLAIN),
        "end": (CHOOSE, TAKE_NOTHING, POWER, UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "last": (FINISH, POWER, UNDO, LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
        "over": (LOOK_AROUND, COMMAND, LOBBY, EXPLAIN),
    }
)


def offered(model: ViewModel) -> tuple[Action, ...]:
    """Return the actions that the prompt shows now, the most important first, then the last one."""
    return tuple(
        [
            action
            for action in _OFFERED[model.phase]
            if action.name not in _POSSIBLE or _POSSIBLE[action.name](model)
        ]
    )


_POSSIBLE: Mapping[str, Callable[[ViewModel], bool]] = MappingProxyType(
    {
        "roll": lambda model: queries.may_roll(model.view),
        "concede": lambda model: model.check(CONCEDE) is None,
        "choose": lambda model: bool(queries.payable(model.view, tuple(sorted(model.aside)))),
        "nothing": lambda model: model.check(NOTHING) is None,
        "power": lambda model: any(why is None for why in queries.usable_powers(model.view).values()),
        "undo": lambda model: model.can_undo,
        "odds": lambda model: model.odds,
    }
)
"""Whether an action that depends on more than the phase is possible, by its name."""

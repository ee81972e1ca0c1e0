"""What a player can do with the tables of the lobby: their order, the actions at each, and what
the prompt says. Pure; the screen shows it and asks the host.
"""

from __future__ import annotations

from tui.actions import Action
from tui.port import Lobby, TableInfo
from tui.texts import Texts

CHOOSE = Action(
    "choose", ("up", "down", "k", "j"),
    "arrows",
    lambda texts: texts._("choose"),
    lambda texts: texts._("Choose a table; k and j do the same."),
)  # fmt: skip
SIT = Action(
    "sit", ("enter",),
    "Enter",
    lambda texts: texts._("sit down"),
    lambda texts: texts._("Sit down at the chosen table; at a running one, go there or watch."),
)  # fmt: skip
PLAY = SIT._replace(name="go", label=lambda texts: texts._("go on playing"))
LOOK = SIT._replace(name="go", label=lambda texts: texts._("go there"))
WATCH = SIT._replace(name="go", label=lambda texts: texts._("watch"))
HOME = Action(
    "home", ("g",),
    "g",
    lambda texts: texts._("to your game"),
    lambda texts: texts._("Go to your running game, wherever you are in the list."),
)  # fmt: skip
NEW = Action(
    "new", ("n",),
    "n",
    lambda texts: texts._("new table"),
    lambda texts: texts._("Open a table: choose the game, its seats and its rules."),
)  # fmt: skip
START = Action(
    "start", ("s",),
    "s",
    lambda texts: texts._("start"),
    lambda texts: texts._("Start the game at the table you opened, once every seat is taken."),
)  # fmt: skip
ADD_BOT = Action(
    "add_bot", ("b",),
    "b",
    lambda texts: texts._("add a bot"),
    lambda texts: texts._("Give a free seat at your table to a bot."),
)  # fmt: skip
REMOVE_BOT = Action(
    "remove_bot", ("x",),
    "x",
    lambda texts: texts._("remove a bot"),
    lambda texts: texts._("Send the last bot of your table away."),
)  # fmt: skip
STAND_UP = Action(
    "stand_up", ("u",),
    "u",
    lambda texts: texts._("stand up"),
    lambda texts: texts._("Leave your seat at a table that has not begun."),
)  # fmt: skip
QUIT = Action(
    "quit", ("q",),
    "q",
    lambda texts: texts._("quit"),
    lambda texts: texts._("Leave crownhouse, after a second key. Seats in running games stay yours."),
)  # fmt: skip
HELP = Action(
    "help", ("question_mark", "f1"),
    "?",
    lambda texts: texts._("help"),
    lambda texts: texts._("Show this page."),
)  # fmt: skip
ACTIONS = (CHOOSE, SIT, HOME, NEW, ADD_BOT, REMOVE_BOT, START, STAND_UP, QUIT, HELP)
"""Every action of the lobby, as the help page lists them."""


def ordered(lobby: Lobby) -> tuple[TableInfo, ...]:
    """The tables as they are listed: own games, own tables, those with room, the others."""
    return tuple(sorted(lobby.tables, key=_rank))


def _rank(table: TableInfo) -> int:
    if table.your_seat is not None:
        return 0 if table.stage == "running" else 1
    if table.stage == "open":
        return 2 if free_seats(table) else 3
    return 4 if table.stage == "running" else 5


def free_seats(table: TableInfo) -> int:
    """Seats nobody has taken."""
    return sum(seat.held_by == "nobody" for seat in table.seats)


def possible(table: TableInfo | None, home: str | None) -> tuple[Action, ...]:
    """What can be done now, the most likely first; `home` is the own running game."""
    here = _at(table) if table else ()
    away = (HOME,) if home and (table is None or table.id != home) else ()
    return (*here, *away, NEW, QUIT, HELP)


def _at(table: TableInfo) -> tuple[Action, ...]:
    if table.stage != "open":
        playing = table.your_seat is not None and table.stage == "running"
        return (PLAY,) if playing else (WATCH,) if table.stage == "running" else (LOOK,)
    if table.your_seat is None:
        return (SIT,) if free_seats(table) else (LOOK,)
    free = free_seats(table)
    bots = any(seat.held_by == "bot" for seat in table.seats)
    start = (START,) if table.yours and not free else ()
    return (*start, *((ADD_BOT,) if free else ()), *((REMOVE_BOT,) if bots else ()), STAND_UP)


def advice(texts: Texts, table: TableInfo | None) -> str:
    """What to do now, in a sentence."""
    if table is None:
        return texts._("There is no table yet: open one.")
    name = table.name
    match table.stage:
        case "running" if table.your_seat is not None:
            return texts._("Your game at {table} is running.", table=name)
        case "running":
            return texts._("They are playing at {table}: you can watch.", table=name)
        case "over":
            return texts._("The game at {table} is over: see how it ended.", table=name)
        case "frozen":
            return texts._("{table} is frozen: the rules it was begun with are not here.", table=name)
    return _before_the_start(texts, table)


def _before_the_start(texts: Texts, table: TableInfo) -> str:
    free = free_seats(table)
    if table.your_seat is None:
        if not free:
            return texts._("{table} is full and about to begin.", table=table.name)
        return texts._("There is room at {table}: sit down, or open a table of your own.", table=table.name)
    if free:
        return texts.ngettext(
            "{number} seat at {table} is free: wait for people or add a bot.",
            "{number} seats at {table} are free: wait for people or add bots.",
            free,
            table=table.name,
        )
    if table.yours:
        return texts._("Every seat at {table} is taken: start the game.", table=table.name)
    return texts._("Every seat at {table} is taken: whoever opened it starts the game.", table=table.name)

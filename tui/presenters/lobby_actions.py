"""The actions that a player can take by keys at the items of the lobby. Pure; the screen shows them and sends
the requests.
"""

from __future__ import annotations

from tui.host.port import FinishedGame, TableInfo
from tui.language import actions
from tui.language.actions import Action, by_letter
from tui.language.texts import N_
from tui.presenters.listing import Item, OfferedGame, against_bots, free_seats, may_sit

CHOOSE = Action(
    "choose", ("up", "down", "k", "j", "K", "J", "home", "end"),
    "arrows",
    N_("choose"),
    N_("Choose a game or a table (also k and j; K and J leap; Home and End)."),
)  # fmt: skip
PAGE_UP, PAGE_DOWN = "pageup", "pagedown"
PAGE = Action(
    "page", (PAGE_DOWN, PAGE_UP),
    "Page Down",
    N_("more tables"),
    N_("Show the next tables, or with Page Up those before, where more are listed than fit."),
)  # fmt: skip
LOG = by_letter("c", "log", N_("chat"), N_("Read everything that was said here; /log does the same."))
SECTION = Action(
    "section", ("tab", "right", "l", "shift+tab", "left", "h"),
    "Tab",
    N_("lists"),
    N_("Go to the next list: your seats, games, tables, past games (also Left and Right)."),
)  # fmt: skip
SIT = Action(
    "sit", ("enter",),
    "Enter",
    N_("sit down"),
    N_("Play the chosen game; sit down at the chosen table, go there, or watch; look at a past game."),
    acts=True,
)  # fmt: skip
PLAY_GAME = SIT._replace(name="play_game", label=N_("play"))
PLAY = SIT._replace(name="go", label=N_("go on playing"))
LOOK = SIT._replace(name="go", label=N_("go there"))
REPLAY = SIT._replace(name="replay", label=N_("replay"))
READ = by_letter("R", "record", N_("record"), N_("Read the record of a game that you have played."))
WATCH = by_letter("w", "watch", N_("watch"), N_("Look at the chosen table without sitting down."), acts=True)
HOME = by_letter(
    "g", "home", N_("to your game"), N_("Go to your running game, wherever you are in the list."), acts=True
)
NEW = by_letter("n", "new", N_("new table"), N_("Open a table: choose the game, its seats and its rules."))
PRACTICE = by_letter(
    "p",
    "practice",
    N_("vs bots"),
    N_("Play against bots: go on with your game, or choose which one, and how strong they are."),
    acts=True,
)
MATCH = by_letter(
    "m",
    "match",
    N_("match me"),
    N_("Play with people now: join a table that fits, or wait; bots join after a while."),
)
RULES = by_letter("r", "rules", N_("rules"), N_("Read the rules of the chosen game, on one page."))
LEARN = by_letter(
    "t", "learn", N_("learn"), N_("Learn the game by playing it, step by step, in ten minutes."), acts=True
)
HISTORY = by_letter(
    "H",
    "history",
    N_("history"),
    N_("See games that have ended, yours and everybody's, and what is being played now."),
)
DAILY = by_letter(
    "d", "daily", N_("daily"), N_("Play the deal of the day: the same luck for everybody, once in each game.")
)
OPPONENTS = by_letter(
    "o",
    "opponents",
    N_("opponents"),
    N_("See the opponents of the chosen game, and play the next one: two wins open one more."),
)
START = by_letter(
    "s",
    "start",
    N_("start"),
    N_("Start the game at the table you opened, once every seat is taken."),
    acts=True,
)
ADD_BOT = by_letter("b", "bot", N_("add a bot"), N_("Give a free seat at your table to a bot."), acts=True)
REMOVE_BOT = by_letter(
    "x", "nobot", N_("remove a bot"), N_("Remove the last bot from your table."), acts=True
)
KICK = by_letter("e", "kick", N_("kick"), N_("Kick someone from your table: type a name or seat."))
STAND_UP = by_letter("u", "leave", N_("stand up"), N_("Leave your seat before the game starts."))
END = by_letter(
    "E", "end", N_("end it"), N_("End a table you opened, before its game begins; or your game against bots.")
)
TAKE_NAME = by_letter(
    "N",
    "take_name",
    N_("your login name"),
    N_("Be called by the name that your SSH client sent; only you are told it."),
)
COMMAND = actions.COMMAND._replace(help=N_("Type a command: /help lists all of them."))
TALK = actions.TALK._replace(help=N_("Say something to everyone in the lobby."))
QUIT = by_letter(
    "q", "quit", N_("quit"), N_("Leave crownhouse (asks first). You keep your seats in running games.")
)
HELP = Action("help", ("question_mark", "f1"), "?", N_("help"), N_("Show this page."))
ACTIONS = (
    CHOOSE, SECTION, SIT, MATCH, NEW, PRACTICE, LEARN, WATCH, HOME, RULES, ADD_BOT, REMOVE_BOT, KICK,
    START, STAND_UP, END, READ, HISTORY, DAILY, OPPONENTS,
    PAGE, COMMAND, TALK, LOG, QUIT,
    HELP,
)  # fmt: skip
"""Every action of the lobby, as the help page lists them."""


def available_actions(
    item: Item | None, home: str | None, you: str, *, new: bool = False
) -> tuple[Action, ...]:
    """Returns what `you` can do now, the most likely first; `home` is the player's running game; `new`: they
    have not played here before.
    """
    here = _at(item, you) if isinstance(item, TableInfo) else ()
    if isinstance(item, OfferedGame):
        here = (PLAY_GAME,)
    elif isinstance(item, FinishedGame):
        here = (REPLAY, READ)
    away = (HOME,) if home and (item is None or item.id != home) else ()
    return (
        *here,
        *away,
        *((LEARN, OPPONENTS, NEW, MATCH, DAILY) if new else (DAILY, OPPONENTS, NEW, MATCH, LEARN)),
        SECTION,
        COMMAND,
        PRACTICE,
        HISTORY,
        RULES,
        TALK,
        QUIT,
        HELP,
    )


def _at(table: TableInfo, you: str) -> tuple[Action, ...]:
    if table.stage != "open":
        playing = table.your_seat is not None and table.stage == "running"
        if against_bots(table):
            return (PLAY, END)
        return (PLAY,) if playing else (LOOK, WATCH) if table.stage == "running" else (LOOK,)
    if table.your_seat is None:
        return (SIT, WATCH) if may_sit(table, you) else (LOOK,)
    return _at_own(table)


def _at_own(table: TableInfo) -> tuple[Action, ...]:
    """Returns the actions at a table where the player sits, before the start."""
    free = free_seats(table)
    others = sum(seat.held_by != "nobody" for seat in table.seats) > 1
    bots = any(seat.held_by == "bot" for seat in table.seats)
    offered = (
        (START, table.may_start and not free),
        (ADD_BOT, free > 0),
        (REMOVE_BOT, bots),
        (LOOK, True),
        (KICK, table.yours and others),
        (STAND_UP, True),
        (END, table.yours),
    )
    return tuple(action for action, now in offered if now)

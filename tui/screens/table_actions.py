"""What can be done at any table, in one table: keys, prompt, help and typed commands come from it."""

from __future__ import annotations

from tui.actions import Action
from tui.port import TableNews
from tui.texts import Texts

SIT = Action(
    "sit",
    ("enter", "j"),
    "Enter",
    lambda texts: texts._("sit down"),
    lambda texts: texts._("sit down on the first free seat"),
)
BOT = Action(
    "bot",
    ("b",),
    "b",
    lambda texts: texts._("add a bot"),
    lambda texts: texts._("give the first free seat to a bot"),
)
NO_BOT = Action(
    "no_bot",
    ("x",),
    "x",
    lambda texts: texts._("send a bot away"),
    lambda texts: texts._("send the last bot away"),
)
START = Action(
    "start",
    ("s",),
    "s",
    lambda texts: texts._("start"),
    lambda texts: texts._("start the game, once every seat is taken"),
)
LEAVE = Action(
    "leave",
    ("u",),
    "u",
    lambda texts: texts._("stand up"),
    lambda texts: texts._("give up your seat before the game begins"),
)
LOOK = Action(
    "look",
    ("v",),
    "v",
    lambda texts: texts._("table or result"),
    lambda texts: texts._("after the end: look at the table, or at the result again"),
)
HOME = Action(
    "lobby",
    ("q",),
    "q",
    lambda texts: texts._("lobby"),
    lambda texts: texts._("go back to the lobby"),
)
UNDO = Action(
    "undo",
    ("z",),
    "z",
    lambda texts: texts._("take back"),
    lambda texts: texts._("take your last step back, while nothing was rolled since"),
)
COMMAND = Action(
    "command",
    ("slash",),
    "/",
    lambda texts: texts._("command"),
    lambda texts: texts._("type a move (keep 3 3) or a command (/help /undo /leave /lobby)"),
)
WAY_OUT = Action(
    "way_out",
    ("q",),
    "q",
    lambda texts: texts._("lobby"),
    lambda texts: texts._("go to the lobby; your seat is kept"),
)


def offered(news: TableNews) -> tuple[Action, ...]:
    """What can be done at this table now, beside what its board offers."""
    if news.standings:
        return HOME, LOOK, COMMAND
    if news.info.stage == "frozen":
        return (WAY_OUT,)
    if news.view is not None:
        return UNDO, COMMAND, WAY_OUT
    return (*_in_the_room(news), COMMAND, WAY_OUT)


def _in_the_room(news: TableNews) -> tuple[Action, ...]:
    info = news.info
    free = any(seat.held_by == "nobody" for seat in info.seats)
    bots = any(seat.held_by == "bot" for seat in info.seats)
    found = []
    if info.your_seat is None and free:
        found.append(SIT)
    if info.yours and not free:
        found.append(START)
    if info.yours and free:
        found.append(BOT)
    if info.yours and bots:
        found.append(NO_BOT)
    if info.your_seat is not None:
        found.append(LEAVE)
    return tuple(found)


def commands(texts: Texts) -> dict[str, str]:
    """Typed commands, in English and in the player's language, and the actions they stand for."""
    return {
        "help": "help", texts.pgettext("typed command", "help"): "help",
        "lobby": "lobby", texts.pgettext("typed command", "lobby"): "lobby",
        "undo": "undo", texts.pgettext("typed command", "undo"): "undo",
        "leave": "leave", texts.pgettext("typed command", "leave"): "leave",
        "join": "sit", texts.pgettext("typed command", "join"): "sit",
        "bot": "bot",
        "nobot": "no_bot",
        "start": "start",
    }  # fmt: skip

"""The actions at any table that have a key: the keys, the prompt and the help page use this list."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import UTC, datetime

from tui.host.port import TableInfo, TableSnapshot
from tui.host.refusals import refused
from tui.language.actions import COMMAND, MORE, TALK, Action, by_key, by_letter
from tui.language.refusals import refusal_text
from tui.language.texts import N_, Texts
from tui.presenters.share import day_of

SIT = Action("sit", ("enter", "j"), "Enter", N_("sit down"), N_("take the first free seat"), acts=True)
BOT = by_letter("b", "bot", N_("add a bot"), N_("give the first free seat to a bot"), acts=True)
NO_BOT = by_letter("x", "nobot", N_("remove a bot"), N_("remove the last bot"), acts=True)
KICK = by_letter("e", "kick", N_("kick"), N_("kick someone: type a name or seat"))
START = by_letter("s", "start", N_("start"), N_("start the game, once every seat is taken"), acts=True)
LEAVE = by_letter("u", "leave", N_("stand up"), N_("leave your seat before the game starts"), acts=True)
END = by_letter("E", "end", N_("end it"), N_("end a table you opened, before its game begins"))
LOOK = by_letter("v", "look", N_("table or result"), N_("after the game: switch between table and result"))
REMATCH = by_letter(
    "r", "rematch", N_("play again"), N_("after the game: play again with the same players"), acts=True
)
NEXT = by_letter(
    "n",
    "next",
    N_("new game"),
    N_("after the game: play another one of the same kind, against bots"),
    acts=True,
)
RECORD = by_letter("R", "record", N_("record"), N_("after the game: read its record"), acts=True)
REPLAY = by_letter(
    "p", "replay", N_("replay"), N_("after the game: look at it again, step by step"), acts=True
)
ANALYSIS = by_letter(
    "a",
    "analyse",
    N_("analysis"),
    N_("after the game: what each decision cost, and the chances to win over the game"),
    acts=True,
)
SHARE = by_letter(
    "s", "share", N_("share"), N_("after the game: a card of it, to be shown to others"), acts=True
)
CHECK = by_letter("i", "check", N_("check"), N_("after a deal of the day: how to check its luck"), acts=True)
HOME = by_letter("q", "lobby", N_("lobby"), N_("go back to the lobby"), acts=True)
UNDO = by_letter(
    "z",
    "undo",
    N_("undo"),
    N_("undo your last move, if no dice were rolled and no card was shown since"),
    acts=True,
)
ABANDON = by_letter(
    "A", "abandon", N_("end without a result"), N_("end the game without a result, or agree to it")
)
CONCEDE = by_letter("C", "concede", N_("concede"), N_("concede the game for good"))
LEND = by_letter(
    "L",
    "lend",
    N_("let a bot play"),
    N_("let a bot play for somebody who is away, until they are back"),
    acts=True,
)
PLAN = by_letter(
    "I", "plan", N_("if they ..."), N_("plan what you answer if others do something (also /plan)")
)
PLANNED = PLAN._replace(label=N_("planned"))
GO_ON = Action(
    "go_on",
    ("enter", "space"),
    "Enter",
    N_("go on"),
    N_("in a lesson: go on, once you have read what it says"),
    acts=True,
)
PRACTICE = Action(
    "practice",
    ("enter", "p"),
    "Enter",
    N_("play for real"),
    N_("after a lesson: play a real game against bots"),
    acts=True,
)
AGAIN = REMATCH._replace(help=N_("after a lesson: play it again from its first step"))
END_LESSON = ABANDON._replace(label=N_("end the lesson"), help=N_("end the lesson; it counts for nothing"))
HINT = by_letter("T", "hint", N_("hint"), N_("what you could do now, and why (also /hint)"))
STEP = HINT._replace(label=N_("the step"), help=N_("in a lesson: what it says now, on a page (also /hint)"))
HELP = Action("help", ("f1",), "F1", N_("help"), N_("all keys and commands"))
HELP_HERE = HELP._replace(keys=("question_mark", "f1"), shown="?")
"""The help action if no board explains what is under the cursor."""
WAY_OUT = by_letter("q", "way_out", N_("lobby"), N_("go to the lobby; your seat is kept"))

OUT_OF_THE_ROOM = WAY_OUT._replace(keys=("q", "escape"))
"""The same before the start, where Esc has nothing else to go back from."""


def is_played_on(info: TableInfo, now: float) -> bool:
    """Returns whether others may still play the deal of the day of a table: until then it has no record."""
    day = day_of(info.options.get("deal", ""))
    return bool(day) and day >= datetime.fromtimestamp(now, UTC).date().isoformat()


def available_actions(
    snapshot: TableSnapshot, *, held_back: bool = False, more: bool = False
) -> tuple[Action, ...]:
    """Returns what can be done at this table now, besides what its board offers; `held_back`: without what
    needs the record of the game; `more`: the result has several pages.
    """
    info = snapshot.info
    if info.stage == "over":
        played = snapshot.view is not None
        if snapshot.lesson:
            return (PRACTICE, HOME, AGAIN, LOOK, TALK, COMMAND, HELP_HERE)
        mine = bool(snapshot.seat or info.given_up)
        day = day_of(info.options.get("deal", ""))
        again = (REMATCH,) if played and mine and not day else ()
        shares = (SHARE,) if snapshot.standings and mine else ()
        other, look = ((NEXT,), (LOOK,)) if played else ((), ())
        replays, record = ((REPLAY, ANALYSIS), (RECORD,)) if played and not held_back else ((), ())
        check = (CHECK,) if day else ()
        return (
            *(*again, *((MORE,) if more else ()), *shares, *other, *replays, HOME),
            *(*check, *record, *look, TALK, COMMAND, HELP_HERE),
        )
    if snapshot.view is None:
        return (*_in_the_room(info), TALK, COMMAND, HELP_HERE, OUT_OF_THE_ROOM)
    if snapshot.seat is None:
        return TALK, COMMAND, HELP, WAY_OUT
    if snapshot.lesson:
        return (
            *((GO_ON,) if snapshot.lesson.is_read else ()),
            STEP,
            WAY_OUT,
            END_LESSON,
            COMMAND,
            TALK,
            HELP,
        )
    return (
        UNDO,
        TALK,
        COMMAND,
        *((LEND,) if info.lendable else ()),
        HINT,
        PLAN if snapshot.plan is None else PLANNED,
        ABANDON,
        CONCEDE,
        HELP,
        WAY_OUT,
    )


def asked(snapshot: TableSnapshot) -> Hashable:
    """What the acting keys of a table act on: another value whenever one of them would do something else."""
    info = snapshot.info
    if info.stage == "over" or snapshot.view is None:
        offered = {action.name for action in available_actions(snapshot)}
        return info.stage, info.your_seat, *(action.name in offered for action in DECIDING)
    lesson = snapshot.lesson
    return (
        snapshot.ask.id if snapshot.ask else None,
        snapshot.can_undo,
        info.lendable,
        (lesson.number, lesson.is_read) if lesson else None,
    )


def _in_the_room(info: TableInfo) -> tuple[Action, ...]:
    if info.stage != "open":
        return ()
    free = any(seat.held_by == "nobody" for seat in info.seats)
    taken = sum(seat.held_by != "nobody" for seat in info.seats)
    bots = any(seat.held_by == "bot" for seat in info.seats)
    seated = info.your_seat is not None
    found = (
        (SIT, not seated and free),
        (START, info.may_start and not free),
        (BOT, seated and free),
        (NO_BOT, seated and bots),
        (KICK, info.yours and taken > 1),
        (LEAVE, seated),
        (END, info.yours),
    )
    return tuple(action for action, now in found if now)


ROOM_ACTIONS = (SIT, BOT, NO_BOT, KICK, START, LEAVE, END)
"""What can be done before the start, by one player or another."""
AWAITED = (SIT, START)
"""What a table waits for before the start: who can do it is asked to."""
DECIDING = (*AWAITED, REMATCH)
"""What a page of a table is there for. The other keys that act on it mean the same while it is shown."""
BEFORE = {action.name for action in ROOM_ACTIONS}
AFTER = {LOOK.name, REMATCH.name, SHARE.name, CHECK.name, NEXT.name, REPLAY.name, ANALYSIS.name, RECORD.name}
_BY_KEY = by_key(
    (*ROOM_ACTIONS, LOOK, REMATCH, CHECK, NEXT, REPLAY, ANALYSIS, RECORD, UNDO, ABANDON, CONCEDE, LEND, PLAN)
)


def why_not(texts: Texts, snapshot: TableSnapshot, key: str) -> str:
    """Why a key with a meaning at other times does nothing at this table now; '' if it never has one."""
    action = _BY_KEY.get(key)
    if action is None:
        return ""
    info = snapshot.info
    if action.name in AFTER and info.stage != "over":
        return texts._("You can do that once the game is over.")
    if info.stage == "over":
        return texts._("The game at this table is over.")
    if action.name in BEFORE:
        return _why_not_before(texts, info, action)
    if snapshot.view is None:
        return texts._("The game at this table hasn't started yet.")
    if snapshot.seat is None:
        return texts._("You have no seat at this table.")
    if snapshot.lesson:
        return refusal_text(texts, refused("not-in-lesson"))
    return texts._("Nobody has been away long enough for a bot to step in.")


def _why_not_before(texts: Texts, info: TableInfo, action: Action) -> str:
    if info.stage != "open":
        return texts._("The game has started: seats can't change now.")
    if action is SIT:
        seated = info.your_seat is not None
        return (
            texts._("You already have a seat.") if seated else texts._("Every seat of this table is taken.")
        )
    if info.your_seat is None:
        return texts._("You have no seat at this table.")
    if action in {START, KICK, END} and not (info.may_start if action is START else info.yours):
        return texts._("Only the table's owner can do that.")
    if action is START:
        return texts._("Some seats are still free.")
    if action is BOT:
        return texts._("Every seat of this table is taken.")
    return (
        texts._("No bot sits at this table.") if action is NO_BOT else texts._("Nobody else sits here yet.")
    )

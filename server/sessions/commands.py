"""Parses the command that a client sends over SSH."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tui.host.pictures import CastStyle

CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}")
JSON, NO_BOTS = "--json", "--no-bots"
SVG = "--svg"
NEWER = 3
"""The newer version of the format of casts."""
NUMBER = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2})?")
"""A speed, or seconds."""
SEAT_NUMBER = re.compile("[0-9]{1,3}")
LONG = re.compile("-.*|.{41,}")
"""No word of a filter: an option, or too long for a name."""
MOST_WORDS = 8
"""The most words of a filter."""
RESULTS = "results"


class SshCommand(Struct, frozen=True):
    """A command. `action`: the one of that `name` (`tui.actions`) with the fields `args`; `screen`: the app,
    beginning at `goto` (see `tui.host.session.ClientInfo`), in `plain` mode if asked for; `api`; `cast` of
    the table `goto`, or `sign` its record; the results of the `daily` deal or `duplicate` match that `move`
    names, or a new one; `analyse` the game `goto`, of the `seat` alone, as a picture with the word `move`;
    `help`; `unknown`.
    """

    kind: Literal[
        "action",
        "screen",
        "api",
        "sign",
        "verify",
        "cast",
        "analyse",
        "daily",
        "duplicate",
        "help",
        "unknown",
    ]
    goto: str = ""
    plain: bool = False
    move: str = ""
    name: str = ""
    args: Struct | None = None
    seat: int | None = None
    json: bool = False
    """The answer is to be JSON."""
    yes: bool = False
    """What would be asked is answered with yes."""
    style: CastStyle = CastStyle()
    """How a cast is to be."""


AT_ONCE = frozenset(("daily", "duplicate", "action"))
"""The kinds that answer at once (`server.sessions.single_commands`)."""
LOBBY = SshCommand("screen")
PLAIN = SshCommand("screen", plain=True)
PLAY = SshCommand("screen", "play")
API = SshCommand("api")
HELP = SshCommand("help")
UNKNOWN = SshCommand("unknown")
OF_ONE_WORD: Mapping[str, SshCommand] = MappingProxyType(
    {
        "help": HELP,
        "api": API,
        "plain": PLAIN,
        "play": PLAY,
        "verify.py": SshCommand("verify"),
    }
)


def parse(text: str, games: Container[str]) -> SshCommand:
    """Return the command that `ssh host TEXT` means."""
    words = text.split()
    if not words:
        return LOBBY
    if found := _action(words):
        return found
    match words:
        case [word] if word in OF_ONE_WORD:
            return OF_ONE_WORD[word]
        case ["cast", table, *rest] if CODE.fullmatch(table):
            return _cast(table, rest)
        case ["analyse", table, *rest] if CODE.fullmatch(table):
            return _analyse(table, rest)
        case ["sign", table] if CODE.fullmatch(table):
            return SshCommand("sign", table)
        case [game] if game in games:
            return SshCommand("screen", game)
        case ["learn", game] if game in games:
            return SshCommand("screen", f"learn {game}")
        case ["daily", *rest] if any(word == RESULTS for word in rest) and len(rest) <= MOST_WORDS:
            return _deals("daily", rest)
        case ["daily"]:
            return SshCommand("screen", "daily")
        case ["daily", game] if game in games:
            return SshCommand("screen", f"daily {game}")
        case ["duplicate", *rest] if rest and len(rest) <= MOST_WORDS:
            return _deals("duplicate", rest)
        case ["match", *words] if goto := _match(words):
            return SshCommand("screen", goto)
        case ["replay", table] if CODE.fullmatch(table):
            return SshCommand("screen", f"replay {table}")
    return UNKNOWN


def _action(words: list[str]) -> SshCommand | None:
    """Return the action that the first words name, unless there is none."""
    from tui.actions.action import YES  # it imports the boards, and with them Textual
    from tui.actions.registry import ACTIONS, SSH_FORMS, SSH_WORDS

    for length in (2, 1):
        if name := SSH_WORDS.get(" ".join(words[:length])):
            said = [word for word in words[length:] if word != YES or not SSH_FORMS[name].asks]
            found, yes = ACTIONS[name].in_terminal(said), len(said) < len(words) - length
            if found and SSH_FORMS[name].begins:
                return UNKNOWN if found[1] else SshCommand("screen", " ".join(words))
            return (
                SshCommand("action", name=name, args=found[0], json=found[1], yes=yes) if found else UNKNOWN
            )
    return None


def _deals(kind: Literal["daily", "duplicate"], words: list[str]) -> SshCommand:
    """`daily results [GAME] [DATE]`, `duplicate ...`, with `--json` anywhere."""
    about = [word for word in words if word != JSON]
    if any(map(LONG.fullmatch, about)):
        return UNKNOWN
    return SshCommand(kind, move=" ".join(about), json=JSON in words)


def _match(words: list[str]) -> str:
    """Return where `match [GAME] [--no-bots]` begins; '' if that is not what was typed."""
    # A game that the host does not have is refused there, by its name.
    named = [word for word in words if word != NO_BOTS]
    known = len(named) <= 1 and all(map(CODE.fullmatch, named))
    flag = [NO_BOTS] if NO_BOTS in words else []
    return " ".join(("match", *named, *flag)) if known else ""


def _cast(table: str, words: list[str]) -> SshCommand:
    """`cast TABLE`, with `--v3`, `--speed N` and `--idle SECONDS` behind it in any order, each once."""
    style, left = CastStyle(), list(words)
    while left:
        match left:
            case ["--v3", *left] if style.version != NEWER:
                style = replace(style, version=NEWER)
            case ["--speed", number, *left] if style.speed == 1.0 and _positive(number):
                style = replace(style, speed=float(number))
            case ["--idle", number, *left] if style.idle is None and _positive(number):
                style = replace(style, idle=float(number))
            case _:
                return UNKNOWN
    return SshCommand("cast", table, style=style)


def _analyse(table: str, words: list[str]) -> SshCommand:
    """`analyse TABLE`, with `--seat N` and one of `--json` and `--svg` behind it in any order, each once."""
    command, left = SshCommand("analyse", table), list(words)
    while left:
        match left:
            case ["--seat", number, *left] if command.seat is None and SEAT_NUMBER.fullmatch(number):
                command = replace(command, seat=int(number))
            case ["--json", *left] if not (command.json or command.move):
                command = replace(command, json=True)
            case ["--svg", *left] if not (command.json or command.move):
                command = replace(command, move=SVG)
            case _:
                return UNKNOWN
    return command


def _positive(text: str) -> bool:
    return bool(NUMBER.fullmatch(text)) and float(text) > 0

"""Parses the command that a client sends over SSH."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}")
JSON, NO_BOTS = "--json", "--no-bots"
LONG = re.compile("-.*|.{41,}")
"""No word of a filter: an option, or too long for a name."""
MOST_WORDS = 8
"""The most words of a filter."""
RESULTS = "results"


class SshCommand(Struct, frozen=True):
    """A command. `action`: the one of that `name` (`tui.actions`) with the fields `args`; `screen`: the app,
    beginning at `goto` (see `tui.host.session.ClientInfo`), in `plain` mode if asked for; `api`; `verify`;
    `help` about `goto`; `unknown`.
    """

    kind: Literal[
        "action",
        "screen",
        "api",
        "verify",
        "help",
        "unknown",
    ]
    goto: str = ""
    plain: bool = False
    move: str = ""
    name: str = ""
    args: Struct | None = None
    json: bool = False
    """The answer is to be JSON."""
    yes: bool = False
    """What would be asked is answered with yes."""


LOBBY = SshCommand("screen")
PLAIN = SshCommand("screen", plain=True)
PLAY = SshCommand("screen", "play")
API = SshCommand("api")
MOST_HELPED = 2
"""The most words of a command."""
UNKNOWN = SshCommand("unknown")
OF_ONE_WORD: Mapping[str, SshCommand] = MappingProxyType(
    {
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
    if len(words) == 1 and words[0] in OF_ONE_WORD:
        return OF_ONE_WORD[words[0]]
    if words[0] == "daily" and RESULTS in words:  # which may stand behind a game
        words = ["daily", RESULTS, *(word for word in words[1:] if word != RESULTS)]
    if found := _action(words):
        return found
    match words:
        case ["help", *about] if len(about) <= MOST_HELPED:
            return SshCommand("help", " ".join(about))
        case [game] if game in games:
            return SshCommand("screen", game)
        case ["learn", game] if game in games:
            return SshCommand("screen", f"learn {game}")
        case ["daily"]:
            return SshCommand("screen", "daily")
        case ["daily", game] if game in games:
            return SshCommand("screen", f"daily {game}")
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


def _match(words: list[str]) -> str:
    """Return where `match [GAME] [--no-bots]` begins; '' if that is not what was typed."""
    # A game that the host does not have is refused there, by its name.
    named = [word for word in words if word != NO_BOTS]
    known = len(named) <= 1 and all(map(CODE.fullmatch, named))
    flag = [NO_BOTS] if NO_BOTS in words else []
    return " ".join(("match", *named, *flag)) if known else ""

"""Parses the command that a client sends over SSH."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Literal

from msgspec import Struct

CODE = re.compile(r"[A-Za-z0-9-]{1,32}")


class SshCommand(Struct, frozen=True):
    """A command. `screen`: the app, beginning at `goto` (see `tui.host.session.ClientInfo`), in `plain` mode
    if asked for; `api`; `record` of the table `goto`; `help`; `unknown`.
    """

    kind: Literal["screen", "api", "record", "sign", "dice", "verify", "help", "unknown"]
    goto: str = ""
    plain: bool = False


LOBBY = SshCommand("screen")
PLAIN = SshCommand("screen", plain=True)
PLAY = SshCommand("screen", "play")
API = SshCommand("api")
HELP = SshCommand("help")
UNKNOWN = SshCommand("unknown")


def parse(text: str, games: Container[str]) -> SshCommand:
    """Return the command that `ssh host TEXT` means."""
    match text.split():
        case []:
            return LOBBY
        case ["help"]:
            return HELP
        case ["api"]:
            return API
        case ["plain"]:
            return PLAIN
        case ["play"]:
            return PLAY
        case ["dice"]:
            return SshCommand("dice")
        case ["verify.py"]:
            return SshCommand("verify")
        case [("record" | "sign") as kind, table] if CODE.fullmatch(table):
            return SshCommand("record" if kind == "record" else "sign", table)
        case [game] if game in games:
            return SshCommand("screen", game)
        case ["learn", game] if game in games:
            return SshCommand("screen", f"learn {game}")
        case ["join", code] if CODE.fullmatch(code):
            return SshCommand("screen", f"join {code.upper()}")
    return UNKNOWN

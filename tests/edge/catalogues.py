"""Everything that a client can cause, made from the catalogues of the program itself: what is new is in it.

Keys are those of a whole keyboard, whatever a screen binds. Commands and requests get what fits the names and
types of their arguments.
"""

from __future__ import annotations

import json
import types
from collections.abc import Iterator, Sequence
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from engine.registry import GAMES
from server.sessions.commands import OF_ONE_WORD
from tui.actions.catalogue import COMMANDS
from tui.actions.registry import REQUESTS, SSH_WORDS

NAMED = {
    "tab": "\t", "enter": "\r", "backspace": "\x7f", "shift+tab": "\x1b[Z", "up": "\x1b[A", "down": "\x1b[B",
    "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F", "insert": "\x1b[2~",
    "delete": "\x1b[3~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "shift+up": "\x1b[1;2A",
    "ctrl+right": "\x1b[1;5C", "alt+h": "\x1bh", "f1": "\x1bOP", "f5": "\x1b[15~", "f12": "\x1b[24~",
    "paste": "\x1b[200~" + "hello " * 600 + "\x1b[201~", "accented": "é", "wide": "漢",
}  # fmt: skip
KEYS = {
    **{chr(code): chr(code) for code in range(32, 127)},
    **{f"ctrl+{chr(code + 96)}": chr(code) for code in range(1, 27) if chr(code) not in "\t\r"},
    **NAMED,
}
"""Every key of a keyboard, by name: what terminals send for it."""
ENDED, NAME, WORD = "court4", "Wren", "1"
"""An ended game, somebody's name, and what is given where anything may stand."""
ARGUMENTS = ("", WORD, ENDED, NAME, f"{ENDED} 1", *GAMES)
"""What is written behind a command."""

NONSENSE = ("x" * 4000, "xy " * 1300, f"{ENDED} {'x' * 3900}")
"""Long texts, where none is meant."""


def slash_lines(arguments: Sequence[str] = ARGUMENTS) -> list[str]:
    """Every command with a slash, with each of these behind it."""
    return [f"/{name} {argument}".strip() for name in COMMANDS for argument in arguments]


def ssh_commands(arguments: Sequence[str] = ARGUMENTS) -> list[str]:
    """Every single command, with each of these behind it."""
    words = sorted((OF_ONE_WORD.keys() - {"api"} | {"help"}) | SSH_WORDS.keys())
    return [f"{word} {argument}".strip() for word in words for argument in arguments]


def requests() -> dict[str, bytes]:
    """Every request of a program, with what fits each field."""
    return {
        do: json.dumps({"id": 1, "do": do, **dict(_fields(one.args))}).encode() + b"\n"
        for do, one in REQUESTS.items()
    }


def wrong_requests() -> Iterator[bytes]:
    """Every request with a long text in one of its fields, and in one that it has not."""
    for right in requests().values():
        fields = json.loads(right)
        for name in (*fields, "more"):
            yield json.dumps({**fields, name: NONSENSE[0]}).encode() + b"\n"


FIELDS: dict[str, Any] = {"table": ENDED, "game": "court", "name": NAME, "options": {}, "bot": "page"}
"""What stands in a field of that name."""


def _fields(struct: Any) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(struct):
        if field.encode_name not in {"id", "do"}:
            found = FIELDS.get(field.encode_name, _fitting(field.type))
            if found is not None:
                yield field.encode_name, found


def _fitting(kind: Any) -> Any:
    """Something of a type."""
    origin = get_origin(kind)
    if origin in {Union, types.UnionType}:
        return next((found for one in get_args(kind) if (found := _fitting(one)) is not None), None)
    if origin is Literal:
        return get_args(kind)[0]
    return {str: WORD, int: 1, bool: True, float: 1.0}.get(origin or kind)

"""What commands mean, for tests that do not ask which action one in a wrong form names."""

from __future__ import annotations

from collections.abc import Container

from engine.registry import GAMES
from server.sessions.commands import Command, Misspelt, Other, parse


def understood(text: str, games: Container[str] = GAMES) -> Command:
    """Return what `ssh HOST TEXT` means; nothing where it has the form of no action."""
    found = parse(text, games)
    return Other.UNKNOWN if isinstance(found, Misspelt) else found

"""What commands mean, for tests that do not ask which action one in a wrong form names."""

from __future__ import annotations

from collections.abc import Container

from engine.registry import GAMES
from server.sessions.commands import Command, Misspelt, parse

UNKNOWN = None
"""Nothing that there is."""


def understood(text: str, games: Container[str] = GAMES) -> Command | None:
    """Return what `ssh HOST TEXT` means; nothing where it has the form of no action."""
    found = parse(text, games)
    return UNKNOWN if isinstance(found, Misspelt) else found

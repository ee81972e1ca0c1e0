"""What sessions import, or read from files, when one needs it first, and keep: before the first client
comes. Later it would be done in a turn of the event loop, for which everybody waits.
"""

from __future__ import annotations

from importlib import import_module

from server.identity.names import clean_name
from tui.language.texts import LANGUAGES, texts_in

LATER = (
    "server.sessions.api.session",
    "server.sessions.single_commands",
    "server.sessions.window",
    "tui.plain.line_session",
)
"""Imported where they are used: a process that serves nobody needs none of them."""


def prepare() -> None:
    """Import and read all of it."""
    for name in LATER:
        import_module(name)
    for language in LANGUAGES:
        texts_in(language)._("")
    clean_name("Wren")  # the table of scripts

"""One command that can be typed behind a slash. All of them are in `tui.commands.catalogue`."""

from __future__ import annotations

from typing import NamedTuple

from tui.actions.registry import SLASH_FORMS
from tui.language.texts import Translatable


class Command(NamedTuple):
    """A command: its words and its help."""

    name: str
    word: Translatable
    """The word in the player's language, or several with | between them; English is understood as well."""
    usage: Translatable
    """Its arguments in capitals, optional ones in brackets."""
    help: Translatable
    """A sentence for the help page."""
    for_moderators: bool = False
    """Only moderators are shown it."""


def declared(name: str) -> Command:
    """Returns the command of an action, for its place in the catalogue."""
    return Command(name, *SLASH_FORMS[name])

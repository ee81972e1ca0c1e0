"""Every command that can be typed behind a slash. Pure.

Reading a typed line is left to `tui.actions.parser`, carrying a command out to `tui.actions.dispatch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tui.actions import action
from tui.actions.registry import SLASH_FORMS
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts, texts_in

SLASH = action.SLASH
COMMANDS = SLASH_FORMS
"""All commands by their English names, as the help lists them."""


def word(texts: Texts, name: str) -> str:
    """Returns a command's word in the player's language, without its slash."""
    return shown(texts.of(COMMANDS[name].word))


def usage_line(texts: Texts, name: str) -> str:
    """Returns a command with its slash and its arguments."""
    return action.usage_line(texts, COMMANDS[name].word, COMMANDS[name].usage)


@cache
def by_word(language: str) -> Mapping[str, str]:
    """Returns the name of every command by its words, in English and in a language."""
    names = {name: name for name in COMMANDS}
    return MappingProxyType({**_spelled(texts_in(language)), **_spelled(texts_in()), **names})


def _spelled(texts: Texts) -> dict[str, str]:
    """Returns the name of every command by all spellings of its words."""
    every = COMMANDS.items()
    return {spelling: name for name, command in every for spelling in spellings(texts.of(command.word))}

"""Every command that can be typed behind a slash; what a typed line is: a command, chat, or something else,
which at a table may be a move.

A line that begins with a slash is a command or, at a table, a move in the game's notation; every other line
is chat. A command's word always means the command; `/move` makes the move of that name. Pure:
`tui.actions.dispatch` carries commands out.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from tui.actions import action
from tui.actions.action import Slash
from tui.actions.registry import ACTIONS
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts, texts_in

SLASH = action.SLASH
COMMANDS: Mapping[str, Slash] = MappingProxyType(
    {name: one.slash for name, one in ACTIONS.items() if one.slash}
)
"""All commands by their English names, as the help lists them."""


def word(texts: Texts, name: str) -> str:
    return shown(texts.of(ACTIONS[name].called))


@cache
def by_word(language: str) -> Mapping[str, str]:
    """Returns the name of every command by its words, in English and in a language."""
    names = {name: name for name in COMMANDS}
    return MappingProxyType({**_spelled(texts_in(language)), **_spelled(texts_in()), **names})


def _spelled(texts: Texts) -> dict[str, str]:
    return {word: name for name in COMMANDS for word in spellings(texts.of(ACTIONS[name].called))}


ALIKE, ALIKE_IN_ENGLISH = 0.7, 0.8
"""How much of a word must be right for a guess at what was meant; of an English word in another language."""


class ChatInput(NamedTuple):
    """A chat line."""

    text: str


class CommandInput(NamedTuple):
    """A command and its arguments."""

    name: str
    words: str


class WrongUsage(NamedTuple):
    """A command with wrong arguments, and how it is written."""

    sentence: str


class UnknownInput(NamedTuple):
    """Not a command; at a table perhaps a move."""

    text: str


TypedLine = ChatInput | CommandInput | WrongUsage | UnknownInput


def parse(texts: Texts, line: str) -> TypedLine:
    if not line.startswith(SLASH):
        return ChatInput(line)
    text = " ".join(line.lstrip(SLASH).split())
    word, _, words = text.partition(" ")
    name = by_word(texts.language).get(word.casefold())
    if name is None:
        return UnknownInput(text)
    usage = texts.of(COMMANDS[name].usage)
    if (not words and usage and not usage.startswith("[")) or (words and not usage):
        return WrongUsage(ACTIONS[name].form(texts))
    return CommandInput(name, words)


def nearest(texts: Texts, text: str) -> str:
    """Returns the command that was probably meant, in the player's language and with its slash; '' if none is
    similar.
    """
    known, typed = by_word(texts.language), text.partition(" ")[0].casefold()
    own = [spelling for spelling, name in known.items() if spelling != name]
    found = get_close_matches(typed, own, n=1, cutoff=ALIKE) or get_close_matches(
        typed, COMMANDS, n=1, cutoff=ALIKE if texts.language == "en" else ALIKE_IN_ENGLISH
    )
    return SLASH + word(texts, known[found[0]]) if found else ""


def no_such(texts: Texts, text: str) -> str:
    word, meant = SLASH + text.partition(" ")[0], nearest(texts, text)
    if meant:
        return texts._("There is no command {word}. Did you mean {meant}?", word=word, meant=meant)
    return texts._("There is no command {word}. /help lists them; to talk, drop the slash.", word=word)

"""What a typed line means: a command, talk, or something else, which at a table may be a move.

A line that begins with a slash is a command or, at a table, a move in the game's notation; every other
line is said to whoever is there. A command's word always means the command; `/move` makes the move of
that name. Pure: `tui.commands.dispatch` runs commands.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from tui.commands.catalogue import COMMANDS, SLASH, by_word, form, word
from tui.language.texts import Texts

ALIKE = 0.6
"""How much of a word must be right for a guess at what was meant."""


class ChatInput(NamedTuple):
    """Something to be said."""

    text: str


class CommandInput(NamedTuple):
    """A command, and what followed it."""

    name: str
    words: str


class WrongUsage(NamedTuple):
    """A command that cannot be done like this, and how it is written."""

    sentence: str


class UnknownInput(NamedTuple):
    """No command: at a table perhaps a move."""

    text: str


TypedLine = ChatInput | CommandInput | WrongUsage | UnknownInput


def parse(texts: Texts, line: str) -> TypedLine:
    """What a typed line means."""
    if not line.startswith(SLASH):
        return ChatInput(line)
    text = " ".join(line.lstrip(SLASH).split())
    word, _, words = text.partition(" ")
    command = by_word(texts.language).get(word.casefold())
    if command is None:
        return UnknownInput(text)
    usage = texts.of(command.usage)
    if (not words and usage and not usage.startswith("[")) or (words and not usage):
        return WrongUsage(form(texts, command))
    return CommandInput(command.name, words)


def nearest(texts: Texts, text: str) -> str:
    """The command that was probably meant, with its slash; empty: none is like it."""
    known = by_word(texts.language)
    found = get_close_matches(text.partition(" ")[0].casefold(), known, n=1, cutoff=ALIKE)
    if not found:
        return ""
    return SLASH + (found[0] if found[0] in COMMANDS else word(texts, known[found[0]].name))


def no_such(texts: Texts, text: str) -> str:
    """The answer to a command that there is not."""
    word, meant = SLASH + text.partition(" ")[0], nearest(texts, text)
    if meant:
        return texts._("There is no command {word}. Did you mean {meant}?", word=word, meant=meant)
    return texts._("There is no command {word}. /help lists them; to talk, drop the slash.", word=word)

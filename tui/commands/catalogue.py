"""Every command that can be typed behind a slash: one table for lobby, table and plain mode. Pure.

Reading a typed line is left to `tui.commands.parser`, carrying a command out to `tui.commands.dispatch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tui.actions import action
from tui.commands.command import Command, declared
from tui.commands.people.words import PEOPLE
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts, texts_in

SLASH = action.SLASH

TABLES = (
    declared("join"),
    declared("watch"),
    declared("tables"),
    declared("open"),
    declared("learn"),
    declared("practice"),
    declared("start"),
    declared("bot"),
    declared("nobot"),
    declared("dice"),
    declared("kick"),
    declared("leave"),
    declared("end"),
    declared("rematch"),
    declared("next"),
    declared("read"),
    declared("replay"),
    declared("analyse"),
    declared("share"),
    declared("record"),
)
GAME = (
    declared("move"),
    declared("odds"),
    declared("undo"),
    declared("standing"),
    declared("concede"),
    declared("abandon"),
    declared("lend"),
    declared("seat"),
    declared("resume"),
)
PROTECTION = tuple(
    map(
        declared,
        ("report", "letters", "answer", "conduct", "recovery", "recover", "keys", "export", "queue"),
    )
)
HOST = (
    declared("bell"),
    declared("speed"),
    declared("alarm"),
    declared("motion"),
    declared("brief"),
    declared("verbose"),
    declared("prompts"),
    declared("lang"),
    declared("theme"),
    declared("hint"),
    declared("hints"),
    declared("rules"),
    declared("display"),
    declared("redraw"),
    declared("log"),
    declared("help"),
    declared("lobby"),
    declared("plain"),
    declared("screen"),
    declared("quit"),
)
COMMANDS: Mapping[str, Command] = MappingProxyType(
    {command.name: command for command in (*TABLES, *GAME, *PEOPLE, *PROTECTION, *HOST)}
)
"""All commands by their English names, as the help page lists them."""


def word(texts: Texts, name: str) -> str:
    """Returns a command's word in the player's language, without its slash."""
    return shown(texts.of(COMMANDS[name].word))


def form(texts: Texts, command: Command) -> str:
    """Returns how a command is written, as a sentence."""
    return action.form(texts, command.word, command.usage)


def usage_line(texts: Texts, command: Command) -> str:
    """Returns a command with its slash and its arguments."""
    return action.usage_line(texts, command.word, command.usage)


@cache
def by_word(language: str) -> Mapping[str, Command]:
    """Returns every command by its words, in English and in a language."""
    return MappingProxyType({**_spelled(texts_in(language)), **_spelled(texts_in()), **COMMANDS})


def _spelled(texts: Texts) -> dict[str, Command]:
    """Returns every command by all spellings of its words."""
    every = COMMANDS.values()
    return {spelling: command for command in every for spelling in spellings(texts.of(command.word))}

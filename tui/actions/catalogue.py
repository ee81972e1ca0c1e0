"""Every command that can be typed behind a slash, in the order in which the help page lists them. Pure.

Reading a typed line is left to `tui.actions.parser`, carrying a command out to `tui.actions.dispatch`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from tui.actions import action
from tui.actions.action import Slash
from tui.actions.registry import SLASH_FORMS
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts, texts_in

SLASH = action.SLASH
TABLES = (
    *("join", "watch", "tables", "open", "learn", "practice", "start", "bot", "nobot", "dice", "kick"),
    *("leave", "end", "rematch", "next", "read", "replay", "analyse", "share", "record"),
)
GAME = ("move", "odds", "undo", "standing", "concede", "abandon", "lend", "seat", "resume")
PEOPLE = (
    *("say", "who", "profile", "history", "ignore", "match", "zone", "follow", "unfollow", "following"),
    *("today", "tell", "invite", "daily", "duplicate", "ladder", "opponents", "ratings", "messages", "name"),
    *("key", "notify", "forget"),
)
PROTECTION = ("report", "letters", "answer", "conduct", "recovery", "recover", "keys", "export", "queue")
HOST = (
    *("bell", "speed", "alarm", "motion", "brief", "verbose", "prompts", "lang", "theme", "hint", "hints"),
    *("rules", "display", "redraw", "log", "help", "lobby", "plain", "screen", "quit"),
)
COMMANDS: Mapping[str, Slash] = MappingProxyType(
    {name: SLASH_FORMS[name] for name in (*TABLES, *GAME, *PEOPLE, *PROTECTION, *HOST)}
)
"""All commands by their English names."""


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

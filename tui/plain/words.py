"""The words of plain mode beside the house's commands (`tui.commands.catalogue`), which need no slash
here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tui.commands import catalogue
from tui.language.spelling import shown, spellings
from tui.language.texts import N_, NC_, NO_TEXT, Texts, Translatable


class Word(NamedTuple):
    """One thing to say."""

    name: str
    word: Translatable
    """In the player's language, perhaps several with | between them; English is understood as well."""
    usage: Translatable
    """What follows, in capitals; what may be left out, in brackets."""
    help: Translatable
    """A sentence for the help, without its point."""


LOOK = Word(
    "look",
    NC_("plain word", "look"),
    NO_TEXT,
    N_("how things stand, and what you can do now"),
)
LIST = Word(
    "list",
    NC_("plain word", "list"),
    NO_TEXT,
    N_("show the numbered list again (also an empty line)"),
)
BACK = Word(
    "back",
    NC_("plain word", "back"),
    NO_TEXT,
    N_("back to the previous list, changing nothing; 0 does the same"),
)
TABLES = Word(
    "tables",
    NC_("plain word", "tables"),
    NO_TEXT,
    N_("all tables, as a numbered list"),
)
GO = Word(
    "go",
    NC_("plain word", "go"),
    NO_TEXT,
    N_("to the table you chose, or to your running game"),
)
PRACTICE = Word(
    "practice",
    NC_("plain word", "practice"),
    NC_("usage", "[GAME] [SEATS]"),
    N_("play at once against bots, at a table nobody else sees"),
)
WHO = Word(
    "who",
    NC_("plain word", "who"),
    NO_TEXT,
    N_("who sits here, and what each of them has"),
)
RULES = Word(
    "rules",
    NC_("plain word", "rules"),
    NC_("usage", "[GAME]"),
    N_("the rules in a few sentences"),
)
LOG = Word(
    "log",
    NC_("plain word", "log"),
    NC_("usage", "[NUMBER]"),
    N_("what happened last: ten lines, or as many as you like"),
)
COMMANDS = Word(
    "commands",
    NC_("plain word", "commands"),
    NO_TEXT,
    N_("all commands"),
)


def find(texts: Texts, words: Iterable[Word], typed: str) -> Word | None:
    """The word that was typed; None: it is none of these."""
    typed = typed.casefold()
    return next((w for w in words if typed == w.name or typed in spellings(texts.of(w.word))), None)


def lines(texts: Texts, words: Iterable[Word]) -> list[tuple[str, str]]:
    """Words and what they do, for the help."""
    return [
        (f"{shown(texts.of(word.word))} {texts.of(word.usage)}".rstrip(), texts.of(word.help))
        for word in words
    ]


def help_word(texts: Texts) -> str:
    """The word that helps."""
    return catalogue.word(texts, "help")

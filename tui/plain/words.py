"""The words of plain mode besides the commands of `tui.actions.catalogue`; they need no slash."""

from __future__ import annotations

from collections.abc import Iterable

from tui.actions import catalogue
from tui.language.spelling import PlainWord
from tui.language.texts import N_, NC_, Texts

LOOK = PlainWord(NC_("plain word", "look"), N_("how things stand, and what you can do now"))
LIST = PlainWord(NC_("plain word", "list"), N_("show the numbered list again (also an empty line)"))
BACK = PlainWord(
    NC_("plain word", "back"), N_("back to the previous list, changing nothing; 0 does the same")
)
TABLES = PlainWord(
    NC_("plain word", "tables"),
    N_("all tables, as a numbered list; with words those that fit them"),
    usage=NC_("usage", "[WORDS]"),
)
GO = PlainWord(NC_("plain word", "go"), N_("to the table you chose, or to your running game"))
PLAY = PlainWord(
    NC_("plain word", "play"),
    N_("go on with your game against bots, or choose a game and how strong they are"),
    usage=NC_("usage", "[GAME] [SEATS] [BOTS]"),
)
PRACTICE = PlainWord(
    NC_("plain word", "practice"),
    N_("play at once against bots, at a table nobody else sees"),
    usage=NC_("usage", "[GAME] [SEATS] [BOTS]"),
)
WHO = PlainWord(NC_("plain word", "who"), N_("who sits here, and what each of them has"))
RULES = PlainWord(
    NC_("plain word", "rules"), N_("the rules in a few sentences"), usage=NC_("usage", "[GAME]")
)
LOG = PlainWord(
    NC_("plain word", "log"),
    N_("what happened last: ten lines, as many as you like, or everything"),
    usage=NC_("usage", "[NUMBER|all]"),
)
COMMANDS = PlainWord(NC_("plain word", "commands"), N_("all commands"))
READING = frozenset(word.name for word in (LOOK, LIST, TABLES, WHO, RULES, LOG, COMMANDS))
"""The words that only show something. All others act, and count only if what is asked had been read."""


def find(texts: Texts, words: Iterable[PlainWord], typed: str) -> PlainWord | None:
    """Returns the word that was typed; None if it is none of these."""
    return next((word for word in words if word.is_called(texts, typed)), None)


def help_word(texts: Texts) -> str:
    return catalogue.word(texts, "help")

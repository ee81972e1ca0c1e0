"""The words of plain mode besides the commands of `tui.actions.catalogue`; they need no slash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tui.actions import catalogue
from tui.language.spelling import shown, spellings
from tui.language.texts import N_, NC_, NO_TEXT, Texts, Translatable


class PlainWord(NamedTuple):
    """A word of plain mode."""

    name: str
    word: Translatable
    """The word in the player's language, or several with | between them; English is understood as well."""
    usage: Translatable
    """Its arguments in capitals, optional ones in brackets."""
    help: Translatable
    """A sentence for the help, without its full stop."""

    def spelled(self, texts: Texts) -> frozenset[str]:
        """Returns what may be typed for it."""
        return spellings(texts.of(self.word)) | {self.name}


LOOK = PlainWord(
    "look",
    NC_("plain word", "look"),
    NO_TEXT,
    N_("how things stand, and what you can do now"),
)
LIST = PlainWord(
    "list",
    NC_("plain word", "list"),
    NO_TEXT,
    N_("show the numbered list again (also an empty line)"),
)
BACK = PlainWord(
    "back",
    NC_("plain word", "back"),
    NO_TEXT,
    N_("back to the previous list, changing nothing; 0 does the same"),
)
TABLES = PlainWord(
    "tables",
    NC_("plain word", "tables"),
    NC_("usage", "[WORDS]"),
    N_("all tables, as a numbered list; with words those that fit them"),
)
GO = PlainWord(
    "go",
    NC_("plain word", "go"),
    NO_TEXT,
    N_("to the table you chose, or to your running game"),
)
PLAY = PlainWord(
    "play",
    NC_("plain word", "play"),
    NC_("usage", "[GAME] [SEATS] [BOTS]"),
    N_("go on with your game against bots, or choose a game and how strong they are"),
)
PRACTICE = PlainWord(
    "practice",
    NC_("plain word", "practice"),
    NC_("usage", "[GAME] [SEATS] [BOTS]"),
    N_("play at once against bots, at a table nobody else sees"),
)
WHO = PlainWord(
    "who",
    NC_("plain word", "who"),
    NO_TEXT,
    N_("who sits here, and what each of them has"),
)
RULES = PlainWord(
    "rules",
    NC_("plain word", "rules"),
    NC_("usage", "[GAME]"),
    N_("the rules in a few sentences"),
)
LOG = PlainWord(
    "log",
    NC_("plain word", "log"),
    NC_("usage", "[NUMBER|all]"),
    N_("what happened last: ten lines, as many as you like, or everything"),
)
COMMANDS = PlainWord(
    "commands",
    NC_("plain word", "commands"),
    NO_TEXT,
    N_("all commands"),
)
READING = frozenset(word.name for word in (LOOK, LIST, TABLES, WHO, RULES, LOG, COMMANDS))
"""The words that only show something. All others act, and count only if what is asked had been read."""


def find(texts: Texts, words: Iterable[PlainWord], typed: str) -> PlainWord | None:
    """Returns the word that was typed; None if it is none of these."""
    typed = typed.casefold()
    return next((word for word in words if typed in word.spelled(texts)), None)


def lines(texts: Texts, words: Iterable[PlainWord]) -> list[tuple[str, str]]:
    """Returns words and what they do, for the help."""
    return [
        (f"{shown(texts.of(word.word))} {texts.of(word.usage)}".rstrip(), texts.of(word.help))
        for word in words
    ]


def help_word(texts: Texts) -> str:
    return catalogue.word(texts, "help")

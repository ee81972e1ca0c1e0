"""The words of plain mode beside the house's commands (`tui.commands.catalogue`), which need no slash
here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tui.commands import catalogue
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts, Worded


class Word(NamedTuple):
    """One thing to say."""

    name: str
    word: Worded
    """In the player's language, perhaps several with | between them; English is understood as well."""
    usage: Worded
    """What follows, in capitals; what may be left out, in brackets."""
    help: Worded
    """A sentence for the help, without its point."""


def _nothing(_: Texts) -> str:
    return ""


LOOK = Word(
    "look",
    lambda texts: texts.pgettext("plain word", "look"),
    _nothing,
    lambda texts: texts._("how things stand, and what you can do now"),
)
LIST = Word(
    "list",
    lambda texts: texts.pgettext("plain word", "list"),
    _nothing,
    lambda texts: texts._("the last list with numbers once more; an empty line does the same"),
)
BACK = Word(
    "back",
    lambda texts: texts.pgettext("plain word", "back"),
    _nothing,
    lambda texts: texts._("back to the list before, without doing anything; 0 does the same"),
)
TABLES = Word(
    "tables",
    lambda texts: texts.pgettext("plain word", "tables"),
    _nothing,
    lambda texts: texts._("all tables, with numbers to choose one by"),
)
GO = Word(
    "go",
    lambda texts: texts.pgettext("plain word", "go"),
    _nothing,
    lambda texts: texts._("to the table you chose, or to your running game"),
)
PRACTICE = Word(
    "practice",
    lambda texts: texts.pgettext("plain word", "practice"),
    lambda texts: texts.pgettext("usage", "[GAME] [SEATS]"),
    lambda texts: texts._("play at once against bots, at a table nobody else sees"),
)
WHO = Word(
    "who",
    lambda texts: texts.pgettext("plain word", "who"),
    _nothing,
    lambda texts: texts._("who sits here, and what each of them has"),
)
RULES = Word(
    "rules",
    lambda texts: texts.pgettext("plain word", "rules"),
    lambda texts: texts.pgettext("usage", "[GAME]"),
    lambda texts: texts._("the rules in a few sentences"),
)
LOG = Word(
    "log",
    lambda texts: texts.pgettext("plain word", "log"),
    lambda texts: texts.pgettext("usage", "[NUMBER]"),
    lambda texts: texts._("what happened last, ten lines or as many as you say"),
)
COMMANDS = Word(
    "commands",
    lambda texts: texts.pgettext("plain word", "commands"),
    _nothing,
    lambda texts: texts._("all commands of the house"),
)


def find(texts: Texts, words: Iterable[Word], typed: str) -> Word | None:
    """The word that was typed; None: it is none of these."""
    typed = typed.casefold()
    return next((w for w in words if typed == w.name or typed in spellings(w.word(texts))), None)


def lines(texts: Texts, words: Iterable[Word]) -> list[tuple[str, str]]:
    """Words and what they do, for the help."""
    return [(f"{shown(word.word(texts))} {word.usage(texts)}".rstrip(), word.help(texts)) for word in words]


def help_word(texts: Texts) -> str:
    """The word that helps."""
    return catalogue.word(texts, "help")

"""What can be typed behind a slash: one table for lobby, table and plain mode.

How a line is read: one that begins with a slash is a command or, at a table, a move in the
game's notation; every other line is said to whoever is there. A command's word always means
the command; `/move` makes the move of that name. Pure: `tui.commands.dispatch` does what was ordered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

from tui.language.texts import Texts, Worded

SLASH = "/"
ALIKE = 0.6
"""How much of a word must be right for a guess at what was meant."""


class Command(NamedTuple):
    """One thing to order."""

    name: str
    word: Worded
    """The name in the player's language; the English one is understood as well."""
    usage: Worded
    """What follows, in capitals; what may be left out, in brackets."""
    help: Worded
    """A sentence for the help page."""


def _nothing(_: Texts) -> str:
    return ""


TABLES = (
    Command(
        "join",
        lambda texts: texts.pgettext("typed command", "join"),
        lambda texts: texts.pgettext("usage", "[CODE|NAME]"),
        lambda texts: texts._("come to a table by its code or name, and sit down where a seat is free"),
    ),
    Command(
        "watch",
        lambda texts: texts.pgettext("typed command", "watch"),
        lambda texts: texts.pgettext("usage", "[CODE|NAME]"),
        lambda texts: texts._("look at a table without sitting down"),
    ),
    Command(
        "open",
        lambda texts: texts.pgettext("typed command", "open"),
        lambda texts: texts.pgettext("usage", "[GAME] [SEATS] [private] [CLOCK] [OPTION=VALUE]"),
        lambda texts: texts._("open a table: /open court 3 private 5m rounds=20"),
    ),
    Command(
        "start",
        lambda texts: texts.pgettext("typed command", "start"),
        _nothing,
        lambda texts: texts._("start the game, once every seat is taken"),
    ),
    Command(
        "bot",
        lambda texts: texts.pgettext("typed command", "bot"),
        lambda texts: texts.pgettext("usage", "[BOT]"),
        lambda texts: texts._("give the first free seat to a bot, the game's strongest or the one named"),
    ),
    Command(
        "nobot",
        lambda texts: texts.pgettext("typed command", "nobot"),
        _nothing,
        lambda texts: texts._("send the last bot away"),
    ),
    Command(
        "kick",
        lambda texts: texts.pgettext("typed command", "kick"),
        lambda texts: texts.pgettext("usage", "SEAT|NAME"),
        lambda texts: texts._("send somebody away from your table before the game begins"),
    ),
    Command(
        "leave",
        lambda texts: texts.pgettext("typed command", "leave"),
        _nothing,
        lambda texts: texts._("stand up before the game begins; later your seat is kept"),
    ),
    Command(
        "rematch",
        lambda texts: texts.pgettext("typed command", "rematch"),
        _nothing,
        lambda texts: texts._("after a game: play again with the same seats"),
    ),
    Command(
        "record",
        lambda texts: texts.pgettext("typed command", "record"),
        lambda texts: texts.pgettext("usage", "[NAME]"),
        lambda texts: texts._("how to fetch the record of a game"),
    ),
)
GAME = (
    Command(
        "move",
        lambda texts: texts.pgettext("typed command", "move"),
        lambda texts: texts.pgettext("usage", "MOVE"),
        lambda texts: texts._("make a move; without this word, too, where no command is called so"),
    ),
    Command(
        "odds",
        lambda texts: texts.pgettext("typed command", "odds"),
        _nothing,
        lambda texts: texts._("show how likely each card is and what your choice changes; again to hide it"),
    ),
    Command(
        "undo",
        lambda texts: texts.pgettext("typed command", "undo"),
        _nothing,
        lambda texts: texts._("take your last step back, while nothing was rolled since"),
    ),
    Command(
        "standing",
        lambda texts: texts.pgettext("typed command", "standing"),
        lambda texts: texts.pgettext("usage", "[WORD] [off]"),
        lambda texts: texts._("say beforehand what you pass, where a game has chances to react"),
    ),
    Command(
        "concede",
        lambda texts: texts.pgettext("typed command", "concede"),
        _nothing,
        lambda texts: texts._("give up your seat in a running game for good"),
    ),
    Command(
        "abandon",
        lambda texts: texts.pgettext("typed command", "abandon"),
        _nothing,
        lambda texts: texts._("end a game without a result, once everybody there agrees"),
    ),
    Command(
        "lend",
        lambda texts: texts.pgettext("typed command", "lend"),
        lambda texts: texts.pgettext("usage", "SEAT|NAME"),
        lambda texts: texts._("let a bot play for somebody who is away, until they are back"),
    ),
    Command(
        "seat",
        lambda texts: texts.pgettext("typed command", "seat"),
        _nothing,
        lambda texts: texts._("for guests: the code that gets your seat back from another session"),
    ),
    Command(
        "resume",
        lambda texts: texts.pgettext("typed command", "resume"),
        lambda texts: texts.pgettext("usage", "CODE"),
        lambda texts: texts._("get the seat of a code back"),
    ),
)
PEOPLE = (
    Command(
        "say",
        lambda texts: texts.pgettext("typed command", "say"),
        lambda texts: texts.pgettext("usage", "TEXT"),
        lambda texts: texts._("say something here; a line without a slash does the same"),
    ),
    Command(
        "who",
        lambda texts: texts.pgettext("typed command", "who"),
        _nothing,
        lambda texts: texts._("who is here, and at which tables"),
    ),
    Command(
        "ignore",
        lambda texts: texts.pgettext("typed command", "ignore"),
        lambda texts: texts.pgettext("usage", "[NAME]"),
        lambda texts: texts._("no longer read what somebody says; once more: read them again"),
    ),
    Command(
        "name",
        lambda texts: texts.pgettext("typed command", "name"),
        lambda texts: texts.pgettext("usage", "NAME"),
        lambda texts: texts._("be called otherwise"),
    ),
    Command(
        "key",
        lambda texts: texts.pgettext("typed command", "key"),
        lambda texts: texts.pgettext("usage", "[add CODE]"),
        lambda texts: texts._("a code for this key, to be added to your account in a session of that one"),
    ),
    Command(
        "forget",
        lambda texts: texts.pgettext("typed command", "forget"),
        lambda texts: texts.pgettext("usage", "me"),
        lambda texts: texts._("wipe out your account, its keys and your name in finished games"),
    ),
)
HOUSE = (
    Command(
        "bell",
        lambda texts: texts.pgettext("typed command", "bell"),
        lambda texts: texts.pgettext("usage", "[on|off]"),
        lambda texts: texts._("ring when it is your turn"),
    ),
    Command(
        "lang",
        lambda texts: texts.pgettext("typed command", "lang"),
        lambda texts: texts.pgettext("usage", "en|de|it|nl"),
        lambda texts: texts._("speak another language"),
    ),
    Command(
        "theme",
        lambda texts: texts.pgettext("typed command", "theme"),
        lambda texts: texts.pgettext("usage", "[dark|light|mono]"),
        lambda texts: texts._("colours for a dark or a light background, or none"),
    ),
    Command(
        "hints",
        lambda texts: texts.pgettext("typed command", "hints"),
        lambda texts: texts.pgettext("usage", "[on|off]"),
        lambda texts: texts._("a hint at every step of a game"),
    ),
    Command(
        "rules",
        lambda texts: texts.pgettext("typed command", "rules"),
        lambda texts: texts.pgettext("usage", "[GAME]"),
        lambda texts: texts._("the rules of a game, on one page"),
    ),
    Command(
        "display",
        lambda texts: texts.pgettext("typed command", "display"),
        lambda texts: texts.pgettext("usage", "[auto] [mono|8|16|256|true] [utf8|ascii]"),
        lambda texts: texts._("which colours and signs your terminal is sent; auto: as it says itself"),
    ),
    Command(
        "help",
        lambda texts: texts.pgettext("typed command", "help"),
        lambda texts: texts.pgettext("usage", "[COMMAND]"),
        lambda texts: texts._("all keys and commands, or what one of them does"),
    ),
    Command(
        "lobby",
        lambda texts: texts.pgettext("typed command", "lobby"),
        _nothing,
        lambda texts: texts._("go to the lobby; your seat is kept"),
    ),
    Command(
        "plain",
        lambda texts: texts.pgettext("typed command", "plain"),
        _nothing,
        lambda texts: texts._("go on in plain mode: sentences instead of a screen"),
    ),
    Command(
        "screen",
        lambda texts: texts.pgettext("typed command", "screen"),
        _nothing,
        lambda texts: texts._("go on from plain mode on the screen"),
    ),
    Command(
        "quit",
        lambda texts: texts.pgettext("typed command", "quit"),
        _nothing,
        lambda texts: texts._("leave crownhouse; seats in running games stay yours"),
    ),
)
COMMANDS: Mapping[str, Command] = MappingProxyType(
    {command.name: command for command in (*TABLES, *GAME, *PEOPLE, *HOUSE)}
)
"""By their English names, as the help page lists them."""


class ChatInput(NamedTuple):
    """Something to be said."""

    text: str


class Order(NamedTuple):
    """A command, and what followed it."""

    name: str
    words: str


class Wrong(NamedTuple):
    """A command that cannot be done like this, and how it is written."""

    sentence: str


class Unknown(NamedTuple):
    """No command: at a table perhaps a move."""

    text: str


Read = ChatInput | Order | Wrong | Unknown


def read(texts: Texts, line: str) -> Read:
    """What a typed line means."""
    if not line.startswith(SLASH):
        return ChatInput(line)
    text = " ".join(line.lstrip(SLASH).split())
    word, _, words = text.partition(" ")
    command = _by_word(texts.language).get(word.casefold())
    if command is None:
        return Unknown(text)
    usage = command.usage(texts)
    if (not words and usage and not usage.startswith("[")) or (words and not usage):
        return Wrong(form(texts, command))
    return Order(command.name, words)


def word(texts: Texts, name: str) -> str:
    """A command's word in the player's language, without its slash."""
    return COMMANDS[name].word(texts)


def form(texts: Texts, command: Command) -> str:
    """How a command is written, as a sentence."""
    return texts._("Write it like this: {form}", form=_written(texts, command))


def nearest(texts: Texts, text: str) -> str:
    """The command that was probably meant, with its slash; empty: none is like it."""
    word = text.partition(" ")[0].casefold()
    found = get_close_matches(word, _by_word(texts.language), n=1, cutoff=ALIKE)
    return SLASH + found[0] if found else ""


def no_such(texts: Texts, text: str) -> str:
    """The answer to a command that there is not."""
    word, meant = SLASH + text.partition(" ")[0], nearest(texts, text)
    if meant:
        return texts._("There is no command {word}. Did you mean {meant}?", word=word, meant=meant)
    return texts._("There is no command {word}. /help lists them; talk needs no slash.", word=word)


def complete(texts: Texts, line: str, names: Iterable[str]) -> str:
    """The line with its last word written out as far as it is certain; `names` can follow commands."""
    before, blank, begun = line.rpartition(" ")
    if not blank and not line.startswith(SLASH):
        return line
    words = names if blank else [SLASH + command.word(texts) for command in COMMANDS.values()]
    return before + blank + completed(begun, words)


def completed(begun: str, words: Iterable[str]) -> str:
    """A word written out as far as it is certain which of `words` it is."""
    fitting = [word for word in words if word.casefold().startswith(begun.casefold())]
    if not fitting:
        return begun
    common = fitting[0]
    while not all(word.casefold().startswith(common.casefold()) for word in fitting):
        common = common[:-1]
    done = common + " " if len(fitting) == 1 else common
    return done if len(common) >= len(begun) else begun


def hint(texts: Texts, line: str, room: int) -> str:
    """What the line being typed would order, or which commands begin like it, in `room` cells; empty:
    nothing known.
    """
    word, blank, _ = line.lstrip(SLASH).partition(" ")
    command = _by_word(texts.language).get(word.casefold())
    if command and (blank or word):
        written = _written(texts, command)
        whole = f"{written}   {command.help(texts)}"
        return whole if cell_len(whole) <= room else written
    if not word:
        return texts._("Type a command, or at a table a move. Tab completes, /help lists all.")
    words = [command.word(texts) for command in COMMANDS.values()]
    fitting = [each for each in words if each.startswith(word.casefold())] if not blank else []
    return "  ".join(fitting)


def help_lines(texts: Texts, names: Iterable[str] = COMMANDS) -> tuple[tuple[str, str], ...]:
    """These commands and what they do."""
    found = (COMMANDS[name] for name in names)
    return tuple((_written(texts, command), command.help(texts)) for command in found)


def help_line(texts: Texts, word: str) -> str:
    """One command and what it does, in a sentence; or that there is none of that name."""
    word = word.lstrip(SLASH)
    command = _by_word(texts.language).get(word.casefold())
    if command is None:
        return no_such(texts, word)
    return f"{_written(texts, command)}: {command.help(texts)}."


def _written(texts: Texts, command: Command) -> str:
    return f"{SLASH}{command.word(texts)} {command.usage(texts)}".rstrip()


@cache
def _by_word(language: str) -> Mapping[str, Command]:
    """Every command by its words, in English and in a language."""
    texts = Texts(language)
    own = {command.word(texts).casefold(): command for command in COMMANDS.values()}
    return MappingProxyType({**own, **COMMANDS})

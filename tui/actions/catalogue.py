"""Every command that can be typed behind a slash; completion, hints and help while one is typed.

A line that begins with a slash is a command or, at a table, a move in the game's notation; every other line
is chat. A command's word always means the command; `/move` makes the move of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from rich.cells import cell_len

from engine.game import quoted
from tui.actions.action import TEXTS, Slash
from tui.actions.registry import ACTIONS, TOPICS, topic_called
from tui.boards import PLAYABLE
from tui.language.spelling import shown, spellings
from tui.language.texts import Texts, texts_in
from tui.presenters import reader
from tui.presenters.bot_words import opponents_line
from tui.presenters.practice_choice import opponent_words

SLASH = reader.SLASH
COMMANDS: Mapping[str, Slash] = MappingProxyType(
    {name: one.slash for name, one in ACTIONS.items() if one.slash}
)
"""All commands by their English names, as the help lists them."""
Known = Mapping[str, Iterable[str]]
"""Names by what they are of: a player, a table."""
KINDS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "table": ("table",),
        "game": ("game",),
        "bot": ("bot",),
        **dict.fromkeys(("name", "player", "opponent", "seat", "text"), ("player",)),
        "words": ("player", "table", "game"),
        "about": ("about",),
    }
)
"""What a field takes, by its name."""
FIXED = re.compile("[a-z0-9]+")
"""A word of a usage that is typed as it stands."""
TAKE_OPPONENTS = ("bot", "practice")
"""Commands behind which it is said how strong bots are to be."""


def word(texts: Texts, name: str) -> str:
    return _word(texts.language, name)


@cache
def _word(language: str, name: str) -> str:
    return shown(texts_in(language).of(ACTIONS[name].called))


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
    """Returns the command that was probably meant, as it is typed; '' if none is similar."""
    known, typed = by_word(texts.language), text.partition(" ")[0].casefold()
    own = [spelling for spelling, name in known.items() if spelling != name]
    found = get_close_matches(typed, own, n=1, cutoff=ALIKE) or get_close_matches(
        typed, COMMANDS, n=1, cutoff=ALIKE if texts.language == "en" else ALIKE_IN_ENGLISH
    )
    return SLASH + word(texts, known[found[0]]) if found else ""


def no_such(texts: Texts, text: str) -> str:
    word, meant = quoted(SLASH + text.partition(" ")[0]), nearest(texts, text)
    if meant:
        return texts._("There is no command {word}. Did you mean {meant}?", word=word, meant=meant)
    return texts._("There is no command {word}. /help lists them; to talk, drop the slash.", word=word)


def complete(texts: Texts, line: str, names: Known) -> str:
    """Returns the line with its last word completed as far as is certain, by what the fields there take."""
    before, blank, begun = line.rpartition(" ")
    if not blank and not line.startswith(SLASH):
        return line
    if not blank:
        words: Iterable[str] = (SLASH + word(texts, name) for name in COMMANDS)
    elif not line.startswith(SLASH):
        words = chain.from_iterable(names.values())
    else:
        words = _behind(texts, before, names)
    return before + blank + completed(begun, words)


def _behind(texts: Texts, before: str, names: Known) -> Iterable[str]:
    typed, *given = before.removeprefix(SLASH).split() or [""]
    name = by_word(texts.language).get(typed.casefold())
    if name is None:
        return chain.from_iterable(names.values())
    about = [shown(texts.of(one.word)) for one in TOPICS.values()]
    about += [word(texts, name) for name in COMMANDS]
    known: Known = {"game": PLAYABLE, "bot": opponent_words(), "about": about, **names}
    kinds = _kinds(name, len(given))
    named = chain.from_iterable(known.get(kind, ()) for kind in kinds)
    return dict.fromkeys([*FIXED.findall(texts.of(COMMANDS[name].usage)), *named])


def _kinds(name: str, place: int) -> Iterable[str]:
    """Returns what the field of an action takes that the word at a place fills."""
    action = ACTIONS[name]
    fields = [*action.needed, *action.optional]
    if action.read or action.on_screen:
        fields = [field.name for field in msgspec.structs.fields(action.args)]
    elif fields[:1] == ["table"]:  # it may be left out
        fields = fields[place : place + 2]
    else:
        fields = fields[place : place + 1] or [one for one in fields[-1:] if one in TEXTS]
    return dict.fromkeys(kind for field in fields for kind in KINDS.get(field, ()))


def completed(begun: str, words: Iterable[str]) -> str:
    """Returns a word completed as far as it is unambiguous which of `words` it is."""
    fitting = [word for word in words if word.casefold().startswith(begun.casefold())]
    if not fitting:
        return begun
    common = fitting[0]
    while not all(word.casefold().startswith(common.casefold()) for word in fitting):
        common = common[:-1]
    done = common + " " if len(fitting) == 1 else common
    return done if len(common) >= len(begun) else begun


def hint(texts: Texts, line: str, room: int, game: str = "") -> str:
    """Returns what a line at a table of a `game` would do, or which commands begin so; '': nothing."""
    typed, blank, _ = line.lstrip(SLASH).partition(" ")
    name = by_word(texts.language).get(typed.casefold())
    named = next((typed for typed in line.casefold().split() if typed in PLAYABLE), game)
    if blank and named in PLAYABLE and name in TAKE_OPPONENTS:
        choice = opponents_line(named)
        if cell_len(choice) <= room:
            return choice
    if name and (blank or typed):
        written = ACTIONS[name].usage_line(texts)
        whole = f"{written}   {texts.of(COMMANDS[name].help)}"
        return whole if cell_len(whole) <= room else written
    if not typed:
        return texts._("Type a command, or at a table a move. Tab completes, /help lists all.")
    words = [word(texts, each) for each in COMMANDS]
    fitting = [each for each in words if each.startswith(typed.casefold())] if not blank else []
    cut = ("  ".join((*fitting[:some], "...")) for some in range(len(fitting) - 1, -1, -1))
    return next((said for said in chain(["  ".join(fitting)], cut) if cell_len(said) <= room), "...")


def help_lines(
    texts: Texts, names: Iterable[str] = COMMANDS, *, moderator: bool = False
) -> tuple[tuple[str, str], ...]:
    """Returns those of these commands that a player, or a moderator, can use; and what they do."""
    return tuple(_helps(texts, name) for name in names if moderator or not COMMANDS[name].for_moderators)


def _helps(texts: Texts, name: str) -> tuple[str, str]:
    return ACTIONS[name].usage_line(texts), texts.of(COMMANDS[name].help)


def topic_lines(texts: Texts, word: str, *, moderator: bool = False) -> tuple[tuple[str, str], ...]:
    """Returns the same for a topic of the help; nothing if there is none of that name."""
    topic = topic_called(texts, word)
    slashes = [one.name for one in TOPICS[topic].actions if one.slash] if topic else []
    return help_lines(texts, slashes, moderator=moderator)


def help_line(texts: Texts, word: str) -> str:
    """Returns one command and what it does, in a sentence; or that there is none of that name."""
    word = word.lstrip(SLASH)
    name = by_word(texts.language).get(word.casefold())
    return ": ".join(_helps(texts, name)) + "." if name else no_such(texts, word)

"""Completion, hints and help for commands that are being typed. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from tui.actions.practice_choice import games_and_opponents
from tui.boards import PLAYABLE
from tui.commands.catalogue import COMMANDS, SLASH, by_word, usage_line
from tui.commands.parser import no_such
from tui.language.spelling import shown
from tui.language.texts import Texts
from tui.presenters.bot_words import opponents_line

TAKE_OPPONENTS = ("bot", "practice")
"""Commands behind which it is said how strong bots are to be."""


def complete(texts: Texts, line: str, names: Iterable[str]) -> str:
    """Returns the line with its last word completed as far as it is unambiguous; `names` can follow
    commands.
    """
    before, blank, begun = line.rpartition(" ")
    if not blank and not line.startswith(SLASH):
        return line
    words = names if blank else [SLASH + shown(texts.of(command.word)) for command in COMMANDS.values()]
    if blank and _takes_opponent(texts, line):
        words = (*games_and_opponents(), *names)
    return before + blank + completed(begun, words)


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


def _takes_opponent(texts: Texts, line: str) -> bool:
    command = by_word(texts.language).get(line.lstrip(SLASH).partition(" ")[0].casefold())
    return command is not None and command.name in TAKE_OPPONENTS


def hint(texts: Texts, line: str, room: int, game: str = "") -> str:
    """Returns what the line being typed would do, or which commands begin like it, in `room` cells; '' if
    nothing is known. `game`: the game of the table at which it is typed.
    """
    named = next((typed for typed in line.casefold().split() if typed in PLAYABLE), game)
    if " " in line and named in PLAYABLE and _takes_opponent(texts, line):
        choice = opponents_line(named)
        if cell_len(choice) <= room:
            return choice
    word, blank, _ = line.lstrip(SLASH).partition(" ")
    command = by_word(texts.language).get(word.casefold())
    if command and (blank or word):
        written = usage_line(texts, command)
        whole = f"{written}   {texts.of(command.help)}"
        return whole if cell_len(whole) <= room else written
    if not word:
        return texts._("Type a command, or at a table a move. Tab completes, /help lists all.")
    words = [shown(texts.of(command.word)) for command in COMMANDS.values()]
    fitting = [each for each in words if each.startswith(word.casefold())] if not blank else []
    return _as_many_as_fit(fitting, room)


def _as_many_as_fit(words: Sequence[str], room: int) -> str:
    """Returns words side by side; if some have no room, dots stand for them."""
    shown_words, said = len(words), "  ".join(words)
    while cell_len(said) > room and shown_words:
        shown_words -= 1
        said = "  ".join((*words[:shown_words], "..."))
    return said


def help_lines(
    texts: Texts, names: Iterable[str] | None = None, *, moderator: bool = False
) -> tuple[tuple[str, str], ...]:
    """Returns these commands, or all that a player, or a moderator, can use; and what they do."""
    usual = (name for name, command in COMMANDS.items() if moderator or not command.for_moderators)
    found = (COMMANDS[name] for name in (usual if names is None else names))
    return tuple((usage_line(texts, command), texts.of(command.help)) for command in found)


def help_line(texts: Texts, word: str) -> str:
    """Returns one command and what it does, in a sentence; or that there is none of that name."""
    word = word.lstrip(SLASH)
    command = by_word(texts.language).get(word.casefold())
    if command is None:
        return no_such(texts, word)
    return f"{usage_line(texts, command)}: {texts.of(command.help)}."

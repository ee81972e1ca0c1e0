"""Parses the command that a client sends over SSH."""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from tui.actions.terminal_words import Typed

DONE, FAILED, SOME = 0, 1, 10
"""Exit statuses; SOME: something waits for the player."""
RESULTS = "results"
OF_GAMES = frozenset(("daily", "learn"))
"""What begins a session at a game."""


class Asked(Struct, frozen=True):
    """An action (`tui.actions`) by its name, with its words; answered in `json` if that is asked for. `yes`:
    what would be asked is answered with yes.
    """

    name: str
    typed: Typed
    json: bool = False
    yes: bool = False


class Begun(Struct, frozen=True):
    """The app, beginning at `goto` (see `tui.host.session.ClientInfo`), in `plain` mode if asked for."""

    goto: str = ""
    plain: bool = False


class Helped(Struct, frozen=True):
    """The help on a topic or a command; '': on all."""

    about: str = ""


class Misspelt(Struct, frozen=True):
    """An action by its name, and what has no place there; or without a name, what means nothing."""

    name: str
    word: str


class Other(Enum):
    """What is none of these: a program's session, the program that checks a record."""

    API = auto()
    VERIFY = auto()


Command = Asked | Begun | Helped | Misspelt | Other
LOBBY, PLAIN = Begun(), Begun(plain=True)
MOST_HELPED = 2
"""The most words of a command."""
OF_ONE_WORD: Mapping[str, Command] = MappingProxyType(
    {
        "api": Other.API,
        "plain": PLAIN,
        "play": Begun("play"),
        "next": Begun("next", plain=True),
        "verify.py": Other.VERIFY,
    }
)


def parse(text: str, games: Container[str]) -> Command:
    """Return the command that `ssh host TEXT` means."""
    words = text.split()
    if not words:
        return LOBBY
    if len(words) == 1 and words[0] in OF_ONE_WORD:
        return OF_ONE_WORD[words[0]]
    if words[0] == "daily" and RESULTS in words:  # which may stand behind a game
        words = ["daily", RESULTS, *(word for word in words[1:] if word != RESULTS)]
    if found := _action(words, games):
        return found
    match words:
        case ["help", *about] if len(about) <= MOST_HELPED:
            return Helped(" ".join(about))
        case [game] if game in games:
            return Begun(game)
    return Misspelt("", text)


def _action(words: list[str], games: Container[str]) -> Command | None:
    """Return the action that the first words name, unless there is none. What begins a session begins it at a
    game that is known here, but for a search: that says why there is none.
    """
    from tui.actions.action import Wrong  # it imports the boards, and with them Textual
    from tui.actions.registry import ACTIONS, SSH_FORMS, SSH_WORDS
    from tui.actions.terminal_words import YES, split

    for length in (2, 1):
        if name := SSH_WORDS.get(" ".join(words[:length])):
            said = [word for word in words[length:] if word != YES or not SSH_FORMS[name].asks]
            one = ACTIONS[name]
            try:
                typed, json = split(one, said)
            except Wrong as why:
                return Misspelt(name, str(why))
            if not SSH_FORMS[name].begins:
                return Asked(name, typed, json, len(said) < len(words) - length)
            strange = [word for word in said if name in OF_GAMES and word not in games]
            least, more = len(one.needed), len(one.optional) + len(one.anywhere)
            fits = least <= len(said) and (one.read or len(said) <= least + more)
            if json or strange or not fits:
                return Misspelt(name, " ".join((strange or said)[-1:]))
            return Begun(" ".join(words))
    return None

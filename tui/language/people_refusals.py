"""Why the host did not do what somebody wanted of people, codes and seats: a sentence for every code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import Param
from tui.language.texts import Texts

Params = Mapping[str, Param]
Sentence = Callable[[Texts, Params], str]

_SEATS: Mapping[str, Sentence] = {
    "draining": lambda texts, _: texts._("The host is about to stop: no new games, running ones finish."),
    "seats-kept": lambda texts, _: texts._("The free seats are kept for those who played here before."),
    "kicked": lambda texts, _: texts._("You were sent away from this table."),
    "already-seated": lambda texts, _: texts._("You have another seat at this table."),
    "no-such-seat": lambda texts, params: texts._("There is no seat {seat} here.", **params),
    "seat-empty": lambda texts, params: texts._("Nobody sits on seat {seat}.", **params),
    "own-seat": lambda texts, _: texts._("That is your own seat: to stand up, leave the table."),
    "seat-not-away": lambda texts, params: texts._(
        "Seat {seat} cannot be lent: its player is not away long enough.", **params
    ),
    "no-such-answer": lambda texts, params: texts._("Beforehand you can say: {words}.", words=_words(params)),
    "clock-not-possible": lambda texts, params: texts._(
        "A turn clock is none, 1m to {most}m, or 1d; not {clock}.", **params
    ),
}
_TALK: Mapping[str, Sentence] = {
    "line-empty": lambda texts, _: texts._("There is nothing in that line that could be shown."),
    "line-long": lambda texts, params: texts._("A line has at most {most} characters.", **params),
    "too-many-lines": lambda texts, params: texts.ngettext(
        "That was a lot at once: you can say more in {number} second.",
        "That was a lot at once: you can say more in {number} seconds.",
        _wait(params),
    ),
    "nobody-called": lambda texts, params: texts._("Nobody here is called {name}.", **params),
    "several-called": lambda texts, params: texts._(
        "More than one name here begins with {name}: type more of it.", **params
    ),
    "too-many-ignored": lambda texts, params: texts._("You ignore {most} people already.", **params),
}
_ACCOUNT: Mapping[str, Sentence] = {
    "too-many-names": lambda texts, params: texts.ngettext(
        "You can be called otherwise again in {number} second.",
        "You can be called otherwise again in {number} seconds.",
        _wait(params),
    ),
    "setting-not-possible": lambda texts, params: texts._("{setting} cannot be set to that.", **params),
    "account-gone": lambda texts, _: texts._("Your account is forgotten: please connect again."),
    "account-moved": lambda texts, _: texts._("Your key opens the other account now: please connect again."),
    "still-playing": lambda texts, _: texts._(
        "You sit at a running game: play it to its end or concede first."
    ),
}
_CODES: Mapping[str, Sentence] = {
    "code-unknown": lambda texts, _: texts._("This code is wrong, used, or too old."),
    "too-many-tries": lambda texts, params: texts.ngettext(
        "Too many tries: the next one is possible in {number} minute.",
        "Too many tries: the next one is possible in {number} minutes.",
        (_wait(params) + 59) // 60,
    ),
    "account-seat": lambda texts, _: texts._("Your key is enough to come back to your seat."),
    "no-key": lambda texts, _: texts._("You came without a key: connect with the key that is to be added."),
    "no-account": lambda texts, _: texts._("Guests have no account: connect with a key first."),
    "own-key": lambda texts, _: texts._("This key opens your account already."),
    "key-playing": lambda texts, _: texts._("Whoever has that key sits at a running game. End it first."),
}
SENTENCES: Mapping[str, Sentence] = MappingProxyType({**_SEATS, **_TALK, **_ACCOUNT, **_CODES})


def _wait(params: Params) -> int:
    return int(str(params["wait"]))


def _words(params: Params) -> str:
    words = params.get("words")
    return ", ".join(map(str, words)) if isinstance(words, tuple) and words else "-"

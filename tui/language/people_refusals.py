"""Why the host did not do what somebody wanted of people, codes and seats: a sentence for every code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Param
from tui.host.refusals import Code
from tui.language.texts import N_, NN_, Sentence

Params = Mapping[str, Param]

_SEATS: Mapping[Code, Sentence[Params]] = {
    "draining": N_("The host is about to stop: no new games, running ones finish."),
    "seats-kept": N_("The free seats are kept for those who played here before."),
    "kicked": N_("You were sent away from this table."),
    "already-seated": N_("You have another seat at this table."),
    "no-such-seat": N_("There is no seat {seat} here."),
    "seat-empty": N_("Nobody sits on seat {seat}."),
    "own-seat": N_("That is your own seat: to stand up, leave the table."),
    "seat-not-away": N_("Seat {seat} cannot be lent: its player is not away long enough."),
    "no-such-answer": lambda texts, params: texts._("Beforehand you can say: {words}.", words=_words(params)),
    "clock-not-possible": N_("A turn clock is none, 1m to {most}m, or 1d; not {clock}."),
}
_TALK: Mapping[Code, Sentence[Params]] = {
    "line-empty": N_("There is nothing in that line that could be shown."),
    "line-long": N_("A line has at most {most} characters."),
    "too-many-lines": NN_(
        "That was a lot at once: you can say more in {number} second.",
        "That was a lot at once: you can say more in {number} seconds.",
        number="{wait}",
    ),
    "nobody-called": N_("Nobody here is called {name}."),
    "several-called": N_("More than one name here begins with {name}: type more of it."),
    "too-many-ignored": N_("You ignore {most} people already."),
}
_ACCOUNT: Mapping[Code, Sentence[Params]] = {
    "too-many-names": NN_(
        "You can be called otherwise again in {number} second.",
        "You can be called otherwise again in {number} seconds.",
        number="{wait}",
    ),
    "setting-not-possible": N_("{setting} cannot be set to that."),
    "account-gone": N_("Your account is forgotten: please connect again."),
    "account-moved": N_("Your key opens the other account now: please connect again."),
    "still-playing": N_("You sit at a running game: play it to its end or concede first."),
}
_CODES: Mapping[Code, Sentence[Params]] = {
    "code-unknown": N_("This code is wrong, used, or too old."),
    "too-many-tries": lambda texts, params: texts.ngettext(
        "Too many tries: the next one is possible in {number} minute.",
        "Too many tries: the next one is possible in {number} minutes.",
        (int(str(params["wait"])) + 59) // 60,
    ),
    "account-seat": N_("Your key is enough to come back to your seat."),
    "no-key": N_("You came without a key: connect with the key that is to be added."),
    "no-account": N_("Guests have no account: connect with a key first."),
    "own-key": N_("This key opens your account already."),
    "key-playing": N_("Whoever has that key sits at a running game. End it first."),
}
SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType({**_SEATS, **_TALK, **_ACCOUNT, **_CODES})


def _words(params: Params) -> str:
    words = params.get("words")
    return ", ".join(map(str, words)) if isinstance(words, tuple) and words else "-"

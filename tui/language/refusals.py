"""Why the host did not do what was asked: one sentence for every code.

Codes of one game are worded by its board; `tui.presenters.game_refusals` knows both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import Param, Refused
from tui.language.people_refusals import SENTENCES as PEOPLE
from tui.language.program_refusals import SENTENCES as PROGRAMS
from tui.language.record_words import SENTENCES as RECORDS
from tui.language.texts import Texts

Params = Mapping[str, Param]
Sentence = Callable[[Texts, Params], str]

_ANSWERS: Mapping[str, Sentence] = {
    "game-over": lambda texts, _: texts._("The game is over."),
    "not-asked": lambda texts, _: texts._("This was decided already."),
    "ask-closed": lambda texts, _: texts._("This was decided already."),
    "not-your-turn": lambda texts, _: texts._("It is not your turn."),
    "nothing-to-undo": lambda texts, _: texts._("There is nothing that could be taken back."),
    "not-saved": lambda texts, _: texts._(
        "The host could not write that down, so it did not happen. Try again."
    ),
    "busy": lambda texts, _: texts._("The table is busy. Try again in a moment."),
    "broken": lambda texts, _: texts._("Something broke at this table; nothing was played. Try again."),
}
_ODDS: Mapping[str, Sentence] = {
    "no-odds": lambda texts, _: texts._("This game has no odds to show."),
    "odds-off": lambda texts, _: texts._("At this table the odds stay hidden."),
    "too-many-odds": lambda texts, params: texts.ngettext(
        "That was a lot at once: ask for odds again in {number} second.",
        "That was a lot at once: ask for odds again in {number} seconds.",
        _number(params, "wait"),
    ),
    "odds-failed": lambda texts, _: texts._("The odds could not be worked out just now. Try again."),
}
_DOOR: Mapping[str, Sentence] = {
    "banned": lambda texts, _: texts._("This host does not let you in any more."),
    "banned-until": lambda texts, params: texts.ngettext(
        "This host does not let you in for another {number} day.",
        "This host does not let you in for another {number} days.",
        _number(params, "days"),
    ),
}
_TABLES: Mapping[str, Sentence] = {
    "no-table": lambda texts, params: texts._("There is no table {table}.", **params),
    "no-such-table": lambda texts, _: texts._("There is no such table any more."),
    "table-full": lambda texts, _: texts._("Every seat of this table is taken."),
    "table-open": lambda texts, _: texts._("The game at this table has not begun yet."),
    "table-running": lambda texts, _: texts._("The game at this table is running already."),
    "table-over": lambda texts, _: texts._("The game at this table is over."),
    "table-frozen": lambda texts, _: texts._(
        "This table is frozen: the rules it was begun with are not here any more."
    ),
    "not-owner": lambda texts, _: texts._("Only whoever opened the table may do that."),
    "not-seated": lambda texts, _: texts._("You have no seat at this table."),
    "seats-empty": lambda texts, params: texts.ngettext(
        "{number} seat is still free.", "{number} seats are still free.", _number(params, "empty")
    ),
    "seats-not-filled": lambda texts, _: texts._("Some seats are still free."),
    "no-bot-here": lambda texts, _: texts._("No bot sits at this table."),
    "no-bots": lambda texts, _: texts._("There is no bot for this game."),
    "unknown-bot": lambda texts, params: texts._("There is no bot called {bot}.", **params),
    "bot-unknown": lambda texts, params: texts._("There is no bot called {bot}.", **params),
    "host-full": lambda texts, _: texts._("The house is full: no more tables can be opened now."),
    "too-many-tables": lambda texts, params: texts.ngettext(
        "You have {number} table open already: end it first.",
        "You have {number} tables open already: end one of them first.",
        _number(params, "most"),
    ),
}
_CHOICES: Mapping[str, Sentence] = {
    "unknown-game": lambda texts, params: texts._("There is no game called {game}.", **params),
    "no-such-game": lambda texts, params: texts._(
        "There is no game called {game}.", game=params.get("game", "")
    ),
    "option-unknown": lambda texts, params: texts._("This game has no option {option}.", **params),
    "option-not-possible": lambda texts, params: texts._("The option {option} cannot be {value}.", **params),
    "bad-option": lambda texts, _: texts._("This option is not possible."),
    "seats-not-possible": lambda texts, _: texts._("This game is not for that many players."),
    "name-length": lambda texts, params: texts._("A name has {shortest} to {longest} characters.", **params),
    "name-characters": lambda texts, params: texts._("A name cannot contain {character}.", **params),
    "name-scripts": lambda texts, _: texts._("A name is written in one script."),
    "name-reserved": lambda texts, _: texts._("This name belongs to the house."),
    "name-taken": lambda texts, _: texts._("Somebody here has this name, or one that looks like it."),
}
SENTENCES: Mapping[str, Sentence] = MappingProxyType(
    {**_ANSWERS, **_ODDS, **_DOOR, **_TABLES, **_CHOICES, **PEOPLE, **PROGRAMS, **RECORDS}
)


def refusal_text(texts: Texts, refused: Refused) -> str:
    """The sentence for a refusal of the host or of any game, in the session's language. A code without a
    sentence of its own gets an honest one with the code in it.
    """
    sentence = SENTENCES.get(refused.code)
    return sentence(texts, refused.params) if sentence else unknown(texts, refused)


def unknown(texts: Texts, refused: Refused) -> str:
    """What is said of a code that has no sentence."""
    return texts._("That was not possible ({code}).", code=refused.code)


def _number(params: Params, name: str) -> int:
    value = params.get(name, 0)
    return value if isinstance(value, int) else 0

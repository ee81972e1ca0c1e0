"""What every card of court demands and does, in own words: a sign, a short line, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.court.model.state import Kind
from engine.court.rules.powers import ADDS
from tui.language.texts import Texts, Worded
from tui.language.wording import sentence

_SIGNS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "farmer": lambda _texts: "2=",
        "maid": lambda texts: texts.pgettext("condition: every die", "odd"),
        "philosopher": lambda texts: texts.pgettext("condition: every die", "even"),
        "craftsman": lambda _texts: "15+",
        "guard": lambda _texts: "3=",
        "hunter": lambda _texts: "4=",
        "astronomer": lambda _texts: "2+2",
        "merchant": lambda _texts: "20+",
        "lady": lambda _texts: "3+2",
        "magician": lambda _texts: "1-5/2-6",
        "pawnbroker": lambda _texts: "30+",
        "knight": lambda _texts: "5=",
        "bishop": lambda _texts: "2+2+2",
        "alchemist": lambda _texts: "1-6",
        "nobleman": lambda _texts: "3+3",
        "general": lambda _texts: "6=",
        "king": lambda _texts: "7=",
    }
)
"""Conditions in at most seven cells; = alike, + a sum or groups."""

_CONDITIONS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts._("nothing: it is always to be had"),
        "charlatan": lambda texts: texts._("an own Jester, which is turned over"),
        "farmer": lambda texts: texts._("two dice alike"),
        "maid": lambda texts: texts._("every die odd"),
        "philosopher": lambda texts: texts._("every die even"),
        "craftsman": lambda texts: texts._("at least 15 pips in all"),
        "guard": lambda texts: texts._("three dice alike"),
        "hunter": lambda texts: texts._("four dice alike"),
        "astronomer": lambda texts: texts._("two pairs (or four alike)"),
        "merchant": lambda texts: texts._("at least 20 pips in all"),
        "lady": lambda texts: texts._("three alike and two alike (or five alike)"),
        "magician": lambda texts: texts._("five in a row: 1 to 5 or 2 to 6"),
        "pawnbroker": lambda texts: texts._("at least 30 pips in all"),
        "knight": lambda texts: texts._("five dice alike"),
        "bishop": lambda texts: texts._("three pairs (four alike are two pairs)"),
        "alchemist": lambda texts: texts._("all six faces"),
        "nobleman": lambda texts: texts._("twice three alike (or six alike)"),
        "general": lambda texts: texts._("six dice alike"),
        "king": lambda texts: texts._("seven dice alike"),
        "queen": lambda texts: texts._("she comes with the King"),
    }
)

_SHORT_CONDITIONS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts._("always to be had"),
        "charlatan": lambda texts: texts._("turn a Jester over"),
        "farmer": lambda texts: texts._("two alike"),
        "craftsman": lambda texts: texts._("{number} pips", number="15+"),
        "guard": lambda texts: texts._("three alike"),
        "hunter": lambda texts: texts._("four alike"),
        "astronomer": lambda texts: texts._("two pairs"),
        "merchant": lambda texts: texts._("{number} pips", number="20+"),
        "lady": lambda texts: texts._("three and two alike"),
        "magician": lambda texts: texts._("five in a row"),
        "pawnbroker": lambda texts: texts._("{number} pips", number="30+"),
        "knight": lambda texts: texts._("five alike"),
        "bishop": lambda texts: texts._("three pairs"),
        "nobleman": lambda texts: texts._("twice three alike"),
        "general": lambda texts: texts._("six alike"),
        "king": lambda texts: texts._("seven alike"),
        "queen": lambda texts: texts._("comes with the King"),
    }
)
"""Where the whole sentence is long: in at most 19 cells."""

_POWERS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts._("rerolls one active die"),
        "charlatan": lambda texts: texts._("one more die in hand in every turn"),
        "farmer": lambda texts: texts._("one more die in hand in every turn"),
        "maid": lambda texts: texts._("adds 1, 2 or 3 to one active die, never above 6"),
        "philosopher": lambda texts: texts._("moves pips from one active die to another, each within 1 to 6"),
        "astronomer": lambda texts: texts._("turns one active die to a face that lies aside"),
        "merchant": lambda texts: texts._("rerolls any of the active dice once"),
        "lady": lambda texts: texts._("adds exactly 1 to any of the active dice, none above 6"),
        "magician": lambda texts: texts._("turns one active die to any face"),
        "alchemist": lambda texts: texts._(
            "moves pips freely among two or three active dice; their sum stays"
        ),
        "nobleman": lambda texts: texts._("adds exactly 2 to any of the active dice, none above 6"),
        "general": lambda texts: texts._("two more dice in hand in every turn"),
        "king": lambda texts: texts._("who holds the King at the end wins"),
        "queen": lambda texts: texts._("adds a die with a face of your choice"),
    }
)

_MIDDLE_POWERS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "maid": lambda texts: texts._("adds 1 to 3 to one die"),
        "philosopher": lambda texts: texts._("moves pips from one die to another"),
        "astronomer": lambda texts: texts._("turns a die to a face set aside"),
        "merchant": lambda texts: texts._("rerolls any dice once"),
        "lady": lambda texts: texts._("adds 1 to any dice"),
        "magician": lambda texts: texts._("turns a die to any face"),
        "alchemist": lambda texts: texts._("moves pips among three dice"),
        "nobleman": lambda texts: texts._("adds 2 to any dice"),
    }
)
"""Where the whole sentence is long: in at most two lines of 18 cells."""

_SHORT_POWERS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts._("rerolls a die"),
        "charlatan": lambda texts: texts._("1 die more"),
        "farmer": lambda texts: texts._("1 die more"),
        "maid": lambda texts: texts._("one die +1 to +3"),
        "philosopher": lambda texts: texts._("moves pips"),
        "astronomer": lambda texts: texts._("a die as one aside"),
        "merchant": lambda texts: texts._("rerolls any dice"),
        "lady": lambda texts: texts._("any dice +1"),
        "magician": lambda texts: texts._("turns a die freely"),
        "alchemist": lambda texts: texts._("spreads pips"),
        "nobleman": lambda texts: texts._("any dice +2"),
        "general": lambda texts: texts._("2 dice more"),
        "king": lambda texts: texts._("wins the game"),
        "queen": lambda texts: texts._("adds any face"),
    }
)
"""In at most 18 cells, for the smallest frames."""


def sign(texts: Texts, kind: Kind) -> str:
    """The condition as a sign of at most seven cells, '' where there is none."""
    return _SIGNS[kind](texts) if kind in _SIGNS else ""


def condition(texts: Texts, kind: Kind) -> str:
    """What the result must show, to follow "needs"."""
    return _CONDITIONS[kind](texts)


def conditions(texts: Texts, kind: Kind) -> tuple[str, ...]:
    """The same, from the whole phrase to the shortest."""
    short = (_SHORT_CONDITIONS[kind](texts),) if kind in _SHORT_CONDITIONS else ()
    return (sentence(condition(texts, kind)), *map(sentence, short))


def power(texts: Texts, kind: Kind) -> str:
    """What the card does, to follow its name."""
    face = _face(kind)
    return texts._("adds a die showing {face}", face=face) if face else _POWERS[kind](texts)


def powers(texts: Texts, kind: Kind) -> tuple[str, ...]:
    """What the card does, from the whole sentence to the shortest words."""
    middle = (_MIDDLE_POWERS[kind](texts),) if kind in _MIDDLE_POWERS else ()
    return power(texts, kind), *middle, short_power(texts, kind)


def short_power(texts: Texts, kind: Kind) -> str:
    """The same in at most 18 cells."""
    face = _face(kind)
    return texts._("adds a {face}", face=face) if face else _SHORT_POWERS[kind](texts)


def _face(kind: Kind) -> int | None:
    """The face of the die that a card adds; None: it adds none, or its owner chooses."""
    return _FACES.get(kind)


_FACES: Mapping[str, int | None] = MappingProxyType({str(card): face for card, face in ADDS.items()})

"""What every card of court demands and does, in our own words: a sign, a short line, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.court.model.state import Kind
from engine.court.rules.powers import ADDED_FACE
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.language.wording import sentence

_SIGNS: Mapping[Kind, str | Translatable] = MappingProxyType(
    {
        "farmer": "2=",
        "maid": NC_("condition: every die", "odd"),
        "philosopher": NC_("condition: every die", "even"),
        "craftsman": "15+",
        "guard": "3=",
        "hunter": "4=",
        "astronomer": "2+2",
        "merchant": "20+",
        "lady": "3+2",
        "magician": "1-5/2-6",
        "pawnbroker": "30+",
        "knight": "5=",
        "bishop": "2+2+2",
        "alchemist": "1-6",
        "nobleman": "3+3",
        "general": "6=",
        "king": "7=",
    }
)
"""Conditions in at most seven cells; = alike, + a sum or groups."""

_CONDITIONS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": N_("nothing: it is always available"),
        "charlatan": N_("one of your Jesters, to flip"),
        "farmer": N_("a pair"),
        "maid": N_("odd dice only"),
        "philosopher": N_("even dice only"),
        "craftsman": N_("at least 15 pips in all"),
        "guard": N_("three of a kind"),
        "hunter": N_("four of a kind"),
        "astronomer": N_("two pairs (or four of a kind)"),
        "merchant": N_("at least 20 pips in all"),
        "lady": N_("three of a kind plus a pair (or five of a kind)"),
        "magician": N_("a straight of five (1 to 5 or 2 to 6)"),
        "pawnbroker": N_("at least 30 pips in all"),
        "knight": N_("five of a kind"),
        "bishop": N_("three pairs (four of a kind count as two)"),
        "alchemist": N_("all six faces"),
        "nobleman": N_("two triples (or six of a kind)"),
        "general": N_("six of a kind"),
        "king": N_("seven of a kind"),
        "queen": N_("the King, who brings her along"),
    }
)

_SHORT_CONDITIONS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": N_("always available"),
        "charlatan": N_("flip a Jester"),
        "craftsman": N_("{number} pips", number="15+"),
        "astronomer": N_("two pairs"),
        "merchant": N_("{number} pips", number="20+"),
        "lady": N_("three plus a pair"),
        "magician": N_("straight of five"),
        "pawnbroker": N_("{number} pips", number="30+"),
        "bishop": N_("three pairs"),
        "nobleman": N_("two triples"),
        "queen": N_("comes with the King"),
    }
)
"""Shorter wordings of long sentences: in at most 19 cells."""

_POWERS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": N_("rerolls one active die"),
        "charlatan": N_("one extra die in hand every turn"),
        "farmer": N_("one extra die in hand every turn"),
        "maid": N_("adds 1, 2 or 3 to one active die, never above 6"),
        "philosopher": N_("moves pips from one active die to another, each within 1 to 6"),
        "astronomer": N_("turns one active die to match one set aside"),
        "merchant": N_("rerolls any number of active dice once"),
        "lady": N_("adds exactly 1 to any number of active dice, none above 6"),
        "magician": N_("turns one active die to any face"),
        "alchemist": N_("moves pips freely among two or three active dice, keeping the sum"),
        "nobleman": N_("adds exactly 2 to any number of active dice, none above 6"),
        "general": N_("two extra dice in hand every turn"),
        "king": N_("whoever holds the King at the end wins"),
        "queen": N_("adds a die with a face of your choice"),
    }
)

_MIDDLE_POWERS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": N_("rerolls one die"),
        "charlatan": N_("one more die a turn"),
        "farmer": N_("one more die a turn"),
        "maid": N_("adds 1 to 3 to one die"),
        "philosopher": N_("moves pips from one die to another"),
        "astronomer": N_("turns a die to a set-aside face"),
        "merchant": N_("rerolls any dice once"),
        "lady": N_("adds 1 to any dice"),
        "magician": N_("turns a die to any face"),
        "alchemist": N_("moves pips among 2-3 dice"),
        "nobleman": N_("adds 2 to any dice"),
        "general": N_("two more dice a turn"),
        "king": N_("who holds him last wins"),
        "queen": N_("adds a die of any face"),
    }
)
"""Shorter wordings of long sentences: in at most two lines of 18 cells."""

_SHORT_POWERS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": N_("rerolls a die"),
        "charlatan": N_("+1 die"),
        "farmer": N_("+1 die"),
        "maid": N_("one die +1 to +3"),
        "philosopher": N_("moves pips"),
        "astronomer": N_("copies a die aside"),
        "merchant": N_("rerolls any dice"),
        "lady": N_("any dice +1"),
        "magician": N_("turns a die freely"),
        "alchemist": N_("moves pips freely"),
        "nobleman": N_("any dice +2"),
        "general": N_("+2 dice"),
        "king": N_("wins the game"),
        "queen": N_("adds any face"),
    }
)
"""In at most 18 cells, for the smallest frames."""


def sign(texts: Texts, kind: Kind) -> str:
    """Return the condition as a sign of at most seven cells, '' if there is none."""
    found = _SIGNS.get(kind, "")
    return found if isinstance(found, str) else texts.of(found)


def condition(texts: Texts, kind: Kind) -> str:
    """Return what the result must show, to follow "needs"."""
    return texts.of(_CONDITIONS[kind])


def conditions(texts: Texts, kind: Kind) -> tuple[str, ...]:
    """Return the condition in words, from the longest to the shortest wording."""
    short = (texts.of(_SHORT_CONDITIONS[kind]),) if kind in _SHORT_CONDITIONS else ()
    return (sentence(condition(texts, kind)), *map(sentence, short))


def power(texts: Texts, kind: Kind) -> str:
    """Return what the card does, to follow its name."""
    face = _face(kind)
    return texts._("adds a die showing {face}", face=face) if face else texts.of(_POWERS[kind])


def powers(texts: Texts, kind: Kind) -> tuple[str, ...]:
    """Return what the card does, from the longest to the shortest wording."""
    middle = (texts.of(_MIDDLE_POWERS[kind]),) if kind in _MIDDLE_POWERS else ()
    return power(texts, kind), *middle, short_power(texts, kind)


def brief_power(texts: Texts, kind: Kind) -> str:
    """Return what the card does as a large tile has it, in a sentence of its own."""
    return powers(texts, kind)[-2]


def short_power(texts: Texts, kind: Kind) -> str:
    """Return what the card does in at most 18 cells."""
    face = _face(kind)
    return texts._("adds a {face}", face=face) if face else texts.of(_SHORT_POWERS[kind])


def _face(kind: Kind) -> int | None:
    """Return the face of the die that a card adds; None: it adds none, or its owner chooses."""
    return _FACES.get(kind)


_FACES: Mapping[str, int | None] = MappingProxyType({str(card): face for card, face in ADDED_FACE.items()})

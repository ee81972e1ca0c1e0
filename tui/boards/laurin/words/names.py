"""What things are called in the garden, in the cases that sentences need.

The names of the magic cards in four languages are settled; a language with articles and cases
puts its own forms into the catalogue (der Magische Bann, den Magischen Bann).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.laurin.model.cards import MAGIC
from engine.laurin.model.names import Direction, Magic
from tui.boards.kit.card_names import CardNames
from tui.language.texts import Texts, Worded

OfCard = Callable[[Texts, Magic], str]
"""How a magic card is worded."""

_NAMES: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts._("Magic Ban"),
        "exchange": lambda texts: texts._("Exchange"),
        "haste": lambda texts: texts._("Magic Haste"),
        "revolt": lambda texts: texts._("Dwarf Revolt"),
        "fog": lambda texts: texts._("Magic Fog"),
        "counter": lambda texts: texts._("Counterspell"),
    }
)
_SHORT: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts.pgettext("spell, three letters", "Ban"),
        "exchange": lambda texts: texts.pgettext("spell, three letters", "Exc"),
        "haste": lambda texts: texts.pgettext("spell, three letters", "Has"),
        "revolt": lambda texts: texts.pgettext("spell, three letters", "Rev"),
        "fog": lambda texts: texts.pgettext("spell, three letters", "Fog"),
        "counter": lambda texts: texts.pgettext("spell, three letters", "Cou"),
    }
)
_SUBJECTS: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts.pgettext("spell, subject", "the Magic Ban"),
        "exchange": lambda texts: texts.pgettext("spell, subject", "the Exchange"),
        "haste": lambda texts: texts.pgettext("spell, subject", "the Magic Haste"),
        "revolt": lambda texts: texts.pgettext("spell, subject", "the Dwarf Revolt"),
        "fog": lambda texts: texts.pgettext("spell, subject", "the Magic Fog"),
        "counter": lambda texts: texts.pgettext("spell, subject", "the Counterspell"),
    }
)
_OBJECTS: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts.pgettext("spell, object", "the Magic Ban"),
        "exchange": lambda texts: texts.pgettext("spell, object", "the Exchange"),
        "haste": lambda texts: texts.pgettext("spell, object", "the Magic Haste"),
        "revolt": lambda texts: texts.pgettext("spell, object", "the Dwarf Revolt"),
        "fog": lambda texts: texts.pgettext("spell, object", "the Magic Fog"),
        "counter": lambda texts: texts.pgettext("spell, object", "the Counterspell"),
    }
)
CARDS: CardNames[Magic] = CardNames(_NAMES, _SUBJECTS, _OBJECTS)
name, subject, object_ = CARDS.name, CARDS.subject, CARDS.object_
_WAYS: Mapping[Direction, Worded] = MappingProxyType(
    {
        "north": lambda texts: texts.pgettext("the King goes", "north"),
        "east": lambda texts: texts.pgettext("the King goes", "east"),
        "south": lambda texts: texts.pgettext("the King goes", "south"),
        "west": lambda texts: texts.pgettext("the King goes", "west"),
    }
)
_WINDS: Mapping[Direction, Worded] = MappingProxyType(
    {
        "north": lambda texts: texts.pgettext("direction, one letter", "N"),
        "east": lambda texts: texts.pgettext("direction, one letter", "E"),
        "south": lambda texts: texts.pgettext("direction, one letter", "S"),
        "west": lambda texts: texts.pgettext("direction, one letter", "W"),
    }
)
_KEYS: Mapping[Magic, str] = MappingProxyType(dict(zip(MAGIC, "abcdef", strict=True)))


def short(texts: Texts, kind: Magic) -> str:
    """Three letters that tell it apart from the others: Has."""
    return _SHORT[kind](texts)


def key_of(kind: Magic) -> str:
    """The key that plays it: the letter on the card."""
    return _KEYS[kind]


def way(texts: Texts, direction: Direction) -> str:
    """Where the King goes: (2) north."""
    return _WAYS[direction](texts)


def wind(texts: Texts, direction: Direction) -> str:
    """The same in one letter."""
    return _WINDS[direction](texts)


def king_sign(texts: Texts) -> str:
    """The King in one cell."""
    return texts.pgettext("the King in one cell", "K")


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each name by which its dwarfs are known: its first one that nobody before has,
    or else the first of the alphabet that is free.
    """
    found: list[str] = []
    for name in names:
        wanted = [char for char in name.upper() if "A" <= char <= "Z"]
        found.append(next(char for char in (*wanted, *"ABCDEFGHIJ") if char not in found))
    return tuple(found)

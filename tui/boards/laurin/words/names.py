"""The names of things in the garden, in the cases that sentences need.

The names of the magic cards are settled in four languages. A language with articles and cases has its own
forms in its catalogue (der Magische Bann, den Magischen Bann).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from engine.laurin.model.cards import MAGIC
from engine.laurin.model.names import Direction, Magic
from tui.boards.kit.card_names import CardNames
from tui.language.texts import N_, NC_, Texts, Translatable

OfCard = Callable[[Texts, Magic], str]
"""Returns the words for a magic card."""

_NAMES: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("Magic Ban"),
        "exchange": N_("Exchange"),
        "haste": N_("Magic Haste"),
        "revolt": N_("Dwarf Revolt"),
        "fog": N_("Magic Fog"),
        "counter": N_("Counterspell"),
    }
)
WORDS: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": NC_("spell, one word", "Ban"),
        "exchange": NC_("spell, one word", "Exchange"),
        "haste": NC_("spell, one word", "Haste"),
        "revolt": NC_("spell, one word", "Revolt"),
        "fog": NC_("spell, one word", "Fog"),
        "counter": NC_("spell, one word", "Counter"),
    }
)
_SHORT: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": NC_("spell, three letters", "Ban"),
        "exchange": NC_("spell, three letters", "Exc"),
        "haste": NC_("spell, three letters", "Has"),
        "revolt": NC_("spell, three letters", "Rev"),
        "fog": NC_("spell, three letters", "Fog"),
        "counter": NC_("spell, three letters", "Cou"),
    }
)
_SUBJECTS: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": NC_("spell, subject", "the Magic Ban"),
        "exchange": NC_("spell, subject", "the Exchange"),
        "haste": NC_("spell, subject", "the Magic Haste"),
        "revolt": NC_("spell, subject", "the Dwarf Revolt"),
        "fog": NC_("spell, subject", "the Magic Fog"),
        "counter": NC_("spell, subject", "the Counterspell"),
    }
)
_OBJECTS: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": NC_("spell, object", "the Magic Ban"),
        "exchange": NC_("spell, object", "the Exchange"),
        "haste": NC_("spell, object", "the Magic Haste"),
        "revolt": NC_("spell, object", "the Dwarf Revolt"),
        "fog": NC_("spell, object", "the Magic Fog"),
        "counter": NC_("spell, object", "the Counterspell"),
    }
)
CARDS: CardNames[Magic] = CardNames(_NAMES, _SUBJECTS, _OBJECTS)
name, subject, object_ = CARDS.name, CARDS.subject, CARDS.object_
_WAYS: Mapping[Direction, Translatable] = MappingProxyType(
    {
        "north": NC_("the King goes", "north"),
        "east": NC_("the King goes", "east"),
        "south": NC_("the King goes", "south"),
        "west": NC_("the King goes", "west"),
    }
)
_WINDS: Mapping[Direction, Translatable] = MappingProxyType(
    {
        "north": NC_("direction, one letter", "N"),
        "east": NC_("direction, one letter", "E"),
        "south": NC_("direction, one letter", "S"),
        "west": NC_("direction, one letter", "W"),
    }
)
_KEYS: Mapping[Magic, str] = MappingProxyType(dict(zip(MAGIC, "abcdef", strict=True)))


def word(texts: Texts, kind: Magic) -> str:
    """Return one short word for the card, where the name is too long: Haste."""
    return texts.of(WORDS[kind])


def short(texts: Texts, kind: Magic) -> str:
    """Return three letters that tell the card apart from the others: Has."""
    return texts.of(_SHORT[kind])


def key_of(kind: Magic) -> str:
    """Return the key that plays the card: the letter on it."""
    return _KEYS[kind]


def way(texts: Texts, direction: Direction) -> str:
    """Return a direction of the King: (2) north."""
    return texts.of(_WAYS[direction])


def wind(texts: Texts, direction: Direction) -> str:
    """Return a direction as one letter."""
    return texts.of(_WINDS[direction])


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return a letter for each name, with which its dwarfs are shown: the first letter of the name that no
    name before it has, else the first free letter of the alphabet.
    """
    found: list[str] = []
    for name in names:
        wanted = [char for char in name.upper() if "A" <= char <= "Z"]
        found.append(next(char for char in (*wanted, *"ABCDEFGHIJ") if char not in found))
    return tuple(found)

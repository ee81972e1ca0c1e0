"""What every magic card does and when, in own words: a short line and a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.model.names import Magic
from tui.language.texts import Texts, Worded

_SHORT: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts._("a player's coming turn is skipped"),
        "exchange": lambda texts: texts._("two dwarfs trade squares"),
        "haste": lambda texts: texts._("the King goes one point further"),
        "revolt": lambda texts: texts._("the King's move is bent to a side"),
        "fog": lambda texts: texts._("a player is left out of a scoring"),
        "counter": lambda texts: texts._("another magic card has no effect"),
    }
)
"""In at most 42 cells."""
_WHEN: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts._("While dwarfs are placed or moved, before somebody's turn."),
        "exchange": lambda texts: texts._("While dwarfs are placed or moved, between turns or in your own."),
        "haste": lambda texts: texts._("After a King's move, before it is scored."),
        "revolt": lambda texts: texts._("After a King's move of two or three points, before it is scored."),
        "fog": lambda texts: texts._("After a King's move, before it is scored."),
        "counter": lambda texts: texts._("Right after another magic card."),
    }
)
_DOES: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts._("That turn is skipped; the banned player may still play magic."),
        "exchange": lambda texts: texts._("Any two dwarfs trade squares and keep their sides up."),
        "haste": lambda texts: texts._("The King goes one point further, in any direction."),
        "revolt": lambda texts: texts._(
            "The King walks again: at least one point straight on, then the rest to a side."
        ),
        "fog": lambda texts: texts._("One player gets no points; their dwarfs stay as they are."),
        "counter": lambda texts: texts._(
            "That card has no effect, and in a King's move no other of its kind may follow."
        ),
    }
)
_LIMITS: Mapping[Magic, Worded] = MappingProxyType(
    {
        "ban": lambda texts: texts._("It can be countered, and so can the counterspell."),
        "exchange": lambda texts: texts._("It can be countered, and so can the counterspell."),
        "haste": lambda texts: texts._("Once in a King's move, not after a Fog; no Revolt follows it."),
        "revolt": lambda texts: texts._("Once in a King's move, and not after a Haste or a Fog."),
        "fog": lambda texts: texts._("Once in a King's move; no Haste and no Revolt follow it."),
        "counter": lambda texts: texts._(
            "Once in a King's move; while dwarfs are placed or moved, as often as you can."
        ),
    }
)


def short(texts: Texts, kind: Magic) -> str:
    """What the card does, in a few words."""
    return _SHORT[kind](texts)


def sentences(texts: Texts, kind: Magic) -> tuple[str, ...]:
    """When it is played, what it does, what limits it."""
    return _WHEN[kind](texts), _DOES[kind](texts), _LIMITS[kind](texts)

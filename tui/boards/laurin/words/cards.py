"""What every magic card does and when, in own words: a short line and a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.model.names import Magic
from tui.language.texts import N_, Texts, Translatable

_SHORT: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("a player's coming turn is skipped"),
        "exchange": N_("two dwarfs trade squares"),
        "haste": N_("the King goes one point further"),
        "revolt": N_("the King's move is bent to a side"),
        "fog": N_("a player is left out of a scoring"),
        "counter": N_("another magic card has no effect"),
    }
)
"""In at most 42 cells."""
_WHEN: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("While dwarfs are placed or moved, before somebody's turn."),
        "exchange": N_("While dwarfs are placed or moved, between turns or in your own."),
        "haste": N_("After a King's move, before it is scored."),
        "revolt": N_("After a King's move of two or three points, before it is scored."),
        "fog": N_("After a King's move, before it is scored."),
        "counter": N_("Right after another magic card."),
    }
)
_DOES: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("That turn is skipped; the banned player may still play magic."),
        "exchange": N_("Any two dwarfs trade squares and keep their sides up."),
        "haste": N_("The King goes one point further, in any direction."),
        "revolt": N_("The King walks again: at least one point straight on, then the rest to a side."),
        "fog": N_("One player gets no points; their dwarfs stay as they are."),
        "counter": N_("That card has no effect, and in a King's move no other of its kind may follow."),
    }
)
_LIMITS: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("It can be countered, and so can the counterspell."),
        "exchange": N_("It can be countered, and so can the counterspell."),
        "haste": N_("Once in a King's move, not after a Fog; no Revolt follows it."),
        "revolt": N_("Once in a King's move, and not after a Haste or a Fog."),
        "fog": N_("Once in a King's move; no Haste and no Revolt follow it."),
        "counter": N_("Once in a King's move; while dwarfs are placed or moved, as often as you can."),
    }
)


def short(texts: Texts, kind: Magic) -> str:
    """What the card does, in a few words."""
    return texts.of(_SHORT[kind])


def sentences(texts: Texts, kind: Magic) -> tuple[str, ...]:
    """When it is played, what it does, what limits it."""
    return texts.of(_WHEN[kind]), texts.of(_DOES[kind]), texts.of(_LIMITS[kind])

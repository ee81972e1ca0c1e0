"""What every magic card does and when, in our own words: a short line, and a sentence or two."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.model.names import Magic
from tui.language.texts import N_, Texts, Translatable

_SHORT: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("a player's next turn is skipped"),
        "exchange": N_("two dwarfs trade squares"),
        "haste": N_("the King moves one extra step"),
        "revolt": N_("the King's move turns a corner"),
        "fog": N_("a player is left out of a scoring"),
        "counter": N_("another magic card has no effect"),
    }
)
"""In at most 42 cells."""
_WHEN: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("While dwarfs are placed or moved, before somebody's turn."),
        "exchange": N_("While dwarfs are placed or moved, between turns or on your own turn."),
        "haste": N_("After a King's move, before it is scored."),
        "revolt": N_("After a King's move of two or three steps, before scoring."),
        "fog": N_("After a King's move, before it is scored."),
        "counter": N_("Right after another magic card."),
    }
)
_DOES: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("That turn is skipped; the banned player may still play magic."),
        "exchange": N_("Any two dwarfs trade squares; neither one flips."),
        "haste": N_("The King moves one extra step, in any direction."),
        "revolt": N_("The King redoes his move: at least one step straight, the rest to one side."),
        "fog": N_("One player gets no points; their dwarfs stay as they are."),
        "counter": N_("That card has no effect; in a King's move, no more of its kind may follow."),
    }
)
_LIMITS: Mapping[Magic, Translatable] = MappingProxyType(
    {
        "ban": N_("It can be countered, and so can the counterspell."),
        "exchange": N_("It can be countered, and so can the counterspell."),
        "haste": N_("Once per King's move, not after a Fog; no Revolt may follow."),
        "revolt": N_("Once per King's move, not after a Haste or a Fog."),
        "fog": N_("Once per King's move; no Haste or Revolt may follow."),
        "counter": N_("Once per King's move; no limit while dwarfs are placed or moved."),
    }
)


def short(texts: Texts, kind: Magic) -> str:
    """Return what the card does, in a few words."""
    return texts.of(_SHORT[kind])


def sentences(texts: Texts, kind: Magic) -> tuple[str, ...]:
    """Return when it is played, what it does, and its limits."""
    return texts.of(_WHEN[kind]), texts.of(_DOES[kind]), texts.of(_LIMITS[kind])

"""What every card of intrigue does, in our own words: a sentence or two, and a few words for a frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.intrigue.model.cards import ONE_TIME
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.words import names
from tui.language.texts import N_, Texts, Translatable, texts_in
from tui.widgets.even import even_lines

Wording = Callable[[Texts, Kind], str]
_EFFECTS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": N_("Remove any one card of the queue and take 1 influence."),
        "archer": N_("Remove the first or last card of the queue, even your own, and take 1 influence."),
        "decree": N_(
            "Move another card with its influence: to the front, the end, between two stacks, "
            "or onto a card of its own family."
        ),
        "shapeshifter": N_("Copy the effect of a face-up card next to it; it takes effect at once."),
        "lord": N_("Take 1 influence, and 1 more for each card of your family next to it."),
        "ambush": N_(
            "Take 4 influence if another family removes it, 1 if you do. If you reveal it, put the "
            "influence on it back in the supply and take 1."
        ),
        "conspiracy": N_("Double the influence that lies on it, then take it all."),
        "heir": N_("Take 2 influence if no other Heir lies face up on top anywhere in the queue."),
        "soldier": N_("Remove a card next to it, even your own, and take 1 influence."),
        "spy": N_("Take 1 influence from another family that has a card next to it."),
    }
)

_SHORT: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": N_("removes any card, +1"),
        "archer": N_("removes first or last, +1"),
        "decree": N_("moves a card"),
        "shapeshifter": N_("copies a card next to it"),
        "lord": N_("+1, +1 per own neighbour"),
        "ambush": N_("+4 if others remove it"),
        "conspiracy": N_("doubles what is on it"),
        "heir": N_("+2 if the only one"),
        "soldier": N_("removes a card next to it, +1"),
        "spy": N_("steals 1 from a neighbour"),
    }
)
"""For cards with two lines of fourteen cells."""


def effect(texts: Texts, kind: Kind) -> str:
    """Return what the card does, in whole sentences."""
    return texts.of(_EFFECTS[kind])


def short_effect(texts: Texts, kind: Kind) -> str:
    """Return what the card does in a few words; +1 is influence."""
    return texts.of(_SHORT[kind])


def stays(texts: Texts, kind: Kind) -> str:
    """Return whether it stays in the queue after its effect, as a sentence."""
    if kind in ONE_TIME:
        return texts._("Then it is discarded.")
    return texts._("It stays face up.")


def influence(texts: Texts, number: int) -> str:
    """Return an amount of influence in words."""
    return texts.ngettext("{number} influence", "{number} influence", number)


WORDINGS: tuple[Wording, ...] = (effect, short_effect)
"""What a card does, from long to short."""


@lru_cache(maxsize=256)
def lines_of(language: str, say: Wording, name_cells: int, cells: int) -> int:
    """Return the most lines that any card takes for its name and for what it does, in so many cells."""
    texts = texts_in(language)
    return max(
        len(names.in_lines(texts, kind, name_cells)) + len(even_lines(say(texts, kind), cells))
        for kind in _EFFECTS
    )

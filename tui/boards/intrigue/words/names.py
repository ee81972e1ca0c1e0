"""The names of intrigue's cards: in full, shorter for narrow cells, and in sentences.

The names are settled in four languages. A language with articles and cases has its own forms in its catalogue
(the Heir: der Nachfahre, den Nachfahren).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from rich.cells import cell_len

from engine.intrigue.model.state import Kind
from tui.boards.kit.card_names import CardNames
from tui.language.texts import N_, NC_, Texts, Translatable

_NAMES: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": N_("Assassination"),
        "archer": N_("Archer"),
        "decree": N_("Royal Decree"),
        "shapeshifter": N_("Shapeshifter"),
        "lord": N_("Lord"),
        "ambush": N_("Ambush"),
        "conspiracy": N_("Conspiracy"),
        "heir": N_("Heir"),
        "soldier": N_("Soldier"),
        "spy": N_("Spy"),
    }
)
_SHORT: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": NC_("card, seven letters", "Murder"),
        "archer": NC_("card, seven letters", "Archer"),
        "decree": NC_("card, seven letters", "Decree"),
        "shapeshifter": NC_("card, seven letters", "Shifter"),
        "lord": NC_("card, seven letters", "Lord"),
        "ambush": NC_("card, seven letters", "Ambush"),
        "conspiracy": NC_("card, seven letters", "Scheme"),
        "heir": NC_("card, seven letters", "Heir"),
        "soldier": NC_("card, seven letters", "Soldier"),
        "spy": NC_("card, seven letters", "Spy"),
    }
)
"""Words of their own, none is cut."""
_SPLIT: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": NC_("card, in two lines", "Assass-|ination"),
        "archer": NC_("card, in two lines", "Archer"),
        "decree": NC_("card, in two lines", "Royal|Decree"),
        "shapeshifter": NC_("card, in two lines", "Shape-|shifter"),
        "lord": NC_("card, in two lines", "Lord"),
        "ambush": NC_("card, in two lines", "Ambush"),
        "conspiracy": NC_("card, in two lines", "Conspi-|racy"),
        "heir": NC_("card, in two lines", "Heir"),
        "soldier": NC_("card, in two lines", "Soldier"),
        "spy": NC_("card, in two lines", "Spy"),
    }
)
"""With the end of the first line as |: at most seven cells each where the language allows it."""
_SUBJECTS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": NC_("card, subject", "the Assassination"),
        "archer": NC_("card, subject", "the Archer"),
        "decree": NC_("card, subject", "the Royal Decree"),
        "shapeshifter": NC_("card, subject", "the Shapeshifter"),
        "lord": NC_("card, subject", "the Lord"),
        "ambush": NC_("card, subject", "the Ambush"),
        "conspiracy": NC_("card, subject", "the Conspiracy"),
        "heir": NC_("card, subject", "the Heir"),
        "soldier": NC_("card, subject", "the Soldier"),
        "spy": NC_("card, subject", "the Spy"),
    }
)
_OBJECTS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "assassination": NC_("card, object", "the Assassination"),
        "archer": NC_("card, object", "the Archer"),
        "decree": NC_("card, object", "the Royal Decree"),
        "shapeshifter": NC_("card, object", "the Shapeshifter"),
        "lord": NC_("card, object", "the Lord"),
        "ambush": NC_("card, object", "the Ambush"),
        "conspiracy": NC_("card, object", "the Conspiracy"),
        "heir": NC_("card, object", "the Heir"),
        "soldier": NC_("card, object", "the Soldier"),
        "spy": NC_("card, object", "the Spy"),
    }
)
CARDS: CardNames[Kind] = CardNames(_NAMES, _SUBJECTS, _OBJECTS)
name, subject, object_ = CARDS.name, CARDS.subject, CARDS.object_


@lru_cache(maxsize=256)
def lengths(texts: Texts, kind: Kind) -> tuple[str, str]:
    """Return the name in full, and a word for it of at most seven cells."""
    return texts.of(_NAMES[kind]), texts.of(_SHORT[kind])


@lru_cache(maxsize=256)
def split(texts: Texts, kind: Kind) -> tuple[str, str]:
    """Return the name in two lines, hyphenated; the second is '' if it is too short for that."""
    first, _, second = texts.of(_SPLIT[kind]).partition("|")
    return first, second


def in_lines(texts: Texts, kind: Kind, cells: int, most: int = 2) -> tuple[str, ...]:
    """Return the name in so many cells: in full, in two lines if there are as many, or shortened."""
    called, halves = lengths(texts, kind), split(texts, kind)
    if most > 1 and cell_len(called[0]) > cells and halves[1] and max(map(cell_len, halves)) <= cells:
        return halves
    return (next((name for name in called if cell_len(name) <= cells), called[-1]),)

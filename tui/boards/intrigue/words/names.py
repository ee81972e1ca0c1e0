"""What the cards of intrigue are called: in full, shorter for narrow cells, and in sentences.

The names in four languages are settled; a language with articles and cases puts its own
forms into the catalogue (the Heir: der Nachfahre, den Nachfahren).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.intrigue.model.state import Kind
from tui.boards.kit.card_names import CardNames
from tui.language.texts import Texts, Worded

_NAMES: Mapping[Kind, Worded] = MappingProxyType(
    {
        "assassination": lambda texts: texts._("Assassination"),
        "archer": lambda texts: texts._("Archer"),
        "decree": lambda texts: texts._("Royal Decree"),
        "shapeshifter": lambda texts: texts._("Shapeshifter"),
        "lord": lambda texts: texts._("Lord"),
        "ambush": lambda texts: texts._("Ambush"),
        "conspiracy": lambda texts: texts._("Conspiracy"),
        "heir": lambda texts: texts._("Heir"),
        "soldier": lambda texts: texts._("Soldier"),
        "spy": lambda texts: texts._("Spy"),
    }
)
_MIDDLE: Mapping[Kind, Worded] = MappingProxyType(
    {
        "assassination": lambda texts: texts.pgettext("card, seven letters", "Assass."),
        "archer": lambda texts: texts.pgettext("card, seven letters", "Archer"),
        "decree": lambda texts: texts.pgettext("card, seven letters", "Decree"),
        "shapeshifter": lambda texts: texts.pgettext("card, seven letters", "Shifter"),
        "lord": lambda texts: texts.pgettext("card, seven letters", "Lord"),
        "ambush": lambda texts: texts.pgettext("card, seven letters", "Ambush"),
        "conspiracy": lambda texts: texts.pgettext("card, seven letters", "Conspir"),
        "heir": lambda texts: texts.pgettext("card, seven letters", "Heir"),
        "soldier": lambda texts: texts.pgettext("card, seven letters", "Soldier"),
        "spy": lambda texts: texts.pgettext("card, seven letters", "Spy"),
    }
)
_SHORT: Mapping[Kind, Worded] = MappingProxyType(
    {
        "assassination": lambda texts: texts.pgettext("card, five letters", "Assas"),
        "archer": lambda texts: texts.pgettext("card, five letters", "Archr"),
        "decree": lambda texts: texts.pgettext("card, five letters", "Decr."),
        "shapeshifter": lambda texts: texts.pgettext("card, five letters", "Shift"),
        "lord": lambda texts: texts.pgettext("card, five letters", "Lord"),
        "ambush": lambda texts: texts.pgettext("card, five letters", "Ambsh"),
        "conspiracy": lambda texts: texts.pgettext("card, five letters", "Consp"),
        "heir": lambda texts: texts.pgettext("card, five letters", "Heir"),
        "soldier": lambda texts: texts.pgettext("card, five letters", "Soldr"),
        "spy": lambda texts: texts.pgettext("card, five letters", "Spy"),
    }
)
_SUBJECTS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "assassination": lambda texts: texts.pgettext("card, subject", "the Assassination"),
        "archer": lambda texts: texts.pgettext("card, subject", "the Archer"),
        "decree": lambda texts: texts.pgettext("card, subject", "the Royal Decree"),
        "shapeshifter": lambda texts: texts.pgettext("card, subject", "the Shapeshifter"),
        "lord": lambda texts: texts.pgettext("card, subject", "the Lord"),
        "ambush": lambda texts: texts.pgettext("card, subject", "the Ambush"),
        "conspiracy": lambda texts: texts.pgettext("card, subject", "the Conspiracy"),
        "heir": lambda texts: texts.pgettext("card, subject", "the Heir"),
        "soldier": lambda texts: texts.pgettext("card, subject", "the Soldier"),
        "spy": lambda texts: texts.pgettext("card, subject", "the Spy"),
    }
)
_OBJECTS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "assassination": lambda texts: texts.pgettext("card, object", "the Assassination"),
        "archer": lambda texts: texts.pgettext("card, object", "the Archer"),
        "decree": lambda texts: texts.pgettext("card, object", "the Royal Decree"),
        "shapeshifter": lambda texts: texts.pgettext("card, object", "the Shapeshifter"),
        "lord": lambda texts: texts.pgettext("card, object", "the Lord"),
        "ambush": lambda texts: texts.pgettext("card, object", "the Ambush"),
        "conspiracy": lambda texts: texts.pgettext("card, object", "the Conspiracy"),
        "heir": lambda texts: texts.pgettext("card, object", "the Heir"),
        "soldier": lambda texts: texts.pgettext("card, object", "the Soldier"),
        "spy": lambda texts: texts.pgettext("card, object", "the Spy"),
    }
)
CARDS: CardNames[Kind] = CardNames(_NAMES, _SUBJECTS, _OBJECTS)
name, subject, object_ = CARDS.name, CARDS.subject, CARDS.object_


@lru_cache(maxsize=256)
def lengths(texts: Texts, kind: Kind) -> tuple[str, str, str]:
    """The name in full, in at most seven cells, in at most five."""
    return _NAMES[kind](texts), _MIDDLE[kind](texts), _SHORT[kind](texts)

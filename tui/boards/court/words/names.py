"""What the cards of court are called, in the cases that sentences need.

The names in four languages are settled; a language with articles and cases puts its own
forms into the catalogue (the Farmer: der Bauer, den Bauern).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.court.model.state import Kind
from tui.boards.kit.card_names import CardNames
from tui.language.texts import Texts, Worded

_NAMES: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts._("Jester"),
        "charlatan": lambda texts: texts._("Charlatan"),
        "farmer": lambda texts: texts._("Farmer"),
        "maid": lambda texts: texts._("Maid"),
        "philosopher": lambda texts: texts._("Philosopher"),
        "craftsman": lambda texts: texts._("Craftsman"),
        "guard": lambda texts: texts._("Guard"),
        "hunter": lambda texts: texts._("Hunter"),
        "astronomer": lambda texts: texts._("Astronomer"),
        "merchant": lambda texts: texts._("Merchant"),
        "lady": lambda texts: texts._("Lady"),
        "magician": lambda texts: texts._("Magician"),
        "pawnbroker": lambda texts: texts._("Pawnbroker"),
        "knight": lambda texts: texts._("Knight"),
        "bishop": lambda texts: texts._("Bishop"),
        "alchemist": lambda texts: texts._("Alchemist"),
        "nobleman": lambda texts: texts._("Nobleman"),
        "general": lambda texts: texts._("General"),
        "king": lambda texts: texts._("King"),
        "queen": lambda texts: texts._("Queen"),
    }
)
_SHORT: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts.pgettext("card, three letters", "Jes"),
        "charlatan": lambda texts: texts.pgettext("card, three letters", "Cha"),
        "farmer": lambda texts: texts.pgettext("card, three letters", "Far"),
        "maid": lambda texts: texts.pgettext("card, three letters", "Mai"),
        "philosopher": lambda texts: texts.pgettext("card, three letters", "Phi"),
        "craftsman": lambda texts: texts.pgettext("card, three letters", "Cra"),
        "guard": lambda texts: texts.pgettext("card, three letters", "Gua"),
        "hunter": lambda texts: texts.pgettext("card, three letters", "Hun"),
        "astronomer": lambda texts: texts.pgettext("card, three letters", "Ast"),
        "merchant": lambda texts: texts.pgettext("card, three letters", "Mer"),
        "lady": lambda texts: texts.pgettext("card, three letters", "Lad"),
        "magician": lambda texts: texts.pgettext("card, three letters", "Mag"),
        "pawnbroker": lambda texts: texts.pgettext("card, three letters", "Paw"),
        "knight": lambda texts: texts.pgettext("card, three letters", "Kni"),
        "bishop": lambda texts: texts.pgettext("card, three letters", "Bis"),
        "alchemist": lambda texts: texts.pgettext("card, three letters", "Alc"),
        "nobleman": lambda texts: texts.pgettext("card, three letters", "Nob"),
        "general": lambda texts: texts.pgettext("card, three letters", "Gen"),
        "king": lambda texts: texts.pgettext("card, three letters", "Kin"),
        "queen": lambda texts: texts.pgettext("card, three letters", "Que"),
    }
)
_SUBJECTS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts.pgettext("card, subject", "the Jester"),
        "charlatan": lambda texts: texts.pgettext("card, subject", "the Charlatan"),
        "farmer": lambda texts: texts.pgettext("card, subject", "the Farmer"),
        "maid": lambda texts: texts.pgettext("card, subject", "the Maid"),
        "philosopher": lambda texts: texts.pgettext("card, subject", "the Philosopher"),
        "craftsman": lambda texts: texts.pgettext("card, subject", "the Craftsman"),
        "guard": lambda texts: texts.pgettext("card, subject", "the Guard"),
        "hunter": lambda texts: texts.pgettext("card, subject", "the Hunter"),
        "astronomer": lambda texts: texts.pgettext("card, subject", "the Astronomer"),
        "merchant": lambda texts: texts.pgettext("card, subject", "the Merchant"),
        "lady": lambda texts: texts.pgettext("card, subject", "the Lady"),
        "magician": lambda texts: texts.pgettext("card, subject", "the Magician"),
        "pawnbroker": lambda texts: texts.pgettext("card, subject", "the Pawnbroker"),
        "knight": lambda texts: texts.pgettext("card, subject", "the Knight"),
        "bishop": lambda texts: texts.pgettext("card, subject", "the Bishop"),
        "alchemist": lambda texts: texts.pgettext("card, subject", "the Alchemist"),
        "nobleman": lambda texts: texts.pgettext("card, subject", "the Nobleman"),
        "general": lambda texts: texts.pgettext("card, subject", "the General"),
        "king": lambda texts: texts.pgettext("card, subject", "the King"),
        "queen": lambda texts: texts.pgettext("card, subject", "the Queen"),
    }
)
_OBJECTS: Mapping[Kind, Worded] = MappingProxyType(
    {
        "jester": lambda texts: texts.pgettext("card, object", "the Jester"),
        "charlatan": lambda texts: texts.pgettext("card, object", "the Charlatan"),
        "farmer": lambda texts: texts.pgettext("card, object", "the Farmer"),
        "maid": lambda texts: texts.pgettext("card, object", "the Maid"),
        "philosopher": lambda texts: texts.pgettext("card, object", "the Philosopher"),
        "craftsman": lambda texts: texts.pgettext("card, object", "the Craftsman"),
        "guard": lambda texts: texts.pgettext("card, object", "the Guard"),
        "hunter": lambda texts: texts.pgettext("card, object", "the Hunter"),
        "astronomer": lambda texts: texts.pgettext("card, object", "the Astronomer"),
        "merchant": lambda texts: texts.pgettext("card, object", "the Merchant"),
        "lady": lambda texts: texts.pgettext("card, object", "the Lady"),
        "magician": lambda texts: texts.pgettext("card, object", "the Magician"),
        "pawnbroker": lambda texts: texts.pgettext("card, object", "the Pawnbroker"),
        "knight": lambda texts: texts.pgettext("card, object", "the Knight"),
        "bishop": lambda texts: texts.pgettext("card, object", "the Bishop"),
        "alchemist": lambda texts: texts.pgettext("card, object", "the Alchemist"),
        "nobleman": lambda texts: texts.pgettext("card, object", "the Nobleman"),
        "general": lambda texts: texts.pgettext("card, object", "the General"),
        "king": lambda texts: texts.pgettext("card, object", "the King"),
        "queen": lambda texts: texts.pgettext("card, object", "the Queen"),
    }
)
CARDS: CardNames[Kind] = CardNames(_NAMES, _SUBJECTS, _OBJECTS)
name, subject, object_ = CARDS.name, CARDS.subject, CARDS.object_


def short(texts: Texts, kind: Kind) -> str:
    """Three letters that tell it apart from the other cards: Far."""
    return _SHORT[kind](texts)

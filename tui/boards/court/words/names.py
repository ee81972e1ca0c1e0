"""The names of court's cards in the cases that sentences need.

The names are settled in four languages. A language with articles and cases has its own forms in its catalogue
(the Farmer: der Bauer, den Bauern).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from engine.court.model.state import Kind
from tui.boards.kit.card_names import CardNames
from tui.language.texts import N_, NC_, Texts, Translatable

_NAMES: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": N_("Jester"),
        "charlatan": N_("Charlatan"),
        "farmer": N_("Farmer"),
        "maid": N_("Maid"),
        "philosopher": N_("Philosopher"),
        "craftsman": N_("Craftsman"),
        "guard": N_("Guard"),
        "hunter": N_("Hunter"),
        "astronomer": N_("Astronomer"),
        "merchant": N_("Merchant"),
        "lady": N_("Lady"),
        "magician": N_("Magician"),
        "pawnbroker": N_("Pawnbroker"),
        "knight": N_("Knight"),
        "bishop": N_("Bishop"),
        "alchemist": N_("Alchemist"),
        "nobleman": N_("Nobleman"),
        "general": N_("General"),
        "king": N_("King"),
        "queen": N_("Queen"),
    }
)
_SHORT: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": NC_("card, three letters", "Jes"),
        "charlatan": NC_("card, three letters", "Cha"),
        "farmer": NC_("card, three letters", "Far"),
        "maid": NC_("card, three letters", "Mai"),
        "philosopher": NC_("card, three letters", "Phi"),
        "craftsman": NC_("card, three letters", "Cra"),
        "guard": NC_("card, three letters", "Gua"),
        "hunter": NC_("card, three letters", "Hun"),
        "astronomer": NC_("card, three letters", "Ast"),
        "merchant": NC_("card, three letters", "Mer"),
        "lady": NC_("card, three letters", "Lad"),
        "magician": NC_("card, three letters", "Mag"),
        "pawnbroker": NC_("card, three letters", "Paw"),
        "knight": NC_("card, three letters", "Kni"),
        "bishop": NC_("card, three letters", "Bis"),
        "alchemist": NC_("card, three letters", "Alc"),
        "nobleman": NC_("card, three letters", "Nob"),
        "general": NC_("card, three letters", "Gen"),
        "king": NC_("card, three letters", "Kin"),
        "queen": NC_("card, three letters", "Que"),
    }
)
_SUBJECTS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": NC_("card, subject", "the Jester"),
        "charlatan": NC_("card, subject", "the Charlatan"),
        "farmer": NC_("card, subject", "the Farmer"),
        "maid": NC_("card, subject", "the Maid"),
        "philosopher": NC_("card, subject", "the Philosopher"),
        "craftsman": NC_("card, subject", "the Craftsman"),
        "guard": NC_("card, subject", "the Guard"),
        "hunter": NC_("card, subject", "the Hunter"),
        "astronomer": NC_("card, subject", "the Astronomer"),
        "merchant": NC_("card, subject", "the Merchant"),
        "lady": NC_("card, subject", "the Lady"),
        "magician": NC_("card, subject", "the Magician"),
        "pawnbroker": NC_("card, subject", "the Pawnbroker"),
        "knight": NC_("card, subject", "the Knight"),
        "bishop": NC_("card, subject", "the Bishop"),
        "alchemist": NC_("card, subject", "the Alchemist"),
        "nobleman": NC_("card, subject", "the Nobleman"),
        "general": NC_("card, subject", "the General"),
        "king": NC_("card, subject", "the King"),
        "queen": NC_("card, subject", "the Queen"),
    }
)
_OBJECTS: Mapping[Kind, Translatable] = MappingProxyType(
    {
        "jester": NC_("card, object", "the Jester"),
        "charlatan": NC_("card, object", "the Charlatan"),
        "farmer": NC_("card, object", "the Farmer"),
        "maid": NC_("card, object", "the Maid"),
        "philosopher": NC_("card, object", "the Philosopher"),
        "craftsman": NC_("card, object", "the Craftsman"),
        "guard": NC_("card, object", "the Guard"),
        "hunter": NC_("card, object", "the Hunter"),
        "astronomer": NC_("card, object", "the Astronomer"),
        "merchant": NC_("card, object", "the Merchant"),
        "lady": NC_("card, object", "the Lady"),
        "magician": NC_("card, object", "the Magician"),
        "pawnbroker": NC_("card, object", "the Pawnbroker"),
        "knight": NC_("card, object", "the Knight"),
        "bishop": NC_("card, object", "the Bishop"),
        "alchemist": NC_("card, object", "the Alchemist"),
        "nobleman": NC_("card, object", "the Nobleman"),
        "general": NC_("card, object", "the General"),
        "king": NC_("card, object", "the King"),
        "queen": NC_("card, object", "the Queen"),
    }
)
CARDS: CardNames[Kind] = CardNames(_NAMES, _SUBJECTS, _OBJECTS)
name: Callable[[Texts, Kind], str] = cache(CARDS.name)
subject, object_ = CARDS.subject, CARDS.object_


def short(texts: Texts, kind: Kind) -> str:
    """Return three letters that tell the card apart from the others: Far."""
    return texts.of(_SHORT[kind])

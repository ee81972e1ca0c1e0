"""How the opponents of intrigue play, in a few words: as their bots do (`engine.intrigue.opponents`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.language.texts import N_, Translatable

OPPONENTS: Mapping[str, Translatable] = MappingProxyType(
    {
        "Amber": N_("saves strong cards, waits too long"),
        "Birch": N_("saves and waits, but not always"),
        "Cedar": N_("sees what pays now, waits at times"),
        "Dorn": N_("tries most moves out in its head"),
        "Elm": N_("guesses which cards lie face down"),
    }
)

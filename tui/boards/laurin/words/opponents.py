"""How the opponents of laurin play, in a few words: as their bots do (`engine.laurin.opponents`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.language.texts import N_, Translatable

OPPONENTS: Mapping[str, Translatable] = MappingProxyType(
    {
        "Amber": N_("runs to the King, forgets its magic"),
        "Birch": N_("thinks of the next King's move only"),
        "Cedar": N_("looks ahead now and then"),
        "Dorn": N_("looks ahead in half of its moves"),
        "Elm": N_("looks ahead to the end of the round"),
        "Flint": N_("foresees what the others will bid"),
    }
)

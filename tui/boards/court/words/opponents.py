"""How the opponents of court play, in a few words: as their bots do (`engine.court.opponents`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tui.language.texts import N_, Translatable

OPPONENTS: Mapping[str, Translatable] = MappingProxyType(
    {
        "Amber": N_("wants showy cards, stops too early"),
        "Birch": N_("plans, and forgets a power at times"),
        "Cedar": N_("goes for one card in every turn"),
        "Dorn": N_("weighs the chances of half its moves"),
        "Elm": N_("weighs the chances of most moves"),
        "Flint": N_("weighs the chances of nearly all"),
        "Garnet": N_("works every turn out to its end"),
    }
)

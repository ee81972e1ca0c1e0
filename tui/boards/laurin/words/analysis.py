"""The words for the analysis of laurin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.analysis.candidates import ReasonCode
from tui.analysis.game_words import AnalysisWords, compared
from tui.language.texts import N_, NC_, Translatable

REASONS: Mapping[ReasonCode, Translatable] = MappingProxyType(
    {
        "points": N_("Points by the end of the round {own}, strongest rival {rival}."),
        "pass": N_("To pass: points by the end of the round {own}, strongest rival {rival}."),
        "bid": N_("To bid: points by the end of the round {own}, strongest rival {rival}."),
        "bid-more": N_("A higher bid: points by the end of the round {own}, strongest rival {rival}."),
        "bid-less": N_("A lower bid: points by the end of the round {own}, strongest rival {rival}."),
    }
)


WORDS = AnalysisWords(
    method=N_(
        "Moves are compared by playing on to the end of the round from hands that the others could have:"
        " the same hands for every move. What the player could not know is luck, never a mistake."
    ),
    opponents=N_("Everybody is assumed to play on like a page."),
    reason=compared(REASONS, "points"),
    luck=MappingProxyType(
        {"hidden": NC_("luck", "hidden treasure"), "treasure": NC_("luck", "treasure drawn")}
    ),
)

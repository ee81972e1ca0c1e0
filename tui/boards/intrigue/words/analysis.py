"""The words for the analysis of intrigue."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.intrigue.analysis.analyst import ReasonCode
from tui.analysis.game_words import AnalysisWords, compared
from tui.language.texts import N_, NC_, Translatable

REASONS: Mapping[ReasonCode, Translatable] = MappingProxyType(
    {
        "other-card": N_("Another card: influence at the end {own}, strongest rival {rival}."),
        "other-place": N_("Another place: influence at the end {own}, strongest rival {rival}."),
        "reveal": N_("Revealed: influence at the end {own}, strongest rival {rival}."),
        "leave": N_("Left face down: influence at the end {own}, strongest rival {rival}."),
        "other-choice": N_("Another choice: influence at the end {own}, strongest rival {rival}."),
    }
)


WORDS = AnalysisWords(
    method=N_(
        "Moves are compared by playing on to the end from deals that the player could imagine: the same"
        " deals for every move. What the player could not know is luck, never a mistake."
    ),
    opponents=N_("Everybody is assumed to play on like a page, with one odd move in ten."),
    reason=compared(REASONS, "other-choice"),
    luck=MappingProxyType({"hidden": NC_("luck", "hidden cards")}),
)

"""The words for the analysis of laurin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.analysis.findings import Reason
from engine.laurin.analysis.candidates import ReasonCode
from tui.analysis.game_words import AnalysisWords, signed
from tui.language.texts import N_, NC_, Texts, Translatable

REASONS: Mapping[ReasonCode, Translatable] = MappingProxyType(
    {
        "points": N_("Points by the end of the round {own}, strongest rival {rival}."),
        "pass": N_("To pass: points by the end of the round {own}, strongest rival {rival}."),
        "bid": N_("To bid: points by the end of the round {own}, strongest rival {rival}."),
        "bid-more": N_("A higher bid: points by the end of the round {own}, strongest rival {rival}."),
        "bid-less": N_("A lower bid: points by the end of the round {own}, strongest rival {rival}."),
    }
)


def reason(texts: Texts, why: Reason) -> str:
    """Returns why a move was better: on average, against the move made."""
    found = next((own for known, own in REASONS.items() if known == why.code), REASONS["points"])
    return texts.fill(found, {name: signed(float(value)) for name, value in why.data.items()})


WORDS = AnalysisWords(
    method=N_(
        "Moves are compared by playing on to the end of the round from hands that the others could have:"
        " the same hands for every move. What the player could not know is luck, never a mistake."
    ),
    opponents=N_("Everybody is assumed to play on like a page."),
    reason=reason,
    luck=MappingProxyType(
        {"hidden": NC_("luck", "hidden treasure"), "treasure": NC_("luck", "treasure drawn")}
    ),
)

"""The words for the analysis of court."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.analysis.findings import Reason
from engine.court.analysis.reasons import ReasonCode
from tui.analysis.game_words import AnalysisWords
from tui.boards.court.words import names
from tui.language.texts import N_, NC_, Texts, Translatable

REASONS: Mapping[ReasonCode, Translatable] = MappingProxyType(
    {
        "take": N_("{card} was worth more."),
        "stand": N_("The result was good enough as it lay."),
        "card-likelier": N_("{card}: {better}% likely instead of {played}%."),
        "mark-likelier": N_("To win the final round: {better}% likely instead of {played}%."),
        "worth-more": N_("It promises more for the turn as a whole."),
    }
)


def reason(texts: Texts, why: Reason) -> str:
    """Returns why a move was better."""
    card = str(why.data.get("card", ""))
    name = names.CARDS.name(texts, names.CARDS.kind(card)) if card else ""
    likely = {key: str(round(100 * float(why.data.get(key, 0)))) for key in ("better", "played")}
    found = next((own for known, own in REASONS.items() if known == why.code), REASONS["worth-more"])
    return texts.fill(found, {"card": name, **likely})


WORDS = AnalysisWords(
    method=N_(
        "Every decision is valued by the steward's search: how many turns it brings the crown nearer."
        " Winning chances are estimated from that, calibrated by games between stewards."
    ),
    opponents=N_("The others are assumed to play like stewards."),
    reason=reason,
    luck=MappingProxyType(
        {"dice": NC_("luck", "dice"), "dice-final": NC_("luck", "dice of the final round")}
    ),
)

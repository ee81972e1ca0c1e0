"""The words for the analysis of intrigue."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.analysis.findings import Datum
from engine.intrigue.model.cards import KINDS
from tui.analysis.value_words import METHOD, OPPONENTS, AnalysisWords, value_reason
from tui.boards.intrigue.words.names import name
from tui.language.texts import NC_, Texts, Translatable

OUTCOMES: Mapping[str, Translatable] = MappingProxyType(
    {
        "leads": NC_("outcome", "To have most influence after this round"),
        "spared": NC_("outcome", "To lose nothing to others in this round"),
    }
)


def laid(texts: Texts, data: Mapping[str, Datum]) -> str:
    """Returns the card that it was about, or how many cards there were to choose from."""
    if "hand" in data:
        number = len(str(data["hand"]).split())
        return texts.ngettext("{number} card in hand", "{number} cards in hand", number)
    kind = next(kind for kind in KINDS if kind == data["card"])
    return texts._("{card} at place {place}", card=name(texts, kind), place=data["place"])


WORDS = AnalysisWords(
    method=METHOD,
    opponents=OPPONENTS,
    reason=value_reason(lambda texts, what: texts.of(OUTCOMES[what])),
    laid=laid,
)

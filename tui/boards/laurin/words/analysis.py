"""The words for the analysis of laurin."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.analysis.findings import Datum
from tui.analysis.value_words import METHOD, AnalysisWords, value_reason
from tui.boards.laurin.words.phrases import spot
from tui.language.texts import N_, NC_, Texts, Translatable

OUTCOMES: Mapping[str, Translatable] = MappingProxyType(
    {
        "most": NC_("outcome", "To score most in this round"),
        "scores": NC_("outcome", "To score anything in this round"),
    }
)


def laid(texts: Texts, data: Mapping[str, Datum]) -> str:
    """Returns where the King stood."""
    return texts._("King at {spot}", spot=spot((int(data["x"]), int(data["y"]))))


WORDS = AnalysisWords(
    method=METHOD,
    opponents=N_("Curve and account: bots play on as they do, and one person like the best of them."),
    reason=value_reason(lambda texts, what: texts.of(OUTCOMES[what])),
    account=MappingProxyType(
        {"deal": NC_("account", "cards drawn"), "hidden": NC_("account", "hidden treasure")}
    ),
    laid=laid,
)

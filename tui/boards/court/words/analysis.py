"""The words for the analysis of court."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.analysis.findings import Datum
from tui.analysis.value_words import METHOD, AnalysisWords, value_reason
from tui.boards.court.words import names
from tui.language.texts import N_, NC_, Texts


def laid(texts: Texts, data: Mapping[str, Datum]) -> str:
    """Returns the dice that lay on the table."""
    if "hand" in data:
        return texts.ngettext("{number} die in hand", "{number} dice in hand", int(data["hand"]))
    active, aside = data.get("active"), data.get("aside")
    if aside and active:
        return texts._("{dice}, aside {aside}", dice=active, aside=aside)
    return texts._("aside {aside}", aside=aside) if aside else str(active or "")


WORDS = AnalysisWords(
    method=METHOD,
    opponents=N_("Curve alone: bots play on as they do, and one person like the best of them."),
    reason=value_reason(lambda texts, what: names.CARDS.name(texts, names.CARDS.kind(what))),
    account=MappingProxyType(
        {"deal": NC_("account", "who begins"), "others": NC_("account", "others' errors")}
    ),
    laid=laid,
)

"""The words for the analysis of a game (`engine.analysis`): reasons, the account, the method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.analysis.findings import Datum, Reason
from tui.language.texts import Texts, Translatable


@dataclass(frozen=True, kw_only=True, eq=False)
class AnalysisWords:
    """One game's words for its analysis."""

    method: Translatable
    """How decisions are valued, in a sentence or two."""
    opponents: Translatable
    """What the other seats are assumed to play, in a sentence."""
    reason: Callable[[Texts, Reason], str]
    """Returns why a move was better, in a sentence."""
    account: Mapping[str, Translatable] = field(default_factory=dict)
    """Words of its own for columns of the account (`tui.analysis.value_words.COLUMNS`)."""
    laid: Callable[[Texts, Mapping[str, Datum]], str] | None = None
    """Returns what lay on the table at a decision (`engine.value.Values.laid`), in a few words."""

"""The words for the analysis of a game (`engine.analysis`): why a move was better, luck, the method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.analysis.findings import Datum, Reason
from tui.language.texts import Texts, Translatable

Code = TypeVar("Code", bound=str)
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, kw_only=True, eq=False)
class AnalysisWords:
    """One game's words for its analysis."""

    method: Translatable
    """How decisions are valued, in a sentence or two."""
    opponents: Translatable
    """What the other seats are assumed to play, in a sentence."""
    reason: Callable[[Texts, Reason], str]
    """Returns why a move was better, in a sentence."""
    luck: Mapping[str, Translatable] = field(default_factory=dict)
    """What a kind of luck is, in a few words that begin a line; by its code."""
    account: Mapping[str, Translatable] = field(default_factory=dict)
    """Words of its own for columns of the account (`tui.analysis.value_words.COLUMNS`)."""
    laid: Callable[[Texts, Mapping[str, Datum]], str] | None = None
    """Returns what lay on the table at a decision (`engine.value.Values.laid`), in a few words."""


def signed(value: float) -> str:
    """Returns a number with its sign: +1.2, −0.4; one that rounds to nothing is 0."""
    text = f"{abs(value):.1f}"
    return "0" if text == "0.0" else f"{'+' if value > 0 else MINUS}{text}"


def compared(reasons: Mapping[Code, Translatable], default: Code) -> Callable[[Texts, Reason], str]:
    """Returns what tells a reason in words by its code, with its figures as they are on average, against the
    move made: +1.2. A code without words is told as the default.
    """

    def reason(texts: Texts, why: Reason) -> str:
        found = next((own for known, own in reasons.items() if known == why.code), reasons[default])
        return texts.fill(found, {name: signed(float(value)) for name, value in why.data.items()})

    return reason

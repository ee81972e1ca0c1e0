"""The words for an analysis by a game's value (`engine.analysis.by_value`): reasons, method, the account."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import floor
from types import MappingProxyType

from engine.analysis.findings import Account, Datum, Reason
from engine.analysis.reasons import AS_A_WHOLE, LIKELIER, SWAPPED
from tui.language.texts import N_, NC_, Texts, Translatable
from tui.language.wording import decimal


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


MINUS = "\N{MINUS SIGN}"
METHOD = N_(
    "Every figure is a chance to win, if strong players play on. The largest losses were replayed by strong"
    " players; a loss below 1%, or one that may well be chance, is not told."
)
OPPONENTS = N_("Everybody is assumed to play on strongly.")
CORRECTION = N_(
    "The account adds up: the correction is by how much a chance was estimated too low or too high before it"
    " was known better."
)
REASONS: Mapping[str, Translatable] = MappingProxyType(
    {
        LIKELIER: N_("{what}: {better}% likely instead of {played}%."),
        SWAPPED: N_(
            "{what}: {better}% likely instead of {played}%. {other} is worth less: {other_better}% instead of"
            " {other_played}%."
        ),
        AS_A_WHOLE: N_("No single thing is much likelier; it promises more as a whole."),
    }
)
COLUMNS: Mapping[str, Translatable] = MappingProxyType(
    {
        "deal": NC_("account", "deal"),
        "own_dice": NC_("account", "own dice"),
        "others_dice": NC_("account", "others' dice"),
        "hidden": NC_("account", "hidden cards"),
        "own_errors": NC_("account", "own errors"),
        "others": NC_("account", "others' moves"),
        "correction": NC_("account", "correction"),
    }
)
"""What lies between start and result."""


def value_reason(name: Callable[[Texts, str], str]) -> Callable[[Texts, Reason], str]:
    """Returns what tells a reason in words; `name` names something that can come of a move."""

    def reason(texts: Texts, why: Reason) -> str:
        told = {
            key: name(texts, str(value)) if key in {"what", "other"} else str(round(100 * float(value)))
            for key, value in why.data.items()
        }
        return texts.fill(REASONS.get(why.code, REASONS[AS_A_WHOLE]), told)

    return reason


def tenths(account: Account) -> tuple[float, dict[str, float], float]:
    """Start, columns and result in percent with one digit, rounded so that they add up as well."""
    shown = {name: 1000 * value for name, value in account.columns.items()}
    start, result = round(1000 * account.start), round(1000 * account.result)
    low = {name: floor(value) for name, value in shown.items()}
    over = result - start - sum(low.values())
    for name in sorted(shown, key=lambda name: low[name] - shown[name])[:over]:
        low[name] += 1
    return start / 10, {name: value / 10 for name, value in low.items()}, result / 10


def account_words(texts: Texts, account: Account, words: Mapping[str, Translatable]) -> str:
    """Returns the account of a seat in a sentence; what is nothing is left out."""
    start, columns, result = tenths(account)
    return texts._(
        "{start}% at first, {columns}: {result}%",
        start=decimal(texts, start),
        columns=", ".join(_columns(texts, columns, words)),
        result=decimal(texts, result),
    )


def _columns(texts: Texts, columns: Mapping[str, float], words: Mapping[str, Translatable]) -> Iterator[str]:
    for name, value in columns.items():
        if value:
            sign = "+" if value > 0 else MINUS
            yield f"{texts.of(words.get(name, COLUMNS[name]))} {sign}{decimal(texts, abs(value))}"

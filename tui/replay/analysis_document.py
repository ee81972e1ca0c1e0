"""A whole analysis as a document: a report in words, JSON, or a picture of the curve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from engine import codec
from engine.analysis.findings import Analysis
from tui.analysis.svg import svg
from tui.language.texts import Texts
from tui.replay import analysis_report

Form = Literal["text", "json", "svg"]


def document(
    texts: Texts, analysis: Analysis, names: Sequence[str], form: Form = "text", seat: int | None = None
) -> str:
    """Returns the analysis in a form, without a line break at its end. `names` are by seat; with a `seat`,
    the decisions and the account of that one alone. The curve is everybody's.
    """
    match form:
        case "json":
            return codec.encode(analysis if seat is None else of_one(analysis, seat)).decode()
        case "svg":
            return svg(
                texts,
                analysis,
                names,
                analysis_report.title(texts, names),
                [
                    f"{names[one.seat - 1]}: {said}"
                    for one in analysis.accounts
                    for said in analysis_report.account(texts, analysis, one.seat)
                ],
            ).rstrip("\n")
        case "text":
            told = () if seat is None else (seat,)
            return "\n".join(analysis_report.report(texts, analysis, names, told))


def of_one(analysis: Analysis, seat: int) -> Analysis:
    """Returns the decisions and the account of one seat; the curve is everybody's."""
    accounts = tuple(one for one in analysis.accounts if one.seat == seat)
    return replace(analysis, findings=analysis.of_seat(seat), accounts=accounts)

"""What laurin contributes to the analysis of finished games."""

from __future__ import annotations

from functools import partial

from engine.analysis.analyst import Analyst
from engine.analysis.screening import Screening, findings
from engine.laurin.analysis.candidates import candidates, reason
from engine.laurin.analysis.curve import curve
from engine.laurin.analysis.luck import luck
from engine.laurin.analysis.playing_on import outcome
from engine.laurin.notation import notate
from engine.laurin.views import sample

SCREENING = Screening(
    sample,
    outcome,
    candidates,
    notate,
    reason,
    first=8,
    second=12,
    screened=0.03,
    refined=0.015,
    most_pairs=400,
    deviation=0.05,
)
ANALYST = Analyst("win", "playouts-of-the-round", "page", partial(findings, SCREENING), luck, curve)

"""An analysis of a recorded game, for tests: its figures are made up, its decisions are the game's own."""

from __future__ import annotations

from msgspec.structs import replace

from engine.analysis.analyse import begun
from engine.analysis.findings import Account, Analysis, CurvePoint, Finding, Reason
from tui.host.pictures import ReplayedGame

REASONS = {
    "court": Reason("likelier", {"what": "general", "better": 0.71, "played": 0.17}),
    "intrigue": Reason("likelier", {"what": "leads", "better": 0.71, "played": 0.17}),
    "laurin": Reason("likelier", {"what": "most", "better": 0.71, "played": 0.17}),
}
LAID = {
    "court": {"active": "5 5", "aside": "3 3"},
    "intrigue": {"hand": "archer lord spy"},
    "laurin": {"x": 4, "y": 4},
}


def analysed(game: ReplayedGame) -> Analysis:
    """Every seventh move cost something; the chances cross each other again and again."""
    course = game.course
    begin = begun(course)
    seats = len(course.header.seats)
    findings = []
    for number, step in enumerate(course.steps[1:]):
        if step.seat and course.is_decision(number):
            cost = (number * 5 % 37) / 100 if number % 7 == 0 else 0.0
            one = Finding(step.seat, number, course.rounds[number], "k", step.notation, step.notation)
            why = REASONS[course.game.key] if cost else None
            laid = LAID[course.game.key] if cost else {}
            one = replace(one, loss=cost, error=0.02, options=9, reason=why)
            findings.append(replace(one, replayed=True, laid=laid))
    curve = []
    for number in range(0, course.last + 1, max(1, course.last // 40)):
        shares = [(number * (seat + 3)) % 17 + 0.1 for seat in range(seats)]
        chances = tuple(share / sum(shares) for share in shares)
        curve.append(CurvePoint(number, course.rounds[number], chances, (0.04,) * seats))
    account = Account(
        seat=1, start=1 / seats, deal=0.01, own_dice=0.2, others_dice=-0.1, hidden=0.0, own_errors=-0.25,
        others=0.3, correction=-0.02, result=1 / seats + 0.14,
    )  # fmt: skip
    accounts = [replace(account, seat=seat) for seat in range(1, seats + 1)]
    return replace(
        begin,
        findings=tuple(findings),
        accounts=tuple(accounts),
        curve=tuple(curve),
        done=tuple(range(1, seats + 1)),
        complete=True,
    )

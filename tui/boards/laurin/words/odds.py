"""The odds of a round in the garden in sentences: who scores where, how likely, and what may change it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from engine.laurin.odds import Estimate, LaurinOdds, SeatOdds, WayOdds
from tui.boards.kit.board import Names
from tui.boards.laurin.words import names, phrases
from tui.language.texts import Texts
from tui.language.wording import decimal

RARE = 0.005
"""A chance below this is said to be less than one in a hundred."""


def sentences(texts: Texts, called: Names, _listener: int | None, odds: LaurinOdds) -> Sequence[str]:
    """Return what the King's move under way scores, each open way from the likeliest on, and every seat."""
    ways = sorted(odds.ways, key=lambda one: one.chance.value, reverse=True)
    told = [
        texts._(
            "{way}: {gains}. Next King's move: {chance}.",
            way=walk(texts, one),
            gains=gains(texts, called, one),
            chance=share(one.chance),
        )
        for one in ways
    ]
    return (
        assumed(texts, odds),
        *now(texts, called, odds),
        *told,
        *([texts._("None of these is next: {chance}.", chance=share(odds.other))] if ways else []),
        *(f"{prospects(texts, called, one)} {left(texts, one)}".strip() for one in odds.seats),
    )


def assumed(texts: Texts, odds: LaurinOdds) -> str:
    """Return where the chances come from."""
    return texts._(
        "Odds from {number} rounds, played on as each seat has played so far; "
        "± says how far off they may be:",
        number=odds.playouts,
    )


def now(texts: Texts, called: Names, odds: LaurinOdds) -> Sequence[str]:
    """Return what the King's move under way scores; nothing where there is none."""
    if not odds.scoring:
        return ()
    return (texts._("Without magic now: {gains}.", gains=phrases.gains(texts, called, odds.scoring)),)


def walk(texts: Texts, one: WayOdds) -> str:
    """Return where a way leads: 2 west to d4/e5."""
    way, spot = names.way(texts, one.direction), phrases.spot(one.end)
    return texts._("{distance} {way} to {spot}", distance=one.distance, way=way, spot=spot)


def gains(texts: Texts, called: Names, one: WayOdds) -> str:
    """Return who would score how much there, who leads, and by how much."""
    said = phrases.gains(texts, called, one.points)
    if len(one.leaders) != 1 or sum(map(bool, one.points)) < 2:
        return said
    return texts._("{gains}; {name} leads by {lead}", gains=said, name=called(one.leaders[0]), lead=one.lead)


def prospects(texts: Texts, called: Names, one: SeatOdds) -> str:
    """Return what a seat scores until the end of the round."""
    return texts._(
        "{name}: {points} points more this round, any at all {any}, the most {most}.",
        name=called(one.seat),
        points=mean(texts, one.points),
        any=share(one.scores),
        most=share(one.most),
    )


def left(texts: Texts, one: SeatOdds) -> str:
    """Return what a seat may still do that changes a scoring; '' if there is nothing."""
    found = []
    if one.place:
        found.append(texts._("place {points}", points=one.place))
    if one.move:
        found.append(texts._("move {number}", number=one.move))
    found += [names.name(texts, kind) for kind in one.magic]
    return texts._("Still to come: {items}.", items=", ".join(found)) if found else ""


def share(estimate: Estimate) -> str:
    """Return an estimated chance with its standard error: 34% ±3."""
    return f"{in_hundred(estimate)}% ±{error(estimate.error)}"


def in_hundred(estimate: Estimate) -> str:
    """An estimated chance in percent. What was never or always seen is neither impossible nor certain."""
    if estimate.value < RARE:
        return "<1"
    return ">99" if estimate.value > 1 - RARE else str(round(100 * estimate.value))


def error(chance: float) -> str:
    """Return a standard error of a chance as a whole number of percent, rounded up."""
    return str(ceil(100 * chance))


def mean(texts: Texts, estimate: Estimate) -> str:
    """Return estimated points with their standard error: 4.2 ±0.3."""
    return f"{tenths(texts, estimate.value)} ±{tenths(texts, upward(estimate.error))}"


def upward(points: float) -> float:
    """Return a standard error of points, rounded up to tenths."""
    return ceil(10 * points) / 10


def tenths(texts: Texts, points: float) -> str:
    """Return points with one decimal."""
    return decimal(texts, points)

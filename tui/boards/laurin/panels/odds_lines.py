"""The odds of a round as paragraphs where the log is, the most important in the first three rows. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.laurin.odds import LaurinOdds, WayOdds
from tui.boards.laurin.panels.choice_rows import ARROWS
from tui.boards.laurin.panels.explain import Lines
from tui.boards.laurin.play.king_ways import digit
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import odds as words
from tui.wire.terminal import palette


def title(model: ViewModel) -> str:
    """Return where the chances come from."""
    return model.texts._("odds, ± how far off they may be, if all play on as before")


def lines(model: ViewModel, odds: LaurinOdds) -> Lines:
    """Return the next King's move, everybody's points and what they may still do; then where who scores, and
    the chances of each seat. While a move is chosen, everybody's points after it come first.
    """
    texts = model.texts
    said = [
        *words.now(texts, model.names, odds),
        *_next(model, odds),
        _points(model, odds),
        *_left(model, odds),
    ]
    detail = [*_ways(model, odds), *(words.prospects(texts, model.names, one) for one in odds.seats)]
    then = [_points_then(model, odds.then)] if odds.then is not None else []
    return (
        *(((line, palette.ACCENT),) for line in then),
        *(((line, palette.STRONG),) for line in said),
        *(((line, palette.TEXT),) for line in detail),
    )


def _next(model: ViewModel, odds: LaurinOdds) -> Sequence[str]:
    """Return the likely ways of the next King's move, by their numbers in the garden."""
    if not odds.ways:
        return ()
    texts = model.texts
    ways = sorted(odds.ways, key=lambda one: one.chance.value, reverse=True)
    found = [
        f"{_sign(one)} {words.in_hundred(one.chance)}%" for one in ways if one.chance.value >= words.RARE
    ]
    if odds.other.value >= words.RARE:
        found.append(texts._("none of these {percent}%", percent=words.in_hundred(odds.other)))
    error = words.error(max(one.chance.error for one in odds.ways))
    return (texts._("Next King's move (±{error}): {ways}.", error=error, ways=", ".join(found)),)


def _sign(one: WayOdds) -> str:
    return f"{digit(one.owner, second=one.direction in {'east', 'north'})}{ARROWS[one.direction]}"


def _points(model: ViewModel, odds: LaurinOdds) -> str:
    texts = model.texts
    return texts._(
        "More points this round (±{error}): {points}.", error=_error(model, odds), points=_gained(model, odds)
    )


def _points_then(model: ViewModel, odds: LaurinOdds) -> str:
    texts = model.texts
    return texts._(
        "After your choice (±{error}): {points}.", error=_error(model, odds), points=_gained(model, odds)
    )


def _error(model: ViewModel, odds: LaurinOdds) -> str:
    return words.tenths(model.texts, words.upward(max(one.points.error for one in odds.seats)))


def _gained(model: ViewModel, odds: LaurinOdds) -> str:
    """Return the points that every seat is expected to gain, by letters."""
    said = [f"{model.letter(one.seat)} {words.tenths(model.texts, one.points.value)}" for one in odds.seats]
    return ", ".join(said)


def _left(model: ViewModel, odds: LaurinOdds) -> Sequence[str]:
    """Return who may still place and move how much, by letters."""
    texts = model.texts
    place = ", ".join(f"{model.letter(one.seat)} {one.place}" for one in odds.seats if one.place)
    move = ", ".join(f"{model.letter(one.seat)} {one.move}" for one in odds.seats if one.move)
    return (
        *([texts._("Can still place up to: {points}.", points=place)] if place else []),
        *([texts._("Can still move up to: {numbers}.", numbers=move)] if move else []),
    )


def _ways(model: ViewModel, odds: LaurinOdds) -> Sequence[str]:
    """Return who would score where; ways on which nobody scores are named together."""
    texts = model.texts
    idle = " ".join(_sign(one) for one in odds.ways if not one.leaders)
    return (
        *(
            f"{_sign(one)} {words.walk(texts, one)}: {words.gains(texts, model.names, one)}."
            for one in odds.ways
            if one.leaders
        ),
        *([texts._("Nobody scores at {ways}.", ways=idle)] if idle else []),
    )

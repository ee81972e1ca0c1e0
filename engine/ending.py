"""How a game ended, as data: why the first seat is first, and the moments that decided it. Pure.

A game says both by codes of its own (`Game.verdict`, `Game.moments`); the texts are left to its board. What
everybody has seen is enough for them, so that they may be shown to everybody once the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.game import Moment, Standing, Verdict

CONCEDED = "conceded"
"""The code of a verdict in any game: those behind the winner gave up."""
SCORE = "score"
"""The code of a verdict in any game: the highest score; `amounts` are it and the best score behind it."""
KEPT = 12
"""Moments that are kept while a game runs."""
TOLD = 3
"""Moments that are told at its end."""


def by_score(standings: Sequence[Standing]) -> Verdict:
    """The verdict of a game in which the highest score wins; ties share the first place."""
    best = [one for one in standings if one.place == 1]
    behind = [one.score for one in standings if one.place > 1]
    return Verdict(SCORE, (), (best[0].score, *behind[:1]))


def weightiest(kept: Sequence[Moment], more: Iterable[Moment]) -> tuple[Moment, ...]:
    """The moments in the order they came, without the lightest if there are more than KEPT."""
    found = (*kept, *more)
    return _heaviest(found, KEPT) if len(found) > KEPT else found


def told(kept: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments to tell, in the order they came."""
    return _heaviest(kept, TOLD)


def _heaviest(found: Sequence[Moment], most: int) -> tuple[Moment, ...]:
    """Of equal weight, the later ones: they decided more."""
    order = sorted(range(len(found)), key=lambda place: (found[place].weight, place), reverse=True)
    return tuple(found[place] for place in sorted(order[:most]))

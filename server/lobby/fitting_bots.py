"""The bot that is about as strong as a player. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.bot_ratings import MEASURED
from engine.bots import usual_bot
from engine.game import AnyGame
from tui.host.ratings import ENOUGH_GAMES, ShownRating

NEW_BELOW, LEARNING_BELOW = 3, 10
"""Finished games of a kind below which a player is new to it, and still learns it."""


def fitting_bot(
    game: AnyGame, played: int, rating: ShownRating | None, bots: Mapping[str, ShownRating]
) -> str:
    """Return the key of the bot for somebody who has finished so many games of this kind: that opponent of
    the game whose rating is nearest to theirs. `bots` are their ratings among people here.

    Without enough rated games of both it is the weakest one for who is new to the game, the one
    below the usual one for who still learns it, for others the usual one.
    """
    own, usual = list(game.opponents.bots.values()), usual_bot(game).name
    if rating is not None and rating.games >= ENOUGH_GAMES:
        known = _among_people(game, own, bots)
        if known:
            return min(known, key=lambda key: abs(known[key] - rating.points))
    if played < NEW_BELOW:
        return own[0]
    return own[max(0, own.index(usual) - 1)] if played < LEARNING_BELOW else usual


def _among_people(game: AnyGame, own: Sequence[str], bots: Mapping[str, ShownRating]) -> Mapping[str, float]:
    """Return what is known of how strong bots are among people, by key. What was measured between bots has
    another scale: it tells how far bots that have played too little here are from those that have not.
    """
    here = {key: bots[key].points for key in own if key in bots and bots[key].games >= ENOUGH_GAMES}
    measured = {key: one.points for key, one in MEASURED.get(game.key, {}).items() if key in own}
    shifts = [here[key] - measured[key] for key in here.keys() & measured.keys()]
    if not shifts:
        return here
    shift = sum(shifts) / len(shifts)
    return {key: measured[key] + shift for key in measured} | here

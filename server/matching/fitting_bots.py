"""The bot that is about as strong as a player. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bot_ratings import MEASURED
from engine.bots import usual_bot
from engine.game import AnyGame
from tui.host.ratings import ShownRating

NEW_BELOW, LEARNING_BELOW = 3, 10
"""Finished games of a kind below which a player is new to it, and still learns it."""


def fitting_bot(
    game: AnyGame, played: int, rating: ShownRating | None, bots: Mapping[str, ShownRating]
) -> str:
    """Return the key of the bot for somebody who has finished so many games of this kind: that opponent of
    the game whose rating is nearest to theirs. `bots` are their ratings among people here; of those
    that have played too little here, what was measured between bots counts.

    Without a rating that can be relied on it is the weakest one for who is new to the game, the one below the
    usual one for who still learns it, for others the usual one.
    """
    own, usual = list(game.opponents.bots.values()), usual_bot(game).name
    if rating is not None and not rating.provisional:
        known = {key: points for key in own if (points := _points(game, key, bots)) is not None}
        return min(known, key=lambda key: abs(known[key] - rating.points), default=usual)
    if played < NEW_BELOW:
        return own[0]
    return own[max(0, own.index(usual) - 1)] if played < LEARNING_BELOW else usual


def _points(game: AnyGame, key: str, bots: Mapping[str, ShownRating]) -> int | None:
    here = bots.get(key)
    if here is not None and not here.provisional:
        return here.points
    measured = MEASURED.get(game.key, {}).get(key)
    return measured.points if measured else None

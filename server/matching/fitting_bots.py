"""The bot that is about as strong as a player. Pure."""

from __future__ import annotations

from engine.bots import usual_bot
from engine.game import AnyGame

NEW_BELOW = 3
"""Finished games of a kind below which a player is new to it."""


LEARNING_BELOW, WEAK_BELOW = 1250.0, 1400.0
"""Ratings below which the weakest bot is a match, and the one that is a little weaker than the usual one."""


def fitting_bot(game: AnyGame, played: int, rating: float | None = None) -> str:
    """Return the key of the bot for somebody who has finished so many games of this kind: the weakest of the
    game's own bots for who is new to it or loses nearly always, the one below the usual one for who loses
    often, for others the usual one.
    """
    own, usual = list(game.bots), usual_bot(game).name
    if played < NEW_BELOW or (rating is not None and rating < LEARNING_BELOW):
        return own[0]
    if rating is not None and rating < WEAK_BELOW:
        return own[max(0, own.index(usual) - 1)]
    return usual

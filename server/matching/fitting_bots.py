"""The bot that is about as strong as a player. Pure."""

from __future__ import annotations

from engine.bots import usual_bot
from engine.game import AnyGame

NEW_BELOW = 3
"""Finished games of a kind below which a player is new to it."""


WEAK_BELOW = 1400.0
"""A rating below which the weakest bot is a match."""


def fitting_bot(game: AnyGame, played: int, rating: float | None = None) -> str:
    """Return the key of the bot for somebody who has finished so many games of this kind: the weakest of the
    game's own bots for who is new to it or loses often, for others the usual one.
    """
    is_weak = played < NEW_BELOW or (rating is not None and rating < WEAK_BELOW)
    return next(iter(game.bots)) if is_weak else usual_bot(game).name

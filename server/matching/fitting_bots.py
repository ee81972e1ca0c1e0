"""The bot that is about as strong as a player. Pure."""

from __future__ import annotations

from engine.game import AnyGame

NEW_BELOW = 3
"""Finished games of a kind below which a player is new to it."""


def fitting_bot(game: AnyGame, played: int) -> str:
    """Return the key of the bot for somebody who has finished so many games of this kind: the weakest of the
    game's own bots for who is new to it, then the strongest.
    """
    own = list(game.bots)
    return own[0] if played < NEW_BELOW else own[-1]

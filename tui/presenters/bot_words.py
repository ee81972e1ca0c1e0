"""Which bot a typed word means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.registry import GAMES
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts, Translatable

EARLIER: Mapping[str, Translatable] = MappingProxyType(
    {
        "beginner": NC_("bots", "Beginner"),
        "page": NC_("bots", "Medium"),
        "steward": NC_("bots", "Strong"),
        "master": NC_("bots", "Master"),
    }
)
"""What people typed of bots before these had names, by the words of `Opponents.words`; still understood."""


def bot_of(texts: Texts, game: str, typed: str) -> str | None:
    """Returns the key of the bot that a typed word means: an opponent's name, or one of the words for how
    strong it is, in English or in the player's language. None: no bot of this game.
    """
    word, known = typed.casefold(), GAMES[game].opponents
    for earlier, strength in EARLIER.items():
        if word in {strength.text.casefold(), *spellings(texts.of(strength).casefold())}:
            word = earlier
    return known.key_of(word)

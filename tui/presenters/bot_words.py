"""Which bot a typed word means, and which can be named."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.bot_ratings import MEASURED
from engine.registry import GAMES
from tui.boards import PLAYABLE
from tui.host.port import TableInfo
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts, Translatable

LINE = 78
"""Cells of a line that lists opponents."""
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


def opponents(game: str) -> Mapping[str, str]:
    """Returns the name of each opponent of a game, by the key of its bot, the strongest last."""
    return {bot: name for name, bot in GAMES[game].opponents.bots.items()}


def opponents_line(game: str) -> str:
    """Returns each opponent of a game, with ratings, the strongest last; in a line of a terminal."""
    measured = MEASURED.get(game, {})
    words = [
        f"{name} {measured[bot].points}" if bot in measured else name for bot, name in opponents(game).items()
    ]
    line = ", ".join(words)
    return line if len(line) <= LINE else " ".join(words)


def bots_to_add(texts: Texts, info: TableInfo, command: str) -> tuple[str, ...]:
    """Returns what is to be known about the bots that a table's owner can add by a command, if any."""
    is_free = info.stage == "open" and any(seat.held_by == "nobody" for seat in info.seats)
    if not (is_free and info.yours) or info.searching or info.game not in PLAYABLE:
        return ()
    if len(opponents(info.game)) == 1:
        return ()
    return (texts._("{bot} and who: {opponents}.", bot=command, opponents=opponents_line(info.game)),)

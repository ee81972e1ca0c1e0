"""Hints: when a player gets them. They end by themselves once the player has finished some games of a kind.

`/hints` (`tui.actions.settings`) turns them on or off for good, `/hint` shows the one of this step; their
texts are left to the boards.
"""

from __future__ import annotations

from tui.host.port import Account, TableSnapshot
from tui.host.setting_names import HINTS, ON
from tui.language.texts import Texts

HINTED_GAMES = 3
"""The finished games of a kind after which its hints end by themselves."""
FINISHED = "finished-"
"""A setting begins with this word, then comes a game's key; its value counts the player's finished games."""


def are_given(account: Account, game: str) -> bool:
    """Returns whether a player gets hints in a game: as they chose or, if they did not, in the first ones."""
    chosen = account.settings.get(HINTS)
    return chosen == ON if chosen else finished(account, game) < HINTED_GAMES


def are_wanted(account: Account, snapshot: TableSnapshot) -> bool:
    """Returns whether a player gets hints at a table: spectators never do, and a lesson says enough."""
    return snapshot.seat is not None and snapshot.lesson is None and are_given(account, snapshot.info.game)


def sentence(texts: Texts, hint: str) -> str:
    """Returns a hint after the word that marks it as one."""
    return texts._("Hint: {hint}", hint=hint)


def finished(account: Account, game: str) -> int:
    """Returns how many games of a kind the player has finished, as far as that is counted."""
    count = account.settings.get(FINISHED + game, "")
    return int(count) if count.isdecimal() else 0


def is_new(account: Account) -> bool:
    """Returns whether the player has not finished a game yet, and has not chosen about hints."""
    counts = any(name.startswith(FINISHED) for name in account.settings)
    return HINTS not in account.settings and not account.played and not counts


def counted(account: Account, snapshot: TableSnapshot) -> tuple[str, str] | None:
    """Returns the setting that counts a game of the player's that has ended; None: it has no result, as a
    lesson, or that matters no more.
    """
    game = snapshot.info.game
    done = finished(account, game)
    if snapshot.seat is None or not snapshot.standings or done >= HINTED_GAMES:
        return None
    return FINISHED + game, str(done + 1)

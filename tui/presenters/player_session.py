"""What every place of a session, a screen or one of plain mode, uses of it, whatever is done there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tui.host.pictures import ReplayedGame
from tui.host.port import Port, Release
from tui.language.notices import unchosen_name_note
from tui.language.texts import Texts
from tui.presenters.turn_bell import SessionBells


class PlayerSession(Protocol):
    """One player's session."""

    port: Port
    texts: Texts
    bells: SessionBells
    greeting: str
    """The host's notice that the player read in the lobby when they came: no news at a table."""
    named: bool
    """True if the player has read why they have another name than their client sent."""

    def counts(self, tell: Callable[[str], object]) -> bool:
        """Returns whether what the player pressed or typed last came when they had seen what it acts on. If
        not, `tell` is called with a sentence, and with '' once something counts again.
        """

    @property
    def is_slow(self) -> bool:
        """Whether the player's line is slow now: a round trip takes long."""

    def go_replay(self, game: ReplayedGame) -> None:
        """Shows an ended game again instead of this screen."""

    def show_turn(self, title: str, *, yours: bool) -> None:
        """Shows in the window's title whose turn it is; if not the player's, the bell need not ring."""

    def unread_at(self, table: str) -> int:
        """Returns how many chat lines came at a table of the player's since they were there last."""

    def keep(self, release: Release) -> Release:
        """Calls `release` at the end of the session, or earlier, when the returned release is called."""


def unread_name_note(session: PlayerSession, command: str, take: str) -> str:
    """Returns what `unchosen_name_note` does the first time it is called in a session, then ''."""
    told, session.named = session.named, True
    return "" if told else unchosen_name_note(session.texts, session.port.account(), command, take)

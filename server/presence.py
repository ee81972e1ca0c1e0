"""Who is here: players with at least one live session, and since when the others are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from server.accounts import Player
from tui.port import Release


class Presence:
    """`changed(player, here)` is called when somebody comes in or the last session ends."""

    def __init__(self, clock: Callable[[], float], changed: Callable[[Player, bool], None]) -> None:
        self._clock = clock
        self._changed = changed
        self._begun = clock()
        self._sessions: Counter[str] = Counter()
        self._here: dict[str, Player] = {}
        self._left: dict[str, float] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody here, in the order of arrival."""
        return tuple(player.name for player in self._here.values())

    def away_since(self, player: str) -> float | None:
        """Since when a player is gone; who was not seen since the host began: since then."""
        return None if player in self._here else self._left.get(player, self._begun)

    def enter(self, player: Player) -> Release:
        """A session begins; what is returned ends it and may be called twice."""
        self._sessions[player.id] += 1
        if player.id not in self._here:
            self._here[player.id] = player
            self._left.pop(player.id, None)
            self._changed(player, True)
        ended = False

        def release() -> None:
            nonlocal ended
            if not ended:
                ended = True
                self._leave(player)

        return release

    def forget(self, seated: frozenset[str]) -> None:
        """Keeps only what is known of players with a seat."""
        self._left = {player: since for player, since in self._left.items() if player in seated}

    def _leave(self, player: Player) -> None:
        self._sessions[player.id] -= 1
        if not self._sessions[player.id]:
            del self._sessions[player.id]
            del self._here[player.id]
            self._left[player.id] = self._clock()
            self._changed(player, False)

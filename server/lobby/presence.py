"""Who is here: the players with at least one open session, and when the others left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from server.identity.accounts import Player
from tui.host.port import Release


class Presence:
    """The sessions of a host. `changed(player, here)` is called when a player's first session begins or the
    last one ends. A player who has been away for `away_after` seconds counts as gone.
    """

    def __init__(
        self, clock: Callable[[], float], changed: Callable[[Player, bool], None], away_after: float = 120.0
    ) -> None:
        self._clock = clock
        self._changed = changed
        self._away_after = away_after
        self._started = clock()
        self._sessions: Counter[str] = Counter()
        self._here: dict[str, Player] = {}
        self._left: dict[str, float] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players who are here, in the order of arrival."""
        return tuple(player.name for player in self._here.values() if player.name)

    @property
    def sessions(self) -> int:
        """The number of open sessions."""
        return self._sessions.total()

    def is_here(self, player: str) -> bool:
        return player in self._here

    def away_since(self, player: str) -> float | None:
        """Return when a player left; the host's start if the player has not been here since then. None: they
        are here.
        """
        return None if player in self._here else self._left.get(player, self._started)

    def left(self, player: str) -> float | None:
        """Return when a player left who has been here since the host's start, else None."""
        return self._left.get(player)

    def gone(self, player: str) -> bool:
        """Return whether a player has been away for `away_after` seconds."""
        since = self.away_since(player)
        return since is not None and self._clock() >= since + self._away_after

    def enter(self, player: Player) -> Release:
        """Add a session. Return the function that ends it; it may be called twice."""
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
                self._leave(player.id)

        return release

    def rename(self, player: Player) -> None:
        """Note a player's new name."""
        if player.id in self._here:
            self._here[player.id] = player

    def forget(self, seated: Collection[str]) -> None:
        """Forget everybody who is away and has no seat."""
        self._left = {player: since for player, since in self._left.items() if player in seated}

    def _leave(self, player: str) -> None:
        self._sessions[player] -= 1
        if not self._sessions[player]:
            del self._sessions[player]
            self._left[player] = self._clock()
            self._changed(self._here.pop(player), False)

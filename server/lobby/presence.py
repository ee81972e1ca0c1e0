"""Who is here: players with at least one live session, and since when the others are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from server.identity.accounts import Player
from tui.host.port import Release


class Presence:
    """`changed(player, here)` is called when somebody comes in or the last session ends.
    `away_after`: the seconds after which who is away counts as gone.
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
        """Everybody here who has a name, in the order of arrival."""
        return tuple(player.name for player in self._here.values() if player.name)

    @property
    def sessions(self) -> int:
        """How many sessions there are."""
        return self._sessions.total()

    def is_here(self, player: str) -> bool:
        return player in self._here

    def away_since(self, player: str) -> float | None:
        """Since when a player is away; who was not seen since the host began: since then."""
        return None if player in self._here else self._left.get(player, self._started)

    def left(self, player: str) -> float | None:
        """When somebody who was here since the host began left."""
        return self._left.get(player)

    def gone(self, player: str) -> bool:
        """Whether a player has been away for longer than one waits."""
        since = self.away_since(player)
        return since is not None and self._clock() >= since + self._away_after

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
                self._leave(player.id)

        return release

    def rename(self, player: Player) -> None:
        """Somebody is called otherwise from now on."""
        if player.id in self._here:
            self._here[player.id] = player

    def forget(self, seated: Collection[str]) -> None:
        """Keeps only what is known of players with a seat."""
        self._left = {player: since for player, since in self._left.items() if player in seated}

    def _leave(self, player: str) -> None:
        self._sessions[player] -= 1
        if not self._sessions[player]:
            del self._sessions[player]
            self._left[player] = self._clock()
            self._changed(self._here.pop(player), False)

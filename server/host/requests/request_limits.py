"""How often a player, and all players of an address, may do what others notice or what can be guessed."""

from __future__ import annotations

from server.cluster.limits import ActionLimit, SharedLimit
from server.lobby.lobby import Lobby
from server.settings.timeouts import DAY
from tui.host.refusals import ANALYSES, Limit, LimitCode


class RequestLimits:
    """The limits of a lobby's players, over all nodes, as the configuration says them at the moment."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.accounts = self._most("accounts", "accounts_per_address", DAY, "too-many-accounts")
        """New accounts of an address."""
        self.guest_analyses = self.of(ANALYSES, "analyses_of_guests")

    def of(self, one: Limit, setting: str = "") -> SharedLimit:
        """Return what counts how often one player, and all players of an address together, do something."""
        own = self._most(one.what, setting or one.setting, one.seconds, one.code)
        of_all = self._most(one.what, f"{one.setting}_per_address", one.seconds, one.code)
        return SharedLimit(own, of_all, self._lobby.presence.address_of_asker)

    def _most(self, what: str, setting: str, seconds: float, code: LimitCode) -> ActionLimit:
        dependencies = self._lobby.dependencies
        windows, limits = dependencies.nodes.windows, dependencies.limits
        tell = dependencies.metrics.refused
        return ActionLimit(windows, what, lambda: getattr(limits.now, setting), seconds, code, tell)

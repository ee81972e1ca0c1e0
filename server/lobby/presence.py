"""Who is here: the players with at least one open session on any node, when the others left, and from which
addresses they come.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection
from itertools import islice

from msgspec.structs import replace

from server.budget.share import current_network
from server.cluster.nodes import Nodes
from server.cluster.sessions import SharedSession
from server.identity.accounts import Player, is_guest
from server.identity.bans import DAY, network_contains
from server.identity.look_alikes import skeleton
from server.identity.name_registry import NameIndex
from tui.host.port import Release

KEPT = DAY
"""Seconds for which the address of a guest who left is kept, at most."""
FEWEST_LEFT = 1000
"""The players who left that are kept without a look at who of them has a seat."""


class Presence:
    """The sessions of a host. `changed(player, here)` is called when a player's first session begins or the
    last one ends, on whichever node; their names are noted in `names_in_use`. A player who has been away for
    `away_after` seconds counts as gone.
    """

    def __init__(
        self,
        nodes: Nodes,
        names_in_use: NameIndex,
        clock: Callable[[], float],
        changed: Callable[[Player, bool], None],
        away_after: float = 120.0,
        address_days: int = 30,
    ) -> None:
        self._names = names_in_use
        self._nodes = nodes
        self._clock = clock
        self._changed = changed
        self._away_after = away_after
        self._started = clock()
        self._numbers = itertools.count(1)
        self._own: dict[str, list[SharedSession]] = {}
        """This node's sessions by player, the newest last."""
        self._elsewhere: dict[tuple[str, int], SharedSession] = {}
        self._looked_at: dict[str, Counter[str]] = {}
        """How often sessions of this node follow which table, by player: a screen, and the bell of a seat."""
        self._sessions: Counter[str] = Counter()
        """The number of sessions of each player on all nodes."""
        self._here: dict[str, Player] = {}
        self._left: dict[str, float] = {}
        self._kept = min(address_days * DAY, KEPT)
        self._came_from: dict[str, str] = {}
        """The addresses of guests who left within `_kept` seconds, the latest last: they are reported and
        banned by them, and what they said is taken away.
        """
        self._most_left = FEWEST_LEFT

    def follow_other_nodes(self) -> Release:
        """Count the sessions of other nodes from now on."""
        return self._nodes.sessions.follow(self._came_elsewhere, self._left_elsewhere)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players who are here, in the order of arrival."""
        return tuple(player.name for player in self._here.values() if player.name)

    @property
    def number(self) -> int:
        """The number of players who are here."""
        return len(self._here)

    def first(self, most: int | None, hides: Callable[[str], bool]) -> tuple[str, ...]:
        """Return the names of those who have been here for longest, or of all (None), without those of whom
        `hides` says that strangers are not told.
        """
        shown = (one.name for one in self._here.values() if one.name and not hides(one.id))
        return tuple(islice(shown, most))

    def share_here(self, player: str) -> float:
        """Return which share of a player's sessions is on this node; all of it if they have none here yet."""
        own = self._own.get(player)
        return len(own) / self._sessions[player] if own else 1.0

    @property
    def elsewhere(self) -> Collection[SharedSession]:
        """The sessions of the other nodes."""
        return self._elsewhere.values()

    def is_here(self, player: str) -> bool:
        return player in self._here

    def is_on_this_node(self, player: str) -> bool:
        return player in self._own

    def is_on_this_node_alone(self, player: str) -> bool:
        """Return whether a player has all their sessions on this node."""
        return len(self._own.get(player, ())) == self._sessions[player] > 0

    def named(self, name: str) -> Player | None:
        """Return the player with that name who is here, on whichever node; None: nobody."""
        look = skeleton(name)
        return next((one for one in self._here.values() if skeleton(one.name) == look), None)

    def address_of(self, player: str) -> str:
        """Return the address of a player's newest session on this node, '' if it is unknown."""
        own = self._own.get(player)
        return own[-1].address if own else ""

    def address_of_asker(self, player: str) -> str:
        """Return the address from which a player asks for what is done now: a command of theirs may count as
        no session.
        """
        return current_network() or self.address_of(player)

    def address_anywhere(self, player: str) -> str:
        """The address of a player's session on any node, or of a guest who left; '' if it is unknown."""
        self._forget_addresses()
        elsewhere = (one.address for one in self.elsewhere if one.player == player)
        return self.address_of(player) or next(elsewhere, "") or self._came_from.get(player, "")

    def guests_left(self, network: str) -> list[str]:
        """Return the guests who came from a network, and left lately."""
        self._forget_addresses()
        return [one for one, address in self._came_from.items() if network_contains(network, address)]

    def away_since(self, player: str) -> float | None:
        """When a player left; the host's start if they have not been here since then. None: they are here."""
        return None if player in self._here else self._left.get(player, self._started)

    def left(self, player: str) -> float | None:
        """Return when a player left who has been here since the host's start, else None."""
        return self._left.get(player)

    def gone(self, player: str) -> bool:
        """Return whether a player has been away for `away_after` seconds."""
        if player in self._here:
            return False
        return self._clock() >= self._left.get(player, self._started) + self._away_after

    def enter(self, player: Player, address: str = "", key: str = "") -> Release:
        """Add a session from an address (an unknown one, a terminal of this machine, is ''), which proved a
        key. Return the function that ends it; it may be called twice.
        """
        number, now = next(self._numbers), self._clock()
        session = SharedSession(
            self._nodes.name, number, player.id, player.name, address, now, key, self.tables(player.id)
        )
        self._own.setdefault(player.id, []).append(session)
        self._nodes.sessions.enter(session)
        self._add(player)
        ended = False

        def release() -> None:
            nonlocal ended
            if not ended:
                ended = True
                self._leave(player.id, number)

        return release

    def rename(self, player: Player) -> None:
        """Note a player's new name."""
        if player.id in self._here:
            self._note(player)
        self._change(player.id, name=player.name)

    def tables(self, player: str) -> str:
        """Return the ids of the tables that a player looks at on this node."""
        return " ".join(self._looked_at.get(player, ()))

    def look_at(self, player: str, table: str) -> Release:
        """Note that a player looks at a table, until what is returned is called."""
        looks = self._looked_at.setdefault(player, Counter())
        looks[table] += 1
        if looks[table] == 1:
            self._change(player, table=self.tables(player))

        def look_away() -> None:
            looks[table] -= 1
            if not looks[table]:
                del looks[table]
                if not looks:
                    del self._looked_at[player]
                self._change(player, table=self.tables(player))

        return look_away

    def _change(self, player: str, **changes: str) -> None:
        """Tell the other nodes what is new of a player's sessions here."""
        own = self._own.get(player, [])
        own[:] = [replace(session, **changes) for session in own]
        for session in own:
            self._nodes.sessions.enter(session)

    def forget(self, seated: Collection[str]) -> None:
        """Forget everybody who is away and has no seat, once they are as many again as were kept last."""
        if len(self._left) > self._most_left:
            self._left = {player: since for player, since in self._left.items() if player in seated}
            self._came_from = {one: address for one, address in self._came_from.items() if one in seated}
            self._most_left = max(FEWEST_LEFT, 2 * len(self._left))

    def _forget_addresses(self) -> None:
        past = self._clock() - self._kept
        while self._came_from and self._left[first := next(iter(self._came_from))] <= past:
            del self._came_from[first]

    def _leave(self, player: str, number: int) -> None:
        own, now = self._own[player], self._clock()
        session = next(one for one in own if one.number == number)
        own.remove(session)
        if not own:
            del self._own[player]
        self._nodes.sessions.leave(session, now)
        self._remove(session, now)

    def _came_elsewhere(self, session: SharedSession) -> None:
        place, player = (session.node, session.number), Player(session.player, session.name)
        known = self._elsewhere.get(place)
        self._elsewhere[place] = session
        if known is None:
            self._add(player)
        elif known.name != session.name and player.id in self._here and player.id not in self._own:
            self._note(player)
            self._changed(player, True)

    def _left_elsewhere(self, session: SharedSession, when: float) -> None:
        if self._elsewhere.pop((session.node, session.number), None):
            self._remove(session, when)

    def _add(self, player: Player) -> None:
        self._sessions[player.id] += 1
        if player.id not in self._here:
            self._note(player)
            self._left.pop(player.id, None)
            self._came_from.pop(player.id, None)
            self._changed(player, True)

    def _note(self, player: Player) -> None:
        self._here[player.id] = player
        self._names.note(player.id, (player.name,) if player.name else ())

    def _remove(self, session: SharedSession, when: float) -> None:
        player = session.player
        self._sessions[player] -= 1
        if not self._sessions[player]:
            del self._sessions[player]
            self._left[player] = when
            if is_guest(player) and session.address:
                self._came_from[player] = session.address
                self._forget_addresses()
            self._names.note(player, ())
            self._changed(self._here.pop(player), False)

"""All players whom this host has met since its start: their names, profiles and finished games.

There is one record of each, shared by all sessions of the player.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container
from itertools import islice

from msgspec import Struct

from server.identity.accounts import Player, Profile
from server.identity.look_alikes import skeleton
from tui.host.pictures import Account, FinishedGame
from tui.host.refusals import GoneCode, refused

MOST_MEMBERS = 10_000
"""The number of records above which those of absent players are forgotten."""
GUEST_KEPT = 300.0
"""Seconds for which a guest who left without a seat is kept, so that players can still ignore them."""
FORGOTTEN_AT_ONCE = 64
"""Players who are forgotten when somebody comes, at most."""
MOST_FINISHED = 30
"""Finished games shown in the lobby."""


class KnownPlayer(Struct, eq=False):
    """A player whom the host has met. `gone`: the code of the refusal that all requests get once the account
    is deleted, else "".
    """

    player: Player
    profile: Profile = Profile()
    finished: tuple[FinishedGame, ...] = ()
    gone: GoneCode | None = None
    looked: tuple[str, str] = ("", "")
    """The name, and what it looks like, when that was last asked."""

    @property
    def look(self) -> str:
        """What the name looks like (`server.identity.look_alikes`)."""
        if self.looked[0] != self.player.name:
            self.looked = self.player.name, skeleton(self.player.name)
        return self.looked[1]

    def check(self) -> None:
        """Raise Refused if the account is deleted."""
        if self.gone:
            raise refused(self.gone)

    def finish(self, game: FinishedGame) -> None:
        others = [known for known in self.finished if known.id != game.id]
        self.finished = (game, *others)[:MOST_FINISHED]

    def account(self) -> Account:
        profile = self.profile
        ignored = tuple(sorted(profile.ignored.values()))
        return Account(
            self.player.name,
            self.player.guest,
            profile.keys,
            dict(profile.settings),
            ignored,
            profile.provisional,
            played=frozenset(game.game for game in self.finished if game.places),
        )


class KnownPlayers:
    """The records of players by their ids. `here(id)` returns whether a player is connected: such players are
    never forgotten. `seated(id)` returns whether a player has a seat: such guests are not forgotten. Limits
    and lists of ignored players keep what they need themselves.
    """

    def __init__(
        self, here: Callable[[str], bool], seated: Callable[[str], bool], clock: Callable[[], float]
    ) -> None:
        self._here = here
        self._seated = seated
        self._clock = clock
        self._members: dict[str, KnownPlayer] = {}
        self._guests: dict[str, float] = {}
        """Guests who may have left, each with the time when they left or were first known, oldest first."""

    def __len__(self) -> int:
        return len(self._members)

    def add(self, player: Player, profile: Profile, finished: tuple[FinishedGame, ...]) -> None:
        """Add the record of a player who comes in, unless there is one."""
        if player.id not in self._members:
            self._forget_guests()
            self._make_room()
            looked = player.name, skeleton(player.name)  # now, not for all at once when somebody is named
            self._members[player.id] = KnownPlayer(player, profile, finished, looked=looked)
            self.left(player)

    def left(self, player: Player) -> None:
        """Note that a player has no session any more: a guest without a seat is forgotten soon."""
        if player.guest:
            self._guests.pop(player.id, None)
            self._guests[player.id] = self._clock()

    def of(self, player: Player) -> KnownPlayer:
        """Return the record of a player; if it was forgotten, one without a profile."""
        member = self._members.get(player.id)
        if member is None:
            self.add(player, Profile(), ())
            member = self._members[player.id]
        return member

    def find(self, player: str) -> KnownPlayer | None:
        """Return the record of a player's id, None if there is none."""
        return self._members.get(player)

    def named(self, name: str) -> KnownPlayer | None:
        """Return the member with that name, one who is here first; None if there is none."""
        look = skeleton(name)
        found = [member for member in self._members.values() if member.look == look]
        return max(found, key=lambda member: self._here(member.player.id), default=None)

    def ignored(self, player: str) -> Container[str]:
        """Return the ids of the players whom a player ignores."""
        member = self._members.get(player)
        return member.profile.ignored if member else ()

    async def reload_finished(self, load: Callable[[str], Awaitable[tuple[FinishedGame, ...]]]) -> None:
        """Load the finished games of players who are here again, and forget the other players, whose games
        are loaded when they come.
        """
        for player, member in tuple(self._members.items()):
            if not self._here(player):
                del self._members[player]
            elif member.finished:
                member.finished = await load(player)

    def _forget_guests(self) -> None:
        """Forget guests who left long enough ago, some more than come: a crowd at once takes 3 ms a thousand.
        Those with a seat are checked again after that time.
        """
        now = self._clock()
        for player, since in tuple(islice(self._guests.items(), FORGOTTEN_AT_ONCE)):
            if now < since + GUEST_KEPT:
                return
            del self._guests[player]
            if self._here(player):
                continue  # they are noted again when they leave
            member = self._members.get(player)
            if member and self._seated(player):
                self._guests[player] = now
            elif member and member.player.guest:  # no key was added in the meantime
                del self._members[player]

    def _make_room(self) -> None:
        """Forget absent players, of those who have been known for longest, if there are too many records."""
        if len(self._members) >= MOST_MEMBERS:
            for player in tuple(islice(self._members, FORGOTTEN_AT_ONCE)):
                member = self._members.pop(player)
                if self._here(player):
                    self._members[player] = member  # behind the others
